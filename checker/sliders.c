/* sliders.c: machines with sliders, in the coordinates of their chart.
 *
 * A formula in the model's coordinates z becomes one in those of the chart, z = f(q), by inserting
 * f and z' = f'(q) q'. Of the gaps of the sliders it must be identically 0 over the region. Their
 * forces follow from the machine in its own coordinates, for which W_N^T z'' + zeta = 0:
 *
 *     lambda_N = A + B lambda_T,   A = -G^-1 (zeta + W_N^T M^-1 h),   B = -G^-1 W_N^T M^-1 W_T,
 *     G = W_N^T M^-1 W_N.
 *
 * docs/certificate.md has the questions: determinants of what friction can do, t_i in [-1, 1]
 * being its part of mu_i lambda_Ni.
 */
#include "energy.h"

/* ---- the chart ------------------------------------------------------------------------------- */

static node *find_map(run *r, item *it) {
  const item *map = it->kind == COORD ? find_item(r, CHART_MAP, it->name) : NULL;
  if (!map) return NULL;
  if (it->busy) complain(r, it->name, "a definition leads back to itself");
  it->busy = true;
  node *e = pull(r, read_formula(r, map->part[0]));
  it->busy = false;
  return e;
}

static node *pull_node(run *r, node *e) {
  if (e->op == '@') malformed(r, "the model depends on the time");
  if (e->op == 'x' || e->op == 'u') {
    node *map = find_map(r, e->item), *rate = integer_tree(r, 0);
    if (!map || e->op == 'x') return map ? map : e;
    for (item *it = NULL; (it = next_item(r, it, CHART_COORD));)
      rate = ADD(rate, MUL(by(r, map, it), velocity_tree(r, it)));
    return rate;
  }
  if (e->op == 'd') return pull(r, write_out(r, e));
  node *a = pull(r, e->a), *b = e->b ? pull(r, e->b) : NULL;
  return rebuild_tree(r, e->op, a, b);
}

node *pull(run *r, node *e) {
  if (e->fixed || !next_item(r, NULL, CHART_COORD)) return e;
  if (!e->pulled) e->pulled = pull_node(r, e);
  return e->pulled;
}

void read_chart(run *r, energy *x) {
  energy *full = new_room(r, 1, sizeof *full);
  read_energies(r, full);
  for (item *it = NULL; (it = next_item(r, it, CHART_COORD));) {
    if (x->n == MOST_FORCES) malformed(r, "more than %d coordinates", MOST_FORCES);
    x->q[x->n] = it;
    x->u[x->n++] = velocity_tree(r, it);
  }
  x->T = pull(r, full->T);
  x->U = pull(r, full->U);
  for (size_t k = 0; k < x->n; k++) {
    x->Q[k] = integer_tree(r, 0);
    for (size_t i = 0; i < full->n; i++)
      x->Q[k] =
          ADD(x->Q[k], MUL(pull(r, full->Q[i]), by(r, pull(r, read_item(r, full->q[i])), x->q[k])));
  }
}

/* The chart satisfies the sliders, whatever its coordinates are: they are numbers of some range,
 * and what vanishes there for all of them vanishes. */
static void check_chart(run *r, const energy *x, size_t sliders, size_t coordinates) {
  interval range = new_interval(r);
  fmpq_set_si(range.low, -1, 1);
  fmpq_set_si(range.high, 1, 1);
  if (x->n + sliders != coordinates) malformed(r, "the chart has too many coordinates, or too few");
  choose_coordinates(r, CHART_COORD);
  for (size_t i = 0; i < x->n; i++)
    x->q[i]->value = enter_symbol(r, 'r', new_poly(r), new_poly(r), range);
  for (const item *it = NULL; (it = next_item(r, it, SLIDER));)
    if (!vanishes(r, evaluate(r, it->part[3])))
      malformed(r, "the chart does not satisfy the sliders");
  choose_coordinates(r, COORD);
}

/* ---- forces in the sliders ------------------------------------------------------------------- */

/* -(G^-1 right)_row, pulled back; row of all sliders. */
static node *press(run *r, size_t count, node *const *inverse, size_t row, node *const *right) {
  node *sum = integer_tree(r, 0);
  for (size_t j = 0; j < count; j++) sum = SUB(sum, MUL(inverse[row * count + j], right[j]));
  return pull(r, sum);
}

/* The force directions of a slip, in the model's coordinates. */
static node **find_direction(run *r, const energy *full, const item *it, formula slip) {
  rubbing *c = new_room(r, 1, sizeof *c);
  c->item = it;
  read_slip(r, full, c, read_formula(r, slip), integer_tree(r, 1));
  return c->slip[0];
}

