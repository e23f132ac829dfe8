/* witness.c: where a machine can rest, as a cover that a second program can follow.
 *
 * The box is halved (boxes.h) until a leaf has a fact that can be told in a few numbers:
 *
 *     nothing rests    for every set of closed contacts a gap of the wrong sign, or a push v that
 *                      is stronger than all admissible forces everywhere in the leaf (refute.c);
 *     everything does  with open contacts, frictions alone: which n of their forces balance what
 *                      the others leave, these being given (hold.c);
 *     open             none of these.
 *
 * No contact is taken for closed by a tolerance, regions do not count, and a set without interior
 * consists of open leaves: the witness says less than a cover (cover.c) does, and all of it can be
 * replayed. First all leaves are cut to a share of the box, then those that make the ends of a
 * place, a connected union of leaves where something may rest, and the largest beyond its inner
 * ends, until outer and inner ends are near enough or the boxes are used up. Pushes are kept in a
 * list; the last ones of each set are tried first, and they are told with few digits where these
 * do.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

enum { CONTACTS_MOST = 4, MATTERING_MOST = 3, PASSES = 400, FACTS_MOST = 1 << 20 };

typedef struct witness {
  ss_arena *arena;
  ss_judge judge;
  const ss_patterns *patterns;
  ss_boxes_tree tree;
  size_t axis[MATTERING_MOST], k; /* coordinates of the search that are not free */
  size_t *set;                    /* per pattern: its closed contacts as a number */
  size_t open;                    /* the pattern without closed ones */
  size_t *last;                   /* per pattern: the push that refuted it; SIZE_MAX: none */
  double *push;                   /* n each */
  size_t pushes, push_room;
  const char **fact; /* texts, by the leaf's fact - SS_BOXES_OWN */
  size_t facts, fact_room, boxes;
  bool failed; /* memory is out */
} witness;

/* ---- facts ----------------------------------------------------------------------------------- */

static bool grow(void **list, size_t count, size_t *room, size_t size) {
  if (count < *room) return true;
  const size_t more = *room ? 2 * *room : 64;
  void *larger = realloc(*list, more * size);
  if (!larger) return false;
  *list = larger;
  *room = more;
  return true;
}

static uint32_t keep_fact(witness *w, const char *text) {
  if (!text || !grow((void **)&w->fact, w->facts, &w->fact_room, sizeof *w->fact)) w->failed = true;
  if (w->failed || w->facts == FACTS_MOST) return SS_BOXES_OPEN;
  w->fact[w->facts] = text;
  return SS_BOXES_OWN + (uint32_t)w->facts++;
}

/* The contact whose gap rules the case out, by its number among the contacts; SIZE_MAX: none. */
static size_t find_wrong_gap(const witness *w, const ss_rest_pattern *pattern) {
  const ss_judge *j = &w->judge;
  size_t number = 0;
  for (size_t e = 0; e < j->s->elements; e++) {
    const size_t i = j->s->system->element[e].normal;
    if (i == SIZE_MAX) continue;
    arb_srcptr gap = j->form.value + j->at.gap + i;
    if (arb_is_negative(gap) || (pattern->closed[e] && arb_is_positive(gap))) return number;
    number++;
  }
  return SIZE_MAX;
}

/* A push that refutes the case, by its number in the list; SIZE_MAX: none. */
static size_t find_push(witness *w, size_t p) {
  ss_judge *j = &w->judge;
  const size_t n = j->s->n;
  const ss_rest_pattern *pattern = &w->patterns->item[p];
  if (w->last[p] != SIZE_MAX && ss_judge_refute_by(j, pattern, w->push + w->last[p] * n))
    return w->last[p];
  if (!ss_judge_refute(j, pattern)) return SIZE_MAX;
  double exact[n], rough[n];
  memcpy(exact, j->v, sizeof exact);
  for (size_t i = 0; i < n; i++) rough[i] = round(exact[i] * 1024) / 1024;
  if (!grow((void **)&w->push, w->pushes, &w->push_room, n * sizeof *w->push)) {
    w->failed = true;
    return SIZE_MAX;
  }
  const bool few = ss_judge_refute_by(j, pattern, rough);
  memcpy(w->push + w->pushes * n, few ? rough : exact, n * sizeof *exact);
  w->last[p] = 0;
  while (memcmp(w->push + w->last[p] * n, w->push + w->pushes * n, n * sizeof *exact)) w->last[p]++;
  w->pushes += w->last[p] == w->pushes; /* else it was there */
  return w->last[p];
}

