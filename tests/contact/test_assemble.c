/* Contact problems of the worked models: modes at their states, and random impacts on all of them.
 */
#include "support.h"

#include "../model/worked.h"

#include "arena.h"

/* A model with its system and numbers at a state. */
typedef struct loaded {
  ss_model *model;
  ss_system *system;
  double *parameters, *q, *u;
  ss_system_values values;
} loaded;

static loaded load(const char *name) {
  loaded x = {.model = read_worked_model(arena, name)};
  assert_int_equal(ss_system_derive(arena, x.model, &x.system), SS_OK);
  x.parameters = ss_arena_new(arena, x.model->parameters, double);
  x.q = ss_arena_new(arena, x.model->coordinates, double);
  x.u = ss_arena_new(arena, x.model->coordinates, double);
  ss_model_parameter_values(x.model, x.parameters);
  return x;
}

static void go_to(loaded *x, const char *state) {
  const size_t index = ss_model_find_state(x->model, state);
  assert_true(index < x->model->states);
  assert_int_equal(ss_model_evaluate_state(x->model, index, x->q, x->u), SS_OK);
  assert_int_equal(ss_system_evaluate(arena, x->system, x->parameters, x->q, x->u, 0, &x->values),
                   SS_OK);
}

static ss_state_modes find_modes(loaded *x, const char *state, ss_contact_state *contacts) {
  ss_state_modes modes;
  go_to(x, state);
  assert_int_equal(ss_contact_at_acceleration(arena, x->system, &x->values,
                                              &(ss_place){x->q, x->u, NULL}, contacts),
                   SS_OK);
  assert_int_equal(ss_contact_modes(arena, contacts, &modes), SS_OK);
  return modes;
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* Painleve's rod: the states of the file say in words what must come out. */
static void painleve_rod(void **state) {
  (void)state;
  loaded x = load("painleve-rod");
  ss_contact_state s;
  ss_state_modes modes = find_modes(&x, "dragged", &s);
  assert_true(modes.decided && modes.solutions == SS_SOLUTIONS_UNIQUE);
  assert_int_equal(modes.items[0].mode[0], SS_MODE_SLIP_MINUS);
  /* m y'' = N - m g and N = -b / A with A = 1/m + l^2/J cos (cos + mu sin), b = -g */
  const double A = 1 + 3 * cos(1) * (cos(1) + 2 * sin(1)), N = 9.81 / A;
  assert_true(fabs(modes.items[0].forces[0] - N) <= 1e-12 * N);
  assert_true(fabs(modes.items[0].forces[1] - 2 * N) <= 1e-12 * N);
  assert_true(fabs(modes.items[0].acceleration[1] - (N - 9.81)) <= 1e-11);
  modes = find_modes(&x, "pushed", &s);
  assert_int_equal(modes.solutions, SS_SOLUTIONS_NONE);
  assert_int_equal(modes.count, 0);
  modes = find_modes(&x, "spun", &s);
  assert_int_equal(modes.solutions, SS_SOLUTIONS_SEVERAL);
  assert_int_equal(modes.count, 2);
  modes = find_modes(&x, "upright", &s);
  assert_int_equal(modes.solutions, SS_SOLUTIONS_UNIQUE);
  assert_int_equal(modes.items[0].mode[0], SS_MODE_STICK);
  ss_model_close(x.model);
}

/* The (angle, mu) plane through the model file, against the closed form. */
static void painleve_regions(void **state) {
  (void)state;
  loaded x = load("painleve-rod");
  const size_t mu = ss_model_find_parameter(x.model, "mu");
  int seen[3] = {0};
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 20; j++)
      for (int spin = 0; spin <= 5; spin += 5) {
        const double a = 1.57 * i / 20;
        x.parameters[mu] = 0.2 * j;
        x.q[0] = 0, x.q[1] = sin(a), x.q[2] = a;
        x.u[0] = 1 + spin * sin(a), x.u[1] = spin * cos(a), x.u[2] = spin;
        assert_int_equal(ss_system_evaluate(arena, x.system, x.parameters, x.q, x.u, 0, &x.values),
                         SS_OK);
        ss_contact_state s;
        ss_state_modes modes;
        assert_int_equal(
            ss_contact_at_acceleration(arena, x.system, &x.values, &(ss_place){x.q, x.u, NULL}, &s),
            SS_OK);
        assert_int_equal(ss_contact_modes(arena, &s, &modes), SS_OK);
        const double A = 1 + 3 * cos(a) * (cos(a) - 0.2 * j * sin(a));
        const double b = sin(a) * spin * spin - 9.81;
        const ss_solutions expected = A > 0   ? SS_SOLUTIONS_UNIQUE
                                      : b > 0 ? SS_SOLUTIONS_SEVERAL
                                              : SS_SOLUTIONS_NONE;
        assert_int_equal(modes.solutions, expected);
        seen[expected]++;
      }
  for (int k = 0; k < 3; k++) assert_true(seen[k] > 10);
  ss_model_close(x.model);
}

