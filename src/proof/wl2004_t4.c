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
 * Conditions 1 to 8 are those of theorem 3. If 9 fails, theorem 3, which is tried next, still says
 * that the part of the rest set inside the level attracts; it is no sign of instability.
 */
#include "level.h"

static bool check_theorem_3(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_local(a, f);
}

static bool check_inside(ss_attempt *a, const ss_facts *f) {
  return ss_attempt_inside(a, f, 9);
}

bool ss_theorem_wl2004_t4(ss_attempt *a) {
  return check_theorem_3(a, a->facts) && check_inside(a, a->facts);
}
