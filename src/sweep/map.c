/* map.c: the grid of a map, its classes, and the question that it answers.
 *
 * Point i of an axis with c points is ((c - 1 - i) low + i high) / (c - 1): exact at both ends, and
 * symmetric where the range is. Two maps are compared by their question, a text that holds all that
 * decides their content; numbers stand in it as hexadecimal floats, so that equal means equal.
 */
#include <math.h>
#include <string.h>

#include "sweep_private.h"

double ss_sweep_at(const ss_sweep_axis *axis, size_t i) {
  if (axis->count < 2 || i == 0) return axis->low;
  const double last = (double)(axis->count - 1), x = (double)i;
  if (i == axis->count - 1) return axis->high;
  const double sum = (last - x) * axis->low + x * axis->high;
  /* products beyond the largest double, of ranges that are not */
  return isfinite(sum) ? sum / last : (last - x) / last * axis->low + x / last * axis->high;
}

const char *ss_sweep_role_word(ss_sweep_role role) {
  static const char *const words[] = {
#define SS_SWEEP_ROLE_WORD(name, word) word,
      SS_SWEEP_ROLE_LIST(SS_SWEEP_ROLE_WORD)
#undef SS_SWEEP_ROLE_WORD
  };
  return (size_t)role < SS_SWEEP_ROLE_COUNT ? words[role] : "";
}

bool ss_sweep_is_line(const ss_sweep_map *map) {
  return !*map->axis[1].name;
}

const char *ss_sweep_fact_of(const ss_sweep_map *map, const char *key) {
  for (size_t i = 0; i < map->facts; i++)
    if (strcmp(map->fact[i].key, key) == 0) return map->fact[i].value;
  return "";
}

static size_t count_points(const ss_sweep_map *map) {
  return map->axis[0].count * map->axis[1].count;
}

size_t ss_sweep_count(const ss_sweep_map *map, size_t code) {
  size_t count = 0;
  for (size_t i = 0; i < count_points(map); i++) count += map->code[i] == code;
  return count;
}

size_t ss_sweep_evaluations(const ss_sweep_map *map) {
  size_t count = 0;
  for (size_t i = 0; i < count_points(map); i++) count += map->evaluated[i] == 1;
  return count;
}

/* ---- questions ------------------------------------------------------------------------------- */

void ss_sweep_state_question(const ss_sweep_map *map, const ss_sweep_options *options,
                             ss_text *out) {
  for (size_t i = 0; i < map->facts; i++)
    ss_text_addf(out, "%s: %s\n", map->fact[i].key, map->fact[i].value);
  for (int k = 0; k < 2; k++) {
    const ss_sweep_axis *axis = &map->axis[k];
    ss_text_addf(out, "axis %d: %s [%s]\n", k + 1, axis->name, axis->unit);
    ss_text_addf(out, "range %d: %a to %a\n", k + 1, axis->low, axis->high);
    ss_text_addf(out, "points along axis %d: %zu\n", k + 1, axis->count);
  }
  for (size_t i = 0; i < map->classes; i++)
    ss_text_addf(out, "class %zu: %s\n", i, map->class_of_code[i].name);
  ss_text_addf(out, "refinement: %s\n", options->refine ? "yes" : "no");
  if (options->refine) ss_text_addf(out, "coarse cells: %zu\n", options->coarse);
  ss_text_addf(out, "points of a chunk: %zu\n", options->chunk);
}

const char *ss_sweep_compare_questions(ss_arena *arena, const char *one, const char *other) {
  while (*one || *other) {
    const size_t n = strcspn(one, "\n"), m = strcspn(other, "\n");
    if (n != m || memcmp(one, other, n) != 0) {
      const char *line = n ? one : other, *colon = strchr(line, ':');
      const size_t length = n ? n : m;
      const size_t key = colon && (size_t)(colon - line) < length ? (size_t)(colon - line) : length;
      const char *copy = ss_arena_copy_text(arena, line, key);
      return copy ? copy : "?";
    }
    one += n + (one[n] == '\n');
    other += m + (other[m] == '\n');
  }
  return "";
}
