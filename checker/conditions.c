/* conditions.c: the kinds of conditions that are about matrices.
 *
 * With N the basis of ker W^T, reduced to the sticking subspace W^T u = 0:
 *
 *     Mr = N^T M N,  Cr = N^T C N,  Kr = N^T K N,  Crs = N^T Cs N,  Cs = (C + C^T)/2
 *     x' = A x,  x = (q_r, u_r),  A = [0 I; -Mr^-1 Kr  -Mr^-1 Cr]
 *
 * A definite matrix is shown by its factors, an observable motion by the rank of the rows
 * [0 Crs] A^k, a growing one by P with A^T P + P A > alpha P and v = x^T P x > 0: v' > alpha v, so
 * that v grows without bound. Where entries are uncertain the matrix is lowered by the row sums of
 * their radii first, and what needs equality is refused.
 */
#include "check.h"

/* N^T A N */
static uncertain congruence(run *r, uncertain A, const matrix *N) {
  const matrix *T = transpose(r, N), *size = absolute(r, N);
  return (uncertain){multiply(r, T, multiply(r, A.center, N)),
                     multiply(r, absolute(r, T), multiply(r, A.radius, size))};
}

static uncertain new_uncertain(run *r, size_t rows, size_t columns) {
  return (uncertain){new_matrix(r, rows, columns), new_matrix(r, rows, columns)};
}

static uncertain transpose_uncertain(run *r, uncertain A) {
  return (uncertain){transpose(r, A.center), transpose(r, A.radius)};
}

/* [A; B] */
static uncertain above(run *r, uncertain A, uncertain B) {
  const slong rows = fmpq_mat_nrows(A.center) + fmpq_mat_nrows(B.center);
  uncertain stack = new_uncertain(r, (size_t)rows, (size_t)fmpq_mat_ncols(A.center));
  fmpq_mat_concat_vertical(stack.center, A.center, B.center);
  fmpq_mat_concat_vertical(stack.radius, A.radius, B.radius);
  return stack;
}

/* [A B] */
static uncertain beside(run *r, uncertain A, uncertain B) {
  uncertain stack = above(r, transpose_uncertain(r, A), transpose_uncertain(r, B));
  return transpose_uncertain(r, stack);
}

uncertain find_matrix(run *r, const char *name) {
  const system_data *s = &r->system;
  if (strcmp(name, "M") == 0) return s->M;
  if (strcmp(name, "K") == 0) return s->K;
  if (strcmp(name, "Kr") == 0) return congruence(r, s->K, s->N);
  const uncertain Cs = {symmetric_part(r, s->C.center), symmetric_part(r, s->C.radius)};
  return strcmp(name, "Cs") == 0 ? Cs : congruence(r, Cs, s->N);
}

static const char *say_matrix(const char *name) {
  static const char *const words[][2] = {
      {"M", "the mass matrix M"},
      {"K", "the stiffness matrix K"},
      {"Cs", "the damping matrix, its symmetric part,"},
      {"Crs", "the damping of the sticking motions, W^T u = 0,"},
      {"Kr", "the stiffness of the sticking motions, W^T u = 0,"},
      {"KW", "the stiffness with that of friction, K + W W^T,"},
      {"CWG", "what damps, rubs or runs in a clutch, Cs + W W^T + G G^T,"},
  };
  for (size_t i = 0; i < COUNT(words); i++)
    if (strcmp(name, words[i][0]) == 0) return words[i][1];
  return name;
}

/* The lower end of a matrix that is asked to be (semi)definite. */
static const matrix *find_lower(run *r, const char *name) {
  const system_data *s = &r->system;
  if (strcmp(name, "M") == 0) return s->lower_M;
  if (strcmp(name, "K") == 0) return s->lower_K;
  if (strcmp(name, "Cs") == 0) return s->lower_Cs;
  if (strcmp(name, "Crs") == 0) return s->lower_Crs;
  if (strcmp(name, "Kr") == 0)
    return multiply(r, transpose(r, s->N), multiply(r, s->lower_K, s->N));
  const bool clutches = strcmp(name, "CWG") == 0;
  matrix *sum = multiply(r, s->W.center, transpose(r, s->W.center));
  fmpq_mat_add(sum, sum, clutches ? s->lower_Cs : s->lower_K);
  if (clutches) fmpq_mat_add(sum, sum, multiply(r, s->G.center, transpose(r, s->G.center)));
  return sum;
}

/* definite, or semidefinite: by the factors of the matrix at its lower end */
static void verify_definite(run *r, const json_t *c) {
  const char *kind = read_text(r, c, "kind");
  verify_factors(r, find_lower(r, r->name), c, strcmp(kind, "definite") == 0);
  confirm(r, "%s is positive %s", say_matrix(r->name), kind);
}

