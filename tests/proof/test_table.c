/* test_table.c: what is proved of many small machines, against a table that people have read.
 *
 * tests/proof/cases.txt has machines: a line `=== NAME [WORD VALUE]...` (file, set, feedback, at,
 * stiffness) and, without `file`, the text of the model. Of each all three questions are asked, as
 * `standstill prove` asks them, the checker included. The answers (verdict, claim, theorem, level,
 * every condition with its status and detail, the other claims) are lines of tests/proof/table.txt,
 * numbers to three digits, so that another processor may round otherwise. A line that differs is a
 * changed answer: it is right, and its line is made anew by
 *
 *     TABLE=tests/proof/table.txt build/tests/proof/test_table
 *
 * after somebody has read why it is right; or it is a mistake. (TABLE_STOP in the environment ends
 * at the first one.) Nothing here says that a line is true: that is for the tests of each theorem
 * and for the checker. It says that nothing changes unseen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/machine.h"

enum { MOST_WORDS = 16, MOST_SHOWN = 6, SEPARATOR = 4 };

static const char cases_file[] = "tests/proof/cases.txt", table_file[] = "tests/proof/table.txt";

typedef struct trial {
  char name[80], words[400]; /* the words are cut by NULs */
  const char *file, *feedback, *at, *set[MOST_WORDS];
  size_t sets;
  double stiffness;
  char *text; /* of the model, or NULL */
} trial;

/* ---- reading --------------------------------------------------------------------------------- */

static char *read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("%s cannot be opened", path);
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  assert_int_equal(fread(text, 1, size, file), size);
  fclose(file);
  return text;
}

/* The beginning of the next block after `at`, or NULL. */
static char *next_block(char *at) {
  char *found = strncmp(at, "=== ", SEPARATOR) == 0 ? at : strstr(at, "\n=== ");
  return found && found != at ? found + 1 : found;
}

static void read_words(trial *t) {
  char *word = strtok(t->words, " ");
  snprintf(t->name, sizeof t->name, "%s", word);
  while ((word = strtok(NULL, " "))) {
    const char *value = strtok(NULL, " ");
    if (!value) fail_msg("%s: %s has no value", t->name, word);
    if (strcmp(word, "file") == 0)
      t->file = value;
    else if (strcmp(word, "feedback") == 0)
      t->feedback = value;
    else if (strcmp(word, "at") == 0)
      t->at = value;
    else if (strcmp(word, "stiffness") == 0)
      t->stiffness = strtod(value, NULL);
    else if (strcmp(word, "set") == 0 && t->sets < MOST_WORDS)
      t->set[t->sets++] = value;
    else
      fail_msg("%s: what is %s?", t->name, word);
  }
}

/* Cuts the block at `at` off; what follows it, or NULL. */
static char *read_trial(char *at, trial *t) {
  *t = (trial){0};
  at += SEPARATOR;
  const size_t length = strcspn(at, "\n");
  assert_true(length < sizeof t->words);
  memcpy(t->words, at, length);
  t->text = at + length + (at[length] != 0);
  char *next = next_block(t->text);
  if (next) next[-1] = 0;
  if (next == t->text) t->text = (char *)""; /* nothing stands between */
  read_words(t);
  return next;
}

/* ---- answers --------------------------------------------------------------------------------- */

static size_t number_length(const char *s, size_t *digits, bool *real) {
  size_t k = 0;
  *digits = 0;
  *real = false;
  for (; s[k] >= '0' && s[k] <= '9'; k++) ++*digits;
  if (s[k] == '.' && s[k + 1] >= '0' && s[k + 1] <= '9') {
    *real = true;
    for (k++; s[k] >= '0' && s[k] <= '9'; k++) ++*digits;
  }
  const size_t sign = s[k] == 'e' && (s[k + 1] == '-' || s[k + 1] == '+');
  if (s[k] == 'e' && s[k + 1 + sign] >= '0' && s[k + 1 + sign] <= '9') {
    *real = true;
    for (k += 1 + sign; s[k] >= '0' && s[k] <= '9'; k++) continue;
  }
  return k;
}

/* A text with its long numbers, and quotients of such, to three digits. */
static void add_rounded(ss_text *out, const char *s) {
  enum { LONG = 5 };
  char before = ' ';
  while (*s) {
    size_t digits, more;
    bool real, other;
    const bool begins = *s >= '0' && *s <= '9' && !isalnum((unsigned char)before) && before != '_';
    size_t length = begins ? number_length(s, &digits, &real) : 0;
    if (!length) {
      before = *s;
      ss_text_addf(out, "%c", *s++ == '\n' ? ' ' : before);
      continue;
    }
    double value = strtod(s, NULL);
    const size_t below = s[length] == '/' ? number_length(s + length + 1, &more, &other) : 0;
    if (below && (digits >= LONG || more >= LONG)) {
      value /= strtod(s + length + 1, NULL);
      length += 1 + below;
      real = true;
    }
    if (real || digits >= LONG)
      ss_text_addf(out, "%.3g", value < 1e-9 ? 0 : value);
    else
      ss_text_addf(out, "%.*s", (int)length, s);
    before = s[length - 1];
    s += length;
  }
}