typedef struct frame {
  energy *full;
  rubbing all[MOST_CONTACTS];
  node *inverse[MOST_CONTACTS * MOST_CONTACTS]; /* G^-1 */
  size_t count, row[MOST_CONTACTS];
} frame;

/* lambda_N by a force along w. */
static void add_column(run *r, energy *x, const frame *f, node *const *w, size_t column) {
  node *right[MOST_CONTACTS];
  for (size_t j = 0; j < f->count; j++) right[j] = form(r, f->full, f->all[j].normal, w);
  for (size_t i = 0; i < x->sliders; i++)
    x->coupling[i][column] = press(r, f->count, f->inverse, f->row[i], right);
}

static void read_frame(run *r, energy *x, frame *f) {
  node *G[MOST_CONTACTS * MOST_CONTACTS];
  f->full = new_room(r, 1, sizeof *f->full);
  read_energies(r, f->full);
  derive_motion(r, f->full);
  invert_trees(r, f->full->n, f->full->M, f->full->Minv);
  for (item *it = NULL; (it = next_item(r, it, SLIDER)); f->count++) {
    if (f->count == MOST_CONTACTS) malformed(r, "too many sliders");
    f->all[f->count].item = it;
    read_contact(r, f->full, &f->all[f->count]);
    node *mu = it->part[2].to ? read_formula(r, it->part[2]) : integer_tree(r, 0);
    if (is_zero_tree(mu)) continue;
    if (!it->part[0].to) complain(r, it->name, "a key is missing");
    rubbing *c = &x->slider[x->sliders];
    c->item = it;
    read_slip(r, x, c, pull(r, read_formula(r, it->part[0])), mu);
    f->row[x->sliders++] = f->count;
  }
  for (size_t i = 0; i < f->count * f->count; i++)
    G[i] = form(r, f->full, f->all[i / f->count].normal, f->all[i % f->count].normal);
  invert_trees(r, f->count, G, f->inverse);
}

void read_sliders(run *r, energy *x) {
  frame *f = new_room(r, 1, sizeof *f);
  node *right[MOST_CONTACTS];
  if (x->contacts) malformed(r, "contacts do not belong beside sliders");
  if (!next_item(r, NULL, CHART_COORD)) malformed(r, "a system with sliders needs a chart");
  read_frame(r, x, f);
  check_chart(r, x, f->count, f->full->n);
  for (size_t j = 0; j < f->count; j++)
    right[j] = ADD(f->all[j].zeta, form(r, f->full, f->all[j].normal, f->full->h));
  for (size_t i = 0; i < x->sliders; i++)
    x->normal[i] = press(r, f->count, f->inverse, f->row[i], right);
  size_t column = 0;
  for (; column < x->sliders; column++) {
    const item *it = x->slider[column].item;
    add_column(r, x, f, find_direction(r, f->full, it, it->part[0]), column);
  }
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++) {
      const item *it = x->friction[j].item;
      add_column(r, x, f, find_direction(r, f->full, it, it->part[SLIPS + k]), column++);
    }
}

/* ---- questions ------------------------------------------------------------------------------- */

/* What friction can do: A with the forces of the frictions, mu_i t_i of the sliders of a set. */
typedef struct slide {
  node *A[MOST_CONTACTS], *share[MOST_CONTACTS], *push[MOST_FORCES];
} slide;

static slide add_slide(run *r, energy *x, box_question *q, size_t set) {
  slide s = {0};
  size_t column = x->sliders;
  for (size_t i = 0; i < x->sliders; i++) s.A[i] = x->normal[i];
  for (size_t i = 0; i < x->n; i++) s.push[i] = integer_tree(r, 0);
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++, column++) {
      node *force = MUL(x->friction[j].limit[k], add_extra(r, q, -1, "friction", column, 0));
      for (size_t i = 0; i < x->sliders; i++)
        s.A[i] = ADD(s.A[i], MUL(x->coupling[i][column], force));
      add_direction(r, x, x->friction[j].slip[k], force, s.push);
    }
  for (size_t j = 0; j < x->sliders; j++)
    if (set >> j & 1) s.share[j] = MUL(x->slider[j].limit[0], add_extra(r, q, -1, "slider", j, 0));
  return s;
}

