/* resolve.c: pass 3: abbreviations, points and ddt replaced by what they stand for.
 *
 *     abbreviation   its definition
 *     A.x, A.y       (X, Y) + R(angle) (local x, local y) with the body's (X, Y, angle)
 *     ddt(e)         sum_i de/dq_i u_i + de/dt
 *
 * so that what is left are parameters, coordinates, velocities, inputs and t. Definitions are taken
 * in the order of order.c, each replacing by what is resolved already. Two rewriters (rewrite.c)
 * share their work over all formulas: one for resolved forms, one for total time derivatives. Each
 * node is treated once by each, so that the cost is that of the graph, not of the formulas written
 * out.
 *
 * ddt is defined for positions: what contains a velocity or an input has no derivative here, and
 * that is an error. So is a division by zero that appears when names are replaced.
 */
#include <string.h>

#include "reader.h"

/* ---- the two rewriters ----------------------------------------------------------------------- */

static ss_expr resolve_node(void *user, ss_expr e, ss_expr a, ss_expr b) {
  ss_reader *reader = user;
  ss_graph *graph = reader->graph;
  if (ss_expr_op(graph, e) != SS_OP_DDT) return ss_rewriter_rebuild(graph, e, a, b);
  ss_expr rate = ss_rewriter_apply(&reader->rates, a);
  if (a && !rate && ss_graph_status(graph) == SS_OK) reader->accelerated = true;
  return rate;
}

static ss_expr differentiate_node(void *user, ss_expr e, ss_expr da, ss_expr db) {
  ss_graph *graph = user;
  int arity = ss_op_arity(ss_expr_op(graph, e));
  if (arity == 0) return ss_expr_integer(graph, 0);
  if (!da || (arity == 2 && !db)) return SS_EXPR_NONE;
  return ss_expr_chain_rule(graph, e, da, db);
}

static void set_rates(ss_reader *reader, size_t count, const ss_coordinate *coordinates) {
  for (size_t i = 0; i < count; i++) {
    ss_rewriter_set(&reader->rates, coordinates[i].q, coordinates[i].u);
    ss_rewriter_set(&reader->rates, coordinates[i].u, SS_EXPR_NONE);
  }
}

