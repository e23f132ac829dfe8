/* boxes.h: branch and bound over boxes, in ball arithmetic.
 *
 * A box is a product of closed intervals [lo_j, hi_j] whose ends are doubles, hence dyadic
 * rationals: what is said of a box is said of exact numbers. A box that a test cannot decide is cut
 * in two at a double; the two halves share the cut, so that the leaves of a TREE cover its root
 * without gaps. The tree is data: it says of each leaf which FACT was found there, and a second
 * program can walk it, take every leaf's box and try that fact alone, without any search.
 *
 * Tests are the caller's: this room knows nothing of what they are about. They bound functions by
 * FORMS, which enclose what a tape computes over a box. A result is rigorous if the test is; order
 * and cuts are the same in every run. Nothing is allocated inside a test; trees grow between them.
 */
#ifndef STANDSTILL_BOXES_H
#define STANDSTILL_BOXES_H

#include "standstill/tape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- forms: what a tape computes, over a box (form.c) ---------------------------------------- */

/* Over a box B with middle c: the values f(B), the tighter of the tape's own enclosure and of the
 * mean-value form f(c) + f'(B) (B - c); the slopes f'(B), outputs x inputs (ss_slopes_gradients);
 * and f(c), c being a point of B. All enclose; all are indeterminate where f may be undefined. */
typedef struct ss_form {
  const ss_tape *tape; /* must outlive the form */
  size_t inputs, outputs;
  slong precision;
  arb_ptr value;    /* outputs */
  arb_srcptr slope; /* outputs x inputs */
  arb_srcptr at_middle;
  arb_ptr middle, offset; /* inputs: c, and B - c */
  arb_ptr wide, narrow;   /* workspaces */
} ss_form;

void ss_form_create(const ss_tape *tape, arb_srcptr parameters, slong precision, ss_form *form);
void ss_form_destroy(ss_form *form); /* a zeroed form too */
void ss_form_run(ss_form *form, const double *lo, const double *hi);

/* sum = weight . (outputs first ... first + count - 1), its mean-value form included: tighter than
 * the sum of the values, because slopes of opposite signs cancel before the box is put in. */
void ss_form_combine(const ss_form *form, size_t first, size_t count, arb_srcptr weight, arb_t sum);

/* ---- trees (tree.c) -------------------------------------------------------------------------- */

/* Facts of leaves: these two, and from SS_BOXES_OWN on those of the caller. */
enum {
  SS_BOXES_NEW,  /* not tested */
  SS_BOXES_OPEN, /* tested, not decided */
  SS_BOXES_OWN
};

typedef struct ss_boxes_node {
  uint32_t parent, child; /* child: the lower half, the upper one follows it; 0: a leaf */
  uint32_t axis, fact;    /* of a cut; of a leaf */
  double cut;
} ss_boxes_node;

typedef struct ss_boxes_tree {
  size_t k;
  double *lo, *hi; /* the root */
  size_t count, capacity;
  ss_boxes_node *node; /* node 0 is the root; halves come after what they are halves of */
} ss_boxes_tree;

/* A tree that is one new leaf. SS_MEMORY; SS_BAD_ARGUMENT unless all lo <= hi are finite. */
ss_status ss_boxes_tree_create(size_t k, const double *lo, const double *hi, ss_boxes_tree *tree);
void ss_boxes_tree_destroy(ss_boxes_tree *tree); /* a zeroed tree too */

/* The box of a node. O(depth). */
void ss_boxes_box(const ss_boxes_tree *tree, size_t node, double *lo, double *hi);

/* Cuts a leaf across `axis` in the middle: two new leaves. SS_LIMIT where no double lies between
 * the ends, SS_MEMORY. */
ss_status ss_boxes_cut(ss_boxes_tree *tree, size_t leaf, size_t axis);

/* The leaf whose box holds the point, the lower one where two do; SIZE_MAX outside the root. */
size_t ss_boxes_locate(const ss_boxes_tree *tree, const double *point);

/* Is this a tree at all: every node reached once from the root, cuts within their boxes? What a
 * second program must ask before it believes the leaves. */
bool ss_boxes_is_tree(const ss_boxes_tree *tree);

/* ---- covers (cover.c) ------------------------------------------------------------------------ */

/* Decides about a box: one of the caller's facts, or SS_BOXES_OPEN, with the axis that should be
 * cut in *axis (k: the widest of its sides, in units of `smallest`). */
