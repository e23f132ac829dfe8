/* energy_level.c: from where on may a condition fail? The level of theorem 1.
 *
 * In a region R around the rest point, a box of positions and velocities, V = T + U has on its
 * border, and at the states inside that violate a condition (energy_ask.c), at least the energy
 * `bound`. Then {V < bound} within R is bounded, closed under the motion, and all conditions hold
 * on it; it is the part of the level around the rest point.
 *
 * R grows (energy_region.c) until its border has an energy that is aimed at; the aim grows by a
 * factor of four until a violation lies below it or a face is stuck. Everything is bounded by the
 * box prover, coarsely while growing; the last questions are asked with full effort.
 *
 * Where the potential is a convex quadratic form, gaps are affine and no condition depends on the
 * state, there is no level: q_e is the only minimum, the energy grows in all directions (its
 * recession cone is {0}, because the reduced Hessian is positive definite and forces are positive),
 * and every {V < rho} is bounded.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"

enum { ROUNDS = 24, STARTS = 9 };

static const ss_boxes_effort coarse = {.boxes = 400, .gap = 0.02};

typedef ss_energy_search search;

/* ---- which questions ------------------------------------------------------------------------- */

/* Calls `use` for each question but the border's; false stops. */
typedef bool (*use_question)(search *s, const ss_energy_question *q);

static bool each_inward(search *s, use_question use) {
  const ss_energy *e = s->e;
  const size_t sets = (size_t)1 << e->contacts;
  for (size_t closed = 0; closed < sets; closed++) {
    const size_t corners = (size_t)1 << ss_energy_corners(e, closed);
    for (size_t corner = 0; corner < corners; corner++) {
      ss_energy_question q = {.condition = 4, .closed = closed, .corner = corner};
      bool any = false;
      q.kind = SS_ENERGY_INWARD;
      for (q.open = 0; q.open < e->contacts; q.open++) {
        if ((closed >> q.open & 1) || !(s->p->chosen >> q.open & 1)) continue;
        any = true;
        if (!use(s, &q)) return false;
      }
      q.kind = SS_ENERGY_CARRIED;
      if (closed && any && !use(s, &q)) return false;
    }
  }
  return true;
}

static bool each_limit(search *s, use_question use) {
  const ss_energy *e = s->e;
  const size_t others = e->contacts + e->frictions;
  for (size_t j = 0; j < others + e->sliders; j++) {
    const ss_rubbing *r = j < e->contacts ? &e->contact[j]
                          : j < others    ? &e->friction[j - e->contacts]
                                          : &e->slider[j - others];
    for (size_t k = 0; k < r->slips; k++) {
      const ss_energy_question q = {
          .kind = SS_ENERGY_LIMIT, .condition = 5, .open = j, .corner = k};
      if (!use(s, &q)) return false;
    }
  }
  return true;
}

/* No two contacts are hit at once. */
static bool hits_alone(const ss_energy *e) {
  bool alone = true;
  for (size_t j = 0; j < e->contacts; j++) alone = alone && e->contact[j].single;
  return alone;
}

/* Every velocity dissipates, or does so later. */
static bool each_dissipation(search *s, use_question use) {
  ss_energy_question q = {.kind = SS_ENERGY_FULL, .condition = 5, .closed = s->p->chosen};
  if (!s->p->late) return use(s, &q);
  for (size_t closed = 0; closed < (size_t)1 << s->e->contacts; closed++) {
    q = (ss_energy_question){
        .kind = SS_ENERGY_LATE, .condition = 5, .closed = closed, .corner = s->p->late};
    if (!use(s, &q)) return false;
  }
  return true;
}

