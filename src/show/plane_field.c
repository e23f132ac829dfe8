/* plane_field.c: the direction field of a machine with one degree of freedom.
 *
 * In the plane of a coordinate and its velocity, (q, u), the motion goes along (u, u'). The
 * acceleration u' comes from the contact problem at the state; where no motion goes on (a contact
 * penetrates, an impact is due), where it is not unique and where the machine rests there is no
 * arrow. Arrows have one length: they tell directions, not speeds. Between two of them lie some 20
 * points of the page; the rows lie symmetric about the middle of the page, so that none falls on a
 * velocity 0 in the middle, where friction makes the field jump.
 */
#include <math.h>

#include "plane.h"

static const double APART = 21, LENGTH = 11;

static size_t count_sliders(const ss_system *s) {
  size_t sliders = 0;
  for (size_t i = 0; i < s->elements; i++)
    sliders += s->element[i].element->kind == SS_ELEMENT_SLIDER;
  return sliders;
}

bool ss_page_has_field(const ss_page *view) {
  const ss_system *s = view->plane->system;
  return ss_page_has_states(view) && s->coordinates == count_sliders(s) + 1 && s->inputs == 0 &&
         view->axis[0].index == view->axis[1].index && view->axis[0].kind == SS_AXIS_POSITION;
}

/* The acceleration at the view's state; false if there is none, or more than one. */
static bool find_acceleration(ss_page *view, double *acceleration) {
  const ss_plane *p = view->plane;
  const ss_place place = {view->q, view->u, NULL};
  ss_system_values values;
  ss_contact_state contacts;
  ss_state_modes modes;
  if (ss_system_evaluate(view->arena, p->system, p->parameters, view->q, view->u, 0, &values) !=
      SS_OK)
    return false;
  if (ss_contact_at_acceleration(view->arena, p->system, &values, &place, &contacts) != SS_OK ||
      contacts.approaching)
    return false;
  if (ss_contact_modes(view->arena, &contacts, &modes) != SS_OK || modes.count == 0) return false;
  *acceleration = modes.items[0].acceleration[view->axis[0].index];
  return modes.solutions == SS_SOLUTIONS_UNIQUE || modes.items[0].motion_unique;
}

ss_status ss_page_draw_field(ss_page *view) {
  const ss_panel *p = &view->panel;
  if (!view->plane->directions || !ss_page_has_field(view)) return SS_OK;
  const int columns = (int)(p->width / APART), rows = 2 * (int)(p->height / APART / 2);
  const double scale_x = p->width / (p->x1 - p->x0), scale_y = p->height / (p->y1 - p->y0);
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++) {
      const double x = p->x0 + (p->x1 - p->x0) * (i + 0.5) / columns;
      const double y = p->y0 + (p->y1 - p->y0) * (j + 0.5) / rows;
      const ss_arena_mark mark = ss_arena_get_mark(view->arena);
      double acceleration;
      if (ss_page_place(view, x, y) && find_acceleration(view, &acceleration))
        ss_plot_arrow(&view->plot, ss_panel_x(p, x), ss_panel_y(p, y), y * scale_x,
                      acceleration * scale_y, LENGTH);
      ss_arena_release(view->arena, mark);
    }
  return SS_OK;
}
