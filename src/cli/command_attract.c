/* command_attract.c: `standstill attract SYSTEM --level L`: does a function fall along the motions
 * of a polynomial system wherever it is below a level? Exact: sums of squares, or a point. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "standstill/show.h"

static const ss_option options[] = {
    {"level", SS_OPTION_TEXT, "L", "the level, a decimal number or a fraction as 1/20"},
    SS_SHARED_OUT,
    SS_SHARED_DUMP,
    SS_SHARED_JSON,
    SS_SHARED_QUIET,
};

/* A decimal number, or two with a bar between them. */
static bool read_level(const char *text, fmpq_t level) {
  const char *bar = text ? strchr(text, '/') : NULL;
  if (!text) return false;
  if (!bar) return ss_number_from_text(text, strlen(text), level) && fmpq_sgn(level) > 0;
  fmpq_t below;
  fmpq_init(below);
  const bool good = ss_number_from_text(text, (size_t)(bar - text), level) &&
                    ss_number_from_text(bar + 1, strlen(bar + 1), below) && !fmpq_is_zero(below);
  if (good) fmpq_div(level, level, below);
  fmpq_clear(below);
  return good && fmpq_sgn(level) > 0;
}

/* ---- output ---------------------------------------------------------------------------------- */

static int write_certificate(const ss_arguments *arguments, const ss_field *flow,
                             const ss_field_answer *answer) {
  const char *file = ss_arguments_text(arguments, "out");
  if (!file || answer->verdict == SS_UNKNOWN) return 0;
  ss_text text;
  ss_text_start(&text);
  const ss_status status = ss_field_write_certificate(flow, answer, &text);
  const ss_status written = status == SS_OK ? ss_file_write(file, &text) : status;
  const int error = errno;
  ss_text_stop(&text);
  if (written == SS_OK) return 0;
  if (written != SS_IO) return ss_cli_fail(written, file);
  ss_cli_error("cannot write %s: %s", file, strerror(error));
  return ss_status_exit_code(SS_IO);
}

static int show(const ss_arguments *arguments, const ss_field *flow,
                const ss_field_answer *answer) {
  enum { REFUTED = 10, UNKNOWN = 20 };
  int code = write_certificate(arguments, flow, answer);
  if (code == 0) code = ss_cli_dump(arguments, answer->program);
  if (code != 0) return code;
  ss_text out;
  ss_text_start(&out);
  if (ss_arguments_has(arguments, "json"))
    ss_show_field_json(flow, answer, &out);
  else if (!ss_arguments_has(arguments, "quiet"))
    ss_show_field(flow, answer, &out);
  code = ss_cli_finish(&out);
  if (code != 0 || answer->verdict == SS_PROVED) return code;
  return answer->verdict == SS_REFUTED ? REFUTED : UNKNOWN;
}

static int run(const ss_arguments *arguments) {
  const char *text = ss_arguments_text(arguments, "level");
  ss_diagnostics list;
  const ss_field *flow = NULL;
  ss_status status = ss_field_read(arguments->operand, arguments->arena, &list, &flow);
  if (status != SS_OK) return ss_cli_end(status, &list, arguments->operand);
  fmpq_t level;
  fmpq_init(level);
  int code;
  if (!read_level(text, level)) {
    ss_cli_error("--level: %s", text ? "a positive number is expected" : "it must be given");
    code = ss_status_exit_code(SS_BAD_INPUT);
  } else {
    ss_field_answer answer;
    status = ss_field_decide(flow, level, arguments->arena, &answer);
    code = status == SS_OK ? show(arguments, flow, &answer) : ss_cli_fail(status, "attract");
  }
  fmpq_clear(level);
  return code;
}

const ss_command ss_command_attract = {
    "attract", "SYSTEM", "prove that a function falls along the motions of a polynomial system",
    SS_OPTIONS(options), run};
