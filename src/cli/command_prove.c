/* command_prove.c: `standstill prove MODEL`: will it come to a standstill, and from where?
 *
 * One of three questions: is the rest set, or part of it, attractive; is it stable; are motions
 * bounded? The answer goes to standard output and into the exit status: 0 proved, 10 refuted, 20
 * unknown, 30 if an attack contradicts what is claimed. The checker has confirmed what is proved
 * (study/confirm.c). A certificate is written where --out asks for it and there is something to
 * certify. */
#include <string.h>

#include "cli.h"
#include "standstill/show.h"

static const ss_option options[] = {
    SS_SHARED_SET,
    SS_SHARED_FEEDBACK,
    {"claim", SS_OPTION_TEXT, "WHAT", "attractive (default), stable or bounded: what to prove"},
    {"at", SS_OPTION_TEXT, "STATE", "about the rest set at this state (default: of least energy)"},
    {"leaves", SS_OPTION_INTEGER, "N", "spend at most N cells on the level (default 64)"},
    {"effort", SS_OPTION_INTEGER, "N",
     "1 (default) to 5: how near levels by boxes come to the best"},
    {"stiffness", SS_OPTION_REAL, "K",
     "of the machine whose contacts are springs of this stiffness"},
    {"attack", SS_OPTION_INTEGER, "N", "follow N motions from the claimed region: do they obey?"},
    {"attack-level", SS_OPTION_REAL, "RHO", "attack this level in place of the proved one"},
    {"time-limit", SS_OPTION_REAL, "S", "stop searching after S seconds; what was found is shown"},
    SS_SHARED_JSON,
    {"out", SS_OPTION_TEXT, "FILE", "write the certificate, for standstill-check"},
    SS_SHARED_DUMP,
    SS_SHARED_QUIET,
};

enum { EXIT_REFUTED = 10, EXIT_UNKNOWN = 20, EXIT_CONTRADICTED = 30 };

static int exit_code(ss_verdict verdict) {
  return verdict == SS_PROVED ? 0 : verdict == SS_REFUTED ? EXIT_REFUTED : EXIT_UNKNOWN;
}

/* False after an error message. */
static bool read_question(const ss_arguments *a, ss_question *question) {
  const char *text = ss_arguments_text(a, "claim");
  if (!text) return true;
  for (int i = 0; i < SS_QUESTIONS; i++)
    if (strcmp(text, ss_question_word((ss_question)i)) == 0) {
      *question = (ss_question)i;
      return true;
    }
  ss_cli_error("--claim is attractive, stable or bounded, not '%s'", text);
  return false;
}

/* The motions that --attack asks for. */
static ss_status attack(const ss_arguments *a, const ss_machine *machine, ss_proof proof,
                        ss_diagnostics *list, ss_attack *result) {
  ss_attack_options o = ss_attack_default_options();
  o.count = ss_arguments_integer(a, "attack", 0);
  proof.levels.proved = ss_arguments_real(a, "attack-level", proof.levels.proved);
  return ss_machine_attack(a->arena, machine, &proof, &o, list, result);
}

typedef struct told {
  const ss_proof *proof;
  const ss_rest_choice *choice;
  const ss_attack *attack; /* or NULL */
  const char *file;        /* of the certificate, or NULL */
} told;

static int show(const ss_arguments *a, told t) {
  const ss_proof *proof = t.proof;
  const ss_rest_choice *choice = t.choice;
  const char *file = t.file;
  ss_text text;
  if (ss_arguments_has(a, "quiet") && !ss_arguments_has(a, "json")) return 0;
  ss_text_start(&text);
  if (ss_arguments_has(a, "json"))
    ss_show_proof_json(proof, choice, t.attack, file, &text);
  else
    ss_show_proof(proof, &text);
  if (!ss_arguments_has(a, "json")) ss_show_rest_choice(choice, &text);
  if (t.attack && !ss_arguments_has(a, "json")) ss_show_attack(t.attack, &text);
  if (file && !ss_arguments_has(a, "json"))
    ss_text_addf(&text, "\ncertificate: %s (standstill-check %s)\n", file, file);
  return ss_cli_finish(&text);
}

