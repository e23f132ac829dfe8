/* cover.c: every place of a box where a machine can rest, up to small cells.
 *
 * Branch and bound (boxes.h) over the coordinates that matter. A cell is
 *
 *     outside   in every case of closed contacts a gap has the wrong sign, or one push is stronger
 *               than all forces (refute.c), or the only forces are not admissible (hold.c);
 *     inside    in some case admissible forces hold every place of it (hold.c);
 *     a graph   in the only case that is left, what rests lies on one graph over some of the
 *               coordinates, and it does rest there;
 *     open      none of these: cut, unless it is small.
 *
 * Cells are cut until the open ones are a small share of what they belong to. Cells that touch and
 * are not outside form components: equilibria of different components are apart, proved. What rests
 * within one is connected if ways.c shows it, or if it is a point: a single graph over nothing.
 *
 * The ends of a component are those of its cells at first: the outer end is where no cell reaches
 * beyond, the inner one where cells inside reach; ends.c brings them together.
 */
#include "cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 60, CUTS_MOST = 200 /* per end */, STEPS = 8, BINS = 4096 };

/* Sides of cells, in widths of the box. Programs in doubles are good for some 2^-36; forces that
 * are unique need none and go on to the last bits. */
static const double FINEST = 0x1p-36, LINE = 0x1p-36, FINEST_LINE = 0x1p-52, CLEAR = 0x1p-20;

/* ---- the test -------------------------------------------------------------------------------- */

/* The enclosure of the unknown coordinates cut with the box; false if nothing is left. *all:
 * nothing was cut off. */
static bool tighten(const ss_judge *j, double *box, bool *all) {
  const ss_search *s = j->s;
  const size_t forces = s->normals + s->slips, k = s->k;
  arf_t lo, hi;
  arf_init(lo);
  arf_init(hi);
  for (size_t i = 0; i < k; i++) {
    box[i] = j->lo[i];
    box[k + i] = j->hi[i];
    if (!j->branch.is_unknown[forces + i]) continue;
    arb_get_interval_arf(lo, hi, j->branch.enclosure + forces + i, 80);
    const double a = arf_get_d(lo, ARF_RND_FLOOR), b = arf_get_d(hi, ARF_RND_CEIL);
    *all = *all && a >= box[i] && b <= box[k + i];
    box[i] = fmax(box[i], a);
    box[k + i] = fmin(box[k + i], b);
  }
  arf_clear(lo);
  arf_clear(hi);
  for (size_t i = 0; i < k; i++)
    if (box[i] > box[k + i]) return false;
  return true;
}

/* Is there a push in this case, the last one that there was, or one that is sought? */
static bool refute_again(ss_cover *c, size_t i) {
  const double *push = c->push + i * c->judge.s->n;
  return c->pushed[i] && ss_judge_refute_by(&c->judge, &c->patterns->item[i], push);
}

static bool refute(ss_cover *c, size_t i) {
  if (!ss_judge_refute(&c->judge, &c->patterns->item[i])) return false;
  memcpy(c->push + i * c->judge.s->n, c->judge.v, c->judge.s->n * sizeof *c->push);
  return c->pushed[i] = true;
}

