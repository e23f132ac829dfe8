/* start_prove.c: what is proved of one start, or of all starts near it.
 *
 * A tube around the motion from the start (tube.h) is followed to a level below which all motions
 * tend to rest, or to where none comes back from. The starts are a box: every coordinate and every
 * velocity differs from that of the start by the radius at most, and by an ulp more, so that the
 * number as it was written is inside. The certificate is that of the target, which `prove` has,
 * with the box and the plan of the motion; the checker follows the plan (docs/certificate.md), and
 * nothing is called proved that it does not confirm, but for models that can have no certificate.
 *
 * Here too is what basins that are proved share with it: the target, and the constants of tubes as
 * JSON.
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "standstill/json.h"
#include "study_private.h"

/* ---- the target ------------------------------------------------------------------------------ */

static void forget_target(void *object) {
  ss_tube_target *t = object;
  ss_proof_clear(&t->known);
  fmpq_clear(t->level);
}

/* The matrices must be in the coordinates of the model. */
static bool has_own_coordinates(const ss_model *model, const ss_linear *linear) {
  if (linear->coordinates != model->coordinates) return false;
  for (size_t i = 0; i < model->coordinates; i++)
    if (strcmp(linear->coordinate[i], model->coordinate[i].name.text) != 0) return false;
  return true;
}

/* Refuses to follow a start, or starts; a theorem about all of them is told then, unless it is
 * about the machine without its contacts. */
static ss_status refuse(const ss_tube_target *t, ss_status status, const char *why,
                        const char *reason, ss_diagnostics *list) {
  const ss_proof *known = &t->known;
  const bool all = !t->gaps && known->verdict == SS_PROVED &&
                   known->claim == SS_CLAIM_GLOBALLY_ATTRACTIVE && known->sentence;
  return ss_study_refuse(list, status, "--prove: %s%s%s%s%s%s", why, reason ? " (" : "",
                         reason ? reason : "", reason ? ")" : "",
                         all ? "; but 'standstill prove' shows of all starts: " : "",
                         all ? known->sentence : "");
}

/* What is missing for a machine that is not linear. */
static ss_status refuse_nonlinear(const ss_machine *machine, const ss_tube_target *t,
                                  ss_diagnostics *list) {
  const char *why = "it is not linear: motions of several coordinates are only known to stay "
                    "together where masses, stiffness and friction bounds are constant";
  if (ss_machine_system(machine)->coordinates == 1)
    why = "it is not linear: basin --prove decides its plane by fences, not single starts";
  return refuse(t, SS_BAD_INPUT, why, t->known.reason, list);
}

/* The reason why a machine cannot be followed without its contacts. */
static ss_status refuse_contacts(ss_arena *arena, const ss_machine *machine, ss_tube_target *t,
                                 const char *reason, ss_diagnostics *list) {
  ss_proof_clear(&t->known);
  t->known = (ss_proof){0};
  t->gaps = 0;
  const ss_status status = ss_machine_prove(arena, machine, NULL, list, &t->known);
  if (status != SS_OK) return status;
  return refuse(t, SS_BAD_INPUT,
                "it has contacts: nothing carries a ball of starts through impacts yet, and it is "
                "not seen to stay away from them",
                reason, list);
}

static ss_status check_target(const ss_machine *machine, ss_tube_target *t, ss_diagnostics *list) {
  const ss_proof *known = &t->known;
  if (!known->linear) return refuse_nonlinear(machine, t, list);
  if (!has_own_coordinates(ss_machine_model(machine), known->linear))
    return refuse(t, SS_BAD_INPUT, "the machine has sliders", NULL, list);
  if (known->verdict == SS_UNKNOWN)
    return ss_study_refuse(list, SS_BAD_INPUT, "--prove: nothing is known of its rest set%s: %s",
                           t->gaps ? " without its contacts" : "",
                           known->reason ? known->reason : "no theorem applies");
  t->has_level =
      known->claim == SS_CLAIM_LOCALLY_ATTRACTIVE || known->claim == SS_CLAIM_ATTRACTIVE_SUBSET;
  if (t->has_level && (!known->level || fmpq_set_str(t->level, known->level, 10) != 0))
    return ss_study_refuse(list, SS_BAD_INPUT, "--prove: the level is not known exactly");
  return SS_OK;
}

static void close_machine(void *machine) {
  ss_machine_close(machine);
}

/* The machine without its contacts, and their gaps, or why not; it lives as long as the arena. */
static ss_status open_apart(ss_arena *arena, const ss_machine *machine, ss_diagnostics *list,
                            ss_machine **apart, const ss_tube_gap **gap, const char **why_not) {
  ss_status status = ss_study_find_gaps(arena, machine, gap, why_not);
  if (status == SS_OK && !*why_not) status = ss_machine_apart(machine, list, apart);
  if (status != SS_OK || *why_not || ss_arena_defer(arena, close_machine, *apart)) return status;
  ss_machine_close(*apart);
  return SS_MEMORY;
}