/* A block at rest: both corners stick, the motion is unique, the friction's split is not. */
static void rocking_block(void **state) {
  (void)state;
  loaded x = load("rocking-block");
  ss_contact_state s;
  ss_state_modes modes = find_modes(&x, "rest", &s);
  assert_int_equal(modes.solutions, SS_SOLUTIONS_UNIQUE);
  assert_int_equal(modes.items[0].mode[0], SS_MODE_STICK);
  assert_int_equal(modes.items[0].mode[1], SS_MODE_STICK);
  assert_false(modes.items[0].forces_unique);
  assert_true(modes.items[0].motion_unique);
  double weight = modes.items[0].forces[0] + modes.items[0].forces[1];
  assert_true(fabs(weight - 9.81) <= 1e-12 * 9.81);
  for (size_t i = 0; i < 3; i++) assert_true(fabs(modes.items[0].acceleration[i]) <= 1e-12);
  modes = find_modes(&x, "tilted", &s);
  assert_int_equal(modes.solutions, SS_SOLUTIONS_UNIQUE);
  /* one corner is in the air */
  assert_int_equal(
      (modes.items[0].mode[0] == SS_MODE_FREE) + (modes.items[0].mode[1] == SS_MODE_FREE), 1);
  ss_model_close(x.model);
}

/* The beam on two sliders: it rests where |tan phi| <= 2 mu2 / (1 - mu1 mu2), else it moves. */
static void constrained_beam(void **state) {
  (void)state;
  loaded x = load("constrained-beam");
  const double limit = atan(2 * 0.3 / (1 - 0.09));
  for (int i = 0; i < 40; i++) {
    const double phi = -1.4 + 2.8 * i / 39.;
    x.q[0] = sin(phi), x.q[1] = cos(phi), x.q[2] = phi;
    memset(x.u, 0, 3 * sizeof *x.u);
    assert_int_equal(ss_system_evaluate(arena, x.system, x.parameters, x.q, x.u, 0, &x.values),
                     SS_OK);
    ss_contact_state s;
    ss_state_modes modes;
    assert_int_equal(
        ss_contact_at_acceleration(arena, x.system, &x.values, &(ss_place){x.q, x.u, NULL}, &s),
        SS_OK);
    assert_int_equal(ss_contact_modes(arena, &s, &modes), SS_OK);
    assert_true(modes.count >= 1);
    bool rests = false;
    for (size_t k = 0; k < modes.count; k++)
      rests = rests || fabs(modes.items[k].acceleration[2]) <= 1e-9;
    assert_int_equal(rests, fabs(phi) <= limit);
  }
  ss_model_close(x.model);
}

