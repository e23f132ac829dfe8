/* simulate_output.c: where a motion goes: a table, a picture, the standard output. */
#include "simulate.h"

/* ---- before the run -------------------------------------------------------------------------- */

/* --also and --level are about a plane, and a plane about a picture. */
static int check_plane(const ss_simulation *s, const char *plane) {
  const char *names[2];
  if (!plane) return ss_picture_refuse_options(s->arguments, "a plane: --plot-plane X,Y");
  if (!ss_arguments_has(s->arguments, "plot"))
    return ss_cli_refuse("--plot-plane %s: --plot FILE says where to draw it", plane);
  return ss_picture_read_axes(s->arena, s->model, plane, names);
}

static int check_movie(const ss_simulation *s, const char *movie) {
  if (!ss_show_films(movie))
    return ss_cli_refuse("--movie %s: the ending must be .html, .svg or .gif", movie);
  if (s->model->drawings) return 0;
  return ss_cli_refuse(
      "--movie %s: the model has nothing to show: 'draw' statements say what it looks like", movie);
}

int ss_simulate_check_output(const ss_simulation *s) {
  const char *out = ss_arguments_text(s->arguments, "out");
  const char *plot = ss_arguments_text(s->arguments, "plot");
  const char *plane = ss_arguments_text(s->arguments, "plot-plane");
  if (out && !ss_show_motion_has_form(out))
    return ss_cli_refuse("--out %s: the ending must be .csv, .json or .h5", out);
  const char *movie = ss_arguments_text(s->arguments, "movie");
  int code = plot ? ss_picture_check_ending(plot) : 0;
  if (code == 0 && movie) code = check_movie(s, movie);
  return code == 0 ? check_plane(s, plane) : code;
}

int ss_simulate_read_data(ss_simulation *s) {
  const char *file = ss_arguments_text(s->arguments, "data");
  ss_diagnostics list;
  if (!file) return 0;
  if (!ss_arguments_has(s->arguments, "plot"))
    return ss_cli_refuse("--data %s: --plot FILE says where to draw it", file);
  if (ss_arguments_has(s->arguments, "plot-plane") || ss_arguments_has(s->arguments, "compare"))
    return ss_cli_refuse("--data %s: measurements are drawn over time, without --plot-plane", file);
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  const ss_status status =
      ss_machine_read_measured(s->arena, s->machine, file, &list, &s->measured);
  return ss_cli_end(status, &list, file);
}

bool ss_simulate_shows_trajectory(const ss_simulation *s) {
  const ss_arguments *a = s->arguments;
  return ss_arguments_has(a, "out") || ss_arguments_has(a, "plot") || ss_arguments_has(a, "json") ||
         ss_arguments_has(a, "movie");
}

/* What the start is called. */
static const char *name_start(const ss_simulation *s) {
  const char *from = ss_arguments_text(s->arguments, "from");
  if (from) return from;
  return s->model->states ? s->model->state[0].name.text : "all 0";
}

int ss_simulate_begin_output(ss_simulation *s) {
  const char *out = ss_arguments_text(s->arguments, "out");
  if (!out) return 0;
  ss_show_motion_cancel(s->file);
  s->source = (ss_motion_source){s->system, s->parameters, ss_machine_options_of(s->machine),
                                 &s->options, name_start(s)};
  const ss_status status = ss_show_motion_begin(&s->source, out, &s->file);
  if (status != SS_OK) return ss_picture_complain(status, out);
  s->streams = !ss_arguments_has(s->arguments, "plot") && !ss_arguments_has(s->arguments, "json") &&
               !ss_arguments_has(s->arguments, "dump") && !s->tracker;
  s->options.take = s->streams ? ss_show_motion_take : NULL;
  s->options.taker = s->file;
  return 0;
}

/* ---- after it -------------------------------------------------------------------------------- */