static bool each_question(search *s, use_question use) {
  const ss_energy *e = s->e;
  ss_energy_question q = {.kind = SS_ENERGY_MASS, .condition = 1};
  if (!use(s, &q)) return false;
  for (size_t k = 0; ss_energy_power_question(e, k, &q); k++)
    if (!use(s, &q)) return false;
  if (s->p->chosen && !each_inward(s, use)) return false;
  if (!e->sliders && !s->p->calm && !each_dissipation(s, use)) return false;
  if (!each_limit(s, use)) return false;
  for (size_t k = 0; ss_slider_question(e, k, &q); k++)
    if (!use(s, &q)) return false;
  for (size_t set = 1; s->p->restitution == 'a' && set < (size_t)1 << e->contacts; set++) {
    if ((set & (set - 1)) && hits_alone(e)) continue;
    q = (ss_energy_question){.kind = SS_ENERGY_IMPACT, .condition = 7, .closed = set};
    if (!use(s, &q)) return false;
  }
  return true;
}

/* ---- everywhere ------------------------------------------------------------------------------ */

static bool holds_everywhere(search *s, const ss_energy_question *q) {
  ss_energy_answer answer;
  const ss_status status = ss_energy_ask(s->e, q, NULL, NULL, &s->fine, &answer);
  const bool holds = status == SS_OK && answer.boxes.verdict == SS_PROVED;
  if (status == SS_MEMORY) s->status = status;
  if (status == SS_OK) ss_energy_answer_clear(&answer);
  return holds;
}

/* U is a convex quadratic form and gaps are affine. */
static bool is_convex(search *s) {
  const ss_energy *e = s->e;
  const size_t n = e->n;
  ss_expr *H = ss_arena_new(e->arena, n * n, ss_expr);
  if (!H || ss_expr_jacobian(e->graph, n, e->dU, n, e->system->q, H) != SS_OK) return false;
  if (ss_expr_find_symbol(e->graph, n * n, H, n, e->system->q)) return false;
  for (size_t j = 0; j < e->contacts; j++)
    if (ss_expr_find_symbol(e->graph, n, e->contact[j].normal, n, e->system->q)) return false;
  const ss_energy_question q = {.kind = SS_ENERGY_CONVEX, .condition = 2};
  bool flat = true;
  for (size_t i = 0; i < n * n; i++) flat = flat && ss_expr_is_integer(e->graph, H[i], 0);
  return flat || holds_everywhere(s, &q);
}

/* ---- the level ------------------------------------------------------------------------------- */

bool ss_energy_keep(search *s, const ss_energy_answer *answer) {
  ss_energy_proof *p = s->p;
  if (p->asked == p->room) {
    const size_t room = p->room ? 2 * p->room : 32;
    ss_energy_answer *more = realloc(p->answer, room * sizeof *more);
    if (!more) {
      s->status = SS_MEMORY;
      return false;
    }
    p->answer = more;
    p->room = room;
  }
  p->answer[p->asked++] = *answer;
  return true;
}

static void forget(ss_energy_proof *p) {
  for (size_t i = 0; i < p->asked; i++) ss_energy_answer_clear(&p->answer[i]);
  p->asked = 0;
}

static bool ask_one(search *s, const ss_energy_question *q, const ss_boxes_effort *effort) {
  ss_energy_answer answer;
  const ss_status status = ss_energy_ask(s->e, q, s->p->lo, s->p->hi, effort, &answer);
  if (status != SS_OK) {
    if (status == SS_MEMORY) s->status = status;
    s->p->bound = -INFINITY;
    s->p->detail[q->condition] = "the formulas are too long";
    return false;
  }
  if (answer.boxes.bound < s->p->bound) s->p->bound = answer.boxes.bound;
  return ss_energy_keep(s, &answer);
}

/* With springs once for each set that may be pressed, but about M, on which none of them acts. */
static bool ask_with(search *s, const ss_energy_question *q, const ss_boxes_effort *effort) {
  const size_t sets = q->kind == SS_ENERGY_MASS ? 1 : ss_energy_sets(s->e);
  ss_energy_question of = *q;
  for (size_t set = 0; set < sets; set++) {
    if (sets > 1) of.closed = set;
    if (!ask_one(s, &of, effort)) return false;
  }
  return true;
}

