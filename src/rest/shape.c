/* shape.c: traced pieces and components of the cover, brought together.
 *
 * Pieces (explore.c) show what sets look like, but a walk may jump over a gap, or lose its way; the
 * cover (cover.c) knows what is apart and what is connected, but shows boxes. A piece is kept if
 * all of its places lie in one component, and then belongs to it; what lies in several, or where
 * nothing can rest, was traced wrongly and is dropped. A component of a single coordinate is drawn
 * from its own ends; one that no piece shows is told by a member and its extent.
 *
 * A component that no cell shows to be more than a doubt is certain if one of its pieces has a
 * place that is verified (ss_cover_verify). Of one that is certain, pieces without such a place
 * (verify.c) are dropped: what is told of it can be asked again.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"

enum { POINTS = 33, TRIES = 64 };

/* In widths of the box: places of traced sets are that good; how far one may settle. */
static const double NEAR = 1e-7, REACH = 0.005;

/* ---- places ---------------------------------------------------------------------------------- */

size_t ss_cover_locate(const ss_cover *c, const double *z) {
  const ss_search *s = c->judge.s;
  double at[s->k + 1];
  for (size_t i = 0; i < s->k; i++) {
    at[i] = s->free[i] ? 0 : z[i];
    if (s->period[i] > 0) at[i] -= s->period[i] * floor((at[i] - s->from[i]) / s->period[i]);
  }
  const size_t cell = ss_boxes_locate(&c->tree, at);
  return cell == SIZE_MAX || !ss_cover_is_cell(&c->tree, cell) ? SIZE_MAX : c->group[cell];
}

/* The enclosure of the unknown coordinates after a look at one place. */
static void get_enclosure(const ss_judge *j, double *lo, double *hi) {
  arf_t from, to;
  arf_init(from);
  arf_init(to);
  for (size_t i = 0; i < j->s->k && j->branch.moving; i++) {
    const size_t at = j->s->normals + j->s->slips + i;
    if (!j->branch.is_unknown[at]) continue;
    arb_get_interval_arf(from, to, j->branch.enclosure + at, 80);
    lo[i] = arf_get_d(from, ARF_RND_FLOOR);
    hi[i] = arf_get_d(to, ARF_RND_CEIL);
  }
  arf_clear(from);
  arf_clear(to);
}

bool ss_cover_enclose_member(ss_cover *c, const double *z, double reach, double *lo, double *hi) {
  const ss_search *s = c->judge.s;
  for (size_t p = 0; p < c->patterns->count; p++) {
    double off = 0;
    for (size_t i = 0; i < s->k; i++) lo[i] = hi[i] = s->free[i] ? 0 : z[i];
    ss_judge_look(&c->judge, lo, hi);
    const ss_rest_pattern *pattern = &c->patterns->item[p];
    if (ss_judge_misses(&c->judge, pattern) && reach == 0) continue;
    if (ss_judge_hold(&c->judge, pattern) != SS_HELD_ALWAYS) continue;
    get_enclosure(&c->judge, lo, hi);
    for (size_t i = 0; i < s->k; i++)
      if (!s->free[i]) off = fmax(off, fmax(z[i] - lo[i], hi[i] - z[i]) / ss_search_width(s, i));
    if (off <= reach) return true;
  }
  return false;
}

bool ss_cover_verify(ss_cover *c, const double *z, double reach) {
  double lo[c->tree.k + 1], hi[c->tree.k + 1];
  return ss_cover_enclose_member(c, z, reach, lo, hi);
}

/* The component of a leaf below the node within NEAR of z; SIZE_MAX if there is none. */
static size_t find_below(const ss_cover *cover, size_t node, const double *z) {
  const ss_boxes_node *n = &cover->tree.node[node];
  if (!n->child) return ss_cover_is_cell(&cover->tree, node) ? cover->group[node] : SIZE_MAX;
  const double near = NEAR * ss_search_width(cover->judge.s, n->axis);
  size_t at = SIZE_MAX;
  if (z[n->axis] - near <= n->cut) at = find_below(cover, n->child, z);
  if (at == SIZE_MAX && z[n->axis] + near >= n->cut) at = find_below(cover, n->child + 1, z);
  return at;
}