/* Spatial friction: the solver's answer, with no claim that there is no other. */
static void spatial_models_are_not_decided(void **state) {
  (void)state;
  const char *const names[] = {"three-leg-stool", "sliding-disk", "spinning-disk"};
  for (size_t i = 0; i < 3; i++) {
    loaded x = load(names[i]);
    for (size_t k = 0; k < x.model->states; k++) {
      ss_contact_state s;
      const ss_state_modes modes = find_modes(&x, x.model->state[k].name.text, &s);
      const ss_contact_problem problem = ss_contact_state_problem(&s);
      if (ss_contact_check(&problem) != SS_OK) fail();
      if (modes.decided) continue; /* nothing touches */
      assert_int_equal(modes.count, 1);
      /* M u' = h + W lambda */
      for (size_t a = 0; a < s.n; a++) {
        double sum = -x.values.of[SS_QUANTITY_H][a];
        for (size_t b = 0; b < s.n; b++)
          sum += x.values.of[SS_QUANTITY_M][a + s.n * b] * modes.items[0].acceleration[b];
        for (size_t d = 0; d < x.system->normals; d++)
          sum -= x.values.of[SS_QUANTITY_WN][d * s.n + a] * modes.items[0].forces[d];
        for (size_t d = 0; d < x.system->slips; d++)
          sum -= x.values.of[SS_QUANTITY_WT][d * s.n + a] *
                 modes.items[0].forces[x.system->normals + d];
        assert_true(fabs(sum) <= 1e-9);
      }
    }
    ss_model_close(x.model);
  }
}

/* Every state of every worked model: modes exist or the state is one of Painleve's, and each mode's
 * forces solve the contact problem. */
static void all_states_have_modes(void **state) {
  (void)state;
  for (size_t i = 0; i < WORKED_COUNT; i++) {
    loaded x = load(worked_models[i].name);
    for (size_t k = 0; k < x.model->states; k++) {
      const char *name = x.model->state[k].name.text;
      ss_contact_state s;
      const ss_state_modes modes = find_modes(&x, name, &s);
      if (strcmp(worked_models[i].name, "painleve-rod") || strcmp(name, "pushed"))
        assert_true(modes.count >= 1);
      for (size_t m = 0; m < modes.count; m++) {
        double r[32], xi[32];
        for (size_t a = 0; a < s.size; a++) r[a] = modes.items[m].forces[s.direction[a]];
        const ss_contact_problem problem = ss_contact_state_problem(&s);
        assert_true(ss_contact_residual(&problem, SS_RESIDUAL_SCALED, r, xi) <= 2e-10);
      }
    }
    ss_model_close(x.model);
  }
}

/* ---- impacts --------------------------------------------------------------------------------- */

enum { IMPACTS = 100000 };

/* Closed contacts at all positions of the file's states; does the model have such a state? */
static bool find_contact_state(loaded *x, size_t k, ss_contact_state *s) {
  go_to(x, x->model->state[k].name.text);
  assert_int_equal(
      ss_contact_at_impact(arena, x->system, &x->values, &(ss_place){x->q, x->u, NULL}, s), SS_OK);
  for (size_t i = 0; i < s->contacts; i++)
    if (s->contact[i].kind == SS_ELEMENT_CONTACT) return true;
  return false;
}

/* -Lambda in C, xi in its normal cone, to 1e-10 of the velocities before. */
static void assert_law_holds(const ss_contact *contact, double g, const double *Lambda,
                             const double *xi, double tolerance) {
  double normal = 0;
  const bool has_normal = contact->kind == SS_ELEMENT_CONTACT || contact->kind == SS_ELEMENT_SLIDER;
  const double size = contact->kind == SS_ELEMENT_CLUTCH ? Lambda[0] : 0;
  if (contact->kind == SS_ELEMENT_CONTACT) {
    assert_true(xi[0] >= -tolerance && g * Lambda[0] >= -tolerance);
    assert_true(fmin(xi[0], g * Lambda[0]) <= tolerance);
    normal = fmax(Lambda[0], 0);
  } else if (contact->kind == SS_ELEMENT_SLIDER) {
    assert_true(fabs(xi[0]) <= tolerance);
    normal = fabs(Lambda[0]);
  }
  if (contact->law.kind == SS_LAW_FRICTIONLESS) return;
  double minus[SS_SLIP_MOST], power = 0, speed = 0;
  const int count = contact->law.kind == SS_LAW_COULOMB || contact->law.kind == SS_LAW_ONEWAY ? 1
                    : contact->law.kind == SS_LAW_DISK || contact->law.kind == SS_LAW_ELLIPSE ? 2
                    : contact->law.kind == SS_LAW_CONTENSOU                                   ? 3
                                                                                              : 5;
  for (int k = 0; k < count; k++) {
    minus[k] = -Lambda[has_normal + k];
    power -= Lambda[has_normal + k] * xi[has_normal + k];
    speed += fabs(xi[has_normal + k]);
  }
  assert_true(ss_law_contains(&contact->law, normal, minus, 4 * tolerance / g));
  if (contact->kind == SS_ELEMENT_CLUTCH) {
    assert_true(xi[0] >= -tolerance && fmin(xi[0], g * size) <= tolerance);
    return;
  }
  const double support = ss_law_support(&contact->law, normal, xi + has_normal, NULL);
  assert_true(fabs(support - power) <= 10 * tolerance / g * (speed + g * normal + tolerance));
}

