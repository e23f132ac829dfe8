/* check_units.c: units of all formulas, where every declaration has one.
 *
 * A model whose parameters, coordinates and inputs all carry a known unit is checked as a whole;
 * one missing unit, and nothing is said. Each formula must be consistent in itself (dimensions.c)
 * and have the dimension of its place:
 *
 *     values, ranges, states, feedback   of the name        relations   both sides the same
 *     energies   kg m^2/s^2              forces   energy/[q]             angles, eN, eT   1
 *     masses     energy s^2/[at]^2       gravity  [at]/s^2               points   [at]
 *     normal     energy/(s [slip])       r   [slip]/[spin]              c of energetic   s/[gap]
 *     mu         [gap]/(s [slip]), since mu N [slip] is a power; 1 where N is given
 *
 * The checks with energy in them are made only if a unit contains kg: papers like to scale masses
 * and lengths away. If every unit is 1 the time is a number, too.
 */
#include <string.h>

#include "dimensions.h"

/* The dimensions that other formulas of an element, body or force follow from. */
typedef struct inspector {
  ss_dimensions d;
  bool mechanical;                   /* masses have a unit */
  ss_expr *gap, *slip, *spin, *roll; /* by element */
  ss_expr *at;                       /* by body: of its position */
} inspector;

/* ---- demands --------------------------------------------------------------------------------- */

static void demand(inspector *x, const ss_site *site, ss_expr found, ss_expr wanted) {
  if (!ss_dimensions_is_known(found) || !ss_dimensions_is_known(wanted)) return;
  if (ss_dimension_equal(&x->d.items[found], &x->d.items[wanted])) return;
  ss_reader *reader = x->d.reader;
  ss_dimensions_explain(
      &x->d, ss_reader_error(reader, site->formula->where, "%s is in [%s], but should be in [%s]",
                             ss_site_describe(reader, site), ss_dimensions_print(&x->d, found),
                             ss_dimensions_print(&x->d, wanted)));
}

static ss_expr product(inspector *x, ss_expr a, ss_expr b) {
  return ss_dimensions_combine(&x->d, a, b, 1);
}

static ss_expr quotient(inspector *x, ss_expr a, ss_expr b) {
  return ss_dimensions_combine(&x->d, a, b, -1);
}

/* A demand about energy. */
static void demand_mechanical(inspector *x, const ss_site *site, ss_expr found, ss_expr wanted) {
  if (x->mechanical) demand(x, site, found, wanted);
}

/* ---- formulas by their roles ----------------------------------------------------------------- */

static ss_expr unit_of(inspector *x, ss_kind kind, size_t index) {
  return ss_dimensions_declared(&x->d, ss_reader_name(x->d.reader, kind, index));
}

static void check_let(inspector *x, const ss_site *site, ss_expr found) {
  ss_reader *reader = x->d.reader;
  ss_expr wanted = unit_of(x, SS_KIND_ABBREVIATION, site->owner);
  size_t errors = reader->list->errors;
  demand(x, site, found, wanted);
  if (reader->list->errors > errors)
    found = SS_DIMENSION_UNKNOWN;
  else if (ss_dimensions_is_known(wanted))
    found = wanted;
  ss_rewriter_set(&x->d.rewriter, reader->let_symbol[site->owner], found);
}

/* Energy over what the force moves; of a first-order state, itself over time. */
static void check_force(inspector *x, const ss_site *site, ss_expr found) {
  const ss_model *model = x->d.reader->model;
  const ss_force *force = &model->force[site->owner];
  ss_expr moved = SS_DIMENSION_UNKNOWN;
  if (!force->at_point && force->on < model->coordinates)
    moved = unit_of(x, SS_KIND_COORDINATE, force->on);
  if (force->is_rate) {
    demand(x, site, found, quotient(x, moved, x->d.time));
    return;
  }
  if (force->at_point && force->on < model->points && model->point[force->on].body < model->bodies)
    moved = x->at[model->point[force->on].body];
  demand_mechanical(x, site, found, quotient(x, x->d.energy, moved));
}