static void add_line(ss_text *out, const char *word, const char *text) {
  if (!text || !*text) return;
  ss_text_addf(out, "  %s: ", word);
  add_rounded(out, text);
  ss_text_add(out, "\n");
}

static void add_numbers(ss_text *out, const char *word, size_t count, const double *x) {
  if (!x || !count) return;
  ss_text_addf(out, "  %s:", word);
  for (size_t i = 0; i < count; i++) ss_text_addf(out, " %.3g", fabs(x[i]) < 1e-9 ? 0 : x[i]);
  ss_text_add(out, "\n");
}

static void add_level(ss_text *out, const char *word, double level) {
  if (!isnan(level)) ss_text_addf(out, " %s %.3g", word, level);
}

/* Those with a detail have a line of their own. */
static void add_conditions(ss_text *out, const ss_proof *p) {
  bool begun = false; /* a line */
  for (size_t i = 0; i < p->conditions; i++) {
    const ss_condition *c = &p->condition[i];
    ss_text_addf(out, "%s %d %s", begun ? "" : " ", c->number, ss_condition_word(c->status));
    begun = !c->detail || !*c->detail;
    if (begun) continue;
    ss_text_add(out, " (");
    add_rounded(out, c->detail);
    ss_text_add(out, ")\n");
  }
  if (begun) ss_text_add(out, "\n");
}

/* What is known of a proof, without what follows from the rest of it. */
static void add_proof(ss_text *out, const ss_proof *p, size_t n) {
  ss_text_addf(out, "%s %s %s %s%s", ss_verdict_text(p->verdict), ss_claim_word(p->claim),
               ss_how_word(p->how), p->theorem ? p->theorem : "-",
               p->supported ? " supported" : "");
  add_level(out, "level", p->levels.proved);
  add_level(out, "published", p->levels.published);
  add_level(out, "rest", p->rest_energy);
  add_level(out, "part", p->rest_fraction);
  ss_text_addf(out, "%s%s\n", p->only_point ? " point" : "", p->of_function ? " function" : "");
  add_line(out, "reason", p->reason);
  add_line(out, "paper", p->paper);
  add_line(out, "limit", p->limited_by);
  if (p->motions) ss_text_addf(out, "  motions: %.60s\n", p->motions);
  add_line(out, "moves", p->region_moves);
  add_numbers(out, "from", p->region_count, p->region_lo);
  add_numbers(out, "to", p->region_count, p->region_hi);
  add_numbers(out, "reaches from", p->rest_count, p->rest_lo);
  add_numbers(out, "reaches to", p->rest_count, p->rest_hi);
  add_numbers(out, "about", n, p->rest_point);
  if (p->escape.q) add_numbers(out, p->escape.beyond ? "leaves beyond" : "leaves", n, p->escape.q);
  add_conditions(out, p);
  for (size_t i = 0; i < p->answers; i++) {
    const ss_answer *a = &p->answer[i];
    ss_text_addf(out, "  and %s of the %s: %s %s %s %s", ss_question_word(a->what),
                 a->point ? "point" : "set", ss_verdict_text(a->verdict), ss_scope_word(a->scope),
                 ss_how_word(a->how), a->theorem ? a->theorem : "-");
    add_level(out, "level", a->level);
    ss_text_add(out, "\n");
  }
}

/* Nothing is proved whose conditions are not. */
static void assert_sound(const char *name, const ss_proof *p) {
  for (size_t i = 0; p->verdict != SS_UNKNOWN && i < p->conditions; i++)
    if (p->condition[i].status != SS_CONDITION_PROVED &&
        p->condition[i].status != SS_CONDITION_ASSUMED)
      fail_msg("%s: %s is %s", name, p->condition[i].id, ss_condition_word(p->condition[i].status));
}