/* K, as a matrix of polynomials too: whatever the symbols are. */
static void verify_symmetric(run *r, const json_t *c) {
  const size_t n = r->system.n;
  const uncertain K = find_matrix(r, r->name), T = transpose_uncertain(r, K);
  bool symmetric = fmpq_mat_equal(K.center, T.center) && fmpq_mat_equal(K.radius, T.radius);
  (void)c;
  for (size_t i = 0; i < n * n; i++)
    symmetric = symmetric &&
                vanishes(r, sum_of(r, r->derived.K[i / n][i % n], r->derived.K[i % n][i / n], -1));
  if (!symmetric)
    refuted(r, "%s is not symmetric: the forces of position have no energy", say_matrix(r->name));
  confirm(r, "%s is symmetric, so that there is an energy", say_matrix(r->name));
}

static void verify_nonsingular(run *r, const json_t *c) {
  uncertain A = find_matrix(r, r->name);
  const bool exact = fmpq_mat_is_zero(A.radius);
  fmpq *determinant = new_rational(r);
  read_shape(r, c, "condition", exact ? "id kind matrix determinant" : "id kind matrix");
  if (!exact) {
    invert_uncertain(r, A);
    confirm(r, "%s is not singular, within its radii", say_matrix(r->name));
    return;
  }
  fmpq_mat_det(determinant, A.center);
  expect_number(r, c, "determinant", determinant);
  if (fmpq_is_zero(determinant)) refuted(r, "%s is singular", say_matrix(r->name));
  confirm(r, "%s has the determinant %s and is not singular", say_matrix(r->name),
          show_rational(r, determinant));
}

/* image = A x and value = x^T image + |x|^T R |x|, of which it returns the value. */
static fmpq *verify_image(run *r, const json_t *c, uncertain A) {
  const size_t n = (size_t)fmpq_mat_nrows(A.center);
  const matrix *x = read_vector(r, c, "x", n), *image = read_vector(r, c, "image", n);
  if (!fmpq_mat_equal(image, multiply(r, A.center, x)))
    refuted(r, "image is not the matrix times x");
  fmpq *value = entry_end(r, congruence(r, A, x), 0, 0, 1);
  expect_number(r, c, "value", value);
  return value;
}

static void verify_negative(run *r, const json_t *c) {
  const size_t n = r->system.n;
  const matrix *x = read_vector(r, c, "x", n), *image = read_vector(r, c, "image", n);
  if (!fmpq_mat_equal(image, multiply(r, r->system.K.center, x)))
    refuted(r, "image is not the matrix times x");
  const fmpq *value = largest_form(r, x, read_rational(r, c, "value"));
  expect_number(r, c, "value", value);
  if (fmpq_sgn(value) >= 0) refuted(r, "the value %s is not negative", show_rational(r, value));
  confirm(r, "%s is negative in one direction, x^T A x = %s", say_matrix(r->name),
          show_rational(r, value));
}

static void verify_friction(run *r, const json_t *c) {
  (void)c;
  if (r->system.m == 0) refuted(r, "there is no friction");
  confirm(r, "there is friction in %zu place%s", r->system.m, r->system.m == 1 ? "" : "s");
}

/* K q = f + W l, whatever the symbols are */
void verify_balance(run *r, const matrix *q, const matrix *l) {
  for (size_t i = 0; i < r->system.n; i++) {
    const poly *rest = r->derived.f[i][0];
    for (size_t j = 0; j < r->system.n; j++)
      rest =
          sum_of(r, rest, product_of(r, r->derived.K[i][j], rational_poly(r, entry(q, j, 0))), -1);
    for (size_t j = 0; j < r->system.m; j++)
      rest =
          sum_of(r, rest, product_of(r, r->derived.W[i][j], rational_poly(r, entry(l, j, 0))), 1);
    if (!is_zero(r, rest)) refuted(r, "the forces do not balance in coordinate %zu", i + 1);
  }
}

/* Coordinates that are free in the reduced echelon form of K are 0: of many q there is one. */
void verify_free_coordinates(run *r, const matrix *q) {
  const slong n = (slong)r->system.n;
  matrix *E = new_matrix(r, r->system.n, r->system.n);
  const slong rank = fmpq_mat_rref(E, r->system.K.center);
  for (slong i = 0, j = 0; j < n; j++) {
    if (i < rank && !fmpq_is_zero(entry(E, i, j)))
      i++;
    else if (!fmpq_is_zero(entry(q, j, 0)))
      refuted(r, "the coordinate %ld is free and must be 0", (long)j + 1);
  }
}