static bool ask_coarsely(search *s, const ss_energy_question *q) {
  const ss_boxes_effort late = {.boxes = 20 * coarse.boxes, .gap = 0.1};
  return ask_with(s, q, q->kind == SS_ENERGY_LATE ? &late : &coarse) && s->p->bound > 0;
}

static bool ask_finely(search *s, const ss_energy_question *q) {
  ss_boxes_effort effort = s->fine;
  effort.goal = isfinite(s->p->bound) ? s->p->bound : 0;
  return ask_with(s, q, &effort);
}

/* All questions and the border, with full effort: the level. */
static void measure(search *s) {
  ss_energy_proof *p = s->p;
  forget(p);
  p->bound = INFINITY;
  for (size_t f = 0; f < s->faces && s->status == SS_OK; f++) {
    const ss_energy_question q = {.kind = SS_ENERGY_BORDER, .condition = 8, .face = f};
    if (!isnan(s->energy[f]) && !ask_finely(s, &q)) return;
  }
  if (!each_question(s, ask_finely)) return;
  for (size_t i = 0; i < p->asked; i++)
    if (p->answer[i].boxes.bound < p->answer[p->limiting].boxes.bound) p->limiting = i;
}

/* The questions of the region as it is, coarsely: where they may fail. */
static void ask_all_coarsely(search *s) {
  forget(s->p);
  s->p->bound = INFINITY;
  each_question(s, ask_coarsely);
}

/* A first box around the rest point in which all conditions hold and on whose border no V < 0 is
 * seen: smaller and smaller ones. */
static bool start_search(search *s) {
  double share = 1;
  for (int i = 0; i < STARTS && s->status == SS_OK; i++, share /= 16) {
    /* rest points that move with parameters: below V = 0 is some speed */
    const double wide = s->e->ranges && i >= STARTS - 3 ? pow(4, i - STARTS + 4) : share;
    ss_energy_start_region(s, wide);
    if (s->status != SS_OK || s->below) continue;
    ask_all_coarsely(s);
    if (s->p->bound > 0) return true;
  }
  ss_energy_start_region(s, 1);
  return false;
}

static void search_level(search *s) {
  ss_energy_proof *p = s->p;
  double aim = 0;
  bool grown = start_search(s);
  for (size_t f = 0; f < s->faces; f++)
    if (isfinite(s->energy[f])) aim = fmax(aim, 4 * s->energy[f]);
  if (aim <= 0) aim = 1e-6;
  for (int round = 0; round < ROUNDS && s->status == SS_OK && grown; round++, aim *= 4) {
    grown = ss_energy_grow_region(s, aim);
    ask_all_coarsely(s);
    if (p->bound < aim) break;
  }
  if (s->status == SS_OK) measure(s);
}

/* A level of eight digits, a little lower than what was found, so that another program with other
 * roundings sees it too. */
static double round_level(double bound) {
  if (!(bound > 0) || isinf(bound)) return bound;
  const double unit = pow(10, floor(log10(bound)) - 7);
  return floor(bound * (1 - 1e-7) / unit) * unit;
}

/* ---- the rest set ---------------------------------------------------------------------------- */

/* No rest position has an energy in [from, to], whatever contacts are closed. Answers are kept. */
static bool is_empty(search *s, double from, double to) {
  const size_t before = s->p->asked;
  bool empty = true;
  for (size_t set = 0; set < (size_t)1 << s->e->contacts && empty; set++) {
    const ss_energy_question q = {.kind = s->e->sliders ? SS_ENERGY_HELD : SS_ENERGY_REST,
                                  .condition = 8,
                                  .closed = set,
                                  .from = from,
                                  .to = to,
                                  .face = SIZE_MAX};
    const ss_boxes_effort effort = {.boxes = 9000};
    ss_energy_answer answer;
    const ss_status status = ss_energy_ask(s->e, &q, s->p->lo, s->p->hi, &effort, &answer);
    if (status == SS_MEMORY) s->status = status;
    if (status != SS_OK) return false;
    empty = answer.boxes.verdict == SS_PROVED;
    if (!ss_energy_keep(s, &answer)) ss_energy_answer_clear(&answer);
  }
  while (!empty && s->p->asked > before) ss_energy_answer_clear(&s->p->answer[--s->p->asked]);
  return empty;
}