/* "-" and a fact per set of closed contacts; NULL if one has none. */
static const char *tell_outside(witness *w) {
  const size_t sets = w->patterns->count;
  char word[sets][24];
  size_t length = 1;
  for (size_t p = 0; p < sets; p++) {
    const size_t gap = find_wrong_gap(w, &w->patterns->item[p]);
    const size_t push = gap == SIZE_MAX ? find_push(w, p) : SIZE_MAX;
    if (gap == SIZE_MAX && push == SIZE_MAX) return NULL;
    snprintf(word[w->set[p]], sizeof *word, "%c%zu ", gap == SIZE_MAX ? 'p' : 'g',
             gap == SIZE_MAX ? push : gap);
  }
  for (size_t i = 0; i < sets; i++) length += strlen(word[i]);
  char *text = ss_arena_new(w->arena, length + 1, char), *at = text;
  if (!text) w->failed = true;
  if (text) *at++ = '-';
  for (size_t i = 0; text && i < sets; i++) at = stpcpy(at, word[i]);
  return text;
}

/* "+" and, per component of each friction, its force or "*"; NULL if it is not so. */
static const char *tell_inside(witness *w) {
  ss_judge *j = &w->judge;
  const ss_search *s = j->s;
  const ss_rest_pattern *pattern = &w->patterns->item[w->open];
  const ss_branch *b = &j->branch;
  if (find_wrong_gap(w, pattern) != SIZE_MAX || ss_judge_hold(j, pattern) != SS_HELD_ALWAYS ||
      b->moving || b->equations != s->n)
    return NULL;
  char *text = ss_arena_new(w->arena, 2 + 26 * s->slips, char), *at = text;
  if (!text) w->failed = true;
  if (text) *at++ = '+';
  for (size_t e = 0; text && e < s->elements; e++) {
    const ss_system_element *element = &s->system->element[e];
    for (size_t i = 0; i < element->slips && element->normal == SIZE_MAX; i++) {
      const size_t column = s->normals + element->slip + i;
      at += b->is_unknown[column] ? sprintf(at, "* ") : sprintf(at, "%.17g ", j->start[column]);
    }
  }
  if (text) *at = 0;
  return text;
}

static uint32_t test_leaf(void *data, const double *lo, const double *hi, size_t *axis) {
  witness *w = data;
  (void)axis;
  if (w->failed) return SS_BOXES_OPEN;
  w->boxes++;
  ss_judge_look(&w->judge, lo, hi);
  if (ss_judge_domain(&w->judge) != SS_PROVED) return SS_BOXES_OPEN;
  const char *text = tell_outside(w);
  if (!text) text = tell_inside(w);
  return text ? keep_fact(w, text) : SS_BOXES_OPEN;
}

/* ---- growing --------------------------------------------------------------------------------- */

static bool is_inside(const witness *w, size_t leaf) {
  const uint32_t fact = w->tree.node[leaf].fact;
  return fact >= SS_BOXES_OWN && *w->fact[fact - SS_BOXES_OWN] == '+';
}

static bool is_left(const void *data, size_t leaf, uint32_t fact) {
  const witness *w = data;
  return fact < SS_BOXES_OWN || is_inside(w, leaf);
}

static ss_status cover_box(witness *w, const ss_rest_options *options) {
  const ss_search *s = w->judge.s;
  double smallest[s->k + 1];
  ss_boxes_report report;
  for (size_t i = 0; i < s->k; i++)
    smallest[i] = s->free[i] ? INFINITY : options->cell * ss_search_width(s, i);
  const ss_boxes_task task = {.test = test_leaf,
                              .data = w,
                              .smallest = smallest,
                              .boxes_most = options->boxes_most / 2 + 1,
                              .seconds_most = s->until > 0 ? fmax(s->until - ss_clock(), 1e-3) : 0};
  return ss_boxes_cover(&w->tree, &task, &report);
}

/* What the leaves of a place show. Ends: lower, upper, inner lower, inner upper, per axis. */
typedef struct place {
  double end[4][MATTERING_MOST];
  size_t at[2][MATTERING_MOST];     /* an open leaf at an outer end; SIZE_MAX: none */
  size_t beyond[2][MATTERING_MOST]; /* the largest one that reaches beyond an inner end; likewise */
} place;

static place no_place(void) {
  place p;
  for (size_t a = 0; a < MATTERING_MOST; a++) {
    for (int i = 0; i < 4; i++) p.end[i][a] = i % 2 ? -INFINITY : INFINITY;
    p.at[0][a] = p.at[1][a] = p.beyond[0][a] = p.beyond[1][a] = SIZE_MAX;
  }
  return p;
}

