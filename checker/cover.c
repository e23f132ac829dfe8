/* cover.c: certificates about where a machine can rest, by a cover of a box.
 *
 *     load(q) + sum_j (w_N l + w_T t)_j = 0,    contacts   gap >= 0, l >= 0, gap l = 0, |t| <= mu l
 *                                               frictions  |t| <= p, p = max(mu normal, 0)
 *
 * with |t| in the sense of the law. A tree halves the box of the coordinates on which anything
 * depends, as in boxes.c. At a leaf stands
 *
 *     -   nothing rests in it. For every set of closed contacts, in the order of their numbers
 *         sum 2^j, a fact follows: gN, the gap of contact N is negative, or it is closed in the set
 *         and positive; pN, the push number N, a v with v . w_N >= mu |v . w_T| for every closed
 *         contact and v . load > sum p |v . w_T| over the frictions: v . (load + forces) > 0.
 *     +   everything rests in it, held by frictions: gaps are not negative. For each component of
 *         each friction a force follows, or *, n in all: with Y near the inverse of their W, A is
 *         Y W and b is Y (load + the forces told), and |I - A| <= e < 1 gives t = -b up to e
 *         |b|/(1 - e).
 *     .   open.
 *
 * Leaves that are not '-' and touch form places; in different places different sets rest.
 */
#include <math.h>
#include <stdlib.h>

#include "energy.h"

enum { MOST_CELLS = 20000, AXES = 3, MOST_DEEP = 40, MOST_PIECES = 2000, P = BOX_BITS };

typedef struct cell {
  double low[AXES], high[AXES];
  bool inside;
  size_t group; /* another cell of its place, or itself */
} cell;

typedef struct cover {
  energy *x;
  node *load[MOST_FORCES];
  size_t k, pushes, pieces;
  box_variable variable[AXES];
  double box[2 * AXES], (*push)[MOST_FORCES]; /* box: lower ends, then upper ones */
  cell *cell;
  size_t cells;
} cover;

/* What is said of a leaf. */
typedef struct claim {
  char sign;
  struct {
    char kind; /* g or p */
    size_t number;
  } fact[1 << MOST_CONTACTS];
  bool solved[MOST_CONTACTS * 4 * MOST_SLIPS];
  double force[MOST_CONTACTS * 4 * MOST_SLIPS];
} claim;

/* ---- nothing rests --------------------------------------------------------------------------- */

/* sum = the largest work of the friction of an element along v, per normal force of a contact. */
static void find_support(run *r, const cover *c, const rubbing *e, const double *v, arb_t sum) {
  arb_t slip, limit;
  arb_init(slip);
  arb_init(limit);
  arb_zero(sum);
  for (size_t k = 0; k < e->slips; k++) {
    enclose_sum(r, c->x->n, e->slip[k], v, slip);
    enclose_one(r, e->limit[k], limit);
    if (arb_is_nonpositive(limit)) arb_zero(limit);
    arb_mul(slip, slip, limit, P);
    if (e->slips == 1)
      arb_abs(sum, slip);
    else
      arb_addmul(sum, slip, slip, P);
  }
  if (e->slips > 1) arb_sqrtpos(sum, sum, P);
  arb_clear(slip);
  arb_clear(limit);
}

static bool push_holds(run *r, const cover *c, size_t set, const double *v) {
  const energy *x = c->x;
  bool good = true;
  arb_t work, sum;
  arb_init(work);
  arb_init(sum);
  enclose_sum(r, x->n, c->load, v, work);
  for (size_t j = 0; j < x->frictions; j++) {
    find_support(r, c, &x->friction[j], v, sum);
    arb_sub(work, work, sum, P);
  }
  good = arb_is_positive(work);
  for (size_t j = 0; j < x->contacts && good; j++) {
    if (!(set >> j & 1)) continue;
    enclose_sum(r, x->n, x->contact[j].normal, v, work);
    find_support(r, c, &x->contact[j], v, sum);
    arb_sub(work, work, sum, P);
    good = arb_is_nonnegative(work);
  }
  arb_clear(work);
  arb_clear(sum);
  return good;
}

