/* report_charts.c: the pictures of a report: energy over time, the energy book, the basin with
 * motions, the chart of verdicts.
 *
 * Pictures are those of the other commands, as SVG within an address (data:), so that letters of
 * one do not become letters of another. The basin has a transparent layer above it, in which
 * report.js draws a motion; without it the layer shows where motions begin, and a table says where
 * they end.
 */
#include <math.h>
#include <string.h>

#include "plane.h"
#include "report.h"

/* src/show/report.js */
__asm__(".section .rodata\n"
        ".global ss_report_script, ss_report_script_end\n"
        ".hidden ss_report_script, ss_report_script_end\n"
        "ss_report_script:\n.incbin \"src/show/report.js\"\n"
        "ss_report_script_end:\n.byte 0\n.previous\n");
extern const char ss_report_script[], ss_report_script_end[];

void ss_report_add_script(ss_text *out) {
  ss_text_add(out, "<script>\n");
  ss_text_add_bytes(out, ss_report_script, (size_t)(ss_report_script_end - ss_report_script));
  ss_text_add(out, "</script>\n");
}

void ss_report_add_picture(const ss_text *svg, const char *alternative, ss_text *out) {
  if (svg->failed) out->failed = true;
  ss_text_add(out, "<img alt=\"");
  ss_film_add_escaped(alternative, out);
  ss_text_add(out, "\" src=\"data:image/svg+xml;base64,");
  ss_report_add_base64(svg->data, svg->length, out);
  ss_text_add(out, "\">");
}

/* ---- energy over time ------------------------------------------------------------------------ */

enum { WIDTH = 340, HEIGHT = 190, LEFT = 56, ABOVE = 30 };

static const double ROUNDING = 1e-12; /* what tens of thousands of steps leave of it */

typedef struct series {
  size_t count;
  double *t, *of[3]; /* kinetic, potential, both */
} series;

static ss_status compute_energies(ss_arena *arena, const ss_machine *machine, const ss_motion *m,
                                  series *s) {
  const ss_system *system = ss_machine_system(machine);
  const size_t n = system->coordinates;
  ss_system_tape tape = {0};
  ss_status status = ss_system_compile(system, SS_QUANTITY_BIT(ENERGY), &tape);
  double *work = status == SS_OK ? ss_arena_new(arena, ss_tape_work_size(tape.tape), double) : NULL;
  s->count = m->samples;
  s->t = ss_arena_new(arena, s->count, double);
  bool enough = work && s->t;
  for (int k = 0; k < 3; k++) enough = (s->of[k] = ss_arena_new(arena, s->count, double)) && enough;
  if (enough) ss_tape_prepare(tape.tape, ss_machine_parameters(machine), work);
  for (size_t i = 0; enough && i < s->count; i++) {
    double *in = ss_tape_in(tape.tape, work);
    memcpy(in, m->sample[i].q, n * sizeof *in);
    memcpy(in + n, m->sample[i].u, n * sizeof *in);
    in[2 * n] = s->t[i] = m->sample[i].t;
    ss_tape_run(tape.tape, work);
    const double *out = ss_tape_out(tape.tape, work) + tape.offset[SS_QUANTITY_ENERGY];
    s->of[0][i] = out[0];
    s->of[1][i] = out[1];
    s->of[2][i] = out[0] + out[1];
  }
  ss_system_tape_destroy(&tape);
  return status == SS_OK && !enough ? SS_MEMORY : status;
}