/* False after an error message. */
static bool read_options(const ss_arguments *a, ss_proof_options *o) {
  if (!read_question(a, &o->question)) return false;
  o->leaves = ss_arguments_integer(a, "leaves", o->leaves);
  const size_t effort = ss_arguments_integer(a, "effort", 1);
  if (effort < 1 || effort > 5) {
    ss_cli_error("--effort is a number from 1 to 5, not %zu", effort);
    return false;
  }
  o->stiffness = ss_arguments_real(a, "stiffness", 0);
  if (ss_arguments_has(a, "stiffness") && !(o->stiffness > 0)) {
    ss_cli_error("--stiffness is a positive number");
    return false;
  }
  for (size_t i = 1; i < effort; i++) o->box_gap /= 10;
  for (size_t i = 1; i < effort; i++) o->boxes *= 2;
  return true;
}

/* Certificate, attack, what is shown; the exit status. */
static int report(const ss_arguments *a, const ss_machine *machine, const ss_proof *proof,
                  const ss_rest_choice *choice, ss_diagnostics *list) {
  const char *file = proof->verdict == SS_UNKNOWN ? NULL : ss_arguments_text(a, "out");
  const bool attacked = ss_arguments_has(a, "attack");
  ss_attack result = {0};
  ss_status status = attacked ? attack(a, machine, *proof, list, &result) : SS_OK;
  if (result.findings) file = NULL;
  if (file && status == SS_OK) status = ss_machine_certify(machine, proof, file, list);
  int code = ss_cli_end(status, list, a->operand);
  if (code == 0) code = ss_cli_dump(a, proof->program);
  if (code == 0) code = show(a, (told){proof, choice, attacked ? &result : NULL, file});
  if (code == 0 && proof->stopped) code = ss_cli_tell_stop();
  if (code == 0) code = result.findings ? EXIT_CONTRADICTED : exit_code(proof->verdict);
  return code;
}

static int prove(const ss_arguments *a, const ss_machine *machine, double until) {
  ss_diagnostics list;
  ss_proof proof;
  ss_rest_choice choice;
  ss_proof_options o = ss_proof_default_options();
  if (!read_options(a, &o)) return ss_status_exit_code(SS_BAD_INPUT);
  ss_diagnostics_start(&list, a->arena, NULL, NULL, 0);
  ss_status status =
      ss_machine_choose_rest(a->arena, machine, ss_arguments_text(a, "at"), until, &list, &choice);
  if (status != SS_OK) return ss_cli_end(status, &list, a->operand);
  o.at = choice.at;
  o.chosen = ss_arguments_has(a, "at");
  o.sets = &choice.sets;
  o.own_set = choice.chosen;
  o.until = until;
  status = ss_machine_prove(a->arena, machine, &o, &list, &proof);
  if (status != SS_OK) return ss_cli_end(status, &list, a->operand);
  if (proof.rest_point) choice.chosen = ss_rest_which(&choice.sets, proof.rest_point, 1e-6);
  const int code = report(a, machine, &proof, &choice, &list);
  ss_proof_clear(&proof);
  return code;
}

static int run_prove(const ss_arguments *arguments) {
  ss_machine *machine;
  double until;
  if (!ss_cli_limit_time(arguments, &until)) return ss_status_exit_code(SS_BAD_INPUT);
  int code = ss_cli_open(arguments, false, &machine);
  if (code == 0) code = prove(arguments, machine, until);
  ss_machine_close(machine);
  return code;
}

const ss_command ss_command_prove = {
    "prove", "MODEL", "prove that it comes to rest, or that it does not, with a certificate",
    SS_OPTIONS(options), run_prove};
