/* table.c: a map as lines of a spreadsheet.
 *
 *     # model: Two masses          the question: one line for each fact, in their order
 *     # command: standstill …
 *     # not complete               if it is not
 *     x1,x2,class                  one line for each point, the first axis fastest
 *
 * Words with a comma ("E1, proved") stand in quotes. A line has no second column, and its values as
 * the last one, nothing where there is none. The numbers have as many digits as it takes to read
 * them back. A table does not have all that is known of a map, so that none is continued from it;
 * but whether it answers the same question stands in its first lines.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/sweep.h"

bool ss_sweep_is_table(const char *file) {
  const size_t n = strlen(file);
  return n > 4 && strcmp(file + n - 4, ".csv") == 0;
}

static void print_number(ss_text *out, double value) {
  char text[32];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  ss_text_add(out, text);
}

/* A field; in quotes where it has a comma or a quote of its own. */
static void print_word(ss_text *out, const char *word) {
  if (!strpbrk(word, ",\"\n")) {
    ss_text_add(out, word);
    return;
  }
  ss_text_add(out, "\"");
  for (; *word; word++) ss_text_addf(out, *word == '"' ? "\"%c" : "%c", *word);
  ss_text_add(out, "\"");
}

static void print_head(ss_text *out, const ss_sweep_map *map) {
  for (size_t i = 0; i < map->facts; i++)
    ss_text_addf(out, "# %s: %s\n", map->fact[i].key, map->fact[i].value);
  ss_text_addf(out, "# command: %s\n", map->command);
  if (!map->complete) ss_text_add(out, "# not complete\n");
  if (ss_sweep_is_line(map))
    ss_text_addf(out, "%s,class,value\n", map->axis[0].name);
  else
    ss_text_addf(out, "%s,%s,class\n", map->axis[0].name, map->axis[1].name);
}

static void print_line(ss_text *out, const ss_sweep_map *map) {
  for (size_t i = 0; i < map->axis[0].count; i++) {
    print_number(out, ss_sweep_at(&map->axis[0], i));
    ss_text_add(out, ",");
    print_word(out, map->class_of_code[map->code[i]].name);
    ss_text_add(out, ",");
    if (!isnan(map->value[i])) print_number(out, map->value[i]);
    ss_text_add(out, "\n");
  }
}

static void print_row(ss_text *out, const ss_sweep_map *map, size_t j) {
  for (size_t i = 0; i < map->axis[0].count; i++) {
    print_number(out, ss_sweep_at(&map->axis[0], i));
    ss_text_add(out, ",");
    print_number(out, ss_sweep_at(&map->axis[1], j));
    ss_text_add(out, ",");
    print_word(out, map->class_of_code[map->code[j * map->axis[0].count + i]].name);
    ss_text_add(out, "\n");
  }
}

/* Row by row: the text of a large map would be larger than the map. */
ss_status ss_sweep_write_table(const ss_sweep_map *map, const char *file) {
  ss_file *out;
  ss_text text;
  const ss_status status = ss_file_begin(file, &out);
  if (status != SS_OK) return status;
  ss_text_start(&text);
  print_head(&text, map);
  for (size_t j = 0; j < map->axis[1].count && !text.failed; j++) {
    if (ss_sweep_is_line(map))
      print_line(&text, map);
    else
      print_row(&text, map, j);
    ss_file_add(out, text.data, text.length);
    text.length = 0;
  }
  const bool failed = text.failed;
  ss_text_stop(&text);
  if (!failed) return ss_file_end(out);
  ss_file_cancel(out);
  return SS_MEMORY;
}

/* "# key: value\n" */
static bool states_fact(const char *line, const ss_sweep_fact *fact) {
  const size_t key = strlen(fact->key), value = strlen(fact->value);
  return strncmp(line, "# ", 2) == 0 && strncmp(line + 2, fact->key, key) == 0 &&
         strncmp(line + 2 + key, ": ", 2) == 0 &&
         strncmp(line + 4 + key, fact->value, value) == 0 &&
         strcmp(line + 4 + key + value, "\n") == 0;
}

ss_status ss_sweep_compare_table(const ss_sweep_map *map, const char *file,
                                 const char **difference) {
  FILE *in = fopen(file, "r");
  char *line = NULL;
  size_t size = 0;
  *difference = NULL;
  if (!in) return SS_IO;
  for (size_t i = 0; i < map->facts && !*difference; i++)
    if (getline(&line, &size, in) < 0 || !states_fact(line, &map->fact[i]))
      *difference = map->fact[i].key;
  free(line);
  fclose(in);
  return SS_OK;
}