typedef uint32_t (*ss_boxes_test)(void *data, const double *lo, const double *hi, size_t *axis);

typedef struct ss_boxes_task {
  ss_boxes_test test;
  void *data;
  const double *smallest; /* k: sides that are no longer are not cut any more; > 0 */
  size_t boxes_most;      /* tests */
  double seconds_most;    /* 0: no limit; with one, the result may differ from run to run */
} ss_boxes_task;

typedef struct ss_boxes_report {
  size_t tested;         /* boxes */
  size_t open, untested; /* leaves left over: too small to cut; for want of boxes or time */
} ss_boxes_report;

/* Tests the new leaves and cuts the open ones, the larger boxes first, until none is left or a
 * limit is reached. Goes on with a tree that was begun: with a smaller `smallest`, or after facts
 * were set back to SS_BOXES_NEW. */
ss_status ss_boxes_cover(ss_boxes_tree *tree, const ss_boxes_task *task, ss_boxes_report *report);

/* ---- questions (probe.c, search.c) ----------------------------------------------------------- */

/* What a point may satisfy. Each condition says how a box REFUTES it: no point of the box satisfies
 * it. */
typedef enum ss_boxes_sense {
  SS_BOXES_POSITIVE,     /* f > 0                   refuted: f <= 0 on the box */
  SS_BOXES_NOT_NEGATIVE, /* f >= 0                  refuted: f < 0 */
  SS_BOXES_ZERO,         /* f = 0                   refuted: f is not 0 anywhere */
  SS_BOXES_NOT_DEFINITE, /* the symmetric matrix of `columns` columns, lower triangle row by row, is
                            not positive definite   refuted: L D L^T in balls, all D > 0 */
  SS_BOXES_DEPENDENT     /* the columns of the matrix, row by row, are linearly dependent
                            refuted: |I - Y A| < 1 with Y near a left inverse of A */
} ss_boxes_sense;

typedef struct ss_boxes_condition {
  ss_boxes_sense sense;
  size_t output;        /* of the tape, the first one of a matrix */
  size_t rows, columns; /* of a matrix; rows of DEPENDENT only */
  bool alternative;     /* "or": belongs to the clause of the condition before it */
} ss_boxes_condition;

/* Where a condition f >= 0 (or > 0) holds with equality at a point x_e at which f and its gradient
 * vanish, for reasons that the caller knows: f(x) = (x - x_e)^T H(y) (x - x_e)/2 for some y between
 * x_e and x, so that f < 0 for every x but x_e of a box if -H is positive definite on the hull of
 * the box and of x_e: a box near x_e is refuted so, but for x_e itself. */
typedef struct ss_boxes_local {
  const ss_tape *tape;   /* -H: the lower triangle row by row; inputs as those of the question */
  const double *lo, *hi; /* doubles around x_e */
  size_t condition;      /* f: the condition that is refuted; it makes up a clause of its own */
  size_t inputs;         /* H is by the first ones; f is said to vanish with its gradient by them at
                             x_e whatever the others are */
} ss_boxes_local;

/* "No point of the box satisfies all clauses", a clause being satisfied by any of its conditions;
 * with an objective V: "...and has V < bound", for the largest bound that can be had. So a function
 * g is negative where gaps are closed or open and V <= level: clauses gap_1 = 0, gap_2 >= 0,
 * level - V >= 0, g >= 0. Redundant clauses that follow from the others help: whatever refutes most
 * easily counts. Parameters may be balls; a parameter with a range is better made an input, so that
 * the range can be cut. */
typedef struct ss_boxes_question {
  const ss_tape *tape; /* its inputs are the variables of the box */
  arb_srcptr parameters;
  slong precision; /* bits; 0: 64 */
  size_t conditions;
  const ss_boxes_condition *condition;
  size_t objective;            /* output V; SIZE_MAX: none */
  const ss_boxes_local *local; /* or NULL */
  bool exclusive; /* with an objective: on most boxes the conditions contradict each other, near the
                     least V too, along sides on which V does not depend; this is looked for */
} ss_boxes_question;

