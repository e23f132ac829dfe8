/* campaign_rest.c: rest sets of random nonlinear machines, against a sampling by other means.
 *
 * For each machine (rough.h) the places of a grid, in the open and on each surface, are judged in
 * floating point by the faces of the set of forces. Places that certainly rest, or certainly do
 * not, by a margin of 1e-6 of the forces, are then looked up in the answers:
 *
 *     outside   it rests, and a cell of the cover, or all sets together, say that it does not
 *     inside    it does not, and a cell inside says that it does
 *     member    --contains says the contrary of what is certain
 *     apart     neighbours of the grid, and 64 places between them, rest, and are in two sets
 *     joined    places of one set, which is said to be connected, are apart in a finer grid, even
 *               if neighbours of what rests count as well wherever what is missing changes by more
 *               than itself from one place to the next, so that a way may pass between
 *     centre    the centre of a set that is certain does not rest
 *     pasted    a point that is printed is not accepted by --contains
 *
 * All of these are false answers and must be 0. Undecided are: machines whose cover is not whole or
 * leaves places, sets that may be several, positions of which --contains says neither.
 *
 * Every PROGRESS machines stderr has the figures so far.
 *
 * Usage: campaign_rest [MACHINES [FIRST]], campaign_rest machine NUMBER
 */
#include <stdio.h>
#include <stdlib.h>

#include "../src/rest/cover.h"
#include "rough.h"

static const double MARGIN = 1e-6;
enum { ASKED = 12, PASTED_MOST = 30, PROGRESS = 20 };

typedef enum wrong { OUTSIDE, INSIDE, MEMBER, APART, JOINED, CENTRE, PASTED, WRONGS } wrong;
static const char *const WRONG[] = {"outside", "inside", "member", "apart",
                                    "joined",  "centre", "pasted"};

typedef struct tally {
  size_t machines, refused, samples, resting, sets, asked, pasted;
  size_t wrong[WRONGS];
  size_t partial, doubtful, open_sets, undecided;
} tally;

typedef struct subject {
  size_t number;
  rough_machine rough;
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double *parameters;
  ss_rest_sets sets;
  ss_statics statics;
  ss_search search;
  ss_walker walker;
  ss_patterns patterns;
  ss_pieces pieces;
  ss_cover cover;
  uint64_t seed;
  tally *t;
  int strata; /* surfaces, and the open if there is no slider */
  bool loud;  /* one machine alone: every wrong answer is told */
} subject;

static void blame(subject *s, wrong kind, const double *x) {
  if (s->t->wrong[kind]++ < 20 || s->loud) {
    printf("machine %zu: %s at", s->number, WRONG[kind]);
    for (int j = 0; j < s->rough.n; j++) printf(" x%d=%.17g", j, x[j]);
    printf("\n");
    fflush(stdout);
  }
}

/* ---- what the program says ------------------------------------------------------------------- */

/* A third of the boxes of the default: three times as many machines. */
static ss_rest_options choose_options(void) {
  ss_rest_options options = ss_rest_default_options();
  options.boxes_most /= 3;
  return options;
}

static bool open_subject(subject *s) {
  ss_text text;
  ss_diagnostics list;
  ss_text_start(&text);
  rough_print_machine(&s->rough, &text);
  if (s->loud) printf("%s", text.data);
  s->arena = ss_arena_create();
  ss_diagnostics_start(&list, s->arena, "rough.still", text.data, text.length);
  ss_status status =
      ss_model_parse(s->arena, "rough.still", text.data, text.length, 0, NULL, &list, &s->model);
  if (status == SS_OK) status = ss_system_derive(s->arena, s->model, &s->system);
  if (status != SS_OK) {
    ss_text_add(&text, "\n");
    ss_diagnostics_print(&list, &text);
    printf("machine %zu refused: %s\n", s->number, text.data);
  }
  ss_text_stop(&text);
  if (status != SS_OK) return false;
  s->parameters = ss_arena_new(s->arena, s->model->parameters, double);
  return true;
}

/* The sets as ss_rest_find has them, and the cover that they come from; linear machines have their
 * sets by other means, and a cover beside them. */
