/* feedbacks.c: "feedback", the laws of the inputs: which law, of which input, and when it acts.
 *
 *     "feedback" [ [ NAME ] [ "after" COUNT | "while" NAME NAME ] ":" ] NAME "=" expr
 */
#include <stdlib.h>
#include <string.h>

#include "reader.h"

/* The number behind "after". */
static bool read_count(ss_reader *reader, size_t *count) {
  const ss_token at = reader->token;
  char *end;
  const char *text = reader->lexer.text + at.where.offset;
  const long long number = at.kind == SS_TOKEN_NUMBER ? strtoll(text, &end, 10) : 0;
  const bool whole = number > 0 && end == text + at.where.length;
  *count = whole ? ss_feedback_count(number) : 0;
  if (*count)
    ss_reader_advance(reader);
  else
    ss_reader_error(reader, at.where, SS_FEEDBACK_COUNT_EXPECTED);
  return *count > 0;
}

/* The element and what it does, behind "while". */
static bool read_during(ss_reader *reader, ss_feedback *feedback) {
  ss_name element, word;
  if (!ss_reader_accept_name(reader, "the name of a contact or friction", &element) ||
      !ss_reader_accept_name(reader, "'open', 'closed', 'sticks' or 'slips'", &word))
    return false;
  feedback->element_name = element.text;
  feedback->during = ss_during_from_word(word.text);
  if (!feedback->during)
    ss_reader_error(reader, word.where, SS_DURING_EXPECTED ", found '%s'", word.text);
  else
    ss_reader_refer(reader, SS_REFERENCE_DURING, reader->model->feedbacks, element.text,
                    element.where);
  return feedback->during;
}

/* [ NAME ] "after" COUNT, [ NAME ] "while" NAME NAME, of which `name` was read. */
static bool read_condition(ss_reader *reader, ss_name *name, ss_feedback *feedback) {
  const bool number = reader->token.kind == SS_TOKEN_NUMBER;
  ss_name word = *name;
  if (!number && reader->token.kind != SS_TOKEN_NAME) return true;
  if (strcmp(name->text, number ? "after" : "while") != 0) {
    feedback->law = name->text;
    if (!ss_reader_accept_name(reader, "'after' or 'while'", &word)) return false;
  }
  const bool during = strcmp(word.text, "while") == 0;
  if (!during && strcmp(word.text, "after") != 0) {
    ss_reader_error(reader, word.where, "expected ':', '=', 'after' or 'while', found '%s'",
                    word.text);
    return false;
  }
  return (during ? read_during(reader, feedback) : read_count(reader, &feedback->after)) &&
         ss_reader_accept(reader, SS_TOKEN_COLON, "':'") &&
         ss_reader_accept_name(reader, "the name of an input", name);
}

bool ss_reader_read_feedback(ss_reader *reader) {
  ss_model *model = reader->model;
  ss_feedback feedback = {.law = ""};
  ss_name name;
  if (!ss_reader_accept_name(reader, "the name of an input", &name)) return false;
  if (!read_condition(reader, &name, &feedback)) return false;
  if (!feedback.after && !feedback.during && reader->token.kind == SS_TOKEN_COLON) {
    ss_reader_advance(reader);
    feedback.law = name.text;
    if (!ss_reader_accept_name(reader, "the name of an input", &name)) return false;
  }
  ss_name key = name;
  key.text = ss_model_feedback_key(reader->arena, &feedback, name.text);
  if (key.text) ss_names_declare(reader, SS_KIND_FEEDBACK, model->feedbacks, &key);
  ss_reader_refer(reader, SS_REFERENCE_INPUT, model->feedbacks, name.text, name.where);
  bool good = ss_reader_accept(reader, SS_TOKEN_EQUALS, "'='") &&
              ss_reader_skip_formula(reader, 0, &feedback.value);
  *ss_model_append(reader, model->feedback, model->feedbacks, ss_feedback) = feedback;
  return good;
}
