/* command_new.c: `standstill new NAME`: a commented model to start from.
 *
 * NAME.still is written unless there is such a file already. What it says is src/cli/new.still,
 * with a title. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* src/cli/new.still */
__asm__(".section .rodata\n"
        ".global ss_new_model, ss_new_model_end\n"
        ".hidden ss_new_model, ss_new_model_end\n"
        "ss_new_model:\n.incbin \"src/cli/new.still\"\n"
        "ss_new_model_end:\n.byte 0\n.previous\n");
extern const char ss_new_model[], ss_new_model_end[];

/* NAME, or NAME without its ending, and .still behind it. */
static const char *name_file(const ss_arguments *a) {
  const size_t n = strlen(a->operand);
  const bool ends = n > 6 && strcmp(a->operand + n - 6, ".still") == 0;
  return ends ? a->operand : ss_arena_format(a->arena, "%s.still", a->operand);
}

/* The title goes in before the first statement, with the name of the file. */
static void print_model(const char *file, ss_text *out) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  const char *names = strstr(ss_new_model, "# ---- names");
  ss_text_add_bytes(out, ss_new_model, (size_t)(names - ss_new_model));
  ss_text_addf(out, "model \"%.*s\"\n\n", (int)(strlen(name) - strlen(".still")), name);
  ss_text_add_bytes(out, names, (size_t)(ss_new_model_end - names));
}

static int run_new(const ss_arguments *a) {
  const char *file = name_file(a), *slash = strrchr(a->operand, '/');
  const char *name = slash ? slash + 1 : a->operand;
  if (!file) return ss_cli_fail(SS_MEMORY, a->operand);
  if (!*name || strcspn(name, "\"\\\n\r") != strlen(name))
    return ss_cli_refuse("new %s: a name has no quotes and no backslash, and is not empty",
                         a->operand);
  if (access(file, F_OK) == 0)
    return ss_cli_refuse("new %s: there is such a file already", a->operand);
  ss_text text;
  ss_text_start(&text);
  print_model(file, &text);
  const ss_status status = ss_file_write(file, &text);
  ss_text_stop(&text);
  if (status == SS_IO) return ss_cli_refuse("new %s: %s", a->operand, strerror(errno));
  if (status != SS_OK) return ss_cli_fail(status, file);
  if (ss_arguments_has(a, "quiet")) return 0;
  ss_text_start(&text);
  ss_text_addf(&text, "wrote ");
  ss_cli_quote(file, &text);
  ss_text_add(&text, "; next: standstill info ");
  ss_cli_quote(file, &text);
  ss_text_add(&text, "\n");
  return ss_cli_finish(&text);
}

static const ss_option options[] = {SS_SHARED_QUIET};

const ss_command ss_command_new = {"new", "NAME", "write a commented model to start from",
                                   SS_OPTIONS(options), run_new};