static bool find_sets(subject *s) {
  const ss_rest_options options = choose_options();
  bool linear = false;
  s->sets = (ss_rest_sets){.system = s->system, .how = ""};
  s->pieces = (ss_pieces){.search = &s->search, .walker = &s->walker, .patterns = &s->patterns};
  if (ss_statics_create(s->arena, s->system, s->parameters, &s->statics) != SS_OK ||
      ss_search_start(s->arena, &s->statics, &options, &s->search) != SS_OK ||
      ss_walker_create(s->arena, &s->search, &s->walker) != SS_OK ||
      ss_rest_patterns_list(s->arena, s->system, options.contacts_most, &s->patterns) != SS_OK ||
      ss_rest_find_linear(s->arena, &s->statics, &options, &s->sets, &linear) != SS_OK)
    return false;
  if (linear)
    return ss_cover_create(s->arena, &s->search, &s->walker, &s->patterns, options.cell,
                           options.boxes_most, &s->cover) == SS_OK;
  return ss_cover_decide(&s->pieces, s->arena, &options, &s->cover, &s->sets) == SS_OK;
}

static void close_subject(subject *s) {
  ss_cover_destroy(&s->cover);
  ss_pieces_clear(&s->pieces);
  ss_search_stop(&s->search);
  if (s->model) ss_model_close(s->model);
  ss_arena_destroy(s->arena);
}

static ss_verdict ask(subject *s, const double *x) {
  ss_rest_answer answer;
  const ss_arena_mark mark = ss_arena_get_mark(s->arena);
  const ss_status status =
      ss_rest_contains(s->arena, s->system, s->parameters, x, NULL, 1e-9, &answer);
  ss_arena_release(s->arena, mark);
  return status == SS_OK ? answer.verdict : SS_UNKNOWN;
}

static bool in_some_set(const subject *s, const double *x) {
  for (size_t i = 0; i < s->sets.count; i++) {
    bool in = true;
    for (int j = 0; j < s->rough.n; j++)
      in = in && x[j] >= s->sets.set[i].lo[j] - 1e-9 && x[j] <= s->sets.set[i].hi[j] + 1e-9;
    if (in) return true;
  }
  return false;
}

/* ---- samples --------------------------------------------------------------------------------- */

/* A grid: in the open (surface < 0), or on a surface, where the last coordinate follows. */
typedef struct grid {
  int surface, axes, steps;
  size_t count;
  signed char *rests; /* per place */
  float *missing;     /* per place, if asked for: how far it is from rest; INFINITY: penetrated */
  size_t *group;
} grid;

static void place_sample(const subject *s, const grid *g, size_t index, double *x) {
  const rough_machine *m = &s->rough;
  for (int j = 0; j < g->axes; j++, index /= (size_t)g->steps)
    x[j] = m->reach * (2 * ((double)(index % (size_t)g->steps) + 0.5) / g->steps - 1);
  if (g->surface >= 0) x[m->n - 1] = rough_value(&m->element[g->surface].phi, x, -1);
}

/* +1, -1, 0: as rough_rests; places that penetrate certainly do not rest, those that leave the
 * region are not asked for. */
static int judge_sample(const subject *s, int surface, const double *x) {
  const rough_machine *m = &s->rough;
  unsigned closed = 0;
  bool near = false, outside = false;
  for (int j = 0; j < m->n; j++)
    if (fabs(x[j]) > m->reach - 1e-5) return 0;
  for (int i = 0; i < m->elements; i++) {
    if (m->element[i].kind < ROUGH_CONTACT) continue;
    const double gap = m->element[i].side * (x[m->n - 1] - rough_value(&m->element[i].phi, x, -1));
    if (i == surface)
      closed |= 1u << i;
    else if (gap < -1e-6 || m->element[i].kind == ROUGH_SLIDER)
      outside = true;
    else if (gap < 1e-6)
      near = true;
  }
  return outside ? -1 : near ? 0 : rough_rests(m, x, closed, MARGIN);
}

/* What is missing at a place, as judge_sample sees it. */
static float measure_sample(const subject *s, int surface, const double *x, int rests) {
  const rough_machine *m = &s->rough;
  for (int i = 0; i < m->elements; i++)
    if (m->element[i].kind >= ROUGH_CONTACT && i != surface &&
        m->element[i].side * (x[m->n - 1] - rough_value(&m->element[i].phi, x, -1)) < -1e-6)
      return INFINITY;
  return rests >= 0 ? 0 : (float)rough_excess_at(m, x, surface >= 0 ? 1u << surface : 0, true);
}

