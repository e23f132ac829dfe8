/* polyhedron.c: shadows of polyhedra, and how they lie to each other.
 *
 * The rest set of a linear machine is the shadow, on the positions, of a polyhedron of positions
 * and forces. Generators (cone.c) make a shadow trivial: leave the other coordinates out. What
 * remains is to drop what has become superfluous: with G the generators of a cone, those of its
 * polar {y : G y >= 0} are its sides, and the generators of {x : sides . x >= 0} are G again,
 * without superfluous ones. Three runs of the double description, nothing else.
 */
#include "cone.h"

/* Rows of integers as rationals, the first `columns` of them. */
static void copy_rows(fmpq_mat_t to, slong at, const fmpz_mat_t from, slong columns) {
  for (slong i = 0; i < fmpz_mat_nrows(from); i++)
    for (slong j = 0; j < columns; j++)
      fmpz_set(fmpq_mat_entry_num(to, at + i, j), fmpz_mat_entry(from, i, j));
}

/* The polar of the shadow of `cone` on its first `d` coordinates. */
static ss_status find_polar(const ss_cone *cone, slong d, ss_cone *polar) {
  fmpq_mat_t lines, rays;
  fmpq_mat_init(lines, fmpz_mat_nrows(cone->lines), d);
  fmpq_mat_init(rays, fmpz_mat_nrows(cone->rays), d);
  copy_rows(lines, 0, cone->lines, d);
  copy_rows(rays, 0, cone->rays, d);
  const ss_status status = ss_cone_generate(lines, rays, polar);
  fmpq_mat_clear(lines);
  fmpq_mat_clear(rays);
  return status;
}

/* Does (1, q) lie in the cone for some q? */
static bool has_points(const ss_cone *cone) {
  for (slong i = 0; i < fmpz_mat_nrows(cone->rays); i++)
    if (fmpz_sgn(fmpz_mat_entry(cone->rays, i, 0)) > 0) return true;
  return false;
}

ss_status ss_polyhedron_shadow(size_t n, const fmpq_mat_t equations, const fmpq_mat_t inequalities,
                               ss_polyhedron *shadow) {
  const slong d = (slong)n + 1;
  ss_cone whole;
  *shadow = (ss_polyhedron){.n = n, .empty = true};
  ss_status status = ss_cone_generate(equations, inequalities, &whole);
  if (status == SS_OK && has_points(&whole)) {
    status = find_polar(&whole, d, &shadow->sides);
    if (status == SS_OK) {
      status = find_polar(&shadow->sides, d, &shadow->points);
      if (status != SS_OK) ss_cone_clear(&shadow->points);
    }
    if (status != SS_OK) ss_cone_clear(&shadow->sides);
    shadow->empty = status != SS_OK;
  }
  ss_cone_clear(&whole);
  return status;
}

void ss_polyhedron_clear(ss_polyhedron *polyhedron) {
  if (polyhedron->empty) return;
  ss_cone_clear(&polyhedron->points);
  ss_cone_clear(&polyhedron->sides);
  polyhedron->empty = true;
}

ss_status ss_polyhedron_meet(const ss_polyhedron *a, const ss_polyhedron *b, bool *meet) {
  const slong d = (slong)a->n + 1;
  const slong lines = fmpz_mat_nrows(a->sides.lines), rays = fmpz_mat_nrows(a->sides.rays);
  fmpq_mat_t equations, inequalities;
  ss_cone common;
  fmpq_mat_init(equations, lines + fmpz_mat_nrows(b->sides.lines), d);
  fmpq_mat_init(inequalities, rays + fmpz_mat_nrows(b->sides.rays) + 1, d);
  copy_rows(equations, 0, a->sides.lines, d);
  copy_rows(equations, lines, b->sides.lines, d);
  fmpq_one(fmpq_mat_entry(inequalities, 0, 0));
  copy_rows(inequalities, 1, a->sides.rays, d);
  copy_rows(inequalities, 1 + rays, b->sides.rays, d);
  const ss_status status = ss_cone_generate(equations, inequalities, &common);
  *meet = status == SS_OK && has_points(&common);
  ss_cone_clear(&common);
  fmpq_mat_clear(equations);
  fmpq_mat_clear(inequalities);
  return status;
}

/* Do all rows of `points` satisfy all rows of `sides`, with equality where asked for? */
static bool satisfy(const fmpz_mat_t points, const fmpz_mat_t sides, bool equal) {
  fmpz_mat_t product, transposed;
  fmpz_mat_init(transposed, fmpz_mat_ncols(sides), fmpz_mat_nrows(sides));
  fmpz_mat_init(product, fmpz_mat_nrows(points), fmpz_mat_nrows(sides));
  fmpz_mat_transpose(transposed, sides);
  fmpz_mat_mul(product, points, transposed);
  bool good = true;
  for (slong i = 0; i < fmpz_mat_nrows(product); i++)
    for (slong j = 0; j < fmpz_mat_ncols(product) && good; j++) {
      const int side = fmpz_sgn(fmpz_mat_entry(product, i, j));
      good = equal ? side == 0 : side >= 0;
    }
  fmpz_mat_clear(product);
  fmpz_mat_clear(transposed);
  return good;
}

bool ss_polyhedron_inside(const ss_polyhedron *a, const ss_polyhedron *b) {
  return satisfy(a->points.lines, b->sides.lines, true) &&
         satisfy(a->points.rays, b->sides.lines, true) &&
         satisfy(a->points.lines, b->sides.rays, true) &&
         satisfy(a->points.rays, b->sides.rays, false);
}
