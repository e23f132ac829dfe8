/* bonds.c: forces and accelerations of given modes, impulses and velocity jumps of given impacts,
 * and their derivatives.
 *
 * Both are one linear problem. With v the accelerations (the jump of u), r the forces (impulses):
 *
 *     M v = b + W r,       W_x^T v + s_x = 0 in every direction x that is held,
 *     r_t = tie r_N in directions that slip,   r_k known for a friction that slips;
 *
 *     acceleration   b = h,   s = zeta                                (gamma' = 0)
 *     impact         b = 0,   s = (1 + e) gamma-                      (gamma+ = -e gamma-)
 *
 * tie = -sign mu for planar slip; for slip in several directions it turns with the slip velocity
 * (law_slope.c of contact), in impacts with that after them (turning.c). With
 * P the matrix of ties the unknown forces solve A x = -(W_x^T M^-1 (b + W r_k) + s_x),
 * A = W_x^T M^-1 W P.
 *
 * THE DERIVATIVE of it, with respect to everything at once, needs no derivative of a solution
 * procedure: with v and r known,
 *
 *     M dv = e + W P dx,     e = db + dW r - dM v + W (dP x + dr_k),
 *     A dx = -(W_x^T M^-1 e + dW_x^T v + ds_x)
 *
 * has the same matrices and one right-hand side per column. Held directions that depend on others
 * (two corners of a box that both stick) leave forces undetermined but not the motion; they are
 * dropped when the modes are chosen, and stay so for a whole phase, so that the derivative is one
 * smooth function. On perturbations that the bonds allow it does not matter which are dropped.
 *
 * Costs columns * (n^2 + n size) after a look.
 *
 * CFLAGS: -O3
 */
#include <math.h>
#include <string.h>

#include "variation.h"

/* Pivots below this share of the first count as 0, with unit diagonals. */
static const double RANK = 1e-10;

/* Rounds in which the direction of a slip after an impact settles, to this. */
enum { ROUNDS = 20 };
static const double SETTLED = 1e-12;

ss_status ss_response_create(ss_arena *arena, const ss_frame *f, ss_response *s) {
  const size_t n = f->n, most = f->directions, columns = f->columns;
  *s = (ss_response){
      .direction = ss_arena_new(arena, most, size_t),
      .owner = ss_arena_new(arena, most, size_t),
      .master = ss_arena_new(arena, most, size_t),
      .role = ss_arena_new(arena, most, ss_bond_role),
      .unknown = ss_arena_new(arena, most, size_t),
      .turning = ss_arena_new(arena, most, ss_turning),
      .slip = ss_arena_new(arena, most, double),
      .tie = ss_arena_new(arena, most, double),
      .tie_slope = ss_arena_new(arena, most * columns, double),
      .r = ss_arena_new(arena, most, double),
      .r_slope = ss_arena_new(arena, most * columns, double),
      .v = ss_arena_new(arena, n, double),
      .v_slope = ss_arena_new(arena, n * columns, double),
      .L = ss_arena_new(arena, n * n, double),
      .Y = ss_arena_new(arena, n * most, double),
      .P = ss_arena_new(arena, n * most, double),
      .inverse = ss_arena_new(arena, 2 * most * most, double),
      .b = ss_arena_new(arena, most * columns, double),
      .e = ss_arena_new(arena, n * columns, double),
  };
  const bool all = s->direction && s->owner && s->master && s->role && s->unknown && s->tie &&
                   s->turning && s->slip && s->tie_slope && s->r && s->r_slope && s->v &&
                   s->v_slope && s->L && s->Y && s->P && s->inverse && s->b && s->e;
  return all ? SS_OK : SS_MEMORY;
}

/* ---- who acts -------------------------------------------------------------------------------- */

