/* plane_fixture.h: a plane of a small machine, drawn, and places on its page. */
#ifndef PLANE_FIXTURE_H
#define PLANE_FIXTURE_H

#include "fixture.h"
#include "picture.h"

/* A mass on a rough floor, tied to a spring: V = (x'^2 + x^2)/2 above U = 5, rest for |x| <= 1. */
__attribute__((unused)) static const char mass[] =
    "model \"Mass\"\n"
    "coord x # [m]\n"
    "kinetic = 1/2*x'^2\n"
    "potential = 1/2*x^2 + 5\n"
    "friction floor { slip = x'; normal = 10; law = coulomb(1/10) }\n";

/* Two of them, with a spring between: a parallelogram with the corners ±(1, 1), ±(1/3, -1/3). */
__attribute__((unused)) static const char two[] =
    "model \"Two\"\n"
    "coord x, y\n"
    "kinetic = 1/2*x'^2 + 1/2*y'^2\n"
    "potential = 1/2*x^2 + 1/2*(x - y)^2 + 1/2*y^2\n"
    "friction first { slip = x'; normal = 1; law = coulomb(1) }\n"
    "friction second { slip = y'; normal = 1; law = coulomb(1) }\n";

enum { CELLS = 60, PAGE = 238, PAGE_LEFT = 50, PAGE_TOP = 28 };

typedef struct plane_fixture {
  fixture f;
  double parameters[8], q[4], u[4];
  ss_rest_sets rest;
  uint8_t code[CELLS * CELLS];
  ss_sweep_map map; /* one class, white, over [-3, 3] x [-3, 3]: it says how large the page is */
  ss_plane plane;
  char file[300];
} plane_fixture;

static const ss_sweep_class plane_classes[] = {{"not done", SS_SWEEP_NOT_DONE}};

static inline void start_plane(plane_fixture *p, const char *text, const char *a, const char *b) {
  const ss_rest_options options = ss_rest_default_options();
  const char *why_not;
  const double half = 3 - 3.0 / CELLS; /* of the middles of the cells */
  *p = (plane_fixture){0};
  start_fixture(&p->f, text);
  ss_model_parameter_values(p->f.model, p->parameters);
  assert_int_equal(
      ss_rest_find(p->f.arena, p->f.system, p->parameters, &options, &p->rest, &why_not), SS_OK);
  p->map = (ss_sweep_map){.axis = {{a, "m", -half, half, CELLS}, {b, "", -half, half, CELLS}},
                          .classes = 1,
                          .class_of_code = plane_classes,
                          .code = p->code};
  p->plane = (ss_plane){.system = p->f.system,
                        .parameters = p->parameters,
                        .title = p->f.model->title,
                        .axis = {a, b},
                        .q = p->q,
                        .u = p->u,
                        .map = &p->map};
}

static inline void stop_plane(plane_fixture *p) {
  stop_fixture(&p->f);
}

static inline cairo_surface_t *draw_plane(plane_fixture *p) {
  picture_name(p->file, ".png");
  assert_int_equal(ss_show_plane_plot(&p->plane, p->file), SS_OK);
  assert_is_picture(p->file);
  cairo_surface_t *image = cairo_image_surface_create_from_png(p->file);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  unlink(p->file);
  assert_margins(image);
  return image;
}

/* Ink in a square of `size` points about (x, y) of the plane, its upper left corner in front. */
static inline size_t ink_at(cairo_surface_t *image, double x, double y, double size) {
  const double px = PAGE_LEFT + PAGE * (x + 3) / 6, py = PAGE_TOP + PAGE * (3 - y) / 6;
  return count_ink(image, px - size / 2, py - size / 2, px + size / 2, py + size / 2);
}

/* Ink within the frame. */
static inline size_t ink_inside(cairo_surface_t *image) {
  return count_ink(image, PAGE_LEFT + 1, PAGE_TOP + 1, PAGE_LEFT + PAGE - 1, PAGE_TOP + PAGE - 1);
}

#endif
