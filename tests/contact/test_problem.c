/* The contact problem: its residual does not depend on units, its check finds what is wrong, both
 * storages of G agree. */
#include "support.h"

/* Two contacts of three components, one slider, one friction element, one clutch. */
typedef struct mixture {
  ss_contact contact[5];
  double G[11 * 11], c[11], r[11];
  ss_contact_problem problem;
} mixture;

static void draw_mixture(random_source *source, mixture *m) {
  const ss_contact contact[5] = {
      {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.4}}, .offset = 0},
      {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_ELLIPSE, {0.4, 0.2}}, .offset = 3},
      {.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {0.3}}, .offset = 6},
      {.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_DISK, {0.5}}, .normal = 2, .offset = 8},
      {.kind = SS_ELEMENT_CLUTCH, .law = {SS_LAW_ONEWAY, {0}}, .offset = 10}};
  double W[11][11];
  memcpy(m->contact, contact, sizeof contact);
  for (int i = 0; i < 11; i++) {
    m->c[i] = draw_normal(source);
    m->r[i] = draw_normal(source);
    for (int k = 0; k < 11; k++) W[i][k] = draw_normal(source);
  }
  for (int i = 0; i < 11; i++)
    for (int j = 0; j < 11; j++) {
      m->G[i + 11 * j] = 0;
      for (int k = 0; k < 11; k++) m->G[i + 11 * j] += W[i][k] * W[j][k];
    }
  m->problem = (ss_contact_problem){5, 11, m->contact, m->G, NULL, m->c};
}

/* Forces in other units (a), velocities in other units (b): the scaled residual stays. */
static void residual_has_no_units(void **state) {
  (void)state;
  random_source source = {1};
  for (int i = 0; i < 200; i++) {
    mixture m, n;
    double xi[11];
    draw_mixture(&source, &m);
    n = m;
    n.problem.contact = n.contact;
    n.problem.dense = n.G;
    n.problem.c = n.c;
    const double a = pow(10, draw_between(&source, -6, 6)),
                 b = pow(10, draw_between(&source, -6, 6));
    for (int k = 0; k < 11; k++) n.c[k] *= b, n.r[k] *= a;
    for (int k = 0; k < 121; k++) n.G[k] *= b / a;
    n.contact[3].normal *= a;
    const double first = ss_contact_residual(&m.problem, SS_RESIDUAL_SCALED, m.r, xi);
    const double second = ss_contact_residual(&n.problem, SS_RESIDUAL_SCALED, n.r, xi);
    assert_true(fabs(first - second) <= 1e-12 * first);
  }
}

/* A solution by hand: residual 0; moved by d: of order d. */
static void residual_measures_the_distance(void **state) {
  (void)state;
  const double G[4] = {2, 0, 0, 2}, c[2] = {-4, 1};
  const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {0.5}}};
  const ss_contact_problem problem = {1, 2, &contact, G, NULL, c};
  double r[2] = {2, -0.5}, xi[2];
  assert_true(ss_contact_residual(&problem, SS_RESIDUAL_SCALED, r, xi) <= 1e-16);
  assert_true(fabs(xi[0]) <= 1e-16 && fabs(xi[1]) <= 1e-16);
  r[0] += 1e-3;
  const double moved = ss_contact_residual(&problem, SS_RESIDUAL_SCALED, r, xi);
  assert_true(fabs(moved - 2e-3 / sqrt(17)) <= 1e-12);
  /* the unit residual takes g = 1 */
  const double unit = ss_contact_residual(&problem, SS_RESIDUAL_UNIT, r, xi);
  assert_true(fabs(unit - 2e-3 / sqrt(17)) <= 1e-12);
}

static void storages_agree(void **state) {
  (void)state;
  random_source source = {2};
  mixture m;
  draw_mixture(&source, &m);
  size_t start[6], column[25], at[25], blocks = 0, values = 0;
  double value[121], xi[11], again[11];
  for (size_t i = 0; i < 5; i++) {
    start[i] = blocks;
    for (size_t j = 0; j < 5; j++) {
      column[blocks] = j;
      at[blocks++] = values;
      for (size_t b = 0; b < ss_contact_dimension(&m.contact[j]); b++)
        for (size_t a = 0; a < ss_contact_dimension(&m.contact[i]); a++)
          value[values++] = m.G[m.contact[i].offset + a + 11 * (m.contact[j].offset + b)];
    }
  }
  start[5] = blocks;
  const ss_block_matrix sparse = {start, column, at, value};
  ss_contact_problem problem = m.problem;
  problem.dense = NULL;
  problem.sparse = &sparse;
  assert_int_equal(ss_contact_check(&problem), SS_OK);
  const double dense = ss_contact_residual(&m.problem, SS_RESIDUAL_SCALED, m.r, xi);
  const double blocked = ss_contact_residual(&problem, SS_RESIDUAL_SCALED, m.r, again);
  assert_true(fabs(dense - blocked) <= 1e-13 * dense);
  for (int i = 0; i < 11; i++) assert_true(fabs(xi[i] - again[i]) <= 1e-12);
  column[1] = 7;
  assert_int_equal(ss_contact_check(&problem), SS_BAD_ARGUMENT);
  column[1] = 0;
  assert_int_equal(ss_contact_check(&problem), SS_BAD_ARGUMENT);
}

typedef void spoil(mixture *);

static void spoil_offset(mixture *m) {
  m->contact[2].offset++;
}
static void spoil_size(mixture *m) {
  m->problem.size++;
}
static void spoil_friction(mixture *m) {
  m->contact[0].law.argument[0] = -0.1;
}
static void spoil_normal(mixture *m) {
  m->contact[3].normal = -1;
}
static void spoil_law(mixture *m) {
  m->contact[4].law.kind = SS_LAW_COULOMB;
}
static void spoil_element(mixture *m) {
  m->contact[3].law.kind = SS_LAW_FRICTIONLESS;
}
static void spoil_G(mixture *m) {
  m->G[60] = NAN;
}
static void spoil_c(mixture *m) {
  m->c[3] = INFINITY;
}
static void spoil_slide(mixture *m) {
  m->contact[0].sliding = true;
  m->contact[0].slide[1] = NAN;
}
static void spoil_storage(mixture *m) {
  m->problem.dense = NULL;
}

static void check_finds_mistakes(void **state) {
  (void)state;
  spoil *const spoils[] = {spoil_offset,  spoil_size, spoil_friction, spoil_normal, spoil_law,
                           spoil_element, spoil_G,    spoil_c,        spoil_slide,  spoil_storage};
  random_source source = {3};
  mixture m;
  draw_mixture(&source, &m);
  assert_int_equal(ss_contact_check(&m.problem), SS_OK);
  for (size_t i = 0; i < sizeof spoils / sizeof *spoils; i++) {
    draw_mixture(&source, &m);
    spoils[i](&m);
    assert_int_equal(ss_contact_check(&m.problem), SS_BAD_ARGUMENT);
  }
}

static void dimensions(void **state) {
  (void)state;
  const ss_contact rolling = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_ROLLING, {0}}};
  const ss_contact spinning = {.kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_CONTENSOU, {0}}};
  const ss_contact slider = {.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_FRICTIONLESS, {0}}};
  assert_int_equal(ss_contact_dimension(&rolling), 6);
  assert_int_equal(ss_contact_dimension(&spinning), 3);
  assert_int_equal(ss_contact_dimension(&slider), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(residual_has_no_units),
      cmocka_unit_test(residual_measures_the_distance),
      cmocka_unit_test(storages_agree),
      cmocka_unit_test(check_finds_mistakes),
      cmocka_unit_test(dimensions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
