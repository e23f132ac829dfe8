/* arguments.c: what follows the command's name.
 *
 *     words   = { option | operand } [ "--" { operand } ]
 *     option  = "--" NAME                    a switch
 *             | "--" NAME VALUE              whatever VALUE looks like, a leading dash included
 *             | "--" NAME "=" VALUE
 *
 * Options and the operand come in any order. The command's table decides what NAME means and
 * whether a value follows; a number is checked here, so that a command sees only sound ones. The
 * first mistake ends the parse with one message, which names the nearest option where one is near.
 * Cost: O(words x options). What can fail: the words, and memory.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { LARGEST_INTEGER = 1000000000 };

const ss_option ss_option_help = {"help", SS_OPTION_SWITCH, NULL, "show this help"};

/* A name on the command line: its first `length` bytes, without the dashes. */
static bool is_name(const ss_option *option, const char *name, size_t length) {
  return strlen(option->name) == length && memcmp(option->name, name, length) == 0;
}

static const ss_option *find_option(const ss_command *command, const char *name, size_t length) {
  for (size_t i = 0; i < command->option_count; i++)
    if (is_name(&command->options[i], name, length)) return &command->options[i];
  return is_name(&ss_option_help, name, length) ? &ss_option_help : NULL;
}

static ss_status refuse_option(ss_arena *arena, const ss_command *command, const char *word,
                               size_t length) {
  const char *name = ss_arena_copy_text(arena, word, length);
  const char **names = ss_arena_new(arena, command->option_count + 1, const char *);
  if (!name || !names) return SS_MEMORY;
  for (size_t i = 0; i < command->option_count; i++) names[i] = command->options[i].name;
  names[command->option_count] = ss_option_help.name;
  const char *nearest = ss_nearest_name(name, command->option_count + 1, names);
  if (nearest)
    ss_cli_error("%s has no option '--%s'; did you mean '--%s'?", command->name, name, nearest);
  else
    ss_cli_error("%s has no option '--%s'; 'standstill help %s' lists its options", command->name,
                 name, command->name);
  return SS_BAD_INPUT;
}

/* The number that an option's text says, checked. */
static ss_status read_number(ss_given *given) {
  const ss_option *option = given->option;
  char *end = NULL;
  errno = 0;
  double value = strtod(given->text, &end);
  bool is_number = *given->text && !*end && strpbrk(given->text, " \t\n") == NULL;
  if (option->kind == SS_OPTION_INTEGER) {
    if (!is_number || strspn(given->text, "0123456789") != strlen(given->text) || value < 1 ||
        value > LARGEST_INTEGER) {
      ss_cli_error("--%s needs an integer from 1 to %d, not '%s'", option->name, LARGEST_INTEGER,
                   given->text);
      return SS_BAD_INPUT;
    }
    given->integer = (size_t)value;
  } else if (!is_number || !isfinite(value) ||
             strspn(given->text, "+-.0123456789eE") != strlen(given->text)) {
    ss_cli_error("--%s needs a decimal number, not '%s'", option->name, given->text);
    return SS_BAD_INPUT;
  }
  given->real = value;
  return SS_OK;
}

/* The option at words[*next], with its value; moves *next behind it. */
static ss_status read_option(ss_arguments *arguments, int count, char *const *words, int *next) {
  const char *name = words[(*next)++] + 2, *equals = strchr(name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen(name);
  const ss_option *option = find_option(arguments->command, name, length);
  if (!option) return refuse_option(arguments->arena, arguments->command, name, length);
  ss_given given = {.option = option};
  if (option->kind == SS_OPTION_SWITCH) {
    if (equals) {
      ss_cli_error("--%s takes no value", option->name);
      return SS_BAD_INPUT;
    }
  } else if (equals) {
    given.text = equals + 1;
  } else if (*next < count) {
    given.text = words[(*next)++];
  } else {
    ss_cli_error("--%s needs a value: --%s %s", option->name, option->name, option->value);
    return SS_BAD_INPUT;
  }
  if (option == &ss_option_help) arguments->help = true;
  if (option->kind == SS_OPTION_INTEGER || option->kind == SS_OPTION_REAL) {
    ss_status status = read_number(&given);
    if (status != SS_OK) return status;
  }
  arguments->given[arguments->given_count++] = given;
  return SS_OK;
}

static ss_status read_operand(ss_arguments *arguments, const char *word) {
  const ss_command *command = arguments->command;
  if (!command->operand || arguments->operand) {
    ss_cli_error("%s takes %s; '%s' is one too many", command->name,
                 command->operand ? "one name" : "no name", word);
    return SS_BAD_INPUT;
  }
  arguments->operand = word;
  return SS_OK;
}

ss_status ss_arguments_parse(ss_arena *arena, const ss_command *command, int count,
                             char *const *words, ss_arguments *arguments) {
  *arguments = (ss_arguments){.command = command, .arena = arena};
  arguments->given = ss_arena_new(arena, (size_t)count + 1, ss_given);
  if (!arguments->given) return SS_MEMORY;
  bool options_over = false;
  for (int next = 0; next < count;) {
    const char *word = words[next];
    ss_status status = SS_OK;
    if (!options_over && strcmp(word, "--") == 0) {
      options_over = true;
      next++;
    } else if (!options_over && strncmp(word, "--", 2) == 0) {
      status = read_option(arguments, count, words, &next);
    } else if (!options_over && word[0] == '-' && word[1]) {
      ss_cli_error("no option '%s'; options are written in full, with two dashes", word);
      status = SS_BAD_INPUT;
    } else {
      status = read_operand(arguments, word);
      next++;
    }
    if (status != SS_OK) return status;
  }
  if (command->operand && *command->operand != '[' && !arguments->operand && !arguments->help) {
    ss_cli_error("%s needs a %s: standstill %s %s", command->name, command->operand, command->name,
                 command->operand);
    return SS_BAD_INPUT;
  }
  return SS_OK;
}

bool ss_arguments_knows(const ss_arguments *arguments, const char *name) {
  return find_option(arguments->command, name, strlen(name)) != NULL;
}

/* The last one given, or NULL. */
static const ss_given *find_given(const ss_arguments *arguments, const char *name) {
  assert(ss_arguments_knows(arguments, name));
  for (size_t i = arguments->given_count; i > 0; i--)
    if (strcmp(arguments->given[i - 1].option->name, name) == 0) return &arguments->given[i - 1];
  return NULL;
}

bool ss_arguments_has(const ss_arguments *arguments, const char *name) {
  return find_given(arguments, name) != NULL;
}

const char *ss_arguments_text(const ss_arguments *arguments, const char *name) {
  const ss_given *given = find_given(arguments, name);
  return given ? given->text : NULL;
}

size_t ss_arguments_integer(const ss_arguments *arguments, const char *name, size_t otherwise) {
  const ss_given *given = find_given(arguments, name);
  return given ? given->integer : otherwise;
}

double ss_arguments_real(const ss_arguments *arguments, const char *name, double otherwise) {
  const ss_given *given = find_given(arguments, name);
  return given ? given->real : otherwise;
}

const char *const *ss_arguments_all(const ss_arguments *arguments, const char *name,
                                    size_t *count) {
  assert(ss_arguments_knows(arguments, name));
  const char **texts = ss_arena_new(arguments->arena, arguments->given_count, const char *);
  *count = 0;
  if (!texts) return NULL;
  for (size_t i = 0; i < arguments->given_count; i++)
    if (strcmp(arguments->given[i].option->name, name) == 0)
      texts[(*count)++] = arguments->given[i].text;
  return texts;
}