/* The largest energy of the rest set and the least of the others, as far as they are known. */
static void guess_energies(search *s, const ss_proof_options *o, double *top, double *others) {
  const ss_energy *e = s->e;
  const ss_system *system = e->full ? e->full : e->system;
  const size_t n = system->coordinates;
  const ss_expr U = e->full ? e->full_U : e->U;
  ss_tape *tape = NULL;
  ss_expr variable[n + e->ranges];
  *top = *others = NAN;
  if (!o->sets || o->own_set >= o->sets->count) return;
  memcpy(variable, system->q, n * sizeof *variable);
  for (size_t r = 0; r < e->ranges; r++) variable[n + r] = e->variable[2 * e->n + r];
  if (ss_tape_compile(e->graph, 0, NULL, n + e->ranges, variable, 1, &U, &tape) != SS_OK) return;
  for (size_t i = 0; i < o->sets->count; i++) {
    const ss_rest_set *set = &o->sets->set[i];
    for (size_t k = 0; k < 1 + set->points + (set->parts ? set->part[0].vertices : 0); k++) {
      const double *q = k == 0             ? set->center
                        : k <= set->points ? set->point + (k - 1) * n
                                           : set->part[0].vertex + (k - 1 - set->points) * n;
      double in[n + e->ranges], energy = NAN;
      memcpy(in, q, n * sizeof *q);
      for (size_t r = 0; r < e->ranges; r++) in[n + r] = (e->range_lo[r] + e->range_hi[r]) / 2;
      if (ss_tape_eval(tape, NULL, in, &energy) != SS_OK) continue;
      if (i == o->own_set)
        *top = fmax(*top, energy - e->zero);
      else
        *others = fmin(*others, energy - e->zero);
    }
  }
  ss_tape_destroy(tape);
}

/* The rest set reaches up to some energy, and above it there is no rest position up to the level,
 * which ends where another rest set begins. */
static void separate(search *s, const ss_proof_options *options) {
  const double usual = 2e-5; /* box_gap at the effort 1 */
  static const double part[] = {0.8, 0.95};
  ss_energy_proof *p = s->p;
  double top, others;
  guess_energies(s, options, &top, &others);
  if (isnan(top)) top = 0;
  if (!(top < p->bound)) {
    ss_energy_find_part(s, options);
    return;
  }
  p->touches = others > top && others < p->bound;
  /* as near to the other set as the effort asks for, else farther away */
  for (double gap = fmin(options->box_gap, usual); gap < 1.5 * usual && !p->inside; gap *= 10) {
    const double end = p->touches ? round_level(others - 5 * gap * (others - top)) : p->bound;
    for (size_t i = 0; i < 2 && s->status == SS_OK && !p->inside; i++) {
      const double from = top + part[i] * (end - top);
      if (!is_empty(s, from, end)) continue;
      p->inside = true;
      p->rest_energy = from;
      p->bound = end;
    }
    if (!p->touches || s->status != SS_OK) break;
  }
  if (!p->inside) p->touches = false;
}

/* ---- restitution, and what comes before ------------------------------------------------------ */

/* A constant formula within a part of the ranges: in [0, 1), or in [0, 1] where `closed`? */
static ss_verdict is_share_in(ss_form *form, bool closed, const double *lo, const double *hi) {
  ss_form_run(form, lo, hi);
  arb_t left;
  arb_init(left);
  arb_sub_si(left, form->value, 1, 64);
  arb_neg(left, left);
  ss_verdict v = SS_UNKNOWN;
  if (arb_is_nonnegative(form->value) &&
      (closed ? arb_is_nonnegative(left) : arb_is_positive(left)))
    v = SS_PROVED;
  else if (arb_is_negative(form->value) ||
           (closed ? arb_is_negative(left) : arb_is_nonpositive(left)))
    v = SS_REFUTED;
  arb_clear(left);
  return v;
}