/* As the command does: the rest set is chosen, then the proof is tried. */
static void ask(const trial *t, const ss_machine *machine, ss_question question, ss_text *out) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_rest_choice choice;
  ss_proof proof;
  ss_proof_options o = ss_proof_default_options();
  assert_non_null(arena);
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  ss_status status = ss_machine_choose_rest(arena, machine, t->at, 0, &list, &choice);
  if (status == SS_OK) {
    o.question = question;
    o.stiffness = t->stiffness;
    o.at = choice.at;
    o.chosen = t->at != NULL;
    o.sets = &choice.sets;
    o.own_set = choice.chosen;
    status = ss_machine_prove(arena, machine, &o, &list, &proof);
  }
  ss_text_addf(out, "=== %s %s\n", t->name, ss_question_word(question));
  if (status == SS_OK) {
    assert_sound(t->name, &proof);
    add_proof(out, &proof, ss_machine_system(machine)->coordinates);
    ss_proof_clear(&proof);
  } else {
    ss_text_addf(out, "no answer: %s\n", ss_status_text(status));
    if (list.count) add_line(out, "said", list.items[0].message);
  }
  ss_arena_destroy(arena);
}

static void answer(const trial *t, ss_text *out) {
  const ss_machine_options o = {.settings = t->sets, .setting = t->set, .feedback = t->feedback};
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine;
  assert_non_null(arena);
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  const ss_status status = t->file ? ss_machine_open(t->file, &o, &list, &machine)
                                   : ss_machine_parse(t->name, t->text, &o, &list, &machine);
  if (status != SS_OK)
    fail_msg("%s: %s", t->name, list.count ? list.items[0].message : ss_status_text(status));
  for (int i = 0; i < SS_QUESTIONS; i++) ask(t, machine, (ss_question)i, out);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The block of `table` that begins as `block` does, its length; NULL: none. */
static const char *find_block(const char *table, const char *block, size_t *length) {
  char head[120];
  snprintf(head, sizeof head, "%.*s", (int)(strcspn(block, "\n") + 1), block);
  const char *at = strstr(table, head);
  if (at && strstr(at + 1, head)) fail_msg("two of the name %s", head);
  const char *end = at ? strstr(at, "\n=== ") : NULL;
  *length = !at ? 0 : end ? (size_t)(end + 1 - at) : strlen(at);
  return at;
}

/* Prints the first line in which two blocks differ. */
static void show_difference(const char *block, size_t length, const char *old, size_t old_length) {
  size_t i = 0, line = 0;
  for (; i < length && i < old_length && block[i] == old[i]; i++)
    if (block[i] == '\n') line = i + 1;
  print_error("%.*s\n  now:   %.*s\n  table: %.*s\n", (int)strcspn(block, "\n"), block,
              (int)strcspn(block + line, "\n"), block + line,
              old ? (int)strcspn(old + line, "\n") : 4, old ? old + line : "none");
}

/* How many blocks differ, `before` having been found before. */
static size_t compare(char *now, const char *table, size_t before) {
  size_t different = 0;
  for (char *block = now, *next; block; block = next) {
    size_t old_length;
    next = next_block(block + 1);
    const size_t length = next ? (size_t)(next - block) : strlen(block);
    const char *old = find_block(table, block, &old_length);
    if (old && old_length == length && memcmp(old, block, length) == 0) continue;
    if (before + different++ < MOST_SHOWN) show_difference(block, length, old, old_length);
  }
  return different;
}

static size_t count_blocks(char *text) {
  size_t count = 0;
  for (char *at = next_block(text); at; at = next_block(at + 1)) count++;
  return count;
}

static void write_table(const char *path, const ss_text *now) {
  static const char head[] =
      "# What is proved of the machines of cases.txt (test_table.c). A line that changes is a\n"
      "# changed answer: read why it is right before this file is made anew, by\n"
      "# TABLE=tests/proof/table.txt build/tests/proof/test_table\n\n";
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_true(fprintf(file, "%s%s", head, now->data) > 0);
  assert_int_equal(fclose(file), 0);
}

static void answers_are_those_of_the_table(void **state) {
  const char *path = getenv("TABLE");
  char *cases = read_whole(cases_file), *table = path ? NULL : read_whole(table_file);
  size_t count = 0, different = 0;
  ss_text now;
  (void)state;
  ss_text_start(&now);
  for (char *at = next_block(cases); at; count++) {
    const size_t begin = now.length;
    trial t;
    at = read_trial(at, &t);
    answer(&t, &now);
    if (table) different += compare(now.data + begin, table, different);
    if (different && getenv("TABLE_STOP")) fail_msg("the first difference");
  }
  if (path) write_table(path, &now);
  print_message("%zu machines, %zu answers, %zu differ\n", count, count_blocks(now.data),
                different);
  assert_true(count > 100);
  if (table) assert_int_equal(count_blocks(table), count_blocks(now.data));
  assert_int_equal(different, 0);
  ss_text_stop(&now);
  free(table);
  free(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_those_of_the_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
