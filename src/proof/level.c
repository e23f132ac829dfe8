/* level.c: the largest level that can be proved, by branch and bound over cells of velocities.
 *
 * The leaf without signs is tried first; its size is polynomial and it is often exact. As long as
 * the worst leaf is farther from the floating-point maximum than asked for, it is split
 * (level_split.c): by the sign of a friction's slip, or by a cut through the cell. A leaf is solved
 * until it is good enough, or surely too bad and to be split; the leaves that limit the level in
 * the end are solved to their optimum.
 *
 * In the end every leaf is rounded to rationals and verified exactly; the level is the smallest of
 * all leaves. If a leaf of the tree cannot be verified, the leaf without signs stands for all.
 */
#include <math.h>
#include <string.h>

#include "level.h"

/* Beyond this many unknowns d_j is searched in the span of w_j and a few directions, and nothing is
 * split: a leaf costs seconds and its certificate megabytes. */
enum { UNKNOWNS_MOST = 450 };

/* What splitting may cost: well under a second. */
static const double WORK_MOST = 3e9;

typedef struct tree {
  ss_scaled s;
  size_t count, capacity;
  ss_leaf **leaf;
  int *sign[2];
  double *directions;
  double tight, gap, until;
  double work; /* spent: the cubes of the unknowns, a Newton step */
} tree;

static ss_leaf *solve(tree *t, const int *sign, const ss_leaf *parent, double enough,
                      double hopeless) {
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  if (!leaf) return NULL;
  ss_effort e = {
      .gap = parent ? 1e-6 : 1e-9, .enough = enough, .hopeless = hopeless, .parent = parent};
  const bool large = t->s.k * leaf->columns + leaf->pairs + 1 > UNKNOWNS_MOST;
  if (large) {
    e.gap = 1e-6;
    e.parent = NULL;
    e.count = SS_LEVEL_DIRECTIONS;
    e.directions = t->directions;
  }
  const bool good = ss_level_minimise(&t->s, leaf, &e);
  t->work += leaf->work;
  return good ? leaf : NULL;
}

/* ---- splitting ------------------------------------------------------------------------------- */

/* tau of a leaf that need not be better, and of one that must be split. */
static double enough(const tree *t) {
  return t->tight * (1 + t->gap / 20);
}

static double too_much(const tree *t) {
  return t->tight * (1 + t->gap / 2);
}

/* Leaf i becomes one or two others; false if that is impossible. */
static bool split(tree *t, size_t i) {
  ss_leaf *children[2];
  const size_t count = ss_level_split(&t->s, t->leaf[i], t->sign);
  for (size_t c = 0; c < count; c++) {
    children[c] = solve(t, t->sign[c], t->leaf[i], enough(t), too_much(t));
    if (!children[c]) return false;
    if (children[c]->best.tau > too_much(t))
      t->tight = fmax(t->tight, ss_level_tight(&t->s, children[c], false));
  }
  if (count > 0) t->leaf[i] = children[0];
  if (count > 1) t->leaf[t->count++] = children[1];
  return count > 0;
}

static size_t find_worst(const tree *t) {
  size_t worst = 0;
  for (size_t i = 1; i < t->count; i++)
    if (t->leaf[i]->best.tau > t->leaf[worst]->best.tau) worst = i;
  return worst;
}

/* Splits the worst leaf until the level is near enough to the largest. */
static void refine(tree *t) {
  while (t->count < t->capacity && t->work < WORK_MOST && !ss_clock_is_past(t->until)) {
    size_t worst = find_worst(t);
    if (t->leaf[worst]->best.tau <= too_much(t)) return;
    if (!split(t, worst)) return;
  }
}