/* The component at a place, or within NEAR of it; SIZE_MAX if there is none. */
static size_t find_near(const ss_cover *cover, const double *z) {
  const ss_search *s = cover->judge.s;
  double turned[s->k + 1];
  const size_t at = ss_cover_locate(cover, z);
  if (at != SIZE_MAX) return at;
  for (size_t i = 0; i < s->k; i++) {
    const double near = NEAR * ss_search_width(s, i);
    turned[i] = s->free[i] ? 0 : z[i];
    if (s->period[i] > 0)
      turned[i] -= s->period[i] * floor((turned[i] - s->from[i]) / s->period[i]);
    else if (!s->free[i] && (z[i] < s->from[i] - near || z[i] > s->to[i] + near))
      return SIZE_MAX;
  }
  return find_below(cover, 0, turned);
}

/* The component of all places of a piece; SIZE_MAX if there is none. */
static size_t find_component(const ss_cover *cover, const ss_piece *piece) {
  const size_t k = piece->trail.k;
  size_t found = SIZE_MAX;
  for (size_t i = 0; i < piece->trail.count; i++) {
    const size_t at = find_near(cover, piece->trail.z + i * k);
    if (at == SIZE_MAX || (i > 0 && at != found)) return SIZE_MAX;
    found = at;
  }
  return found;
}

static bool is_line(const ss_cover *cover, const ss_component *c) {
  const ss_search *s = cover->judge.s;
  size_t matter = 0;
  for (size_t j = 0; j < s->k; j++) matter += !s->free[j];
  return matter == 1 && c->inside > 0;
}

static void drop_piece(ss_pieces *pieces, size_t i) {
  free(pieces->piece[i].trail.z);
  free(pieces->piece[i].center);
  memmove(&pieces->piece[i], &pieces->piece[i + 1], (--pieces->count - i) * sizeof *pieces->piece);
}

void ss_cover_assign(ss_cover *cover, ss_pieces *pieces) {
  for (size_t i = 0; i < pieces->count;) {
    const size_t at = find_component(cover, &pieces->piece[i]);
    if (at == SIZE_MAX || is_line(cover, &cover->component[at])) {
      drop_piece(pieces, i);
      continue;
    }
    pieces->piece[i++].group = at;
  }
}

/* Of a component that is certain only what is verified is told. */
static void drop_doubtful(const ss_cover *cover, ss_pieces *pieces) {
  for (size_t i = 0; i < pieces->count;)
    if (!pieces->piece[i].verified && cover->component[pieces->piece[i].group].certain)
      drop_piece(pieces, i);
    else
      i++;
}

static void verify_components(ss_cover *cover, const ss_pieces *pieces) {
  for (size_t i = 0; i < pieces->count; i++) {
    const ss_piece *piece = &pieces->piece[i];
    ss_component *c = &cover->component[piece->group];
    for (size_t p = 0; p < piece->trail.count && !c->certain; p++)
      c->certain = ss_cover_verify(cover, piece->trail.z + p * piece->trail.k, NEAR);
  }
}

static ss_status add_piece(ss_pieces *pieces, ss_piece *piece) {
  if (pieces->count == pieces->capacity) {
    const size_t capacity = 2 * pieces->capacity + 8;
    ss_piece *more = realloc(pieces->piece, capacity * sizeof *more);
    if (!more) return SS_MEMORY;
    pieces->piece = more;
    pieces->capacity = capacity;
  }
  pieces->piece[pieces->count++] = *piece;
  return SS_OK;
}

/* The places of a line of places that rest, from end to end. */
static ss_status draw_line(const ss_cover *cover, const ss_component *c, ss_piece *piece) {
  const ss_search *s = cover->judge.s;
  const size_t k = s->k;
  piece->shape = SS_REST_CURVE;
  for (size_t i = 0; i < POINTS; i++) {
    double z[k + 1];
    for (size_t j = 0; j < k; j++) {
      const double share = (double)i / (POINTS - 1), lo = c->in_lo[j], hi = c->in_hi[j];
      z[j] = i == 0 ? lo : i + 1 == POINTS ? hi : lo + share * (hi - lo);
      piece->center[j] = lo / 2 + hi / 2;
    }
    if (!ss_trail_add(&piece->trail, z, 0)) return SS_MEMORY;
  }
  for (size_t j = 0; j < k; j++) {
    if (s->free[j]) continue;
    piece->trail.cut = s->period[j] == 0 && (c->in_lo[j] <= s->from[j] || c->in_hi[j] >= s->to[j]);
    piece->loop = c->round && c->in_hi[j] - c->in_lo[j] >= s->period[j];
  }
  return SS_OK;
}

