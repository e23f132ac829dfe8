/* motion_file.c: a motion goes into a file while it is computed.
 *
 * The file is under construction from the beginning (ss_file): it streams into an inode without a
 * name, and what stood at its place before stands there until the motion has ended. What it looks
 * like inside is for the form to say: motion_csv.c, motion_json.c, motion_hdf5.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "show_private.h"

/* The form by the ending of the name; NULL: none. */
static const ss_motion_form *find_form(const char *name) {
  static const struct {
    const char *ending;
    const ss_motion_form *form;
  } forms[] = {{".csv", &ss_motion_csv},
               {".json", &ss_motion_json},
               {".h5", &ss_motion_hdf5},
               {".hdf5", &ss_motion_hdf5}};
  const size_t length = strlen(name);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const size_t ending = strlen(forms[i].ending);
    if (length > ending && strcmp(name + length - ending, forms[i].ending) == 0)
      return forms[i].form;
  }
  return NULL;
}

bool ss_show_motion_has_form(const char *name) {
  return find_form(name) != NULL;
}

ss_status ss_show_motion_begin(const ss_motion_source *source, const char *name,
                               ss_motion_file **file) {
  const ss_motion_form *form = find_form(name);
  *file = NULL;
  if (!form) return SS_BAD_INPUT;
  ss_motion_file *f = calloc(1, sizeof *f);
  if (!f) return SS_MEMORY;
  *f = (ss_motion_file){.source = *source, .form = form, .name = name, .hdf5 = -1};
  const ss_status status = ss_file_begin(name, &f->file);
  if (status != SS_OK) {
    const int problem = errno;
    free(f);
    errno = problem;
    return status;
  }
  form->begin(f);
  *file = f;
  return SS_OK;
}

bool ss_show_motion_take(void *file, const ss_motion_piece *piece) {
  ss_motion_file *f = file;
  if (!f->failed) f->form->take(f, piece);
  return !f->failed && !ss_file_has_failed(f->file);
}

ss_status ss_show_motion_end(ss_motion_file *f, const ss_motion *motion) {
  f->form->end(f, motion);
  if (f->failed) {
    ss_show_motion_cancel(f);
    return SS_MEMORY;
  }
  const ss_status status = ss_file_end(f->file);
  const int problem = errno;
  free(f);
  errno = problem;
  return status;
}

void ss_show_motion_cancel(ss_motion_file *f) {
  if (!f) return;
  if (f->hdf5 >= 0) ss_file_close_hdf5(f->file);
  ss_file_cancel(f->events);
  ss_file_cancel(f->trajectory);
  ss_file_cancel(f->file);
  free(f);
}

ss_status ss_show_motion_write(const ss_motion_source *source, const ss_motion *motion,
                               const char *name) {
  const ss_motion_piece all = {motion->samples, motion->events, motion->sample, motion->event};
  ss_motion_file *file;
  const ss_status status = ss_show_motion_begin(source, name, &file);
  if (status != SS_OK) return status;
  ss_show_motion_take(file, &all);
  return ss_show_motion_end(file, motion);
}
