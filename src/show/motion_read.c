/* motion_read.c: a motion back from its HDF5 file (motion_hdf5.c has the format).
 *
 * A file that was cut or changed is refused by its seal before HDF5 sees it. The model comes with
 * the file, and so does what its inputs followed and how it moved: the machine is as it was. What
 * does not fit (sizes, types, numbers of modes and kinds) is refused: a file may be anybody's.
 */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show_private.h"

typedef struct reader {
  hid_t file;
  ss_arena *arena;
  bool failed, full; /* full: memory */
} reader;

/* ---- arrays ---------------------------------------------------------------------------------- */

/* A dataset as an array of the type; *count rows (SIZE_MAX: as many as there are) of `width`
 * numbers (0: the dataset has one dimension). */
static void *read_array(reader *r, const char *name, hid_t type, size_t *count, size_t width) {
  const int rank = width ? 2 : 1;
  hsize_t size[2] = {0, 0};
  const hid_t set = r->failed ? -1 : H5Dopen2(r->file, name, H5P_DEFAULT);
  const hid_t space = set >= 0 ? H5Dget_space(set) : -1;
  void *data = NULL;
  if (space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
      H5Sget_simple_extent_dims(space, size, NULL) == rank && size[1] == width &&
      (*count == SIZE_MAX || size[0] == *count)) {
    *count = size[0];
    data = ss_arena_alloc(r->arena, (width ? width : 1) * *count, H5Tget_size(type));
    if (!data) r->full = true;
    const bool full = *count > 0;
    if (data && full && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) data = NULL;
  }
  if (!data) r->failed = true;
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  return data;
}

/* The text of a dataset of one string; NULL after a failure. */
static char *read_text(reader *r, const char *name) {
  const hid_t set = H5Dopen2(r->file, name, H5P_DEFAULT);
  const hid_t type = set >= 0 ? H5Dget_type(set) : -1;
  char *text = NULL;
  size_t one = 1;
  if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
    const hid_t longer = H5Tcopy(type);
    H5Tset_size(longer, H5Tget_size(type) + 1); /* ends with a zero whatever was written */
    text = read_array(r, name, longer, &one, 0);
    H5Tclose(longer);
  }
  if (type >= 0) H5Tclose(type);
  if (set >= 0) H5Dclose(set);
  if (!text) r->failed = true;
  return text;
}

/* The text of an attribute; NULL: there is none, or memory is out. */
static char *read_attribute(reader *r, const char *name) {
  if (H5Aexists(r->file, name) <= 0) return NULL;
  const hid_t attribute = H5Aopen(r->file, name, H5P_DEFAULT);
  const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
  char *text = NULL;
  if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
      H5Aget_storage_size(attribute) == H5Tget_size(type)) {
    text = ss_arena_new(r->arena, H5Tget_size(type) + 1, char);
    if (!text) r->full = true;
    if (text && H5Aread(attribute, type, text) < 0) text = NULL;
  }
  if (!text) r->failed = true;
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  return text;
}

/* ---- the motion ------------------------------------------------------------------------------ */

static void read_samples(reader *r, const ss_system *s, ss_motion *m) {
  const size_t n = s->coordinates, forces = s->normals + s->slips;
  m->samples = SIZE_MAX;
  const double *t = read_array(r, "t", H5T_NATIVE_DOUBLE, &m->samples, 0);
  const double *q = read_array(r, "q", H5T_NATIVE_DOUBLE, &m->samples, n);
  const double *u = read_array(r, "u", H5T_NATIVE_DOUBLE, &m->samples, n);
  const double *f = forces ? read_array(r, "forces", H5T_NATIVE_DOUBLE, &m->samples, forces) : NULL;
  const int *words =
      s->elements ? read_array(r, "modes", H5T_NATIVE_INT, &m->samples, s->elements) : NULL;
  if (r->failed) return;
  ss_sample *sample = ss_arena_new(r->arena, m->samples, ss_sample);
  ss_mode *modes = ss_arena_new(r->arena, m->samples * s->elements, ss_mode);
  if (!sample || !modes) r->full = true;
  if (!sample || !modes || m->samples == 0) r->failed = true;
  for (size_t i = 0; !r->failed && i < m->samples * s->elements; i++) {
    if (words[i] < 0 || words[i] >= SS_MODE_COUNT) r->failed = true;
    modes[i] = (ss_mode)words[i];
  }
  for (size_t i = 0; !r->failed && i < m->samples; i++)
    sample[i] = (ss_sample){t[i], q + i * n, u + i * n, f ? f + i * forces : NULL,
                            s->elements ? modes + i * s->elements : NULL};
  m->sample = sample;
}

static void read_events(reader *r, const ss_system *s, ss_motion *m) {
  m->events = SIZE_MAX;
  const double *t = read_array(r, "events/t", H5T_NATIVE_DOUBLE, &m->events, 0);
  const int *kind = read_array(r, "events/kind", H5T_NATIVE_INT, &m->events, 0);
  const int *element = read_array(r, "events/element", H5T_NATIVE_INT, &m->events, 0);
  ss_event *event = r->failed ? NULL : ss_arena_new(r->arena, m->events, ss_event);
  if (!r->failed && !event) r->failed = r->full = true;
  for (size_t i = 0; !r->failed && i < m->events; i++) {
    if (kind[i] < 0 || kind[i] >= SS_EVENT_COUNT || element[i] >= (int)s->elements)
      r->failed = true;
    event[i] = (ss_event){.t = t[i],
                          .kind = (ss_event_kind)kind[i],
                          .element = element[i] < 0 ? SIZE_MAX : (size_t)element[i]};
  }
  m->event = event;
}