static bool gap_is_wrong(run *r, const cover *c, size_t set, size_t j) {
  arb_t gap;
  arb_init(gap);
  enclose_one(r, c->x->contact[j].gap, gap);
  const bool wrong = arb_is_negative(gap) || ((set >> j & 1) && arb_is_positive(gap));
  arb_clear(gap);
  return wrong;
}

static bool is_outside(run *r, const cover *c, const claim *l) {
  for (size_t set = 0; set < (size_t)1 << c->x->contacts; set++) {
    const size_t number = l->fact[set].number;
    if (!(l->fact[set].kind == 'g' ? gap_is_wrong(r, c, set, number)
                                   : push_holds(r, c, set, c->push[number])))
      return false;
  }
  return true;
}

/* ---- everything rests ------------------------------------------------------------------------ */

/* Y near the inverse of the n x n matrix, by Gauss and Jordan; false where there is none. */
static bool invert_roughly(size_t n, double *A, double *Y) {
  for (size_t i = 0; i < n * n; i++) Y[i] = i % (n + 1) == 0;
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    const double pivot = A[best * n + k];
    if (!(fabs(pivot) > 0) || !isfinite(pivot)) return false;
    for (size_t j = 0; j < n; j++) {
      const double a = A[best * n + j], y = Y[best * n + j];
      A[best * n + j] = A[k * n + j];
      Y[best * n + j] = Y[k * n + j];
      A[k * n + j] = a / pivot;
      Y[k * n + j] = y / pivot;
    }
    for (size_t i = 0; i < n; i++) {
      const double factor = i == k ? 0 : A[i * n + k];
      for (size_t j = 0; j < n; j++) {
        A[i * n + j] -= factor * A[k * n + j];
        Y[i * n + j] -= factor * Y[k * n + j];
      }
    }
  }
  return true;
}

/* The directions of all components; those that are solved for first. Returns their number. */
static size_t list_columns(const cover *c, const claim *l, node *const **column, size_t *place) {
  size_t count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t j = 0, i = 0; j < c->x->frictions; j++)
      for (size_t k = 0; k < c->x->friction[j].slips; k++, i++)
        if (l->solved[i] == (pass == 0)) {
          column[count] = c->x->friction[j].slip[k];
          place[count++] = i;
        }
  return count;
}

static bool invert_at_middle(run *r, const cover *c, node *const **column, double *Y) {
  const size_t n = c->x->n;
  double A[MOST_FORCES * MOST_FORCES];
  arb_t value;
  arb_init(value);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      enclose_one(r, column[j][i], value);
      A[i * n + j] = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    }
  arb_clear(value);
  return invert_roughly(n, A, Y);
}

/* force[place[i]] for the n components that are solved for, the others being told. */
static bool solve_forces(run *r, const cover *c, const claim *l, arb_ptr force) {
  const size_t n = c->x->n;
  node *const *column[COUNT(l->force)];
  size_t place[COUNT(l->force)], count = list_columns(c, l, column, place);
  double Y[MOST_FORCES * MOST_FORCES];
  arb_t value, row, most, size, told;
  if (!invert_at_middle(r, c, column, Y)) return false;
  arb_init(value);
  arb_init(row);
  arb_init(most);
  arb_init(size);
  arb_init(told);
  for (size_t i = 0; i < n; i++) {
    enclose_sum(r, n, c->load, Y + i * n, force + place[i]);
    for (size_t j = n; j < count; j++) {
      enclose_sum(r, n, column[j], Y + i * n, value);
      arb_set_d(told, l->force[place[j]]);
      arb_addmul(force + place[i], value, told, P);
      arb_set(force + place[j], told);
    }
    arb_neg(force + place[i], force + place[i]);
    arb_zero(row);
    for (size_t j = 0; j < n; j++) {
      enclose_sum(r, n, column[j], Y + i * n, value);
      arb_sub_si(value, value, i == j, P);
      arb_abs(value, value);
      arb_add(row, row, value, P);
    }
    arb_max(most, most, row, P);
    arb_abs(value, force + place[i]);
    arb_max(size, size, value, P);
  }
  /* e |b|/(1 - e) */
  arb_sub_si(row, most, 1, P);
  arb_neg(row, row);
  const bool good = arb_is_positive(row);
  arb_mul(size, size, most, P);
  arb_div(size, size, row, P);
  for (size_t i = 0; i < n && good; i++) arb_add_error(force + place[i], size);
  arb_clear(value);
  arb_clear(row);
  arb_clear(most);
  arb_clear(size);
  arb_clear(told);
  return good;
}