/* Facts of the leaves of an answer. */
enum {
  SS_BOXES_ABOVE = SS_BOXES_OWN, /* V >= bound on the box */
  SS_BOXES_MIXED, /* sum_i w_i f_i < 0, or V - sum_i w_i f_i >= bound, with weights w_i >= 0 of the
                      conditions (of either sign for f = 0): impossible where all f_i >= 0 */
  SS_BOXES_NEAR,  /* by the local form */
  SS_BOXES_CLAUSE /* + c: clause c is refuted */
};

typedef struct ss_boxes_effort {
  size_t boxes;   /* tests at most; 0: 100000 */
  size_t threads; /* 0 or 1: none but the caller's. They change nothing in the answer */
  double gap;   /* of an objective: bounds that are relatively as near to the best are good; 0: 1e-4
                   */
  double goal;  /* of an objective: a larger bound is not wanted; 0: none */
  double until; /* stop at this moment of ss_clock, with what there is; 0: never */
} ss_boxes_effort;

typedef struct ss_boxes_answer {
  /* Without an objective: PROVED no point, REFUTED at `point`, which satisfies all, in balls.
   * With one: PROVED that no point has V < bound (a bound was found, or no point is left at all:
   * bound = INFINITY); UNKNOWN: neither within the boxes that were allowed. */
  ss_verdict verdict;
  double bound;    /* a lower end of V; INFINITY without an objective */
  double least;    /* the least V that was seen at a point, in doubles; INFINITY: none */
  double *point;   /* k: where; of a refuted question the point that satisfies it. NAN: none */
  size_t blocking; /* the hardest box, a leaf of the tree: open, or that of the least bound */
  size_t tested;   /* boxes */
  ss_boxes_tree tree;
  size_t conditions;
  double *above, *mixed; /* by node: lower ends of V, and of V minus what is mixed in */
  double *weight;        /* by node, then by condition; 0 for conditions that are not mixed */
} ss_boxes_answer;

/* Answers the question on the box; free the answer by ss_boxes_answer_clear, after failures too.
 * The verdict and the tree depend on the question, the box, the effort (with `until` on the clock
 * too), not on threads.
 * SS_MEMORY, SS_BAD_ARGUMENT (the box, the conditions). */
ss_status ss_boxes_ask(const ss_boxes_question *question, const double *lo, const double *hi,
                       const ss_boxes_effort *effort, ss_boxes_answer *answer);
void ss_boxes_answer_clear(ss_boxes_answer *answer); /* a zeroed one too */

/* A bound that is lower than the one that was found: leaves keep or change their facts, so that
 * they show V >= bound. For levels that several boxes share, and round ones. */
void ss_boxes_lower(ss_boxes_answer *answer, double bound);

/* Whether every leaf of the tree shows what its fact says: a second walk, without any search. */
ss_status ss_boxes_replay(const ss_boxes_question *question, const ss_boxes_answer *answer,
                          bool *holds);

/* The tree as text, from the root downwards, lower halves first: a letter cuts the box across that
 * axis (a: the first) at lo/2 + hi/2, rounded to a double; "^" ABOVE, "." NEAR, "(w0 w1 ...)" MIXED
 * with its weights, numerals followed by a blank the clause. (write.c) */
void ss_boxes_write(const ss_boxes_answer *answer, ss_text *out);

/* ---- what touches (touch.c) ------------------------------------------------------------------ */

/* Does a leaf of this fact count? */
typedef bool (*ss_boxes_choice)(const void *data, size_t leaf, uint32_t fact);
/* Two leaves that count and share a point. */
typedef void (*ss_boxes_meeting)(void *data, size_t a, size_t b);

/* Calls `meet` for each pair of leaves that count and share a point, once a pair, in an order that
 * depends on the tree alone. period[j] > 0: coordinate j is taken modulo it, the root being a whole
 * turn; NULL: none is. Shares are judged generously there, by 1e-9 of a turn. */
void ss_boxes_touch(const ss_boxes_tree *tree, const double *period, ss_boxes_choice counts,
                    ss_boxes_meeting meet, void *data);

/* group[node] (one per node): the lowest leaf that the leaf is connected with by leaves that count,
 * each sharing a point with the next; SIZE_MAX for all other nodes. The union of a group is a
 * connected set, and two groups share no point. Returns the number of groups. */
size_t ss_boxes_components(const ss_boxes_tree *tree, const double *period, ss_boxes_choice counts,
                           void *data, size_t *group);

#ifdef __cplusplus
}
#endif

#endif
