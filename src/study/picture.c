/* picture.c: what the picture of a plane contains: rest sets, levels, motions.
 *
 * A picture is made in two steps, so that a misprint is found before anything long runs: it is
 * prepared (levels are proved, the machines and starts of further motions are read), then filled
 * (motions run, rest sets found). show draws the plane that comes out.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study_private.h"

/* ---- levels ---------------------------------------------------------------------------------- */

/* The level of a proof, or an explanation why there is none. */
static ss_status prove_level(const ss_picture *p, ss_diagnostics *list, ss_plane_level *level) {
  ss_proof_options options = ss_proof_default_options();
  ss_rest_choice choice;
  ss_proof proof;
  ss_status status = ss_machine_choose_rest(p->arena, p->machine, NULL, 0, list, &choice);
  if (status != SS_OK) return status;
  options.at = choice.at;
  options.sets = &choice.sets;
  options.own_set = choice.chosen;
  status = ss_machine_prove(p->arena, p->machine, &options, list, &proof);
  if (status != SS_OK) return status;
  *level = (ss_plane_level){.rho = proof.levels.proved,
                            .remark = "proved",
                            .region_count = proof.region_count,
                            .region_name = proof.region_name,
                            .region_lo = proof.region_lo,
                            .region_hi = proof.region_hi,
                            .graph = proof.of_function ? proof.graph : NULL,
                            .function = proof.function};
  const bool found = proof.verdict == SS_PROVED && level->rho > 0 && isfinite(level->rho);
  /* every start is below a level without end: there is no line to draw, and the legend says so */
  if (proof.verdict == SS_PROVED && proof.claim == SS_CLAIM_GLOBALLY_ATTRACTIVE)
    level->rho = INFINITY;
  else if (!found && proof.verdict == SS_PROVED)
    status = ss_study_refuse(list, SS_BAD_INPUT, "--level proved: %s", proof.sentence);
  else if (!found)
    status = ss_study_refuse(list, SS_BAD_INPUT, "--level proved: no level is proved%s%s",
                             proof.reason ? ": " : "", proof.reason ? proof.reason : "");
  ss_proof_clear(&proof);
  return status;
}

static ss_status read_level(const ss_picture *p, const char *text, ss_diagnostics *list,
                            ss_plane_level *level) {
  char *end;
  if (strcmp(text, "proved") == 0) return prove_level(p, list, level);
  *level = (ss_plane_level){.rho = strtod(text, &end), .remark = ""};
  if (end > text && !*end && isfinite(level->rho) && level->rho > 0) return SS_OK;
  return ss_study_refuse(list, SS_BAD_INPUT,
                         "--level needs a positive number or 'proved', not '%s'", text);
}

static ss_status read_levels(ss_picture *p, ss_diagnostics *list) {
  p->level = ss_arena_new(p->arena, p->options.levels, ss_plane_level);
  if (!p->level) return SS_MEMORY;
  for (size_t i = 0; i < p->options.levels; i++) {
    const ss_status status = read_level(p, p->options.level[i], list, &p->level[p->levels++]);
    if (status != SS_OK) return status;
  }
  return SS_OK;
}

/* ---- preparing and filling ------------------------------------------------------------------- */

ss_status ss_picture_prepare(ss_arena *arena, const ss_machine *machine,
                             const ss_picture_options *options, ss_diagnostics *list,
                             ss_picture **picture) {
  ss_picture *p = ss_arena_new(arena, 1, ss_picture);
  assert(machine && options && options->q && options->u && list);
  *picture = NULL;
  if (!p) return SS_MEMORY;
  *p = (ss_picture){.arena = arena, .machine = machine, .options = *options};
  const size_t states = 2 * ss_machine_model(machine)->coordinates;
  p->bare = options->page && (options->axis[0] == states || options->axis[1] == states);
  if (p->bare && (options->levels || options->motions))
    return ss_study_refuse(
        list, SS_BAD_INPUT,
        "--level and --also are about states: one axis is a parameter, or the chart's");
  ss_status status = read_levels(p, list);
  if (status == SS_OK) status = ss_picture_read_motions(p, list);
  if (status == SS_OK)
    *picture = p;
  else
    ss_picture_close(p);
  return status;
}

void ss_picture_close(ss_picture *p) {
  if (!p) return;
  for (size_t i = 0; i < p->variants; i++) ss_machine_close(p->variant[i].machine);
  ss_machine_close(p->own);
  p->variants = 0;
  p->own = NULL;
}

/* Where none can be found the picture does without. */
static const ss_rest_sets *find_rest(const ss_picture *p) {
  ss_rest_options options = ss_rest_default_options();
  options.from = p->options.from;
  options.to = p->options.to;
  options.region = p->options.region;
  ss_rest_sets *sets = ss_arena_new(p->arena, 1, ss_rest_sets);
  const char *why_not;
  if (!sets) return NULL;
  return ss_rest_find(p->arena, ss_machine_system(p->machine), ss_machine_parameters(p->machine),
                      &options, sets, &why_not) == SS_OK
             ? sets
             : NULL;
}

ss_status ss_picture_fill(ss_picture *p, const ss_plane_motion *first, ss_diagnostics *list,
                          ss_plane *plane) {
  ss_plane_motion *motions = ss_arena_new(p->arena, p->variants + 1, ss_plane_motion);
  assert(list && plane);
  if (!motions) return SS_MEMORY;
  if (p->bare) return SS_OK;
  const ss_status status = ss_picture_run_motions(p, list);
  if (status != SS_OK) return status;
  plane->system = ss_machine_system(p->machine);
  plane->parameters = ss_machine_parameters(p->machine);
  plane->q = p->options.q;
  plane->u = p->options.u;
  plane->closed = p->options.closed;
  plane->directions = true;
  plane->rest = p->options.rest ? p->options.rest : find_rest(p);
  plane->levels = p->levels;
  plane->level = p->level;
  plane->motion = motions;
  if (first) motions[plane->motions++] = *first;
  for (size_t i = 0; i < p->variants; i++)
    motions[plane->motions++] = (ss_plane_motion){&p->variant[i].motion, p->variant[i].name};
  return SS_OK;
}