/* The same for all parameters in their ranges; refuted only in the middle of these. A parameter
 * itself has the ends of its range, which balls widen. */
static ss_verdict is_share(const ss_energy *e, ss_expr x, bool closed) {
  const ss_expr *range = e->variable + 2 * e->n;
  ss_tape *tape = NULL;
  ss_form form;
  double *middle = ss_arena_new(e->arena, e->ranges + 1, double);
  for (size_t i = 0; middle && i < e->ranges; i++) {
    middle[i] = e->range_lo[i] / 2 + e->range_hi[i] / 2;
    if (range[i] == x && e->range_lo[i] >= 0 && (closed ? e->range_hi[i] <= 1 : e->range_hi[i] < 1))
      return SS_PROVED;
  }
  if (!middle || ss_expr_find_symbol(e->graph, 1, &x, 2 * e->n, e->variable) ||
      ss_tape_compile(e->graph, 0, NULL, e->ranges, range, 1, &x, &tape) != SS_OK)
    return SS_UNKNOWN;
  ss_form_create(tape, NULL, 64, &form);
  ss_verdict v = is_share_in(&form, closed, e->range_lo, e->range_hi);
  if (v != SS_PROVED && is_share_in(&form, closed, middle, middle) == SS_REFUTED) v = SS_REFUTED;
  ss_form_destroy(&form);
  ss_tape_destroy(tape);
  return v;
}

/* Condition 6, and which form of condition 7 may hold. */
static void judge_restitution(search *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  bool rough = false, equal = true;
  p->holds[6] = p->smooth = true;
  p->restitution = '-';
  if (e->stiffness > 0) return;
  for (size_t j = 0; j < e->contacts; j++) {
    const ss_rubbing *c = &e->contact[j];
    const ss_verdict normal = is_share(e, c->eN, p->calm);
    const ss_verdict along = c->slips ? is_share(e, c->eT, p->calm) : SS_PROVED;
    p->smooth = p->smooth && !c->slips && is_share(e, c->eN, true) == SS_PROVED;
    if (normal != SS_PROVED || along != SS_PROVED) {
      const bool fails = normal == SS_REFUTED || along == SS_REFUTED;
      p->holds[6] = false;
      p->fails[6] = p->fails[6] || fails;
      p->detail[6] = ss_arena_format(e->arena, "the restitution of %s is not %sin [0, 1%c", c->name,
                                     fails ? "" : "everywhere seen to be ", p->calm ? ']' : ')');
    }
    rough = rough || c->slips;
    equal = equal &&
            ss_expr_is_zero(e->graph, ss_expr_sub(e->graph, c->eN, e->contact[0].eN)) == SS_PROVED;
    if (c->slips)
      equal = equal && ss_expr_is_zero(e->graph, ss_expr_sub(e->graph, c->eT, e->contact[0].eN)) ==
                           SS_PROVED;
  }
  p->restitution = !e->contacts ? '-' : equal ? 'b' : !rough ? 'c' : 'a';
  if (p->holds[6])
    p->detail[6] = !e->contacts ? "there are no contacts"
                   : p->calm    ? "0 <= eN <= 1, 0 <= eT <= 1"
                                : "0 <= eN < 1, 0 <= eT < 1";
}

/* Condition 7 cannot hold where contacts that are closed at once have more directions than there
 * are coordinates: G = W^T M^-1 W is singular. */
static bool can_lose(search *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  size_t directions = 0;
  for (size_t j = 0; j < e->contacts; j++)
    if (p->point.closed >> j & 1) directions += 1 + e->contact[j].slips;
  if (p->restitution != 'a' || directions <= e->n || hits_alone(e)) return true;
  p->detail[7] = ss_arena_format(e->arena,
                                 "restitutions differ and contacts rub, and G is singular: %zu "
                                 "directions of contacts that are "
                                 "closed at the rest point, %zu coordinates",
                                 directions, e->n);
  return false;
}

