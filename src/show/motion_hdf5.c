/* motion_hdf5.c: a motion as plain HDF5 datasets, which Python, Julia and MATLAB open as arrays.
 *
 *     /t               samples               /q, /u    samples x n
 *     /forces          samples x directions  /modes    samples x elements
 *     /events/t, kind, element               events; element -1: none
 *     /events/energy_before, energy_after    events; NaN where the event is no impact
 *     /model                                 1: the model in its canonical JSON
 *
 * Names, parameters and what the numbers of modes and kinds mean are attributes of the file
 * (docs/output.md). The first 512 bytes are the seal of the rest (ss_file_seal), as in maps.
 */
#include <hdf5.h>
#include <math.h>
#include <string.h>

#include "show_private.h"

typedef struct writer {
  hid_t file, create; /* create: how datasets are made */
  ss_arena *arena;
  bool failed;
} writer;

static void note(writer *w, long status) {
  if (status < 0) w->failed = true;
}

static void write_array(writer *w, const char *name, hid_t type, int rank, const hsize_t *size,
                        const void *data) {
  hid_t space = H5Screate_simple(rank, size, NULL);
  hid_t set = H5Dcreate2(w->file, name, type, space, H5P_DEFAULT, w->create, H5P_DEFAULT);
  note(w, set);
  if (set >= 0 && size[0] > 0 && (rank < 2 || size[1] > 0))
    note(w, H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
}

static void write_text(writer *w, hid_t where, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  note(w, H5Tset_size(type, strlen(text) + 1));
  note(w, H5Tset_cset(type, H5T_CSET_UTF8));
  hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  note(w, attribute);
  if (attribute >= 0) {
    note(w, H5Awrite(attribute, type, text));
    H5Aclose(attribute);
  }
  H5Sclose(space);
  H5Tclose(type);
}

/* A list under construction: "x,y,phi". */
static void add_name(ss_text *names, const char *name, const char *part) {
  ss_text_addf(names, "%s%s%s%s", names->length ? "," : "", name, *part ? " " : "", part);
}

/* Writes the list and begins the next one. */
static void write_list(writer *w, const char *attribute, ss_text *names) {
  if (names->failed) w->failed = true;
  write_text(w, w->file, attribute, names->data);
  ss_text_stop(names);
  ss_text_start(names);
}

static void write_names(writer *w, const ss_system *s) {
  ss_text names;
  ss_text_start(&names);
  for (size_t i = 0; i < s->coordinates; i++) add_name(&names, s->names[i], "");
  write_list(w, "coordinates", &names);
  for (size_t i = 0; i < s->elements; i++) add_name(&names, s->element[i].element->name.text, "");
  write_list(w, "elements", &names);
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].normal != SIZE_MAX) add_name(&names, s->element[i].element->name.text, "N");
  for (size_t i = 0; i < s->elements; i++)
    for (size_t k = 0; k < s->element[i].slips; k++)
      add_name(&names, s->element[i].element->name.text,
               ss_show_slip_name(s->element[i].element, k));
  write_list(w, "directions", &names);
  for (int k = 0; k < SS_MODE_COUNT; k++) add_name(&names, ss_mode_word((ss_mode)k), "");
  write_list(w, "mode_words", &names);
  for (int k = 0; k < SS_EVENT_COUNT; k++) add_name(&names, ss_event_word((ss_event_kind)k), "");
  write_list(w, "event_words", &names);
  ss_text_stop(&names);
}

static void write_parameters(writer *w, const ss_system *s, const double *parameters) {
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < s->model->parameters; i++) {
    ss_text_addf(&text, "%s%s=", i ? "," : "", s->model->parameter[i].name.text);
    ss_show_double(parameters[i], &text);
  }
  if (text.failed) w->failed = true;
  write_text(w, w->file, "parameters", text.data);
  ss_text_stop(&text);
}

/* The samples' arrays laid end to end; a missing one leaves zeros. */
static double *gather(writer *w, const ss_motion *m, size_t width,
                      const double *(*get)(const ss_sample *)) {
  double *all = ss_arena_new(w->arena, m->samples * width, double);
  if (!all) w->failed = true;
  for (size_t i = 0; all && i < m->samples; i++)
    if (get(&m->sample[i]) && width)
      memcpy(all + i * width, get(&m->sample[i]), width * sizeof *all);
  return all;
}

static const double *get_t(const ss_sample *s) {
  return &s->t;
}

static const double *get_q(const ss_sample *s) {
  return s->q;
}

static const double *get_u(const ss_sample *s) {
  return s->u;
}

static const double *get_forces(const ss_sample *s) {
  return s->forces;
}