static void check_cells(subject *s, const double *x, int rests) {
  const size_t cell = ss_boxes_locate(&s->cover.tree, x);
  if (cell == SIZE_MAX || !s->cover.whole) return;
  const uint32_t fact = s->cover.tree.node[cell].fact;
  if (rests > 0 && fact == SS_CELL_OUTSIDE) blame(s, OUTSIDE, x);
  if (rests < 0 && fact == SS_CELL_INSIDE) blame(s, INSIDE, x);
}

static void check_sample(subject *s, const double *x, int rests, bool asked) {
  s->t->samples++;
  s->t->resting += rests > 0;
  if (rests == 0) return;
  check_cells(s, x, rests);
  if (rests > 0 && s->sets.complete && !in_some_set(s, x)) blame(s, OUTSIDE, x);
  if (!asked) return;
  const ss_verdict verdict = ask(s, x);
  s->t->asked++;
  s->t->undecided += verdict == SS_UNKNOWN;
  if (rests > 0 ? verdict == SS_REFUTED : verdict == SS_PROVED) blame(s, MEMBER, x);
}

static bool take_samples(subject *s, grid *g) {
  double x[AXES] = {0};
  g->count = 1;
  for (int j = 0; j < g->axes; j++) g->count *= (size_t)g->steps;
  g->rests = malloc(g->count);
  g->group = malloc(g->count * sizeof *g->group);
  for (size_t i = 0; g->rests && i < g->count; i++) {
    place_sample(s, g, i, x);
    g->rests[i] = (signed char)judge_sample(s, g->surface, x);
    if (g->missing) g->missing[i] = measure_sample(s, g->surface, x, g->rests[i]);
  }
  return g->rests && g->group;
}

/* A few of those that rest, a few that do not, wherever they are. */
static void check_samples(subject *s, const grid *g) {
  size_t of[2] = {0, 0}, seen[2] = {0, 0};
  double x[AXES] = {0};
  for (size_t i = 0; i < g->count; i++)
    if (g->rests[i]) of[g->rests[i] > 0]++;
  for (size_t i = 0; i < g->count; i++) {
    const bool yes = g->rests[i] > 0;
    const size_t every = 1 + of[yes] / ASKED;
    place_sample(s, g, i, x);
    check_sample(s, x, g->rests[i], g->rests[i] && seen[yes]++ % every == every / 2);
  }
}

/* ---- components ------------------------------------------------------------------------------ */

static size_t find_root(size_t *group, size_t i) {
  while (group[i] != i) i = group[i] = group[group[i]];
  return i;
}

/* All of 64 places between two neighbours rest? */
static bool rests_between(const subject *s, const grid *g, const double *a, const double *b) {
  for (int k = 1; k < 64; k++) {
    double x[AXES] = {0};
    for (int j = 0; j < s->rough.n; j++) x[j] = a[j] + (b[j] - a[j]) * k / 64;
    if (g->surface >= 0) x[s->rough.n - 1] = rough_value(&s->rough.element[g->surface].phi, x, -1);
    if (judge_sample(s, g->surface, x) <= 0) return false;
  }
  return true;
}

/* Place i, moved by -1, 0 or 1 along each axis as the digits of `way` in base 3 say; SIZE_MAX: it
 * is not in the grid. */
static size_t find_neighbour(const grid *g, size_t i, int way) {
  size_t stride = 1, at = i;
  for (int axis = 0; axis < g->axes; axis++, way /= 3, stride *= (size_t)g->steps) {
    const size_t digit = i / stride % (size_t)g->steps;
    if (way % 3 == 0 && digit == 0) return SIZE_MAX;
    if (way % 3 == 2 && digit + 1 == (size_t)g->steps) return SIZE_MAX;
    at += (size_t)(way % 3) * stride;
    at -= stride;
  }
  return at;
}