/* A rest point, and |l_j| < p_j */
static void verify_held(run *r, const json_t *c) {
  const matrix *q = read_vector(r, c, "q", r->system.n);
  const matrix *l = read_vector(r, c, "forces", r->system.m);
  fmpq *size = new_rational(r);
  verify_balance(r, q, l);
  if (fmpq_mat_is_zero(r->system.K.radius)) verify_free_coordinates(r, q);
  for (size_t j = 0; j < r->system.m; j++) {
    fmpq_abs(size, entry(l, j, 0));
    if (fmpq_cmp(size, entry_end(r, r->system.p, j, 0, -1)) >= 0)
      refuted(r, "the friction force %zu is not inside its bound", j + 1);
  }
  confirm(r, "a rest point is held with friction forces inside their bounds");
}

static void verify_kernel(run *r, const json_t *c) {
  matrix *N = read_matrix(r, c, "basis", r->system.n, r->system.r);
  if (!fmpq_mat_equal(N, r->system.N))
    refuted(r, "the basis of ker W^T is not the one of the reduced echelon form");
  confirm(r, "the motions without sliding, W^T u = 0, have %zu dimension%s", r->system.r,
          r->system.r == 1 ? "" : "s");
}

static void verify_trivial(run *r, const json_t *c) {
  const json_t *list = json_object_get(c, "matrices");
  if (json_array_size(list) != 2 || !says(json_array_get(list, 0), "Cs") ||
      !says(json_array_get(list, 1), "W"))
    malformed(r, "matrices: [\"Cs\", \"W\"] is expected");
  if (!is_full(r, above(r, find_matrix(r, "Cs"), transpose_uncertain(r, r->system.W))))
    refuted(r, "a motion has neither damping nor friction: ker Cs and ker W^T meet");
  confirm(r, "every motion meets damping or friction");
}

/* A = [0 I; -Mr^-1 Kr  -Mr^-1 Cr] */
static uncertain sticking_motion(run *r) {
  const system_data *s = &r->system;
  const size_t k = s->r;
  const uncertain forces = beside(r, find_matrix(r, "Kr"), congruence(r, s->C, s->N));
  const uncertain inverse = invert_uncertain(r, congruence(r, s->M, s->N));
  uncertain lower = multiply_uncertain(r, inverse, forces);
  uncertain upper = new_uncertain(r, k, 2 * k);
  for (size_t i = 0; i < k; i++) fmpq_one(entry(upper.center, i, k + i));
  fmpq_mat_neg(lower.center, lower.center);
  return above(r, upper, lower);
}

/* H = [0 Crs] */
static uncertain sticking_damping(run *r) {
  return beside(r, new_uncertain(r, r->system.r, r->system.r), find_matrix(r, "Crs"));
}

static const matrix *exactly(run *r, uncertain A) {
  if (!fmpq_mat_is_zero(A.radius)) refuted(r, "this does not follow for uncertain matrices");
  return A.center;
}

static void verify_observable(run *r, const json_t *c) {
  const size_t k = r->system.r;
  uncertain A = sticking_motion(r), H = sticking_damping(r), rows = new_uncertain(r, 0, 2 * k);
  size_t steps = (size_t)read_integer(r, json_object_get(c, "steps"), 1, (long)(2 * k), "steps");
  for (size_t i = 0; i < steps; i++, H = multiply_uncertain(r, H, A)) {
    if (fmpq_mat_is_zero(A.radius) && is_full(r, rows)) refuted(r, "%zu steps are enough", i);
    rows = above(r, rows, H);
  }
  if (!is_full(r, rows))
    refuted(r, "some sticking motion is not damped: the rank is too small after %zu steps", steps);
  confirm(r, "no sticking motion escapes the damping (rank %zu after %zu step%s)", 2 * k, steps,
          steps == 1 ? "" : "s");
}

static void verify_undamped(run *r, const json_t *c) {
  const size_t k = r->system.r;
  size_t v = json_array_size(json_array_get(json_object_get(c, "basis"), 0));
  if (v == 0 || v > 2 * k) malformed(r, "basis: 1 to %zu columns are expected", 2 * k);
  matrix *V = read_matrix(r, c, "basis", 2 * k, v), *S = read_matrix(r, c, "S", v, v);
  if (rank_of(r, V) != v) refuted(r, "the columns of the basis are dependent");
  if (!fmpq_mat_equal(multiply(r, exactly(r, sticking_motion(r)), V), multiply(r, V, S)))
    refuted(r, "A V is not V S: the subspace is not invariant");
  if (!fmpq_mat_is_zero(multiply(r, exactly(r, sticking_damping(r)), V)))
    refuted(r, "motions in the subspace are damped");
  confirm(r, "a %zu-dimensional family of sticking motions has no damping", v);
}