static void check_body(inspector *x, const ss_site *site, ss_expr found) {
  ss_expr at = x->at[site->owner], t = x->d.time;
  ss_expr speed = quotient(x, at, t), turning = quotient(x, x->d.one, t);
  switch (site->role) {
  case SS_ROLE_AT: demand(x, site, found, site->part == 2 ? x->d.one : at); return;
  case SS_ROLE_MASS:
    demand_mechanical(x, site, found, quotient(x, x->d.energy, product(x, speed, speed)));
    return;
  case SS_ROLE_INERTIA:
    demand_mechanical(x, site, found, quotient(x, x->d.energy, product(x, turning, turning)));
    return;
  default: demand(x, site, found, quotient(x, speed, t)); return; /* gravity */
  }
}

/* mu [slip] = mur [roll] = the velocity at which N works; r = [slip]/[spin]; vs = [slip]. */
static void check_law(inspector *x, const ss_site *site, ss_expr found) {
  const ss_element *element = &x->d.reader->model->element[site->owner];
  size_t i = site->owner;
  ss_expr velocity =
      element->kind == SS_ELEMENT_FRICTION ? x->slip[i] : quotient(x, x->gap[i], x->d.time);
  const bool speed = site->role == SS_ROLE_STRIBECK && site->part == 2;
  bool radius = site->role == SS_ROLE_LAW && site->part == 1 && element->law != SS_LAW_ELLIPSE;
  ss_expr wanted = radius ? quotient(x, x->slip[i], x->spin[i])
                          : quotient(x, velocity, site->part == 2 ? x->roll[i] : x->slip[i]);
  demand(x, site, found, speed ? x->slip[i] : wanted);
}

static void check_restitution(inspector *x, const ss_site *site, ss_expr found) {
  bool energetic = x->d.reader->model->element[site->owner].restitution == SS_RESTITUTION_ENERGETIC;
  demand(x, site, found, energetic ? quotient(x, x->d.time, x->gap[site->owner]) : x->d.one);
}

/* The components of slip agree with each other, those of roll likewise. */
static void check_slip(inspector *x, const ss_site *site, ss_expr found) {
  ss_expr *known = site->part < 2    ? &x->slip[site->owner]
                   : site->part == 2 ? &x->spin[site->owner]
                                     : &x->roll[site->owner];
  if (ss_dimensions_is_known(*known))
    demand(x, site, found, *known);
  else
    *known = found;
}

static void check_normal(inspector *x, const ss_site *site, ss_expr found) {
  ss_expr power = quotient(x, x->d.energy, x->d.time);
  demand_mechanical(x, site, found, quotient(x, power, x->slip[site->owner]));
}

/* A rate of what has no unit may be a plain number, as in `spin B by (0, 0, 2)`. */
static void check_state(inspector *x, const ss_site *site, ss_expr found) {
  const ss_model *model = x->d.reader->model;
  ss_expr wanted = unit_of(x, SS_KIND_COORDINATE, (size_t)site->part);
  bool velocity =
      site->role == SS_ROLE_STATE && site->formula == &model->state[site->owner].u[site->part];
  const bool plain = ss_dimensions_is_known(wanted) && ss_dimensions_is_known(found) &&
                     ss_dimension_is_one(&x->d.items[wanted]) &&
                     ss_dimension_is_one(&x->d.items[found]);
  if (velocity && plain) return;
  demand(x, site, found, velocity ? quotient(x, wanted, x->d.time) : wanted);
}