/* Can the element's friction not exert any force, whatever happens? */
static bool is_idle(const ss_frame *f, size_t i) {
  const ss_element *e = f->system->element[i].element;
  if (e->law == SS_LAW_ONEWAY || e->law == SS_LAW_FRICTIONLESS) return false;
  if (ss_frame_value(f, SS_QUANTITY_LAW, 3 * i) == 0) return true;
  return e->kind == SS_ELEMENT_FRICTION && ss_frame_value(f, SS_QUANTITY_NORMAL, i) == 0;
}

void ss_bonds_of_modes(const ss_frame *f, const ss_mode *modes, ss_bond *bonds) {
  for (size_t i = 0; i < f->elements; i++) {
    const ss_mode mode = modes[i];
    bonds[i] = (ss_bond){.kind = SS_BOND_HELD, .sign = 1, .side = 1};
    if (mode == SS_MODE_FREE) bonds[i].kind = SS_BOND_NONE;
    if (mode == SS_MODE_SLIP_PLUS || mode == SS_MODE_SLIP_MINUS || mode == SS_MODE_SLIP ||
        mode == SS_MODE_ROLL)
      bonds[i].kind = SS_BOND_SLIP;
    if (mode == SS_MODE_SLIP_MINUS) bonds[i].sign = -1;
    if (mode == SS_MODE_STICK && is_idle(f, i)) bonds[i].kind = SS_BOND_SLIP;
    if (f->system->element[i].element->law != SS_LAW_ROLLING) continue;
    bonds[i].holds[0] = mode == SS_MODE_ROLL;
    bonds[i].holds[1] = mode == SS_MODE_SLIP && ss_frame_rests(f, i, 1);
  }
}

static void add(ss_response *s, size_t direction, size_t owner, ss_bond_role role) {
  s->direction[s->size] = direction;
  s->owner[s->size] = owner;
  s->master[s->size] = SIZE_MAX;
  s->role[s->size++] = role;
}

static void list_element(const ss_frame *f, const ss_bond *bond, size_t i, ss_response *s) {
  const ss_system_element *e = &f->system->element[i];
  const ss_element_kind kind = e->element->kind;
  const bool has_normal = e->normal != SIZE_MAX;
  if (bond->kind == SS_BOND_NONE) return;
  /* a force that is known moves nothing in an instant */
  if (s->impact && kind == SS_ELEMENT_FRICTION && !bond->stops) return;
  const size_t first = s->size;
  /* the many small impacts of an accumulation hardly turn a slip */
  const bool turns = s->impact && e->slips > 1 && !bond->soft;
  const bool given = s->impact && bond->given;
  if (has_normal) add(s, e->normal, i, given ? SS_ROLE_KNOWN : SS_ROLE_UNKNOWN);
  for (size_t k = 0; k < e->slips; k++) {
    const bool slips = bond->kind == SS_BOND_SLIP && !bond->holds[k >= SS_ROLL_FIRST];
    const size_t direction = f->normals + e->slip + k;
    add(s, direction, i,
        !slips                 ? SS_ROLE_UNKNOWN
        : turns                ? SS_ROLE_LAW
        : has_normal && !given ? SS_ROLE_TIED
                               : SS_ROLE_KNOWN);
    if (slips && has_normal) s->master[s->size - 1] = first;
    if (k == 0 && has_normal) s->r[first] = bond->push;
    s->slip[s->size - 1] = bond->push != 0 ? bond->slip[k] : f->gamma[direction];
  }
}

/* ---- ties ------------------------------------------------------------------------------------ */

/* Ties of one part of a law in several directions, whose first slip is component a, for a unit
 * normal force. */
