/* test_movie.c: the ending chooses the kind; every worked model has a movie. */
#include "film_stage.h"

#include <dirent.h>
#include <stdio.h>

static void endings(void **state) {
  (void)state;
  assert_true(ss_show_films("a.html") && ss_show_films("a.svg") && ss_show_films("a.gif"));
  assert_false(ss_show_films("a.mp4") || ss_show_films(".gif") || ss_show_films("html"));
}

static void files(void **state) {
  (void)state;
  static const char *const wanted[][2] = {
      {".html", "<!DOCTYPE html>"}, {".svg", "<svg "}, {".gif", "GIF89a"}};
  film_stage s = open_film(FALLING, "drop", 0.5);
  for (int k = 0; k < 3; k++) {
    char file[64] = "/tmp/standstill-movie-XXXXXX", start[16] = "";
    strcat(file, wanted[k][0]);
    close(mkstemps(file, (int)strlen(wanted[k][0])));
    assert_int_equal(ss_show_movie(s.arena, ss_machine_system(s.machine),
                                   ss_machine_parameters(s.machine), s.motion, file),
                     SS_OK);
    FILE *in = fopen(file, "r");
    assert_int_equal(fread(start, 1, 15, in) > 0, 1);
    fclose(in);
    assert_memory_equal(start, wanted[k][1], strlen(wanted[k][1]));
    unlink(file);
  }
  assert_int_equal(ss_show_movie(s.arena, ss_machine_system(s.machine), NULL, s.motion, "a.mp4"),
                   SS_BAD_INPUT);
  assert_int_equal(ss_show_movie(s.arena, ss_machine_system(s.machine),
                                 ss_machine_parameters(s.machine), s.motion, "/no/where.svg"),
                   SS_IO);
  close_film(&s);
}

static void every_worked_model_has_drawings(void **state) {
  (void)state;
  DIR *folder = opendir("models");
  size_t models = 0;
  assert_non_null(folder);
  for (const struct dirent *e; (e = readdir(folder));) {
    char file[300];
    if (!strstr(e->d_name, ".still")) continue;
    snprintf(file, sizeof file, "models/%s", e->d_name);
    ss_machine *machine;
    assert_int_equal(ss_machine_open(file, NULL, NULL, &machine), SS_OK);
    if (ss_machine_model(machine)->drawings == 0) fail_msg("%s shows nothing", file);
    ss_machine_close(machine);
    models++;
  }
  closedir(folder);
  assert_true(models >= 18);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(endings), cmocka_unit_test(files),
                                     cmocka_unit_test(every_worked_model_has_drawings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
