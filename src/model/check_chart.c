/* check_chart.c: the chart satisfies the sliders identically.
 *
 * With x = f(theta) put into a slider's gap, g(f(theta)) must be 0 for all theta and all values of
 * the parameters: proved by a normal form, refuted by an enclosure that excludes 0
 * (ss_expr_is_zero) or unknown, which is a warning. n coordinates and m sliders leave n - m
 * independent ones, and the chart must have as many; it must also move: the matrix df/dtheta has
 * full rank where its columns are independent, of which a vanishing column is the case that is
 * caught here.
 */
#include "reader.h"

static size_t count_sliders(const ss_model *model) {
  size_t count = 0;
  for (size_t i = 0; i < model->elements; i++) count += model->element[i].kind == SS_ELEMENT_SLIDER;
  return count;
}

static void check_count(ss_reader *reader) {
  const ss_model *model = reader->model;
  size_t sliders = count_sliders(model), n = model->coordinates;
  ss_span where = model->chart->coordinates[0].name.where;
  if (!sliders)
    ss_reader_error(reader, where, "a chart needs sliders, and the model has none");
  else if (model->chart->count + sliders != n)
    ss_reader_error(
        reader, where,
        "the chart has %zu coordinate%s, but %zu coordinates and %zu slider%s leave %zu",
        model->chart->count, model->chart->count == 1 ? "" : "s", n, sliders,
        sliders == 1 ? "" : "s", sliders < n ? n - sliders : 0);
}

/* Every chart coordinate must move something. */
static void check_motion(ss_reader *reader) {
  const ss_model *model = reader->model;
  const ss_chart *chart = model->chart;
  uint8_t *marks = ss_reader_borrow(reader, ss_graph_count(reader->graph), 1);
  ss_expr *maps = ss_reader_borrow(reader, model->coordinates, sizeof *maps);
  if (!marks || !maps) return;
  for (size_t i = 0; i < model->coordinates; i++) {
    maps[i] = chart->map[i].resolved;
    if (!maps[i]) return;
  }
  ss_expr_mark(reader->graph, model->coordinates, maps, marks);
  for (size_t i = 0; i < chart->count; i++)
    if (!marks[chart->coordinates[i].q])
      ss_reader_error(reader, chart->coordinates[i].name.where, "'%s' does not occur in the chart",
                      chart->coordinates[i].name.text);
}

static void check_slider(ss_reader *reader, ss_rewriter *onto, const ss_element *slider) {
  ss_graph *graph = reader->graph;
  ss_expr gap = ss_rewriter_apply(onto, slider->gap.resolved);
  ss_verdict verdict = gap ? ss_expr_is_zero(graph, gap) : SS_PROVED;
  ss_span where = reader->model->chart->coordinates[0].name.where;
  ss_graph_clear_status(graph);
  if (verdict == SS_REFUTED)
    ss_reader_error(reader, where, "the chart does not satisfy slider '%s'", slider->name.text);
  else if (verdict == SS_UNKNOWN)
    ss_reader_warn(reader, where, "it is not known whether the chart satisfies slider '%s'",
                   slider->name.text);
}

void ss_reader_check_chart(ss_reader *reader) {
  ss_model *model = reader->model;
  if (!model->chart || reader->chart_broken || !model->coordinates) return;
  check_count(reader);
  check_motion(reader);
  ss_rewriter onto;
  ss_rewriter_start(&onto, reader->graph, ss_rewriter_rebuild, reader->graph);
  for (size_t i = 0; i < model->coordinates; i++)
    ss_rewriter_set(&onto, model->coordinate[i].q, model->chart->map[i].resolved);
  for (size_t i = 0; i < model->elements; i++)
    if (model->element[i].kind == SS_ELEMENT_SLIDER)
      check_slider(reader, &onto, &model->element[i]);
  ss_rewriter_stop(&onto);
}