/* sum (t_k/limit_k)^2 <= 1 for the components of a friction. */
static bool is_admissible(run *r, const rubbing *e, arb_srcptr force) {
  bool good = true;
  arb_t sum, limit;
  arb_init(sum);
  arb_init(limit);
  for (size_t k = 0; k < e->slips && good; k++) {
    enclose_one(r, e->limit[k], limit);
    good = arb_is_positive(limit);
    arb_div(limit, force + k, limit, P);
    arb_addmul(sum, limit, limit, P);
  }
  arb_sub_si(sum, sum, 1, P);
  good = good && arb_is_nonpositive(sum);
  arb_clear(sum);
  arb_clear(limit);
  return good;
}

static bool is_inside(run *r, const cover *c, const claim *l) {
  const energy *x = c->x;
  arb_ptr force = _arb_vec_init((slong)COUNT(l->force));
  arb_t gap;
  bool good = solve_forces(r, c, l, force);
  arb_init(gap);
  for (size_t j = 0, i = 0; j < x->frictions && good; i += x->friction[j++].slips)
    good = is_admissible(r, &x->friction[j], force + i);
  for (size_t j = 0; j < x->contacts && good; j++) {
    enclose_one(r, x->contact[j].gap, gap);
    good = arb_is_nonnegative(gap);
  }
  arb_clear(gap);
  _arb_vec_clear(force, (slong)COUNT(l->force));
  return good;
}

/* ---- the tree -------------------------------------------------------------------------------- */

/* Another program's enclosures may have been narrower: parts are enough. */
static bool holds(run *r, cover *c, const claim *l, const double *low, const double *high,
                  size_t depth) {
  double lo[AXES], hi[AXES], longest = -1;
  size_t axis = 0;
  if (++r->steps > MOST_STEPS) malformed(r, "the tree is too large for this checker");
  r->boxes++;
  enter_box(r, low, high);
  if ((l->sign == '-' ? is_outside : is_inside)(r, c, l)) return true;
  for (size_t j = 0; j < c->k; j++) {
    const double length = (high[j] - low[j]) / (c->box[AXES + j] - c->box[j]);
    if (length > longest) axis = j;
    longest = fmax(longest, length);
  }
  memcpy(lo, low, sizeof lo);
  memcpy(hi, high, sizeof hi);
  lo[axis] = hi[axis] = low[axis] / 2 + high[axis] / 2;
  if (depth == MOST_DEEP || ++c->pieces > MOST_PIECES || !(lo[axis] > low[axis])) return false;
  return holds(r, c, l, low, hi, depth + 1) && holds(r, c, l, lo, high, depth + 1);
}

static void skip_blank(run *r, const char **at) {
  if (*(*at)++ != ' ') malformed(r, "the tree of the cover cannot be read");
}

