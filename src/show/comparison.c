/* comparison.c: motions with springs for contacts beside the rigid one: a table, JSON, a picture
 * with a panel per coordinate, in which all motions lie over each other. */
#include <math.h>

#include "plane.h"
#include "show_private.h"
#include "standstill/json.h"
#include "standstill/show.h"

enum { WIDTH = 360, LEFT = 54, RIGHT = 14, PANEL = 110 };

/* "q = 0.499102; stop presses with 0.898383": where springs hold it. */
static void show_rest(const ss_system *system, const ss_compared *of, ss_text *out) {
  ss_text_addf(out, "  %-9.4g  ", of->stiffness);
  for (size_t k = 0; k < system->coordinates; k++)
    ss_text_addf(out, "%s%s = %.10g", k ? ", " : "", system->names[k], of->rest[k]);
  for (size_t i = 0; i < system->elements; i++)
    if (of->force[i] > 0)
      ss_text_addf(out, "; %s presses with %.10g", system->element[i].element->name.text,
                   of->force[i]);
  ss_text_add(out, "\n");
}

void ss_show_comparison(const ss_system *system, const ss_comparison *c, ss_text *out) {
  ss_text_addf(out, "springs for contacts beside the rigid motion, to t = %.6g\n\n", c->rigid.t);
  ss_text_add(out, "  stiffness  largest distance  at t       order\n");
  for (size_t i = 0; i < c->count; i++) {
    const ss_compared *of = &c->of[i];
    ss_text_addf(out, "  %-9.4g  %-16.6g  %-9.6g  ", of->stiffness, of->distance, of->when);
    if (isnan(of->order))
      ss_text_add(out, "-\n");
    else
      ss_text_addf(out, "%.3f\n", of->order);
  }
  if (c->count && c->of[0].rest) ss_text_add(out, "\nwhere springs hold it\n");
  for (size_t i = 0; i < c->count; i++)
    if (c->of[i].rest) show_rest(system, &c->of[i], out);
}

/* {name: number}, the coordinates or the contacts; null where it is not known. */
static json_t *write_rest(const ss_system *system, const ss_compared *of, bool forces) {
  json_t *object = of->rest ? json_object() : json_null();
  const size_t count = !of->rest ? 0 : forces ? system->elements : system->coordinates;
  for (size_t i = 0; i < count; i++)
    ss_json_set(&object, forces ? system->element[i].element->name.text : system->names[i],
                ss_json_real(forces ? of->force[i] : of->rest[i]));
  return object;
}

void ss_show_comparison_json(const ss_system *system, const ss_comparison *c, ss_text *out) {
  json_t *root = json_object(), *list = json_array();
  for (size_t i = 0; i < c->count; i++) {
    const ss_compared *of = &c->of[i];
    json_t *entry = json_object();
    ss_json_set(&entry, "stiffness", ss_json_real(of->stiffness));
    ss_json_set(&entry, "distance", ss_json_real(of->distance));
    ss_json_set(&entry, "t", ss_json_real(of->when));
    ss_json_set(&entry, "order", isfinite(of->order) ? ss_json_real(of->order) : json_null());
    ss_json_set(&entry, "rest", write_rest(system, of, false));
    ss_json_set(&entry, "forces", write_rest(system, of, true));
    ss_json_append(&list, entry);
  }
  ss_json_set(&root, "method", ss_json_text("penalty"));
  ss_json_set(&root, "end", ss_json_real(c->rigid.t));
  ss_json_set(&root, "compare", list);
  ss_json_print(root, out);
}

/* ---- the picture ----------------------------------------------------------------------------- */

typedef struct page {
  ss_plot plot;
  ss_arena *arena;
  const ss_system *system;
  const ss_comparison *comparison;
  const char **names;
  double y;
} page;

static const ss_motion *motion_of(const page *p, size_t i) {
  return i == 0 ? &p->comparison->rigid : &p->comparison->of[i - 1].motion;
}

static ss_status draw_coordinate(page *p, size_t k, ss_panel *panel) {
  const size_t count = p->comparison->count + 1;
  panel->y0 = 1;
  panel->y1 = 0;
  double **t = ss_arena_new(p->arena, count, double *),
         **q = ss_arena_new(p->arena, count, double *);
  if (!t || !q) return SS_MEMORY;
  for (size_t i = 0; i < count; i++) {
    const ss_motion *m = motion_of(p, i);
    t[i] = ss_arena_new(p->arena, m->samples, double);
    q[i] = ss_arena_new(p->arena, m->samples, double);
    if (!t[i] || !q[i]) return SS_MEMORY;
    for (size_t s = 0; s < m->samples; s++) t[i][s] = m->sample[s].t, q[i][s] = m->sample[s].q[k];
    ss_plot_extend(m->samples, q[i], &panel->y0, &panel->y1);
  }
  ss_plot_margin(&panel->y0, &panel->y1);
  panel->y_label = ss_show_axis_label(p->arena, p->system->names[k], false,
                                      p->system->model->coordinate[k].name.unit);
  if (!panel->y_label) return SS_MEMORY;
  p->y += 17 + ss_plot_legend(&p->plot, panel, p->y + 17, count, p->names) - 8;
  panel->top = p->y;
  ss_plot_axes(&p->plot, panel);
  for (size_t i = 0; i < count; i++)
    ss_plot_curve(&p->plot, panel, motion_of(p, i)->samples, t[i], q[i], i);
  p->y += panel->height;
  return SS_OK;
}

static ss_status draw(page *p, const char *file) {
  ss_panel panel = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
  ss_status status = ss_plot_start(&p->plot, file, WIDTH, p->y + 8);
  if (status != SS_OK) return status;
  panel.x1 = p->comparison->rigid.t;
  ss_plot_text_within(&p->plot, 6, 16, 9, WIDTH - 12, p->system->model->title);
  p->y = 18;
  for (size_t k = 0; k < p->system->coordinates && status == SS_OK; k++) {
    panel.x_numbers = k + 1 == p->system->coordinates;
    panel.x_label = panel.x_numbers ? ss_show_time_label(p->system->model) : NULL;
    status = draw_coordinate(p, k, &panel);
  }
  p->y += 30;
  if (status == SS_OK) return ss_plot_stop(&p->plot);
  ss_plot_cancel(&p->plot);
  return status;
}

ss_status ss_show_comparison_plot(const ss_system *system, const ss_comparison *comparison,
                                  const char *file) {
  page p = {.arena = ss_arena_create(), .system = system, .comparison = comparison};
  p.names = p.arena ? ss_arena_new(p.arena, comparison->count + 1, const char *) : NULL;
  ss_status status = p.names ? SS_OK : SS_MEMORY;
  for (size_t i = 0; i <= comparison->count && status == SS_OK; i++) {
    p.names[i] =
        i == 0 ? "rigid" : ss_arena_format(p.arena, "k = %.4g", comparison->of[i - 1].stiffness);
    if (!p.names[i]) status = SS_MEMORY;
  }
  /* once to measure */
  if (status == SS_OK) status = draw(&p, NULL);
  if (status == SS_OK) status = draw(&p, file);
  ss_arena_destroy(p.arena);
  return status;
}
