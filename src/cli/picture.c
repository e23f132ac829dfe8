/* picture.c: rest sets, levels and motions for the picture of a plane. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>

static int read_levels(ss_picture *p) {
  size_t count;
  const char *const *texts = ss_arguments_all(p->arguments, "level", &count);
  p->level = ss_arena_new(p->arena, count, ss_plane_level);
  if (!texts || !p->level) return ss_cli_fail(SS_MEMORY, "--level");
  for (size_t i = 0; i < count; i++) {
    char *end;
    const double rho = strtod(texts[i], &end);
    if (end == texts[i] || *end || !isfinite(rho) || rho <= 0) {
      ss_cli_error("--level needs a positive number, not '%s'", texts[i]);
      return ss_status_exit_code(SS_BAD_INPUT);
    }
    p->level[p->levels++] = (ss_plane_level){rho, ""};
  }
  return 0;
}

int ss_picture_read(ss_picture *p) {
  const int code = read_levels(p);
  return code == 0 ? ss_picture_read_also(p) : code;
}

/* Where none can be found the picture does without. */
static const ss_rest_sets *find_rest(ss_picture *p) {
  const ss_rest_options options = ss_rest_default_options();
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
