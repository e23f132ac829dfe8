/* The lane solver against the scalar one, on every kernel that this machine can run. */
#include "../../src/contact/lanes.h"
#include "support.h"

enum { SIZE = 2 * SS_LANE_CONTACTS_MOST };

/* A block of problems, in lanes and one by one. */
typedef struct block {
  _Alignas(64) double G[SIZE * SIZE * SS_LANES], c[SIZE * SS_LANES], r[SIZE * SS_LANES],
      xi[SIZE * SS_LANES], mu[SS_LANE_CONTACTS_MOST * SS_LANES],
      normal[SS_LANE_CONTACTS_MOST * SS_LANES];
  uint64_t open[SS_LANE_CONTACTS_MOST];
  ss_contact contact[SS_LANE_CONTACTS_MOST];
  ss_contact_lanes lanes;
  random_problem one;
} block;

static ss_contact draw_element(random_source *source, int variety) {
  const double x = variety ? draw_uniform(source) : 0;
  const double mu = draw_between(source, 0, 1);
  if (x < 0.4) return (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_COULOMB, {mu}}};
  if (x < 0.5) return (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_FRICTIONLESS, {0}}};
  if (x < 0.6) return (ss_contact){.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_FRICTIONLESS, {0}}};
  if (x < 0.7) return (ss_contact){.kind = SS_ELEMENT_SLIDER, .law = {SS_LAW_COULOMB, {0.2 * mu}}};
  if (x < 0.9)
    return (ss_contact){
        .kind = SS_ELEMENT_FRICTION, .law = {SS_LAW_COULOMB, {mu}}, .normal = draw_uniform(source)};
  return (ss_contact){.kind = SS_ELEMENT_CLUTCH, .law = {SS_LAW_ONEWAY, {0}}};
}

/* Draws SS_LANES problems of one shape; `dependent`: fewer coordinates than components. */
static void draw_block(random_source *source, int variety, bool dependent, block *b) {
  const size_t contacts = draw_count(source, 1, SS_LANE_CONTACTS_MOST);
  size_t n = 0;
  for (size_t k = 0; k < contacts; k++) {
    b->contact[k] = draw_element(source, variety);
    b->contact[k].offset = n;
    n += ss_contact_dimension(&b->contact[k]);
    b->open[k] = variety ? (uint64_t)(draw_uniform(source) * 0x1p53) & 0x1111111111111111u : 0;
  }
  b->lanes = (ss_contact_lanes){contacts, n, b->contact, b->G, b->c, b->mu, b->normal, b->open, 0};
  for (size_t at = 0; at < SS_LANES; at++) {
    memcpy(b->one.contact, b->contact, sizeof b->contact);
    b->one.problem = (ss_contact_problem){contacts, n, b->one.contact, b->one.G, NULL, b->one.c};
    draw_matrix(source, dependent ? draw_count(source, (n + 1) / 2, n) : 2 * n, &b->one);
    for (size_t i = 0; i < n * n; i++) b->G[i * SS_LANES + at] = b->one.G[i];
    for (size_t i = 0; i < n; i++) b->c[i * SS_LANES + at] = b->one.c[i];
    for (size_t k = 0; k < contacts; k++) {
      b->mu[k * SS_LANES + at] = b->contact[k].law.argument[0] * draw_uniform(source);
      b->normal[k * SS_LANES + at] = b->contact[k].normal * draw_uniform(source);
    }
  }
}