/* What limits the level was perhaps given up too early. */
static void finish(tree *t) {
  for (size_t i = 0; i < t->count; i++) {
    const size_t worst = find_worst(t);
    ss_leaf *leaf = t->leaf[worst];
    if (leaf->best.tau <= too_much(t) || leaf->bound > leaf->best.tau * (1 - 2e-6)) return;
    ss_leaf *better = solve(t, leaf->sign, leaf, enough(t), HUGE_VAL);
    if (!better || !(better->best.tau < leaf->best.tau)) return;
    t->leaf[worst] = better;
  }
}

/* ---- the condition --------------------------------------------------------------------------- */

static json_t *column_of(const fmpq_mat_t A, slong j) {
  json_t *column = json_array();
  for (slong i = 0; i < fmpq_mat_nrows(A); i++)
    json_array_append_new(column, ss_evidence_number(ss_entry(A, i, j)));
  return column;
}

/* Of the columns with a sign. */
static json_t *write_pairs(const ss_exact_leaf *e) {
  const ss_leaf *leaf = e->from;
  json_t *N = json_array();
  for (size_t i = 0; i < leaf->columns; i++) {
    if (!leaf->sign[leaf->column[i]]) continue;
    json_t *row = json_array();
    for (size_t j = 0; j <= i; j++)
      if (leaf->sign[leaf->column[j]])
        json_array_append_new(row, ss_evidence_number(ss_entry(e->N, (slong)i, (slong)j)));
    json_array_append_new(N, row);
  }
  return N;
}

static json_t *write_leaf(const ss_scaled *s, const ss_exact_leaf *e) {
  json_t *object = json_object(), *signs = json_array(), *d = json_array();
  for (size_t j = 0; j < s->m + s->cuts; j++)
    json_array_append_new(signs, json_integer(e->from->sign[j]));
  for (size_t j = 0; j < e->from->columns; j++) json_array_append_new(d, column_of(e->d, (slong)j));
  json_object_set_new(object, "signs", signs);
  json_object_set_new(object, "d", d);
  json_object_set_new(object, "N", write_pairs(e));
  json_object_set_new(object, "kappa", ss_evidence_number(ss_entry(e->kappa, 0, 0)));
  ss_evidence_factors(object, e->L, e->D);
  return object;
}

/* All leaves in rationals; the smallest level, and the evidence. NULL if one cannot be verified. */
static json_t *verify(tree *t, fmpq_t level) {
  json_t *leaves = json_array(), *cuts = json_array();
  const double tau = t->leaf[find_worst(t)]->best.tau;
  bool good = true;
  fmpq_zero(level);
  for (size_t i = 0; i < t->count && good; i++) {
    ss_exact_leaf e;
    good = ss_level_round(&t->s, t->leaf[i], 1 / (2 * tau * tau), &e);
    if (!good) break;
    if (i == 0 || fmpq_cmp(e.level, level) < 0) fmpq_set(level, e.level);
    json_array_append_new(leaves, write_leaf(&t->s, &e));
    ss_level_clear_leaf(&e);
  }
  for (size_t i = 0; i < t->s.cuts; i++) json_array_append_new(cuts, column_of(t->s.cut, (slong)i));
  json_t *evidence = good ? ss_evidence("level") : NULL;
  if (good) json_object_set(evidence, "cuts", cuts);
  if (good) json_object_set(evidence, "leaves", leaves);
  json_decref(cuts);
  json_decref(leaves);
  return evidence;
}

static bool start_tree(tree *t, const ss_proof_options *o) {
  const size_t all = t->s.m + t->s.room;
  t->gap = o->gap;
  t->until = o->until;
  t->capacity = o->leaves && t->s.k * t->s.m < UNKNOWNS_MOST ? o->leaves : 1;
  t->leaf = ss_arena_new(t->s.arena, t->capacity, ss_leaf *);
  t->directions = ss_arena_new(t->s.arena, t->s.k * SS_LEVEL_DIRECTIONS, double);
  for (int c = 0; c < 2; c++)
    if (!(t->sign[c] = ss_arena_new(t->s.arena, all, int))) return false;
  return t->leaf && t->directions && ss_level_directions(&t->s, SS_LEVEL_DIRECTIONS, t->directions);
}

