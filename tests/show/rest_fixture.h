/* rest_fixture.h: rest sets of a small machine, for the tests of what is shown of them. */
#ifndef REST_FIXTURE_H
#define REST_FIXTURE_H

#include "fixture.h"

/* A mass held by a spring and by friction above a floor that it lies on. */
static const char mass_on_floor[] =
    "model \"Mass\"\nparam k = 3\ncoord x  # [m] place\ncoord y  # [m] height\n"
    "kinetic = 1/2*(x'^2 + y'^2)\npotential = 1/2*k*x^2 + y\n"
    "contact floor { gap = y; slip = x'; law = coulomb(1/2) }\n";

static inline ss_rest_sets find_sets(fixture *f) {
  const ss_rest_options options = ss_rest_default_options();
  double *parameters = ss_arena_new(f->arena, f->model->parameters, double);
  ss_rest_sets sets;
  const char *why_not;
  ss_model_parameter_values(f->model, parameters);
  assert_int_equal(ss_rest_find(f->arena, f->system, parameters, &options, &sets, &why_not), SS_OK);
  return sets;
}

static inline ss_rest_answer ask_at(fixture *f, double x, double y) {
  double *parameters = ss_arena_new(f->arena, f->model->parameters, double);
  const double q[] = {x, y};
  ss_rest_answer answer;
  ss_model_parameter_values(f->model, parameters);
  assert_int_equal(ss_rest_contains(f->arena, f->system, parameters, q, NULL, 1e-9, &answer),
                   SS_OK);
  return answer;
}

#endif
