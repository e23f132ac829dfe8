/* attraction.c: theorem LW2008-T1, condition by condition.
 *
 * The certificate names a box of positions and velocities, a level, and for each way to violate a
 * condition a tree that shows V >= level there. Which ways there are is decided here;
 * docs/certificate.md has the list. Without a level, functions must not depend on the state.
 */
#include "energy.h"

/* ---- the conditions -------------------------------------------------------------------------- */

static void check_border(run *r, energy *x) {
  for (size_t face = 0; face < 4 * x->n; face++) {
    box_question q = {0};
    if (face / 2 < x->n && !x->used[face / 2]) continue;
    ask(r, x, &q, (label){8, "border", 0, 0, 0, face});
    /* the face is one of the box that was replayed */
    bool there = false;
    for (size_t k = 0; k < q.k; k++)
      there = there || (q.variable[k].op == x->variable[face / 2].op &&
                        q.variable[k].item == x->variable[face / 2].item);
    if (!there) refuted(r, "%s.8: a face of the region is not looked at", r->theorem);
  }
  /* from where V is counted is the certificate's choice: it is told */
  confirm(r, "%s.8: V = T + U - %s(%s) reaches the level on the border of the region", r->theorem,
          x->variables > 2 * x->n ? "U(place) - " : "", show_rational(r, x->zero));
}

static size_t read_closed(run *r, const energy *x, const json_t *system) {
  return (size_t)read_integer(r, json_object_get(system, "closed"), 0, (1l << x->contacts) - 1,
                              "closed");
}

/* ---- something is below the level ------------------------------------------------------------ */

/* The lower end of a formula at a place, for all parameters; -INFINITY where it is not known. */
static double low_end(run *r, const energy *x, node *e, const matrix *place) {
  interval range;
  if (!find_interval(r, at_place(r, e, x->q, place), &range)) return -INFINITY;
  return fmpq_sgn(range.low) < 0 ? fmin(fmpq_get_d(range.low), -DBL_MIN) : fmpq_get_d(range.low);
}

static bool is_admissible(run *r, const energy *x, const matrix *place) {
  bool good = true;
  for (size_t j = 0; j < x->contacts && good; j++)
    good = low_end(r, x, x->contact[j].gap, place) >= 0;
  return good;
}

/* Inside the region, and with less energy than the level. */
static bool is_low(run *r, const energy *x, const matrix *place) {
  interval above;
  for (size_t i = 0; i < x->n; i++) {
    const double q = fmpq_get_d(entry(place, i, 0));
    if (x->used[i] && !(x->low[i] < q && q < x->high[i])) return false;
  }
  node *V = SUB(at_place(r, x->U, x->q, place), number_tree(r, x->zero));
  return find_interval(r, V, &above) && fmpq_cmp(above.high, x->level) < 0;
}

/* A place farther along the normal of a contact whose gap is below s; doubles will do, since the
 * place that is found is judged as it is. Each is a matrix of its own: see at_place. */
static const matrix *move_inside(run *r, const energy *x, const rubbing *c, double s,
                                 const matrix *place) {
  const double gap = low_end(r, x, c->gap, place);
  double w[MOST_FORCES], square = 0;
  for (size_t i = 0; i < x->n; i++) {
    w[i] = low_end(r, x, c->normal[i], place);
    square += w[i] * w[i];
  }
  if (!(gap < s) || !isfinite(gap) || !(square > 0) || !isfinite(square)) return place;
  matrix *near = new_matrix(r, x->n, 1);
  for (size_t i = 0; i < x->n; i++) {
    arf_t q;
    arf_init(q);
    arf_set_d(q, fmpq_get_d(entry(place, i, 0)) + (s - gap) * w[i] / square);
    if (arf_is_finite(q)) arf_get_fmpq(entry(near, i, 0), q);
    arf_clear(q);
  }
  return near;
}

/* Is an admissible place with less energy than the level near this one? Its gaps may be negative by
 * roundings, or where rest points move with parameters. */