static bool tie_part(const ss_frame *f, size_t i, size_t part, size_t a, ss_response *s) {
  const ss_system_element *e = &f->system->element[i];
  ss_law law = {.kind = e->element->law};
  for (size_t k = 0; k < 3; k++) law.argument[k] = ss_frame_value(f, SS_QUANTITY_LAW, 3 * i + k);
  /* where the part's arguments stand */
  const size_t first = ss_law_part_first(part), shift = part ? 2 : 0;
  const size_t count = ss_law_part_last(law.kind, part) - first;
  const size_t d = f->normals + e->slip + first;
  law = ss_law_part(&law, part);
  ss_law_slope slope;
  if (!ss_law_find_slope(&law, f->gamma + d, &slope)) return false;
  const size_t arguments = law.kind == SS_LAW_DISK ? 1 : 2;
  for (size_t k = 0; k < count; k++) {
    double *row = s->tie_slope + (a + k) * f->columns;
    s->tie[a + k] = -slope.point[k];
    memset(row, 0, f->columns * sizeof *row);
    for (size_t j = 0; j < count; j++)
      for (size_t c = 0; c < f->columns; c++)
        row[c] -= slope.by_slip[k][j] * f->gamma_slope[(d + j) * f->columns + c];
    for (size_t j = 0; j < arguments; j++) {
      const double *dlaw = ss_frame_slope(f, SS_QUANTITY_LAW, 3 * i + shift + j);
      for (size_t c = 0; c < f->columns; c++) row[c] -= slope.by_argument[k][j] * dlaw[c];
    }
  }
  return true;
}

/* Ties of element i, whose first slip that is tied is component a, for a unit normal force. */
static bool tie_element(const ss_frame *f, size_t i, size_t a, ss_response *s) {
  const ss_element *e = f->system->element[i].element;
  const ss_bond *bond = &s->bond[i];
  if (f->system->element[i].slips > 1) {
    for (size_t part = 0; part < ss_law_parts(e->law); part++) {
      if (bond->holds[part]) continue;
      if (!tie_part(f, i, part, a, s)) return false;
      a += ss_law_part_last(e->law, part) - ss_law_part_first(part);
    }
    return true;
  }
  if (e->law != SS_LAW_COULOMB) return false;
  const double *slope = ss_frame_slope(f, SS_QUANTITY_LAW, 3 * i);
  s->tie[a] = -bond->sign * ss_frame_value(f, SS_QUANTITY_LAW, 3 * i);
  for (size_t c = 0; c < f->columns; c++) s->tie_slope[a * f->columns + c] = -bond->sign * slope[c];
  return true;
}

/* A slider's friction belongs to |N|; that of a friction to a known force. */
static void scale_tie(const ss_frame *f, size_t a, ss_response *s) {
  const size_t i = s->owner[a];
  double *slope = s->tie_slope + a * f->columns;
  if (s->role[a] == SS_ROLE_TIED) {
    for (size_t c = 0; c < f->columns; c++) slope[c] *= s->bond[i].side;
    s->tie[a] *= s->bond[i].side;
    return;
  }
  const bool given = s->bond[i].given; /* how a push changes is not told by the state */
  const double normal = given ? s->bond[i].push : ss_frame_value(f, SS_QUANTITY_NORMAL, i);
  const double *dnormal = ss_frame_slope(f, SS_QUANTITY_NORMAL, i);
  for (size_t c = 0; c < f->columns; c++)
    slope[c] = slope[c] * normal + (given ? 0 : s->tie[a] * dnormal[c]);
  s->tie[a] *= normal;
}

/* Is component a a friction that its law ties to a normal force? */
static bool is_rubbed(const ss_frame *f, const ss_response *s, size_t a) {
  const bool slips = s->role[a] == SS_ROLE_TIED || s->role[a] == SS_ROLE_KNOWN;
  return slips && s->direction[a] >= f->normals;
}

static bool find_ties(const ss_frame *f, ss_response *s) {
  for (size_t a = 0; a < s->size; a++) {
    const bool first = a == 0 || s->owner[a - 1] != s->owner[a] || !is_rubbed(f, s, a - 1);
    if (is_rubbed(f, s, a) && first && !tie_element(f, s->owner[a], a, s)) return false;
  }
  for (size_t a = 0; a < s->size; a++) {
    if (is_rubbed(f, s, a)) {
      scale_tie(f, a, s);
    } else if (s->role[a] == SS_ROLE_KNOWN) { /* a normal impulse that is given */
      s->tie[a] = s->bond[s->owner[a]].push;
      memset(s->tie_slope + a * f->columns, 0, f->columns * sizeof *s->tie_slope);
    }
  }
  return true;
}

