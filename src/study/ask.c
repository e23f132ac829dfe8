/* ask.c: a machine and one question: how does it move, where can it rest, is it proved?
 *
 * Each is a call of one analysis with what the machine knows: its equations, its parameters, the
 * states of its file. Options that are NULL have their defaults. What an analysis gives as a phrase
 * is also said in the list, so that a caller need look in one place only.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "study_private.h"

/* ---- motion ---------------------------------------------------------------------------------- */

ss_status ss_machine_move(ss_arena *arena, const ss_machine *machine, const char *from,
                          const ss_motion_options *options, ss_diagnostics *list,
                          ss_motion *motion) {
  const ss_motion_options defaults = ss_motion_default_options();
  const size_t n = ss_machine_model(machine)->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  *motion = (ss_motion){0};
  if (!q || !u) return SS_MEMORY;
  ss_status status = ss_machine_state(machine, "--from", from, list, q, u);
  if (status != SS_OK) return status;
  status = ss_machine_move_from(arena, machine, q, u, options ? options : &defaults, motion);
  if (status == SS_OK) return SS_OK;
  const char *reason = motion->reason;
  return ss_study_refuse(list, status, "%s", reason ? reason : ss_status_text(status));
}

/* ---- rest ------------------------------------------------------------------------------------ */

ss_status ss_machine_rest(ss_arena *arena, const ss_machine *machine,
                          const ss_rest_options *options, ss_diagnostics *list,
                          ss_rest_sets *sets) {
  const ss_rest_options defaults = ss_rest_default_options();
  const char *why_not = NULL;
  const ss_status status =
      ss_rest_find(arena, ss_machine_system(machine), ss_machine_parameters(machine),
                   options ? options : &defaults, sets, &why_not);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "%s: %s", ss_machine_model(machine)->file,
                         why_not ? why_not : ss_status_text(status));
}

ss_status ss_study_check_still(const ss_machine *machine, const char *option, const char *text,
                               const double *u, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(machine);
  for (size_t i = 0; i < model->coordinates; i++) {
    const char *name = model->coordinate[i].name.text;
    if (u[i] != 0)
      return ss_study_refuse(
          list, SS_BAD_INPUT,
          "%s %s: nothing moves at rest, and %s' is %g there; behind the name of "
          "a state %s'=0 makes it stand still",
          option, text, name, u[i], name);
  }
  return SS_OK;
}

ss_status ss_machine_contains(ss_arena *arena, const ss_machine *machine, const char *at,
                              double tolerance, ss_diagnostics *list, ss_rest_answer *answer) {
  const ss_model *model = ss_machine_model(machine);
  const size_t n = model->coordinates;
  double *q = ss_arena_new(arena, n, double), *u = ss_arena_new(arena, n, double);
  ss_expr *exact = ss_arena_new(arena, 2 * n, ss_expr);
  const ss_rest_formulas formulas = {ss_graph_create_over(arena, ss_machine_system(machine)->graph),
                                     exact};
  ss_diagnostics about;
  ss_status status = SS_OK;
  if (!q || !u || !exact || !formulas.graph) return SS_MEMORY;
  if (!at) at = model->states ? model->state[0].name.text : "";
  ss_diagnostics_start(&about, list ? list->arena : arena, "--contains", at, strlen(at));
  if (*at)
    status = ss_model_state_formulas_from_text(model, at, &about, q, u, formulas.graph, exact);
  ss_study_pass_on(&about, "--contains", list);
  if (status == SS_OK) status = ss_study_check_still(machine, "--contains", at, u, list);
  if (status != SS_OK) return status;
  status = ss_rest_contains(arena, ss_machine_system(machine), ss_machine_parameters(machine), q,
                            *at ? &formulas : NULL, tolerance, answer);
  if (status == SS_OK) return SS_OK;
  const char *why = ss_status_text(status);
  if (status == SS_BAD_ARGUMENT)
    why = tolerance >= 0 ? "forces or gaps there depend on the time or are not finite"
                         : "the tolerance is negative";
  return ss_study_refuse(list, status, "--contains %s: %s", at, why);
}

/* ---- proof ----------------------------------------------------------------------------------- */

/* What can rest nowhere comes to rest nowhere: no theorem says so, but a person should be told. A
 * machine of which theorems know the rest set was not searched before. */
static ss_status tell_no_rest(ss_arena *arena, const ss_machine *machine, double until,
                              const ss_rest_sets *sets, ss_proof *proof) {
  const ss_system *s = ss_machine_system(machine);
  ss_rest_options o = ss_rest_default_options();
  ss_rest_sets found = sets ? *sets : (ss_rest_sets){0};
  const char *why = proof->reason ? proof->reason : "";
  if (proof->verdict != SS_UNKNOWN || found.count) return SS_OK;
  o.until = until;
  if (!found.complete && s->traits.linear && s->normals == 0) {
    const ss_status status =
        ss_rest_find(arena, s, ss_machine_parameters(machine), &o, &found, &(const char *){NULL});
    if (status != SS_OK) return status == SS_MEMORY ? status : SS_OK;
  }
  if (found.count || !found.complete || found.stopped) return SS_OK;
  proof->reason =
      ss_arena_format(arena, "there is no place where it can rest%s%s%s",
                      found.searched ? ", where rest has searched" : "", *why ? "; " : "", why);
  return proof->reason ? SS_OK : SS_MEMORY;
}