static void take_leaf(const witness *w, size_t leaf, place *p) {
  double lo[w->tree.k + 1], hi[w->tree.k + 1];
  const bool inside = is_inside(w, leaf);
  ss_boxes_box(&w->tree, leaf, lo, hi);
  for (size_t a = 0; a < w->k; a++) {
    const double l = lo[w->axis[a]], h = hi[w->axis[a]];
    if (l <= p->end[0][a] && (!inside || l < p->end[0][a])) p->at[0][a] = inside ? SIZE_MAX : leaf;
    if (h >= p->end[1][a] && (!inside || h > p->end[1][a])) p->at[1][a] = inside ? SIZE_MAX : leaf;
    p->end[0][a] = fmin(p->end[0][a], l);
    p->end[1][a] = fmax(p->end[1][a], h);
    if (inside) p->end[2][a] = fmin(p->end[2][a], l);
    if (inside) p->end[3][a] = fmax(p->end[3][a], h);
  }
}

/* The longest side of a leaf that matters, in widths of the box, and which one it is. */
static double find_size(const witness *w, size_t leaf, size_t *axis) {
  double lo[w->tree.k + 1], hi[w->tree.k + 1], longest = 0;
  *axis = SIZE_MAX;
  ss_boxes_box(&w->tree, leaf, lo, hi);
  for (size_t a = 0; a < w->k; a++) {
    const size_t j = w->axis[a];
    const double length = (hi[j] - lo[j]) / (w->tree.hi[j] - w->tree.lo[j]);
    if (length > longest) *axis = j;
    longest = fmax(longest, length);
  }
  return longest;
}

/* Is the leaf, an open one, larger than what is beyond an inner end so far? */
static void look_beyond(const witness *w, size_t leaf, place *p) {
  double lo[w->tree.k + 1], hi[w->tree.k + 1];
  size_t axis;
  ss_boxes_box(&w->tree, leaf, lo, hi);
  for (size_t i = 0; i < 2 * w->k; i++) {
    const size_t a = i / 2, side = i % 2, other = p->beyond[side][a];
    const double inner = p->end[2 + side][a];
    if (!isfinite(inner)) continue;
    if (side ? !(hi[w->axis[a]] > inner) : !(lo[w->axis[a]] < inner)) continue;
    if (other == SIZE_MAX || find_size(w, leaf, &axis) > find_size(w, other, &axis))
      p->beyond[side][a] = leaf;
  }
}

/* The places, in the order of their first leaves from the root downwards, lower halves first. NULL
 * if memory is out; must be freed. */
static place *list_places(const witness *w, size_t *count) {
  const size_t nodes = w->tree.count;
  size_t *group = malloc(nodes * sizeof *group), *stack = malloc((nodes + 1) * sizeof *stack);
  size_t *number = malloc(nodes * sizeof *number), depth = 0;
  place *list = NULL;
  *count = 0;
  if (group && stack && number) {
    const size_t most = ss_boxes_components(&w->tree, NULL, is_left, (void *)w, group);
    list = malloc((most + 1) * sizeof *list);
    for (size_t i = 0; i < nodes; i++) number[i] = SIZE_MAX;
    stack[depth++] = 0;
  }
  while (list && depth) {
    const size_t i = stack[--depth], child = w->tree.node[i].child;
    if (child) {
      stack[depth++] = child + 1;
      stack[depth++] = child;
    } else if (group[i] != SIZE_MAX) {
      if (number[group[i]] == SIZE_MAX) {
        number[group[i]] = *count;
        list[(*count)++] = no_place();
      }
      take_leaf(w, i, &list[number[group[i]]]);
    }
  }
  for (size_t i = 0; list && i < nodes; i++)
    if (!w->tree.node[i].child && group[i] != SIZE_MAX && !is_inside(w, i))
      look_beyond(w, i, &list[number[group[i]]]);
  free(group);
  free(stack);
  free(number);
  return list;
}

/* Is the end of a place known well enough, or as far as it can be? */
static bool is_near(const witness *w, const place *p, size_t a, int side, double tolerance) {
  const double width = w->tree.hi[w->axis[a]] - w->tree.lo[w->axis[a]];
  const double extent = p->end[1][a] - p->end[0][a];
  const double least = fmax(tolerance * extent, 1e-12 * width);
  double lo[w->tree.k + 1], hi[w->tree.k + 1];
  if (isfinite(p->end[2 + side][a])) return fabs(p->end[side][a] - p->end[2 + side][a]) <= least;
  if (p->at[side][a] == SIZE_MAX) return true;
  ss_boxes_box(&w->tree, p->at[side][a], lo, hi);
  return hi[w->axis[a]] - lo[w->axis[a]] <= least;
}

