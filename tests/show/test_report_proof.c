/* test_report_proof.c: verdicts with their conditions; certificates that come out of a page as they
 * went in. */
#include "report_fixture.h"

static void base64(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
      {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"\xff\xfe", "//4="}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    ss_text out;
    ss_text_start(&out);
    ss_report_add_base64(pairs[i][0], strlen(pairs[i][0]), &out);
    assert_string_equal(out.data, pairs[i][1]);
    ss_text_stop(&out);
  }
}

static void every_condition_is_told(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  size_t conditions = 0;
  for (size_t i = 0; i < f.report.claims; i++) conditions += f.report.claim[i].proof.conditions;
  ss_report_add_verdicts(&f.report, &f.out);
  assert_true(conditions > 0);
  assert_int_equal(count_of(f.out.data, "class=\"id\""), conditions);
  assert_int_equal(count_of(f.out.data, "<h3>"), SS_QUESTIONS);
  assert_non_null(strstr(f.out.data, "<span class=\"badge proved\">proved</span>"));
  close_report(&f);
}

/* What an address, an attribute or a shell may misunderstand is written by its number. */
static void addresses(void **state) {
  (void)state;
  static const char text[] = "{\"a\": \"100% # '<&>' \\n\"}\n\xc3\xa9";
  ss_text out;
  ss_text_start(&out);
  ss_report_add_address(text, strlen(text), &out);
  assert_string_equal(out.data, "{\"a\": \"100%25 %23 %27%3C%26%3E%27 %5Cn\"}%0A%C3%A9");
  ss_text_stop(&out);
}

static void certificates_are_inside_or_named(void **state) {
  (void)state;
  report_fixture f = open_report(FED_MASS);
  const ss_report_claim *c = &f.report.claim[0];
  char hash[65];
  ss_text code;
  assert_non_null(c->certificate);
  ss_text_start(&code);
  ss_report_add_address(c->certificate, c->length, &code);
  ss_sha256(c->certificate, c->length, hash);
  ss_report_add_certificates(&f.report, SS_REPORT_MOST, &f.out);
  assert_non_null(strstr(f.out.data, code.data));
  assert_non_null(strstr(f.out.data, hash));
  assert_non_null(strstr(f.out.data, "download=\"a&lt;b&gt;&amp;&quot;.proof.json\""));
  assert_non_null(strstr(f.out.data, "standstill-check a&lt;b&gt;"));
  assert_true(ss_report_certificate_size(&f.report, 1) > code.length);
  ss_text_stop(&f.out);
  /* no room */
  ss_text_start(&f.out);
  ss_report_add_certificates(&f.report, 100, &f.out);
  assert_null(strstr(f.out.data, "data:"));
  assert_non_null(strstr(f.out.data, hash));
  assert_non_null(strstr(f.out.data, "standstill prove"));
  ss_text_stop(&code);
  close_report(&f);
}

/* 500 kB are too much, 499,999 bytes are not. */
static void the_limit_of_a_certificate(void **state) {
  (void)state;
  ss_report r = {.claims = 1};
  char *certificate = malloc(SS_REPORT_CERTIFICATE_MOST);
  assert_non_null(certificate);
  memset(certificate, 'a', SS_REPORT_CERTIFICATE_MOST);
  r.claim[0].certificate = certificate;
  r.claim[0].length = SS_REPORT_CERTIFICATE_MOST;
  assert_int_equal(ss_report_certificate_size(&r, 3), 0);
  r.claim[0].length--;
  assert_true(ss_report_certificate_size(&r, 3) > 499999);
  assert_true(ss_report_certificate_size(&r, 3) < 501000);
  assert_int_equal(ss_report_certificate_size(&r, 0), 0);
  free(certificate);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(base64),
      cmocka_unit_test(addresses),
      cmocka_unit_test(every_condition_is_told),
      cmocka_unit_test(certificates_are_inside_or_named),
      cmocka_unit_test(the_limit_of_a_certificate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
