/* law_plot.c: force laws as a picture, and what forces take from a moving machine.
 *
 * A panel per law. Of planar friction the force -lambda_T against the slip (van de Wouw & Leine
 * 2004, figure 1b): a step whose upright part is the set of forces that can hold, with branches
 * that follow a coefficient that depends on the speed (Stribeck's). Of spatial friction the border
 * of the set itself: of disk and ellipse in the plane of both forces, of contensou in that of a
 * force and the moment of spin, of rolling besides that of both moments of roll. Known normal
 * forces count; contacts are shown for a unit normal force.
 *
 * Below: power against velocity, u^T f_nc, that of friction, and their sum, along the state's own
 * velocity or, at a state that does not move, along each coordinate's. Where an impact comes first
 * there is no value. The range ends beyond the place where the sum changes its sign.
 */
#include <math.h>
#include <string.h>

#include "plane.h"
#include "show_private.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 96, SET = 150, BRANCH = 121, SAMPLES = 121 };
enum { DIRECTIONS_MOST = 6 };

/* How far speeds are tried when the range of a picture is sought. */
static const double SLOWEST = 1e-5, FASTEST = 1e5;

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_snapshot *snapshot;
  bool power; /* asked for: drawn even where nothing feeds the machine */
  size_t panels;
  double y;
} page;

/* ---- a law's number at a slip ---------------------------------------------------------------- */

/* The snapshot's values with slip `index` at the speed; false where they are not known. */
static bool evaluate_at(const page *p, size_t index, double speed, ss_system_values *values) {
  const ss_snapshot *s = p->snapshot;
  const size_t n = s->system->coordinates;
  const double *W = s->values.of[SS_QUANTITY_WT] + index * n;
  double *u = ss_arena_new(p->arena, n, double), square = 0;
  double missing = speed - s->values.of[SS_QUANTITY_WT_TIME][index];
  if (!u) return false;
  for (size_t i = 0; i < n; i++) square += W[i] * W[i], missing -= W[i] * s->u[i];
  for (size_t i = 0; i < n; i++) u[i] = s->u[i] + (square > 0 ? missing * W[i] / square : 0);
  return ss_system_evaluate(p->arena, s->system, s->parameters, s->q, u, 0, values) == SS_OK;
}

static double find_normal(const page *p, const ss_system_values *values, size_t element) {
  const bool known = p->snapshot->system->element[element].element->kind == SS_ELEMENT_FRICTION;
  return known ? values->of[SS_QUANTITY_NORMAL][element] : 1;
}

/* mu N of planar friction at a speed. */
static double find_bound(const page *p, size_t element, double speed) {
  ss_system_values values;
  const size_t slip = p->snapshot->system->element[element].slip;
  if (!evaluate_at(p, slip, speed, &values)) return NAN;
  return values.of[SS_QUANTITY_LAW][3 * element] * find_normal(p, &values, element);
}

/* A little more than the last speed at which the force differs from that of the fastest slip; 1
 * where it does not depend on it. */
static double find_reach(const page *p, size_t element) {
  const double last = find_bound(p, element, FASTEST), first = find_bound(p, element, 0);
  for (double speed = FASTEST; speed > SLOWEST && fabs(first - last) > 0; speed /= 1.25)
    if (fabs(find_bound(p, element, speed) - last) > 0.02 * fabs(first - last)) return 2 * speed;
  return 1;
}

/* ---- panels of laws -------------------------------------------------------------------------- */

static ss_panel start_panel(page *p, double height) {
  p->panels++;
  p->y += 14;
  ss_panel panel = {.left = LEFT, .top = p->y, .width = WIDTH - LEFT - RIGHT, .height = height};
  panel.x_numbers = true;
  p->y += height + 30;
  return panel;
}

static const char *name_force(const page *p, const ss_element *e, size_t component) {
  const bool known = e->kind == SS_ELEMENT_FRICTION;
  const char *name =
      ss_arena_format(p->arena, known ? "-\xce\xbb_%s of %s" : "-\xce\xbb_%s/\xce\xbb_N of %s",
                      ss_show_slip_name(e, component), e->name.text);
  const char *unit = e->force_unit[component < 2 ? 1 : component == 2 ? 2 : 3];
  return name ? ss_show_axis_label(p->arena, name, false, known ? unit : NULL) : NULL;
}