static bool has_admissible(run *r, const energy *x, const matrix *place) {
  enum { ROUNDS = 12, SIZES = 15 };
  if (is_admissible(r, x, place)) return true;
  for (int size = 0; size < SIZES; size++) {
    const matrix *near = place;
    for (int round = 0; round < ROUNDS && !is_admissible(r, x, near); round++)
      for (size_t j = 0; j < x->contacts; j++)
        near = move_inside(r, x, &x->contact[j], ldexp(1, -120 + 9 * size), near);
    if (is_admissible(r, x, near) && (x->everywhere || is_low(r, x, near))) return true;
  }
  return false;
}

/* That something starts below the level. Where numbers have ranges, and rest points move with them,
 * intervals are often too wide to see it: then it is told that it was not. */
static void check_admissible(run *r, const energy *x, const json_t *system) {
  const char *where = x->everywhere ? "" : " below the level";
  if (x->stiffness || !x->contacts || has_admissible(r, x, read_vector(r, system, "place", x->n)))
    return;
  if (x->variables == 2 * x->n)
    refuted(r, "place: contacts are not seen to allow a place%s", where);
  if (r->print) fprintf(r->print, "aside      that contacts allow a place%s is not shown\n", where);
}

/* A place of the region, whatever the parameters are; contacts are asked about last. */
static void check_place(run *r, energy *x, const json_t *system) {
  const matrix *place = read_vector(r, system, "place", x->n);
  interval above;
  for (size_t i = 0; i < x->n; i++) {
    const double q = end_of(r, entry(place, i, 0), 0);
    if (x->used[i] && !(x->low[i] < q && q < x->high[i]))
      refuted(r, "place: it is not in the region");
  }
  const size_t closed = read_closed(r, x, system);
  for (size_t j = 0; x->stiffness && j < x->contacts; j++)
    if (!(closed >> j & 1) &&
        (!find_interval(r, at_place(r, x->contact[j].gap, x->q, place), &above) ||
         fmpq_sgn(above.low) < 0))
      refuted(r, "place: a spring may be pressed there that is not said to be");
  node *V = x->variables > 2 * x->n
                ? NEG(number_tree(r, x->zero)) /* U counts from its value there */
                : SUB(at_place(r, potential(r, x, closed), x->q, place), number_tree(r, x->zero));
  if (!find_interval(r, V, &above) || fmpq_cmp(above.high, x->level) >= 0)
    refuted(r, "place: its energy is not below the level");
  confirm(r, "%s.2: a place of the region is below the level", r->theorem);
}

/* In the whole region, whatever the energy: below, T is least at rest only where M > 0. */
void check_mass(run *r, energy *x) {
  box_question q = {.plain = true, .bare = x->stiffness != NULL};
  add_matrix(r, x, &q, x->n, x->M, false);
  ask_either(r, x, &q, (label){1, "mass", 0, 0, 0, 0});
  confirm(r, "%s.1: the mass matrix is positive definite", r->theorem);
}

/* C is a rational matrix, and positive semidefinite. */
bool is_passive(run *r, const energy *x) {
  const size_t n = x->n;
  matrix *C = new_matrix(r, n, n);
  interval number;
  for (size_t i = 0; i < n * n; i++) {
    if (!x->C[i]->fixed || !find_interval(r, x->C[i], &number) || !is_exact(number)) return false;
    fmpq_set(entry(C, i / n, i % n), number.low);
  }
  return is_semidefinite(r, C);
}

const json_t *find_condition(run *r, int number) {
  const json_t *entry;
  char id[32];
  size_t i;
  snprintf(id, sizeof id, "%.20s.%d", r->theorem, number);
  json_array_foreach(r->conditions, i,
                     entry) if (says(json_object_get(entry, "id"), id)) return entry;
  return NULL;
}

/* Whether the first question of a condition is of this kind. */
static bool begins_with(run *r, int number, const char *kind) {
  const json_t *questions = json_object_get(find_condition(r, number), "questions");
  return says(json_object_get(json_array_get(questions, 0), "kind"), kind);
}