/* What the file does not say follows from it. */
static void finish_motion(ss_motion *m) {
  const ss_sample *last = &m->sample[m->samples - 1];
  m->t = last->t;
  m->q = last->q;
  m->u = last->u;
  m->at_rest = m->events && m->event[m->events - 1].kind == SS_EVENT_REST;
  m->settles = m->events && m->event[m->events - 1].kind == SS_EVENT_SETTLE;
}

/* ---- the machine ----------------------------------------------------------------------------- */

/* "input1", "input2", .. */
static const char **read_inputs(reader *r, size_t *count) {
  enum { INPUTS_MOST = 1000 };
  const char **inputs = ss_arena_new(r->arena, INPUTS_MOST, const char *);
  char name[40];
  for (*count = 0; inputs && *count < INPUTS_MOST; ++*count) {
    snprintf(name, sizeof name, "input%zu", *count + 1);
    if (!(inputs[*count] = read_attribute(r, name))) break;
  }
  if (!inputs) r->full = r->failed = true;
  return inputs;
}

static ss_status read_machine(reader *r, const char *text, ss_recording *out) {
  ss_machine_options options = {.feedback = read_attribute(r, "feedback")};
  options.input = read_inputs(r, &options.inputs);
  if (r->failed) return SS_BAD_INPUT;
  return ss_machine_parse("model", text, &options, NULL, &out->machine);
}

/* A number, `usual` where the file has none. */
static double read_number(reader *r, const char *name, double usual) {
  const char *text = read_attribute(r, name);
  return text ? strtod(text, NULL) : usual;
}

/* One number per element, NULL where the file has none. */
static double *read_per_element(reader *r, const char *name, size_t count) {
  char *text = read_attribute(r, name);
  double *of = text ? ss_arena_new(r->arena, count, double) : NULL;
  if (text && !of) r->full = r->failed = true;
  for (size_t i = 0; of && i < count; i++) {
    of[i] = strtod(text, &text);
    if (*text == ',') text++;
  }
  return of;
}

static void read_how(reader *r, size_t elements, ss_motion_options *how) {
  const char *method = read_attribute(r, "method"), *several = read_attribute(r, "on_ambiguity");
  *how = ss_motion_default_options();
  for (int k = 0; method && k < SS_MOTION_METHOD_COUNT; k++)
    if (strcmp(method, ss_motion_method_word((ss_motion_method)k)) == 0)
      how->method = (ss_motion_method)k;
  how->first_if_several = several && strcmp(several, "first") == 0;
  const char *jam = read_attribute(r, "on_jam");
  how->impact_if_jammed = jam && strcmp(jam, "impact") == 0;
  how->end = read_number(r, "end", 0);
  how->every = read_number(r, "every", 0);
  how->step = read_number(r, "step", how->step);
  how->tolerance = read_number(r, "tolerance", how->tolerance);
  how->stiffness_of = read_per_element(r, "stiffness", elements);
  how->damping_of = read_per_element(r, "damping", elements);
  how->power_of = read_per_element(r, "power", elements);
}

static ss_status read_all(reader *r, ss_recording *out) {
  const char *text = read_text(r, "model");
  if (!text) return SS_BAD_INPUT;
  const ss_status status = read_machine(r, text, out);
  if (status != SS_OK) return status;
  const ss_system *s = ss_machine_system(out->machine);
  read_how(r, s->elements, &out->how);
  out->start = read_attribute(r, "start");
  if (!out->start) out->start = "recorded";
  read_samples(r, s, &out->motion);
  read_events(r, s, &out->motion);
  if (r->failed) return SS_BAD_INPUT;
  finish_motion(&out->motion);
  if (!(out->how.end > 0)) out->how.end = out->motion.t;
  return SS_OK;
}

static ss_status read_hdf5(reader *r, const char *file, ss_recording *recording) {
  H5E_auto2_t print;
  void *data;
  ss_status status = SS_BAD_INPUT;
  H5Eget_auto2(H5E_DEFAULT, &print, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  r->file = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (r->file >= 0) {
    status = read_all(r, recording);
    H5Fclose(r->file);
  }
  H5Eset_auto2(H5E_DEFAULT, print, data);
  return r->full ? SS_MEMORY : status;
}

ss_status ss_show_motion_read(ss_arena *arena, const char *file, ss_recording *recording,
                              const char **why) {
  reader r = {.arena = arena};
  *recording = (ss_recording){0};
  ss_status status = ss_file_check_seal(file, SS_MOTION_FORMAT, why);
  if (status == SS_BAD_INPUT && !*why) *why = "it is no motion of this program, or not all of one";
  if (status != SS_OK) return status;
  status = read_hdf5(&r, file, recording);
  if (status == SS_OK) return SS_OK;
  *why = status == SS_BAD_INPUT ? "its datasets do not fit each other" : ss_status_text(status);
  ss_machine_close(recording->machine);
  recording->machine = NULL;
  return status;
}