static void draw_step(page *p, size_t element) {
  const ss_element *e = p->snapshot->system->element[element].element;
  ss_panel panel = start_panel(p, PANEL);
  const double reach = find_reach(p, element);
  double x[2 * BRANCH], y[2 * BRANCH];
  for (size_t i = 0; i < BRANCH; i++) {
    const double speed = reach * (double)i / (BRANCH - 1);
    x[BRANCH + i] = speed, y[BRANCH + i] = find_bound(p, element, speed);
    x[BRANCH - 1 - i] = -speed, y[BRANCH - 1 - i] = -find_bound(p, element, -speed);
  }
  panel.x0 = -reach, panel.x1 = reach, panel.y0 = 1, panel.y1 = 0;
  ss_plot_extend(2 * BRANCH, y, &panel.y0, &panel.y1);
  ss_plot_margin(&panel.y0, &panel.y1);
  panel.x_label = "slip";
  panel.y_label = name_force(p, e, 0);
  ss_plot_axes(&p->plot, &panel);
  ss_plot_curve(&p->plot, &panel, 2 * BRANCH, x, y, 0);
}

/* lambda >= 0 while it does not turn, 0 while it runs free. */
static void draw_oneway(page *p, const ss_element *e) {
  const double x[] = {0, 0, 1}, y[] = {1, 0, 0};
  ss_panel panel = start_panel(p, PANEL);
  panel.x0 = -1, panel.x1 = 1, panel.y0 = -0.2, panel.y1 = 1;
  panel.x_label = "slip";
  panel.y_label = ss_arena_format(p->arena, "\xce\xbb of %s", e->name.text);
  ss_plot_axes(&p->plot, &panel);
  ss_plot_curve(&p->plot, &panel, 3, x, y, 0);
}

/* Points of the border of a part's set where two components of it are not 0: maximisers of the
 * support function along directions of that plane, in which the sets are symmetric. */
static void find_border(const ss_law *law, double normal, size_t other, double *x, double *y) {
  double way[SS_SLIP_MOST] = {1}, point[SS_SLIP_MOST];
  const double wide = ss_law_support(law, normal, way, NULL);
  way[0] = 0;
  way[other] = 1;
  const double high = ss_law_support(law, normal, way, NULL);
  for (size_t i = 0; i < BRANCH; i++) {
    const double angle = 2 * 3.14159265358979323846 * (double)i / (BRANCH - 1);
    way[0] = high * cos(angle);
    way[other] = wide * sin(angle);
    memset(point, 0, sizeof point);
    ss_law_support(law, normal, way, point);
    x[i] = point[0], y[i] = point[other];
  }
}

static void draw_set(page *p, size_t element, size_t part) {
  const ss_element *e = p->snapshot->system->element[element].element;
  const ss_contact contact = ss_contact_of(e, p->snapshot->values.of[SS_QUANTITY_LAW] + 3 * element,
                                           find_normal(p, &p->snapshot->values, element));
  const ss_law law = ss_law_part(&contact.law, part);
  const size_t first = ss_law_part_first(part), other = law.kind == SS_LAW_CONTENSOU ? 2 : 1;
  double x[BRANCH], y[BRANCH];
  ss_panel panel = start_panel(p, SET);
  find_border(&law, find_normal(p, &p->snapshot->values, element), other, x, y);
  panel.x0 = panel.y0 = 1;
  ss_plot_extend(BRANCH, x, &panel.x0, &panel.x1);
  ss_plot_extend(BRANCH, y, &panel.y0, &panel.y1);
  ss_plot_margin(&panel.x0, &panel.x1);
  ss_plot_margin(&panel.y0, &panel.y1);
  panel.x_label = name_force(p, e, first);
  panel.y_label = name_force(p, e, first + other);
  ss_plot_axes(&p->plot, &panel);
  ss_plot_polygon(&p->plot, &panel, BRANCH, x, y, 0, 0.35);
}

static void draw_law(page *p, size_t element) {
  const ss_element *e = p->snapshot->system->element[element].element;
  if (e->kind == SS_ELEMENT_CLUTCH || e->law == SS_LAW_ONEWAY)
    draw_oneway(p, e);
  else if (e->law == SS_LAW_COULOMB)
    draw_step(p, element);
  else if (e->law != SS_LAW_FRICTIONLESS)
    for (size_t part = 0; part < ss_law_parts(e->law); part++) draw_set(p, element, part);
}

/* ---- power ----------------------------------------------------------------------------------- */

/* of[0]: of f_nc, of[1]: of friction, of[2]: their sum, at u = s direction. */
static void find_power(const page *p, const double *direction, double s, double of[3]) {
  const ss_snapshot *here = p->snapshot;
  const size_t n = here->system->coordinates;
  double *u = ss_arena_new(p->arena, n, double);
  ss_snapshot there;
  of[0] = of[1] = of[2] = NAN;
  for (size_t i = 0; u && i < n; i++) u[i] = s * direction[i];
  if (!u || ss_snapshot_take(p->arena, here->system, here->name, here->parameters, here->q, u,
                             &there) != SS_OK)
    return;
  of[0] = ss_snapshot_power(&there);
  if (here->system->elements == 0)
    of[1] = 0;
  else if (ss_snapshot_add_losses(p->arena, &there) == SS_OK)
    of[1] = there.losses.power;
  of[2] = of[0] + of[1];
}

