/* cone.c: the generators of a polyhedral cone, by the double description method.
 *
 *     {x : E x = 0, A x >= 0} = span(lines) + cone(rays)
 *
 * starts as the whole space (every unit vector a line) and takes one row a after the other
 * (Motzkin, Raiffa, Thompson & Thrall 1953; Fukuda & Prodon 1996):
 *
 *     a . l != 0 for a line l    l becomes a ray (of an equation: is dropped); all other
 *                                generators are moved along l onto the hyperplane a . x = 0
 *     otherwise                  rays beyond the hyperplane are replaced by the points where the
 *                                edges that cross it meet it; p and n span an edge if no third ray
 *                                lies on all constraints that both lie on
 *
 * Vectors are integers without a common factor, so that every comparison is true. Exact because the
 * sets are small (a machine's coordinates and contacts) and their degeneracies are the rule, which
 * defeats floating point. Cost: at most rays^3 subset tests a row. Written by hand because the free
 * libraries (cddlib, ppl, lrs) are under the GPL. Fails only by its limit.
 */
#include "cone.h"

#include <stdlib.h>
#include <string.h>

typedef struct generator {
  fmpz *x;
  uint64_t *tight; /* bits of the rows that it lies on */
} generator;

typedef struct description {
  slong d;
  size_t words, rays, capacity, lines;
  generator *ray;
  fmpz **line;
  size_t tests; /* of edges, so far */
  bool failed;
} description;

/* ---- vectors --------------------------------------------------------------------------------- */

static void divide_out(fmpz *x, slong d) {
  fmpz_t g;
  fmpz_init(g);
  _fmpz_vec_content(g, x, d);
  if (!fmpz_is_zero(g) && !fmpz_is_one(g)) _fmpz_vec_scalar_divexact_fmpz(x, x, d, g);
  fmpz_clear(g);
}

/* x = alpha x - beta y, without common factors. */
static void combine(fmpz *x, const fmpz_t alpha, const fmpz_t beta, const fmpz *y, slong d) {
  _fmpz_vec_scalar_mul_fmpz(x, x, d, alpha);
  _fmpz_vec_scalar_submul_fmpz(x, y, d, beta);
  divide_out(x, d);
}

/* A row of rationals as integers without a common factor. */
static void clear_denominators(fmpz *row, const fmpq_mat_t A, slong i) {
  const slong d = fmpq_mat_ncols(A);
  fmpz_t common, factor;
  fmpz_init_set_ui(common, 1);
  fmpz_init(factor);
  for (slong j = 0; j < d; j++) fmpz_lcm(common, common, fmpq_mat_entry_den(A, i, j));
  for (slong j = 0; j < d; j++) {
    fmpz_divexact(factor, common, fmpq_mat_entry_den(A, i, j));
    fmpz_mul(row + j, fmpq_mat_entry_num(A, i, j), factor);
  }
  divide_out(row, d);
  fmpz_clear(common);
  fmpz_clear(factor);
}

/* ---- the description ------------------------------------------------------------------------- */

static void free_generator(generator *g, slong d) {
  _fmpz_vec_clear(g->x, d);
  free(g->tight);
  *g = (generator){0};
}

static void start(description *c, slong d, size_t rows) {
  *c = (description){.d = d, .words = rows / 64 + 1};
  c->line = calloc((size_t)d + 1, sizeof *c->line);
  c->failed = !c->line;
  for (slong i = 0; i < d && !c->failed; i++) {
    c->line[c->lines++] = _fmpz_vec_init(d);
    fmpz_one(c->line[i] + i);
  }
}

static void stop(description *c) {
  for (size_t i = 0; i < c->rays; i++) free_generator(&c->ray[i], c->d);
  for (size_t i = 0; i < c->lines; i++) _fmpz_vec_clear(c->line[i], c->d);
  free(c->ray);
  free(c->line);
}

/* Takes x over. */
static generator *add_ray(description *c, fmpz *x) {
  if (c->rays == c->capacity) {
    const size_t capacity = 2 * c->capacity + 16;
    generator *more = realloc(c->ray, capacity * sizeof *more);
    if (more) c->ray = more;
    if (more) c->capacity = capacity;
  }
  uint64_t *tight = calloc(c->words, sizeof *tight);
  if (c->rays == c->capacity || !tight || c->rays >= SS_CONE_RAYS_MOST) {
    c->failed = true;
    free(tight);
    _fmpz_vec_clear(x, c->d);
    return NULL;
  }
  c->ray[c->rays] = (generator){x, tight};
  return &c->ray[c->rays++];
}

static void mark(generator *g, size_t row) {
  g->tight[row / 64] |= (uint64_t)1 << row % 64;
}

/* ---- one row --------------------------------------------------------------------------------- */

