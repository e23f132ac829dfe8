/* blocks.c: keys and their values, for text and JSON alike: bodies, charts, states, relations.
 *
 * A block is a list of items (key, value); a text gives a value as a stretch, JSON as a tree. Which
 * keys a block has is one table a block. Unknown keys are reported with the nearest known one,
 * doubled keys with their block, missing ones at the block's name; after a key that could not be
 * read nothing is reported missing. Elements have a file of their own, elements.c.
 *
 * The keys of charts and states are coordinates, which may come later: references.c finds them.
 */
#include <stdio.h>
#include <string.h>

#include "json_private.h"

/* ---- keys ------------------------------------------------------------------------------------ */

static size_t count_keys(const ss_block_key *keys) {
  size_t count = 0;
  while (keys[count].word) count++;
  return count;
}

enum { KEYS_MOST = 8 };

/* "did you mean 'gap'?", or all keys. */
static void suggest_keys(ss_reader *reader, ss_diagnostic *item, const char *key,
                         const ss_block_key *keys) {
  const char *words[KEYS_MOST];
  char all[128] = "";
  size_t count = count_keys(keys);
  for (size_t i = 0; i < count; i++) {
    words[i] = keys[i].word;
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", words[i]);
  }
  ss_reader_hint(reader, item, "its keys are %s", all);
  ss_reader_suggest(reader, item, key, count, words);
}

bool ss_reader_find_keys(ss_reader *reader, const ss_items *items, const char *what, ss_span where,
                         const ss_block_key *keys, const ss_item **found) {
  size_t count = count_keys(keys);
  bool broken = items->broken;
  for (size_t i = 0; i < count; i++) found[i] = NULL;
  for (size_t i = 0; i < items->count; i++) {
    const ss_item *item = &items->items[i];
    size_t k = 0;
    while (k < count && (item->primed || strcmp(keys[k].word, item->key) != 0)) k++;
    if (k == count) {
      ss_diagnostic *d = ss_reader_error(reader, item->where, "unknown key '%s%s' in %s", item->key,
                                         item->primed ? "'" : "", what);
      suggest_keys(reader, d, item->key, keys);
      broken = true;
    } else if (found[k]) {
      ss_reader_error(reader, item->where, "key '%s' is given twice in %s", item->key, what);
    } else {
      found[k] = item;
    }
  }
  for (size_t k = 0; k < count && !broken; k++)
    if (keys[k].required && !found[k])
      ss_reader_error(reader, where, "%s has no '%s'", what, keys[k].word);
  return !broken;
}

/* ---- values with parts ----------------------------------------------------------------------- */

/* The parts between the commas inside a '(' that the lexer has passed; true if its ')' is the end
 * of the text. */
static bool split_at_commas(ss_lexer *lexer, size_t most, ss_formula *parts, size_t *count) {
  size_t depth = 1, from = lexer->at, to = from;
  *count = 0;
  for (;;) {
    ss_token token = ss_lexer_next(lexer);
    if (token.kind == SS_TOKEN_END) return false;
    if (token.kind == SS_TOKEN_OPEN) depth++;
    if (token.kind == SS_TOKEN_CLOSE) depth--;
    if (depth == 0 || (depth == 1 && token.kind == SS_TOKEN_COMMA)) {
      if (*count < most)
        parts[*count] = (ss_formula){.where = {(uint32_t)from, (uint32_t)(to - from)}};
      (*count)++;
      from = to = lexer->at;
    } else if (token.kind != SS_TOKEN_NEWLINE) {
      if (from == to) from = token.where.offset;
      to = lexer->at;
    }
    if (depth == 0 && lexer->text[token.where.offset] != ')') return false;
    if (depth == 0) break;
  }
  ss_token_kind after;
  do after = ss_lexer_next(lexer).kind;
  while (after == SS_TOKEN_NEWLINE);
  return after == SS_TOKEN_END;
}

/* Between commas there must be something. */
static bool complain_empty(ss_reader *reader, const ss_item *item, size_t count,
                           const ss_formula *parts) {
  for (size_t i = 0; i < count; i++) {
    if (parts[i].where.length) continue;
    ss_reader_error(reader, item->value.where, "a formula is missing between '(', ',' and ')'");
    return true;
  }
  return false;
}

size_t ss_reader_split_tuple(ss_reader *reader, const ss_item *item, size_t most,
                             ss_formula *parts) {
  if (reader->json) return ss_json_split_tuple(reader, item, most, parts);
  if (item->value.where.length == 0) return 0;
  ss_lexer lexer = ss_lexer_start(reader->list->text, item->value.where);
  size_t count = 0;
  bool bracket = reader->list->text[item->value.where.offset] == '(';
  ss_lexer_next(&lexer);
  if (!bracket || !split_at_commas(&lexer, most, parts, &count) || count == 1) {
    parts[0] = item->value;
    return 1;
  }
  return complain_empty(reader, item, count < most ? count : most, parts) ? 0 : count;
}