/* ---- the matrices ---------------------------------------------------------------------------- */

static const double *row_of(const ss_frame *f, const ss_response *s, size_t a) {
  const size_t d = s->direction[a];
  return d < f->normals ? f->values.of[SS_QUANTITY_WN] + d * f->n
                        : f->values.of[SS_QUANTITY_WT] + (d - f->normals) * f->n;
}

static const double *row_slope(const ss_frame *f, const ss_response *s, size_t a, size_t k) {
  const size_t d = s->direction[a];
  return d < f->normals ? ss_frame_slope(f, SS_QUANTITY_WN, d * f->n + k)
                        : ss_frame_slope(f, SS_QUANTITY_WT, (d - f->normals) * f->n + k);
}

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

/* L, Y = M^-1 W, and P: M^-1 W P, one column per unknown. */
static bool factor(const ss_frame *f, ss_response *s) {
  const size_t n = f->n;
  if (ss_matrix_factor(n, f->values.of[SS_QUANTITY_M], s->L) != SS_OK) return false;
  for (size_t a = 0; a < s->size; a++) memcpy(s->Y + a * n, row_of(f, s, a), n * sizeof *s->Y);
  ss_matrix_solve(n, s->L, s->size, s->Y);
  for (size_t x = 0; x < s->unknowns; x++) {
    const size_t a = s->unknown[x];
    memcpy(s->P + x * n, s->Y + a * n, n * sizeof *s->P);
    for (size_t t = 0; t < s->size; t++)
      if (s->role[t] == SS_ROLE_TIED && s->master[t] == a)
        for (size_t k = 0; k < n; k++) s->P[x * n + k] += s->tie[t] * s->Y[t * n + k];
  }
  return true;
}

static void list_unknowns(ss_response *s) {
  s->unknowns = 0;
  for (size_t a = 0; a < s->size; a++)
    if (s->role[a] == SS_ROLE_UNKNOWN || s->role[a] == SS_ROLE_LAW) s->unknown[s->unknowns++] = a;
}

static void swap_rows(size_t m, size_t a, size_t b, double *A) {
  for (size_t j = 0; a != b && j < m; j++) {
    const double t = A[a * m + j];
    A[a * m + j] = A[b * m + j];
    A[b * m + j] = t;
  }
}

/* A by rows into s->inverse, unknowns x unknowns. */
static void build(const ss_frame *f, ss_response *s) {
  for (size_t x = 0; x < s->unknowns; x++)
    for (size_t y = 0; y < s->unknowns; y++)
      s->inverse[x * s->unknowns + y] = dot(f->n, row_of(f, s, s->unknown[x]), s->P + y * f->n);
}

/* Marks unknowns that depend on earlier ones: elimination in the order of the list, the rows with
 * unit diagonals, so that normals come before the slips of their own element. */
static void drop_dependent(const ss_frame *f, ss_response *s) {
  const size_t m = s->unknowns;
  double *A = s->inverse, *scale = s->b;
  build(f, s);
  for (size_t x = 0; x < m; x++) {
    const double g = dot(f->n, row_of(f, s, s->unknown[x]), s->Y + s->unknown[x] * f->n);
    scale[x] = g > 0 ? 1 / sqrt(g) : 1;
  }
  for (size_t x = 0; x < m; x++)
    for (size_t y = 0; y < m; y++) A[x * m + y] *= scale[x] * scale[y];
  for (size_t x = 0; x < m; x++) {
    const double pivot = A[x * m + x];
    if (s->role[s->unknown[x]] == SS_ROLE_LAW) continue; /* determined by its law */
    if (fabs(pivot) < RANK) {
      s->role[s->unknown[x]] = SS_ROLE_DROPPED;
      s->dependent = true;
      continue;
    }
    for (size_t i = x + 1; i < m; i++) {
      const double factor = A[i * m + x] / pivot;
      for (size_t j = x; j < m; j++) A[i * m + j] -= factor * A[x * m + j];
    }
  }
  list_unknowns(s);
}