static void read_facts(run *r, const cover *c, const char **at, claim *l) {
  for (size_t set = 0; set < (size_t)1 << c->x->contacts; set++) {
    char *end = (char *)*at;
    const char kind = **at;
    const bool digit = kind && (*at)[1] >= '0' && (*at)[1] <= '9';
    const size_t number = digit ? strtoul(*at + 1, &end, 10) : SIZE_MAX;
    if ((kind != 'g' || number >= c->x->contacts) && (kind != 'p' || number >= c->pushes))
      malformed(r, "the tree of the cover cannot be read");
    l->fact[set].kind = kind;
    l->fact[set].number = number;
    *at = end;
    skip_blank(r, at);
  }
}

static void read_forces(run *r, const cover *c, const char **at, claim *l) {
  size_t solved = 0;
  for (size_t j = 0, i = 0; j < c->x->frictions; j++)
    for (size_t k = 0; k < c->x->friction[j].slips; k++, i++) {
      char *end = (char *)*at + 1;
      l->solved[i] = **at == '*';
      solved += l->solved[i];
      if (!l->solved[i]) l->force[i] = **at == ' ' ? NAN : strtod(*at, &end);
      if (!isfinite(l->force[i])) malformed(r, "a force of the cover cannot be read");
      *at = end;
      skip_blank(r, at);
    }
  if (solved != c->x->n) malformed(r, "cover: the forces that are solved for are not n");
}

static void take_leaf(run *r, cover *c, const char **at, const double *low, const double *high) {
  claim l = {.sign = *(*at)++};
  if (l.sign == '-') read_facts(r, c, at, &l);
  if (l.sign == '+') read_forces(r, c, at, &l);
  if (!l.sign || !strchr("-+.", l.sign)) malformed(r, "the tree of the cover cannot be read");
  r->leaves++;
  c->pieces = 0;
  if (l.sign != '.' && !holds(r, c, &l, low, high, 0))
    refuted(r, "cover: leaf %zu does not show what it says: '%c'", r->leaves, l.sign);
  if (l.sign == '-') return;
  if (c->cells == MOST_CELLS) malformed(r, "the cover has more than %d cells", MOST_CELLS);
  cell *own = &c->cell[c->cells];
  *own = (cell){.inside = l.sign == '+', .group = c->cells};
  c->cells++;
  memcpy(own->low, low, sizeof own->low);
  memcpy(own->high, high, sizeof own->high);
}

static void walk(run *r, cover *c, const char **at, double *low, double *high, size_t depth) {
  const size_t j = (size_t)(**at - 'a');
  if (**at < 'a' || j >= c->k) return take_leaf(r, c, at, low, high);
  const double lo = low[j], hi = high[j], cut = lo / 2 + hi / 2;
  if (depth == MOST_NESTING || !(cut > lo && cut < hi))
    malformed(r, "a box is cut where it cannot be");
  ++*at;
  high[j] = cut;
  walk(r, c, at, low, high, depth + 1);
  high[j] = hi;
  low[j] = cut;
  walk(r, c, at, low, high, depth + 1);
  low[j] = lo;
}

/* ---- places ---------------------------------------------------------------------------------- */

static size_t name_of(cover *c, size_t i) {
  while (c->cell[i].group != i) i = c->cell[i].group = c->cell[c->cell[i].group].group;
  return i;
}

/* The lowest cell of a place names it. */
static void join_cells(cover *c) {
  for (size_t a = 0; a < c->cells; a++)
    for (size_t b = 0; b < a; b++) {
      bool touch = true;
      for (size_t j = 0; j < c->k; j++)
        touch = touch && c->cell[a].low[j] <= c->cell[b].high[j] &&
                c->cell[b].low[j] <= c->cell[a].high[j];
      if (!touch) continue;
      const size_t i = name_of(c, a), k = name_of(c, b);
      c->cell[i > k ? i : k].group = i > k ? k : i;
    }
}

