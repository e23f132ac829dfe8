/* strips.c: a map of starts against a parameter, piece by piece.
 *
 * A piece is about the machine whose parameter lies anywhere in one of 2^depth equal parts of the
 * axis. It is a map of its own (map.c) with a theorem of its own, whose ranges are verified like
 * those of any certificate: the interval is entered as the setting NAME=LOW:HIGH, which is derived
 * here. A leaf of a piece must be a cell of that depth and that part. On trust: T8 of
 * docs/theory.md and the theorems that the pieces name.
 */
#include "tubes.h"

/* The part of the axis, as a setting. */
static const char *name_part(run *r, const tubes *t, const struct strip *s, const char *name) {
  fmpq *width = new_rational(r), *low = new_rational(r), *high = new_rational(r);
  fmpq_sub(width, entry(t->high, s->axis, 0), entry(t->low, s->axis, 0));
  fmpq_div_2exp(width, width, s->depth);
  fmpq_set_ui(low, s->index, 1);
  fmpq_mul(low, low, width);
  fmpq_add(low, low, entry(t->low, s->axis, 0));
  fmpq_add(high, low, width);
  char *ends[] = {fmpq_get_str(NULL, 10, low), fmpq_get_str(NULL, 10, high)};
  const size_t room = strlen(name) + strlen(ends[0]) + strlen(ends[1]) + 3;
  char *text = new_room(r, room, 1);
  snprintf(text, room, "%s=%s:%s", name, ends[0], ends[1]);
  for (size_t k = 0; k < 2; k++) flint_free(ends[k]);
  return text;
}

/* The piece with what the certificate says of all of them. */
static json_t *complete(run *r, const json_t *piece, const char *part) {
  json_t *root = json_copy((json_t *)piece);
  json_t *settings = json_copy(json_object_get(r->root, "settings"));
  json_array_append_new(settings, json_string(part));
  json_object_set_new(root, "settings", settings);
  json_object_set_new(root, "format", json_string("standstill-map/1"));
  json_object_set(root, "model", json_object_get(r->root, "model"));
  json_object_set(root, "feedback", json_object_get(r->root, "feedback"));
  return root;
}

static void verify_piece(run *r, const json_t *piece, const char *name, struct strip *s) {
  char message[600];
  read_shape(r, piece, "piece",
             "depth index parameters claim how theorem level system conditions map");
  s->depth =
      (size_t)read_integer(r, json_object_get(piece, "depth"), 0, (long)s->whole->depth, "depth");
  s->index =
      (size_t)read_integer(r, json_object_get(piece, "index"), 0, (1L << s->depth) - 1, "index");
  const int status = check_piece(complete(r, piece, name_part(r, s->whole, s, name)), s, message);
  if (status) stop(r, status, "piece %zu of 2^%zu: %.500s", s->index, s->depth, message);
}

/* [0, "c"] or ["c", 0]: which is the parameter, and its name. */
static const char *enter_axes(run *r, tubes *t, const json_t *axes, struct strip *s) {
  want_array(r, axes, 2, "axes");
  s->axis = json_is_string(json_array_get(axes, 0)) ? 0 : 1;
  const char *name = json_string_value(json_array_get(axes, s->axis));
  if (!name) malformed(r, "axes: one is the name of a parameter");
  t->axis[s->axis] = t->d;
  t->axis[1 - s->axis] =
      (size_t)read_integer(r, json_array_get(axes, 1 - s->axis), 0, (long)t->d - 1, "axes");
  return name;
}

void verify_strips(run *r) {
  const json_t *map = json_object_get(r->root, "map"), *piece;
  const json_t *pieces = json_object_get(map, "pieces");
  tubes *t = new_room(r, 1, sizeof *t);
  struct strip s = {.whole = t};
  size_t i;
  read_shape(r, map, "map", "axes low high base depth pieces shares");
  for (const item *it = NULL; (it = next_item(r, it, COORD));) t->d += 2;
  const char *name = enter_axes(r, t, json_object_get(map, "axes"), &s);
  enter_cells(r, t, map);
  apply_setting(r, name_part(r, t, &s, name));
  if (!json_is_array(pieces)) malformed(r, "pieces: an array is expected");
  json_array_foreach(pieces, i, piece) verify_piece(r, piece, name, &s);
  print_machine(r);
  confirm(r, "map: %zu pieces, each of an interval of %s with a theorem of its own", i, name);
  verify_shares(r, t, map, s.leaves);
}
