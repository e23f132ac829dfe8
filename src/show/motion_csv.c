/* motion_csv.c: a motion as lines of numbers, each in full precision, for spreadsheets and scripts.
 */
#include "show_private.h"

static void add_head(const ss_system *s, const double *parameters, ss_text *out) {
  const ss_model *m = s->model;
  ss_text_addf(out, "# model: %s\n# hash: %s\n# parameters:", m->title, m->hash);
  for (size_t i = 0; i < m->parameters; i++) {
    ss_text_addf(out, " %s=", m->parameter[i].name.text);
    ss_show_double(parameters[i], out);
  }
  ss_text_add(out, "\n");
}

static void add_names(const ss_system *s, ss_text *out) {
  ss_text_add(out, "t");
  for (size_t i = 0; i < s->coordinates; i++) ss_text_addf(out, ",%s", s->names[i]);
  for (size_t i = 0; i < s->coordinates; i++) ss_text_addf(out, ",%s'", s->names[i]);
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].normal != SIZE_MAX)
      ss_text_addf(out, ",%s N", s->element[i].element->name.text);
  for (size_t i = 0; i < s->elements; i++)
    for (size_t k = 0; k < s->element[i].slips; k++)
      ss_text_addf(out, ",%s %s", s->element[i].element->name.text,
                   ss_show_slip_name(s->element[i].element, k));
  for (size_t i = 0; i < s->elements; i++)
    ss_text_addf(out, ",%s mode", s->element[i].element->name.text);
  ss_text_add(out, "\n");
}

static void add_numbers(size_t count, const double *values, ss_text *out) {
  for (size_t i = 0; i < count; i++) {
    ss_text_add(out, ",");
    if (values) ss_show_double(values[i], out);
  }
}

void ss_show_motion_csv(const ss_system *s, const double *parameters, const ss_motion *m,
                        ss_text *out) {
  add_head(s, parameters, out);
  add_names(s, out);
  for (size_t i = 0; i < m->samples; i++) {
    const ss_sample *sample = &m->sample[i];
    ss_show_double(sample->t, out);
    add_numbers(s->coordinates, sample->q, out);
    add_numbers(s->coordinates, sample->u, out);
    add_numbers(s->normals + s->slips, sample->forces, out);
    for (size_t k = 0; k < s->elements; k++)
      ss_text_addf(out, ",%s", sample->modes ? ss_mode_word(sample->modes[k]) : "");
    ss_text_add(out, "\n");
  }
}