/* I_C: no contacts if the rest dissipates without them, else those that are closed at q_e. (One
 * that is open there does not accelerate at all.) */
static bool choose_contacts(search *s) {
  const ss_energy *e = s->e;
  const bool springs = e->stiffness > 0;
  const size_t choice[] = {springs ? s->p->point.closed : 0, s->p->point.closed};
  if (e->sliders) return true;
  double lo[e->variables], hi[e->variables];
  for (size_t i = 0; i < e->variables; i++) {
    lo[i] = i < e->n ? s->p->point.lo[i] : i < 2 * e->n ? 0 : e->range_lo[i - 2 * e->n];
    hi[i] = i < e->n ? s->p->point.hi[i] : i < 2 * e->n ? 0 : e->range_hi[i - 2 * e->n];
  }
  for (size_t i = 0; i < 2; i++) {
    const ss_energy_question q = {.kind = SS_ENERGY_FULL, .condition = 5, .closed = choice[i]};
    ss_energy_answer answer;
    if (ss_energy_ask(e, &q, lo, hi, &coarse, &answer) != SS_OK) continue;
    const bool good = answer.boxes.bound == INFINITY;
    ss_energy_answer_clear(&answer);
    if (!good) continue;
    s->p->chosen = springs ? 0 : choice[i];
    return true;
  }
  if (s->p->holds[6] && !springs) s->p->late = ss_energy_find_depth(e, &s->p->point);
  return s->p->late > 0;
}

/* ---- limit sets ------------------------------------------------------------------------------ */

/* No force of one contact changes the normal velocity of another, and nothing rubs. */
static bool is_decoupled(const ss_energy *e) {
  for (size_t i = 0; i < e->contacts; i++)
    for (size_t j = 0; j < e->contacts; j++) {
      ss_expr sum = ss_expr_integer(e->graph, 0);
      if (e->contact[i].slips) return false;
      for (size_t a = 0; a < e->n && i != j; a++)
        for (size_t b = 0; b < e->n; b++)
          sum = ss_expr_add(
              e->graph, sum,
              ss_expr_mul(e->graph, e->contact[i].normal[a],
                          ss_expr_mul(e->graph, e->Minv[a * e->n + b], e->contact[j].normal[b])));
      if (i != j && ss_expr_is_zero(e->graph, sum) != SS_PROVED) return false;
    }
  return true;
}

/* V where a contact is closed, or where its force does not follow from the motion. */
static double least_closed(search *s, ss_energy_kind kind, size_t contact, size_t corner) {
  const ss_energy_question q = {.kind = kind,
                                .condition = 9,
                                .closed = (size_t)1 << contact,
                                .face = SIZE_MAX,
                                .corner = corner};
  const bool everywhere = s->p->everywhere;
  ss_energy_answer answer;
  const ss_boxes_effort effort = {.boxes = 4000, .gap = 1e-3, .goal = s->p->bound};
  const ss_status status = ss_energy_ask(s->e, &q, everywhere ? NULL : s->p->lo,
                                         everywhere ? NULL : s->p->hi, &effort, &answer);
  if (status != SS_OK) return -INFINITY;
  const double bound =
      everywhere ? (answer.boxes.verdict == SS_PROVED ? INFINITY : -INFINITY) : answer.boxes.bound;
  if (everywhere || !(bound >= s->p->bound) || !ss_energy_keep(s, &answer))
    ss_energy_answer_clear(&answer);
  return bound;
}