/* Turning measured by a length, so that the tolerance means the same for a coin as for a wheel:
 * spin and roll times l, their moments and the law's lengths over l, l^2 = G_slip / G_turn. Returns
 * the largest diagonal entry then; *size is that of the velocities before. */
static double measure_turning(const ss_contact_state *s, ss_contact *contact, double *Lambda,
                              double *xi, double *size) {
  const bool has_normal = contact->kind != SS_ELEMENT_FRICTION;
  const size_t first = contact->offset, end = first + ss_contact_dimension(contact);
  const size_t spin = first + has_normal + 2;
  double g = 0;
  for (size_t a = first; a < end && a < spin; a++) g = fmax(g, s->G[a * (s->size + 1)]);
  for (size_t a = spin; a < end; a++) {
    const double l = sqrt(g / s->G[(a == spin ? a : spin + 1) * (s->size + 1)]);
    Lambda[a] /= l, xi[a] *= l, size[a] *= l;
    if (a <= spin + 1) contact->law.argument[1 + a - spin] /= l;
  }
  for (size_t a = spin; a < end; a++) /* the second axis of roll has the length of the first */
    g = fmax(g, a == spin + 2 ? g * s->G[a * (s->size + 1)] / s->G[(a - 1) * (s->size + 1)] : g);
  return g;
}

/* Takes from u what sliders, of independent directions, do not let be. */
static void keep_sliders(const ss_contact_state *s, double *u) {
  for (size_t i = 0; i < s->contacts; i++) {
    if (s->contact[i].kind != SS_ELEMENT_SLIDER) continue;
    const double *W = s->W + s->contact[i].offset * s->n;
    double gamma = s->w[s->contact[i].offset], square = 0;
    for (size_t k = 0; k < s->n; k++) gamma += W[k] * u[k], square += W[k] * W[k];
    for (size_t k = 0; k < s->n; k++) u[k] -= gamma / square * W[k];
  }
}

/* One impact with random velocities; which: 0 the model's restitutions, 1 equal ones (7b), 2 no
 * friction (7c), 3 small ones (7a). Returns whether it took place. */
