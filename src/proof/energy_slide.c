/* energy_slide.c: rest points that move with parameters.
 *
 * Where parameters have ranges, one box of positions has to do for all of them, but the rest point
 * q_e(theta) of a block moves with its height, that of an arm with the wall it leans against. To
 * first order it moves along S = dq_e/dtheta, from the implicit function theorem for the conditions
 * of rest (energy_point.c). So the machine is seen in coordinates that move along,
 *
 *     q = x + S (theta - theta_0),
 *
 * theta_0 being the middle of the ranges. For each theta, which is constant in time, this only
 * moves the origin: q' = x', and every formula f(q, u, theta) becomes f(x + S (theta - theta_0), u,
 * theta). The rest point in x moves by terms of second order only. S is rounded to a few digits: a
 * rest height b moves by 1 with b, to the letter. What was asked and found is then about x, and the
 * certificate tells S and theta_0.
 */
#include <arb.h>
#include <math.h>
#include <string.h>

#include "energy.h"
#include "standstill/exact.h"

/* ---- how it moves ---------------------------------------------------------------------------- */

/* To 20 bits; 0 where the whole range moves the rest point by less than rounding does. */
static double round_slope(double slope, double width, double size) {
  int exponent;
  if (!(fabs(slope) * width > 1e-9 * size)) return 0;
  frexp(slope, &exponent);
  const double unit = ldexp(1, exponent - 20);
  return round(slope / unit) * unit;
}

/* S and theta_0 of a rest point that was found for theta_0; whether anything moves. */
static bool take_slopes(ss_energy *e, const ss_energy_point *p, double *slide) {
  bool moves = false;
  for (size_t i = 0; i < e->n; i++)
    for (size_t r = 0; r < e->ranges; r++) {
      const double width = e->range_hi[r] - e->range_lo[r];
      const double slope = e->used[i] ? p->slope[i * e->ranges + r] : 0;
      slide[i * e->ranges + r] = round_slope(slope, width, fmax(fabs(p->q[i]), width));
      moves = moves || slide[i * e->ranges + r] != 0;
    }
  return moves;
}

/* q, or back from x to q, as formulas of the others. */
static void write_places(const ss_energy *e, int sign, ss_expr *place) {
  ss_graph *g = e->graph;
  for (size_t i = 0; i < e->n; i++) {
    place[i] = e->system->q[i];
    for (size_t r = 0; r < e->ranges; r++) {
      const double slope = sign * e->slide[i * e->ranges + r];
      if (slope == 0) continue;
      const ss_expr by =
          ss_expr_sub(g, e->variable[2 * e->n + r], ss_energy_number(e, e->slide_from[r]));
      place[i] = ss_expr_add(g, place[i], ss_expr_mul(g, ss_energy_number(e, slope), by));
    }
  }
}

ss_expr ss_energy_slide_back(const ss_energy *e, ss_expr f) {
  ss_expr place[SS_ENERGY_COORDINATES], result = f;
  if (!e->slide) return f;
  write_places(e, -1, place);
  ss_expr_substitute(e->graph, e->n, e->system->q, place, 1, &f, &result);
  return result;
}

double ss_energy_slide_at(const ss_energy *e, size_t i, const double *theta) {
  double sum = 0;
  for (size_t r = 0; e->slide && r < e->ranges; r++)
    sum += e->slide[i * e->ranges + r] * (theta[r] - e->slide_from[r]);
  return sum;
}

const char *ss_energy_tell_slide(const ss_energy *e) {
  const char *text = "";
  if (!e->slide) return NULL;
  for (size_t i = 0; i < e->n; i++)
    for (size_t r = 0; r < e->ranges && text; r++)
      if (e->slide[i * e->ranges + r] != 0)
        text = ss_arena_format(e->arena, "%s%s%s by %.6g (%s - %.6g)", text, *text ? ", " : "",
                               e->system->names[i], e->slide[i * e->ranges + r],
                               ss_expr_name(e->graph, e->variable[2 * e->n + r]), e->slide_from[r]);
  return text;
}

/* ---- the machine in moving coordinates ------------------------------------------------------- */

typedef struct slide {
  ss_energy *e;
  ss_expr place[SS_ENERGY_COORDINATES];
  bool failed;
} slide;

static void move(slide *s, size_t count, ss_expr *f) {
  ss_graph *g = s->e->graph;
  for (size_t i = 0; i < count && !s->failed; i++) {
    if (!f[i] || !ss_expr_find_symbol(g, 1, &f[i], s->e->n, s->e->system->q)) continue;
    s->failed = ss_expr_substitute(g, s->e->n, s->e->system->q, s->place, 1, &f[i], &f[i]) != SS_OK;
    if (!s->failed) f[i] = ss_expr_simplify(g, f[i]);
  }
}

/* The same formulas, in a list of their own. */
static const ss_expr *move_list(slide *s, size_t count, const ss_expr *from) {
  ss_expr *to = from ? ss_arena_new(s->e->arena, count + 1, ss_expr) : NULL;
  if (!from) return NULL;
  if (!to) {
    s->failed = true;
    return from;
  }
  memcpy(to, from, count * sizeof *to);
  move(s, count, to);
  return to;
}