/* What is known of the machine, or of it without its contacts: that one is `followed`. */
static ss_status prove_target(ss_arena *arena, const ss_machine *machine, ss_tube_target *t,
                              const ss_tube_gap **gap, ss_diagnostics *list) {
  const ss_machine *followed = machine;
  const char *why = NULL;
  ss_machine *apart;
  ss_status status = SS_OK;
  t->gaps = ss_machine_system(machine)->normals;
  if (t->gaps) {
    status = open_apart(arena, machine, list, &apart, gap, &why);
    if (status == SS_OK && !why) followed = apart;
  }
  if (status == SS_OK && !why) status = ss_machine_prove(arena, followed, NULL, list, &t->known);
  if (status == SS_OK && t->gaps && !why && !t->known.linear) why = "it is not linear";
  if (status != SS_OK) return status;
  return why ? refuse_contacts(arena, machine, t, why, list) : check_target(followed, t, list);
}

ss_status ss_study_find_target(ss_arena *arena, const ss_machine *machine, double end,
                               ss_diagnostics *list, ss_tube_target **target) {
  const char *why;
  const ss_tube_gap *gap = NULL;
  ss_tube_target *t = *target = ss_arena_new(arena, 1, ss_tube_target);
  if (!t) return SS_MEMORY;
  t->level = ss_arena_new(arena, 1, fmpq);
  if (!t->level) return SS_MEMORY;
  fmpq_init(t->level);
  if (!ss_arena_defer(arena, forget_target, t)) {
    fmpq_clear(t->level);
    return SS_MEMORY;
  }
  ss_status status = prove_target(arena, machine, t, &gap, list);
  if (status != SS_OK) return status;
  const ss_tube_options o = {.level = t->has_level ? t->level : NULL,
                             .global = t->known.claim == SS_CLAIM_GLOBALLY_ATTRACTIVE,
                             .end = end,
                             .gaps = t->gaps,
                             .gap = gap};
  status = ss_tube_create(arena, t->known.linear, &o, &t->tube, &why);
  if (status == SS_OK) return SS_OK;
  return refuse(t, status == SS_BAD_ARGUMENT ? SS_BAD_INPUT : status,
                why ? why : ss_status_text(status), NULL, list);
}

/* ---- certificates ---------------------------------------------------------------------------- */

static ss_status make_text(const ss_machine *machine, const ss_tube_target *target, void *map,
                           ss_text *text) {
  const ss_machine_options *o = ss_machine_options_of(machine);
  if (!map) return SS_MEMORY;
  const ss_status status = ss_proof_write_map(&target->known, ss_machine_model(machine),
                                              o->settings, o->setting, o->feedback, map, text);
  return status == SS_OK && text->failed ? SS_MEMORY : status;
}

static ss_status write_text(const char *file, const ss_text *text, ss_diagnostics *list) {
  const ss_status status = ss_file_write(file, text);
  if (status == SS_OK) return SS_OK;
  return ss_study_refuse(list, status, "cannot write %s: %s", file,
                         status == SS_IO ? strerror(errno) : ss_status_text(status));
}

ss_status ss_study_write_confirmed(ss_status status, const ss_text *text, const char *file,
                                   ss_diagnostics *list) {
  char message[600];
  ss_verdict verdict = SS_PROVED;
  if (status == SS_OK) status = ss_study_ask_checker(text, message, &verdict);
  if (status != SS_OK)
    return ss_study_refuse(list, status, "the certificate: %s", ss_status_text(status));
  if (verdict != SS_PROVED)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "the certificate: the checker does not confirm it: %s", message);
  return file ? write_text(file, text, list) : SS_OK;
}

ss_status ss_study_write_tubes(const ss_machine *machine, const ss_tube_target *target, void *map,
                               const char *file, ss_diagnostics *list) {
  ss_text text;
  ss_text_start(&text);
  const ss_status made = make_text(machine, target, map, &text);
  const ss_status status = ss_study_write_confirmed(made, &text, file, list);
  ss_text_stop(&text);
  return status;
}

static json_t *rational(const fmpq *x) {
  char *text = fmpq_get_str(NULL, 10, x);
  json_t *number = json_string(text);
  flint_free(text);
  return number;
}

static json_t *number_of(double value) {
  fmpq_t x;
  fmpq_init(x);
  ss_exact_from_double(x, value, 0);
  json_t *number = rational(x);
  fmpq_clear(x);
  return number;
}

