/* check_laws.c: numbers that have a range by their meaning.
 *
 *     mu, mur >= 0    r > 0    0 <= eN <= 1    |eT| <= 1    sequential, poisson e in [0, 1]
 *     c >= 0
 *     of stribeck: mus, muk >= 0, vs > 0
 *     masses and inertias >= 0    normal forces >= 0 where they are constant
 *
 * Each is checked at the values of the parameters, and where it is a parameter with a range at both
 * ends too, since proofs are about the whole range. All numbers are enclosed together: exactly
 * where they are rational, in balls otherwise. A number that a ball cannot tell from the bound
 * passes.
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

/* A number to check: its site, its word ("mu"; NULL where the site is the number), and where its
 * value and the ends of its range stand in the list of expressions. */
typedef struct claim {
  const ss_site *site;
  const char *word;
  const bounds *bounds;
  size_t first, count;
} claim;

typedef struct claims {
  claim *items;
  size_t count;
  ss_expr *exprs;
  size_t expr_count;
} claims;

/* ---- which numbers --------------------------------------------------------------------------- */

/* The parameter that a formula is, or NULL. */
static const ss_parameter *parameter_of(const ss_reader *reader, ss_expr e) {
  if (!e || e >= reader->meaning_count) return NULL;
  ss_meaning meaning = reader->meanings[e];
  bool is_parameter = ss_expr_op(reader->graph, e) == SS_OP_SYMBOL &&
                      meaning.what == SS_MEANS_VALUE && meaning.kind == SS_KIND_PARAMETER;
  return is_parameter ? &reader->model->parameter[meaning.index] : NULL;
}

static void add_expr(ss_reader *reader, claims *c, ss_expr e) {
  if (!e) return;
  *ss_scratch_append(reader, c->exprs, c->expr_count, ss_expr) = e;
  c->items[c->count - 1].count++;
}

static void add(ss_reader *reader, claims *c, const ss_site *site, const char *word,
                const bounds *limits) {
  ss_expr e = site->formula->resolved;
  if (!e || ss_reader_traits(reader, e) & ~(unsigned)SS_ALLOW_CONSTANT) return;
  ss_expr closed = ss_rewriter_apply(&reader->closer, e);
  const ss_parameter *parameter = parameter_of(reader, e);
  ss_graph_clear_status(reader->graph);
  if (!closed || reader->failed) return;
  *ss_scratch_append(reader, c->items, c->count, claim) =
      (claim){site, word, limits, c->expr_count, 0};
  if (reader->failed) return;
  add_expr(reader, c, closed);
  if (parameter) add_expr(reader, c, parameter->closed_low);
  if (parameter) add_expr(reader, c, parameter->closed_high);
}

static void add_law(ss_reader *reader, claims *c, const ss_site *site) {
  static const char *const words[SS_LAW_COUNT][3] = {[SS_LAW_COULOMB] = {"mu"},
                                                     [SS_LAW_DISK] = {"mu"},
                                                     [SS_LAW_ELLIPSE] = {"mu1", "mu2"},
                                                     [SS_LAW_CONTENSOU] = {"mu", "r"},
                                                     [SS_LAW_ROLLING] = {"mu", "r", "mur"}};
  const char *word = words[reader->model->element[site->owner].law][site->part];
  if (word) add(reader, c, site, word, *word == 'r' ? &above_zero : &at_least_zero);
}

static void add_stribeck(ss_reader *reader, claims *c, const ss_site *site) {
  static const char *const words[3] = {"mus", "muk", "vs"};
  add(reader, c, site, words[site->part], site->part == 2 ? &above_zero : &at_least_zero);
}

static void add_restitution(ss_reader *reader, claims *c, const ss_site *site) {
  switch (reader->model->element[site->owner].restitution) {
  case SS_RESTITUTION_NEWTON:
    add(reader, c, site, site->part ? "eT" : "eN", site->part ? &sign_interval : &unit_interval);
    return;
  case SS_RESTITUTION_SEQUENTIAL:
  case SS_RESTITUTION_POISSON: add(reader, c, site, "e", &unit_interval); return;
  case SS_RESTITUTION_ENERGETIC: add(reader, c, site, "c", &at_least_zero); return;
  default: return;
  }
}

static void collect(ss_reader *reader, claims *c) {
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++) {
    const ss_site *site = &reader->sites[i];
    switch (site->role) {
    case SS_ROLE_LAW: add_law(reader, c, site); break;
    case SS_ROLE_STRIBECK: add_stribeck(reader, c, site); break;
    case SS_ROLE_RESTITUTION: add_restitution(reader, c, site); break;
    case SS_ROLE_MASS:
    case SS_ROLE_INERTIA:
    case SS_ROLE_NORMAL: add(reader, c, site, NULL, &at_least_zero); break;
    default: break;
    }
  }
}

/* ---- the checks ------------------------------------------------------------------------------ */

/* -1, 0, 1 or SS_SIGN_UNKNOWN: the sign of x - bound, exactly where x is a number. */
static int compare(const fmpq *number, const arb_t ball, long bound) {
  if (number) {
    int sign = fmpq_cmp_si(number, bound);
    return sign < 0 ? -1 : sign > 0;
  }
  arb_t limit;
  arb_init(limit);
  arb_set_si(limit, bound);
  int sign = arb_lt(ball, limit)                            ? -1
             : arb_gt(ball, limit)                          ? 1
             : arb_is_exact(ball) && arb_equal(ball, limit) ? 0
                                                            : SS_SIGN_UNKNOWN;
  arb_clear(limit);
  return sign;
}

static bool violates(const fmpq *number, const arb_t ball, const bounds *b) {
  int low = compare(number, ball, b->low);
  return low == -1 || (b->open && low == 0) || (b->bounded && compare(number, ball, b->high) == 1);
}

static void check(ss_reader *reader, const claims *c, const claim *item, arb_srcptr values) {
  const ss_graph *graph = reader->graph;
  for (size_t i = item->first; i < item->first + item->count; i++) {
    if (!violates(ss_expr_value(graph, c->exprs[i]), values + i, item->bounds)) continue;
    ss_reader_error(reader, item->site->formula->where, "%s%s%s %s%s", item->word ? item->word : "",
                    item->word ? " in " : "", ss_site_describe(reader, item->site),
                    item->bounds->text,
                    i == item->first ? "" : " anywhere in the range of the parameter");
    return;
  }
}

void ss_reader_check_laws(ss_reader *reader) {
  claims c = {0};
  collect(reader, &c);
  if (!c.expr_count || reader->failed) return;
  arb_ptr values = _arb_vec_init((slong)c.expr_count);
  if (ss_model_enclose(reader->graph, c.expr_count, c.exprs, values) == SS_OK)
    for (size_t i = 0; i < c.count; i++) check(reader, &c, &c.items[i], values);
  _arb_vec_clear(values, (slong)c.expr_count);
}