/* A place of a cell that rests: near its middle, found in doubles and verified. */
static bool settle_in_cell(ss_cover *cover, size_t cell, double *z) {
  const ss_search *s = cover->judge.s;
  ss_walker *w = cover->judge.w;
  const double *box = cover->tight + cell * 2 * s->k;
  for (size_t p = 0; p < cover->patterns->count; p++) {
    w->pattern = &cover->patterns->item[p];
    for (size_t j = 0; j < s->k; j++) w->z[j] = box[j] / 2 + box[s->k + j] / 2;
    memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
    if (!ss_walker_settle(w, REACH, NULL)) continue;
    memcpy(z, w->z, s->k * sizeof *z);
    if (find_near(cover, z) == cover->group[cell] && ss_cover_verify(cover, z, NEAR)) return true;
  }
  return false;
}

/* A member of the component: the middle of its largest cell, or of some cell that holds one. */
static bool find_member(ss_cover *cover, size_t m, double *z) {
  const ss_component *c = &cover->component[m];
  const size_t k = cover->tree.k;
  if (c->largest != SIZE_MAX) {
    double lo[k + 1], hi[k + 1];
    ss_boxes_box(&cover->tree, c->largest, lo, hi);
    for (size_t j = 0; j < k; j++) z[j] = lo[j] / 2 + hi[j] / 2;
    return true;
  }
  size_t tries = 0;
  for (size_t i = 0; i < cover->tree.count && tries < TRIES; i++) {
    if (!ss_cover_is_cell(&cover->tree, i) || cover->group[i] != m) continue;
    tries++;
    if (settle_in_cell(cover, i, z)) return true;
  }
  /* walks may end elsewhere; a point is where Newton's method has it */
  for (size_t j = 0; j < k; j++) z[j] = c->lo[j] / 2 + c->hi[j] / 2;
  return c->point;
}

/* The piece of a component that is told by its own cells: a line of places that rest, or a member.
 * One of which no member is found is left to doubt. */
static ss_status draw_component(ss_cover *cover, size_t m, ss_pieces *pieces) {
  const ss_search *s = cover->judge.s;
  const ss_component *c = &cover->component[m];
  ss_piece piece = {.shape = c->point ? SS_REST_POINT : SS_REST_BOX,
                    .dimension = c->inside || c->point ? 0 : SIZE_MAX,
                    .group = m,
                    .trail = {.k = s->k}};
  for (size_t j = 0; c->inside && j < s->k; j++) piece.dimension += !s->free[j];
  piece.center = malloc(s->k * sizeof *piece.center);
  if (!piece.center) return SS_MEMORY;
  ss_status status = SS_OK;
  const bool line = is_line(cover, c), shown = line || find_member(cover, m, piece.center);
  if (line)
    status = draw_line(cover, c, &piece);
  else if (shown && !ss_trail_add(&piece.trail, piece.center, 0))
    status = SS_MEMORY;
  if (status == SS_OK && shown) status = add_piece(pieces, &piece);
  if (status == SS_OK && shown) return SS_OK;
  free(piece.center);
  free(piece.trail.z);
  return status;
}

static bool is_shown(const ss_pieces *pieces, size_t m) {
  bool shown = false;
  for (size_t i = 0; i < pieces->count; i++) shown |= pieces->piece[i].group == m;
  return shown;
}

/* In which case does the walker's place rest? */
static bool hold_somehow(ss_cover *cover, const double *z) {
  const ss_search *s = cover->judge.s;
  ss_walker *w = cover->judge.w;
  for (size_t p = cover->patterns->count; p-- > 0;) {
    w->pattern = &cover->patterns->item[p];
    memcpy(w->z, z, s->k * sizeof *z);
    memset(w->force, 0, (s->normals + s->slips) * sizeof *w->force);
    if (ss_walker_settle(w, NEAR, NULL) && ss_walker_hold(w, 1e-10)) return true;
  }
  return false;
}

ss_status ss_cover_seek(ss_cover *cover, ss_pieces *pieces) {
  double z[cover->tree.k + 1];
  ss_status status = SS_OK;
  for (size_t m = 0; m < cover->count && status == SS_OK; m++) {
    const ss_component *c = &cover->component[m];
    if (!c->certain || c->point || is_line(cover, c) || is_shown(pieces, m)) continue;
    if (!find_member(cover, m, z) || !hold_somehow(cover, z)) continue;
    status = ss_pieces_explore(pieces);
    ss_cover_assign(cover, pieces);
  }
  return status == SS_LIMIT ? SS_OK : status;
}

ss_status ss_cover_shape(ss_cover *cover, ss_pieces *pieces) {
  ss_status status = SS_OK;
  verify_components(cover, pieces);
  drop_doubtful(cover, pieces);
  for (size_t m = 0; m < cover->count && status == SS_OK; m++)
    if (!is_shown(pieces, m) && cover->component[m].certain)
      status = draw_component(cover, m, pieces);
  return status;
}