static bool strike(random_source *source, const ss_contact_state *s, int which, void *work,
                   const ss_restitution_conditions *own) {
  double u[16], after[16], Lambda[32], eN[8], eT[8];
  ss_contact contact[8];
  ss_impact impact = ss_contact_impact(s);
  for (size_t k = 0; k < s->n; k++) u[k] = draw_normal(source);
  keep_sliders(s, u);
  const double e = draw_uniform(source);
  for (size_t i = 0; i < s->contacts; i++) {
    contact[i] = s->contact[i];
    eN[i] = which == 0 ? s->eN[i] : which == 1 ? e : draw_uniform(source);
    eT[i] = which == 0 ? s->eT[i] : which == 1 ? e : 0;
    if (which == 2) memset(contact[i].law.argument, 0, sizeof contact[i].law.argument);
    if (which == 3) eN[i] = 0.5 * own->right / (2 - 0.5 * own->right) * draw_uniform(source);
    if (contact[i].kind != SS_ELEMENT_CONTACT) eN[i] = eT[i] = 0;
    /* no closed contact separates before an impact */
    double gamma = s->w[contact[i].offset];
    for (size_t k = 0; k < s->n; k++) gamma += s->W[contact[i].offset * s->n + k] * u[k];
    if (contact[i].kind == SS_ELEMENT_CONTACT && gamma > 0) return false;
  }
  impact.u = u, impact.eN = eN, impact.eT = eT, impact.contact = contact;
  const ss_contact_options options = ss_contact_default_options();
  ss_impact_report report;
  assert_int_equal(ss_impact_newton(&impact, &options, work, after, Lambda, &report), SS_OK);
  double xi[32], sizes[32], g[8], size = 0;
  for (size_t a = 0; a < s->size; a++) {
    double before = s->w[a];
    xi[a] = s->w[a];
    for (size_t k = 0; k < s->n; k++) {
      before += s->W[a * s->n + k] * u[k];
      xi[a] += s->W[a * s->n + k] * after[k];
    }
    for (size_t i = 0; i < s->contacts; i++) {
      if (a < contact[i].offset || a >= contact[i].offset + ss_contact_dimension(&contact[i]))
        continue;
      xi[a] += (a == contact[i].offset ? eN[i] : eT[i]) * before;
    }
    sizes[a] = 2 * fabs(before);
  }
  for (size_t i = 0; i < s->contacts; i++)
    g[i] = measure_turning(s, &contact[i], Lambda, xi, sizes);
  for (size_t a = 0; a < s->size; a++) size = fmax(size, sizes[a]);
  for (size_t i = 0; i < s->contacts; i++)
    assert_law_holds(&contact[i], g[i], Lambda + contact[i].offset, xi + contact[i].offset,
                     1e-10 * size * sqrt((double)s->size) + 1e-13);
  if (which > 0 || own->small || own->equal || own->smooth) assert_false(report.gains);
  return true;
}

static void strike_often(loaded *x, int impacts) {
  random_source source = {99};
  const ss_contact_options options = ss_contact_default_options();
  int struck = 0;
  bool touches = false;
  for (int tried = 0; struck < impacts && tried < 50; tried++)
    for (size_t k = 0; k < x->model->states; k++) {
      ss_contact_state s;
      const ss_arena_mark mark = ss_arena_get_mark(arena);
      if (find_contact_state(x, k, &s)) {
        ss_restitution_conditions own;
        touches = true;
        const ss_contact_problem problem = ss_contact_state_problem(&s);
        assert_int_equal(ss_restitution_check(&problem, s.eN, s.eT, arena, &own), SS_OK);
        const ss_impact impact = ss_contact_impact(&s);
        void *work = ss_arena_alloc(arena, ss_impact_work_size(&impact, &options), 1);
        for (int i = 0; i < 40000 && struck < impacts; i++) {
          const int which = i % 4;
          if (which == 3 && own.right == 0) continue; /* 7a never holds for singular G */
          if (which == 0 && !(own.equal || own.right > 0)) continue;
          struck += strike(&source, &s, which, work, &own);
        }
      }
      ss_arena_release(arena, mark);
    }
  assert_int_equal(struck, touches ? impacts : 0);
}

static void random_impacts_on_worked_models(void **state) {
  (void)state;
  for (size_t i = 0; i < WORKED_COUNT; i++) {
    loaded x = load(worked_models[i].name);
    strike_often(&x, IMPACTS);
    ss_model_close(x.model);
  }
}

/* Bodies in space: a contact that spins and rolls, in grams and centimetres, beside the constraint
 * of a quaternion. */
static void random_impacts_in_space(void **state) {
  (void)state;
  const char *const names[] = {"space/coin", "space/tippe-top"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    loaded x = load(names[i]);
    strike_often(&x, IMPACTS / 4);
    ss_model_close(x.model);
  }
}