/* det [ P A ; last ], P = I - B diag(share) over the set; `last` has an entry more than the set. */
static node *border(run *r, const energy *x, const slide *s, size_t set, node *const *last) {
  node *X[(MOST_CONTACTS + 1) * (MOST_CONTACTS + 1)];
  size_t side = 1, at = 0;
  for (size_t i = 0; i < x->sliders; i++) side += set >> i & 1;
  for (size_t i = 0; i < x->sliders; i++) {
    if (!(set >> i & 1)) continue;
    for (size_t j = 0; j < x->sliders; j++)
      if (set >> j & 1) X[at++] = SUB(integer_tree(r, i == j), MUL(x->coupling[i][j], s->share[j]));
    X[at++] = s->A[i];
  }
  memcpy(X + at, last, side * sizeof *X);
  return determinant_tree(r, side, X);
}

static void check_solvable(run *r, energy *x) {
  for (size_t corner = 0; corner < (size_t)1 << x->sliders; corner++) {
    node *X[MOST_CONTACTS * MOST_CONTACTS];
    box_question q = {0};
    for (size_t i = 0; i < x->sliders * x->sliders; i++) {
      const size_t j = i % x->sliders;
      node *term = MUL(x->coupling[i / x->sliders][j], x->slider[j].limit[0]);
      X[i] =
          combine_trees(r, corner >> j & 1 ? '+' : '-', integer_tree(r, i / x->sliders == j), term);
    }
    add_condition(r, x, &q, 'g', NEG(determinant_tree(r, x->sliders, X)));
    ask(r, x, &q, (label){4, "solvable", 0, 0, corner, 0});
  }
  confirm(r, "%s.4: the forces in the sliders follow from the state", r->theorem);
}

/* Rows of what dissipates beside the sliders outside of the set. */
static void add_rows(run *r, energy *x, box_question *q, size_t set) {
  node **first = x->f + x->functions;
  size_t rows = 0;
  for (size_t j = 0; j < x->sliders; j++, rows += set >> (j - 1) & 1)
    for (size_t i = 0; (set >> j & 1) && i < x->n; i++) add_function(r, x, x->slider[j].slip[0][i]);
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++, rows++)
      for (size_t i = 0; i < x->n; i++) add_function(r, x, x->friction[j].slip[k][i]);
  for (size_t k = 0; x->linear && k < x->n; k++) {
    bool zero = true;
    for (size_t i = 0; i < x->n; i++) zero = zero && is_zero_tree(x->C[k * x->n + i]);
    for (size_t i = 0; !zero && i < x->n; i++) add_function(r, x, x->C[k * x->n + i]);
    rows += !zero;
  }
  if (rows)
    q->condition[q->conditions++] = (box_condition){
        .sense = 'R', .f = first, .rows = rows, .columns = x->n, .count = rows * x->n};
  for (size_t j = 0; j < x->sliders && x->n == 1; j++)
    if (set >> j & 1) add_condition(r, x, q, '=', by(r, x->slider[j].slip[0][0], x->q[0]));
}

void check_sliders(run *r, energy *x) {
  check_solvable(r, x);
  for (size_t set = 0; set < (size_t)1 << x->sliders; set++) {
    box_question q = {0};
    add_rows(r, x, &q, set);
    const slide s = add_slide(r, x, &q, set);
    for (size_t z = 0; z < x->sliders; z++) {
      node *last[MOST_CONTACTS + 1];
      size_t at = 0;
      if (set >> z & 1) continue;
      for (size_t j = 0; j < x->sliders; j++)
        if (set >> j & 1) last[at++] = NEG(MUL(x->coupling[z][j], s.share[j]));
      last[at] = s.A[z];
      add_condition(r, x, &q, '=', border(r, x, &s, set, last));
    }
    ask(r, x, &q, (label){5, "stalled", set, 0, 0, 0});
  }
  confirm(r, "%s.5: no motion goes on without dissipation", r->theorem);
}

void add_held(run *r, energy *x, box_question *q) {
  const size_t all = ((size_t)1 << x->sliders) - 1;
  slide s = add_slide(r, x, q, all);
  for (size_t i = 0; i < x->sliders; i++) s.A[i] = at_rest(r, s.A[i]);
  for (size_t i = 0; i < x->n; i++) {
    node *last[MOST_CONTACTS + 1];
    for (size_t j = 0; j < x->sliders; j++) last[j] = MUL(x->slider[j].slip[0][i], s.share[j]);
    last[x->sliders] = SUB(by(r, x->U, x->q[i]), s.push[i]);
    node *held = border(r, x, &s, all, last);
    if (!is_zero_tree(held)) add_condition(r, x, q, '=', held);
  }
}
