/* worked.h: the worked models of models/, for tests that go through all of them.
 *
 * One line a model: its file, its coordinates, its parameters and its elements, in the words of
 * the table that scripts rely on. The tests run in the root of the source tree.
 */
#ifndef TESTS_MODEL_WORKED_H
#define TESTS_MODEL_WORKED_H

#include <stdio.h>
#include <stdlib.h>

#include "standstill/model.h"

#define WORKED_LIST(X)                                                                             \
  X("arm-against-stop", "q", "I Kp Kv q0 e", "stop far")                                           \
  X("bouncing-ball", "y", "m g e", "floor")                                                        \
  X("bowling-ball", "x y z a b c", "m R J g mu r mur e", "lane")                                   \
  X("bristles", "x z", "m k v s0 s1 s2 Fc Fs vs", "")                                              \
  X("chain-of-blocks", "x[1] x[2] x[3] x[4] x[5] x[6] x[7] x[8]", "n m k c mu g",                  \
    "floor[1] floor[2] floor[3] floor[4] floor[5] floor[6] floor[7] floor[8]")                     \
  X("constrained-beam", "x y phi", "m l J g mu1 mu2", "vertical horizontal")                       \
  X("falling-block", "x y", "m k mu g eN eT", "floor")                                             \
  X("four-leg-table", "x y z alpha beta gamma", "m J Jz a b h g mu eN eT", "leg1 leg2 leg3 leg4")  \
  X("friction-oscillator", "x", "m k k3 c mu g", "floor")                                          \
  X("mass-on-belt", "x", "m k c g v mus muk vs", "belt")                                           \
  X("painleve-rod", "x y theta", "m l J g mu e", "tip")                                            \
  X("pid-drive", "x z", "m g Kp Kd Ki mus muk vs", "floor")                                        \
  X("planar-biped", "x z theta", "h d l1 l2 phi1 phi2 mu1 mu2 F alpha T e", "foot1 foot2")         \
  X("plank-box", "x y theta phi", "mB JB LB lB mP JP LP lP kP bP g mu", "left right")              \
  X("ratchet", "a b", "Ja Jb k N r mu", "pawl brake")                                              \
  X("rocking-bar", "x y phi", "m J a k mu g eN eT", "left right")                                  \
  X("rocking-block", "x y phi", "m J a b k mu g eN eT", "left right")                              \
  X("rough-pendulum", "a1 a2", "m1 m2 l1 l2 g H mu eN eT", "floor")                                \
  X("sliding-disk", "x y", "m g mu k", "table")                                                    \
  X("spinning-disk", "x y psi", "m J r g mu k", "table")                                           \
  X("three-leg-stool", "x y z alpha beta gamma", "m J Jz r h g mu eN eT", "leg1 leg2 leg3")        \
  X("two-link-arm", "q1 q2", "m1 m2 l Kp Kv w e", "wall")                                          \
  X("two-link-arm-one-motor", "q1 q2", "m1 m2 l Kp Kv w k c e", "wall")                            \
  X("two-masses", "x1 x2", "m1 m2 k1 k2 c1 c2 mu1 mu2 g", "first second")                          \
  X("two-masses-between", "x1 x2", "m1 m2 k1 k2 c1 c2 mu g", "between")                            \
  X("two-masses-sum", "x1 x2", "m1 m2 k1 k2 c1 c2 mu g", "support")

typedef struct worked {
  const char *name, *coordinates, *parameters, *elements;
} worked;

static const worked worked_models[] = {
#define WORKED_ENTRY(name, coordinates, parameters, elements)                                      \
  {name, coordinates, parameters, elements},
    WORKED_LIST(WORKED_ENTRY)
#undef WORKED_ENTRY
};

enum { WORKED_COUNT = sizeof worked_models / sizeof worked_models[0] };

/* Reads models/NAME.still; the test fails with the diagnostics printed if there are any, warnings
 * included. */
static inline ss_model *read_worked_model(ss_arena *arena, const char *name) {
  char *file = ss_arena_format(arena, "models/%s.still", name);
  ss_diagnostics list = {0};
  ss_model *model = NULL;
  ss_status status = ss_model_read(arena, file, 0, NULL, &list, &model);
  if (list.count > 0) {
    ss_text out;
    ss_text_start(&out);
    ss_diagnostics_print(&list, &out);
    print_error("%s", out.data);
    ss_text_stop(&out);
  }
  assert_int_equal(list.count, 0);
  assert_int_equal(status, SS_OK);
  assert_non_null(model);
  return model;
}

/* A number of [low, high), from a seed that moves on (splitmix64). */
static inline double random_between(uint64_t *seed, double low, double high) {
  uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