/* The problem of the closed contacts of one lane; where their components come from. */
static size_t take_lane(block *b, size_t at, size_t *from) {
  const size_t n = b->lanes.size;
  size_t size = 0, contacts = 0;
  for (size_t k = 0; k < b->lanes.contacts; k++) {
    if (b->open[k] >> at & 1) continue;
    ss_contact *contact = &b->one.contact[contacts++];
    *contact = b->contact[k];
    contact->law.argument[0] = b->mu[k * SS_LANES + at];
    contact->normal = b->normal[k * SS_LANES + at];
    contact->offset = size;
    for (size_t a = 0; a < ss_contact_dimension(contact); a++)
      from[size++] = b->contact[k].offset + a;
  }
  for (size_t j = 0; j < size; j++) {
    b->one.c[j] = b->c[from[j] * SS_LANES + at];
    for (size_t i = 0; i < size; i++)
      b->one.G[i + size * j] = b->G[(from[i] + from[j] * n) * SS_LANES + at];
  }
  b->one.problem = (ss_contact_problem){contacts, size, b->one.contact, b->one.G, NULL, b->one.c};
  return size;
}

/* Every lane that claims to be solved has a verified residual, zero reactions at open contacts and
 * velocities that are G r + c; where enumeration finds one solution it is that one. */
static void check_lanes(block *b, uint64_t solved, ss_arena *arena, bool compare) {
  const size_t n = b->lanes.size;
  for (size_t at = 0; at < SS_LANES; at++) {
    if (!(solved >> at & 1)) continue;
    size_t from[SIZE];
    double r[SIZE], xi[SIZE];
    const size_t size = take_lane(b, at, from);
    for (size_t a = 0; a < size; a++) r[a] = b->r[from[a] * SS_LANES + at];
    assert_true(ss_contact_residual(&b->one.problem, SS_RESIDUAL_SCALED, r, xi) <= 1.01e-10);
    for (size_t k = 0; k < b->lanes.contacts; k++)
      for (size_t a = 0; a < ss_contact_dimension(&b->contact[k]) && b->open[k] >> at & 1; a++)
        assert_true(b->r[(b->contact[k].offset + a) * SS_LANES + at] == 0);
    double largest = 1;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(b->c[i * SS_LANES + at]));
    for (size_t i = 0; i < n; i++) {
      double sum = b->c[i * SS_LANES + at];
      for (size_t j = 0; j < n; j++)
        sum += b->G[(i + j * n) * SS_LANES + at] * b->r[j * SS_LANES + at];
      assert_true(fabs(sum - b->xi[i * SS_LANES + at]) <= 1e-9 * largest);
    }
    if (!compare) continue;
    ss_mode_list list;
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    assert_int_equal(ss_contact_enumerate(&b->one.problem, 1e-10, arena, &list), SS_OK);
    for (size_t a = 0; a < size && list.solutions == SS_SOLUTIONS_UNIQUE; a++)
      assert_true(fabs(list.items[0].xi[a] - b->xi[from[a] * SS_LANES + at]) <= 1e-6 * largest);
    ss_arena_release(arena, mark);
  }
}

static block *make_block(void) {
  block *b = aligned_alloc(64, sizeof *b);
  assert_non_null(b);
  return b;
}

/* Full rank, contacts only: the kernels solve all but one in ten thousand by themselves. */
static void every_kernel_solves(void **state) {
  (void)state;
  block *b = make_block();
  ss_arena *arena = ss_arena_create();
  ss_contact_lane_kernel *kernel;
  for (size_t which = 0; (kernel = ss_contact_lane_kernel_at(which)); which++) {
    random_source source = {41};
    size_t left = 0, all = 0;
    for (int i = 0; i < 200; i++) {
      draw_block(&source, 0, false, b);
      planar_contact contact[SS_LANE_CONTACTS_MOST];
      for (size_t k = 0; k < b->lanes.contacts; k++) ss_modes_place(&b->contact[k], &contact[k]);
      const uint64_t waiting =
          kernel(&b->lanes, contact, &(ss_lane_effort){1e-10, 3, SS_LANES, NULL}, b->r, b->xi);
      check_lanes(b, ~waiting, arena, i < 5);
      left += (size_t)__builtin_popcountll(waiting);
      all += SS_LANES;
    }
    assert_true(left * 1000 <= all);
  }
  ss_arena_destroy(arena);
  free(b);
}

