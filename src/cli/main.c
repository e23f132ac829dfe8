/* main.c: `standstill COMMAND MODEL [options]`.
 *
 * Finds the command, reads its arguments, runs it. Exit status: 0 done (for a proof: proved),
 * 10 refuted, 20 unknown, 2 the input is wrong, 3 a limit was hit.
 */
#include <cblas.h>
#include <hdf5.h>
#include <signal.h>
#include <string.h>

#include "cli.h"

/* `standstill --help` and `standstill --version` mean the commands of that name. */
static const ss_command *find_command(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return &ss_command_help;
  if (strcmp(word, "--version") == 0) return &ss_command_version;
  if (*word != '-') return ss_commands_find(word);
  ss_cli_error("a command comes first: standstill COMMAND MODEL [options]");
  return NULL;
}

static int show_help(const ss_command *command) {
  ss_text text;
  ss_text_start(&text);
  ss_help_print_command(command, &text);
  return ss_cli_finish(&text);
}

/* Does the command read this file: its model, measurements, a motion to follow, what an input
 * follows? */
static bool is_read(const ss_arguments *a, const char *file) {
  static const char *const inputs[] = {"data", "track"};
  size_t count = 0;
  if (ss_file_is_same(file, a->operand)) return true;
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    const char *read = ss_arguments_knows(a, inputs[i]) ? ss_arguments_text(a, inputs[i]) : NULL;
    if (read && ss_file_is_same(file, read)) return true;
  }
  const char *const *input =
      ss_arguments_knows(a, "input") ? ss_arguments_all(a, "input", &count) : NULL;
  for (size_t i = 0; i < count; i++) {
    const char *name = strchr(input[i], '=');
    if (name && ss_file_is_same(file, name + 1)) return true;
  }
  return false;
}

/* One file: there already, or by its name. */
static bool is_one_file(const char *one, const char *other) {
  while (strncmp(one, "./", 2) == 0) one += 2;
  while (strncmp(other, "./", 2) == 0) other += 2;
  return strcmp(one, other) == 0 || ss_file_is_same(one, other);
}

/* Refuses to write over what the command reads, or twice to one file; 0: nothing to refuse. */
static int refuse_clash(const ss_arguments *a) {
  static const char *const outputs[] = {"out", "plot", "dump", "movie"};
  enum { OUTPUTS = sizeof outputs / sizeof *outputs };
  const char *file[OUTPUTS];
  for (size_t i = 0; i < OUTPUTS; i++) {
    file[i] = ss_arguments_knows(a, outputs[i]) ? ss_arguments_text(a, outputs[i]) : NULL;
    if (!a->operand || !file[i]) continue;
    if (is_read(a, file[i]))
      return ss_cli_refuse("%s is what the command reads; it is not written over", file[i]);
    for (size_t k = 0; k < i; k++)
      if (file[k] && is_one_file(file[i], file[k]) && strncmp(file[i], "/dev/", 5) != 0)
        return ss_cli_refuse("--%s and --%s would both write %s", outputs[k], outputs[i], file[i]);
  }
  return 0;
}

static int run_command(const ss_command *command, int count, char *const *words) {
  ss_arena *arena = ss_arena_create();
  if (!arena) return ss_cli_fail(SS_MEMORY, NULL);
  ss_arguments arguments;
  ss_status status = ss_arguments_parse(arena, command, count, words, &arguments);
  int code;
  if (status == SS_MEMORY)
    code = ss_cli_fail(status, NULL);
  else if (status != SS_OK)
    code = ss_status_exit_code(status);
  else if (arguments.help)
    code = show_help(command);
  else if ((code = refuse_clash(&arguments)) == 0)
    code = command->run(&arguments);
  ss_arena_destroy(arena);
  return code;
}

/* A process of our own may do what a library must not. */
static void settle_in(void) {
  /* our matrices are small, and maps have threads of their own: those of OpenBLAS only spin */
  openblas_set_num_threads(1);
  ss_cli_guard_memory();
  /* all our files are closed when we say so; what HDF5 does at exit can only break down */
  H5dont_atexit();
  /* a file that grows beyond its limit is an error like a full disk, not a death */
  signal(SIGXFSZ, SIG_IGN);
}

int main(int count, char **words) {
  settle_in();
  count = ss_cli_take_colour(count, words);
  if (count < 0) return ss_status_exit_code(SS_BAD_INPUT);
  if (count < 2) {
    ss_text text;
    ss_text_start(&text);
    ss_help_print_program(&text);
    fputs(text.data, stderr);
    ss_text_stop(&text);
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  const ss_command *command = find_command(words[1]);
  if (!command) return ss_status_exit_code(SS_BAD_INPUT);
  return run_command(command, count - 2, words + 2);
}