void *ss_study_numbers(size_t count, const double *value) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) ss_json_append(&list, number_of(value[i]));
  return list;
}

static json_t *modes_of(const ss_tube *tube, size_t d) {
  json_t *list = json_array();
  for (size_t k = 0; k < ss_tube_rays(tube); k++) {
    double nu[2], re[2 * SS_TUBE_MOST], im[2 * SS_TUBE_MOST];
    ss_tube_ray(tube, k, nu, re, im);
    json_t *mode = json_object();
    ss_json_set(&mode, "value", ss_study_numbers(2, nu));
    ss_json_set(&mode, "re", ss_study_numbers(d, re));
    ss_json_set(&mode, "im", ss_study_numbers(d, im));
    ss_json_append(&list, mode);
  }
  return list;
}

static json_t *helds_of(const ss_tube *tube) {
  json_t *list = json_array();
  for (size_t k = 0; k < ss_tube_helds(tube); k++) {
    const fmpq *rate, *push;
    json_t *held = json_object();
    ss_json_set(&held, "frictions", json_integer(ss_tube_held(tube, k, &rate, &push)));
    ss_json_set(&held, "rate", rational(rate));
    ss_json_set(&held, "push", rational(push));
    ss_json_append(&list, held);
  }
  return list;
}

void *ss_study_describe_tube(const ss_tube *tube, size_t d) {
  json_t *map = json_object();
  ss_json_set(&map, "rate", rational(ss_tube_rate(tube)));
  ss_json_set(&map, "unit", json_integer(-(json_int_t)ilogb(ss_tube_step(tube))));
  ss_json_set(&map, "held", helds_of(tube));
  ss_json_set(&map, "settle",
              ss_tube_settling(tube) ? rational(ss_tube_settling(tube)) : json_null());
  if (!fmpq_is_zero(ss_tube_stretch(tube)))
    ss_json_set(&map, "stretch", rational(ss_tube_stretch(tube)));
  ss_json_set(&map, "modes", modes_of(tube, d));
  return map;
}

/* ---- a start --------------------------------------------------------------------------------- */

/* The box of starts. A double is what is nearest to what was written: an ulp more. */
typedef struct start_box {
  double x[2 * SS_TUBE_MOST], reach[2 * SS_TUBE_MOST];
} start_box;

static void fill_box(size_t n, const ss_start_options *o, start_box *box) {
  for (size_t i = 0; i < 2 * n; i++) {
    const double x = box->x[i] = i < n ? o->q[i] : o->u[i - n];
    box->reach[i] = (o->radius + 0x1p-52 * fabs(x)) * (1 + 0x1p-50);
  }
}

static void withdraw(ss_arena *arena, const char *message, ss_start_proof *proof) {
  proof->verdict = SS_UNKNOWN;
  proof->settles = proof->apart = false;
  proof->level = NULL;
  proof->reason = ss_arena_format(arena, "%s", message);
}

static json_t *describe_start(const ss_machine *machine, const ss_tube_target *target,
                              const start_box *box, const ss_text *leaf) {
  const size_t d = 2 * ss_machine_model(machine)->coordinates;
  json_t *map = ss_study_describe_tube(target->tube, d);
  ss_json_set(&map, "start", ss_study_numbers(d, box->x));
  ss_json_set(&map, "reach", ss_study_numbers(d, box->reach));
  ss_json_set(&map, "leaf", json_string(leaf->data));
  return map;
}

/* The certificate; the checker follows the motion again, and its word is the verdict. */
static ss_status confirm_start(ss_arena *arena, const ss_machine *machine,
                               const ss_tube_target *target, json_t *map, ss_text *text,
                               ss_start_proof *proof) {
  char message[600];
  ss_verdict verdict = SS_PROVED;
  ss_status status = make_text(machine, target, map, text);
  if (status == SS_OK) status = ss_study_ask_checker(text, message, &verdict);
  if (status != SS_OK || verdict == SS_PROVED) return status;
  withdraw(arena, message, proof);
  return proof->reason ? SS_OK : SS_MEMORY;
}

/* The name of the rest set, where it is shown to be the only one. */
static const char *name_set(ss_arena *arena, const ss_machine *machine) {
  ss_diagnostics said;
  ss_rest_sets sets = {0};
  const ss_rest_options o = ss_rest_default_options();
  ss_diagnostics_start(&said, arena, NULL, NULL, 0);
  if (ss_machine_rest(arena, machine, &o, &said, &sets) != SS_OK) return NULL;
  return sets.count == 1 && sets.complete ? sets.set[0].name : NULL;
}

