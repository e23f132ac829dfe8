/* report_fixture.h: the report of a machine whose every text tries to break out of the page. */
#ifndef TESTS_SHOW_REPORT_FIXTURE_H
#define TESTS_SHOW_REPORT_FIXTURE_H

#include "film_stage.h"

#include "../../src/show/report.h"

#define EVIL "</script><script>alert(1)</script>'\\\"&"

/* Damped by friction and fed by a negative damper: a level is proved. */
#define FED_MASS                                                                                   \
  "model \"" EVIL "\"\nsource \"" EVIL "\"\nparam c = -0.3 in [-0.4, -0.2] # [<b>] </td>" EVIL     \
  "\ncoord x # [m] " EVIL "\nkinetic = 1/2*x'^2\npotential = 1/2*x^2\nforce x = -c*x'\n"           \
  "friction base { slip = x'; normal = 1; law = coulomb(1) }\nstate far { x = 2 }\n"               \
  "draw circle (x, 0) radius 0.2\ndraw label \"" EVIL "\" at (x, 1)\n"

typedef struct report_fixture {
  ss_arena *arena;
  ss_machine *machine;
  ss_diagnostics said;
  ss_report report;
  ss_text out;
} report_fixture;

static inline report_fixture open_report(const char *text) {
  report_fixture f = {.arena = ss_arena_create()};
  ss_report_options o = ss_report_default_options();
  o.seconds = 6;
  o.command = EVIL;
  ss_diagnostics_start(&f.said, f.arena, NULL, NULL, 0);
  assert_int_equal(ss_machine_parse("a<b>&\".still", text, NULL, &f.said, &f.machine), SS_OK);
  assert_int_equal(ss_report_make(f.arena, f.machine, &o, &f.said, &f.report), SS_OK);
  ss_text_start(&f.out);
  return f;
}

static inline void close_report(report_fixture *f) {
  ss_text_stop(&f->out);
  ss_report_clear(&f->report);
  ss_machine_close(f->machine);
  ss_arena_destroy(f->arena);
}

#endif
