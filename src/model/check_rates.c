/* check_rates.c: every first-order state has one rate, and nothing else has any.
 *
 *     aux z        a state z with z' = its rate: an integrator, the lag of an actuator, a bristle
 *     rate z = e   its rate, exactly one line
 *
 * A rate stands among the forces, where the equations of motion look for it (system.h); what is
 * checked here is that forces act on coordinates and rates belong to first-order states. In the
 * JSON form a coordinate is a first-order state because it has a rate. A chart would have to say
 * what becomes of such states, a shape which input moves them: they do not go together. One pass
 * over the forces.
 */
#include "reader.h"

static void check_line(ss_reader *reader, const ss_reference *reference, size_t *lines) {
  const ss_force *force = &reader->model->force[reference->owner];
  if (force->on >= reader->model->coordinates) return; /* reported already */
  const bool aux = reader->model->coordinate[force->on].aux;
  if (force->is_rate && !aux) {
    ss_diagnostic *item =
        ss_reader_error(reader, reference->where,
                        "'%s' is a coordinate: it has forces, and no rate", reference->name);
    ss_reader_hint(reader, item, "a first-order state is declared by 'aux %s'", reference->name);
  } else if (!force->is_rate && aux) {
    ss_diagnostic *item = ss_reader_error(
        reader, reference->where, "'%s' is a first-order state: it has a rate, and no force",
        reference->name);
    ss_reader_hint(reader, item, "write 'rate %s = …'", reference->name);
  } else if (force->is_rate && lines[force->on]++) {
    ss_reader_error(reader, reference->where, "the rate of '%s' is given twice", reference->name);
  }
}

void ss_reader_check_rates(ss_reader *reader) {
  const ss_model *model = reader->model;
  size_t *lines = ss_reader_borrow(reader, model->coordinates, sizeof *lines);
  bool some = false;
  if (!lines) return;
  for (size_t i = 0; i < reader->reference_count; i++)
    if (reader->references[i].kind == SS_REFERENCE_COORDINATE)
      check_line(reader, &reader->references[i], lines);
  for (size_t i = 0; i < model->coordinates; i++) {
    const ss_name *name = &model->coordinate[i].name;
    if (!model->coordinate[i].aux) continue;
    if (!lines[i] && !reader->torn)
      ss_reader_error(reader, name->where, "the first-order state '%s' has no 'rate'", name->text);
    if ((model->chart || model->shapes) && !some)
      ss_reader_error(reader, name->where, "first-order states and a %s do not go together: '%s'",
                      model->chart ? "chart" : "shape", name->text);
    some = true;
  }
}