static void check_site(inspector *x, const ss_site *site) {
  const ss_model *model = x->d.reader->model;
  ss_expr found = ss_dimensions_of(&x->d, site);
  switch (site->role) {
  case SS_ROLE_VALUE:
  case SS_ROLE_VALUE_RANGE:
    demand(x, site, found, unit_of(x, SS_KIND_PARAMETER, site->owner));
    return;
  case SS_ROLE_LET: check_let(x, site, found); return;
  case SS_ROLE_MASS:
  case SS_ROLE_INERTIA:
  case SS_ROLE_AT:
  case SS_ROLE_GRAVITY: check_body(x, site, found); return;
  case SS_ROLE_LOCAL:
    if (model->point[site->owner].body < model->bodies)
      demand(x, site, found, x->at[model->point[site->owner].body]);
    return;
  case SS_ROLE_KINETIC:
  case SS_ROLE_SHAPED_POTENTIAL:
  case SS_ROLE_POTENTIAL: demand_mechanical(x, site, found, x->d.energy); return;
  case SS_ROLE_FORCE: check_force(x, site, found); return;
  case SS_ROLE_INPUT_RANGE: demand(x, site, found, unit_of(x, SS_KIND_INPUT, site->owner)); return;
  case SS_ROLE_FEEDBACK:
    if (model->feedback[site->owner].input < model->inputs)
      demand(x, site, found, unit_of(x, SS_KIND_INPUT, model->feedback[site->owner].input));
    return;
  case SS_ROLE_SHAPED_DAMPING:
    demand_mechanical(x, site, found, quotient(x, x->d.energy, x->d.time));
    return;
  case SS_ROLE_GAP: x->gap[site->owner] = found; return;
  case SS_ROLE_SLIP: check_slip(x, site, found); return;
  case SS_ROLE_NORMAL: check_normal(x, site, found); return;
  case SS_ROLE_STRIBECK:
  case SS_ROLE_LAW: check_law(x, site, found); return;
  case SS_ROLE_RESTITUTION: check_restitution(x, site, found); return;
  case SS_ROLE_CHART:
  case SS_ROLE_STATE: check_state(x, site, found); return;
  case SS_ROLE_REGION:
  case SS_ROLE_LYAPUNOV:    /* in any unit */
  case SS_ROLE_EXPECTATION: /* in pairs: check_relation */
  case SS_ROLE_DRAWING:     /* a picture has its own scale */
  case SS_ROLE_COUNT: return;
  }
}

/* The two sides of a relation. */
static void check_relation(inspector *x, const ss_site *left, const ss_site *right) {
  ss_expr a = ss_dimensions_of(&x->d, left), b = ss_dimensions_of(&x->d, right);
  if (!ss_dimensions_is_known(a) || !ss_dimensions_is_known(b)) return;
  if (ss_dimension_equal(&x->d.items[a], &x->d.items[b])) return;
  ss_reader_error(x->d.reader, left->formula->where,
                  "units do not match: the left side is in [%s], the right side in [%s]",
                  ss_dimensions_print(&x->d, a), ss_dimensions_print(&x->d, b));
}

/* ---- the model ------------------------------------------------------------------------------- */

/* Is every value's unit there and known? Also: does one contain kg, do all say 1? */
static bool is_complete(ss_reader *reader, bool *mechanical, bool *timeless) {
  const ss_names *names = &reader->names[SS_NAMESPACE_VALUE];
  *mechanical = false;
  *timeless = true;
  for (size_t i = 0; i < names->count; i++) {
    const ss_known *known = &names->items[i];
    ss_dimension dimension;
    const char *bad;
    size_t length;
    if (known->kind == SS_KIND_ABBREVIATION || known->kind == SS_KIND_CHART) continue;
    const char *unit = ss_reader_name(reader, known->kind, known->index)->unit;
    if (!unit || !ss_unit_read(unit, &dimension, &bad, &length)) return false;
    *mechanical = *mechanical || dimension.power[0];
    *timeless = *timeless && ss_dimension_is_one(&dimension);
  }
  return names->count > 0;
}

static bool start_inspector(inspector *x, ss_reader *reader) {
  const ss_model *model = reader->model;
  bool mechanical, timeless;
  if (!is_complete(reader, &mechanical, &timeless)) return false;
  *x = (inspector){.mechanical = mechanical};
  ss_expr **tables[] = {&x->gap, &x->slip, &x->spin, &x->roll};
  for (size_t i = 0; i < 4; i++)
    *tables[i] = ss_reader_borrow(reader, model->elements, sizeof(ss_expr));
  x->at = ss_reader_borrow(reader, model->bodies, sizeof *x->at);
  if (reader->failed) return false;
  ss_dimensions_start(&x->d, reader, timeless);
  return true;
}