void check_dissipation(run *r, energy *x) {
  box_question q = {0};
  if (begins_with(r, 3, "fed")) return check_fed(r, x);
  for (size_t i = 0; x->separate && i < x->n; i++) {
    box_question one = {0};
    if (!x->drag[i]) continue;
    add_condition(r, x, &one, 'g', NEG(x->drag[i]));
    ask_either(r, x, &one, (label){3, "drag", 0, i, 0, 0});
  }
  if (!x->separate && !is_zero_tree(x->power) && !(x->linear && is_passive(r, x))) {
    if (x->linear)
      add_matrix(r, x, &q, x->n, x->C, true);
    else
      add_condition(r, x, &q, '>', x->power);
    ask_either(r, x, &q, (label){3, x->linear ? "damping" : "power", 0, 0, 0, 0});
  }
  confirm(r, "%s.3: forces without potential take energy away", r->theorem);
}

static void check_inward(run *r, energy *x) {
  for (size_t closed = 0; closed < (size_t)1 << x->contacts; closed++)
    for (size_t corner = 0; corner < (size_t)1 << count_corners(x, closed); corner++) {
      bool any = false;
      for (size_t open = 0; open < x->contacts; open++) {
        box_question q = {0};
        if ((closed >> open & 1) || !(x->chosen >> open & 1)) continue;
        any = true;
        add_condition(r, x, &q, 'g', acceleration(r, x, closed, open, corner));
        ask_either(r, x, &q, (label){4, "inward", closed, open, corner, 0});
      }
      box_question q = {0};
      if (!closed || !any) continue;
      add_condition(r, x, &q, 'g',
                    combine_trees(r, 'n', acceleration(r, x, closed, x->contacts, corner), NULL));
      ask_either(r, x, &q, (label){4, "carried", closed, x->contacts, corner, 0});
    }
  confirm(r, "%s.4: open contacts accelerate inwards", r->theorem);
}

/* Friction takes energy away: its bounds are positive. */
static void check_limits(run *r, energy *x) {
  const size_t others = x->contacts + x->frictions;
  for (size_t j = 0; j < others + x->sliders; j++) {
    const rubbing *c = j < x->contacts ? &x->contact[j]
                       : j < others    ? &x->friction[j - x->contacts]
                                       : &x->slider[j - others];
    for (size_t k = 0; k < c->slips; k++) {
      box_question limit = {0};
      add_condition(r, x, &limit, 'g', combine_trees(r, 'n', c->limit[k], NULL));
      ask_either(r, x, &limit, (label){5, "limit", 0, j, k, 0});
    }
  }
}

void check_kernel(run *r, energy *x) {
  if (!x->stiffness && begins_with(r, 5, "late")) return check_late(r, x, find_condition(r, 5));
  const size_t n = x->n;
  box_question q = {0};
  node **first = x->f;
  size_t rows = 0;
  for (size_t j = 0; j < x->contacts + x->frictions; j++) {
    const rubbing *c = j < x->contacts ? &x->contact[j] : &x->friction[j - x->contacts];
    if (j < x->contacts && !(x->chosen >> j & 1)) continue;
    for (size_t i = 0; j < x->contacts && i < n; i++) add_function(r, x, c->normal[i]);
    rows += j < x->contacts;
    for (size_t k = 0; k < c->slips; k++, rows++)
      for (size_t i = 0; i < n; i++) add_function(r, x, c->slip[k][i]);
  }
  for (size_t k = 0; x->linear && k < n; k++) {
    bool zero = true;
    for (size_t i = 0; i < n; i++) zero = zero && is_zero_tree(x->C[k * n + i]);
    for (size_t i = 0; !zero && i < n; i++) add_function(r, x, x->C[k * n + i]);
    rows += !zero;
  }
  for (size_t k = 0; x->separate && k < n; k++)
    for (size_t i = 0; x->drag[k] && i < n; i++) {
      add_function(r, x, integer_tree(r, i == k));
      rows += i == k;
    }
  q.condition[q.conditions++] =
      (box_condition){.sense = 'R', .f = first, .rows = rows, .columns = n, .count = rows * n};
  if (x->sliders)
    x->functions = 0;
  else
    ask_either(r, x, &q, (label){5, "full", x->chosen, 0, 0, 0});
  check_limits(r, x);
  if (x->sliders) return check_sliders(r, x);
  confirm(r, "%s.5: no velocity is free of dissipation", r->theorem);
}