static ss_status draw_energies(const series *s, const char *time, ss_text *svg) {
  static const char *const names[] = {"kinetic T", "potential U", "T + U"};
  ss_panel p = {.left = LEFT,
                .top = ABOVE,
                .width = WIDTH - LEFT - 12,
                .height = HEIGHT - ABOVE - 40,
                .x_label = time,
                .y_label = "energy",
                .x_numbers = true};
  ss_plot plot;
  p.x0 = p.y0 = 1, p.x1 = p.y1 = 0;
  ss_plot_extend(s->count, s->t, &p.x0, &p.x1);
  for (int k = 0; k < 3; k++) ss_plot_extend(s->count, s->of[k], &p.y0, &p.y1);
  if (!(p.x1 > p.x0)) p.x1 = p.x0 + 1;
  ss_plot_margin(&p.y0, &p.y1);
  const ss_status status = ss_plot_start_svg(&plot, svg, WIDTH, HEIGHT);
  if (status != SS_OK) return status;
  ss_plot_legend(&plot, &p, 14, 3, names);
  ss_plot_axes(&plot, &p);
  /* the sum first and broad: where U = 0 it is T, which lies on it and is seen as well */
  const ss_pen broad = {.colour = ss_plot_colour(2, 1), .width = 3.4};
  ss_plot_line(&plot, &p, s->count, s->t, s->of[2], &broad);
  for (size_t k = 0; k < 2; k++) ss_plot_curve(&plot, &p, s->count, s->t, s->of[k], k);
  return ss_plot_stop(&plot);
}

/* ---- the energy book ------------------------------------------------------------------------- */

static void add_entry(const char *name, const char *of, double value, double most, ss_text *out) {
  /* less than rounding: nothing */
  if (fabs(value) < ROUNDING * most) value = 0;
  const double width = most > 0 ? fmin(100, 100 * fabs(value) / most) : 0;
  ss_text_addf(out, "<tr><th scope=\"row\">%s", name);
  ss_film_add_escaped(of, out);
  ss_text_addf(out,
               "</th><td class=\"number\">%.6g</td><td aria-hidden=\"true\"><span class=\"bar %s\" "
               "style=\"width:%.1f%%\"></span></td></tr>\n",
               value, value < 0 ? "loss" : "gain", width);
}

enum { ENTRIES = 16 };

static size_t count_entries(const ss_system *s, const ss_energy_book *b) {
  size_t count = 0;
  for (size_t i = 0; i < s->elements && b->friction_of; i++)
    count += (b->friction_of[i] != 0) + (b->impacts_of[i] != 0);
  return count;
}

/* The book of many contacts in five lines. */
static void add_sums(const ss_energy_book *b, double most, ss_text *out) {
  ss_text_add(out, "<table class=\"book\"><caption>The energy book: what was there, what went "
                   "where</caption><tbody>\n");
  add_entry("start", "", b->start, most, out);
  add_entry("work of forces", "", b->work, most, out);
  add_entry("friction", "", b->friction, most, out);
  add_entry("impacts", "", b->impacts, most, out);
  add_entry("end", "", b->end, most, out);
  ss_text_add(out, "</tbody></table>\n");
}

static void add_book(const ss_report *r, const ss_energy_book *b, ss_text *out) {
  const ss_system *s = ss_machine_system(r->machine);
  const bool vast = count_entries(s, b) > ENTRIES;
  double most = fmax(fabs(b->start), fmax(fabs(b->end), fabs(b->work)));
  for (size_t i = 0; i < s->elements && b->friction_of; i++)
    most = fmax(most, fmax(fabs(b->friction_of[i]), fabs(b->impacts_of[i])));
  if (vast) add_sums(b, most, out);
  if (vast)
    ss_text_add(out,
                "<details class=\"vast\"><summary>The energy book of each contact</summary>\n");
  ss_text_add(out, "<table class=\"book\"><caption>The energy book: what was there, what went "
                   "where</caption><tbody>\n");
  add_entry("start", "", b->start, most, out);
  add_entry("work of forces", "", b->work, most, out);
  for (size_t i = 0; i < s->elements && b->friction_of; i++)
    if (fabs(b->friction_of[i]) > ROUNDING * most)
      add_entry("friction in ", s->element[i].element->name.text, b->friction_of[i], most, out);
  for (size_t i = 0; i < s->elements && b->impacts_of; i++)
    if (fabs(b->impacts_of[i]) > ROUNDING * most)
      add_entry("impacts of ", s->element[i].element->name.text, b->impacts_of[i], most, out);
  add_entry("end", "", b->end, most, out);
  ss_text_addf(out, "</tbody></table>\n%s", vast ? "</details>\n" : "");
  ss_text_addf(out, "<p>What the book does not explain: %.2g.</p>\n", b->residual);
}