/* inverse = A^-1 by Gauss and Jordan with row exchanges; false if A is singular. */
static bool invert(const ss_frame *f, ss_response *s) {
  const size_t m = s->unknowns;
  double *A = s->inverse, *I = A + m * m;
  build(f, s);
  ss_turning_mix(s, m, A);
  ss_turning_add_forces(s, A);
  memset(I, 0, m * m * sizeof *I);
  for (size_t x = 0; x < m; x++) I[x * m + x] = 1;
  for (size_t k = 0; k < m; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < m; i++)
      if (fabs(A[i * m + k]) > fabs(A[best * m + k])) best = i;
    swap_rows(m, k, best, A);
    swap_rows(m, k, best, I);
    const double pivot = A[k * m + k];
    if (!(fabs(pivot) > 0)) return false;
    for (size_t j = 0; j < m; j++) A[k * m + j] /= pivot, I[k * m + j] /= pivot;
    for (size_t i = 0; i < m; i++) {
      const double factor = A[i * m + k];
      if (i == k || factor == 0) continue;
      for (size_t j = 0; j < m; j++) {
        A[i * m + j] -= factor * A[k * m + j];
        I[i * m + j] -= factor * I[k * m + j];
      }
    }
  }
  memcpy(A, I, m * m * sizeof *A);
  return true;
}

bool ss_response_choose(const ss_frame *f, const ss_bond *bonds, bool impact, ss_response *s) {
  s->bond = bonds;
  s->impact = impact;
  s->size = 0;
  s->dependent = false;
  for (size_t i = 0; i < f->elements; i++) list_element(f, &bonds[i], i, s);
  list_unknowns(s);
  if (!find_ties(f, s) || !factor(f, s)) return false;
  drop_dependent(f, s);
  return true;
}

/* ---- the solution ---------------------------------------------------------------------------- */

double ss_response_restitution(const ss_frame *f, const ss_response *s, size_t a,
                               const double **slope) {
  const ss_element *e = f->system->element[s->owner[a]].element;
  const size_t i = 2 * s->owner[a] + (s->direction[a] < f->normals ? 0 : 1);
  *slope = NULL;
  if (e->kind != SS_ELEMENT_CONTACT || s->bond[s->owner[a]].soft) return 0;
  *slope = ss_frame_slope(f, SS_QUANTITY_RESTITUTION, i);
  return ss_frame_value(f, SS_QUANTITY_RESTITUTION, i);
}

/* s of component a, and its derivatives. */
static double demand(const ss_frame *f, const ss_response *s, size_t a, double *slope) {
  const size_t d = s->direction[a], columns = f->columns;
  if (!s->impact) {
    const ss_quantity rate = d < f->normals ? SS_QUANTITY_WN_RATE : SS_QUANTITY_WT_RATE;
    const size_t i = d < f->normals ? d : d - f->normals;
    memcpy(slope, ss_frame_slope(f, rate, i), columns * sizeof *slope);
    return ss_frame_value(f, rate, i);
  }
  const double *de, e = ss_response_restitution(f, s, a, &de);
  const double *dgamma = f->gamma_slope + d * columns;
  for (size_t c = 0; c < columns; c++)
    slope[c] = (1 + e) * dgamma[c] + (de ? de[c] * f->gamma[d] : 0);
  return (1 + e) * f->gamma[d];
}