/* The pieces that motions use too. */
static void pieces(void **state) {
  (void)state;
  const double W[] = {1, 2, 3, 4}, w[] = {0, 10}, u[] = {-3, 0.5};
  assert_true(ss_contact_rate(2, W, w, 0, u) == -2);
  assert_true(ss_contact_rate(2, W, w, 1, u) == 10 - 9 + 2);
  const double argument[3] = {0.3, 0.6, 0}, slip[] = {-2, 0};
  const ss_element friction = {.kind = SS_ELEMENT_FRICTION, .law = SS_LAW_ELLIPSE};
  ss_contact contact = ss_contact_of(&friction, argument, 7);
  assert_int_equal(contact.law.kind, SS_LAW_ELLIPSE);
  assert_true(contact.normal == 7 && contact.law.argument[1] == 0.6 && !contact.sliding);
  ss_contact_slide(&contact, slip);
  assert_true(contact.sliding);
  assert_true(fabs(contact.slide[0] - 0.3) < 1e-15 && fabs(contact.slide[1]) < 1e-15);
  const ss_element slider = {.kind = SS_ELEMENT_SLIDER, .law = SS_LAW_COULOMB};
  assert_true(ss_contact_of(&slider, argument, 7).normal == 0);
}

/* A ball rolls and does not slide: its slip is at rest, its roll is not, and the problem of such a
 * contact is solved. m x'' = F, J b'' = -R F - mur N, x'' = R b''. */
static void rolling_contact(void **state) {
  (void)state;
  loaded x = load("bowling-ball");
  const double R = 0.108, q[6] = {0}, u[6] = {10 * R, 0, 0, 0, 10, 0};
  const ss_place place = {q, u, NULL};
  ss_system_values values;
  ss_contact_state s;
  ss_state_modes modes;
  assert_int_equal(ss_system_evaluate(arena, x.system, x.parameters, q, u, 0, &values), SS_OK);
  assert_int_equal(ss_contact_at_acceleration(arena, x.system, &values, &place, &s), SS_OK);
  assert_true(!s.contact[0].sliding && s.contact[0].turning);
  assert_int_equal(ss_contact_modes(arena, &s, &modes), SS_OK);
  assert_int_equal(modes.items[0].mode[0], SS_MODE_ROLL);
  assert_true(fabs(modes.items[0].acceleration[0] + 0.0015 * 9.81 / (1.4 * R)) < 1e-9);
  ss_model_close(x.model);
}

/* ---- all directions that act ----------------------------------------------------------------- */

/* A corner that leaves the floor is closed and acts, but takes no part in the acceleration.
 * "Closed" is relative to the size of the configuration: x = 1000 allows a gap of 1e-6. */
static void directions_that_act(void **state) {
  (void)state;
  loaded x = load("falling-block");
  const double q[] = {1000, 0.9e-6}, u[] = {0, 1}, away[] = {1000, 1.1e-6};
  const ss_place near = {q, u, NULL}, far = {away, u, NULL};
  ss_system_values values;
  ss_contact_state s;
  assert_int_equal(ss_system_evaluate(arena, x.system, x.parameters, q, u, 0, &values), SS_OK);
  assert_int_equal(ss_contact_at_state(arena, x.system, &values, &near, &s), SS_OK);
  assert_true(s.closed[0] && s.contacts == 1 && s.size == 2 && !s.approaching);
  assert_true(s.direction[0] == 0 && s.direction[1] == 1);
  assert_true(s.G[0] == 1 && s.G[1] == 0 && s.G[2] == 0 && s.G[3] == 1);
  assert_int_equal(ss_contact_at_acceleration(arena, x.system, &values, &near, &s), SS_OK);
  assert_true(s.closed[0] && s.contacts == 0);
  assert_int_equal(ss_system_evaluate(arena, x.system, x.parameters, away, u, 0, &values), SS_OK);
  assert_int_equal(ss_contact_at_state(arena, x.system, &values, &far, &s), SS_OK);
  assert_true(!s.closed[0] && s.contacts == 0 && s.size == 0);
  ss_model_close(x.model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(painleve_rod),
      cmocka_unit_test(painleve_regions),
      cmocka_unit_test(rocking_block),
      cmocka_unit_test(constrained_beam),
      cmocka_unit_test(spatial_models_are_not_decided),
      cmocka_unit_test(all_states_have_modes),
      cmocka_unit_test(random_impacts_on_worked_models),
      cmocka_unit_test(random_impacts_in_space),
      cmocka_unit_test(pieces),
      cmocka_unit_test(rolling_contact),
      cmocka_unit_test(directions_that_act),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