static const ss_rubbing *move_elements(slide *s, size_t count, const ss_rubbing *from) {
  const size_t n = s->e->n;
  ss_rubbing *to = ss_arena_new(s->e->arena, count + 1, ss_rubbing);
  if (!to) {
    s->failed = true;
    return from;
  }
  for (size_t j = 0; j < count; j++) {
    to[j] = from[j];
    to[j].normal = move_list(s, n, from[j].normal);
    for (size_t k = 0; k < from[j].slips; k++) to[j].slip[k] = move_list(s, n, from[j].slip[k]);
    move(s, from[j].slips, to[j].limit);
    move(s, 1, &to[j].gap);
    move(s, 1, &to[j].zeta);
    move(s, 1, &to[j].eN);
    move(s, 1, &to[j].eT);
  }
  return to;
}

static bool move_machine(ss_energy *e) {
  slide s = {.e = e};
  const size_t n = e->n;
  ss_system *system = ss_arena_new(e->arena, 1, ss_system);
  size_t forces = e->sliders;
  if (!system) return false;
  for (size_t j = 0; j < e->frictions; j++) forces += e->friction[j].slips;
  write_places(e, 1, s.place);
  *system = *e->system;
  system->M = move_list(&s, n * n, e->system->M);
  system->h = move_list(&s, n, e->system->h);
  ss_energy moved = *e;
  moved.dU = move_list(&s, n, e->dU);
  moved.Minv = move_list(&s, n * n, e->Minv);
  moved.fnc = move_list(&s, n, e->fnc);
  moved.damping = move_list(&s, n * n, e->damping);
  moved.drag = move_list(&s, n, e->drag);
  moved.contact = move_elements(&s, e->contacts, e->contact);
  moved.friction = move_elements(&s, e->frictions, e->friction);
  moved.slider = move_elements(&s, e->sliders, e->slider);
  moved.normal = move_list(&s, e->sliders, e->normal);
  moved.coupling = move_list(&s, e->sliders * forces, e->coupling);
  move(&s, 1, &moved.U);
  move(&s, 1, &moved.T);
  move(&s, 1, &moved.power);
  moved.system = system;
  if (s.failed) return false;
  *e = moved;
  return true;
}

/* ---- from where energies are counted --------------------------------------------------------- */

double ss_energy_most(const ss_energy *e, const ss_energy_point *p) {
  const size_t n = e->n, count = n + e->ranges;
  ss_expr variable[count];
  double lo[count], hi[count];
  ss_tape *tape = NULL;
  ss_form form;
  arf_t end;
  for (size_t i = 0; i < count; i++) {
    variable[i] = e->variable[i < n ? i : n + i];
    lo[i] = i < n ? p->lo[i] : e->range_lo[i - n];
    hi[i] = i < n ? p->hi[i] : e->range_hi[i - n];
  }
  const ss_expr U = ss_energy_potential(e, p->closed);
  if (ss_tape_compile(e->graph, 0, NULL, count, variable, 1, &U, &tape) != SS_OK) return INFINITY;
  arf_init(end);
  ss_form_create(tape, NULL, 128, &form);
  ss_form_run(&form, lo, hi);
  arb_get_ubound_arf(end, form.value, 128);
  const double most = arf_get_d(end, ARF_RND_CEIL);
  ss_form_destroy(&form);
  ss_tape_destroy(tape);
  arf_clear(end);
  return most;
}

void ss_energy_count(ss_energy *e, const ss_energy_point *p) {
  ss_expr place[SS_ENERGY_COORDINATES], U = ss_energy_potential(e, p->closed);
  fmpq_t x;
  e->zero = p->U_hi;
  if (!e->ranges) return;
  fmpq_init(x);
  for (size_t i = 0; i < e->n; i++) {
    ss_exact_from_double(x, p->q[i], 0);
    place[i] = ss_expr_number(e->graph, x);
  }
  fmpq_clear(x);
  if (ss_expr_substitute(e->graph, e->n, e->system->q, place, 1, &U, &U) != SS_OK) return;
  e->U = ss_expr_simplify(e->graph, ss_expr_sub(e->graph, e->U, U));
  if (e->full) e->full_U = ss_expr_sub(e->graph, e->full_U, U);
  e->zero = 0;
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_energy_slide(ss_energy *e, const double *at) {
  if (e->settled || !e->ranges) return SS_OK;
  e->settled = true;
  ss_energy middle = *e;
  ss_energy_point p;
  double *from = ss_arena_new(e->arena, e->ranges, double);
  double *S = ss_arena_new(e->arena, e->n * e->ranges, double);
  if (!from || !S) return SS_MEMORY;
  for (size_t r = 0; r < e->ranges; r++) from[r] = e->range_lo[r] / 2 + e->range_hi[r] / 2;
  middle.range_lo = middle.range_hi = from;
  const ss_status status = ss_energy_find_point(&middle, at, &p);
  if (status != SS_OK || !p.slope || !take_slopes(e, &p, S)) return status;
  e->slide = S;
  e->slide_from = from;
  if (move_machine(e)) return SS_OK;
  e->slide = NULL;
  return ss_graph_status(e->graph) == SS_MEMORY ? SS_MEMORY : SS_OK;
}
