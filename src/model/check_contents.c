/* check_contents.c: no formula contains what its place does not allow.
 *
 * Each role has a set of allowed traits (reader.h): a gap no velocities, an energy no kinks, a
 * parameter nothing but parameters. Checked on the resolved form, so that abbreviations hide
 * nothing, and on the text, so that nothing is folded away; the message marks the first name of the
 * text that brings the trait in. Numbers that no double can hold are allowed nowhere; they are
 * reported where they are written, not where an abbreviation that contains them is used.
 */
#include <stdio.h>
#include <string.h>

#include "reader.h"

static const struct {
  unsigned trait;
  const char *word, *article;
} trait_words[] = {{SS_HAS_VELOCITY, "velocity", "a"},
                   {SS_HAS_COORDINATE, "coordinate", "a"},
                   {SS_HAS_INPUT, "input", "an"},
                   {SS_HAS_TIME, "time", "the"},
                   {SS_HAS_KINK, "function", "a"},
                   {SS_HAS_CHART, "chart coordinate", "a"},
                   {SS_HAS_AUX, "first-order state", "a"},
                   {SS_HAS_RATE, "derivative of a first-order state", "the"}};

enum { TRAIT_WORDS = sizeof trait_words / sizeof *trait_words };

/* ---- the name to blame ----------------------------------------------------------------------- */

/* A name of a formula: what it brings in, and whether it is itself that. */
typedef struct culprit {
  ss_span where;
  bool direct;
} culprit;

static unsigned traits_of_value(const ss_reader *reader, const char *name, size_t length,
                                bool primed, bool *direct) {
  const ss_known *known = ss_names_find(&reader->names[SS_NAMESPACE_VALUE], name, length);
  *direct = true;
  if (!known) return length == 1 && *name == 't' ? SS_HAS_TIME : 0;
  switch (known->kind) {
  case SS_KIND_PARAMETER: return SS_HAS_PARAMETER;
  case SS_KIND_COORDINATE:
    if (reader->model->coordinate[known->index].aux) return primed ? SS_HAS_RATE : SS_HAS_AUX;
    return primed ? SS_HAS_VELOCITY : SS_HAS_COORDINATE;
  case SS_KIND_INPUT: return SS_HAS_INPUT;
  case SS_KIND_CHART: return primed ? SS_HAS_VELOCITY : SS_HAS_CHART;
  default:
    *direct = false;
    return ss_reader_traits(reader, reader->model->abbreviation[known->index].value.resolved);
  }
}

/* What a token of a formula brings in: ddt a velocity, abs a kink, a name what it stands for. */
static unsigned traits_of_token(const ss_reader *reader, ss_token token, bool *direct) {
  const char *name = reader->list->text + token.where.offset;
  size_t length = token.where.length;
  const char *dot = memchr(name, '.', length);
  *direct = true;
  switch (ss_op_from_word(name, length)) {
  case SS_OP_ABS:
  case SS_OP_MIN:
  case SS_OP_MAX:
  case SS_OP_SIGN: return SS_HAS_KINK;
  case SS_OP_DDT: *direct = false; return SS_HAS_VELOCITY;
  default: break;
  }
  if (dot) {
    const ss_known *point =
        ss_names_find(&reader->names[SS_NAMESPACE_POINT], name, (size_t)(dot - name));
    *direct = false;
    if (!point) return 0;
    const ss_expr *position = reader->model->point[point->index].position;
    return ss_reader_traits(reader, position[dot[1] == 'y']);
  }
  bool primed = name[length - 1] == '\'';
  return traits_of_value(reader, name, length - primed, primed, direct);
}

static bool find_culprit(const ss_reader *reader, ss_span where, unsigned trait, culprit *found) {
  if (reader->json || where.length == 0) return false;
  ss_lexer lexer = ss_lexer_start(reader->list->text, where);
  for (ss_token token = ss_lexer_next(&lexer); token.kind != SS_TOKEN_END;
       token = ss_lexer_next(&lexer)) {
    if (token.kind != SS_TOKEN_NAME) continue;
    if (!(traits_of_token(reader, token, &found->direct) & trait)) continue;
    found->where = token.where;
    return true;
  }
  return false;
}

/* ---- messages -------------------------------------------------------------------------------- */

static void complain(ss_reader *reader, const ss_site *site, size_t which) {
  const char *word = trait_words[which].word, *article = trait_words[which].article;
  const char *what = ss_site_describe(reader, site);
  culprit found;
  ss_diagnostic *item;
  if (find_culprit(reader, site->formula->where, trait_words[which].trait, &found)) {
    int length = found.where.length > 40 ? 40 : (int)found.where.length;
    const char *name = reader->list->text + found.where.offset;
    item = found.direct
               ? ss_reader_error(reader, found.where, "%s '%.*s' in %s", word, length, name, what)
               : ss_reader_error(reader, found.where, "'%.*s' brings %s %s into %s", length, name,
                                 article, word, what);
  } else {
    item = ss_reader_error(reader, site->formula->where, "%s %s in %s", article, word, what);
  }
  if (trait_words[which].trait == SS_HAS_KINK)
    ss_reader_hint(reader, item, "abs, min, max and sign are not smooth");
  if (trait_words[which].trait == SS_HAS_RATE)
    ss_reader_hint(reader, item, "write the formula of its rate");
}

/* Does an abbreviation or a point of the formula bring the number in? */
static bool is_inherited(const ss_reader *reader, const ss_site *site) {
  culprit found;
  return find_culprit(reader, site->formula->where, SS_HAS_UNFIT, &found);
}

/* What stands in the text, also what folding takes away: 0*x' is a velocity. Coordinates of charts
 * and states stand for their own formulas there. */
static unsigned written_traits(const ss_reader *reader, const ss_site *site) {
  const ss_span where = site->formula->where;
  unsigned traits = 0;
  bool direct;
  if (reader->json || where.length == 0 || !site->formula->written) return 0;
  if (site->role == SS_ROLE_CHART || site->role == SS_ROLE_STATE) return 0;
  ss_lexer lexer = ss_lexer_start(reader->list->text, where);
  for (ss_token token = ss_lexer_next(&lexer); token.kind != SS_TOKEN_END;
       token = ss_lexer_next(&lexer))
    if (token.kind == SS_TOKEN_NAME) traits |= traits_of_token(reader, token, &direct);
  return traits & ~(unsigned)SS_HAS_UNFIT;
}

/* Coefficients of friction may depend on the state, radii may not. */
static bool is_radius(const ss_reader *reader, const ss_site *site) {
  if (site->role != SS_ROLE_LAW || site->part != 1) return false;
  const ss_law_kind law = reader->model->element[site->owner].law;
  return law == SS_LAW_CONTENSOU || law == SS_LAW_ROLLING;
}

static void check(ss_reader *reader, const ss_site *site) {
  unsigned traits =
      ss_reader_traits(reader, site->formula->resolved) | written_traits(reader, site);
  unsigned allowed = is_radius(reader, site) ? SS_ALLOW_CONSTANT : ss_role_allowed(site->role);
  unsigned excess = traits & ~allowed;
  for (size_t i = 0; i < TRAIT_WORDS; i++) {
    if (!(excess & trait_words[i].trait)) continue;
    complain(reader, site, i);
    return;
  }
  if ((excess & SS_HAS_UNFIT) && !is_inherited(reader, site))
    ss_reader_error(reader, site->formula->where,
                    "%s contains a number that is not finite or does not fit a double",
                    ss_site_describe(reader, site));
}

void ss_reader_check_contents(ss_reader *reader) {
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++)
    check(reader, &reader->sites[i]);
}