/* One case; false ends the look: everything in the cell rests. */
static bool look_at_case(ss_cover *c, size_t i, ss_look *l) {
  ss_judge *j = &c->judge;
  const ss_rest_pattern *pattern = &c->patterns->item[i];
  if (ss_judge_misses(j, pattern) || refute_again(c, i)) return true;
  const ss_held held = ss_judge_hold(j, pattern);
  const ss_branch *b = &j->branch;
  if (held == SS_HELD_NEVER) return true;
  if (held == SS_HELD_ALWAYS && !b->moving) return false;
  /* forces that are unique say all that a push could */
  const bool unique = held == SS_HELD_BRANCH && !b->moving && !b->spare;
  if (!unique && held != SS_HELD_ALWAYS && refute(c, i)) return true;
  const bool known = held != SS_HELD_OPEN && b->determined && b->moving;
  bool all = held == SS_HELD_ALWAYS;
  double box[2 * j->s->k + 1]; /* of this case: another one keeps its own */
  if (known && !tighten(j, box, &all)) return true;
  l->tight = known && l->open + l->graphs == 0;
  if (l->tight) memcpy(l->box, box, 2 * j->s->k * sizeof *box);
  l->member |= known && all;
  if (held == SS_HELD_ALWAYS && b->determined) {
    l->graphs++;
    l->point = b->moving == ss_search_mattering(j->s);
  } else { /* of a graph for some of the forces only: others may hold other places */
    l->open++;
    l->ways = l->joint = 0;
    if (held == SS_HELD_BRANCH && l->open + l->graphs == 1)
      ss_judge_list_ways(j, pattern, &l->ways, &l->joint);
  }
  l->solved = ss_judge_list_unknowns(j);
  return true;
}

uint32_t ss_cover_look(ss_cover *c, const double *lo, const double *hi, ss_look *l) {
  ss_judge_look(&c->judge, lo, hi);
  l->only = SIZE_MAX;
  for (size_t i = 0; i < c->patterns->count; i++) {
    const size_t before = l->open + l->graphs;
    if (!look_at_case(c, i, l)) return SS_CELL_INSIDE;
    if (l->open + l->graphs > before) l->only = before ? SIZE_MAX : i;
  }
  if (l->open + l->graphs == 0) return SS_CELL_OUTSIDE;
  if (l->open + l->graphs > 1) {
    l->tight = l->point = false;
    l->ways = l->joint = 0;
    l->only = SIZE_MAX;
  }
  /* a point beside the cell: look closer */
  if (l->point && !l->member) return SS_BOXES_OPEN;
  return l->open == 0 && l->graphs == 1 ? SS_CELL_GRAPH : SS_BOXES_OPEN;
}

static uint32_t test_cell(void *data, const double *lo, const double *hi, size_t *axis) {
  ss_cover *c = data;
  double box[2 * c->tree.k + 1];
  ss_look l = {.box = box};
  (void)axis;
  c->boxes++;
  return ss_cover_look(c, lo, hi, &l);
}

/* ---- growing --------------------------------------------------------------------------------- */

static ss_status refine(ss_cover *c, const double *share, size_t boxes_most) {
  const ss_search *s = c->judge.s;
  double smallest[s->k + 1];
  ss_boxes_report report;
  for (size_t i = 0; i < s->k; i++)
    smallest[i] = s->free[i] ? INFINITY : share[i] * ss_search_width(s, i);
  const double end = ss_search_moment(s, SS_SHARE_COVER);
  if (c->boxes >= boxes_most || ss_search_is_late(c->judge.s, end)) return SS_OK;
  const ss_boxes_task task = {.test = test_cell,
                              .data = c,
                              .smallest = smallest,
                              .boxes_most = boxes_most - c->boxes,
                              .seconds_most = end > 0 ? end - ss_clock() : 0};
  const ss_status status = ss_boxes_cover(&c->tree, &task, &report);
  if (report.untested) ss_search_is_late(c->judge.s, end);
  return status;
}

static bool is_left(const void *data, size_t leaf, uint32_t fact) {
  (void)data;
  (void)leaf;
  return fact != SS_CELL_OUTSIDE;
}

static size_t count_facts(const ss_boxes_tree *tree, uint32_t fact) {
  size_t count = 0;
  for (size_t i = 0; i < tree->count; i++)
    count += !tree->node[i].child && tree->node[i].fact == fact;
  return count;
}