static void judge_limit_sets(search *s) {
  const ss_energy *e = s->e;
  ss_energy_proof *p = s->p;
  bool never = !p->everywhere;
  p->unique = ss_slider_is_convex(e);
  if (e->contacts == 0 || e->stiffness > 0) {
    p->why_unique = "there are no impacts";
    return;
  }
  if (is_decoupled(e)) {
    p->why_unique = "contacts do not act on each other";
    return;
  }
  const size_t before = p->asked;
  for (size_t j = 0; j < e->contacts && never; j++)
    never = least_closed(s, SS_ENERGY_BORDER, j, 0) >= p->bound;
  while (!never && p->asked > before) ss_energy_answer_clear(&p->answer[--p->asked]);
  if (never) {
    p->why_unique = "there are no impacts below the level";
    p->never = true;
    return;
  }
  if (e->contacts == 1) {
    const size_t corners = (size_t)1 << ss_energy_corners(e, 1);
    bool carried = true;
    for (size_t c = 0; c < corners && carried; c++)
      carried = least_closed(s, SS_ENERGY_CARRIED, 0, c) >= p->bound;
    p->why_unique = "one contact, and G_NN > mu |G_NT|";
    if (carried) return;
  }
  p->unique = false;
  p->why_unique = NULL;
}

/* The position that is asked about lies in the region: another rest point may have been found. */
static bool is_meant(const search *s, const double *at) {
  const ss_energy *e = s->e;
  for (size_t i = 0; at && i < e->n; i++)
    if (e->used[i] && !(at[i] >= s->p->lo[i] && at[i] <= s->p->hi[i])) return false;
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

ss_status ss_energy_find_level(ss_energy *e, const ss_proof_options *options) {
  if (e->proof) return SS_OK;
  ss_energy_proof *p = ss_arena_new(e->arena, 1, ss_energy_proof);
  search s = {.e = e, .p = p, .fine = {.boxes = options->boxes * 3 / 10, .gap = options->box_gap}};
  if (!p) return SS_MEMORY;
  *p = (ss_energy_proof){.bound = -INFINITY,
                         .calm = options->question != SS_QUESTION_ATTRACTIVE && !e->sliders &&
                                 !(e->stiffness > 0)};
  e->proof = p;
  const double *lowest = ss_energy_lowest(&s, options);
  const double *at = e->full ? e->at : lowest ? lowest : options->at;
  ss_status status = ss_energy_slide(e, at);
  if (status == SS_OK) status = ss_energy_find_point(e, at, &p->point);
  if (status != SS_OK || !p->point.found) return status;
  status = ss_energy_find_scales(e, &p->point);
  for (size_t i = 0; i < e->n && status == SS_OK; i++)
    if (e->scale[i] != 1) {
      status = ss_energy_find_point(e, at, &p->point); /* again, in its own units */
      break;
    }
  if (status != SS_OK || !p->point.found) return status;
  ss_energy_count(e, &p->point);
  ss_energy_judge_damping(e, &p->point);
  e->force = p->point.force;
  judge_restitution(&s);
  if ((!p->holds[6] && !p->smooth) || !can_lose(&s)) return SS_OK;
  if (!p->calm && (!choose_contacts(&s) || (p->chosen && !p->holds[6]))) {
    p->detail[5] = "there are velocities without dissipation";
    return s.status;
  }
  p->everywhere = !e->sliders && is_convex(&s) && each_question(&s, holds_everywhere);
  if (p->everywhere)
    p->bound = INFINITY;
  else
    search_level(&s);
  if (!p->everywhere) p->bound = round_level(p->bound);
  if (e->ranges && p->bound > 0 && !(ss_energy_most(e, &p->point) < p->bound)) {
    p->bound = -INFINITY;
    p->detail[8] = "it is not seen that the rest points of all parameters are below a level";
  }
  if (s.status == SS_OK && !p->everywhere && !is_meant(&s, at)) {
    p->bound = -INFINITY;
    p->detail[8] =
        "the region around the rest point does not have the position that is asked about";
  }
  const bool calm = p->calm || !(p->bound > 0);
  if (s.status == SS_OK && !calm && !p->everywhere) separate(&s, options);
  if (s.status == SS_OK && !calm) judge_limit_sets(&s);
  if (s.status == SS_OK && p->bound > 0 && options->question == SS_QUESTION_STABLE)
    ss_energy_show_minimum(&s);
  return s.status;
}
