/* picture.c: rest sets, levels and motions for the picture of a plane. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/proof.h"

/* The level of a proof, or an explanation why there is none. */
static int prove_level(ss_picture *p, ss_plane_level *level) {
  const ss_proof_options options = ss_proof_default_options();
  ss_proof proof;
  const ss_status status = ss_prove(p->arena, p->system, &options, &proof);
  if (status != SS_OK) return ss_cli_fail(status, "--level proved");
  *level = (ss_plane_level){proof.levels.proved, "proved"};
  const bool found = proof.verdict == SS_PROVED && level->rho > 0 && isfinite(level->rho);
  if (!found && proof.verdict == SS_PROVED)
    ss_cli_error("--level proved: %s", proof.sentence);
  else if (!found)
    ss_cli_error("--level proved: no level is proved%s%s", proof.reason ? ": " : "",
                 proof.reason ? proof.reason : "");
  ss_proof_clear(&proof);
  return found ? 0 : ss_status_exit_code(SS_BAD_INPUT);
}

static int read_level(ss_picture *p, const char *text, ss_plane_level *level) {
  char *end;
  if (strcmp(text, "proved") == 0) return prove_level(p, level);
  *level = (ss_plane_level){strtod(text, &end), ""};
  if (end > text && !*end && isfinite(level->rho) && level->rho > 0) return 0;
  ss_cli_error("--level needs a positive number or 'proved', not '%s'", text);
  return ss_status_exit_code(SS_BAD_INPUT);
}

static int read_levels(ss_picture *p) {
  size_t count;
  const char *const *texts = ss_arguments_all(p->arguments, "level", &count);
  p->level = ss_arena_new(p->arena, count, ss_plane_level);
  if (!texts || !p->level) return ss_cli_fail(SS_MEMORY, "--level");
  for (size_t i = 0; i < count; i++) {
    const int code = read_level(p, texts[i], &p->level[p->levels++]);
    if (code != 0) return code;
  }
  return 0;
}

int ss_picture_read(ss_picture *p) {
  const int code = read_levels(p);
  return code == 0 ? ss_picture_read_also(p) : code;
}

/* Where none can be found the picture does without. */
static const ss_rest_sets *find_rest(ss_picture *p) {
  ss_rest_options options = ss_rest_default_options();
  options.from = p->from;
  options.to = p->to;
  options.region = p->region;
  ss_rest_sets *sets = ss_arena_new(p->arena, 1, ss_rest_sets);
  const char *why_not;
  if (!sets) return NULL;
  return ss_rest_find(p->arena, p->system, p->parameters, &options, sets, &why_not) == SS_OK ? sets
                                                                                             : NULL;
}

static int collect_motions(ss_picture *p, const ss_plane_motion *first, ss_plane *plane) {
  ss_plane_motion *motions = ss_arena_new(p->arena, p->variants + 1, ss_plane_motion);
  if (!motions) return ss_cli_fail(SS_MEMORY, "--also");
  plane->motion = motions;
  if (first) motions[plane->motions++] = *first;
  for (size_t i = 0; i < p->variants; i++)
    motions[plane->motions++] = (ss_plane_motion){&p->variant[i].motion, p->variant[i].name};
  return 0;
}

int ss_picture_fill(ss_picture *p, const ss_plane_motion *first, ss_plane *plane) {
  const int code = ss_picture_run_also(p);
  if (code != 0) return code;
  plane->system = p->system;
  plane->parameters = p->parameters;
  plane->q = p->q;
  plane->u = p->u;
  plane->directions = true;
  plane->rest = p->rest ? p->rest : find_rest(p);
  plane->levels = p->levels;
  plane->level = p->level;
  return collect_motions(p, first, plane);
}

void ss_picture_close(ss_picture *p) {
  for (size_t i = 0; i < p->variants; i++) ss_model_close(p->variant[i].model);
}