/* At least 0 and less than 1; where every velocity is damped and nothing rubs, 1 is allowed. */
static bool is_share(run *r, node *e, bool elastic) {
  interval x;
  return e->fixed && find_interval(r, e, &x) && fmpq_sgn(x.low) >= 0 &&
         fmpq_cmp_si(x.high, 1) < elastic;
}

static bool are_equal(run *r, node *a, node *b) {
  return vanishes(r, sum_of(r, value_of(r, a), value_of(r, b), -1));
}

static void check_impacts(run *r, energy *x) {
  bool equal = true, rough = false, alone = x->calm; /* no two contacts are hit at once */
  const bool pressed = strcmp(r->theorem, "T1999-T5") == 0, elastic = pressed || x->calm;
  for (size_t j = 0; j < x->contacts; j++) {
    rubbing *c = &x->contact[j];
    if (!is_share(r, c->eN, elastic) || (c->slips && !is_share(r, c->eT, x->calm)))
      refuted(r, "%s.6: a restitution is not in [0, 1)", r->theorem);
    if (pressed && (c->slips || x->chosen)) refuted(r, "theorem: it is about other machines");
    equal = equal && are_equal(r, c->eN, x->contact[0].eN);
    equal = equal && (!c->slips || are_equal(r, c->eT, x->contact[0].eN));
    rough = rough || c->slips;
    alone = alone && c->item->part[RESTITUTION].to && !c->item->part[RESTITUTION + 1].to;
  }
  confirm(r, "%s.6: restitutions are at least 0 and %s 1", r->theorem,
          elastic ? "at most" : "less than");
  for (size_t set = 1; rough && !equal && set < (size_t)1 << x->contacts; set++) {
    if (alone && (set & (set - 1))) continue;
    node *const *w[MOST_CONTACTS * 6];
    node *loss[MOST_CONTACTS * 6], *A[MOST_FORCES * MOST_FORCES * 4], *one = integer_tree(r, 1);
    box_question q = {0};
    size_t n = 0;
    for (size_t j = 0; j < x->contacts; j++)
      for (size_t k = 0; (set >> j & 1) && k <= x->contact[j].slips; k++) {
        rubbing *c = &x->contact[j];
        w[n] = k ? c->slip[k - 1] : c->normal;
        loss[n++] = DIV(SUB(one, k ? c->eT : c->eN), ADD(one, k ? c->eT : c->eN));
      }
    if (n * n > COUNT(A)) malformed(r, "too many contacts");
    for (size_t i = 0; i < n * n; i++)
      A[i] = MUL(form(r, x, w[i / n], w[i % n]), ADD(loss[i / n], loss[i % n]));
    add_matrix(r, x, &q, n, A, false);
    ask_either(r, x, &q, (label){7, "impact", set, 0, 0, 0});
  }
  if (pressed) return; /* nothing rubs: energy is not gained, and the theorem asks for no more */
  confirm(r, x->calm ? "%s.7: impacts do not gain energy" : "%s.7: impacts take energy away",
          r->theorem);
}

static void add_energies(run *r, energy *x, box_question *q, size_t set) {
  node *V = SUB(potential(r, x, set), number_tree(r, x->zero));
  add_condition(r, x, q, 'g', SUB(V, number_tree(r, x->from)));
  add_condition(r, x, q, 'g', SUB(number_tree(r, x->level), V));
}