/* Where the sum becomes positive on the way from 0, by halving; 0: nowhere that was looked at. */
static double find_change(const page *p, const double *direction) {
  double lo = 0, hi = SLOWEST, of[3];
  find_power(p, direction, hi, of);
  while (hi < FASTEST && !(of[2] > 0)) lo = hi, hi *= 2, find_power(p, direction, hi, of);
  if (!(of[2] > 0)) return 0;
  for (int i = 0; i < 20; i++) {
    find_power(p, direction, (lo + hi) / 2, of);
    if (of[2] > 0)
      hi = (lo + hi) / 2;
    else
      lo = (lo + hi) / 2;
  }
  return hi;
}

static void draw_power(page *p, const double *direction, const char *label, double reach) {
  static const ss_pen pens[] = {{0x777777, 0.9, {4, 2}, false},
                                {0x777777, 0.9, {1, 1.5}, false},
                                {0x000000, 1.6, {0, 0}, false}};
  const ss_legend_mark marks[] = {{SS_LEGEND_LINE, pens[0], "forces"},
                                  {SS_LEGEND_LINE, pens[1], "friction"},
                                  {SS_LEGEND_LINE, pens[2], "both"}};
  double x[SAMPLES], y[3][SAMPLES];
  p->y += 6;
  ss_plot_marks(&p->plot, LEFT, p->y + 4, WIDTH - LEFT - RIGHT, 3, marks);
  ss_panel panel = start_panel(p, PANEL);
  panel.x0 = -reach, panel.x1 = reach, panel.y0 = 1, panel.y1 = 0;
  for (size_t i = 0; i < SAMPLES; i++) {
    double of[3];
    x[i] = reach * (2.0 * (double)i - (SAMPLES - 1)) / (SAMPLES - 1);
    find_power(p, direction, x[i], of);
    for (size_t k = 0; k < 3; k++) y[k][i] = of[k];
  }
  for (size_t k = 0; k < 3; k++) ss_plot_extend(SAMPLES, y[k], &panel.y0, &panel.y1);
  if (panel.y0 > panel.y1) panel.y0 = -1, panel.y1 = 1;
  ss_plot_margin(&panel.y0, &panel.y1);
  panel.x_label = label;
  panel.y_label = "power";
  ss_plot_axes(&p->plot, &panel);
  for (size_t k = 0; k < 3; k++) ss_plot_line(&p->plot, &panel, SAMPLES, x, y[k], &pens[k]);
}

/* Along a direction, if that was asked for or the machine is fed there. */
static void add_power(page *p, const double *direction, const char *label, double reach) {
  const double change = find_change(p, direction);
  if (change > SLOWEST) reach = 1.4 * change;
  if (p->power || change > 0) draw_power(p, direction, label, reach);
}

static ss_status draw_powers(page *p) {
  const ss_system *s = p->snapshot->system;
  double *direction = ss_arena_new(p->arena, s->coordinates, double);
  bool moves = false;
  if (!direction) return SS_MEMORY;
  for (size_t i = 0; i < s->coordinates; i++) moves = moves || p->snapshot->u[i] != 0;
  if (moves) {
    add_power(p, p->snapshot->u, "share of the state's velocity", 1.5);
    return SS_OK;
  }
  for (size_t i = 0; i < s->coordinates && i < DIRECTIONS_MOST; i++) {
    if (s->aux[i]) continue;
    const char *name = ss_arena_format(p->arena, "%s'", s->names[i]);
    if (!name) return SS_MEMORY;
    direction[i] = 1;
    add_power(p, direction,
              ss_show_axis_label(p->arena, name, true, s->model->coordinate[i].name.unit), 1);
    direction[i] = 0;
  }
  return SS_OK;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static ss_status draw(page *p, const char *file) {
  const ss_system *s = p->snapshot->system;
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, s->model->title);
  p->y = 20;
  p->panels = 0;
  for (size_t i = 0; i < s->elements; i++) draw_law(p, i);
  if (s->inputs == 0) status = draw_powers(p);
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_law_plot(const ss_snapshot *snapshot, bool power, const char *file,
                           const char **why_not) {
  page p = {.arena = ss_arena_create(), .snapshot = snapshot, .power = power};
  *why_not = NULL;
  if (!p.arena) return SS_MEMORY;
  if (power && snapshot->system->inputs)
    *why_not = "power needs inputs that follow something: --feedback or --input";
  /* once to measure */
  ss_status status = *why_not ? SS_BAD_ARGUMENT : draw(&p, NULL);
  if (status == SS_OK && p.panels == 0) {
    *why_not = "nothing rubs and nothing feeds the machine";
    status = SS_BAD_ARGUMENT;
  }
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
