/* test_track_file.c: references in files: what columns mean, and everything that can be wrong. */
#include "track.h"

/* A ball from 0.8 with F = 2: falls with 8 for sqrt(0.2), comes up with half of its speed. */
static void write_file(const char *file, const char *head, int wrong) {
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fprintf(out, "%s\n", head);
  const double hit = sqrt(0.2), up = 4 * hit;
  for (int k = 0; k <= 60; k++) {
    double t = 0.01 * k, s = t - hit, y = t < hit ? 0.8 - 4 * t * t : up * s - 4 * s * s;
    const double u = t < hit ? -8 * t : up - 8 * s;
    if (wrong == 1 && k == 30) y += 0.1;
    if (wrong == 2 && k == 30) t = 0.1;
    if (wrong == 5 && k > 30 && k < 58) continue;
    const char *mode = wrong == 4 && k == 30 ? "stick" : "free";
    fprintf(out, wrong == 3 && k == 30 ? "%.17g,%.17g,%.17g,,%s\n" : "%.17g,%.17g,%.17g,2,%s\n", t,
            y, u, mode);
  }
  fclose(out);
}

static void check(const char *head, int wrong, const char *words) {
  stage s = open_stage(PUSHED);
  char file[] = "/tmp/standstill-XXXXXX.csv";
  close(mkstemps(file, 4));
  write_file(file, head, wrong);
  ss_track_options o = ss_track_default_options();
  ss_tracker *k;
  o.reference = file;
  const ss_status status = ss_track_open(s.machine, &o, &s.said, &k);
  if (words) {
    assert_int_equal(status, SS_BAD_INPUT);
    assert_said(&s, words);
  } else {
    assert_int_equal(status, SS_OK);
    assert_int_equal(ss_track_reference(k)->segments, 2);
    assert_true(fabs(ss_track_reference(k)->variation.t - 0.6) < 1e-12);
    const double d[] = {0, 0};
    ss_motion m;
    const ss_track t = run_off(&s, k, d, &m);
    assert_true(t.error < 1e-7 && fabs(t.sample[3].input[0] - 2) < 1e-6);
  }
  ss_track_close(k);
  unlink(file);
  close_stage(&s);
}

static void files(void **state) {
  (void)state;
  static const char good[] = "t,y,y',F,floor mode";
  check(good, 0, NULL);
  check(good, 1, "is no motion of the model: at t = 0.3 y is 0.54 there, and 0.44");
  check(good, 2, "the time 0.1 comes after 0.29");
  check(good, 3, "column 'F' has a gap");
  check(good, 4, "'floor' is in mode 'stick' at t = 0.3 there, which the model does not reach");
  check(good, 5, "has a gap from t = 0.3 to 0.58: halfway y would be ");
  check("t,y,z,F,floor mode", 0, "column 'z' is no time, state, input or element's");
  check("t,y,floor N,F,floor mode", 0, "has no column 'y''");
  check("s,y,y',F,floor mode", 0, "has no column 't'");
  /* without a column for the input it does what the machine says: nothing */
  check("t,y,y',floor N,floor mode", 0, "is no motion of the model");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
