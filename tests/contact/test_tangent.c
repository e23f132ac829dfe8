/* Linearised laws: they vanish at solutions, the general form and the short ones say the same, and
 * the reduced blocks are B G S. */
#include "spatial_support.h"

#include "../../src/contact/spatial.h"

/* A face on its own, with g as its diagonal block. */
static face make_face(const ss_contact *contact, face_form form, const double *g) {
  const unsigned d = (unsigned)ss_contact_dimension(contact);
  face f = {.form = form, .dimension = d, .block = g, .lead = d, .mu = contact->law.argument[0]};
  f.g = f.gN = f.gT = 1;
  f.contact = contact;
  return f;
}

/* S as a matrix: the images of the unit vectors. */
static void find_trial(const face *f, const tangent *t, double *S) {
  for (unsigned b = 0; b < t->count; b++) {
    double y[FACE_MOST] = {0};
    y[b] = 1;
    for (unsigned a = 0; a < f->dimension; a++) S[a + f->dimension * b] = 0;
    ss_tangent_move(f, t, y, S + f->dimension * b);
  }
}

/* B as a matrix. */
static void find_test(const face *f, const tangent *t, double *B) {
  for (unsigned a = 0; a < f->dimension; a++) {
    double x[FACE_MOST] = {0};
    x[a] = 1;
    ss_tangent_test(f, t, x, B + t->count * a);
  }
}

static void draw_state(random_source *source, unsigned d, double *r, double *xi) {
  for (unsigned a = 0; a < d; a++) {
    r[a] = draw_between(source, a ? -1 : 0, 1);
    xi[a] = draw_between(source, -0.5, 0.5);
  }
}

static void blocks_are_products(void **state) {
  (void)state;
  random_source source = {90};
  general_tangent general[2];
  for (int k = 0; k < 2000; k++) {
    double g[36] = {1}, G[36], S[36], B[36], out[36], r[6], xi[6];
    ss_contact contact[2];
    face f[2];
    tangent t[2];
    for (size_t e = 0; e < 36; e++) G[e] = draw_normal(&source);
    for (int side = 0; side < 2; side++) {
      contact[side] = draw_contact(&source, 1, false);
      const ss_law_kind law = contact[side].law.kind;
      const bool is_contact = contact[side].kind == SS_ELEMENT_CONTACT;
      f[side] = make_face(&contact[side],
                          is_contact && law == SS_LAW_DISK                     ? FORM_DISK
                          : is_contact && law == SS_LAW_COULOMB                ? FORM_INTERVAL
                          : law == SS_LAW_FRICTIONLESS || law == SS_LAW_ONEWAY ? FORM_NORMAL
                                                                               : FORM_GENERAL,
                          g);
      t[side] = (tangent){.general = &general[side]};
      draw_state(&source, f[side].dimension, r, xi);
      ss_tangent_linearise(&f[side], 1, 1, r, xi, &t[side]);
    }
    if (!t[0].count || !t[1].count) continue;
    ss_tangent_block(&f[0], &t[0], &f[1], &t[1], G, 6, out, 6);
    find_trial(&f[1], &t[1], S);
    find_test(&f[0], &t[0], B);
    for (unsigned a = 0; a < t[0].count; a++)
      for (unsigned b = 0; b < t[1].count; b++) {
        double sum = 0;
        for (unsigned i = 0; i < f[0].dimension; i++)
          for (unsigned j = 0; j < f[1].dimension; j++)
            sum += B[a + t[0].count * i] * G[i + 6 * j] * S[j + f[1].dimension * b];
        assert_true(fabs(out[a + 6 * b] - sum) < 1e-12);
      }
  }
}

/* One Newton step for a single disk contact: two unknowns with e and delta, or three with the
 * derivative of the prox. Solved by Cramer's rule as a linear system in r. */
static void solve_three(const double *A, const double *b, double *x) {
  const double d = A[0] * (A[4] * A[8] - A[5] * A[7]) - A[3] * (A[1] * A[8] - A[2] * A[7]) +
                   A[6] * (A[1] * A[5] - A[2] * A[4]);
  for (size_t k = 0; k < 3; k++) {
    double C[9];
    memcpy(C, A, sizeof C);
    memcpy(C + 3 * k, b, 3 * sizeof *b);
    x[k] = (C[0] * (C[4] * C[8] - C[5] * C[7]) - C[3] * (C[1] * C[8] - C[2] * C[7]) +
            C[6] * (C[1] * C[5] - C[2] * C[4])) /
           d;
  }
}

