/* motion_csv.c: a motion as lines of numbers, each in full precision, for spreadsheets and scripts.
 */
#include "show_private.h"

enum { PORTION = 1 << 16 }; /* bytes of text at a time */

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

static void add_sample(const ss_system *s, const ss_sample *sample, ss_text *out) {
  ss_show_double(sample->t, out);
  add_numbers(s->coordinates, sample->q, out);
  add_numbers(s->coordinates, sample->u, out);
  add_numbers(s->normals + s->slips, sample->forces, out);
  for (size_t k = 0; k < s->elements; k++)
    ss_text_addf(out, ",%s", sample->modes ? ss_mode_word(sample->modes[k]) : "");
  ss_text_add(out, "\n");
}

/* Puts the text into the file. */
static void hand_over(ss_motion_file *f, ss_text *out) {
  if (out->failed) f->failed = true;
  ss_file_add(f->file, out->data, out->length);
  ss_text_stop(out);
}

static void begin(ss_motion_file *f) {
  ss_text out;
  ss_text_start(&out);
  add_head(f->source.system, f->source.parameters, &out);
  add_names(f->source.system, &out);
  hand_over(f, &out);
}

static void take(ss_motion_file *f, const ss_motion_piece *piece) {
  ss_text out;
  ss_text_start(&out);
  for (size_t i = 0; i < piece->samples; i++) {
    add_sample(f->source.system, &piece->sample[i], &out);
    if (out.length < PORTION && i + 1 < piece->samples) continue;
    hand_over(f, &out);
    ss_text_start(&out);
  }
  ss_text_stop(&out);
}

static void end(ss_motion_file *f, const ss_motion *motion) {
  (void)f, (void)motion;
}

const ss_motion_form ss_motion_csv = {begin, take, end};
