/* test_docs.c: the examples of docs/model-language.md.
 *
 * A block that opens with ```still is a complete model: it must be read without a complaint. One
 * that opens with ```still-wrong is followed by a ```message block with what the program says about
 * it, to the letter. A ```json block is the canonical form of the model before it: it is read back
 * to the same hash. Other blocks and indented text are fragments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files.h"

/* A fenced block: the word behind its fence and the text in it. */
typedef struct block {
  char word[32];
  const char *text;
  size_t length;
} block;

/* The next fenced block at or behind *at; moves *at behind it; false if there is none. */
static bool next_block(const char **at, block *found) {
  const char *fence = strstr(*at, "\n```");
  if (!fence) return false;
  size_t length = strcspn(fence + 4, "\n");
  assert_true(length < sizeof found->word);
  memcpy(found->word, fence + 4, length);
  found->word[length] = '\0';
  found->text = fence + 4 + length + 1;
  const char *close = strstr(found->text - 1, "\n```");
  assert_non_null(close);
  found->length = (size_t)(close + 1 - found->text);
  *at = close + 4;
  return true;
}

/* The hash of a block that must be a good model. */
static void hash_model(ss_arena *arena, const block *it, char hash[65]) {
  ss_diagnostics list;
  ss_diagnostics_start(&list, arena, "example", it->text, it->length);
  ss_model *model = NULL;
  ss_status status = ss_model_parse(arena, "example", it->text, it->length, 0, NULL, &list, &model);
  if (list.count > 0) {
    ss_text said;
    ss_text_start(&said);
    ss_diagnostics_print(&list, &said);
    print_error("%.*s\n%s", (int)it->length, it->text, said.data);
    ss_text_stop(&said);
  }
  assert_int_equal(list.count, 0);
  assert_int_equal(status, SS_OK);
  memcpy(hash, model->hash, 65);
  ss_model_close(model);
}

static void check_wrong_model(ss_arena *arena, const block *model, const block *message) {
  ss_text said;
  ss_text_start(&said);
  complain_about(arena, "example.still", model->text, model->length, &said);
  char *expected = ss_arena_copy_text(arena, message->text, message->length);
  assert_string_equal(said.data, expected);
  ss_text_stop(&said);
}

static void the_examples_of_the_language_work(void **state) {
  (void)state;
  ss_arena *arena = ss_arena_create();
  size_t length = 0, models = 0, wrong = 0, forms = 0;
  const char *at = read_file(arena, "docs/model-language.md", &length);
  assert_non_null(at);
  char hash[65] = "", form[65];
  for (block it, message; next_block(&at, &it);) {
    if (strcmp(it.word, "still") == 0) {
      hash_model(arena, &it, hash);
      models++;
    } else if (strcmp(it.word, "json") == 0) {
      hash_model(arena, &it, form);
      assert_string_equal(form, hash);
      forms++;
    } else if (strcmp(it.word, "still-wrong") == 0) {
      assert_true(next_block(&at, &message));
      assert_string_equal(message.word, "message");
      check_wrong_model(arena, &it, &message);
      wrong++;
    }
  }
  /* the page has an example of every statement, of a complaint and of the JSON form */
  assert_true(models >= 10 && wrong >= 1 && forms >= 1);
  ss_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_examples_of_the_language_work)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
