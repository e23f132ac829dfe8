/* plane.c: what the axes of a plane mean, and the states that lie in it.
 *
 * A plane is spanned by two names, each a coordinate or a velocity; every other number of the state
 * has its value in the base state, changed as little as possible where contacts would penetrate or
 * sliders leave their track, as the starts of a basin are (reach.h). Time, on the first axis, goes
 * with motions only.
 */
#include "plane.h"

#include <string.h>

/* "x'" is the velocity of "x". */
static bool find_axis(const ss_system *s, const char *name, ss_plane_axis *axis) {
  size_t length = strlen(name);
  const bool rate = length > 1 && name[length - 1] == '\'';
  length -= rate;
  for (size_t i = 0; i < s->coordinates; i++) {
    if (strlen(s->names[i]) != length || strncmp(s->names[i], name, length) != 0) continue;
    *axis = (ss_plane_axis){rate ? SS_AXIS_VELOCITY : SS_AXIS_POSITION, i};
    return true;
  }
  return false;
}

ss_status ss_page_resolve(ss_page *view) {
  const ss_plane *p = view->plane;
  for (int k = 0; k < 2; k++) {
    if (p->system && find_axis(p->system, p->axis[k], &view->axis[k])) continue;
    if (p->map)
      view->axis[k].kind = SS_AXIS_OTHER;
    else if (strcmp(p->axis[k], "t") == 0)
      view->axis[k].kind = SS_AXIS_TIME;
    else
      return SS_BAD_INPUT;
  }
  return SS_OK;
}

bool ss_page_has_states(const ss_page *view) {
  for (int k = 0; k < 2; k++)
    if (view->axis[k].kind != SS_AXIS_POSITION && view->axis[k].kind != SS_AXIS_VELOCITY)
      return false;
  /* the same name twice is a line */
  return view->plane->q &&
         (view->axis[0].kind != view->axis[1].kind || view->axis[0].index != view->axis[1].index);
}

/* ---- states ---------------------------------------------------------------------------------- */

static ss_status open_reach(ss_page *view) {
  const size_t n = view->plane->system->coordinates;
  ss_reach_options options = ss_reach_default_options();
  const char *why;
  options.engine = SS_REACH_ENGINE_EVENTS; /* nothing will run: this one always applies */
  options.closed = view->plane->closed;
  view->fixed_q = ss_arena_new(view->arena, n, bool);
  view->fixed_u = ss_arena_new(view->arena, n, bool);
  if (!view->fixed_q || !view->fixed_u) return SS_MEMORY;
  for (int k = 0; k < 2; k++)
    (view->axis[k].kind == SS_AXIS_POSITION ? view->fixed_q : view->fixed_u)[view->axis[k].index] =
        true;
  return ss_reach_create(view->plane->system, view->plane->parameters, &options, &view->reach,
                         &why);
}

ss_status ss_page_open(ss_page *view) {
  const ss_system *s = view->plane->system;
  const size_t n = s ? s->coordinates : 0;
  view->q = ss_arena_new(view->arena, n, double);
  view->u = ss_arena_new(view->arena, n, double);
  if (!view->q || !view->u) return SS_MEMORY;
  return s && s->normals && s->inputs == 0 && ss_page_has_states(view) ? open_reach(view) : SS_OK;
}

void ss_page_close(ss_page *view) {
  ss_reach_destroy(view->reach);
}

bool ss_page_place(ss_page *view, double a, double b) {
  const ss_plane *p = view->plane;
  const double values[2] = {a, b};
  memcpy(view->q, p->q, p->system->coordinates * sizeof *view->q);
  memcpy(view->u, p->u, p->system->coordinates * sizeof *view->u);
  for (int k = 0; k < 2; k++)
    (view->axis[k].kind == SS_AXIS_POSITION ? view->q : view->u)[view->axis[k].index] = values[k];
  return !view->reach ||
         ss_reach_adjust(view->reach, view->fixed_q, view->fixed_u, view->q, view->u);
}

/* ---- words ----------------------------------------------------------------------------------- */

const char *ss_show_axis_label(ss_arena *arena, const char *name, bool rate, const char *unit) {
  if (!unit || !*unit || (!rate && strcmp(unit, "1") == 0)) return name;
  const bool composed = rate && strpbrk(unit, " /*") != NULL;
  return ss_arena_format(arena, "%s [%s%s%s%s]", name, composed ? "(" : "", unit,
                         composed ? ")" : "", rate ? "/s" : "");
}

const char *ss_show_time_label(const ss_model *model) {
  for (size_t i = 0; i < model->coordinates; i++)
    if (model->coordinate[i].name.unit) return "time [s]";
  return "time";
}

static const char *label_axis(ss_page *view, int k) {
  const ss_plane *p = view->plane;
  const char *name = p->axis[k];
  if (p->map) return ss_show_axis_label(view->arena, name, false, p->map->axis[k].unit);
  if (view->axis[k].kind == SS_AXIS_TIME) return ss_show_time_label(p->system->model);
  return ss_show_axis_label(view->arena, name, view->axis[k].kind == SS_AXIS_VELOCITY,
                            p->system->model->coordinate[view->axis[k].index].name.unit);
}

ss_status ss_page_label(ss_page *view) {
  view->panel.x_label = label_axis(view, 0);
  view->panel.y_label = label_axis(view, 1);
  return view->panel.x_label && view->panel.y_label ? SS_OK : SS_MEMORY;
}

void ss_page_explain(ss_page *view, ss_legend_kind kind, const ss_pen *pen, const char *name) {
  if (view->keys < SS_PLANE_KEYS) view->key[view->keys++] = (ss_legend_mark){kind, *pen, name};
}