/* A single coordinate: ends to the last bits, as far as that goes quickly. */
static ss_status grow_line(ss_cover *c, size_t boxes_most) {
  double coarse[c->tree.k + 1], fine[c->tree.k + 1];
  for (size_t i = 0; i < c->tree.k; i++) coarse[i] = LINE;
  for (size_t i = 0; i < c->tree.k; i++) fine[i] = FINEST_LINE;
  ss_status status = refine(c, coarse, boxes_most);
  c->whole = count_facts(&c->tree, SS_BOXES_NEW) == 0;
  const size_t more = c->boxes + 100 * count_facts(&c->tree, SS_BOXES_OPEN);
  if (status == SS_OK && c->whole) status = refine(c, fine, more < boxes_most ? more : boxes_most);
  return status;
}

/* ---- per cell -------------------------------------------------------------------------------- */

static ss_status make_room(ss_cover *c) {
  const size_t k = c->tree.k;
  if (c->tree.count <= c->room) return SS_OK;
  const size_t room = 2 * c->tree.count;
  size_t *group = realloc(c->group, room * sizeof *group);
  if (group) c->group = group;
  double *tight = realloc(c->tight, room * 2 * (k + 1) * sizeof *tight);
  if (tight) c->tight = tight;
  double *patch = realloc(c->patch, room * 2 * (k + 1) * sizeof *patch);
  if (patch) c->patch = patch;
  ss_cell *info = realloc(c->info, room * sizeof *info);
  if (info) c->info = info;
  if (!group || !tight || !patch || !info) return SS_MEMORY;
  c->room = room;
  return SS_OK;
}

static double find_size(const ss_cover *c, const double *lo, const double *hi) {
  double size = 0;
  for (size_t j = 0; j < c->tree.k; j++)
    if (!c->judge.s->free[j]) size = fmax(size, (hi[j] - lo[j]) / ss_search_width(c->judge.s, j));
  return size;
}

/* A cell as it is, without another look. */
static void take_cell(ss_cover *c, size_t cell) {
  double *box = c->tight + cell * 2 * c->tree.k;
  ss_boxes_box(&c->tree, cell, box, box + c->tree.k);
  c->info[cell] = (ss_cell){.only = SIZE_MAX};
}

/* Ways of what is left of a cell, lo to hi, as ways of the cell. A way that meets an end within the
 * cell, of a coordinate that is solved for, goes on beyond it: nothing of the cell rests there, so
 * that it does not get there. Ends of other coordinates must be those of the cell. */
static void adopt_ways(ss_cover *c, size_t cell, const double *lo, const double *hi,
                       const ss_look *l) {
  const size_t k = c->tree.k;
  double from[k + 1], to[k + 1];
  unsigned same = 0, solved = 0;
  ss_boxes_box(&c->tree, cell, from, to);
  for (size_t i = 0; i < k && i < 4; i++) {
    same |= (lo[i] == from[i] ? 1u : 0u) << 2 * i | (hi[i] == to[i] ? 2u : 0u) << 2 * i;
    if (l->solved >> i & 1) solved |= 3u << 2 * i;
  }
  c->info[cell].ways = (unsigned char)(l->ways & same);
  c->info[cell].joint = (unsigned char)(l->joint & ~same & ~solved ? 0 : l->joint & same);
}

