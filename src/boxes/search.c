/* search.c: branch and bound for a question.
 *
 * The open leaves wait in a heap: with an objective the one with the least bound first, else the
 * largest one, which is the oldest. They are taken in rounds of ROUND boxes at the most; a round is
 * cut into halves, the halves are tested, by as many threads as there are, and what was found is
 * entered in the order of the round: the answer does not depend on how many threads there were.
 *
 * The least bound of all leaves is a bound of V. The search ends when no leaf is open, when the
 * least bound is within the gap of the least V that was seen at a point (descend.c) or reaches the
 * goal, or when the boxes are spent. Then every leaf that was not refuted shows V >= bound, by
 * itself or mixed.
 *
 * Cost: a box costs one run of slopes and one of balls, and O(conditions inputs) for the mixture.
 */
#include <assert.h>
#include <flint/flint.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

enum { ROUND = 64, MOST_THREADS = 64, BOXES = 100000 };
static const double GAP = 1e-4;

typedef struct job {
  size_t node;
  ss_finding finding;
} job;

typedef struct search {
  const ss_boxes_question *question;
  const ss_boxes_effort *effort;
  ss_boxes_answer *answer;
  ss_descent *descent;
  size_t k, threads, most;
  double gap, cut; /* a leaf whose bound is no less than `cut` need not be cut */
  ss_probe *probe; /* one per thread */
  job job[2 * ROUND];
  size_t jobs;
  double *weight;                 /* of the jobs */
  size_t *heap, heap_count, room; /* room: of the heap and of what the answer has by node */
} search;

/* ---- the heap -------------------------------------------------------------------------------- */

static double bound_of(const ss_boxes_answer *a, size_t node) {
  return fmax(a->above[node], a->mixed[node]);
}

static bool comes_first(const search *s, size_t a, size_t b) {
  const double x = bound_of(s->answer, a), y = bound_of(s->answer, b);
  return x < y || (x == y && a < b);
}

