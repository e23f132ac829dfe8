/* plane.h: what the files that draw planes share (see show.h for what a plane is). */
#ifndef STANDSTILL_SHOW_PLANE_H
#define STANDSTILL_SHOW_PLANE_H

#include "plot.h"
#include "standstill/reach.h"
#include "standstill/show.h"

/* What an axis shows. OTHER: something that is no part of the state, as a parameter. */
typedef enum ss_axis_kind {
  SS_AXIS_TIME,
  SS_AXIS_POSITION,
  SS_AXIS_VELOCITY,
  SS_AXIS_OTHER
} ss_axis_kind;

typedef struct ss_plane_axis {
  ss_axis_kind kind;
  size_t index; /* of the coordinate */
} ss_plane_axis;

enum { SS_PLANE_KEYS = 300 };

/* A plane on its way to the page. */
typedef struct ss_page {
  const ss_plane *plane;
  ss_arena *arena;
  ss_plot plot;
  ss_panel panel;
  ss_plane_axis axis[2];
  double *q, *u;   /* room for a state */
  ss_reach *reach; /* makes states consistent with contacts; NULL: there are none */
  bool *fixed_q, *fixed_u;
  double turn[2]; /* added to rest points along the axes: whole turns of an angle */
  size_t keys;    /* the legend so far */
  ss_legend_mark key[SS_PLANE_KEYS];
} ss_page;

/* ---- plane.c --------------------------------------------------------------------------------- */

/* What the axes mean. SS_BAD_INPUT: a name is unknown, and there is no map that says otherwise. */
ss_status ss_page_resolve(ss_page *view);

/* Whether the axes span a plane of the state space. */
bool ss_page_has_states(const ss_page *view);

/* Labels with units, in the arena. */
ss_status ss_page_label(ss_page *view);

/* Makes room for states, if the axes span a plane of them; ss_page_close frees what an arena does
 * not. */
ss_status ss_page_open(ss_page *view);
void ss_page_close(ss_page *view);

/* The state at (a, b), into view->q and view->u: the base state with the axes' values, all others
 * changed as little as contacts and sliders ask for. False: there is none. */
bool ss_page_place(ss_page *view, double a, double b);

/* "x [m]", "x' [m/s]"; without a unit the name alone. */
const char *ss_show_axis_label(ss_arena *arena, const char *name, bool rate, const char *unit);

/* Seconds, if the model says units at all. */
const char *ss_show_time_label(const ss_model *model);

/* A line of the legend; more than fit are left out. */
void ss_page_explain(ss_page *view, ss_legend_kind kind, const ss_pen *pen, const char *name);

/* The picture as SVG at the end of a text: where its panel is, and the size of the page. */
ss_status ss_plane_draw_svg(const ss_plane *plane, ss_text *out, ss_panel *panel, double size[2]);

/* ---- plane_line.c ---------------------------------------------------------------------------- */

/* Height, range and label of y for a map along one axis. */
void ss_page_fit_line(ss_page *view);

/* Its values above its classes; of any other map nothing. */
ss_status ss_page_draw_values(ss_page *view);

/* ---- layers: plane_map.c, plane_field.c, plane_level.c, plane_rest.c ------------------------- */

ss_status ss_page_draw_map(ss_page *view);
ss_status ss_page_draw_field(ss_page *view);
ss_status ss_page_draw_levels(ss_page *view);
ss_status ss_page_draw_rest(ss_page *view);
ss_status ss_page_name_rest(ss_page *view); /* where there are several */

/* Whether a rest set is on the page. */
bool ss_page_meets(ss_page *view, const ss_rest_set *set);

/* Whether a direction field makes sense: a coordinate and its velocity, one degree of freedom. */
bool ss_page_has_field(const ss_page *view);

#endif