/* Cuts an open leaf across its longest side and tests the halves; *cuts counts. */
static ss_status cut_leaf(witness *w, const ss_rest_options *options, size_t leaf, size_t *cuts) {
  double lo[w->tree.k + 1], hi[w->tree.k + 1];
  size_t axis;
  if (leaf == SIZE_MAX || w->tree.node[leaf].child) return SS_OK;
  if (w->boxes >= options->boxes_most || ss_clock_is_past(w->judge.s->until)) return SS_OK;
  find_size(w, leaf, &axis);
  const ss_status status = axis == SIZE_MAX ? SS_LIMIT : ss_boxes_cut(&w->tree, leaf, axis);
  if (status != SS_OK) return status == SS_LIMIT ? SS_OK : status;
  ++*cuts;
  for (size_t i = w->tree.count - 2; i < w->tree.count; i++) {
    ss_boxes_box(&w->tree, i, lo, hi);
    w->tree.node[i].fact = test_leaf(w, lo, hi, NULL);
  }
  return SS_OK;
}

/* One cut at each end that is not near; *cuts counts them. */
static ss_status sharpen(witness *w, const ss_rest_options *options, size_t *cuts) {
  size_t count;
  place *list = list_places(w, &count);
  ss_status status = list ? SS_OK : SS_MEMORY;
  *cuts = 0;
  for (size_t m = 0; m < count && status == SS_OK; m++)
    for (size_t i = 0; i < 2 * w->k && status == SS_OK; i++) {
      const size_t a = i / 2, side = i % 2;
      if (is_near(w, &list[m], a, (int)side, options->ends)) continue;
      status = cut_leaf(w, options, list[m].at[side][a], cuts);
      if (status == SS_OK) status = cut_leaf(w, options, list[m].beyond[side][a], cuts);
    }
  free(list);
  return w->failed ? SS_MEMORY : status;
}

/* ---- the interface --------------------------------------------------------------------------- */

static const char *find_unfit(const ss_system *system) {
  size_t contacts = 0;
  for (size_t e = 0; e < system->elements; e++) {
    const ss_element *element = system->element[e].element;
    contacts += element->kind == SS_ELEMENT_CONTACT;
    if (element->kind != SS_ELEMENT_CONTACT && element->kind != SS_ELEMENT_FRICTION)
      return "a certificate of rest is about frictions and contacts, without sliders, clutches";
    if (element->law == SS_LAW_CONTENSOU || element->law == SS_LAW_ROLLING)
      return "a certificate of rest is about friction in a plane";
  }
  for (size_t i = 0; i < system->model->parameters; i++)
    if (system->model->parameter[i].low.plain)
      return "a certificate of rest is about one value of each parameter, and one has a range";
  if (system->model->chart) return "a certificate of rest is about machines without a chart";
  return contacts > CONTACTS_MOST ? "a certificate of rest is about four contacts at most" : NULL;
}

static ss_status number_sets(witness *w) {
  const ss_search *s = w->judge.s;
  w->set = ss_arena_new(w->arena, w->patterns->count, size_t);
  w->last = ss_arena_new(w->arena, w->patterns->count, size_t);
  if (!w->set || !w->last) return SS_MEMORY;
  for (size_t p = 0; p < w->patterns->count; p++) {
    size_t bit = 0;
    w->set[p] = 0;
    w->last[p] = SIZE_MAX;
    for (size_t e = 0; e < s->elements; e++)
      if (s->system->element[e].normal != SIZE_MAX)
        w->set[p] |= (size_t)w->patterns->item[p].closed[e] << bit++;
    if (w->set[p] == 0) w->open = p;
  }
  return SS_OK;
}

static ss_status grow_tree(witness *w, const ss_rest_options *options) {
  const ss_search *s = w->judge.s;
  double lo[s->k + 1], hi[s->k + 1];
  for (size_t i = 0; i < s->k; i++) {
    const double more = s->period[i] > 0 ? 1e-12 * s->period[i] : 0; /* the whole turn */
    lo[i] = s->free[i] ? 0 : s->from[i] - more;
    hi[i] = s->free[i] ? 0 : s->to[i] + more;
    if (!s->free[i]) w->axis[w->k++] = i;
  }
  ss_status status = ss_boxes_tree_create(s->k, lo, hi, &w->tree);
  if (status == SS_OK) status = number_sets(w);
  if (status == SS_OK) status = cover_box(w, options);
  size_t cuts = 1;
  for (int pass = 0; pass < PASSES && cuts && status == SS_OK; pass++)
    status = sharpen(w, options, &cuts);
  return w->failed ? SS_MEMORY : status;
}