/* Row a meets line k: everything else is moved onto a . x = 0 along it. */
static void spend_line(description *c, const fmpz *a, size_t row, bool equation, size_t k) {
  fmpz *l = c->line[k];
  fmpz_t al, value;
  fmpz_init(al);
  fmpz_init(value);
  _fmpz_vec_dot(al, a, l, c->d);
  if (fmpz_sgn(al) < 0) {
    _fmpz_vec_neg(l, l, c->d);
    fmpz_neg(al, al);
  }
  c->line[k] = c->line[--c->lines];
  for (size_t i = 0; i < c->lines; i++) {
    _fmpz_vec_dot(value, a, c->line[i], c->d);
    combine(c->line[i], al, value, l, c->d);
  }
  for (size_t i = 0; i < c->rays; i++) {
    _fmpz_vec_dot(value, a, c->ray[i].x, c->d);
    combine(c->ray[i].x, al, value, l, c->d);
    mark(&c->ray[i], row);
  }
  if (equation)
    _fmpz_vec_clear(l, c->d);
  else {
    generator *g = add_ray(c, l);
    for (size_t i = 0; g && i < row; i++) mark(g, i);
  }
  fmpz_clear(al);
  fmpz_clear(value);
}

/* Is no third ray on all rows that rays p and n are both on? */
static bool span_an_edge(description *c, size_t rays, size_t p, size_t n) {
  c->tests += rays;
  if (c->tests > SS_CONE_TESTS_MOST) c->failed = true;
  for (size_t k = 0; k < rays; k++) {
    if (k == p || k == n) continue;
    bool on_all = true;
    for (size_t w = 0; w < c->words && on_all; w++)
      on_all = !(c->ray[p].tight[w] & c->ray[n].tight[w] & ~c->ray[k].tight[w]);
    if (on_all) return false;
  }
  return true;
}

/* The point where the edge from p to n meets the hyperplane, given a . p > 0 > a . n. */
static void cross_edge(description *c, size_t row, size_t p, size_t n, const fmpz *value) {
  fmpz *x = _fmpz_vec_init(c->d);
  _fmpz_vec_set(x, c->ray[n].x, c->d);
  combine(x, value + p, value + n, c->ray[p].x, c->d);
  generator *g = add_ray(c, x);
  if (!g) return;
  for (size_t w = 0; w < c->words; w++) g->tight[w] = c->ray[p].tight[w] & c->ray[n].tight[w];
  mark(g, row);
}

/* Keeps the rays on the right side of the row. */
static void drop_rays(description *c, size_t row, bool equation, size_t old, const fmpz *value) {
  size_t kept = 0;
  for (size_t i = 0; i < c->rays; i++) {
    const int side = i < old ? fmpz_sgn(value + i) : 0;
    if (i < old && side == 0) mark(&c->ray[i], row);
    if (side < 0 || (equation && side > 0))
      free_generator(&c->ray[i], c->d);
    else
      c->ray[kept++] = c->ray[i];
  }
  c->rays = kept;
}

static void split_rays(description *c, const fmpz *a, size_t row, bool equation) {
  const size_t old = c->rays;
  fmpz *value = _fmpz_vec_init((slong)old + 1);
  for (size_t i = 0; i < old; i++) _fmpz_vec_dot(value + i, a, c->ray[i].x, c->d);
  for (size_t p = 0; p < old && !c->failed; p++)
    for (size_t n = 0; fmpz_sgn(value + p) > 0 && n < old && !c->failed; n++)
      if (fmpz_sgn(value + n) < 0 && span_an_edge(c, old, p, n)) cross_edge(c, row, p, n, value);
  drop_rays(c, row, equation, old, value);
  _fmpz_vec_clear(value, (slong)old + 1);
}

static void take_row(description *c, const fmpq_mat_t A, slong i, size_t row, bool equation) {
  fmpz *a = _fmpz_vec_init(c->d);
  fmpz_t value;
  fmpz_init(value);
  clear_denominators(a, A, i);
  size_t k = 0;
  for (; k < c->lines; k++) {
    _fmpz_vec_dot(value, a, c->line[k], c->d);
    if (!fmpz_is_zero(value)) break;
  }
  if (k < c->lines)
    spend_line(c, a, row, equation, k);
  else
    split_rays(c, a, row, equation);
  fmpz_clear(value);
  _fmpz_vec_clear(a, c->d);
}

ss_status ss_cone_generate(const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                           ss_cone *cone) {
  const slong d = fmpq_mat_ncols(equations), first = fmpq_mat_nrows(equations);
  const slong rows = first + fmpq_mat_nrows(inequalities);
  description c;
  start(&c, d, (size_t)rows);
  for (slong i = 0; i < rows && !c.failed; i++) {
    const bool equation = i < first;
    take_row(&c, equation ? equations : inequalities, equation ? i : i - first, (size_t)i,
             equation);
  }
  fmpz_mat_init(cone->lines, (slong)c.lines, d);
  fmpz_mat_init(cone->rays, (slong)c.rays, d);
  for (size_t i = 0; i < c.lines; i++)
    for (slong j = 0; j < d; j++) fmpz_set(fmpz_mat_entry(cone->lines, i, j), c.line[i] + j);
  for (size_t i = 0; i < c.rays; i++)
    for (slong j = 0; j < d; j++) fmpz_set(fmpz_mat_entry(cone->rays, i, j), c.ray[i].x + j);
  const ss_status status = c.failed ? SS_LIMIT : SS_OK;
  stop(&c);
  return status;
}

void ss_cone_clear(ss_cone *cone) {
  fmpz_mat_clear(cone->lines);
  fmpz_mat_clear(cone->rays);
}