int ss_simulate_end_output(ss_simulation *s) {
  const ss_motion *m = &s->motion;
  const ss_motion_piece all = {m->samples, m->events, m->sample, m->event};
  if (!s->file) return ss_status_exit_code(SS_IO);
  if (!s->streams) ss_show_motion_take(s->file, &all);
  const ss_status status = ss_show_motion_end(s->file, m);
  s->file = NULL;
  return status == SS_OK ? 0 : ss_picture_complain(status, ss_arguments_text(s->arguments, "out"));
}

static int draw_plane(const ss_simulation *s, const char *file) {
  const bool alone = !ss_arguments_has(s->arguments, "also");
  const ss_plane_motion first = {&s->motion, alone ? "" : name_start(s)};
  ss_plane plane = {.title = s->model->title};
  ss_diagnostics list;
  ss_diagnostics_start(&list, s->arena, NULL, NULL, 0);
  if (!ss_picture_split(s->arena, ss_arguments_text(s->arguments, "plot-plane"), plane.axis))
    return ss_cli_fail(SS_MEMORY, file);
  const ss_status status = ss_picture_fill(s->picture, &first, &list, &plane);
  const int code = ss_cli_end(status, &list, file);
  return code == 0 ? ss_picture_draw(&plane, file) : code;
}

static int draw(const ss_simulation *s, const char *file) {
  if (s->picture) return draw_plane(s, file);
  const ss_status status =
      s->tracker         ? ss_show_track_plot(s->system, &s->motion, &s->track, file)
      : s->measured.rows ? ss_show_measured_plot(s->system, &s->motion, &s->measured, NULL, file)
                         : ss_show_motion_plot(s->system, &s->motion, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

static int make_movie(const ss_simulation *s, const char *file) {
  if (s->motion.samples == 0) return ss_cli_refuse("--movie %s: nothing has moved", file);
  const ss_status status = ss_show_movie(s->arena, s->system, s->parameters, &s->motion, file);
  return status == SS_OK ? 0 : ss_picture_complain(status, file);
}

/* In FCLIB's form. */
static int dump(const ss_simulation *s, const char *file) {
  ss_contact_state state;
  ss_diagnostics list;
  const double step = s->options.step > 0 ? s->options.step : 1e-3;
  const ss_status status = ss_machine_problem(s->arena, s->machine, &s->motion, step, &state);
  if (status != SS_OK) return ss_cli_fail(status, "--dump");
  if (state.contacts == 0)
    return ss_cli_refuse("--dump %s: no impact, and no contact is closed at the end", file);
  const ss_contact_problem problem = ss_contact_state_problem(&state);
  const ss_status written = ss_contact_write(&problem, s->model->title, file, &list, s->arena);
  ss_cli_print_diagnostics(&list);
  return ss_status_exit_code(written);
}

static int print(const ss_simulation *s) {
  ss_text out;
  ss_text_start(&out);
  const ss_reference_motion *reference = s->tracker ? ss_track_reference(s->tracker) : NULL;
  const bool json = ss_arguments_has(s->arguments, "json");
  if (json && reference)
    ss_show_track_json(s->system, &s->motion, reference, &s->track, &out);
  else if (json)
    ss_show_motion_json(s->system, &s->motion, &out);
  else
    ss_show_motion(s->system, &s->motion, &out);
  if (reference && !json) ss_show_track(s->system, reference, &s->track, &out);
  return ss_cli_finish(&out);
}

/* The first failure counts, but each is tried: a file that cannot be written costs no other. */
int ss_simulate_show(ss_simulation *s) {
  const bool out = ss_arguments_has(s->arguments, "out");
  const char *plot = ss_arguments_text(s->arguments, "plot");
  const char *movie = ss_arguments_text(s->arguments, "movie");
  const char *problem = ss_arguments_text(s->arguments, "dump");
  const bool quiet = ss_arguments_has(s->arguments, "quiet");
  const int codes[] = {out ? ss_simulate_end_output(s) : 0, plot ? draw(s, plot) : 0,
                       movie ? make_movie(s, movie) : 0, problem ? dump(s, problem) : 0,
                       quiet ? 0 : print(s)};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i] != 0) return codes[i];
  return 0;
}