static json_t *search(tree *t, const ss_proof_options *options, fmpq_t level) {
  if (!start_tree(t, options)) return NULL;
  ss_leaf *root = solve(t, NULL, NULL, 0, HUGE_VAL);
  if (!root) return NULL;
  t->leaf[0] = root;
  t->count = 1;
  t->tight = ss_level_tight(&t->s, root, true);
  refine(t);
  finish(t);
  /* the leaf that limits the level knows where to look for a better maximum */
  if (t->count > 1) t->tight = fmax(t->tight, ss_level_tight(&t->s, t->leaf[find_worst(t)], true));
  json_t *evidence = verify(t, level);
  if (!evidence && t->leaf[0] != root) {
    t->count = 1;
    t->s.cuts = 0;
    t->leaf[0] = root;
    evidence = verify(t, level);
  }
  /* farther from the boundary there is more room for rounding */
  const ss_effort rough = {
      .gap = 1e-3, .hopeless = HUGE_VAL, .count = SS_LEVEL_DIRECTIONS, .directions = t->directions};
  if (!evidence && ss_level_minimise(&t->s, root, &rough)) evidence = verify(t, level);
  return evidence;
}

/* The proved level is certain, so that a smaller floating-point maximum is a rounding error. */
static void compare_levels(ss_attempt *a, const ss_facts *f, tree *t) {
  ss_levels *l = &a->levels;
  double residual;
  ss_attempt_tell_level(a);
  l->tight = fmax(1 / (2 * t->tight * t->tight), l->proved);
  l->published = fmin(ss_level_published(&t->s, a->arena, l, &residual), l->tight);
  if (!(residual < 1e-9)) l->published = NAN;
  /* what differs in the last digits is one level, and what is proved is exact */
  if (l->published > l->proved && l->published <= l->proved * (1 + 1e-9)) l->published = l->proved;
  l->leaves = t->count;
  /* span W is everything, even where floating point does not see it */
  a->paper_residual = f->r == 0 ? 0 : residual;
}

/* What was found of a machine: theorems 4 and 3 ask for the same. */
struct ss_level {
  bool tried;
  json_t *evidence; /* NULL: none could be verified */
  fmpq_t level;
  ss_levels levels;
  double paper_residual;
};

struct ss_level *ss_level_room(ss_arena *arena) {
  struct ss_level *l = ss_arena_new(arena, 1, struct ss_level);
  if (l) fmpq_init(l->level);
  return l;
}

void ss_level_forget(struct ss_level *l) {
  if (!l) return;
  json_decref(l->evidence);
  fmpq_clear(l->level);
}

static void find_level(ss_attempt *a, const ss_facts *f) {
  struct ss_level *l = f->level;
  ss_arena *scratch = ss_arena_create();
  tree t = {0};
  l->tried = true;
  if (!scratch) return;
  if (ss_level_scale(&t.s, f, a->options->leaves, scratch))
    l->evidence = search(&t, a->options, a->level);
  if (l->evidence) {
    compare_levels(a, f, &t);
    fmpq_set(l->level, a->level);
    l->levels = a->levels;
    l->paper_residual = a->paper_residual;
  }
  ss_level_clear(&t.s);
  ss_arena_destroy(scratch);
}

bool ss_attempt_level(ss_attempt *a, const ss_facts *f, int number) {
  struct ss_level *l = f->level;
  if (!l) return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, "out of memory");
  if (!l->tried) find_level(a, f);
  if (!l->evidence)
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL,
                          "no level could be verified exactly");
  fmpq_set(a->level, l->level);
  a->has_level = true;
  a->levels = l->levels;
  a->paper_residual = l->paper_residual;
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, json_copy(l->evidence),
                        ss_arena_format(a->arena, "level %s", a->levels.digits));
}