static void push(search *s, size_t node) {
  size_t i = s->heap_count++;
  for (; i > 0 && comes_first(s, node, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
    s->heap[i] = s->heap[(i - 1) / 2];
  s->heap[i] = node;
}

static size_t pop(search *s) {
  const size_t top = s->heap[0], last = s->heap[--s->heap_count];
  size_t i = 0;
  for (size_t child = 1; child < s->heap_count; child = 2 * i + 1) {
    if (child + 1 < s->heap_count && comes_first(s, s->heap[child + 1], s->heap[child])) child++;
    if (!comes_first(s, s->heap[child], last)) break;
    s->heap[i] = s->heap[child];
    i = child;
  }
  if (s->heap_count) s->heap[i] = last;
  return top;
}

/* Room for the nodes of the tree. */
static ss_status make_room(search *s) {
  ss_boxes_answer *a = s->answer;
  const size_t need = a->tree.count, conditions = s->question->conditions;
  if (need <= s->room) return SS_OK;
  size_t room = s->room ? s->room : 64;
  while (room < need) room *= 2;
  size_t *heap = realloc(s->heap, room * sizeof *heap);
  if (heap) s->heap = heap;
  double *above = realloc(a->above, room * sizeof *above);
  if (above) a->above = above;
  double *mixed = realloc(a->mixed, room * sizeof *mixed);
  if (mixed) a->mixed = mixed;
  double *weight = realloc(a->weight, (room * conditions + 1) * sizeof *weight);
  if (weight) a->weight = weight;
  if (!heap || !above || !mixed || !weight) return SS_MEMORY;
  s->room = room;
  return SS_OK;
}

/* ---- a round --------------------------------------------------------------------------------- */

typedef struct share {
  search *s;
  size_t first, step;
} share;

static void examine_share(const share *mine) {
  search *s = mine->s;
  double lo[s->k + 1], hi[s->k + 1];
  for (size_t i = mine->first; i < s->jobs; i += mine->step) {
    ss_boxes_box(&s->answer->tree, s->job[i].node, lo, hi);
    ss_probe_examine(&s->probe[mine->first], lo, hi, &s->job[i].finding);
  }
}

static void *run_share(void *data) {
  examine_share(data);
  flint_cleanup();
  return NULL;
}

/* Threads that the system refuses are done without: their shares are done here. */
static void examine_jobs(search *s) {
  pthread_t thread[MOST_THREADS];
  share part[MOST_THREADS];
  bool started[MOST_THREADS] = {false};
  const size_t threads = s->jobs < 2 * s->threads ? 1 : s->threads;
  for (size_t t = 0; t < threads; t++) part[t] = (share){s, t, threads};
  for (size_t t = 1; t < threads; t++)
    started[t] = pthread_create(&thread[t], NULL, run_share, &part[t]) == 0;
  examine_share(&part[0]);
  for (size_t t = 1; t < threads; t++) {
    if (started[t])
      pthread_join(thread[t], NULL);
    else
      examine_share(&part[t]);
  }
}

/* The findings go to the tree, in the order of the jobs. A part of a box is bounded by what bounds
 * the whole: its own enclosure may be wider by a rounding. */
static void enter_findings(search *s) {
  ss_boxes_answer *a = s->answer;
  const size_t conditions = s->question->conditions;
  for (size_t i = 0; i < s->jobs; i++) {
    const ss_finding *f = &s->job[i].finding;
    const size_t node = s->job[i].node;
    a->tree.node[node].fact = f->fact;
    a->tree.node[node].axis = (uint32_t)f->axis;
    a->above[node] = f->above;
    a->mixed[node] = f->mixed;
    memcpy(a->weight + node * conditions, f->weight, conditions * sizeof *f->weight);
    if (f->fact == SS_BOXES_OPEN) push(s, node);
  }
  a->tested += s->jobs;
}

static void add_job(search *s, size_t node) {
  job *j = &s->job[s->jobs];
  *j = (job){.node = node, .finding = {.weight = s->weight + s->jobs * s->question->conditions}};
  s->jobs++;
}

/* Cuts the first leaves of the heap; their halves are the jobs. Leaves that cannot be cut are
 * `stuck`: they wait no longer. */
static ss_status fill_round(search *s, bool *stuck) {
  ss_boxes_answer *a = s->answer;
  s->jobs = 0;
  while (s->heap_count && s->jobs + 2 <= 2 * ROUND && a->tested + s->jobs < s->most) {
    const size_t node = s->heap[0];
    if (bound_of(a, node) >= s->cut) break;
    const size_t axis = a->tree.node[node].axis;
    ss_status status = axis < s->k ? ss_boxes_cut(&a->tree, node, axis) : SS_LIMIT;
    if (status == SS_LIMIT) {
      *stuck = true;
      return SS_OK;
    }
    if (status == SS_OK) status = make_room(s);
    if (status != SS_OK) return status;
    pop(s);
    add_job(s, a->tree.node[node].child);
    add_job(s, a->tree.node[node].child + 1);
  }
  return SS_OK;
}

/* ---- points ---------------------------------------------------------------------------------- */

static bool is_centre(const ss_boxes_question *q, const double *x) {
  if (!q->local) return false;
  for (size_t j = 0; j < q->local->inputs; j++)
    if (x[j] < q->local->lo[j] || x[j] > q->local->hi[j]) return false;
  return true;
}

/* A point near the middle of a leaf; `found` if the question is refuted by it. */
static bool try_point(search *s, size_t node) {
  ss_boxes_answer *a = s->answer;
  double lo[s->k + 1], hi[s->k + 1], value = 0;
  ss_boxes_box(&a->tree, node, lo, hi);
  for (size_t j = 0; j < s->k; j++) lo[j] = lo[j] / 2 + hi[j] / 2;
  const bool ask = s->question->objective == SIZE_MAX;
  if (ask && !is_centre(s->question, lo) && ss_probe_satisfies(&s->probe[0], lo)) {
    memcpy(a->point, lo, s->k * sizeof *lo);
    return true;
  }
  if (!ss_descent_run(s->descent, lo, &value) || is_centre(s->question, lo)) return false;
  if (ask && !ss_probe_satisfies(&s->probe[0], lo)) return false;
  if (ask || value < a->least) {
    a->least = ask ? a->least : value;
    memcpy(a->point, lo, s->k * sizeof *lo);
  }
  return ask;
}

/* What need not be cut any more. */
static void set_cut(search *s) {
  const ss_boxes_answer *a = s->answer;
  if (s->question->objective == SIZE_MAX) return;
  if (isfinite(a->least)) s->cut = a->least - s->gap * fabs(a->least);
  if (s->effort->goal > 0) s->cut = fmin(s->cut, s->effort->goal);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static ss_status start(search *s, const double *lo, const double *hi) {
  const size_t conditions = s->question->conditions;
  ss_boxes_answer *a = s->answer;
  ss_status status = ss_boxes_tree_create(s->k, lo, hi, &a->tree);
  if (status != SS_OK) return status;
  a->point = malloc((s->k + 1) * sizeof *a->point);
  s->weight = malloc((2 * ROUND * conditions + 1) * sizeof *s->weight);
  s->probe = calloc(s->threads, sizeof *s->probe);
  s->descent = ss_descent_create(s->question, lo, hi);
  if (!a->point || !s->weight || !s->probe || !s->descent) return SS_MEMORY;
  for (size_t j = 0; j < s->k; j++) a->point[j] = NAN;
  for (size_t t = 0; t < s->threads; t++)
    if (!ss_probe_create(s->question, lo, hi, &s->probe[t])) return SS_MEMORY;
  status = make_room(s);
  if (status != SS_OK) return status;
  s->jobs = 0;
  add_job(s, 0);
  examine_jobs(s);
  enter_findings(s);
  return SS_OK;
}

/* The verdict, the bound, the hardest box. */
static void conclude(search *s, bool found) {
  ss_boxes_answer *a = s->answer;
  if (found) {
    a->verdict = SS_REFUTED;
    return;
  }
  double bound = INFINITY;
  for (size_t i = 0; i < a->tree.count; i++) {
    const ss_boxes_node *node = &a->tree.node[i];
    if (node->child || node->fact != SS_BOXES_OPEN || bound_of(a, i) >= bound) continue;
    bound = bound_of(a, i);
    a->blocking = i;
  }
  a->bound = bound;
  a->verdict = bound > -INFINITY ? SS_PROVED : SS_UNKNOWN;
  if (bound > -INFINITY && bound < INFINITY) ss_boxes_lower(a, bound);
}

static ss_status run(search *s, const double *lo, const double *hi) {
  ss_status status = start(s, lo, hi);
  bool found = false, stuck = false;
  while (status == SS_OK && s->heap_count && !found && !stuck) {
    found = try_point(s, s->heap[0]);
    set_cut(s);
    if (found || bound_of(s->answer, s->heap[0]) >= s->cut || s->answer->tested >= s->most ||
        ss_clock_is_past(s->effort->until))
      break;
    status = fill_round(s, &stuck);
    if (s->jobs == 0) break;
    examine_jobs(s);
    enter_findings(s);
  }
  if (status == SS_OK) conclude(s, found);
  return status;
}

/* Do the conditions speak of outputs that there are? */
static bool is_sound(const ss_boxes_question *q) {
  const size_t outputs = ss_tape_outputs(q->tape);
  if (q->conditions && q->condition[0].alternative) return false;
  if (q->objective != SIZE_MAX && q->objective >= outputs) return false;
  for (size_t i = 0; i < q->conditions; i++) {
    const ss_boxes_condition *c = &q->condition[i];
    const size_t n = c->columns;
    const size_t count = c->sense == SS_BOXES_NOT_DEFINITE ? n * (n + 1) / 2
                         : c->sense == SS_BOXES_DEPENDENT  ? c->rows * n
                                                           : 1;
    if (count == 0 || c->output >= outputs || count > outputs - c->output) return false;
  }
  return !q->local || q->local->inputs <= ss_tape_inputs(q->tape);
}

ss_status ss_boxes_ask(const ss_boxes_question *question, const double *lo, const double *hi,
                       const ss_boxes_effort *effort, ss_boxes_answer *answer) {
  *answer = (ss_boxes_answer){.bound = -INFINITY, .least = INFINITY};
  answer->conditions = question->conditions;
  if (!is_sound(question)) return SS_BAD_ARGUMENT;
  const size_t threads = effort->threads > 1 ? effort->threads : 1;
  search s = {.question = question,
              .effort = effort,
              .answer = answer,
              .k = ss_tape_inputs(question->tape),
              .threads = threads < MOST_THREADS ? threads : MOST_THREADS,
              .most = effort->boxes ? effort->boxes : BOXES,
              .gap = effort->gap > 0 ? effort->gap : GAP,
              .cut = INFINITY};
  const ss_status status = run(&s, lo, hi);
  for (size_t t = 0; s.probe && t < s.threads; t++) ss_probe_destroy(&s.probe[t]);
  free(s.probe);
  free(s.weight);
  free(s.heap);
  ss_descent_destroy(s.descent);
  return status;
}

void ss_boxes_answer_clear(ss_boxes_answer *answer) {
  ss_boxes_tree_destroy(&answer->tree);
  free(answer->point);
  free(answer->above);
  free(answer->mixed);
  free(answer->weight);
  *answer = (ss_boxes_answer){0};
}

void ss_boxes_lower(ss_boxes_answer *answer, double bound) {
  assert(bound <= answer->bound);
  answer->bound = bound;
  for (size_t i = 0; i < answer->tree.count; i++) {
    ss_boxes_node *node = &answer->tree.node[i];
    const bool bounds =
        node->fact == SS_BOXES_OPEN || node->fact == SS_BOXES_ABOVE || node->fact == SS_BOXES_MIXED;
    if (node->child || !bounds || !isfinite(bound_of(answer, i))) continue;
    node->fact = answer->above[i] >= bound ? SS_BOXES_ABOVE : SS_BOXES_MIXED;
  }
}

ss_status ss_boxes_replay(const ss_boxes_question *question, const ss_boxes_answer *answer,
                          bool *holds) {
  const ss_boxes_tree *tree = &answer->tree;
  double lo[tree->k + 1], hi[tree->k + 1];
  ss_probe probe;
  *holds = false;
  if (tree->k != ss_tape_inputs(question->tape) || answer->conditions != question->conditions)
    return SS_BAD_ARGUMENT;
  if (!ss_probe_create(question, tree->lo, tree->hi, &probe)) return SS_MEMORY;
  *holds = ss_boxes_is_tree(tree);
  for (size_t i = 0; i < tree->count && *holds; i++) {
    if (tree->node[i].child) continue;
    ss_boxes_box(tree, i, lo, hi);
    *holds = ss_probe_holds(&probe, lo, hi, tree->node[i].fact,
                            answer->weight + i * answer->conditions, answer->bound);
  }
  ss_probe_destroy(&probe);
  return SS_OK;
}