/* Looks at a cell and keeps what that shows; Newton's method goes on as long as it helps. */
static void study_cell(ss_cover *c, size_t cell) {
  const size_t k = c->tree.k;
  double lo[k + 1], hi[k + 1], box[2 * k + 1];
  ss_boxes_node *node = &c->tree.node[cell];
  ss_boxes_box(&c->tree, cell, lo, hi);
  c->info[cell] = (ss_cell){.only = SIZE_MAX};
  for (int step = 0; step < STEPS && node->fact != SS_CELL_INSIDE; step++) {
    ss_look l = {.box = box};
    const uint32_t fact = ss_cover_look(c, lo, hi, &l);
    c->boxes++;
    if (step == 0) {
      node->fact = fact;
      c->info[cell] =
          (ss_cell){.ways = l.ways, .joint = l.joint, .member = l.member, .only = l.only};
    }
    /* all that rests in the cell is in what is left of it */
    if (step > 0 && fact == SS_CELL_OUTSIDE) node->fact = fact;
    if (step > 0 && fact == SS_CELL_GRAPH && node->fact == SS_BOXES_OPEN) {
      node->fact = fact;
      c->info[cell].only = l.only;
    }
    if (step > 0 && node->fact == SS_BOXES_OPEN && !c->info[cell].ways && !c->info[cell].joint)
      adopt_ways(c, cell, lo, hi, &l);
    if (!l.tight || node->fact == SS_CELL_OUTSIDE) break;
    const double before = find_size(c, lo, hi);
    memcpy(lo, box, k * sizeof *lo);
    memcpy(hi, box + k, k * sizeof *hi);
    if (!(find_size(c, lo, hi) < 0.9 * before)) break;
  }
  if (node->fact == SS_CELL_INSIDE) c->info[cell].member = true;
  memcpy(c->tight + cell * 2 * k, lo, k * sizeof *lo);
  memcpy(c->tight + cell * 2 * k + k, hi, k * sizeof *hi);
}

/* Cuts a cell across the longest side of what is left of it, or with `trim` across one of its own
 * that is much longer than these (cells touch by their own sides), and studies the halves; *done if
 * it is too small for that. */
static ss_status cut_cell(ss_cover *c, size_t cell, bool trim, bool *done) {
  const ss_search *s = c->judge.s;
  const size_t k = c->tree.k;
  const double *box = c->tight + cell * 2 * k;
  double longest = FINEST, lo[k + 1], hi[k + 1];
  size_t axis = k;
  for (size_t j = 0; j < k; j++) {
    const double length = (box[k + j] - box[j]) / ss_search_width(s, j);
    if (!s->free[j] && length > longest) axis = j;
    if (!s->free[j]) longest = fmax(longest, length);
  }
  ss_boxes_box(&c->tree, cell, lo, hi);
  for (size_t j = 0, old = axis; trim && old < k && j < k; j++)
    if (!s->free[j] && (hi[j] - lo[j]) / ss_search_width(s, j) > 4 * longest) axis = j;
  *done = axis == k;
  if (*done) return SS_OK;
  ss_status status = ss_boxes_cut(&c->tree, cell, axis);
  if (status == SS_LIMIT) *done = true;
  if (status == SS_OK) status = make_room(c);
  if (status != SS_OK) return status == SS_LIMIT ? SS_OK : status;
  for (size_t i = c->tree.count - 2; i < c->tree.count; i++) {
    c->group[i] = c->group[cell];
    study_cell(c, i);
  }
  return SS_OK;
}

/* ---- components ------------------------------------------------------------------------------ */

static double measure_volume(const ss_cover *c, const double *box) {
  double volume = 1;
  for (size_t j = 0; j < c->tree.k; j++)
    if (!c->judge.s->free[j]) volume *= box[c->tree.k + j] - box[j];
  return volume;
}

/* Takes a cell into its component's figures. */
static void add_cell(ss_cover *c, size_t cell, ss_component *m, double *volume) {
  const size_t k = c->tree.k;
  const double *box = c->tight + cell * 2 * k;
  const bool inside = c->tree.node[cell].fact == SS_CELL_INSIDE;
  for (size_t j = 0; j < k; j++) {
    m->lo[j] = fmin(m->lo[j], box[j]);
    m->hi[j] = fmax(m->hi[j], box[k + j]);
    if (!inside) continue;
    m->in_lo[j] = fmin(m->in_lo[j], box[j]); /* NAN at first: fmin takes the other */
    m->in_hi[j] = fmax(m->in_hi[j], box[k + j]);
  }
  if (!inside) return;
  m->inside++;
  m->certain = true;
  if (m->largest == SIZE_MAX || measure_volume(c, box) > *volume) {
    m->largest = cell;
    *volume = measure_volume(c, box);
  }
}

