/* fixture.h: a small model, read and derived. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "standstill/show.h"

typedef struct fixture {
  ss_arena *arena;
  ss_model *model;
  ss_system *system, *projected;
} fixture;

/* A bead that slides down a rough wall, pushed by an input, above a floor. */
__attribute__((unused)) static const char bead[] =
    "model \"Bead\"\nsource \"nobody\"\n"
    "param m = 2       # [kg] mass\n"
    "param g = 9.81    # [m/s^2] gravity\n"
    "param mu = 1/4 in [0.2, 0.3]  # [1] friction\n"
    "coord x, y        # [m] place\n"
    "kinetic = 1/2*m*(x'^2 + y'^2)\n"
    "potential = m*g*y\n"
    "input push in [-1, 1]\n"
    "force x = push - x'\n"
    "feedback hold: push = -x\n"
    "contact floor { gap = y - x/2; slip = x' + y'/2; law = coulomb(mu) }\n"
    "friction wall { slip = y'; normal = 3; law = coulomb(mu) }\n"
    "state low { x = 2; y = 1; x' = 3 }\n"
    "state high { y = 5 }\n"
    "region near { x <= 3 }\n";

static inline void start_fixture(fixture *f, const char *text) {
  ss_diagnostics list;
  f->arena = ss_arena_create();
  f->projected = NULL;
  ss_diagnostics_start(&list, f->arena, "bead", text, strlen(text));
  assert_int_equal(ss_model_parse(f->arena, "bead", text, strlen(text), 0, NULL, &list, &f->model),
                   SS_OK);
  assert_int_equal(ss_system_derive(f->arena, f->model, &f->system), SS_OK);
  if (f->model->chart)
    assert_int_equal(ss_system_project(f->arena, f->system, &f->projected), SS_OK);
}

static inline void stop_fixture(fixture *f) {
  ss_model_close(f->model);
  ss_arena_destroy(f->arena);
}

/* The snapshot of a named state. */
static inline ss_status take(fixture *f, const char *name, ss_snapshot *snapshot) {
  size_t n = f->model->coordinates;
  double *q = ss_arena_new(f->arena, n, double), *u = ss_arena_new(f->arena, n, double);
  double *parameters = ss_arena_new(f->arena, f->model->parameters, double);
  ss_model_parameter_values(f->model, parameters);
  assert_int_equal(ss_model_evaluate_state(f->model, ss_model_find_state(f->model, name), q, u),
                   SS_OK);
  return ss_snapshot_take(f->arena, f->system, name, parameters, q, u, snapshot);
}

static inline void assert_contains(const ss_text *text, const char *piece) {
  if (!strstr(text->data, piece)) fail_msg("no '%s' in:\n%s", piece, text->data);
}

#endif