/* The ends of the cells of a place, of all of them or of those inside. */
static bool measure(const cover *c, size_t name, bool inside, double *low, double *high) {
  bool any = false;
  for (size_t j = 0; j < c->k; j++) {
    low[j] = INFINITY;
    high[j] = -INFINITY;
  }
  for (size_t i = name; i < c->cells; i++) {
    if (name_of((cover *)c, i) != name || (inside && !c->cell[i].inside)) continue;
    any = true;
    for (size_t j = 0; j < c->k; j++) {
      low[j] = fmin(low[j], c->cell[i].low[j]);
      high[j] = fmax(high[j], c->cell[i].high[j]);
    }
  }
  return any;
}

static void verify_ends(run *r, const cover *c, const json_t *place, const char *member,
                        const double *ends) {
  const matrix *told = read_matrix(r, place, member, c->k, 2);
  fmpq *own = new_rational(r);
  for (size_t j = 0; j < 2 * c->k; j++) {
    const double end = ends[j % 2 * AXES + j / 2];
    read_double(own, end);
    if (!fmpq_equal(entry(told, j / 2, j % 2), own))
      refuted(r, "places: the tree shows the end %.17g, the certificate says %s", end,
              show_rational(r, entry(told, j / 2, j % 2)));
  }
}

static void print_ends(const run *r, const cover *c, const double *ends, bool named) {
  for (size_t j = 0; r->print && j < c->k; j++)
    fprintf(r->print, "%s %.*s%sfrom %.17g to %.17g", j ? "," : "",
            named ? (int)c->variable[j].item->name.length : 0, c->variable[j].item->name.at,
            named ? " " : "", ends[j], ends[AXES + j]);
}

static void verify_place(run *r, cover *c, size_t i, const json_t *place) {
  double ends[2 * AXES];
  read_shape(r, place, "places", "outer inner");
  measure(c, i, false, ends, ends + AXES);
  verify_ends(r, c, place, "outer", ends);
  if (r->print) fputs("proved     a place: what rests there has", r->print);
  print_ends(r, c, ends, true);
  const bool any = measure(c, i, true, ends, ends + AXES);
  if (any)
    verify_ends(r, c, place, "inner", ends);
  else if (!json_is_null(json_object_get(place, "inner")))
    refuted(r, "places: nothing in it was shown to rest");
  if (r->print)
    fputs(any ? "; it reaches at least" : "; that something does was not shown", r->print);
  if (any) print_ends(r, c, ends, false);
  if (r->print) fputs("\n", r->print);
}

static void verify_list(run *r, cover *c) {
  const json_t *places = json_object_get(r->root, "places");
  size_t count = 0, at = 0;
  for (size_t i = 0; i < c->cells; i++) count += name_of(c, i) == i;
  if (!json_is_array(places)) malformed(r, "places: an array is expected");
  if (json_array_size(places) != count) refuted(r, "places: the tree leaves %zu of them", count);
  if (r->print) fputs("proved     in the box", r->print);
  print_ends(r, c, c->box, true);
  if (r->print)
    fprintf(r->print, " nothing rests%s\n",
            count ? " but in the places that follow, each apart from the others" : "");
  for (size_t i = 0; i < c->cells; i++)
    if (name_of(c, i) == i) verify_place(r, c, i, json_array_get(places, at++));
}

/* ---- the certificate ------------------------------------------------------------------------- */

static void read_elements_at_rest(run *r, cover *c) {
  for (const item *it = NULL; (it = next_item(r, it, CONTACT | FRICTION));) {
    interval x;
    if (token_is(it->law, "contensou") || token_is(it->law, "rolling"))
      complain(r, it->name, "covers are about friction in a plane");
    for (size_t i = 0; i < 2; i++) {
      node *a = it->part[LAW + i].to ? read_formula(r, it->part[LAW + i]) : NULL;
      if (a && (!a->fixed || !find_interval(r, a, &x) || fmpq_sgn(x.low) < 0))
        complain(r, it->name, "a coefficient of friction is no number, or may be negative");
    }
  }
  for (size_t i = 0; i < c->x->n; i++) c->load[i] = at_rest(r, c->x->h[i]);
}

