/* basin_strips.c: proved basins whose one axis is a parameter.
 *
 * A cell is a box of starts and an interval of the parameter. All cells of one depth and one
 * interval are about the same machine, that with the interval for a range: its piece. A piece has
 * what `prove` shows of all machines of its range, a level among it, and tubes for all of them (T8
 * of docs/theory.md). The ends of intervals are halves of halves of the page's, exactly.
 *
 * A strip is an interval of the first grid with all cells in it; a thread does it as a whole, so
 * that no piece is made twice, and tells of each that decided something one line of JSON,
 *
 *     piece DEPTH INDEX {...}
 *
 * with which its leaves are put together in the certificate. A piece of which nothing is known, or
 * that tubes are not about, decides nothing: it is a matter of dividing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/json.h"
#include "study_private.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

/* "c=-1/2:-3/8", in the arena: the interval, of 2^depth. */
static const char *set_interval(ss_arena *arena, const ss_basin *b, size_t depth, size_t index) {
  const double *page = b->page + 2 * b->varied;
  fmpq_t low, width, end;
  char *text[2] = {NULL};
  fmpq_init(low), fmpq_init(width), fmpq_init(end);
  ss_exact_from_double(low, page[0], 0);
  ss_exact_from_double(width, page[1], 0);
  fmpq_sub(width, width, low);
  fmpq_div_2exp(width, width, depth);
  for (size_t k = 0; k < 2; k++) {
    fmpq_set_ui(end, index + k, 1);
    fmpq_mul(end, end, width);
    fmpq_add(end, end, low);
    text[k] = fmpq_get_str(NULL, 10, end);
  }
  const char *setting =
      ss_arena_format(arena, "%s=%s:%s", b->request->axis[b->varied], text[0], text[1]);
  for (size_t k = 0; k < 2; k++) flint_free(text[k]);
  fmpq_clear(low), fmpq_clear(width), fmpq_clear(end);
  return setting;
}

ss_status ss_basin_open_piece(const ss_basin *b, size_t depth, size_t index, ss_diagnostics *list,
                              ss_basin_piece *piece) {
  *piece = (ss_basin_piece){.depth = depth, .index = index, .arena = ss_arena_create()};
  if (!piece->arena) return SS_MEMORY;
  ss_diagnostics said;
  ss_diagnostics_start(&said, piece->arena, NULL, NULL, 0);
  if (!list) list = &said;
  const char *setting = set_interval(piece->arena, b, depth, index);
  ss_status status =
      setting ? ss_machine_change(b->machine, 1, &setting, list, &piece->machine) : SS_MEMORY;
  if (status == SS_OK)
    status =
        ss_study_find_target(piece->arena, piece->machine, b->options.end, list, &piece->target);
  if (status == SS_OK) return SS_OK;
  piece->target = NULL;
  return status;
}

void ss_basin_close_piece(ss_basin_piece *piece) {
  ss_arena_destroy(piece->arena);
  ss_machine_close(piece->machine);
  *piece = (ss_basin_piece){0};
}

/* ---- what is asked --------------------------------------------------------------------------- */

/* A setting of the axis would be one too many for the checker. */
static bool is_set(const ss_basin *b) {
  const ss_machine_options *o = ss_machine_options_of(b->machine);
  const char *name = b->request->axis[b->varied];
  const size_t length = strlen(name);
  for (size_t i = 0; i < o->settings; i++) {
    const char *text = o->setting[i] + strspn(o->setting[i], " \t");
    if (strcspn(text, "= \t") == length && strncmp(text, name, length) == 0) return true;
  }
  return false;
}

ss_status ss_basin_try_strips(const ss_basin *b, ss_diagnostics *list) {
  const size_t depth = b->proof->depth, last = ((size_t)1 << depth) - 1;
  const size_t tries[] = {0, last, last / 2};
  if (ss_machine_system(b->machine)->coordinates == 1 && ss_basin_is_fenced(b->machine))
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--prove: a parameter is an axis of linear machines only");
  if (is_set(b))
    return ss_study_refuse(list, SS_BAD_INPUT, "--set %s: it is an axis of the plane",
                           b->request->axis[b->varied]);
  /* something must be known of one of the finest cells, the first, the last or one between */
  for (size_t k = 0; k < 3; k++) {
    ss_basin_piece piece;
    ss_status status = ss_basin_open_piece(b, depth, tries[k], k < 2 ? NULL : list, &piece);
    const bool known = status == SS_OK;
    ss_basin_close_piece(&piece);
    if (known) return SS_OK;
    if (status == SS_MEMORY || k == 2) return status;
  }
  return SS_OK;
}

/* ---- what is told ---------------------------------------------------------------------------- */

ss_status ss_basin_tell_piece(const ss_basin *b, const ss_basin_piece *piece, ss_text *text) {
  const size_t d = 2 * ss_machine_model(b->machine)->coordinates;
  ss_status status;
  json_t *object =
      ss_proof_describe(&piece->target->known, ss_machine_model(piece->machine), &status);
  if (status != SS_OK) return status;
  ss_json_set(&object, "depth", json_integer((json_int_t)piece->depth));
  ss_json_set(&object, "index", json_integer((json_int_t)piece->index));
  ss_json_set(&object, "map", ss_study_describe_tube(piece->target->tube, d));
  char *line = json_dumps(object, JSON_COMPACT);
  json_decref(object);
  if (!line) return SS_MEMORY;
  ss_text_addf(text, "piece %zu %zu %s\n", piece->depth, piece->index, line);
  free(line);
  return SS_OK;
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* Pieces of a strip, each with its leaves. */
static bool add_pieces(const ss_basin *b, const char *lines, json_t **list) {
  const size_t first = json_array_size(*list);
  for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
    size_t cell[3], depth, index;
    int used = 0;
    if (sscanf(line, "piece %zu %zu %n", &depth, &index, &used) == 2 && used) {
      json_t *piece = json_loadb(line + used, (size_t)(end - line) - (size_t)used, 0, NULL);
      json_t *map = json_object_get(piece, "map");
      if (!map || json_object_set_new(map, "leaves", json_array()) != 0) return false;
      ss_json_append(list, piece);
    } else if (sscanf(line, "%zu %zu %zu", &cell[0], &cell[1], &cell[2]) == 3) {
      json_t *leaves = NULL;
      for (size_t i = first; !leaves && i < json_array_size(*list); i++) {
        const json_t *piece = json_array_get(*list, i);
        if ((size_t)json_integer_value(json_object_get(piece, "depth")) == cell[0] &&
            (size_t)json_integer_value(json_object_get(piece, "index")) == cell[1 + b->varied])
          leaves = json_object_get(json_object_get(piece, "map"), "leaves");
      }
      if (!leaves) return false;
      ss_json_append(&leaves, json_stringn(line, (size_t)(end - line)));
    }
  }
  return true;
}

void *ss_basin_describe_pieces(const ss_basin *b) {
  const struct ss_basin_proof *p = b->proof;
  json_t *list = json_array();
  for (size_t i = 0; i < p->chunks; i++)
    if (!add_pieces(b, p->cell[i].leaves.data, &list)) {
      json_decref(list);
      return NULL;
    }
  return list;
}