/* The step's target from (r, xi = g r + c), padded to three unknowns. */
static void find_target(const face *f, const double *c, const double *r, double *target) {
  general_tangent general;
  tangent t = {.general = &general};
  double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {0}, y[3], xi[3];
  for (size_t a = 0; a < 3; a++)
    xi[a] = c[a] + f->block[a] * r[0] + f->block[a + 3] * r[1] + f->block[a + 6] * r[2];
  ss_tangent_linearise(f, 1, 1, r, xi, &t);
  ss_tangent_place(f, &t, r, target);
  if (!t.count) return;
  for (size_t a = 0; a < 3; a++)
    xi[a] =
        c[a] + f->block[a] * target[0] + f->block[a + 3] * target[1] + f->block[a + 6] * target[2];
  ss_tangent_block(f, &t, f, &t, f->block, 3, A, 3);
  ss_tangent_diagonal(f, &t, 0, A, 3);
  ss_tangent_residual(f, &t, target, xi, b);
  solve_three(A, b, y);
  ss_tangent_move(f, &t, y, target);
}

static void the_general_form_says_the_same(void **state) {
  (void)state;
  random_source source = {91};
  for (int k = 0; k < 5000; k++) {
    double g[9] = {0}, W[18], c[3], r[3], xi[3], brief[3], general[3];
    for (size_t e = 0; e < 18; e++) W[e] = draw_normal(&source);
    for (size_t e = 0; e < 54; e++)
      g[e / 6] += W[e % 6 + 6 * (e / 6 % 3)] * W[e % 6 + 6 * (e / 18)];
    for (size_t a = 0; a < 3; a++) c[a] = draw_normal(&source);
    draw_state(&source, 3, r, xi);
    const ss_contact contact = {.kind = SS_ELEMENT_CONTACT,
                                .law = {SS_LAW_DISK, {draw_between(&source, 0.05, 1)}}};
    const face with_e = make_face(&contact, FORM_DISK, g);
    const face with_prox = make_face(&contact, FORM_GENERAL, g);
    find_target(&with_e, c, r, brief);
    find_target(&with_prox, c, r, general);
    for (size_t a = 0; a < 3; a++)
      assert_true(fabs(brief[a] - general[a]) <= 1e-8 * (1 + fabs(brief[a])));
  }
}

/* At r, xi that obey the law nothing is left to do: the step's right side is 0. */
static void solutions_stay(void **state) {
  (void)state;
  random_source source = {92};
  for (int k = 0; k < 3000; k++) {
    const double mu = draw_between(&source, 0.1, 1), angle = draw_between(&source, 0, 6.28);
    const double N = draw_uniform(&source), v = draw_uniform(&source), g[9] = {1};
    /* slip with velocity v, or stick inside the disk */
    const double share = k % 2 ? 1 : 0.9 * draw_uniform(&source);
    const double r[3] = {N, -share * mu * N * cos(angle), -share * mu * N * sin(angle)};
    const double xi[3] = {0, k % 2 ? v * cos(angle) : 0, k % 2 ? v * sin(angle) : 0};
    const ss_contact contact = {.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {mu}}};
    general_tangent general;
    for (int form = 0; form < 2; form++) {
      const face f = make_face(&contact, form ? FORM_GENERAL : FORM_DISK, g);
      tangent t = {.general = &general};
      double placed[3], b[3] = {0};
      ss_tangent_linearise(&f, 1, 1, r, xi, &t);
      ss_tangent_place(&f, &t, r, placed);
      ss_tangent_residual(&f, &t, placed, xi, b);
      for (size_t a = 0; a < 3; a++) {
        assert_true(fabs(placed[a] - r[a]) < 1e-14);
        assert_true(fabs(b[a]) < 1e-13);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_products),
      cmocka_unit_test(the_general_form_says_the_same),
      cmocka_unit_test(solutions_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
