/* check_unused.c: names that nothing uses, expectations that nothing checks.
 *
 * A parameter, abbreviation, input or point that no formula mentions is probably a slip of the pen:
 * a warning. Coordinates are not among them: one that the kinetic energy does not know is an error
 * of its own (check_degrees.c); nor chart coordinates (check_chart.c). States, regions and feedback
 * laws are used from the command line. Nothing is said when some of the file could not be read.
 *
 * An expectation of a kind that no analysis knows would never be held against a result: a warning.
 */
#include <string.h>

#include "reader.h"

static void warn(ss_reader *reader, ss_namespace table, unsigned kinds) {
  const ss_names *names = &reader->names[table];
  for (size_t i = 0; i < names->count; i++) {
    const ss_known *known = &names->items[i];
    if (!known->used && kinds >> known->kind & 1)
      ss_reader_warn(reader, known->where, "%s '%s' is never used", ss_kind_word(known->kind),
                     known->text);
  }
}

static void warn_expectations(ss_reader *reader) {
  static const char *const known[] = {"equilibria"};
  enum { KNOWN = sizeof known / sizeof known[0] };
  for (size_t i = 0; i < reader->model->expectations; i++) {
    const ss_name *name = &reader->model->expectation[i].name;
    size_t k = 0;
    while (k < KNOWN && strcmp(known[k], name->text) != 0) k++;
    if (k < KNOWN) continue;
    ss_diagnostic *item =
        ss_reader_warn(reader, name->where, "nothing checks an expectation of '%s'", name->text);
    ss_reader_suggest(reader, item, name->text, KNOWN, known);
  }
}

void ss_reader_check_unused(ss_reader *reader) {
  if (reader->torn) return;
  warn(reader, SS_NAMESPACE_VALUE,
       1u << SS_KIND_PARAMETER | 1u << SS_KIND_ABBREVIATION | 1u << SS_KIND_INPUT);
  warn(reader, SS_NAMESPACE_POINT, 1u << SS_KIND_POINT);
  warn_expectations(reader);
}