/* A^T P + P A - alpha P > 0, x^T P x > 0. That P is symmetric follows from L D L^T being so. */
static void verify_growing(run *r, const json_t *c) {
  const size_t k = r->system.r;
  const uncertain P = {read_matrix(r, c, "P", 2 * k, 2 * k), new_matrix(r, 2 * k, 2 * k)};
  const fmpq *alpha = read_rational(r, c, "alpha");
  if (fmpq_sgn(alpha) <= 0) refuted(r, "alpha is not positive");
  const uncertain PA = multiply_uncertain(r, P, sticking_motion(r)), Q = transpose_uncertain(r, PA);
  matrix *alpha_P = new_matrix(r, 2 * k, 2 * k);
  fmpq_mat_add(Q.center, Q.center, PA.center);
  fmpq_mat_add(Q.radius, Q.radius, PA.radius);
  fmpq_mat_scalar_mul_fmpq(alpha_P, P.center, alpha);
  fmpq_mat_sub(Q.center, Q.center, alpha_P);
  verify_factors(r, lower_end(r, Q), c, true);
  if (fmpq_sgn(verify_image(r, c, P)) <= 0) refuted(r, "x^T P x is not positive");
  confirm(r, "a sticking motion grows: v = x^T P x > 0 and v' > %s v", show_rational(r, alpha));
}

static const struct {
  const char *kind, *members;
  verifier *verify;
} kinds[] = {
    {"definite", "id kind matrix L D", verify_definite},
    {"semidefinite", "id kind matrix L D", verify_definite},
    {"symmetric", "id kind matrix", verify_symmetric},
    {"nonsingular", NULL, verify_nonsingular},
    {"negative", "id kind matrix x image value", verify_negative},
    {"kernel", "id kind matrix basis", verify_kernel},
    {"trivial", "id kind matrices", verify_trivial},
    {"observable", "id kind steps", verify_observable},
    {"undamped", "id kind basis S", verify_undamped},
    {"growing", "id kind P alpha x image value L D", verify_growing},
    {"level", "id kind cuts leaves", verify_level},
    {"inside", NULL, verify_inside},
    {"spring", NULL, verify_spring},
    {"speed", "id kind", verify_speed},
    {"extent", "id kind x energy", verify_extent},
    {"friction", "id kind", verify_friction},
    {"held", "id kind q forces", verify_held},
    {"mass", "id kind tree", verify_mass},
    {"stationary", "id kind", verify_stationary},
    {"border", "id kind trees", verify_border},
    {"falls", "id kind tree", verify_falls},
    {"even", "id kind", verify_even},
    {"rubs", "id kind trees", verify_rubs},
    {"convex", "id kind tree", verify_convex},
    {"bounds", "id kind tree", verify_bounds},
    {"minimum", "id kind", verify_strict},
    {"footing", "id kind", verify_footing},
    {"forces", "id kind", verify_potential},
    {"balance", "id kind friction", verify_forces},
    {"cycle", "id kind contact low high pieces steps", verify_cycle},
    {"growth", "id kind factor", verify_growth},
    {"modes", "id kind", verify_modes},
    {"losses", "id kind", verify_losses},
    {"functions", "id kind functions rest events", verify_functions},
    {"motion", "id kind modes", verify_motion},
    {"heavy", "id kind", verify_heavy},
    {"directions", "id kind", verify_directions},
    {"pressed", "id kind", verify_pressed},
    {"grip", "id kind", verify_grip},
    {"bounces", "id kind", verify_bounces},
    {"constant", "id kind", verify_constant},
};

bool next_is(run *r, const char *kind) {
  return says(json_object_get(json_array_get(r->conditions, r->next), "kind"), kind);
}

void expect_condition(run *r, int number, const char *kind, const char *name) {
  const json_t *c = json_array_get(r->conditions, r->next);
  char id[64];
  size_t i = 0;
  snprintf(id, sizeof id, "%.40s.%d", r->theorem, number);
  snprintf(r->where, sizeof r->where, "%s, %s%s%s", id, kind, *name ? " " : "", name);
  if (!says(json_object_get(c, "id"), id) || !next_is(r, kind) ||
      (*name && !says(json_object_get(c, "matrix"), name)))
    refuted(r, "the theorem asks for this condition here; the certificate has %s",
            !c ? "none" : "another one");
  while (strcmp(kinds[i].kind, kind) != 0) i++;
  if (kinds[i].members) read_shape(r, c, "condition", kinds[i].members);
  r->name = name;
  kinds[i].verify(r, c);
  r->next++;
  r->where[0] = '\0';
}