static void write_matrix(writer *w, const ss_motion *m, const char *name, size_t width,
                         const double *(*get)(const ss_sample *)) {
  hsize_t size[2] = {m->samples, width};
  double *data = gather(w, m, width, get);
  if (data) write_array(w, name, H5T_NATIVE_DOUBLE, get == get_t ? 1 : 2, size, data);
}

static void write_modes(writer *w, const ss_system *s, const ss_motion *m) {
  hsize_t size[2] = {m->samples, s->elements};
  int *modes = ss_arena_new(w->arena, m->samples * s->elements, int);
  if (!modes) w->failed = true;
  for (size_t i = 0; modes && i < m->samples; i++)
    for (size_t k = 0; m->sample[i].modes && k < s->elements; k++)
      modes[i * s->elements + k] = (int)m->sample[i].modes[k];
  if (modes) write_array(w, "modes", H5T_NATIVE_INT, 2, size, modes);
}

static void write_events(writer *w, const ss_motion *m) {
  const hsize_t size[1] = {m->events};
  double *t = ss_arena_new(w->arena, 3 * m->events, double);
  int *kind = ss_arena_new(w->arena, 2 * m->events, int);
  if (!t || !kind) {
    w->failed = true;
    return;
  }
  double *before = t + m->events, *after = before + m->events;
  int *element = kind + m->events;
  for (size_t i = 0; i < m->events; i++) {
    const ss_event *e = &m->event[i];
    const bool impact = e->kind == SS_EVENT_IMPACT;
    t[i] = e->t;
    before[i] = impact ? e->energy_before : NAN;
    after[i] = impact ? e->energy_after : NAN;
    kind[i] = (int)e->kind;
    element[i] = e->element == SIZE_MAX ? -1 : (int)e->element;
  }
  hid_t group = H5Gcreate2(w->file, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  note(w, group);
  if (group >= 0) H5Gclose(group);
  write_array(w, "events/t", H5T_NATIVE_DOUBLE, 1, size, t);
  write_array(w, "events/kind", H5T_NATIVE_INT, 1, size, kind);
  write_array(w, "events/element", H5T_NATIVE_INT, 1, size, element);
  write_array(w, "events/energy_before", H5T_NATIVE_DOUBLE, 1, size, before);
  write_array(w, "events/energy_after", H5T_NATIVE_DOUBLE, 1, size, after);
}

/* Enough to draw the motion again without the model's file. */
static void write_model(writer *w, const ss_model *model) {
  const hsize_t one = 1;
  ss_text json;
  ss_text_start(&json);
  ss_model_print_json(model, &json);
  const hid_t type = H5Tcopy(H5T_C_S1);
  note(w, H5Tset_size(type, json.length + 1));
  note(w, H5Tset_cset(type, H5T_CSET_UTF8));
  if (json.failed) w->failed = true;
  write_array(w, "model", type, 1, &one, json.data);
  H5Tclose(type);
  ss_text_stop(&json);
}

static void write_all(writer *w, const ss_system *s, const double *parameters, const ss_motion *m) {
  write_text(w, w->file, "model", s->model->title);
  write_text(w, w->file, "hash", s->model->hash);
  write_model(w, s->model);
  write_names(w, s);
  write_parameters(w, s, parameters);
  write_matrix(w, m, "t", 1, get_t);
  write_matrix(w, m, "q", s->coordinates, get_q);
  write_matrix(w, m, "u", s->coordinates, get_u);
  write_matrix(w, m, "forces", s->normals + s->slips, get_forces);
  write_modes(w, s, m);
  write_events(w, m);
}

ss_status ss_show_motion_hdf5(const ss_system *s, const double *parameters, const ss_motion *m,
                              const char *file) {
  ss_file *out;
  ss_status status = ss_file_begin(file, &out);
  if (status != SS_OK) return status;
  writer w = {.arena = ss_arena_create(), .file = ss_file_open_hdf5(out, true)};
  w.create = H5Pcreate(H5P_DATASET_CREATE);
  /* equal motions are equal files */
  note(&w, H5Pset_obj_track_times(w.create, false));
  if (w.arena && w.file >= 0)
    write_all(&w, s, parameters, m);
  else
    w.failed = true;
  if (w.create >= 0) H5Pclose(w.create);
  ss_file_close_hdf5(out);
  ss_file_seal(out, SS_MOTION_FORMAT);
  /* HDF5 is not told about the disk: what it fails at is memory */
  if (w.failed) ss_file_cancel(out);
  status = w.failed ? SS_MEMORY : ss_file_end(out);
  ss_arena_destroy(w.arena);
  return status;
}