/* Names the components by number; group[] becomes that number. */
static ss_status list_components(ss_cover *c, ss_arena *arena) {
  const size_t k = c->tree.k;
  ss_status status = make_room(c);
  if (status != SS_OK) return status;
  const size_t most = ss_boxes_components(&c->tree, c->judge.s->period, is_left, NULL, c->group);
  c->component = ss_arena_new(arena, most, ss_component);
  double *ends = ss_arena_new(arena, 4 * k * most, double);
  size_t *number = malloc(c->tree.count * sizeof *number);
  if (!c->component || !ends || !number) status = SS_MEMORY;
  c->count = 0;
  for (size_t i = 0; status == SS_OK && i < c->tree.count; i++) {
    if (c->group[i] == i) {
      ss_component *m = &c->component[c->count];
      *m = (ss_component){.cell = i, .largest = SIZE_MAX};
      m->lo = ends + c->count * 4 * k;
      m->hi = m->lo + k;
      m->in_lo = m->hi + k;
      m->in_hi = m->in_lo + k;
      number[i] = c->count++;
    }
    if (c->group[i] != SIZE_MAX) c->group[i] = number[c->group[i]];
  }
  free(number);
  return status;
}

/* Everything about the components from their cells. */
static void measure_components(ss_cover *c) {
  const size_t k = c->tree.k;
  for (size_t m = 0; m < c->count; m++) {
    ss_component *own = &c->component[m];
    own->inside = 0;
    own->largest = SIZE_MAX;
    for (size_t j = 0; j < k; j++) {
      own->lo[j] = INFINITY;
      own->hi[j] = -INFINITY;
      own->in_lo[j] = own->in_hi[j] = NAN;
    }
  }
  c->cell = 0;
  double volume[c->count + 1];
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i)) continue;
    add_cell(c, i, &c->component[c->group[i]], &volume[c->group[i]]);
    const double *box = c->tight + i * 2 * k;
    for (size_t j = 0; c->tree.node[i].fact == SS_BOXES_OPEN && j < k; j++)
      if (!c->judge.s->free[j])
        c->cell = fmax(c->cell, (box[k + j] - box[j]) / ss_search_width(c->judge.s, j));
  }
}

/* Where a component that goes across the end of a turn can be cut open: a place of the coordinate
 * that none of its cells reaches; NAN if there is none. */
static double find_opening(const ss_cover *c, size_t component, size_t axis) {
  const ss_boxes_tree *tree = &c->tree;
  const double from = tree->lo[axis], width = tree->hi[axis] - from;
  bool met[BINS] = {false};
  for (size_t i = 0; i < tree->count; i++) {
    if (!ss_cover_is_cell(tree, i) || c->group[i] != component) continue;
    const double *box = c->tight + i * 2 * tree->k;
    const double a = floor((box[axis] - from) / width * BINS) - 1;
    const double b = floor((box[tree->k + axis] - from) / width * BINS) + 1;
    for (double bin = fmax(a, 0); bin <= fmin(b, BINS - 1); bin++) met[(size_t)bin] = true;
  }
  for (size_t bin = 0; bin < BINS; bin++)
    if (!met[bin]) return met[0] && met[BINS - 1] ? from + width * (double)bin / BINS : from;
  return NAN;
}

/* Turns cells below the opening by one turn, so that the component is in one piece. */
static void unwrap(ss_cover *c) {
  const ss_boxes_tree *tree = &c->tree;
  const ss_search *s = c->judge.s;
  for (size_t m = 0; m < c->count; m++)
    for (size_t j = 0; j < tree->k; j++) {
      const double opening = s->period[j] > 0 ? find_opening(c, m, j) : tree->lo[j];
      if (isnan(opening)) c->component[m].round = true;
      if (!(opening > tree->lo[j])) continue;
      for (size_t i = 0; i < tree->count; i++) {
        double *box = c->tight + i * 2 * tree->k;
        if (!ss_cover_is_cell(tree, i) || c->group[i] != m || box[tree->k + j] > opening) continue;
        box[j] += s->period[j];
        box[tree->k + j] += s->period[j];
      }
    }
}