static void start_rewriters(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_rewriter_start(&reader->resolver, reader->graph, resolve_node, reader);
  ss_rewriter_start(&reader->rates, reader->graph, differentiate_node, reader->graph);
  set_rates(reader, model->coordinates, model->coordinate);
  if (model->chart) set_rates(reader, model->chart->count, model->chart->coordinates);
  for (size_t i = 0; i < model->inputs; i++)
    ss_rewriter_set(&reader->rates, model->input[i].symbol, SS_EXPR_NONE);
  ss_rewriter_set(&reader->rates, model->time, ss_expr_integer(reader->graph, 1));
  /* until they are resolved, and for ever if they are circular */
  for (size_t i = 0; i < model->abbreviations; i++)
    ss_rewriter_set(&reader->resolver, reader->let_symbol[i], SS_EXPR_NONE);
  for (size_t i = 0; i < 2 * model->points; i++)
    ss_rewriter_set(&reader->resolver, reader->point_symbol[i], SS_EXPR_NONE);
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* The word 'ddt' of a formula that has one, the whole formula otherwise. */
static ss_span find_ddt(const ss_reader *reader, ss_span where) {
  ss_span found = where;
  size_t count = 0;
  if (reader->json || where.length == 0) return where;
  ss_lexer lexer = ss_lexer_start(reader->list->text, where);
  for (ss_token token = ss_lexer_next(&lexer); token.kind != SS_TOKEN_END;
       token = ss_lexer_next(&lexer)) {
    bool ddt = token.kind == SS_TOKEN_NAME && token.where.length == 3 &&
               memcmp(reader->list->text + token.where.offset, "ddt", 3) == 0;
    if (ddt && count++ == 0) found = token.where;
  }
  return count == 1 ? found : where;
}

/* What went wrong with a formula, if its names are not to blame. */
static void complain(ss_reader *reader, const ss_site *site) {
  ss_graph *graph = reader->graph;
  ss_status status = ss_graph_status(graph);
  if (reader->accelerated)
    ss_reader_error(reader, find_ddt(reader, site->formula->where),
                    "ddt of a velocity or an input in %s", ss_site_describe(reader, site));
  else if (status == SS_BAD_INPUT)
    ss_reader_error(reader, site->formula->where, "division by zero in %s",
                    ss_site_describe(reader, site));
  else if (status == SS_LIMIT)
    ss_reader_error(reader, site->formula->where, "%s is too large", ss_site_describe(reader, site))
        ->status = SS_LIMIT;
  else if (status != SS_OK)
    reader->failed = true;
  reader->accelerated = false;
  ss_graph_clear_status(graph);
}

static void resolve_site(ss_reader *reader, const ss_site *site) {
  ss_formula *formula = site->formula;
  formula->resolved = ss_rewriter_apply(&reader->resolver, formula->written);
  if (formula->written && !formula->resolved) complain(reader, site);
}

/* (X, Y) + R(angle) (x, y) */
static void place_point(ss_reader *reader, size_t index) {
  ss_model *model = reader->model;
  ss_graph *g = reader->graph;
  ss_point *point = &model->point[index];
  if (point->body >= model->bodies) return;
  const ss_formula *at = model->body[point->body].at;
  ss_expr c = ss_expr_unary(g, SS_OP_COS, at[2].resolved);
  ss_expr s = ss_expr_unary(g, SS_OP_SIN, at[2].resolved);
  ss_expr x = point->local[0].resolved, y = point->local[1].resolved;
  ss_expr turned[2] = {ss_expr_sub(g, ss_expr_mul(g, x, c), ss_expr_mul(g, y, s)),
                       ss_expr_add(g, ss_expr_mul(g, x, s), ss_expr_mul(g, y, c))};
  for (size_t i = 0; i < 2; i++) {
    point->position[i] = ss_expr_add(g, at[i].resolved, turned[i]);
    ss_rewriter_set(&reader->resolver, reader->point_symbol[2 * index + i], point->position[i]);
  }
}

static bool is_definition(ss_role role) {
  return role == SS_ROLE_VALUE || role == SS_ROLE_LET || role == SS_ROLE_AT ||
         role == SS_ROLE_LOCAL;
}

/* The sites of definition d are first[d] … first[d] + 2, as far as they are d's. */
static size_t *find_sites(ss_reader *reader, size_t definitions) {
  size_t *first = ss_reader_borrow(reader, definitions, sizeof *first);
  if (!first) return NULL;
  for (size_t d = 0; d < definitions; d++) first[d] = reader->site_count;
  for (size_t i = reader->site_count; i-- > 0;) {
    const ss_site *site = &reader->sites[i];
    ss_kind kind = site->role == SS_ROLE_VALUE ? SS_KIND_PARAMETER
                   : site->role == SS_ROLE_LET ? SS_KIND_ABBREVIATION
                   : site->role == SS_ROLE_AT  ? SS_KIND_BODY
                                               : SS_KIND_POINT;
    if (is_definition(site->role)) first[ss_reader_definition(reader, kind, site->owner)] = i;
  }
  return first;
}

static void resolve_definition(ss_reader *reader, const size_t *first, size_t definition) {
  ss_model *model = reader->model;
  size_t from = first[definition];
  for (size_t i = from; i < reader->site_count && i < from + 3; i++) {
    const ss_site *site = &reader->sites[i];
    if (site->role == reader->sites[from].role && site->owner == reader->sites[from].owner)
      resolve_site(reader, site);
  }
  size_t lets = model->parameters, bodies = lets + model->abbreviations;
  size_t points = bodies + model->bodies;
  if (definition >= points)
    place_point(reader, definition - points);
  else if (definition >= lets && definition < bodies)
    ss_rewriter_set(&reader->resolver, reader->let_symbol[definition - lets],
                    model->abbreviation[definition - lets].value.resolved);
}

void ss_reader_resolve(ss_reader *reader) {
  const ss_model *model = reader->model;
  size_t count = model->parameters + model->abbreviations + model->bodies + model->points;
  start_rewriters(reader);
  size_t *first = find_sites(reader, count);
  if (!first) return;
  for (size_t i = 0; i < reader->order_count; i++)
    resolve_definition(reader, first, reader->order[i]);
  for (size_t i = 0; i < reader->site_count; i++)
    if (!is_definition(reader->sites[i].role)) resolve_site(reader, &reader->sites[i]);
}
