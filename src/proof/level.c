/* level.c: the largest level that can be proved, by branch and bound over signs of slip.
 *
 * The leaf without signs is tried first; its size is polynomial and it is often exact. As long as
 * the worst leaf is farther from the floating-point maximum than asked for, it is split by the sign
 * of a friction: the one that, by the dual matrix Z of the leaf, mixes velocities of both signs
 * most, sqrt(Z_jj Z_kk) - |Z_jk| with Z_jk = w_j^T Z w_k. One sign alone tells nothing (v and -v
 * are alike), so that a leaf without signs gets two at once, the first being +1.
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

typedef struct tree {
  ss_scaled s;
  size_t count, capacity;
  ss_leaf **leaf;
  double *directions;
  double tight;
} tree;

static ss_leaf *solve(tree *t, const int *sign) {
  ss_leaf *leaf = ss_level_new_leaf(&t->s, sign);
  if (!leaf) return NULL;
  const bool large = t->s.k * t->s.m + leaf->pairs + 1 > UNKNOWNS_MOST;
  if (!large && ss_level_minimise(&t->s, leaf, 1e-9, 0, NULL)) return leaf;
  return large && ss_level_minimise(&t->s, leaf, 1e-6, SS_LEVEL_DIRECTIONS, t->directions) ? leaf
                                                                                           : NULL;
}

/* ---- splitting ----------------------------------------------------------------------------- */

static double dual_form(const ss_scaled *s, const ss_leaf *leaf, size_t j, size_t l) {
  double sum = 0;
  for (size_t c = 0; c < s->k; c++) {
    double row = 0;
    for (size_t i = 0; i < s->k; i++) row += s->wk[i + s->k * j] * leaf->Z[i + s->k * c];
    sum += row * s->wk[c + s->k * l];
  }
  return sum;
}

/* The friction j without a sign to split by, and its partner l; false if there is none. */
static bool choose_split(const ss_scaled *s, const ss_leaf *leaf, size_t *j, size_t *l) {
  double best = -1;
  bool any = false;
  for (size_t i = 0; i < s->m; i++) any = any || leaf->sign[i];
  for (size_t a = 0; a < s->m; a++) {
    if (leaf->sign[a]) continue;
    for (size_t b = 0; b < s->m; b++) {
      if (b == a || (any && !leaf->sign[b])) continue;
      double mixed = sqrt(dual_form(s, leaf, a, a) * dual_form(s, leaf, b, b)) -
                     fabs(dual_form(s, leaf, a, b));
      if (!(mixed > best)) continue;
      best = mixed;
      *j = a;
      *l = b;
    }
  }
  return best >= 0;
}

static void make_first_positive(size_t m, int *sign) {
  size_t i = 0;
  while (i < m && !sign[i]) i++;
  if (i < m && sign[i] < 0)
    for (; i < m; i++) sign[i] = -sign[i];
}

/* Leaf i becomes two; false if that is impossible. */
static bool split(tree *t, size_t i) {
  size_t j = 0, l = 0, m = t->s.m;
  ss_leaf *children[2];
  int *sign = ss_arena_new(t->s.arena, m, int);
  if (!sign || !choose_split(&t->s, t->leaf[i], &j, &l)) return false;
  for (int c = 0; c < 2; c++) {
    memcpy(sign, t->leaf[i]->sign, m * sizeof *sign);
    if (!sign[l]) sign[l] = 1;
    sign[j] = c ? -1 : 1;
    make_first_positive(m, sign);
    children[c] = solve(t, sign);
    if (!children[c]) return false;
  }
  t->leaf[i] = children[0];
  t->leaf[t->count++] = children[1];
  return true;
}

static size_t find_worst(const tree *t) {
  size_t worst = 0;
  for (size_t i = 1; i < t->count; i++)
    if (t->leaf[i]->tau > t->leaf[worst]->tau) worst = i;
  return worst;
}

/* Splits the worst leaf until the level is near enough to the largest. */
static void refine(tree *t, double gap) {
  while (t->count < t->capacity) {
    size_t worst = find_worst(t);
    if (t->leaf[worst]->tau <= t->tight * (1 + gap / 2)) return;
    if (!split(t, worst)) return;
  }
}

/* ---- the condition ------------------------------------------------------------------------- */