ss_status ss_report_add_energy(const ss_report *r, ss_text *out) {
  const ss_motion *m = &r->start[r->shown].motion;
  ss_arena *arena = ss_arena_create();
  series s = {0};
  ss_text svg;
  if (!arena) return SS_MEMORY;
  ss_text_start(&svg);
  ss_status status = compute_energies(arena, r->machine, m, &s);
  if (status == SS_OK)
    status = draw_energies(&s, ss_show_time_label(ss_machine_model(r->machine)), &svg);
  if (status == SS_OK) {
    ss_text_add(out, "<section id=\"energy\"><h2>Energy</h2>\n<figure>");
    ss_report_add_picture(&svg, "kinetic, potential and total energy over time", out);
    ss_text_add(out, "</figure>\n");
    add_book(r, &m->energy, out);
    ss_text_add(out, "</section>\n");
  }
  ss_text_stop(&svg);
  ss_arena_destroy(arena);
  return status;
}

/* ---- the basin ------------------------------------------------------------------------------- */

static void add_text_of(const ss_report *r, const ss_report_track *t, ss_text *out) {
  ss_text_addf(out, "from %s = %.4g, %s = %.4g: %s", r->plane.axis[0], t->a, r->plane.axis[1], t->b,
               t->end);
  ss_text_addf(out, t->rests ? ", t = %.4g" : " at t = %.4g", t->t);
  if (t->until < t->t) ss_text_addf(out, " (shown until t = %.4g)", t->until);
}

static double round_within(double x) {
  return round(fmax(-9999, fmin(9999, x)));
}

/* Places on the page in tenths of its unit, times in thousandths of the whole; each as what is
 * added to the point before. */
static void add_points(const ss_panel *panel, const ss_report_track *t, ss_text *out) {
  double last[3] = {0};
  for (size_t k = 0; k < t->points; k++) {
    const double *p = t->point + 3 * k;
    const double now[3] = {round_within(10 * ss_panel_x(panel, p[0])),
                           round_within(10 * ss_panel_y(panel, p[1])),
                           t->until > 0 ? round(1000 * p[2] / t->until) : 0};
    for (int j = 0; j < 3; j++) ss_text_addf(out, "%s%.0f", k || j ? "," : "", now[j] - last[j]);
    memcpy(last, now, sizeof last);
  }
}

static void add_track(const ss_report *r, const ss_panel *panel, const ss_replay *replay,
                      const ss_report_track *t, ss_text *out) {
  ss_text words;
  ss_text_start(&words);
  add_text_of(r, t, &words);
  ss_text_add(out, "{\"text\":");
  ss_film_add_quoted(words.data, out);
  ss_text_stop(&words);
  ss_text_addf(out, ",\"t\":%.6g,\"p\":[", t->until);
  add_points(panel, t, out);
  ss_text_add(out, "]");
  if (replay) ss_replay_add_track(replay, t, out);
  ss_text_add(out, "}");
}

static void add_tracks(const ss_report *r, const ss_panel *panel, const ss_replay *replay,
                       ss_text *out) {
  ss_text_add(out, "<script type=\"application/json\" id=\"tracks\">{");
  if (replay) {
    ss_replay_add_machine(replay, out);
    ss_text_add(out, ",\n");
  }
  ss_text_add(out, "\"tracks\":[");
  for (size_t i = 0; i < r->tracks; i++) {
    ss_text_add(out, i ? ",\n" : "");
    add_track(r, panel, replay, &r->track[i], out);
  }
  ss_text_add(out, "]}</script>\n");
}

