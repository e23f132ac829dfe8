/* command_prove.c: `standstill prove MODEL`: will it come to a standstill, and from where?
 *
 * One question: is the rest set, or part of it, attractive? The answer goes to standard output and
 * into the exit status: 0 proved, 10 refuted (unstable, or not attractive), 20 unknown. A
 * certificate is written where --out asks for it and there is something to certify. */
#include <string.h>

#include "cli.h"
#include "standstill/show.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FEEDBACK,
    {"leaves", SS_OPTION_INTEGER, "N", "spend at most N cells on the level (default 64)"},
    SS_SHARED_JSON,
    {"out", SS_OPTION_TEXT, "FILE", "write the certificate, for standstill-check"},
    SS_SHARED_QUIET,
};

enum { EXIT_REFUTED = 10, EXIT_UNKNOWN = 20 };

static int exit_code(ss_verdict verdict) {
  return verdict == SS_PROVED ? 0 : verdict == SS_REFUTED ? EXIT_REFUTED : EXIT_UNKNOWN;
}

/* *file stays NULL if there is nothing to certify. */
static int write_certificate(const ss_arguments *a, const ss_model *model, const ss_proof *proof,
                             const char **file) {
  size_t count;
  const char *name = ss_arguments_text(a, "out");
  const char *const *settings = ss_arguments_all(a, "set", &count);
  ss_text text;
  *file = NULL;
  if (!name || proof->verdict == SS_UNKNOWN) return 0;
  if (!model->text) {
    ss_cli_error("a certificate holds the model's text; this model was read from JSON");
    return ss_status_exit_code(SS_BAD_INPUT);
  }
  ss_text_start(&text);
  ss_status status = settings ? ss_proof_write_certificate(proof, model, count, settings,
                                                           ss_arguments_text(a, "feedback"), &text)
                              : SS_MEMORY;
  if (status != SS_OK) {
    ss_text_stop(&text);
    return ss_cli_fail(status, "the certificate");
  }
  *file = name;
  return ss_cli_write_file(name, &text);
}

static int show(const ss_arguments *a, const ss_proof *proof, const char *file) {
  ss_text text;
  if (ss_arguments_has(a, "quiet") && !ss_arguments_has(a, "json")) return 0;
  ss_text_start(&text);
  if (ss_arguments_has(a, "json"))
    ss_show_proof_json(proof, file, &text);
  else
    ss_show_proof(proof, &text);
  if (file && !ss_arguments_has(a, "json"))
    ss_text_addf(&text, "\ncertificate: %s (standstill-check %s)\n", file, file);
  return ss_cli_finish(&text);
}

static int prove(const ss_arguments *a, const ss_machine *machine) {
  ss_proof proof;
  const char *file;
  ss_proof_options o = ss_proof_default_options();
  o.leaves = ss_arguments_integer(a, "leaves", o.leaves);
  const ss_status status = ss_prove(a->arena, ss_machine_system(machine), &o, &proof);
  if (status != SS_OK) return ss_cli_fail(status, a->operand);
  int code = write_certificate(a, ss_machine_model(machine), &proof, &file);
  if (code == 0) code = show(a, &proof, file);
  if (code == 0) code = exit_code(proof.verdict);
  ss_proof_clear(&proof);
  return code;
}

static int run_prove(const ss_arguments *arguments) {
  ss_machine *machine;
  int code = ss_cli_open(arguments, false, &machine);
  if (code == 0) code = prove(arguments, machine);
  ss_machine_close(machine);
  return code;
}

const ss_command ss_command_prove = {
    .name = "prove",
    .operand = "MODEL",
    .summary = "prove that it comes to rest, or that it does not, with a certificate",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .run = run_prove,
};
