/* basin_chart.c: basins over coordinates of the chart.
 *
 *     --plane theta,theta'        --plane theta,mu        --from psi=0.2 --plane theta,theta'
 *
 * A machine with sliders moves in the coordinates of its model, which a chart gives as functions of
 * fewer. Where an axis of the plane is one of the chart's, a point is the state that
 *
 *     --from "WHAT THE USER SAID, theta=A, theta'=B"
 *
 * means: it is read by the same function. Coordinates of the chart that nobody names are 0. The
 * state is on the sliders' tracks by itself; nothing is left that could follow, so all of it is
 * fixed. The other axis may be a parameter, but no coordinate of the model, which is no free choice
 * there. Rest sets, levels and motions are told in the model's coordinates: pictures of such a
 * plane have none of them. Reading is short against moving.
 */
#include <string.h>

#include "study_private.h"

size_t ss_study_find_chart_variable(const ss_model *model, const char *name) {
  const ss_chart *chart = model->chart;
  for (size_t i = 0; chart && i < chart->count; i++) {
    const char *own = chart->coordinates[i].name.text;
    const size_t length = strlen(own);
    if (strncmp(name, own, length) != 0) continue;
    if (!name[length]) return i;
    if (strcmp(name + length, "'") == 0) return chart->count + i;
  }
  return SIZE_MAX;
}

/* "psi=0.2,theta=0.1,theta'=3" into `out`. */
static void write_state(const ss_basin *b, const double *value, ss_text *out) {
  if (b->request->from) ss_text_add(out, b->request->from);
  for (int k = 0; k < 2; k++)
    if (b->varied != (size_t)k)
      ss_text_addf(out, "%s%s=%.17g", out->length ? "," : "", b->request->axis[k], value[k]);
}

static ss_status read_state(const ss_basin *b, const ss_machine *machine, const double *value,
                            ss_diagnostics *list, double *q, double *u) {
  ss_text text;
  ss_text_start(&text);
  write_state(b, value, &text);
  const ss_status status =
      text.failed ? SS_MEMORY : ss_machine_state(machine, "--plane", text.data, list, q, u);
  ss_text_stop(&text);
  return status;
}

bool ss_basin_start_on_chart(const ss_basin *b, const ss_machine *machine, const double *value,
                             double *q, double *u) {
  return read_state(b, machine, value, NULL, q, u) == SS_OK;
}

ss_status ss_basin_read_chart(ss_basin *b, ss_diagnostics *list) {
  const ss_model *model = ss_machine_model(b->machine);
  const double middle[2] = {(b->page[0] + b->page[1]) / 2, (b->page[2] + b->page[3]) / 2};
  for (size_t k = 0; k < 2; k++) {
    const char *name = b->request->axis[k];
    if (b->varied != k && ss_study_find_chart_variable(model, name) == SIZE_MAX)
      return ss_study_refuse(list, SS_BAD_INPUT,
                             "--plane %s,%s: '%s' is no coordinate of the chart, the other one is",
                             b->request->axis[0], b->request->axis[1], name);
  }
  if (b->request->prove)
    return ss_study_refuse(list, SS_BAD_INPUT,
                           "--prove: maps of proofs are about coordinates of the model, not of its "
                           "chart");
  return read_state(b, b->machine, middle, list, b->q, b->u);
}