static void add_layer(const ss_report *r, const ss_panel *p, const double size[2], ss_text *out) {
  ss_text_addf(
      out,
      "<svg id=\"plane\" viewBox=\"0 0 %g %g\" tabindex=\"0\" role=\"group\" aria-label=\"starts "
      "of motions; arrow keys go from one to the next\"><defs><clipPath id=\"inside\"><rect "
      "x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/></clipPath></defs><g>",
      size[0], size[1], p->left, p->top, p->width, p->height);
  for (size_t i = 0; i < r->tracks; i++)
    ss_text_addf(out, "<circle class=\"begin\" cx=\"%.1f\" cy=\"%.1f\" r=\"1\"/>",
                 ss_panel_x(p, r->track[i].a), ss_panel_y(p, r->track[i].b));
  ss_text_add(out, "</g><g clip-path=\"url(#inside)\"><polyline id=\"path\"/><circle id=\"ring\" "
                   "r=\"2.6\" visibility=\"hidden\"/><circle id=\"dot\" r=\"2.6\" visibility=\""
                   "hidden\"/></g></svg>");
}

static void add_list(const ss_report *r, ss_text *out) {
  const char *s = r->tracks == 1 ? "" : "s";
  ss_text_addf(
      out,
      "<p class=\"pick\"><label for=\"start\">Show the motion </label><select id=\"start\">"
      "<option value=\"\">click on the picture, or choose from %zu start%s</option>",
      r->tracks, s);
  for (int table = 0; table < 2; table++) {
    if (table)
      ss_text_addf(out, "<details class=\"long\"><summary>The end of %zu motion%s</summary><ul>",
                   r->tracks, s);
    for (size_t i = 0; i < r->tracks; i++) {
      ss_text words;
      ss_text_start(&words);
      add_text_of(r, &r->track[i], &words);
      if (table)
        ss_text_add(out, "<li>");
      else
        ss_text_addf(out, "<option value=\"%zu\">", i);
      ss_film_add_escaped(words.data, out);
      ss_text_add(out, table ? "</li>\n" : "</option>\n");
      ss_text_stop(&words);
    }
    ss_text_add(out, table ? "</ul></details>\n"
                           : "</select></p>\n<p id=\"said\" role=\"status\">"
                             "</p>\n");
  }
}

/* What leaves the region is not followed, and may come to rest beyond it. */
static void explain_escapes(const ss_report *r, ss_text *out) {
  const ss_model *model = ss_machine_model(r->machine);
  bool some = false;
  for (size_t k = 0; k < r->basin->classes; k++)
    some |= r->basin->class_of_code[k].role == SS_SWEEP_ESCAPES && ss_sweep_count(r->basin, k) > 0;
  if (!some || model->regions != 1) return;
  ss_text_add(out, "<p>What <em>escapes</em> leaves the region <em>");
  ss_film_add_escaped(model->region[0].name.text, out);
  ss_text_add(out, "</em> of the model, or gains energy without end; beyond the region the map "
                   "follows nothing, and a motion may come to rest there.</p>\n");
}

enum { COARSE = 20 };

/* Where a map is so coarse that its cells can be seen, they may seem to say more than their middles
 * do: that starts escape from below a proved level. */
static void explain_coarse(const ss_report *r, ss_text *out) {
  const ss_sweep_axis *axis = r->basin->axis;
  if (axis[0].count > COARSE && axis[1].count > COARSE) return;
  ss_text_addf(out,
               "<p>The map is coarse: %zu x %zu starts. A cell has the colour of the start in its "
               "middle; others in it may end elsewhere.</p>\n",
               axis[0].count, axis[1].count);
}

static void explain_undecided(const ss_report *r, ss_text *out) {
  bool some = false;
  for (size_t k = 0; k < r->basin->classes; k++)
    some |=
        r->basin->class_of_code[k].role == SS_SWEEP_UNDECIDED && ss_sweep_count(r->basin, k) > 0;
  if (some)
    ss_text_addf(
        out,
        "<p>What is <em>undecided</em> was followed until t = %.6g, or as long as the time "
        "of this page allowed: until then it has neither come to rest nor escaped.</p>\n",
        r->basin_end);
}

static void add_counts(const ss_sweep_map *map, const char *caption, ss_text *out) {
  const double points = (double)(map->axis[0].count * map->axis[1].count);
  ss_text_addf(out, "<table><caption>%s</caption><tbody>\n", caption);
  for (size_t k = 0; k < map->classes; k++) {
    const size_t count = ss_sweep_count(map, k);
    if (count == 0) continue;
    ss_text_add(out, "<tr><th scope=\"row\">");
    ss_film_add_escaped(map->class_of_code[k].name, out);
    ss_text_addf(out, "</th><td class=\"number\">%zu</td><td class=\"number\">%.1f %%</td></tr>\n",
                 count, 100 * (double)count / points);
  }
  ss_text_add(out, "</tbody></table>\n");
}

