/* words.c: the words of the model language, generated from the lists in model.h. */
#include "standstill/model.h"

#define ELEMENT_WORD(name, word)                               word,
#define LAW_WORD(name, word, arguments, slip, spin, roll)      word,
#define LAW_ARGUMENTS(name, word, arguments, slip, spin, roll) arguments,
#define LAW_DIMENSION(name, word, arguments, slip, spin, roll) (slip) + (spin) + (roll),
#define RESTITUTION_WORD(name, word, arguments)                word,
#define RESTITUTION_ARGUMENTS(name, word, arguments)           arguments,

static const char *const element_words[] = {SS_ELEMENT_LIST(ELEMENT_WORD)};
static const char *const law_words[] = {SS_LAW_LIST(LAW_WORD)};
static const int law_arguments[] = {SS_LAW_LIST(LAW_ARGUMENTS)};
static const int law_dimensions[] = {SS_LAW_LIST(LAW_DIMENSION)};
static const char *const restitution_words[] = {SS_RESTITUTION_LIST(RESTITUTION_WORD)};
static const int restitution_arguments[] = {SS_RESTITUTION_LIST(RESTITUTION_ARGUMENTS)};

const char *ss_element_word(ss_element_kind kind) {
  return element_words[kind];
}

const char *ss_law_word(ss_law_kind kind) {
  return law_words[kind];
}

int ss_law_arguments(ss_law_kind kind) {
  return law_arguments[kind];
}

int ss_law_dimension(ss_law_kind kind) {
  return law_dimensions[kind];
}

const char *ss_restitution_word(ss_restitution_kind kind) {
  return restitution_words[kind];
}

int ss_restitution_arguments(ss_restitution_kind kind) {
  return restitution_arguments[kind];
}
