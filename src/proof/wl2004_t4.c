/* wl2004_t4.c: the whole rest set attracts.
 *
 * THEOREM:   WL2004-T4    van de Wouw & Leine 2004, theorem 4: if the whole rest set lies inside
 *                         the level of theorem 3, all of it is locally attractive.
 * REQUIRES:  WL2004-T4.8  the conditions of theorem 3                   -> check_theorem_3()
 * REQUIRES:  WL2004-T4.9  V < level on the rest set                     -> check_inside()
 * CONCLUDES: WL2004-T4.C  locally attractive, from all of {V < level}
 * DEVIATES:  WL2004-T4.9  the print compares a matrix with a number; meant is the largest value of
 *                         a quadratic form over the corners of the friction forces.
 *
 * Conditions 1 to 8 are those of theorem 3, under this theorem's name. If 9 fails, theorem 3 still
 * says that the part of the rest set inside the level attracts; it is no sign of instability.
 */
#include <string.h>

#include "level.h"

/* Tries theorem 3 and takes over what it found. */
static bool check_theorem_3(ss_attempt *a) {
  a->theorem = "WL2004-T3";
  bool good = ss_theorem_wl2004_t3(a);
  a->theorem = "WL2004-T4";
  return good;
}

static bool check_inside(ss_attempt *a) {
  return ss_attempt_inside(a, 9);
}

static void rename_conditions(ss_attempt *a) {
  for (size_t i = 0; i < a->count; i++) {
    ss_condition *c = &a->condition[i];
    const char *number = strrchr(c->id, '.');
    c->id = ss_arena_format(a->facts->arena, "WL2004-T4%s", number);
    if (c->evidence) json_object_set_new(c->evidence, "id", json_string(c->id));
  }
}

bool ss_theorem_wl2004_t4(ss_attempt *a) {
  if (!check_theorem_3(a)) {
    a->theorem = "WL2004-T3";
    return false;
  }
  if (check_inside(a)) {
    rename_conditions(a);
    return true;
  }
  /* theorem 3 stands by itself: the failed line is not one of its conditions */
  a->count--;
  a->theorem = "WL2004-T3";
  return false;
}