const char *ss_reader_split_call(ss_reader *reader, const ss_item *item, size_t most,
                                 ss_formula *parts, size_t *count) {
  *count = 0;
  if (reader->json) return ss_json_split_call(reader, item, most, parts, count);
  if (item->value.where.length == 0) return NULL;
  ss_lexer lexer = ss_lexer_start(reader->list->text, item->value.where);
  ss_token word = ss_lexer_next(&lexer), open = ss_lexer_next(&lexer);
  bool good = word.kind == SS_TOKEN_NAME && word.plain && word.where.length < 60;
  if (good && open.kind == SS_TOKEN_OPEN && lexer.text[open.where.offset] == '(')
    good = split_at_commas(&lexer, most, parts, count);
  else if (open.kind != SS_TOKEN_END)
    good = false;
  if (!good) {
    ss_diagnostic *complaint = ss_reader_error(reader, item->value.where,
                                               "'%s' needs a word and its arguments", item->key);
    ss_reader_hint(reader, complaint, "as %s",
                   strcmp(item->key, "law") == 0 ? "coulomb(0.3)" : "newton(0.5, 0)");
    return NULL;
  }
  if (complain_empty(reader, item, *count < most ? *count : most, parts)) return NULL;
  return ss_reader_copy(reader, word.where);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* The item's value as exactly `count` parts. */
static void take_parts(ss_reader *reader, const ss_item *item, size_t count, ss_formula *parts) {
  ss_formula split[3] = {{0}};
  size_t given = item ? ss_reader_split_tuple(reader, item, 3, split) : 0;
  if (given == 0) return;
  if (given == count)
    memcpy(parts, split, count * sizeof *parts);
  else
    ss_reader_error(reader, item->value.where, "'%s' needs %zu components, not %zu", item->key,
                    count, given);
}

void ss_reader_add_body(ss_reader *reader, const ss_name *name, const ss_items *items) {
  static const ss_block_key keys[] = {
      {"mass", true}, {"inertia", false}, {"at", true}, {"gravity", false}, {NULL, false}};
  ss_model *model = reader->model;
  const ss_item *found[KEYS_MOST];
  char what[80];
  snprintf(what, sizeof what, "body '%.60s'", name->text);
  ss_reader_find_keys(reader, items, what, name->where, keys, found);

  ss_body body = {.name = *name};
  take_parts(reader, found[0], 1, &body.mass);
  take_parts(reader, found[1], 1, &body.inertia);
  take_parts(reader, found[2], 3, body.at);
  take_parts(reader, found[3], 2, body.gravity);
  ss_names_declare(reader, SS_KIND_BODY, model->bodies, name);
  *ss_model_append(reader, model->body, model->bodies, ss_body) = body;
}

/* ---- charts, states, relations --------------------------------------------------------------- */

static void refer_to_keys(ss_reader *reader, ss_reference_kind kind, size_t owner,
                          const ss_items *items) {
  for (size_t i = 0; i < items->count; i++) {
    const ss_item *item = &items->items[i];
    *ss_scratch_append(reader, reader->references, reader->reference_count, ss_reference) =
        (ss_reference){.kind = kind,
                       .owner = owner,
                       .name = item->key,
                       .primed = item->primed,
                       .where = item->where,
                       .value = item->value};
  }
}

void ss_reader_add_chart(ss_reader *reader, size_t count, const ss_name *names,
                         const ss_items *items) {
  ss_model *model = reader->model;
  if (model->chart) {
    ss_reader_error(reader, names[0].where, "the chart is given twice");
    return;
  }
  ss_chart *chart = ss_reader_keep(reader, 1, sizeof *chart);
  ss_coordinate *coordinates = ss_reader_keep(reader, count, sizeof *coordinates);
  if (!chart || !coordinates) return;
  *chart = (ss_chart){.count = count, .coordinates = coordinates};
  model->chart = chart;
  reader->chart_broken = items->broken;
  for (size_t i = 0; i < count; i++) {
    coordinates[i].name = names[i];
    if (!ss_names_declare(reader, SS_KIND_CHART, i, &names[i])) reader->chart_broken = true;
  }
  if (!reader->chart_broken) refer_to_keys(reader, SS_REFERENCE_CHART, 0, items);
}

void ss_reader_add_state(ss_reader *reader, const ss_name *name, const ss_items *items) {
  ss_model *model = reader->model;
  ss_names_declare(reader, SS_KIND_STATE, model->states, name);
  refer_to_keys(reader, SS_REFERENCE_STATE, model->states, items);
  *ss_model_append(reader, model->state, model->states, ss_state) = (ss_state){.name = *name};
}

void ss_reader_add_relations(ss_reader *reader, ss_kind kind, const ss_name *name, const char *of,
                             const ss_items *items) {
  ss_model *model = reader->model;
  ss_relations relations = {.name = *name, .of = of, .count = items->count};
  relations.items = ss_reader_keep(reader, items->count, sizeof *relations.items);
  if (!relations.items) return;
  for (size_t i = 0; i < items->count; i++)
    relations.items[i] =
        (ss_relation){items->items[i].relation, items->items[i].value, items->items[i].right};
  if (kind == SS_KIND_REGION) {
    ss_names_declare(reader, kind, model->regions, name);
    *ss_model_append(reader, model->region, model->regions, ss_relations) = relations;
  } else {
    ss_name key = *name;
    if (of) key.text = ss_arena_format(reader->arena, "%s %s", name->text, of);
    if (key.text) ss_names_declare(reader, kind, model->expectations, &key);
    *ss_model_append(reader, model->expectation, model->expectations, ss_relations) = relations;
  }
}