static ss_status check_start(const ss_machine *machine, const ss_start_options *o,
                             ss_diagnostics *list) {
  bool finite = true;
  if (!(o->radius >= 0) || !isfinite(o->radius))
    return ss_study_refuse(list, SS_BAD_INPUT, "--radius %g: it must be 0 or above", o->radius);
  if (!(o->end > 0) || !isfinite(o->end))
    return ss_study_refuse(list, SS_BAD_INPUT, "--end %g: it must be above 0", o->end);
  for (size_t i = 0; i < ss_machine_model(machine)->coordinates; i++)
    finite = finite && isfinite(o->q[i]) && isfinite(o->u[i]);
  if (!finite) return ss_study_refuse(list, SS_BAD_INPUT, "--prove: the start is not finite");
  return o->file ? ss_study_check_certifiable(machine, list) : SS_OK;
}

void ss_study_write_leaf(const ss_tube *tube, const ss_tube_answer *a, const ss_text *plan,
                         ss_text *leaf) {
  if (a->fate == SS_TUBE_ESCAPE) ss_text_addf(leaf, "escape %zu %zu", a->ray, a->direction);
  if (a->fate == SS_TUBE_LEVEL) ss_text_add(leaf, "rest");
  if (a->fate == SS_TUBE_REST) ss_text_add(leaf, "settle");
  for (size_t j = 0; a->fate == SS_TUBE_REST && j < ss_tube_frictions(tube); j++)
    ss_text_addf(leaf, "%c%ld", j ? ',' : ' ', a->share[j]);
  if (plan->length) ss_text_addf(leaf, " %s", plan->data);
  leaf->failed = leaf->failed || plan->failed;
}

/* The level that is reached: that of the theorem, or what of it lies within the gaps. */
static const char *name_level(ss_arena *arena, const ss_tube_target *target) {
  const double level = pow(ss_tube_radius(target->tube), 2) / 2;
  if (target->has_level && !(level < fmpq_get_d(target->level) * (1 - 1e-9)))
    return ss_arena_format(arena, "%s", target->known.level);
  return ss_arena_format(arena, "%.6g", level * (1 - 1e-5));
}

static void take_answer(ss_arena *arena, const ss_tube_target *target, const ss_tube_answer *a,
                        ss_start_proof *proof) {
  const ss_proof *known = &target->known;
  proof->time = a->time;
  proof->tube = a->radius;
  proof->theorem = ss_arena_format(arena, "%s", known->theorem);
  proof->settles = a->fate == SS_TUBE_REST;
  const bool below = target->has_level || target->gaps;
  proof->level = below && !proof->settles ? name_level(arena, target) : NULL;
  proof->touches = a->touches;
  if (a->fate == SS_TUBE_LEVEL || a->fate == SS_TUBE_REST) proof->verdict = SS_PROVED;
  if (a->fate == SS_TUBE_ESCAPE) proof->verdict = SS_REFUTED;
  proof->apart = target->gaps && proof->verdict == SS_PROVED;
}

ss_status ss_machine_prove_start(ss_arena *arena, const ss_machine *machine,
                                 const ss_start_options *o, ss_diagnostics *list,
                                 ss_start_proof *proof) {
  assert(arena && machine && o && o->q && o->u && list && proof);
  ss_tube_target *target;
  ss_tube_answer a;
  ss_text plan, leaf, text;
  start_box box;
  *proof = (ss_start_proof){.verdict = SS_UNKNOWN, .radius = o->radius};
  ss_status status = check_start(machine, o, list);
  if (status == SS_OK) status = ss_study_find_target(arena, machine, o->end, list, &target);
  if (status != SS_OK) return status;
  fill_box(ss_machine_model(machine)->coordinates, o, &box);
  ss_text_start(&plan);
  ss_text_start(&leaf);
  ss_text_start(&text);
  ss_tube_follow(target->tube, box.x, box.reach, &plan, &a);
  take_answer(arena, target, &a, proof);
  proof->set = name_set(arena, machine);
  ss_study_write_leaf(target->tube, &a, &plan, &leaf);
  if (leaf.failed || !proof->theorem) status = SS_MEMORY;
  if (status == SS_OK && proof->verdict != SS_UNKNOWN &&
      ss_study_check_certifiable(machine, NULL) == SS_OK)
    status = confirm_start(arena, machine, target, describe_start(machine, target, &box, &leaf),
                           &text, proof);
  const bool writes = status == SS_OK && o->file && proof->verdict != SS_UNKNOWN;
  if (writes) status = write_text(o->file, &text, list);
  if (writes && status == SS_OK) proof->certificate = o->file;
  ss_text_stop(&plan);
  ss_text_stop(&leaf);
  ss_text_stop(&text);
  return status;
}