/* All kinds of elements, open contacts, dependent directions; the scalar solver helps. */
static void all_lanes_are_solved(void **state) {
  (void)state;
  block *b = make_block();
  ss_arena *arena = ss_arena_create();
  const ss_contact_options options = ss_contact_default_options();
  random_source source = {43};
  for (int i = 0; i < 300; i++) {
    draw_block(&source, 1, i % 2, b);
    ss_lane_report report;
    void *work = make_work(ss_contact_lanes_work_size(&b->lanes, &options));
    const ss_status status =
        ss_contact_solve_lanes(&b->lanes, &options, work, b->r, b->xi, &report);
    assert_int_equal(status, report.unsolved ? SS_NO_CONVERGENCE : SS_OK);
    assert_true((report.unsolved & ~report.redone) == 0);
    check_lanes(b, ~report.unsolved, arena, i < 20);
    /* what is unsolved has no solution */
    for (size_t at = 0; at < SS_LANES; at++) {
      size_t from[SIZE];
      if (!(report.unsolved >> at & 1)) continue;
      take_lane(b, at, from);
      ss_mode_list list;
      assert_int_equal(ss_contact_enumerate(&b->one.problem, 1e-10, arena, &list), SS_OK);
      assert_int_equal(list.count, 0);
    }
    free(work);
  }
  ss_arena_destroy(arena);
  free(b);
}

/* A warm start that is a solution is kept to the bit; one that is not provides the modes; and where
 * it must be strict, one that is barely a solution is made better. */
static void warm_starts_are_used(void **state) {
  (void)state;
  block *b = make_block();
  ss_arena *arena = ss_arena_create();
  ss_contact_options options = ss_contact_default_options();
  random_source source = {45};
  for (int i = 0; i < 50; i++) {
    draw_block(&source, 0, false, b);
    ss_lane_report report;
    void *work = make_work(ss_contact_lanes_work_size(&b->lanes, &options));
    options.warm = false;
    assert_int_equal(ss_contact_solve_lanes(&b->lanes, &options, work, b->r, b->xi, &report),
                     SS_OK);
    options.warm = true;
    const double first = b->r[0];
    assert_int_equal(ss_contact_solve_lanes(&b->lanes, &options, work, b->r, b->xi, &report),
                     SS_OK);
    assert_true(report.kept == UINT64_MAX && b->r[0] == first);
    const double share = i % 2 ? 1e-11 : 1e-3;
    for (size_t j = 0; j < b->lanes.size * SS_LANES; j++) b->r[j] *= 1 + share;
    b->lanes.strict = 1;
    assert_int_equal(ss_contact_solve_lanes(&b->lanes, &options, work, b->r, b->xi, &report),
                     SS_OK);
    /* lanes in which all contacts are open or separate have no r to spoil */
    bool spoiled = false;
    for (size_t j = 0; j < b->lanes.size; j++) spoiled |= b->r[j * SS_LANES] != 0;
    assert_true(!spoiled || !(report.kept & 1));
    check_lanes(b, UINT64_MAX, arena, false);
    free(work);
  }
  ss_arena_destroy(arena);
  free(b);
}

static void laws_and_counts_are_checked(void **state) {
  (void)state;
  block *b = make_block();
  random_source source = {44};
  draw_block(&source, 0, false, b);
  const ss_contact_options options = ss_contact_default_options();
  ss_lane_report report;
  b->contact[0].law.kind = SS_LAW_DISK;
  assert_int_equal(ss_contact_solve_lanes(&b->lanes, &options, NULL, b->r, b->xi, &report),
                   SS_BAD_ARGUMENT);
  b->contact[0].law.kind = SS_LAW_COULOMB;
  b->lanes.contacts = 5;
  assert_int_equal(ss_contact_solve_lanes(&b->lanes, &options, NULL, b->r, b->xi, &report),
                   SS_BAD_ARGUMENT);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kernel_solves),
      cmocka_unit_test(all_lanes_are_solved),
      cmocka_unit_test(warm_starts_are_used),
      cmocka_unit_test(laws_and_counts_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