/* Forces balance while the contacts of the set are closed. */
void add_rest(run *r, energy *x, box_question *q, size_t set) {
  node *sum[MOST_FORCES], *s = integer_tree(r, 1), *force = number_tree(r, x->force);
  for (size_t i = 0; i < x->n; i++) sum[i] = integer_tree(r, 0);
  for (size_t j = 0; j < x->contacts && !x->stiffness; j++) {
    rubbing *c = &x->contact[j];
    if (!(set >> j & 1)) continue;
    node *l = add_extra(r, q, 0, "normal", j, 0);
    s = SUB(s, l);
    add_direction(r, x, c->normal, MUL(force, l), sum);
    for (size_t k = 0; k < c->slips; k++) {
      node *t = add_extra(r, q, -1, "slip", j, k);
      add_condition(r, x, q, 'g', SUB(l, t));
      add_condition(r, x, q, 'g', ADD(l, t));
      add_direction(r, x, c->slip[k], MUL(MUL(force, c->limit[k]), t), sum);
    }
  }
  add_condition(r, x, q, 'g', s);
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++) {
      node *t = add_extra(r, q, -1, "friction", j, k);
      add_condition(r, x, q, 'g', SUB(s, t));
      add_condition(r, x, q, 'g', ADD(s, t));
      add_direction(r, x, x->friction[j].slip[k], MUL(x->friction[j].limit[k], t), sum);
    }
  for (size_t i = 0; i < x->n; i++) {
    sum[i] = SUB(sum[i], MUL(s, by(r, potential(r, x, set), x->q[i])));
    if (!is_zero_tree(sum[i])) add_condition(r, x, q, '=', sum[i]);
  }
}

/* No rest position has an energy between `from` and the level. */
static void check_rest_apart(run *r, energy *x) {
  if (x->sliders) {
    box_question q = {.plain = true};
    add_energies(r, x, &q, 0);
    add_held(r, x, &q);
    ask(r, x, &q, (label){8, "held", 0, 0, 0, (size_t)-1});
  }
  for (size_t set = 0; !x->sliders && set < (size_t)1 << x->contacts; set++) {
    box_question q = {.plain = true};
    add_rest(r, x, &q, set);
    add_energies(r, x, &q, set);
    ask_one(r, x, &q, (label){8, "rest", set, 0, 0, (size_t)-1});
  }
  confirm(r, "%s.8: no rest position has an energy between %s and the level", r->theorem,
          show_rational(r, x->from));
}

/* U is quadratic and convex, gaps are affine, forces of as many contacts as there are coordinates
 * without stiffness carry the machine: every {V < rho} is bounded. */
static void check_convex(run *r, energy *x) {
  const size_t n = x->n;
  node *H[MOST_FORCES * MOST_FORCES], *A[MOST_FORCES * MOST_FORCES],
      *inverse[MOST_FORCES * MOST_FORCES];
  size_t flat[MOST_FORCES], count = 0, m = 0;
  const size_t closed = (size_t)read_integer(
      r, json_object_get(json_object_get(r->root, "system"), "closed"), 0, 15, "closed");
  box_question q = {0};
  for (size_t i = 0; i < n * n; i++) {
    H[i] = by(r, by(r, x->U, x->q[i / n]), x->q[i % n]);
    if (!H[i]->fixed) refuted(r, "%s.8: the potential is not quadratic", r->theorem);
  }
  for (size_t i = 0; i < n; i++) {
    bool zero = true;
    for (size_t j = 0; j < n; j++) zero = zero && is_zero_tree(H[i * n + j]);
    if (zero && x->used[i]) flat[count++] = i;
  }
  for (size_t j = 0; j < x->contacts; j++) {
    for (size_t i = 0; i < n; i++)
      if (!x->contact[j].normal[i]->fixed) refuted(r, "%s.8: a gap is not affine", r->theorem);
    if (!(closed >> j & 1) || m == count) continue;
    for (size_t i = 0; i < count; i++) A[i * count + m] = x->contact[j].normal[flat[i]];
    m++;
  }
  if (m != count) refuted(r, "%s.8: other contacts must carry the machine", r->theorem);
  add_matrix(r, x, &q, n, H, true);
  if (q.condition[0].columns) ask_everywhere(r, x, &q, (label){.condition = 8, .kind = "convex"});
  x->functions = 0;
  invert_trees(r, count, A, inverse);
  for (size_t i = 0; i < count; i++) {
    box_question positive = {0};
    node *force = integer_tree(r, 0);
    for (size_t j = 0; j < count; j++)
      force = ADD(force, MUL(inverse[i * count + j], by(r, x->U, x->q[flat[j]])));
    add_condition(r, x, &positive, 'g', combine_trees(r, 'n', force, NULL));
    ask_everywhere(r, x, &positive, (label){.condition = 8, .kind = "carried"});
  }
  confirm(r, "%s.8: the energy grows in all directions", r->theorem);
}