/* A point's coordinates have the dimension of its body's first one. */
static void place_point(inspector *x, size_t index) {
  ss_reader *reader = x->d.reader;
  size_t body = reader->model->point[index].body;
  ss_expr at = body < reader->model->bodies ? x->at[body] : SS_DIMENSION_UNKNOWN;
  ss_rewriter_set(&x->d.rewriter, reader->point_symbol[2 * index], at);
  ss_rewriter_set(&x->d.rewriter, reader->point_symbol[2 * index + 1], at);
}

/* Abbreviations, bodies and points in the order of their definition. */
static void check_definitions(inspector *x) {
  ss_reader *reader = x->d.reader;
  const ss_model *model = reader->model;
  size_t lets = model->parameters, bodies = lets + model->abbreviations;
  size_t points = bodies + model->bodies;
  /* where each one's first formula is, counted from 1 */
  size_t *first = ss_reader_borrow(reader, points, sizeof *first);
  if (!first) return;
  for (size_t i = reader->site_count; i-- > 0;) {
    if (reader->sites[i].role == SS_ROLE_LET) first[lets + reader->sites[i].owner] = i + 1;
    if (reader->sites[i].role == SS_ROLE_AT) first[bodies + reader->sites[i].owner] = i + 1;
  }
  for (size_t k = 0; k < reader->order_count; k++) {
    size_t d = reader->order[k];
    if (d >= points)
      place_point(x, d - points);
    else if (d >= bodies && first[d])
      x->at[d - bodies] = ss_dimensions_of(&x->d, &reader->sites[first[d] - 1]);
    else if (d >= lets && first[d])
      check_site(x, &reader->sites[first[d] - 1]);
  }
}

/* "N", "N m" or what the base units say. */
static const char *name_unit(inspector *x, ss_expr id) {
  static const char *const usual[] = {"N", "N m"};
  const char *bad;
  size_t length;
  ss_dimension dimension;
  if (!ss_dimensions_is_known(id)) return NULL;
  for (size_t i = 0; i < 2; i++)
    if (ss_unit_read(usual[i], &dimension, &bad, &length) &&
        ss_dimension_equal(&dimension, &x->d.items[id]))
      return usual[i];
  const char *text = ss_dimensions_print(&x->d, id);
  return text ? ss_arena_copy_text(x->d.reader->arena, text, strlen(text)) : NULL;
}

/* A force times the velocity along it is a power. */
static void name_forces(inspector *x) {
  const ss_expr power = quotient(x, x->d.energy, x->d.time);
  for (size_t i = 0; x->mechanical && i < x->d.reader->model->elements; i++) {
    const ss_expr velocity[] = {quotient(x, x->gap[i], x->d.time), x->slip[i], x->spin[i],
                                x->roll[i]};
    for (size_t k = 0; k < 4; k++)
      if (ss_dimensions_is_known(velocity[k]))
        x->d.reader->model->element[i].force_unit[k] =
            name_unit(x, quotient(x, power, velocity[k]));
  }
}

void ss_reader_check_units(ss_reader *reader) {
  inspector x;
  if (!start_inspector(&x, reader)) return;
  check_definitions(&x);
  for (size_t i = 0; i < reader->site_count && !reader->failed; i++) {
    const ss_site *site = &reader->sites[i];
    bool relation = site->role == SS_ROLE_REGION || site->role == SS_ROLE_EXPECTATION;
    const ss_site *next = i + 1 < reader->site_count ? site + 1 : NULL;
    if (relation && next && next->role == site->role && next->owner == site->owner &&
        next->part == site->part)
      check_relation(&x, site, next);
    else if (site->role != SS_ROLE_LET && !relation)
      check_site(&x, site);
  }
  name_forces(&x);
  ss_dimensions_stop(&x.d);
}
