/* motion_hdf5.c: a motion as plain HDF5 datasets, which Python, Julia and MATLAB open as arrays.
 *
 *     /t               samples               /q, /u    samples x n
 *     /forces          samples x directions  /modes    samples x elements
 *     /events/t, kind, element               events; element -1: none
 *     /events/energy_before, energy_after    events; NaN where the event is no impact
 *     /model                                 1: the model in its canonical JSON
 *
 * Names, parameters, what the inputs followed, how the motion was computed and what the numbers of
 * modes and kinds mean are attributes of the file (docs/output.md). Datasets grow by pieces: they
 * are chunked, and a piece is laid out row by row before it is written. The first 512 bytes are the
 * seal of the rest (ss_file_seal), as in maps.
 */
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show_private.h"

static void note(ss_motion_file *f, long status) {
  if (status < 0) f->failed = true;
}

/* ---- datasets -------------------------------------------------------------------------------- */

/* A dataset with a row of `width` numbers for each item, a sample or an event. */
typedef struct column {
  const char *name;
  bool of_events, of_integers;
  int rank;
  size_t (*width)(const ss_system *s);
  void (*put)(const void *item, size_t width, void *row);
} column;

static size_t one(const ss_system *s) {
  (void)s;
  return 1;
}

static size_t coordinates(const ss_system *s) {
  return s->coordinates;
}

static size_t directions(const ss_system *s) {
  return s->normals + s->slips;
}

static size_t elements(const ss_system *s) {
  return s->elements;
}

/* What is not known leaves zeros. */
static void put_numbers(size_t width, const double *values, double *row) {
  if (values && width) memcpy(row, values, width * sizeof *row);
}

static void put_t(const void *item, size_t width, void *row) {
  put_numbers(width, &((const ss_sample *)item)->t, row);
}

static void put_q(const void *item, size_t width, void *row) {
  put_numbers(width, ((const ss_sample *)item)->q, row);
}

static void put_u(const void *item, size_t width, void *row) {
  put_numbers(width, ((const ss_sample *)item)->u, row);
}

static void put_forces(const void *item, size_t width, void *row) {
  put_numbers(width, ((const ss_sample *)item)->forces, row);
}

static void put_modes(const void *item, size_t width, void *row) {
  const ss_mode *modes = ((const ss_sample *)item)->modes;
  for (size_t k = 0; modes && k < width; k++) ((int *)row)[k] = (int)modes[k];
}

static void put_event_t(const void *item, size_t width, void *row) {
  put_numbers(width, &((const ss_event *)item)->t, row);
}

static void put_kind(const void *item, size_t width, void *row) {
  (void)width;
  *(int *)row = (int)((const ss_event *)item)->kind;
}

static void put_element(const void *item, size_t width, void *row) {
  const size_t element = ((const ss_event *)item)->element;
  (void)width;
  *(int *)row = element == SIZE_MAX ? -1 : (int)element;
}

static void put_before(const void *item, size_t width, void *row) {
  const ss_event *e = item;
  (void)width;
  *(double *)row = ss_event_jumps(e->kind) ? e->energy_before : NAN;
}

static void put_after(const void *item, size_t width, void *row) {
  const ss_event *e = item;
  (void)width;
  *(double *)row = ss_event_jumps(e->kind) ? e->energy_after : NAN;
}

static const column columns[SS_MOTION_COLUMNS] = {
    {"t", false, false, 1, one, put_t},
    {"q", false, false, 2, coordinates, put_q},
    {"u", false, false, 2, coordinates, put_u},
    {"forces", false, false, 2, directions, put_forces},
    {"modes", false, true, 2, elements, put_modes},
    {"events/t", true, false, 1, one, put_event_t},
    {"events/kind", true, true, 1, one, put_kind},
    {"events/element", true, true, 1, one, put_element},
    {"events/energy_before", true, false, 1, one, put_before},
    {"events/energy_after", true, false, 1, one, put_after},
};

static hid_t get_type(const column *c) {
  return c->of_integers ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
}

/* A new dataset; `chunk` 0: in one piece, else rows of which it grows. Equal motions are equal
 * files: no times, and nothing undefined in what is not yet filled. */
static hid_t create_set(ss_motion_file *f, const char *name, hid_t type, int rank,
                        const hsize_t *size, hsize_t chunk) {
  const hsize_t most[2] = {chunk ? H5S_UNLIMITED : size[0], size[1]}, rows[2] = {chunk, size[1]};
  const hid_t create = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, size, most);
  note(f, H5Pset_obj_track_times(create, false));
  note(f, H5Pset_fill_time(create, H5D_FILL_TIME_ALLOC));
  if (chunk) note(f, H5Pset_chunk(create, rank, rows));
  const hid_t set = H5Dcreate2(f->hdf5, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  note(f, set);
  H5Sclose(space);
  H5Pclose(create);
  return set;
}