/* May a way of rest pass near place i? */
static bool may_pass(const grid *g, size_t i) {
  static const int ways[AXES] = {3, 9, 27};
  float change = 0;
  for (int way = 0; way < ways[g->axes - 1]; way++) {
    const size_t other = find_neighbour(g, i, way);
    if (other == SIZE_MAX) continue;
    if (isinf(g->missing[i]) != isinf(g->missing[other])) return true;
    if (!isinf(g->missing[i])) change = fmaxf(change, fabsf(g->missing[i] - g->missing[other]));
  }
  return g->missing[i] <= change;
}

/* Joins all places near which a way may pass. */
static void join_passes(grid *g) {
  static const int ways[AXES] = {3, 9, 27};
  bool *passes = malloc(g->count);
  for (size_t i = 0; passes && i < g->count; i++) passes[i] = may_pass(g, i);
  for (size_t i = 0; passes && i < g->count; i++) g->group[i] = i;
  for (size_t i = 0; passes && i < g->count; i++)
    for (int way = 0; passes[i] && way < ways[g->axes - 1]; way++) {
      const size_t other = find_neighbour(g, i, way);
      if (other == SIZE_MAX || !passes[other]) continue;
      const size_t x = find_root(g->group, i), y = find_root(g->group, other);
      g->group[x < y ? y : x] = x < y ? x : y;
    }
  free(passes);
}

/* Joins neighbours that rest; those that the cover puts apart must have something between. */
static void join_neighbours(subject *s, grid *g) {
  size_t stride = 1;
  for (size_t i = 0; i < g->count; i++) g->group[i] = i;
  for (int axis = 0; axis < g->axes; axis++, stride *= (size_t)g->steps)
    for (size_t i = 0; i < g->count; i++) {
      if (i / stride % (size_t)g->steps + 1 == (size_t)g->steps) continue;
      if (g->rests[i] <= 0 || g->rests[i + stride] <= 0) continue;
      double a[AXES] = {0}, b[AXES] = {0};
      place_sample(s, g, i, a);
      place_sample(s, g, i + stride, b);
      const bool apart = ss_cover_locate(&s->cover, a) != ss_cover_locate(&s->cover, b);
      if (apart && rests_between(s, g, a, b)) blame(s, APART, a);
      const size_t x = find_root(g->group, i), y = find_root(g->group, i + stride);
      g->group[x < y ? y : x] = x < y ? x : y;
    }
}

/* The lowest place of a second cluster in a component that is said to be connected; SIZE_MAX. */
static size_t find_second(subject *s, const grid *g) {
  size_t *first = malloc(s->cover.count * sizeof *first), found = SIZE_MAX;
  for (size_t m = 0; first && m < s->cover.count; m++) first[m] = SIZE_MAX;
  for (size_t i = 0; first && i < g->count && found == SIZE_MAX; i++) {
    double x[AXES] = {0};
    if (g->rests[i] <= 0) continue;
    place_sample(s, g, i, x);
    const size_t m = ss_cover_locate(&s->cover, x), root = find_root(g->group, i);
    if (m == SIZE_MAX || !s->cover.component[m].connected) continue;
    if (first[m] != SIZE_MAX && first[m] != root) found = i;
    first[m] = root;
  }
  free(first);
  return found;
}

static void stop_grid(grid *g) {
  free(g->rests);
  free(g->missing);
  free(g->group);
  g->rests = NULL;
  g->missing = NULL;
  g->group = NULL;
}

static void check_components(subject *s, grid *g) {
  static const int finer[AXES] = {20, 4, 3};
  static const size_t most[AXES] = {1 << 18, 1 << 18, 1 << 19};
  if (!s->cover.whole) return;
  join_neighbours(s, g);
  /* a way may lead over another surface, or through the open */
  if (s->strata > 1 || find_second(s, g) == SIZE_MAX) return;
  grid fine = *g;
  fine.steps *= finer[g->axes - 1];
  fine.missing = malloc(most[g->axes - 1] * sizeof *fine.missing);
  if (fine.missing && take_samples(s, &fine)) {
    join_passes(&fine);
    const size_t second = find_second(s, &fine);
    double x[AXES] = {0};
    if (second != SIZE_MAX) place_sample(s, &fine, second, x);
    if (second != SIZE_MAX) blame(s, JOINED, x);
  }
  stop_grid(&fine);
}

/* ---- sets ------------------------------------------------------------------------------------ */