/* Does something depend on the coordinate, as it is written? */
static bool matters(run *r, const cover *c, item *q) {
  const energy *x = c->x;
  bool does = false;
  for (size_t i = 0; i < x->n; i++) does = does || !is_zero_tree(by(r, c->load[i], q));
  for (size_t j = 0; j < x->contacts + x->frictions; j++) {
    const rubbing *e = j < x->contacts ? &x->contact[j] : &x->friction[j - x->contacts];
    does = does || (e->gap && !is_zero_tree(by(r, e->gap, q)));
    for (size_t k = 0; k < e->slips; k++) {
      does = does || !is_zero_tree(by(r, e->limit[k], q));
      for (size_t i = 0; i < x->n; i++) does = does || !is_zero_tree(by(r, e->slip[k][i], q));
    }
  }
  return does;
}

static void read_box(run *r, cover *c) {
  const json_t *system = json_object_get(r->root, "system");
  const json_t *names = json_object_get(system, "coordinates");
  read_shape(r, system, "system", "coordinates box");
  for (size_t i = 0; i < c->x->n; i++) {
    const char *name = json_string_value(json_array_get(names, c->k));
    if (!matters(r, c, c->x->q[i])) continue;
    if (!name || !token_is(c->x->q[i]->name, name))
      malformed(r, "coordinates: they are not those that something depends on");
    if (c->k == AXES) malformed(r, "more than %d coordinates matter", AXES);
    c->variable[c->k++] = (box_variable){'x', c->x->q[i]};
  }
  if (c->k == 0) malformed(r, "nothing depends on where the machine is");
  want_array(r, names, c->k, "coordinates");
  const matrix *box = read_matrix(r, system, "box", c->k, 2);
  for (size_t j = 0; j < c->k; j++) {
    c->box[j] = end_of(r, entry(box, j, 0), 0);
    c->box[AXES + j] = end_of(r, entry(box, j, 1), 0);
    if (!(c->box[j] < c->box[AXES + j])) malformed(r, "box: it is empty");
  }
}

static void read_pushes(run *r, cover *c) {
  const json_t *list = json_object_get(r->root, "pushes");
  if (!json_is_array(list)) malformed(r, "pushes: an array is expected");
  c->pushes = json_array_size(list);
  c->push = new_room(r, c->pushes + 1, sizeof *c->push);
  const matrix *v = read_matrix(r, r->root, "pushes", c->pushes, c->x->n);
  for (size_t i = 0; i < c->pushes; i++)
    for (size_t j = 0; j < c->x->n; j++) c->push[i][j] = end_of(r, entry(v, i, j), 0);
}

void verify_places(run *r) {
  double low[AXES], high[AXES];
  cover *c = new_room(r, 1, sizeof *c);
  c->x = new_room(r, 1, sizeof *c->x);
  c->x->still = true;
  const item *other = next_item(r, NULL, SLIDER | CHART_COORD | CLUTCH);
  if (other) complain(r, other->name, "covers are about frictions and contacts alone");
  for (const item *it = NULL; (it = next_item(r, it, PARAM));)
    if (it->range.low && !is_exact(it->range)) complain(r, it->name, "it has a range");
  read_machine(r, c->x);
  read_elements_at_rest(r, c);
  read_box(r, c);
  read_pushes(r, c);
  c->cell = new_room(r, MOST_CELLS, sizeof *c->cell);
  memcpy(low, c->box, sizeof low);
  memcpy(high, c->box + AXES, sizeof high);
  open_space(r, c->k, 1, c->variable);
  const char *tree = read_text(r, r->root, "cover");
  walk(r, c, &tree, low, high, 0);
  if (*tree) malformed(r, "the tree of the cover does not end where it should");
  confirm(r, "%zu leaves of the cover", r->leaves);
  join_cells(c);
  verify_list(r, c);
}