/* Is what rests in a small component one point? A box around it is looked at, whose middle it is:
 * cells may have it at their corners. What Newton's method leaves of it is looked at again. */
static bool is_point(ss_cover *c, const ss_component *own) {
  const ss_search *s = c->judge.s;
  const size_t k = s->k;
  double lo[k + 1], hi[k + 1], box[2 * k + 1];
  if (own->inside || !(find_size(c, own->lo, own->hi) < 1e-3)) return false;
  for (int step = 0; step < STEPS; step++) {
    ss_look l = {.box = box};
    for (size_t j = 0; j < k; j++) {
      const double around = s->free[j] ? 0 : 1e-7 * ss_search_width(s, j);
      lo[j] = own->lo[j] - around;
      hi[j] = own->hi[j] + around;
    }
    c->boxes++;
    ss_cover_look(c, lo, hi, &l);
    if (l.open || l.graphs != 1 || !l.point || !l.tight) return false;
    for (size_t j = 0; j < k; j++) {
      own->lo[j] = fmax(own->lo[j], box[j]);
      own->hi[j] = fmax(own->lo[j], fmin(own->hi[j], box[k + j]));
    }
    if (l.member) return true;
  }
  return false;
}

/* What is certain: points, and components with a cell that holds something. */
static void find_certain(ss_cover *c) {
  for (size_t m = 0; m < c->count; m++) c->component[m].empty = true;
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i)) continue;
    c->component[c->group[i]].empty = false;
    if (c->info[i].member) c->component[c->group[i]].certain = true;
  }
  for (size_t m = 0; m < c->count; m++) {
    ss_component *own = &c->component[m];
    own->point = !own->empty && is_point(c, own);
    own->certain |= own->point;
  }
}

/* ---- growing, cell by cell ------------------------------------------------------------------- */

/* Cells of components that are told well enough stay as they are: `wanted` is the size of cells for
 * each component, in widths of the box. */
static void choose_sizes(ss_cover *c, double share, double *wanted) {
  double cell[c->count + 1];
  bool decided[c->count + 1];
  memset(cell, 0, sizeof cell);
  memset(decided, 0, sizeof decided);
  measure_components(c);
  for (size_t i = 0; i < c->tree.count; i++) {
    if (!ss_cover_is_cell(&c->tree, i)) continue;
    const double *box = c->tight + i * 2 * c->tree.k;
    const size_t m = c->group[i];
    if (c->tree.node[i].fact < SS_BOXES_OWN)
      cell[m] = fmax(cell[m], find_size(c, box, box + c->tree.k));
    else
      decided[m] = true;
  }
  for (size_t m = 0; m < c->count; m++) {
    const ss_component *own = &c->component[m];
    wanted[m] = share * fmin(1, find_size(c, own->lo, own->hi));
    /* nothing but open cells, or cells inside that do not hang together: look closer */
    if (!decided[m] || (own->inside && !own->connected))
      wanted[m] = fmin(wanted[m], 0.75 * cell[m]);
    wanted[m] = fmax(wanted[m], FINEST);
  }
}

/* Cuts every open cell that is larger than wanted once; *cuts counts them. */
static ss_status cut_level(ss_cover *c, const double *wanted, size_t boxes_most, size_t *cuts) {
  ss_status status = SS_OK;
  const size_t end = c->tree.count;
  *cuts = 0;
  for (size_t i = 0; i < end && status == SS_OK && c->boxes < boxes_most; i++) {
    if (!ss_cover_is_cell(&c->tree, i) || c->tree.node[i].fact == SS_CELL_INSIDE) continue;
    const double *box = c->tight + i * 2 * c->tree.k;
    bool done;
    /* where it is not clear what hangs together: closer */
    const double size = find_size(c, box, box + c->tree.k);
    const bool linked = c->component[c->group[i]].connected || c->info[i].labelled || size < CLEAR;
    if (linked && (c->tree.node[i].fact == SS_CELL_GRAPH || size <= wanted[c->group[i]])) continue;
    if (ss_search_is_late(c->judge.s, ss_search_moment(c->judge.s, SS_SHARE_COVER))) break;
    status = cut_cell(c, i, true, &done);
    *cuts += !done;
  }
  return status;
}

