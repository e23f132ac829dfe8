/* fence.h: curves in the plane of a machine with one coordinate that its motions cross one way.
 *
 * While u does not change its sign, w = u^2/2 is a function of q along a motion, and motions are
 * ordered: what starts below a fence stays below it. So a few curves, traced backwards from the
 * ends of rest sets and wells, tell of whole regions of starts where their motions stop:
 * docs/theory.md, "Fences". No motion is followed; no potential, no constant mass is needed, and
 * friction may depend on position and speed.
 */
#ifndef STANDSTILL_FENCE_H
#define STANDSTILL_FENCE_H

#include "standstill/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Constant once it is made; threads share it. */
typedef struct ss_fences ss_fences;

typedef struct ss_fence_options {
  double low[2], high[2]; /* the starts of interest: q, u */
  size_t depth;           /* as sharp as cells of 2^-depth of it need */
} ss_fence_options;

/* Positions from which nothing leaves; or, a turn, from which everything starts to one side and
 * ends in another haven. */
typedef struct ss_haven {
  bool trap;       /* motions may start there, and end there; else all of it is at rest */
  double from, to; /* multiples of 2^-40 */
  int starts;      /* 1, -1: a turn, to that side; 0: it is none */
  size_t next;     /* of a turn: where its motions stop next */
  int wall; /* 1, -1: at the stop, which is at that side: a trap that ends there; or a bounce:
                      what runs into it comes back, and ends in `next` */
} ss_haven;

/* Whether motions end there: it is no turn, and nothing that sends them back. */
static inline bool ss_haven_is_last(const ss_haven *h) {
  return !h->starts && (!h->wall || h->trap);
}

/* In the arena. SS_BAD_ARGUMENT: *why_not is a phrase ("it has contacts"). */
ss_status ss_fences_create(ss_arena *arena, const ss_system *system,
                           const ss_fence_options *options, const ss_fences **fences,
                           const char **why_not);

/* Turns and bounces stand behind the others. */
size_t ss_fences_count(const ss_fences *fences);
/* Where all of it ends: no turn. */
size_t ss_fences_root(const ss_fences *fences, size_t haven);
const ss_haven *ss_fences_haven(const ss_fences *fences, size_t haven);

/* The haven in which every motion comes to rest that starts in the box (q, u); SIZE_MAX if none is
 * shown to be it. */
size_t ss_fences_find(const ss_fences *fences, const double low[2], const double high[2]);

/* Whether it has a stop; where, or less than 2^-40 beyond that. */
bool ss_fences_stop(const ss_fences *fences, double *at);

/* The height at which a fence ends, in 2^-40: 0 but at the stop. */
int64_t ss_fences_bounce(const ss_fences *fences, size_t haven, size_t which);

/* The four fences of a haven, as docs/certificate.md has them: of motions to the right, that stop
 * before its end and that pass its beginning; the same to the left. False: there is none. */
enum { SS_FENCES_OF_HAVEN = 4 };
bool ss_fences_print(const ss_fences *fences, size_t haven, size_t which, ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
