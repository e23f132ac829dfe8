/* console.c: what the command line says on its two streams.
 *
 * Results go to stdout, everything else to stderr. Colour is for terminals: never in a pipe, never
 * when NO_COLOR is set (no-color.org), never on a dumb terminal, unless --color says otherwise.
 * Text is checked to have arrived, so that a full disk is an error and not a short file.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { LONGEST_MESSAGE = 4096 };

/* What --color said, for whoever asks later in this process. */
#define COLOUR "STANDSTILL_COLOR"

static const char red[] = "\033[1;31m", yellow[] = "\033[1;33m", plain[] = "\033[0m";

int ss_cli_take_colour(int count, char **words) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const bool alone = strcmp(words[i], "--color") == 0;
    if (!alone && strncmp(words[i], "--color=", 8) != 0) {
      words[kept++] = words[i];
      continue;
    }
    const char *when = alone ? i + 1 < count ? words[++i] : "" : words[i] + 8;
    if (strcmp(when, "always") != 0 && strcmp(when, "never") != 0 && strcmp(when, "auto") != 0) {
      ss_cli_error("--color is always, never or auto, not '%s'", when);
      return -1;
    }
    setenv(COLOUR, when, 1);
  }
  return kept;
}

bool ss_cli_wants_colour(FILE *stream) {
  const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM"), *when = getenv(COLOUR);
  if (when && strcmp(when, "auto") != 0) return strcmp(when, "always") == 0;
  if (no_colour && *no_colour) return false;
  return term && strcmp(term, "dumb") != 0 && isatty(fileno(stream));
}

/* "standstill: KIND: MESSAGE" on stderr. */
static void say(const char *kind, const char *colour, const char *format, va_list args) {
  const bool coloured = ss_cli_wants_colour(stderr);
  char message[LONGEST_MESSAGE];
  vsnprintf(message, sizeof message, format, args);
  /* what the user typed may hold bytes that move the cursor */
  for (char *c = message; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7F) *c = '?';
  fprintf(stderr, "standstill: %s%s:%s %s\n", coloured ? colour : "", kind, coloured ? plain : "",
          message);
}

void ss_cli_error(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", red, format, args);
  va_end(args);
}

int ss_cli_refuse(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", red, format, args);
  va_end(args);
  return ss_status_exit_code(SS_BAD_INPUT);
}

void ss_cli_note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("note", yellow, format, args);
  va_end(args);
}

int ss_cli_dump(const ss_arguments *arguments, const ss_sdp_program *program) {
  const char *path = ss_arguments_text(arguments, "dump");
  if (!path) return 0;
  if (!program) {
    ss_cli_note("no semidefinite program was solved: %s is not written", path);
    return 0;
  }
  const ss_status status = ss_sdp_write(program, arguments->operand, path);
  if (status != SS_IO) return status == SS_OK ? 0 : ss_cli_fail(status, path);
  ss_cli_error("cannot write %s: %s", path, strerror(errno));
  return ss_status_exit_code(SS_IO);
}

int ss_cli_fail(ss_status status, const char *what) {
  if (what)
    ss_cli_error("%s: %s", what, ss_status_text(status));
  else
    ss_cli_error("%s", ss_status_text(status));
  return ss_status_exit_code(status);
}

/* A line of a diagnostic, its "error:" or "warning:" in colour. */
static void print_in_colour(const char *line) {
  static const struct {
    const char *word, *colour;
  } kinds[] = {{": error: ", red}, {": warning: ", yellow}};
  for (size_t i = 0; *line != ' ' && i < 2; i++) {
    const char *found = strstr(line, kinds[i].word);
    if (!found) continue;
    int before = (int)(found - line) + 2, word = (int)strlen(kinds[i].word) - 3;
    fprintf(stderr, "%.*s%s%.*s%s%s\n", before, line, kinds[i].colour, word, line + before, plain,
            line + before + word);
    return;
  }
  fprintf(stderr, "%s\n", line);
}

void ss_cli_print_diagnostics(ss_diagnostics *list) {
  ss_text text;
  ss_text_start(&text);
  ss_diagnostics_print(list, &text);
  if (!ss_cli_wants_colour(stderr)) {
    fputs(text.data, stderr);
  } else {
    for (char *line = text.data, *end; (end = strchr(line, '\n')); line = end + 1) {
      *end = '\0';
      print_in_colour(line);
    }
  }
  ss_text_stop(&text);
}

int ss_cli_finish(ss_text *text) {
  ss_status status = SS_OK;
  if (text->failed) {
    status = SS_MEMORY;
    ss_cli_error("%s", ss_status_text(status));
  } else if (fwrite(text->data, 1, text->length, stdout) != text->length || fflush(stdout) != 0) {
    status = SS_IO;
    ss_cli_error("cannot write to the standard output: %s", strerror(errno));
  }
  ss_text_stop(text);
  return ss_status_exit_code(status);
}

void ss_cli_quote(const char *word, ss_text *out) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_+-.,:=/%@^";
  bool controls = false;
  for (const char *c = word; *c; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7F) controls = true;
  if (*word && strspn(word, letters) == strlen(word)) {
    ss_text_add(out, word);
    return;
  }
  ss_text_add(out, controls ? "$'" : "'");
  for (const char *c = word; *c; c++) {
    const unsigned char byte = (unsigned char)*c;
    if (byte < 0x20 || byte == 0x7F)
      ss_text_addf(out, "\\%03o", (unsigned)byte);
    else if (*c == '\'')
      ss_text_add(out, controls ? "\\'" : "'\\''");
    else if (*c == '\\' && controls)
      ss_text_add(out, "\\\\");
    else
      ss_text_add_bytes(out, c, 1);
  }
  ss_text_add(out, "'");
}