static void add_level(const ss_report *r, ss_text *out) {
  if (r->plane.levels == 0) return;
  const ss_proof *p = &r->claim[0].proof;
  ss_text_add(out, "<p>The broken line is the proved level V = ");
  ss_film_add_escaped(p->levels.digits ? p->levels.digits : "", out);
  ss_text_addf(out,
               ": the verdict is about what starts below it%s. The map is computed, not "
               "proved.</p>\n",
               p->region_count ? " and in its region" : "");
}

/* Where the machine moves; it appears with the first motion that is asked for. */
static void add_replay(const ss_report *r, const ss_replay *replay, ss_text *out) {
  char starts[80] = "the one start that is stored (grey dot)";
  if (r->tracks != 1)
    snprintf(starts, sizeof starts, "the nearest of %zu starts (grey dots)", r->tracks);
  ss_text_addf(
      out,
      "<p class=\"pick\">A click shows the motion from %s%s. What it shows was computed when this "
      "page was made, by events, and is stored in it: it is replayed, nothing is computed "
      "here.</p>\n<div id=\"replaying\" hidden>\n",
      starts, replay ? ": its path, and the machine" : "");
  if (replay)
    ss_text_add(out, "<svg id=\"replay\" class=\"scene\" viewBox=\"0 0 960 540\" role=\"img\" "
                     "aria-label=\"the machine in the motion that was chosen\"></svg>\n");
  ss_text_add(out, "<p><button id=\"again\" type=\"button\">Play</button> <span id=\"then\">"
                   "</span></p>\n</div>\n");
}

ss_status ss_report_add_basin(ss_arena *arena, const ss_report *r, ss_text *out) {
  ss_text svg;
  ss_panel panel;
  double size[2];
  if (!r->basin) return SS_OK;
  ss_text_start(&svg);
  const ss_status status = ss_plane_draw_svg(&r->plane, &svg, &panel, size);
  if (status == SS_OK) {
    const ss_replay *replay = ss_replay_make(arena, r);
    ss_text_add(out, "<section id=\"basin\"><h2>Basin</h2>\n<figure class=\"layers\">");
    ss_report_add_picture(&svg, "the basin: where the motion from each start ends", out);
    add_layer(r, &panel, size, out);
    ss_text_add(out, "</figure>\n");
    if (r->tracks) add_replay(r, replay, out);
    if (r->tracks) add_list(r, out);
    add_level(r, out);
    add_counts(r->basin, "Where the starts of the map end", out);
    explain_coarse(r, out);
    explain_escapes(r, out);
    explain_undecided(r, out);
    if (r->tracks) add_tracks(r, &panel, replay, out);
    ss_text_add(out, "</section>\n");
  }
  ss_text_stop(&svg);
  return status;
}

/* ---- the chart of verdicts ------------------------------------------------------------------- */

ss_status ss_report_add_chart(const ss_report *r, ss_text *out) {
  ss_text svg;
  ss_panel panel;
  double size[2];
  if (!r->chart) return SS_OK;
  const ss_plane plane = {
      .title = "", .axis = {r->chart->axis[0].name, r->chart->axis[1].name}, .map = r->chart};
  ss_text_start(&svg);
  const ss_status status = ss_plane_draw_svg(&plane, &svg, &panel, size);
  if (status == SS_OK) {
    ss_text_add(out, "<section id=\"chart\"><h2>The verdict over two parameters</h2>\n<figure>");
    ss_report_add_picture(&svg, "the verdict at each pair of parameters", out);
    ss_text_add(out, "</figure>\n");
    add_counts(r->chart, "What is true at the points of the chart", out);
    ss_text_add(out, "</section>\n");
  }
  ss_text_stop(&svg);
  return status;
}