/* ---- limit sets ------------------------------------------------------------------------------ */

/* Whether condition 9 follows; else it is assumed. */
static bool check_limit_sets(run *r, energy *x) {
  const json_t *of = find_condition(r, 9);
  if (says(json_object_get(of, "kind"), "assumed")) return false;
  for (size_t k = 0; x->n > 1 && k < x->sliders * COUNT(x->coupling[0]); k++) {
    const node *by_force = x->coupling[k / COUNT(x->coupling[0])][k % COUNT(x->coupling[0])];
    if (by_force && !is_zero_tree(by_force)) refuted(r, "%s.9: it does not follow", r->theorem);
  }
  if (x->contacts == 0) return true;
  bool decoupled = true;
  for (size_t j = 0; j < x->contacts; j++) {
    decoupled = decoupled && x->contact[j].slips == 0;
    for (size_t k = 0; k < j; k++)
      decoupled = decoupled && is_zero_tree(form(r, x, x->contact[j].normal, x->contact[k].normal));
  }
  if (decoupled) return true;
  if (says(json_object_get(of, "why"), "never")) {
    for (size_t j = 0; j < x->contacts; j++) {
      box_question q = {0};
      ask(r, x, &q, (label){9, "border", (size_t)1 << j, 0, 0, (size_t)-1});
    }
    return true;
  }
  if (x->contacts > 1) refuted(r, "%s.9: it does not follow", r->theorem);
  for (size_t corner = 0; corner < (size_t)1 << count_corners(x, 1); corner++) {
    box_question q = {0};
    add_condition(r, x, &q, 'g', combine_trees(r, 'n', acceleration(r, x, 1, 1, corner), NULL));
    ask_either(r, x, &q, (label){9, "carried", 1, 0, corner, (size_t)-1});
  }
  return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* What is claimed, by theorem; NULL: not by this one. */
static const struct {
  const char *claim, *sentence;
  bool attracts, global, calm,
      sliders; /* it attracts, everywhere; SS-CALM, LW2008-C3 have it too */
} claims[] = {
    {"globally-attractive", "every motion, wherever it starts, tends to the set of rest positions",
     true, true, false, false},
    {"locally-attractive",
     "every motion that starts in the region with an energy below the level tends to the rest "
     "positions there, all of which have less energy",
     true, false, false, true},
    {"attractive-subset",
     "every motion that starts in the region with an energy below the level tends to the rest "
     "positions below it",
     true, false, false, true},
    {"stable-point", "a rest position is stable: what starts near it stays near it", false, false,
     true, true},
    {"bounded", "every motion is bounded", false, true, true, false},
    {"locally-bounded",
     "every motion that starts in the region with an energy below the level stays there", false,
     false, true, true},
};

static size_t find_claim(run *r, const energy *x, bool sliders) {
  const bool calm = x->calm;
  size_t i = 0;
  while (i < COUNT(claims) && strcmp(claims[i].claim, r->claim) != 0) i++;
  if (i == COUNT(claims) || (calm && !claims[i].calm) || (sliders && !claims[i].sliders) ||
      (!calm && !sliders && !x->stiffness && !claims[i].attracts))
    refuted(r, "no theorem \"%.40s\" with the claim \"%.40s\" is known", r->theorem, r->claim);
  if (claims[i].attracts ? !says(json_object_get(r->root, "how"), "asymptotic")
                         : !json_is_null(json_object_get(r->root, "how")))
    refuted(r, "how: it is asymptotic where the claim is about attraction");
  return i;
}

static void read_frame(run *r, energy *x, const json_t *system) {
  x->zero = read_rational(r, system, "zero");
  x->force = read_rational(r, system, "force");
  if (fmpq_sgn(x->force) <= 0) refuted(r, "force: it is not positive");
  x->chosen = (size_t)read_integer(r, json_object_get(system, "chosen"), 0, (1l << x->contacts) - 1,
                                   "chosen");
  if ((x->calm || x->stiffness) && x->chosen) malformed(r, "chosen: the theorem has no such set");
  read_region(r, x, system);
  if (x->variables > 2 * x->n)
    x->U = SUB(x->U, at_place(r, potential(r, x, read_closed(r, x, system)), x->q,
                              read_vector(r, system, "place", x->n)));
  if (x->everywhere) return;
  x->level = read_rational(r, r->root, "level");
  if (fmpq_sgn(x->level) <= 0) refuted(r, "level: it is not positive");
  check_border(r, x);
  check_place(r, x, system);
}

/* Contacts without friction are springs, of the stiffness that the certificate has. */
static void check_springs(run *r, const energy *x) {
  if (fmpq_sgn(x->stiffness) <= 0) refuted(r, "stiffness: it is not positive");
  for (size_t j = 0; j < x->contacts; j++)
    if (x->contact[j].slips) refuted(r, "theorem: it is about contacts without friction");
  if (r->print)
    fprintf(r->print,
            "aside      it is about the machine whose contacts are springs of stiffness %s\n",
            show_rational(r, x->stiffness));
}

/* That motions tend to rest positions, and to which. */
static void check_attraction(run *r, energy *x, const json_t *system) {
  if (x->everywhere) check_convex(r, x);
  if (strcmp(r->claim, "locally-attractive") == 0) {
    x->from = read_rational(r, system, "from");
    if (fmpq_sgn(x->from) <= 0 || fmpq_cmp(x->from, x->level) >= 0)
      refuted(r, "from: it is not below the level");
    check_rest_apart(r, x);
  }
  if (x->stiffness) return;
  const bool follows = check_limit_sets(r, x);
  if (follows) confirm(r, "%s.9: limit sets are positively invariant", r->theorem);
  if (!follows && r->print)
    fprintf(r->print, "assumed    %s.9: limit sets are positively invariant\n", r->theorem);
}

void verify_energy(run *r) {
  energy *x = new_room(r, 1, sizeof *x);
  const json_t *system = json_object_get(r->root, "system");
  const bool sliders = strcmp(r->theorem, "LW2008-C3") == 0;
  x->calm = strcmp(r->theorem, "SS-CALM") == 0;
  if (strcmp(r->theorem, "T1999-T6") == 0) x->stiffness = read_rational(r, system, "stiffness");
  const size_t claim = find_claim(r, x, sliders);
  const bool point = strcmp(r->claim, "stable-point") == 0, attracts = claims[claim].attracts;
  const char *moves = json_object_get(system, "slide") ? " slide" : "";
  char members[140];
  snprintf(members, sizeof members, "coordinates zero force from place region chosen closed%s%s%s",
           point ? " around forces inverse tau" : "", moves, x->stiffness ? " stiffness" : "");
  read_shape(r, system, "system", members);
  r->conditions = json_object_get(r->root, "conditions");
  read_machine(r, x);
  if (x->stiffness) check_springs(r, x);
  if ((x->sliders > 0) != sliders) refuted(r, "theorem: it is about other machines");
  x->everywhere = claims[claim].global || (point && (x->calm || x->stiffness) &&
                                           json_is_null(json_object_get(r->root, "level")));
  if (x->everywhere && !json_is_null(json_object_get(r->root, "level")))
    malformed(r, "level: the theorem has none");
  read_frame(r, x, system);
  check_mass(r, x);
  check_dissipation(r, x);
  if (x->chosen) check_inward(r, x);
  if (x->calm)
    check_limits(r, x);
  else
    check_kernel(r, x);
  if (!x->sliders && !x->stiffness) check_impacts(r, x);
  if (attracts) check_attraction(r, x, system);
  if (point) check_minimum(r, x, system);
  if (!attracts && !point && x->everywhere) check_convex(r, x);
  if (r->leaves) confirm(r, "%zu leaves of trees of boxes", r->leaves);
  want_no_more(r, x, attracts);
  check_admissible(r, x, system);
  r->system.level = x->level;
  print_claim(r, claims[claim].sentence);
  print_aside(r, x, attracts);
}
