/* order.c: definitions sorted so that each comes after those that it uses.
 *
 * The graph of definitions (parameters, abbreviations, bodies, points) has an edge from each user
 * to what it uses; a point uses its body. Kahn's algorithm takes out, again and again, a definition
 * that uses nothing that is still in: O(definitions + edges), no recursion. What cannot be taken
 * out is in a cycle or uses one. Following any use that is left leads into a cycle, which is
 * reported once, with its chain; what merely uses it keeps silent.
 */
#include <stdio.h>
#include <string.h>

#include "reader.h"

/* Fills `order` with the items that are in no cycle and use none, each after those that it uses,
 * and returns how many; open[i] is what the rest still waits for. */
size_t ss_reader_sort_edges(ss_reader *reader, size_t count, size_t edge_count,
                            const ss_edge *edges, uint32_t *order, uint32_t *open) {
  /* users of item i: user[start[i]] … user[start[i + 1] - 1] */
  uint32_t *start = ss_reader_borrow(reader, count + 2, sizeof *start);
  uint32_t *user = ss_reader_borrow(reader, edge_count, sizeof *user);
  size_t sorted = 0;
  if (!start || !user) return 0;
  /* counting sort of the edges by what is used; start[] is shifted by one while it is filled */
  for (size_t i = 0; i < count; i++) open[i] = 0;
  for (size_t i = 0; i < edge_count; i++) start[edges[i].used + 2]++;
  for (size_t i = 0; i < count; i++) start[i + 2] += start[i + 1];
  for (size_t i = 0; i < edge_count; i++) {
    user[start[edges[i].used + 1]++] = edges[i].user;
    open[edges[i].user]++;
  }
  for (uint32_t i = 0; i < count; i++)
    if (!open[i]) order[sorted++] = i;
  for (size_t k = 0; k < sorted; k++)
    for (uint32_t i = start[order[k]]; i < start[order[k] + 1]; i++)
      if (--open[user[i]] == 0) order[sorted++] = user[i];
  return sorted;
}

static void add_point_edges(ss_reader *reader) {
  const ss_model *model = reader->model;
  for (size_t i = 0; i < model->points; i++) {
    if (model->point[i].body >= model->bodies) continue;
    *ss_scratch_append(reader, reader->edges, reader->edge_count, ss_edge) =
        (ss_edge){(uint32_t)ss_reader_definition(reader, SS_KIND_POINT, i),
                  (uint32_t)ss_reader_definition(reader, SS_KIND_BODY, model->point[i].body)};
  }
}

/* ---- cycles ---------------------------------------------------------------------------------- */

static const ss_name *name_of(ss_reader *reader, size_t definition) {
  const ss_model *model = reader->model;
  static const ss_kind kinds[] = {SS_KIND_PARAMETER, SS_KIND_ABBREVIATION, SS_KIND_BODY,
                                  SS_KIND_POINT};
  size_t counts[] = {model->parameters, model->abbreviations, model->bodies, model->points};
  int k = 0;
  while (k < 3 && definition >= counts[k]) definition -= counts[k++];
  return ss_reader_name(reader, kinds[k], definition);
}

enum { NAMES_SHOWN = 6 };

/* The cycle that begins and ends at `from`. */
static void complain(ss_reader *reader, const uint32_t *next, uint32_t from) {
  char chain[400] = "";
  uint32_t d = from;
  size_t shown = 0;
  do {
    size_t used = strlen(chain);
    if (shown < NAMES_SHOWN)
      snprintf(chain + used, sizeof chain - used, "%.40s -> ", name_of(reader, d)->text);
    else if (shown == NAMES_SHOWN)
      snprintf(chain + used, sizeof chain - used, "... -> ");
    shown++;
    d = next[d];
  } while (d != from);
  const ss_name *name = name_of(reader, from);
  ss_reader_error(reader, name->where, "'%s' is defined by itself: %s%s", name->text, chain,
                  name->text);
}

/* next[d] = something in a cycle, or on the way to one, that d uses. */
static void complain_cycles(ss_reader *reader, size_t count, const uint32_t *open) {
  enum { UNSEEN = 0 };
  uint32_t *next = ss_reader_borrow(reader, count, sizeof *next);
  uint32_t *seen = ss_reader_borrow(reader, count, sizeof *seen); /* the walk that met it */
  if (!next || !seen) return;
  for (size_t i = 0; i < reader->edge_count; i++) {
    ss_edge edge = reader->edges[i];
    if (open[edge.used]) next[edge.user] = edge.used;
  }
  for (uint32_t from = 0; from < count; from++) {
    if (!open[from] || seen[from] != UNSEEN) continue;
    uint32_t d = from;
    while (seen[d] == UNSEEN) {
      seen[d] = from + 1;
      d = next[d];
    }
    if (seen[d] == from + 1) complain(reader, next, d);
  }
}

void ss_reader_sort_definitions(ss_reader *reader) {
  const ss_model *model = reader->model;
  size_t count = model->parameters + model->abbreviations + model->bodies + model->points;
  add_point_edges(reader);
  uint32_t *open = ss_reader_borrow(reader, count, sizeof *open);
  reader->order = ss_reader_borrow(reader, count, sizeof *reader->order);
  if (reader->failed) return;
  reader->order_count =
      ss_reader_sort_edges(reader, count, reader->edge_count, reader->edges, reader->order, open);
  if (reader->order_count < count) complain_cycles(reader, count, open);
}