/* r and v. s->b receives the slopes of the demands, a row per unknown. */
static void solve_values(const ss_frame *f, ss_response *s) {
  const size_t n = f->n, m = s->unknowns;
  double *free = s->v, *rhs = s->inverse + m * m;
  memset(free, 0, n * sizeof *free);
  if (!s->impact) memcpy(free, f->values.of[SS_QUANTITY_H], n * sizeof *free);
  ss_matrix_solve(n, s->L, 1, free);
  for (size_t a = 0; a < s->size; a++) {
    s->r[a] = s->role[a] == SS_ROLE_KNOWN ? s->tie[a] : 0;
    for (size_t k = 0; s->r[a] != 0 && k < n; k++) free[k] += s->Y[a * n + k] * s->r[a];
  }
  for (size_t x = 0; x < m; x++)
    rhs[x] = -dot(n, row_of(f, s, s->unknown[x]), free) -
             demand(f, s, s->unknown[x], s->b + x * f->columns);
  ss_turning_mix(s, 1, rhs);
  for (size_t x = 0; x < m; x++) s->r[s->unknown[x]] = dot(m, s->inverse + x * m, rhs);
  for (size_t x = 0; x < m; x++)
    for (size_t k = 0; k < n; k++) s->v[k] += s->P[x * n + k] * s->r[s->unknown[x]];
  for (size_t a = 0; a < s->size; a++)
    if (s->role[a] == SS_ROLE_TIED) s->r[a] = s->tie[a] * s->r[s->master[a]];
}

/* e = db + dW r - dM v + W (dP x + dr_k), by columns, then M^-1 e. */
static void build_loads(const ss_frame *f, ss_response *s) {
  const size_t n = f->n, columns = f->columns;
  const bool fixed_rows = f->system->traits.constant_directions && f->moved == 0;
  for (size_t k = 0; k < n; k++) {
    const double *dh = s->impact ? NULL : ss_frame_slope(f, SS_QUANTITY_H, k);
    for (size_t c = 0; c < columns; c++) s->e[c * n + k] = dh ? dh[c] : 0;
    for (size_t a = 0; a < s->size && !fixed_rows; a++) {
      const double *dW = row_slope(f, s, a, k), r = s->r[a];
      for (size_t c = 0; c < columns; c++) s->e[c * n + k] += dW[c] * r;
    }
    for (size_t j = 0; j < n && !f->fixed_mass; j++) {
      const double *dM = ss_frame_slope(f, SS_QUANTITY_M, k * n + j), v = s->v[j];
      for (size_t c = 0; c < columns; c++) s->e[c * n + k] -= dM[c] * v;
    }
  }
  for (size_t a = 0; a < s->size; a++) {
    if (s->role[a] != SS_ROLE_TIED && s->role[a] != SS_ROLE_KNOWN) continue;
    const double scale = s->role[a] == SS_ROLE_TIED ? s->r[s->master[a]] : 1;
    const double *W = row_of(f, s, a), *slope = s->tie_slope + a * columns;
    for (size_t c = 0; c < columns; c++)
      for (size_t k = 0; slope[c] != 0 && k < n; k++) s->e[c * n + k] += W[k] * slope[c] * scale;
  }
  ss_matrix_solve(n, s->L, columns, s->e);
}

static void solve_slopes(const ss_frame *f, ss_response *s) {
  const size_t n = f->n, m = s->unknowns, columns = f->columns;
  build_loads(f, s);
  /* -(W_x^T M^-1 e + dW_x^T v + ds_x), in place of ds_x */
  for (size_t x = 0; x < m; x++) {
    double *b = s->b + x * columns;
    const double *W = row_of(f, s, s->unknown[x]);
    for (size_t k = 0; k < n; k++) {
      const double *dW = row_slope(f, s, s->unknown[x], k), v = s->v[k];
      for (size_t c = 0; c < columns; c++) b[c] += dW[c] * v;
    }
    for (size_t c = 0; c < columns; c++) b[c] = -b[c] - dot(n, W, s->e + c * n);
  }
  ss_turning_mix(s, columns, s->b);
  ss_turning_add_arguments(f, s, s->b);
  memset(s->r_slope, 0, s->size * columns * sizeof *s->r_slope);
  for (size_t x = 0; x < m; x++)
    for (size_t y = 0; y < m; y++) {
      const double factor = s->inverse[x * m + y], *b = s->b + y * columns;
      double *dx = s->r_slope + s->unknown[x] * columns;
      for (size_t c = 0; c < columns; c++) dx[c] += factor * b[c];
    }
  for (size_t k = 0; k < n; k++) {
    double *dv = s->v_slope + k * columns;
    for (size_t c = 0; c < columns; c++) dv[c] = s->e[c * n + k];
    for (size_t x = 0; x < m; x++) {
      const double *dx = s->r_slope + s->unknown[x] * columns, P = s->P[x * n + k];
      for (size_t c = 0; c < columns; c++) dv[c] += P * dx[c];
    }
  }
  for (size_t a = 0; a < s->size; a++) {
    double *dr = s->r_slope + a * columns, *dtie = s->tie_slope + a * columns;
    if (s->role[a] == SS_ROLE_KNOWN) memcpy(dr, dtie, columns * sizeof *dr);
    if (s->role[a] != SS_ROLE_TIED) continue;
    const double *dN = s->r_slope + s->master[a] * columns, N = s->r[s->master[a]];
    for (size_t c = 0; c < columns; c++) dr[c] = s->tie[a] * dN[c] + dtie[c] * N;
  }
}

