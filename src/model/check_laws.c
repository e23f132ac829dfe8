/* check_laws.c: numbers that have a range by their meaning.
 *
 *     mu, mur >= 0    r > 0    0 <= eN <= 1    |eT| <= 1    sequential e in [0, 1]    c >= 0
 *     masses and inertias >= 0    normal forces >= 0 where they are constant
 *
 * Each is checked at the values of the parameters: exactly where it is rational, by balls
 * otherwise. Where it is a parameter with a range, both ends are checked too, since proofs are
 * about the whole range. A number that the balls cannot tell from the bound passes.
 */
#include "reader.h"

/* Bounds of a number: low <= x <= high, `open` excluding low itself. */
typedef struct bounds {
  long low, high;
  bool bounded, open;
  const char *text;
} bounds;

static const bounds at_least_zero = {0, 0, false, false, "must not be negative"};
static const bounds above_zero = {0, 0, false, true, "must be positive"};
static const bounds unit_interval = {0, 1, true, false, "must be between 0 and 1"};
static const bounds sign_interval = {-1, 1, true, false, "must be between -1 and 1"};

static bool violates(ss_graph *graph, ss_expr closed, const bounds *b) {
  if (!closed) return false;
  int low = ss_model_sign(graph, ss_expr_sub(graph, closed, ss_expr_integer(graph, b->low)));
  if (low == -1 || (b->open && low == 0)) return true;
  return b->bounded &&
         ss_model_sign(graph, ss_expr_sub(graph, closed, ss_expr_integer(graph, b->high))) == 1;
}

/* The parameter that a formula is, or NULL. */
static const ss_parameter *parameter_of(const ss_reader *reader, ss_expr e) {
  if (!e || e >= reader->meaning_count) return NULL;
  ss_meaning meaning = reader->meanings[e];
  bool is_parameter = ss_expr_op(reader->model->graph, e) == SS_OP_SYMBOL &&
                      meaning.what == SS_MEANS_VALUE && meaning.kind == SS_KIND_PARAMETER;
  return is_parameter ? &reader->model->parameter[meaning.index] : NULL;
}

/* `what` ("mu", "eN"), or NULL where the formula is the number, names it in the message. */
static void check(ss_reader *reader, const ss_site *site, const char *what, const bounds *b) {
  ss_graph *graph = reader->model->graph;
  ss_expr e = site->formula->resolved;
  if (ss_reader_traits(reader, e) & ~(unsigned)SS_ALLOW_CONSTANT) return;
  const ss_parameter *parameter = parameter_of(reader, e);
  bool now = violates(graph, ss_rewriter_apply(&reader->closer, e), b);
  bool somewhere = parameter && (violates(graph, parameter->closed_low, b) ||
                                 violates(graph, parameter->closed_high, b));
  if (now || somewhere)
    ss_reader_error(reader, site->formula->where, "%s%s%s %s%s", what ? what : "",
                    what ? " in " : "", ss_site_describe(reader, site), b->text,
                    now ? "" : " anywhere in the range of the parameter");
  ss_graph_clear_status(graph);
}

static void check_law(ss_reader *reader, const ss_site *site) {
  static const char *const words[SS_LAW_COUNT][3] = {[SS_LAW_COULOMB] = {"mu"},
                                                     [SS_LAW_DISK] = {"mu"},
                                                     [SS_LAW_ELLIPSE] = {"mu1", "mu2"},
                                                     [SS_LAW_CONTENSOU] = {"mu", "r"},
                                                     [SS_LAW_ROLLING] = {"mu", "r", "mur"}};
  ss_law_kind law = reader->model->element[site->owner].law;
  const char *word = words[law][site->part];
  if (word) check(reader, site, word, *word == 'r' ? &above_zero : &at_least_zero);
}

static void check_restitution(ss_reader *reader, const ss_site *site) {
  switch (reader->model->element[site->owner].restitution) {
  case SS_RESTITUTION_NEWTON:
    check(reader, site, site->part ? "eT" : "eN", site->part ? &sign_interval : &unit_interval);
    return;
  case SS_RESTITUTION_SEQUENTIAL: check(reader, site, "e", &unit_interval); return;
  case SS_RESTITUTION_ENERGETIC: check(reader, site, "c", &at_least_zero); return;
  default: return;
  }
}

void ss_reader_check_laws(ss_reader *reader) {
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++) {
    const ss_site *site = &reader->sites[i];
    switch (site->role) {
    case SS_ROLE_LAW: check_law(reader, site); break;
    case SS_ROLE_RESTITUTION: check_restitution(reader, site); break;
    case SS_ROLE_MASS:
    case SS_ROLE_INERTIA:
    case SS_ROLE_NORMAL: check(reader, site, NULL, &at_least_zero); break;
    default: break;
    }
  }
}