static json_t *write_leaf(const ss_exact_leaf *e) {
  json_t *object = json_object(), *signs = json_array(), *d = json_array(), *N = json_array();
  slong n = fmpq_mat_nrows(e->d), m = fmpq_mat_ncols(e->d);
  for (slong j = 0; j < m; j++) {
    json_t *column = json_array();
    json_array_append_new(signs, json_integer(e->from->sign[j]));
    for (slong i = 0; i < n; i++)
      json_array_append_new(column, ss_evidence_number(ss_entry(e->d, i, j)));
    json_array_append_new(d, column);
  }
  for (slong i = 0; i < fmpq_mat_nrows(e->N); i++) {
    json_t *row = json_array();
    for (slong j = 0; j <= i; j++)
      json_array_append_new(row, ss_evidence_number(ss_entry(e->N, i, j)));
    json_array_append_new(N, row);
  }
  json_object_set_new(object, "signs", signs);
  json_object_set_new(object, "d", d);
  json_object_set_new(object, "N", N);
  ss_evidence_factors(object, e->L, e->D);
  return object;
}

/* All leaves in rationals; the smallest level, and the evidence. NULL if one cannot be verified. */
static json_t *verify(tree *t, fmpq_t level) {
  json_t *leaves = json_array();
  fmpq_zero(level);
  for (size_t i = 0; i < t->count; i++) {
    ss_exact_leaf e;
    if (!ss_level_round(&t->s, t->leaf[i], &e)) {
      json_decref(leaves);
      return NULL;
    }
    if (i == 0 || fmpq_cmp(e.level, level) < 0) fmpq_set(level, e.level);
    json_array_append_new(leaves, write_leaf(&e));
    ss_level_clear_leaf(&e);
  }
  json_t *evidence = ss_evidence("level");
  json_object_set_new(evidence, "leaves", leaves);
  return evidence;
}

static json_t *search(tree *t, ss_attempt *a) {
  const ss_proof_options *o = a->facts->options;
  t->directions = ss_arena_new(t->s.arena, t->s.k * SS_LEVEL_DIRECTIONS, double);
  if (!t->directions || !ss_level_directions(&t->s, SS_LEVEL_DIRECTIONS, t->directions))
    return NULL;
  ss_leaf *root = solve(t, NULL);
  t->capacity = o->leaves && t->s.k * t->s.m < UNKNOWNS_MOST ? o->leaves : 1;
  t->leaf = ss_arena_new(t->s.arena, t->capacity, ss_leaf *);
  if (!root || !t->leaf) return NULL;
  t->leaf[0] = root;
  t->count = 1;
  t->tight = ss_level_tight(&t->s, root);
  refine(t, o->gap);
  /* the leaf that limits the level knows where to look for a better maximum */
  if (t->count > 1) t->tight = fmax(t->tight, ss_level_tight(&t->s, t->leaf[find_worst(t)]));
  json_t *evidence = verify(t, a->level);
  if (!evidence && t->count > 1) {
    t->count = 1;
    t->leaf[0] = root;
    evidence = verify(t, a->level);
  }
  /* farther from the boundary there is more room for rounding */
  if (!evidence && ss_level_minimise(&t->s, root, 1e-3, SS_LEVEL_DIRECTIONS, t->directions))
    evidence = verify(t, a->level);
  return evidence;
}

/* The proved level is certain, so that a smaller floating-point maximum is a rounding error. */
static void compare_levels(ss_attempt *a, tree *t) {
  ss_levels *l = &a->levels;
  double residual;
  ss_attempt_tell_level(a);
  l->tight = fmax(1 / (2 * t->tight * t->tight), l->proved);
  l->published = fmin(ss_level_published(&t->s, &residual), l->tight);
  if (!(residual < 1e-9)) l->published = NAN;
  l->leaves = t->count;
  /* span W is everything, even where floating point does not see it */
  a->paper_residual = a->facts->r == 0 ? 0 : residual;
}

bool ss_attempt_level(ss_attempt *a, int number) {
  const char *text = "the energy falls wherever V < level";
  ss_arena *scratch = ss_arena_create();
  tree t = {0};
  json_t *evidence = NULL;
  if (!scratch) return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, text, "out of memory");
  if (ss_level_scale(&t.s, a->facts, scratch)) evidence = search(&t, a);
  if (evidence) compare_levels(a, &t);
  ss_level_clear(&t.s);
  ss_arena_destroy(scratch);
  if (!evidence)
    return ss_attempt_add(a, number, SS_CONDITION_UNKNOWN, NULL, text,
                          "no level could be verified exactly");
  return ss_attempt_add(a, number, SS_CONDITION_PROVED, evidence, text,
                        ss_arena_format(a->facts->arena, "level %s", a->levels.digits));
}