/* A column without width has no chunks: it is made at the end. */
static void begin_column(ss_motion_file *f, const column *c, int64_t *set) {
  enum { CHUNK = 1 << 15, ROWS_MOST = 1024 };
  const hsize_t width = c->width(f->source.system), size[2] = {0, width};
  const hsize_t rows = width ? CHUNK / (8 * width) : 0;
  *set = -1;
  if (width)
    *set = create_set(f, c->name, get_type(c), c->rank, size,
                      rows < 1           ? 1
                      : rows > ROWS_MOST ? ROWS_MOST
                                         : rows);
}

static void append(ss_motion_file *f, const column *c, hid_t set, hsize_t before, hsize_t count,
                   const void *data) {
  const hsize_t width = c->width(f->source.system), size[2] = {before + count, width};
  const hsize_t from[2] = {before, 0}, piece[2] = {count, width};
  note(f, H5Dset_extent(set, size));
  const hid_t space = H5Dget_space(set), memory = H5Screate_simple(c->rank, piece, NULL);
  note(f, H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, piece, NULL));
  note(f, H5Dwrite(set, get_type(c), memory, space, H5P_DEFAULT, data));
  H5Sclose(memory);
  H5Sclose(space);
}

static void take_column(ss_motion_file *f, const column *c, hid_t set,
                        const ss_motion_piece *piece) {
  const size_t width = c->width(f->source.system),
               count = c->of_events ? piece->events : piece->samples;
  const size_t bytes = width * (c->of_integers ? sizeof(int) : sizeof(double));
  if (count == 0 || width == 0) return;
  char *rows = calloc(count, bytes);
  if (!rows) {
    f->failed = true;
    return;
  }
  for (size_t i = 0; i < count; i++)
    c->put(c->of_events ? (const void *)&piece->event[i] : (const void *)&piece->sample[i], width,
           rows + i * bytes);
  append(f, c, set, c->of_events ? f->event_count : f->sample_count, count, rows);
  free(rows);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static void write_text(ss_motion_file *f, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  note(f, H5Tset_size(type, strlen(text) + 1));
  note(f, H5Tset_cset(type, H5T_CSET_UTF8));
  hid_t attribute = H5Acreate2(f->hdf5, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  note(f, attribute);
  if (attribute >= 0) {
    note(f, H5Awrite(attribute, type, text));
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
static void write_list(ss_motion_file *f, const char *attribute, ss_text *names) {
  if (names->failed) f->failed = true;
  write_text(f, attribute, names->data);
  ss_text_stop(names);
  ss_text_start(names);
}

static void write_names(ss_motion_file *f, const ss_system *s) {
  ss_text names;
  ss_text_start(&names);
  for (size_t i = 0; i < s->coordinates; i++) add_name(&names, s->names[i], "");
  write_list(f, "coordinates", &names);
  for (size_t i = 0; i < s->elements; i++) add_name(&names, s->element[i].element->name.text, "");
  write_list(f, "elements", &names);
  for (size_t i = 0; i < s->elements; i++)
    if (s->element[i].normal != SIZE_MAX) add_name(&names, s->element[i].element->name.text, "N");
  for (size_t i = 0; i < s->elements; i++)
    for (size_t k = 0; k < s->element[i].slips; k++)
      add_name(&names, s->element[i].element->name.text,
               ss_show_slip_name(s->element[i].element, k));
  write_list(f, "directions", &names);
  for (int k = 0; k < SS_MODE_COUNT; k++) add_name(&names, ss_mode_word((ss_mode)k), "");
  write_list(f, "mode_words", &names);
  for (int k = 0; k < SS_EVENT_COUNT; k++) add_name(&names, ss_event_word((ss_event_kind)k), "");
  write_list(f, "event_words", &names);
  ss_text_stop(&names);
}

static void write_parameters(ss_motion_file *f, const ss_system *s, const double *parameters) {
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < s->model->parameters; i++) {
    ss_text_addf(&text, "%s%s=", i ? "," : "", s->model->parameter[i].name.text);
    ss_show_double(parameters[i], &text);
  }
  if (text.failed) f->failed = true;
  write_text(f, "parameters", text.data);
  ss_text_stop(&text);
}

static void write_number(ss_motion_file *f, const char *name, double value) {
  ss_text text;
  ss_text_start(&text);
  ss_show_double(value, &text);
  if (text.failed) f->failed = true;
  write_text(f, name, text.data);
  ss_text_stop(&text);
}

/* What the inputs followed: "feedback", "input1", "input2", .. */
static void write_inputs(ss_motion_file *f, const ss_machine_options *o) {
  if (o->feedback) write_text(f, "feedback", o->feedback);
  for (size_t i = 0; i < o->inputs; i++) {
    char name[40];
    snprintf(name, sizeof name, "input%zu", i + 1);
    write_text(f, name, o->input[i]);
  }
}

/* Numbers with commas between; all are `usual` where there is no list. */
static void write_per_element(ss_motion_file *f, const char *name, const double *of, double usual) {
  ss_text text;
  ss_text_start(&text);
  for (size_t i = 0; i < f->source.system->elements; i++) {
    ss_text_add(&text, i ? "," : "");
    ss_show_double(of ? of[i] : usual, &text);
  }
  write_list(f, name, &text);
  ss_text_stop(&text);
}

static void write_how(ss_motion_file *f, const ss_motion_options *o) {
  write_text(f, "method", ss_motion_method_word(o->method));
  write_text(f, "on_ambiguity", o->first_if_several ? "first" : "stop");
  write_text(f, "on_jam", o->impact_if_jammed ? "impact" : "stop");
  write_number(f, "end", o->end);
  write_number(f, "every", o->every);
  write_number(f, "step", o->step);
  write_number(f, "tolerance", o->tolerance);
  write_per_element(f, "stiffness", o->stiffness_of, o->stiffness);
  if (o->damping_of) write_per_element(f, "damping", o->damping_of, 0);
  if (o->power_of) write_per_element(f, "power", o->power_of, 1);
}

/* Enough to draw the motion again without the model's file. */
static void write_model(ss_motion_file *f, const ss_model *model) {
  const hsize_t size[2] = {1, 0};
  ss_text json;
  ss_text_start(&json);
  ss_model_print_json(model, &json);
  if (json.failed) f->failed = true;
  const hid_t type = H5Tcopy(H5T_C_S1);
  note(f, H5Tset_size(type, json.length + 1));
  note(f, H5Tset_cset(type, H5T_CSET_UTF8));
  const hid_t set = create_set(f, "model", type, 1, size, 0);
  if (set >= 0) {
    note(f, H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, json.data));
    H5Dclose(set);
  }
  H5Tclose(type);
  ss_text_stop(&json);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void begin(ss_motion_file *f) {
  const ss_motion_source *from = &f->source;
  f->hdf5 = ss_file_open_hdf5(f->file, true);
  if (f->hdf5 < 0) {
    ss_file_close_hdf5(f->file);
    f->failed = true;
    return;
  }
  write_text(f, "model", from->system->model->title);
  write_text(f, "hash", from->system->model->hash);
  write_model(f, from->system->model);
  write_names(f, from->system);
  write_parameters(f, from->system, from->parameters);
  if (from->start) write_text(f, "start", from->start);
  if (from->inputs) write_inputs(f, from->inputs);
  if (from->how) write_how(f, from->how);
  const hid_t group = H5Gcreate2(f->hdf5, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  note(f, group);
  if (group >= 0) H5Gclose(group);
  for (size_t k = 0; k < SS_MOTION_COLUMNS; k++) begin_column(f, &columns[k], &f->set[k]);
}

static void take(ss_motion_file *f, const ss_motion_piece *piece) {
  for (size_t k = 0; k < SS_MOTION_COLUMNS && !f->failed; k++)
    take_column(f, &columns[k], f->set[k], piece);
  f->sample_count += piece->samples;
  f->event_count += piece->events;
}

static void end(ss_motion_file *f, const ss_motion *motion) {
  (void)motion;
  for (size_t k = 0; k < SS_MOTION_COLUMNS && f->hdf5 >= 0; k++) {
    const hsize_t size[2] = {columns[k].of_events ? f->event_count : f->sample_count, 0};
    if (f->set[k] < 0 && !f->failed)
      f->set[k] = create_set(f, columns[k].name, get_type(&columns[k]), columns[k].rank, size, 0);
    if (f->set[k] >= 0) H5Dclose(f->set[k]);
  }
  if (f->hdf5 >= 0) ss_file_close_hdf5(f->file);
  f->hdf5 = -1;
  ss_file_seal(f->file, SS_MOTION_FORMAT);
}

/* HDF5 is not told about the disk: what it fails at is memory. */
const ss_motion_form ss_motion_hdf5 = {begin, take, end};