static int judge_place(const subject *s, const double *x) {
  const rough_machine *m = &s->rough;
  unsigned closed = 0;
  for (int i = 0; i < m->elements; i++) {
    if (m->element[i].kind < ROUGH_CONTACT) continue;
    const double gap = x[m->n - 1] - rough_value(&m->element[i].phi, x, -1);
    if (fabs(gap) < 1e-6) closed |= 1u << i;
  }
  return rough_rests(m, x, closed, 1e-4);
}

static void check_sets(subject *s) {
  s->t->sets += s->sets.count;
  for (size_t i = 0; i < s->sets.count; i++) {
    const ss_rest_set *set = &s->sets.set[i];
    const size_t n = (size_t)s->rough.n;
    s->t->open_sets += !set->connected;
    if (set->certain && judge_place(s, set->center) < 0) blame(s, CENTRE, set->center);
    const size_t every = 1 + set->points / PASTED_MOST;
    for (size_t p = 0; p <= set->points; p += every) {
      const double *x = p ? set->point + (p - 1) * n : set->center;
      const ss_verdict verdict = set->certain ? ask(s, x) : SS_PROVED;
      s->t->pasted++;
      if (verdict != SS_PROVED) blame(s, PASTED, x);
    }
  }
}

static void check_surface(subject *s, int surface) {
  static const int steps[AXES] = {8000, 120, 26};
  grid g = {.surface = surface, .axes = s->rough.n - (surface >= 0)};
  if (g.axes == 0) return;
  g.steps = steps[g.axes - 1];
  if (take_samples(s, &g)) {
    check_samples(s, &g);
    check_components(s, &g);
  }
  stop_grid(&g);
}

static void run_machine(size_t number, tally *t, bool loud) {
  subject s = {.number = number, .t = t, .loud = loud};
  s.seed = 0x9e3779b97f4a7c15u * (number + 1);
  rough_draw_machine(&s.rough, &s.seed);
  t->machines++;
  if (!open_subject(&s) || !find_sets(&s)) {
    t->refused++;
    close_subject(&s);
    return;
  }
  t->partial += !s.cover.whole;
  t->doubtful += s.cover.whole && !s.sets.complete;
  bool slider = false;
  for (int i = 0; i < s.rough.elements; i++) {
    slider |= s.rough.element[i].kind == ROUGH_SLIDER;
    s.strata += s.rough.element[i].kind >= ROUGH_CONTACT;
  }
  s.strata += !slider;
  for (int i = 0; i < s.rough.elements; i++)
    if (s.rough.element[i].kind >= ROUGH_CONTACT) check_surface(&s, i);
  if (!slider) check_surface(&s, -1);
  check_sets(&s);
  if (loud) printf("%zu sets, %s\n", s.sets.count, s.sets.how);
  close_subject(&s);
}

static void print_tally(FILE *out, const tally *t) {
  fprintf(out, "%zu machines, %zu refused, %zu sets\n", t->machines, t->refused, t->sets);
  fprintf(out, "samples %zu, of which %zu rest; asked %zu; points pasted %zu\n", t->samples,
          t->resting, t->asked, t->pasted);
  fprintf(out, "false:");
  for (int i = 0; i < WRONGS; i++) fprintf(out, " %s %zu", WRONG[i], t->wrong[i]);
  fprintf(out,
          "\nundecided: covers not whole %zu, with places left %zu, sets perhaps several %zu, "
          "positions %zu\n",
          t->partial, t->doubtful, t->open_sets, t->undecided);
}

int main(int count, char **words) {
  tally t = {0};
  const bool one = count > 2 && strcmp(words[1], "machine") == 0;
  const size_t machines = one ? 1 : count > 1 ? strtoul(words[1], NULL, 10) : 1000;
  const size_t first = count > 2 ? strtoul(words[2], NULL, 10) : 0;
  for (size_t i = 0; i < machines; i++) {
    run_machine(first + i, &t, one);
    if (i % PROGRESS == PROGRESS - 1 && i + 1 < machines) print_tally(stderr, &t);
  }
  print_tally(stdout, &t);
  for (int i = 0; i < WRONGS; i++)
    if (t.wrong[i]) return 1;
  return 0;
}