ss_status ss_machine_prove(ss_arena *arena, const ss_machine *machine,
                           const ss_proof_options *options, ss_diagnostics *list, ss_proof *proof) {
  ss_proof_options o = options ? *options : ss_proof_default_options();
  ss_rest_choice choice;
  if (!o.at && !o.sets) {
    const ss_status chosen = ss_machine_choose_rest(arena, machine, NULL, o.until, list, &choice);
    if (chosen != SS_OK) return chosen;
    o.at = choice.at;
    o.sets = &choice.sets;
    o.own_set = choice.chosen;
  }
  ss_status status = ss_prove(arena, ss_machine_system(machine), &o, proof);
  if (status == SS_OK) {
    status = ss_study_confirm(arena, machine, proof);
    if (status == SS_OK) status = tell_no_rest(arena, machine, o.until, o.sets, proof);
    if (status != SS_OK) ss_proof_clear(proof);
  }
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "%s: %s", ss_machine_model(machine)->file,
                         ss_status_text(status));
}

static ss_status write_text(const ss_text *text, const char *file, ss_diagnostics *list) {
  const ss_status status = ss_file_write(file, text);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "cannot write %s: %s", file,
                         status == SS_IO ? strerror(errno) : ss_status_text(status));
}

ss_status ss_study_check_certifiable(const ss_machine *machine, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(machine);
  const ss_machine_options *o = ss_machine_options_of(machine);
  if (!model->text)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "a certificate holds the model's text; this model was read from JSON");
  if (o->inputs)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "a certificate holds laws of the model's file; --input %s is none",
                           o->input[0]);
  return SS_OK;
}

ss_status ss_machine_certificate(const ss_machine *machine, const ss_proof *proof,
                                 ss_diagnostics *list, ss_text *text) {
  const ss_model *model = ss_machine_model(machine);
  const ss_machine_options *o = ss_machine_options_of(machine);
  assert(proof && text);
  if (proof->verdict == SS_UNKNOWN)
    return ss_study_refuse(list, SS_BAD_ARGUMENT, "there is nothing to certify: it is unknown");
  ss_status status = ss_study_check_certifiable(machine, list);
  if (status != SS_OK) return status;
  status = ss_proof_write_certificate(proof, model, o->settings, o->setting, o->feedback, text);
  if (status == SS_OK && text->failed) status = SS_MEMORY;
  if (status != SS_OK) ss_study_refuse(list, status, "the certificate: %s", ss_status_text(status));
  return status;
}

ss_status ss_machine_certify(const ss_machine *machine, const ss_proof *proof, const char *file,
                             ss_diagnostics *list) {
  ss_text text;
  assert(file);
  ss_text_start(&text);
  ss_status status = ss_machine_certificate(machine, proof, list, &text);
  if (status == SS_OK) status = write_text(&text, file, list);
  ss_text_stop(&text);
  return status;
}

/* Does the box say something of a coordinate? */
static bool has_box(const ss_machine *machine, const ss_rest_options *options) {
  const ss_model *model = ss_machine_model(machine);
  const size_t count = model->chart ? model->chart->count : model->coordinates;
  for (size_t i = 0; options->from && i < count; i++)
    if (!isnan(options->from[i]) || !isnan(options->to[i])) return true;
  return false;
}

ss_status ss_machine_rest_certificate(ss_arena *arena, const ss_machine *machine,
                                      const ss_rest_options *options, ss_diagnostics *list,
                                      ss_text *text) {
  const ss_machine_options *o = ss_machine_options_of(machine);
  const ss_rest_options own = options ? *options : ss_rest_default_options();
  const ss_system *system = ss_machine_system(machine);
  const char *why_not = NULL;
  char message[600];
  ss_verdict verdict = SS_PROVED;
  ss_rest_witness witness;
  ss_status status = ss_study_check_certifiable(machine, list);
  if (status != SS_OK) return status;
  if (has_box(machine, &own))
    status = SS_BAD_ARGUMENT;
  else
    status = ss_rest_write_certificate(arena, system, o->settings, o->setting, o->feedback, text,
                                       &why_not);
  if (status == SS_BAD_ARGUMENT) {
    status = ss_rest_find_witness(arena, system, ss_machine_parameters(machine), &own, &witness,
                                  &why_not);
    if (status == SS_OK)
      status = ss_rest_write_cover(&witness, system, o->settings, o->setting, o->feedback, text);
  }
  if (status == SS_OK && text->failed) status = SS_MEMORY;
  if (status == SS_OK) status = ss_study_ask_checker(text, message, &verdict);
  if (status == SS_OK && verdict != SS_PROVED)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "the certificate: the checker does not confirm it: %s", message);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "the certificate: %s",
                         why_not ? why_not : ss_status_text(status));
}