/* The tree as text: letters cut, by the number of the coordinate among those that matter. */
static void write_tree(const witness *w, size_t i, ss_text *out) {
  const ss_boxes_node *node = &w->tree.node[i];
  if (!node->child) {
    ss_text_add(out, node->fact < SS_BOXES_OWN ? "." : w->fact[node->fact - SS_BOXES_OWN]);
    return;
  }
  char letter[2] = "a";
  while (w->axis[letter[0] - 'a'] != node->axis) letter[0]++;
  ss_text_add(out, letter);
  write_tree(w, node->child, out);
  write_tree(w, node->child + 1, out);
}

static ss_status record(const witness *w, ss_rest_witness *out) {
  const ss_search *s = w->judge.s;
  size_t *coordinate = ss_arena_new(w->arena, w->k, size_t);
  double *push = ss_arena_new(w->arena, w->pushes * s->n, double);
  double *box = ss_arena_new(w->arena, 2 * w->k, double);
  place *list = list_places(w, &out->places);
  double *end = ss_arena_new(w->arena, out->places * 4 * w->k, double);
  if (coordinate && push && box && list && end) {
    if (w->pushes) memcpy(push, w->push, w->pushes * s->n * sizeof *push);
    for (size_t a = 0; a < w->k; a++) {
      coordinate[a] = w->axis[a];
      box[2 * a] = w->tree.lo[w->axis[a]];
      box[2 * a + 1] = w->tree.hi[w->axis[a]];
      for (size_t m = 0; m < out->places; m++)
        for (int i = 0; i < 4; i++) end[(m * w->k + a) * 4 + i] = list[m].end[i][a];
    }
  }
  const bool good = coordinate && push && box && list && end;
  free(list);
  out->k = w->k;
  out->coordinate = coordinate;
  out->box = box;
  out->pushes = w->pushes;
  out->push = push;
  out->end = end;
  ss_text text;
  ss_text_start(&text);
  write_tree(w, 0, &text);
  out->tree = text.failed ? NULL : ss_arena_format(w->arena, "%s", text.data);
  ss_text_stop(&text);
  return good && out->tree ? SS_OK : SS_MEMORY;
}

static ss_status follow(ss_arena *arena, ss_search *search, const ss_rest_options *options,
                        ss_rest_witness *out) {
  ss_walker walker;
  ss_patterns patterns = {0};
  witness w = {.arena = arena, .patterns = &patterns};
  ss_status status = ss_walker_create(arena, search, &walker);
  if (status == SS_OK)
    status = ss_rest_patterns_list(arena, search->system, CONTACTS_MOST, &patterns);
  if (status == SS_OK) status = ss_judge_create(arena, search, &walker, 80, &w.judge);
  if (status == SS_OK) status = grow_tree(&w, options);
  if (status == SS_OK) status = record(&w, out);
  ss_judge_destroy(&w.judge);
  ss_boxes_tree_destroy(&w.tree);
  free(w.fact);
  free(w.push);
  return status;
}

ss_status ss_rest_find_witness(ss_arena *arena, const ss_system *system, const double *parameters,
                               const ss_rest_options *options, ss_rest_witness *out,
                               const char **why_not) {
  *out = (ss_rest_witness){0};
  *why_not = ss_rest_find_obstacle(system);
  if (!*why_not) *why_not = find_unfit(system);
  if (*why_not) return SS_BAD_ARGUMENT;
  ss_statics statics;
  ss_search search = {0};
  ss_status status = ss_statics_create(arena, system, parameters, &statics);
  if (status == SS_BAD_INPUT || (status == SS_OK && statics.nowhere)) *why_not = SS_REST_NO_SLOPE;
  if (*why_not) return SS_BAD_ARGUMENT;
  if (status == SS_OK) status = ss_search_start(arena, &statics, options, &search);
  const size_t matter = status == SS_OK ? ss_search_mattering(&search) : 1;
  if (matter == 0 || matter > MATTERING_MOST) {
    *why_not = matter ? "a certificate of rest is about three coordinates that matter, or fewer"
                      : "nothing depends on where the machine is";
    status = SS_BAD_ARGUMENT;
  }
  if (status == SS_OK) status = follow(arena, &search, options, out);
  ss_search_stop(&search);
  return status;
}