bool ss_response_solve(const ss_frame *f, ss_response *s) {
  if (!find_ties(f, s) || !factor(f, s)) return false;
  double change = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    if (!ss_turning_find(f, s) || !invert(f, s)) return false;
    solve_values(f, s);
    if (s->turnings == 0 || change < SETTLED) break;
    change = ss_turning_repeat(f, s);
  }
  if (s->turnings && !(change < SETTLED)) return false;
  solve_slopes(f, s);
  return ss_vary_are_finite(f->n * f->columns, s->v_slope) && ss_vary_are_finite(f->n, s->v);
}

/* v is linear in it: W_N and the friction that it brings, and what those that are held answer. */
void ss_response_find_share(const ss_frame *f, const ss_response *s, size_t i, double *share) {
  const size_t n = f->n, m = s->unknowns;
  double *rhs = s->b;
  memset(share, 0, n * sizeof *share);
  for (size_t a = 0; a < s->size; a++) {
    if (s->owner[a] != i || s->role[a] != SS_ROLE_KNOWN) continue;
    for (size_t k = 0; k < n; k++) share[k] += s->Y[a * n + k] * s->tie[a] / s->bond[i].push;
  }
  for (size_t x = 0; x < m; x++) rhs[x] = -dot(n, row_of(f, s, s->unknown[x]), share);
  for (size_t x = 0; x < m; x++) {
    const double r = dot(m, s->inverse + x * m, rhs);
    for (size_t k = 0; k < n; k++) share[k] += s->P[x * n + k] * r;
  }
}

size_t ss_response_find(const ss_response *s, size_t direction) {
  for (size_t a = 0; a < s->size; a++)
    if (s->direction[a] == direction) return a;
  return SIZE_MAX;
}

/* Sliders that slip push with a side of their own; true if a side was wrong. */
static bool turn_sides(const ss_frame *f, ss_bond *bonds, const ss_response *s) {
  bool turned = false;
  for (size_t i = 0; i < f->elements; i++) {
    const ss_system_element *e = &f->system->element[i];
    if (e->element->kind != SS_ELEMENT_SLIDER || bonds[i].kind != SS_BOND_SLIP) continue;
    const size_t a = ss_response_find(s, e->normal);
    if (a == SIZE_MAX || s->r[a] * bonds[i].side >= 0) continue;
    bonds[i].side = -bonds[i].side;
    turned = true;
  }
  return turned;
}

bool ss_response_follow(const ss_frame *f, ss_bond *bonds, ss_response *s) {
  return ss_response_solve(f, s) && (!turn_sides(f, bonds, s) || ss_response_solve(f, s));
}

bool ss_response_of_modes(const ss_frame *f, const ss_mode *modes, ss_bond *bonds, ss_response *s) {
  ss_bonds_of_modes(f, modes, bonds);
  for (int round = 0; round < 2; round++) {
    if (!ss_response_choose(f, bonds, false, s) || !ss_response_solve(f, s)) return false;
    if (!turn_sides(f, bonds, s)) break;
  }
  return true;
}