/* A cover down to a share of the box, then level by level to a share of each component. */
static ss_status grow(ss_cover *c, ss_arena *arena, double share, size_t boxes_most) {
  const ss_search *s = c->judge.s;
  double side[s->k + 1];
  for (size_t i = 0; i < s->k; i++) side[i] = share;
  ss_status status = refine(c, side, boxes_most);
  c->whole = count_facts(&c->tree, SS_BOXES_NEW) == 0;
  if (status == SS_OK) status = make_room(c);
  for (size_t i = 0; i < c->tree.count && status == SS_OK; i++) {
    if (!ss_cover_is_cell(&c->tree, i)) continue;
    if (c->whole)
      study_cell(c, i);
    else
      take_cell(c, i);
  }
  for (int level = 0; level < LEVELS && status == SS_OK && c->whole; level++) {
    const ss_arena_mark mark = ss_arena_get_mark(arena);
    size_t cuts = 0;
    status = list_components(c, arena);
    if (status == SS_OK) status = ss_cover_connect(c);
    double wanted[c->count + 1];
    if (status == SS_OK) choose_sizes(c, share, wanted);
    if (status == SS_OK) status = cut_level(c, wanted, boxes_most, &cuts);
    ss_arena_release(arena, mark);
    if (cuts == 0) break;
  }
  return status;
}

/* ---- the interface --------------------------------------------------------------------------- */

/* The box, an angle's a little more than a turn, free coordinates at 0. */
static ss_status plant(ss_cover *c, const ss_search *s) {
  double lo[s->k + 1], hi[s->k + 1];
  for (size_t i = 0; i < s->k; i++) {
    const double more = s->period[i] > 0 ? 1e-12 * s->period[i] : 0;
    lo[i] = s->free[i] ? 0 : s->from[i] - more;
    hi[i] = s->free[i] ? 0 : s->to[i] + more;
  }
  return ss_boxes_tree_create(s->k, lo, hi, &c->tree);
}

ss_status ss_cover_create(ss_arena *arena, ss_search *search, ss_walker *walker,
                          const ss_patterns *patterns, double share, size_t boxes_most,
                          ss_cover *c) {
  const bool line = ss_search_mattering(search) <= 1;
  *c = (ss_cover){.patterns = patterns};
  ss_status status = ss_judge_create(arena, search, walker, 80, &c->judge);
  if (status == SS_OK) status = plant(c, search);
  c->push = ss_arena_new(arena, patterns->count * search->n, double);
  c->pushed = ss_arena_new(arena, patterns->count, bool);
  if (status == SS_OK && (!c->push || !c->pushed)) status = SS_MEMORY;
  if (status == SS_OK) status = line ? grow_line(c, boxes_most) : grow(c, arena, share, boxes_most);
  if (status == SS_OK) status = list_components(c, arena);
  if (status != SS_OK) return status;
  for (size_t i = 0; line && i < c->tree.count; i++)
    if (ss_cover_is_cell(&c->tree, i)) study_cell(c, i);
  unwrap(c);
  measure_components(c);
  find_certain(c);
  c->whole = c->whole && patterns->all;
  return status == SS_OK ? ss_cover_connect(c) : status;
}

void ss_cover_destroy(ss_cover *c) {
  ss_judge_destroy(&c->judge);
  ss_boxes_tree_destroy(&c->tree);
  free(c->group);
  free(c->tight);
  free(c->info);
  free(c->patch);
  free(c->pair);
  c->group = NULL;
  c->pair = NULL;
  c->tight = c->patch = NULL;
  c->info = NULL;
}
