# The script that checks the theorem tags: on a small tree where all is well, on the same tree with
# one mistake at a time, and on this repository.
. "$(dirname "$0")/tap.sh"

make_tree() { # a tree with one theorem, two hypotheses and their tests
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/src/proof" "$scratch/tree/tests/proof" "$scratch/tree/docs"
  cat >"$scratch/tree/src/proof/attraction.c" <<'C'
/* attraction.c: local attractivity of a rest set.
 *
 * THEOREM:   AB2001-T3    Author and Baker 2001, theorem 3: what descends ends in the rest set.
 * REQUIRES:  AB2001-T3.1  the energy is positive definite   -> check_energy()
 * REQUIRES:  AB2001-T3.2  open contacts accelerate inwards, in words that need a second line
 *                         -> check_inward()
 * CONCLUDES: AB2001-T3.C  locally attractive
 * DEVIATES:  AB2001-T3.2  strict on the closure
 *
 * The method. REQUIRES and other words may stand in the essay.
 */
static int check_energy(int x) {
  return x;
}

static int check_inward(int x) {
  return x;
}

int ss_proof_attraction(int x) {
  return check_energy(x) + check_inward(x);
}
C
  cat >"$scratch/tree/src/proof/theorems.c" <<'C'
#include "attraction.h"
#define ENERGY {1, "the energy is positive definite"}
static const ss_theorem theorems[] = {
    {.id = "AB2001-T3", .conditions = CONDITIONS(ENERGY, {2, "open contacts accelerate inwards"})},
};
C
  cat >"$scratch/tree/tests/proof/test_attraction.c" <<'C'
/* TESTS: AB2001-T3 proved */
static void a_sound_system_is_proved(void **state) {
}

/* TESTS: AB2001-T3.1 violated
 * TESTS: AB2001-T3 unknown */
static void a_saddle_is_unknown(void **state) {
}

/* An outward force.
 * TESTS: AB2001-T3.2 violated */
static void an_outward_force_is_noticed(void **state) {
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sound_system_is_proved),
      cmocka_unit_test_setup_teardown(a_saddle_is_unknown, start, stop),
      cmocka_unit_test(an_outward_force_is_noticed),
  };
}
C
  cat >"$scratch/tree/docs/theorems.md" <<'MD'
An example that is not a theorem:

    THEOREM:   ZZ1999-T1    `ZZ1999-T1`

| tag | meaning |
|---|---|
| `AB2001-T3` | the theorem |
| `AB2001-T3.1`, `AB2001-T3.2` | its hypotheses |
| `AB2001-T3.C` | its conclusion |
MD
}

# A mistake: its name, the file, what sed does to it, and what the script must say.
mistake() {
  make_tree
  sed -i "$3" "$scratch/tree/$2"
  check_fails "$1" "$4" scripts/check-theorems "$scratch/tree"
}

make_tree
check "a sound tree passes" scripts/check-theorems "$scratch/tree"
code=src/proof/attraction.c rows=src/proof/theorems.c tests_file=tests/proof/test_attraction.c docs=docs/theorems.md
mistake "a hypothesis without a check" $code 's/ *-> check_energy()//' "AB2001-T3.1 names no check"
mistake "a check that is not defined" $code 's/-> check_inward/-> check_inwards/' \
  "check_inwards(), which this file does not define"
mistake "a check that is not used" $code 's/ + check_inward(x)//' "which nothing in this file uses"
mistake "a theorem without hypotheses" $code '/REQUIRES:/d' "AB2001-T3 has no REQUIRES"
mistake "a theorem without a conclusion" $code '/CONCLUDES:/d' "AB2001-T3 has no CONCLUDES"
mistake "a hypothesis of another theorem" $code 's/REQUIRES:  AB2001-T3.1/REQUIRES:  AB2001-T4.1/' \
  "AB2001-T4.1 belongs to no THEOREM of this file"
mistake "a tag twice" $code 's/AB2001-T3.2  open/AB2001-T3.1  open/' \
  "REQUIRES: AB2001-T3.1 stands twice"
mistake "a deviation from nothing" $code 's/DEVIATES:  AB2001-T3.2/DEVIATES:  AB2001-T3.7/' \
  "AB2001-T3.7 is neither"
mistake "a tag without an id" $code 's/THEOREM:.*/THEOREM:/' "is not of the form LW2008-T1"
mistake "a theorem without a row" $rows '/\.id/d' "AB2001-T3 has no row in src/proof/theorems.c"
mistake "a hypothesis without words" $rows 's/{1, /{3, /' "AB2001-T3.1 has no words"
mistake "a row without a theorem" $rows '/\.id/{p;s/T3/T4/}' "AB2001-T4 is in no file of src/proof"
mistake "a hypothesis missing in the documentation" $docs 's/, `AB2001-T3.2`//' \
  "AB2001-T3.2 is missing in docs/theorems.md"
mistake "a theorem missing in the documentation" $docs 's/`AB2001-T3`/it/' \
  "AB2001-T3 is missing in docs/theorems.md"
mistake "a stale tag in the documentation" $docs '$s/$/\nand `AB2001-T9.1` too/' \
  "docs/theorems.md:10: AB2001-T9.1 is in no file of src/proof"
mistake "no test for proved" $tests_file '/T3 proved/d' "AB2001-T3 has no test for proved"
mistake "no test for unknown" $tests_file 's/TESTS: AB2001-T3 unknown/and/' \
  "AB2001-T3 has no test for unknown"
mistake "no test for a violated hypothesis" $tests_file 's/TESTS: AB2001-T3.2 violated/and/' \
  "AB2001-T3.2 has no test for violated"
mistake "a test that is not run" $tests_file '/cmocka_unit_test(an_outward/d' \
  "an_outward_force_is_noticed is not run"
mistake "a test of nothing" $tests_file 's/T3.2 violated/T3.9 violated/' "no REQUIRES AB2001-T3.9"
mistake "a test for an unknown kind" $tests_file 's/T3 proved/T3 works/' "not 'works'"
mistake "no documentation at all" $docs 'd' "is missing in docs/theorems.md"
check "this repository" scripts/check-theorems
finish
