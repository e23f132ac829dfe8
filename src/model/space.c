/* space.c: bodies in space, as the statements that they stand for.
 *
 *     body3 B { mass = M; inertia = (J1, J2, J3); at = (X, Y, Z); turned by (s, a, b, c)
 *               gravity = (GX, GY, GZ) }
 *     point P on B (A1, A2, A3)
 *
 * A rotation without singular points has no three coordinates. Four are taken, a unit quaternion
 * q = (1 + s, a, b, c), so that s = a = b = c = 0 is the body that is not turned, and one equation
 * that a frictionless slider keeps. With R(q) the rotation from the body's axes to space and w the
 * angular velocity in the body's axes, w = 2 vec(q* q'), the statements are
 *
 *     kinetic   = 1/2 M |(X, Y, Z)'|^2 + 1/2 (J1 w1^2 + J2 w2^2 + J3 w3^2) + 2 J1 (q . q')^2
 *     potential = -M (GX X + GY Y + GZ Z)
 *     slider B_unit { gap = (q . q - 1)/2 }
 *
 * The last term of the kinetic energy is 0 where the slider holds: it makes the mass matrix regular
 * in all four coordinates. In formulas stand for what they are called
 *
 *     P.x P.y P.z          (X, Y, Z) + R (A1, A2, A3)
 *     B.R11 … B.R33        the entries of R: column j is the body's axis j
 *     B.w1 B.w2 B.w3       angular velocity in the body's axes
 *     B.wx B.wy B.wz       the same along those of space
 *
 * and in the block of a state, for a body that is turned about an axis (of any length), and for one
 * that turns about its own axes,
 *
 *     turned B about (N1, N2, N3) by ANGLE          spin B by (W1, W2, W3)
 *
 * Like families this is a way to write the text, which is expanded: first passes over it collect
 * bodies and points, until those that use points of others have found them; the last one writes.
 */
#include "families.h"

enum { ROUNDS_MOST = 40, VALUE_MOST = 14 };

/* The values of a body: mass, inertia, place, quaternion, gravity. */
enum { MASS, INERTIA, PLACE = 4, TURN = 7, GRAVITY = 11 };

/* ---- templates: $ and a letter stand for a value --------------------------------------------- */

/* m: mass; i j k: inertia; x y z: place; s a b c: quaternion; g h l: gravity; 1 2 3: local. */
static const char letters[] = "mijkxyzsabcghl";

#define Q0  "(1+$s)"
#define R11 "(" Q0 "^2+$a^2-$b^2-$c^2)"
#define R12 "(2*($a*$b-" Q0 "*$c))"
#define R13 "(2*($a*$c+" Q0 "*$b))"
#define R21 "(2*($a*$b+" Q0 "*$c))"
#define R22 "(" Q0 "^2-$a^2+$b^2-$c^2)"
#define R23 "(2*($b*$c-" Q0 "*$a))"
#define R31 "(2*($a*$c-" Q0 "*$b))"
#define R32 "(2*($b*$c+" Q0 "*$a))"
#define R33 "(" Q0 "^2-$a^2-$b^2+$c^2)"
#define W1  "(2*(" Q0 "*$a'-$a*$s'-$b*$c'+$c*$b'))"
#define W2  "(2*(" Q0 "*$b'-$b*$s'-$c*$a'+$a*$c'))"
#define W3  "(2*(" Q0 "*$c'-$c*$s'-$a*$b'+$b*$a'))"

static const struct {
  const char *word, *template;
} body_words[] = {
    {"R11", R11},
    {"R12", R12},
    {"R13", R13},
    {"R21", R21},
    {"R22", R22},
    {"R23", R23},
    {"R31", R31},
    {"R32", R32},
    {"R33", R33},
    {"w1", W1},
    {"w2", W2},
    {"w3", W3},
    {"wx", "(2*(" Q0 "*$a'-$a*$s'+$b*$c'-$c*$b'))"},
    {"wy", "(2*(" Q0 "*$b'-$b*$s'+$c*$a'-$a*$c'))"},
    {"wz", "(2*(" Q0 "*$c'-$c*$s'+$a*$b'-$b*$a'))"},
};

static const char *const point_templates[] = {
    "($x+" R11 "*$1+" R12 "*$2+" R13 "*$3)",
    "($y+" R21 "*$1+" R22 "*$2+" R23 "*$3)",
    "($z+" R31 "*$1+" R32 "*$2+" R33 "*$3)",
};

static const char body_template[] =
    "kinetic = 1/2*$m*(ddt($x)^2+ddt($y)^2+ddt($z)^2)+1/2*($i*" W1 "^2+$j*" W2 "^2+$k*" W3 "^2)"
    "+2*$i*(" Q0 "*$s'+$a*$a'+$b*$b'+$c*$c')^2\n"
    "slider $n { gap = (" Q0 "^2+$a^2+$b^2+$c^2-1)/2 }\n";
static const char gravity_template[] = "potential = -$m*($g*$x+$h*$y+$l*$z)\n";

#define AXIS "/sqrt(($1)^2+($2)^2+($3)^2)"
static const char turned_template[] =
    "$s = cos(($4)/2)-1\n$a = sin(($4)/2)*($1)" AXIS "\n$b = sin(($4)/2)*($2)" AXIS
    "\n$c = sin(($4)/2)*($3)" AXIS "\n";
static const char spin_template[] = "$s' = -1/2*($a*($1)+$b*($2)+$c*($3))\n"
                                    "$a' = 1/2*(" Q0 "*($1)+$b*($3)-$c*($2))\n"
                                    "$b' = 1/2*(" Q0 "*($2)+$c*($1)-$a*($3))\n"
                                    "$c' = 1/2*(" Q0 "*($3)+$a*($2)-$b*($1))\n";

/* The template with the values of the body and up to four others in place of its letters. */
static void fill(const ss_space_body *body, char *const *local, const char *template,
                 ss_text *text) {
  for (const char *at = template; *at; at++) {
    if (*at != '$') {
      ss_text_add_bytes(text, at, 1);
      continue;
    }
    const char letter = *++at, *known = strchr(letters, letter);
    if (letter == 'n') { /* B[2] becomes B_unit[2] */
      const size_t head = strcspn(body->name, "[");
      ss_text_add_bytes(text, body->name, head);
      ss_text_addf(text, "_unit%s", body->name + head);
    } else if (known) {
      const size_t k = (size_t)(known - letters);
      const bool plain = k >= TURN && k < GRAVITY;
      ss_text_addf(text, plain ? "%s" : "(%s)", body->value[k]);
    } else {
      ss_text_addf(text, "(%s)", local[letter - '1']);
    }
  }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The stretch as it is when expanded, on one line and without comments. */
static char *capture(ss_expander *x, size_t from, size_t to, uint32_t indices) {
  ss_expansion *f = x->f;
  const size_t mark = f->out.length, pieces = f->piece_count;
  ss_expander_expand(x, from, to, indices);
  char *text = ss_arena_copy_text(x->reader->scratch, f->out.data + mark, f->out.length - mark);
  f->out.length = mark;
  f->out.data[mark] = '\0';
  f->piece_count = pieces;
  if (!text) {
    x->reader->failed = true;
    return x->reader->spill;
  }
  size_t length = 0;
  for (const char *c = text + strspn(text, " \t\r\n"); *c; c++) {
    if (*c == '#') c += strcspn(c, "\n");
    if (!*c) break;
    text[length++] = *c == '\n' || *c == '\r' ? ' ' : *c;
  }
  while (length && text[length - 1] == ' ') length--;
  text[length] = '\0';
  return text;
}

/* The values of a tuple or of a single formula in [from, to); returns how many there are. */
static size_t split(ss_expander *x, size_t from, size_t to, uint32_t indices, size_t most,
                    char **values) {
  from = ss_expander_skip_space(x, from, to, true);
  while (to > from && strchr(" \t\r\n;", x->text[to - 1])) to--;
  const bool tuple =
      from < to && x->text[from] == '(' && ss_expander_find_closing(x, from, to) + 1 == to;
  if (tuple) from++, to--;
  size_t count = 0, begin = from, level = 0;
  for (size_t at = from; at <= to; at++) {
    const char c = at < to ? x->text[at] : ',';
    if (c && strchr("([{", c)) level++;
    if (c && strchr(")]}", c) && level) level--;
    if (at < to && (c != ',' || level || !tuple)) continue;
    if (count < most) values[count] = capture(x, begin, at, indices);
    count++;
    begin = at + 1;
  }
  return count;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static ss_space_body *find_body(const ss_expander *x, const char *name) {
  for (size_t i = 0; i < x->bodies; i++)
    if (strcmp(x->body[i].name, name) == 0) return &x->body[i];
  return NULL;
}

static ss_space_point *find_point(const ss_expander *x, const char *name) {
  for (size_t i = 0; i < x->points; i++)
    if (strcmp(x->point[i].name, name) == 0) return &x->point[i];
  return NULL;
}

/* Notes a value; did it change? */
static void note(ss_expander *x, char **value, char *now) {
  if (!*value || strcmp(*value, now) != 0) x->changed = true;
  *value = now;
}

/* ---- statements ------------------------------------------------------------------------------ */

/* NAME or NAME[…]: behind it. */
static size_t skip_indexed(const ss_expander *x, size_t at, size_t end) {
  at = ss_expander_skip_name(x, at, end);
  while (at < end && x->text[at] == '[') at = ss_expander_find_closing(x, at, end) + 1;
  return at < end ? at : end;
}

static size_t skip_word(const ss_expander *x, size_t at, size_t end, const char *word) {
  at = ss_expander_skip_space(x, at, end, false);
  const size_t after = ss_expander_skip_name(x, at, end);
  return ss_expander_word_is(x, ss_span_between(at, after), word) ? after : 0;
}

/* Where the value that begins here ends: at ';', with its block, or at the end of a line behind
 * which an entry begins. */
static size_t end_value(const ss_expander *x, size_t at, size_t end) {
  while (at < end && x->text[at] != ';' && x->text[at] != '}') {
    if (x->text[at] && strchr("([{", x->text[at])) {
      at = ss_expander_find_closing(x, at, end);
    } else if (x->text[at] == '\n' || x->text[at] == '#') {
      const size_t next = ss_expander_skip_space(x, at, end, true);
      const size_t after = ss_expander_skip_name(x, next, end);
      const size_t prime = skip_indexed(x, next, end);
      const size_t sign =
          ss_expander_skip_space(x, prime + (prime < end && x->text[prime] == '\''), end, false);
      const ss_span word = ss_span_between(next, after);
      const bool by =
          ss_expander_word_is(x, word, "turned") || ss_expander_word_is(x, word, "spin");
      if (next == end || x->text[next] == '}' || by ||
          (after > next && sign < end && x->text[sign] == '='))
        return at;
      at = next;
      continue;
    }
    if (at < end) at++;
  }
  return at;
}

static const struct {
  const char *word;
  size_t first, count;
} keys[] = {{"mass", MASS, 1},
            {"inertia", INERTIA, 3},
            {"at", PLACE, 3},
            {"turned", TURN, 4},
            {"gravity", GRAVITY, 3}};

enum { KEYS = sizeof keys / sizeof *keys };

/* One entry of the block; returns behind it. */
static size_t read_entry(ss_expander *x, size_t at, size_t end, uint32_t indices,
                         ss_space_body *body) {
  const size_t after = ss_expander_skip_name(x, at, end);
  const ss_span word = ss_span_between(at, after > at ? after : at + 1);
  size_t k = 0;
  while (k < KEYS && !ss_expander_word_is(x, word, keys[k].word)) k++;
  size_t from = ss_expander_skip_space(x, after, end, false);
  if (k == KEYS) {
    ss_expander_complain(x, word, indices,
                         "a body3 has mass, inertia, at, gravity and 'turned by'");
    return end;
  }
  const bool turned = keys[k].first == TURN;
  const size_t by = turned ? skip_word(x, from, end, "by") : 0;
  if (turned ? by == 0 : from >= end || x->text[from] != '=') {
    ss_expander_complain(x, word, indices,
                         turned ? "expected 'turned by (S, A, B, C)'" : "expected '='");
    return end;
  }
  from = turned ? by : from + 1;
  const size_t to = end_value(x, from, end);
  char *values[4];
  const size_t count = split(x, from, to, indices, 4, values);
  if (count != keys[k].count) {
    ss_expander_complain(x, word, indices,
                         turned ? "a body3 is turned by four coordinates, of a unit quaternion "
                                  "(1 + S, A, B, C)"
                         : keys[k].count == 3 ? "this needs three components"
                                              : "this needs one value");
    return end;
  }
  for (size_t i = 0; i < count; i++) note(x, &body->value[keys[k].first + i], values[i]);
  for (size_t i = 0; turned && i < count; i++)
    if (!ss_begins_name(*values[i]) || strpbrk(values[i], "+-*/^(). "))
      ss_expander_complain(x, ss_span_between(from, to), indices,
                           "a body3 is turned by coordinates, not by formulas");
  return to;
}

/* body3 NAME { … }: behind it, after the statements that it stands for. */
static size_t expand_body(ss_expander *x, size_t at, size_t end, uint32_t indices) {
  const size_t from = ss_expander_skip_space(x, at + strlen("body3"), end, false);
  const size_t after = skip_indexed(x, from, end);
  const size_t open = ss_expander_skip_space(x, after, end, true);
  const size_t close = open < end ? ss_expander_find_closing(x, open, end) : end;
  const ss_span word = ss_span_between(at, at + strlen("body3"));
  if (after == from || open >= end || x->text[open] != '{' || close == end) {
    ss_expander_complain(x, word, indices, "expected 'body3 NAME { … }'");
    return end;
  }
  char *name = capture(x, from, after, indices);
  ss_space_body *body = find_body(x, name);
  if (!body) {
    body = ss_scratch_append(x->reader, x->body, x->bodies, ss_space_body);
    *body = (ss_space_body){.name = name, .where = from, .indices = indices};
    x->changed = true;
  } else if (body->where != from) {
    ss_expander_complain(x, ss_span_between(from, after), indices, "this body is defined twice");
  }
  for (size_t next = open + 1; !x->broken;) {
    next = ss_expander_skip_space(x, next, close, true);
    if (next >= close) break;
    next = x->text[next] == ';' ? next + 1 : read_entry(x, next, close, indices, body);
  }
  for (size_t k = 0; k < GRAVITY && !x->broken; k++)
    if (!body->value[k])
      ss_expander_complain(x, ss_span_between(from, after), indices,
                           "a body3 needs mass, inertia = (J1, J2, J3), at = (X, Y, Z) and "
                           "turned by (S, A, B, C)");
  if (!x->broken) {
    ss_text text;
    ss_text_start(&text);
    fill(body, NULL, body_template, &text);
    if (body->value[GRAVITY]) fill(body, NULL, gravity_template, &text);
    ss_expander_put(x, at, close + 1, indices, text.data);
    ss_text_stop(&text);
  }
  return close + 1;
}

/* point NAME on BODY (…) where BODY is in space: behind it; `at` where it is not. */
static size_t expand_point(ss_expander *x, size_t at, size_t end, uint32_t indices) {
  const size_t from = ss_expander_skip_space(x, at + strlen("point"), end, false);
  const size_t after = skip_indexed(x, from, end);
  const size_t on = skip_word(x, after, end, "on");
  if (after == from || on == 0) return at;
  const size_t body_from = ss_expander_skip_space(x, on, end, false);
  const size_t body_after = skip_indexed(x, body_from, end);
  const size_t open = ss_expander_skip_space(x, body_after, end, false);
  const char *body = capture(x, body_from, body_after, indices);
  if (!find_body(x, body) || open >= end || x->text[open] != '(') return at;
  const size_t close = ss_expander_find_closing(x, open, end);
  char *name = capture(x, from, after, indices), *local[3];
  if (split(x, open, close + 1 < end ? close + 1 : end, indices, 3, local) != 3) {
    ss_expander_complain(x, ss_span_between(open, close), indices,
                         "a point on a body in space has three components");
    return end;
  }
  ss_space_point *point = find_point(x, name);
  if (!point) {
    point = ss_scratch_append(x->reader, x->point, x->points, ss_space_point);
    *point = (ss_space_point){.name = name, .where = from};
  } else if (point->where != from) {
    ss_expander_complain(x, ss_span_between(from, after), indices, "this point is defined twice");
  }
  point->body = body;
  for (size_t k = 0; k < 3; k++) note(x, &point->local[k], local[k]);
  return close + 1;
}

/* turned BODY about (…) by ANGLE, spin BODY by (…), in a state: behind it, `at` if it is none. */
static size_t expand_start(ss_expander *x, size_t at, size_t end, uint32_t indices, bool turned) {
  const size_t from = ss_expander_skip_space(x, ss_expander_skip_name(x, at, end), end, false);
  const size_t after = skip_indexed(x, from, end);
  if (after == from) return at;
  const size_t by = skip_word(x, after, end, turned ? "about" : "by");
  const size_t open = by ? ss_expander_skip_space(x, by, end, false) : end;
  if (open >= end || x->text[open] != '(') return at;
  size_t close = ss_expander_find_closing(x, open, end);
  char *local[4];
  ss_space_body *body = find_body(x, capture(x, from, after, indices));
  if (split(x, open, close + 1 < end ? close + 1 : end, indices, 3, local) != 3)
    ss_expander_complain(x, ss_span_between(open, close), indices, "this needs three components");
  if (!body && x->last)
    ss_expander_complain(x, ss_span_between(from, after), indices, "this is no body3");
  if (turned && !x->broken) {
    const size_t angle = skip_word(x, close + 1, end, "by");
    close = angle ? end_value(x, angle, end) - 1 : close;
    if (!angle)
      ss_expander_complain(x, ss_span_between(at, close), indices,
                           "expected 'turned BODY about (N1, N2, N3) by ANGLE'");
    else
      local[3] = capture(x, angle, close + 1, indices);
  }
  if (x->broken || !body) return close + 1;
  ss_text text;
  ss_text_start(&text);
  fill(body, local, turned ? turned_template : spin_template, &text);
  ss_expander_put(x, at, close + 1, indices, text.data);
  ss_text_stop(&text);
  return close + 1;
}

/* force at POINT is for the plane: a point in space is no mistake of its name. */
static size_t look_at_force(ss_expander *x, size_t at, size_t end, uint32_t indices) {
  const size_t word = skip_word(x, at + strlen("force"), end, "at");
  const size_t from = word ? ss_expander_skip_space(x, word, end, false) : at;
  const size_t after = word ? skip_indexed(x, from, end) : at;
  const char *name = after > from ? capture(x, from, after, indices) : NULL;
  if (name && find_point(x, name))
    ss_expander_complain(x, ss_span_between(from, after), indices,
                         "'force at' is for points in the plane; on a body in space a force is "
                         "given by its coordinates: 'force x = ...'");
  return at;
}

size_t ss_space_expand_statement(ss_expander *x, ss_span word, size_t end, uint32_t indices) {
  const size_t at = word.offset;
  if (ss_expander_word_is(x, word, "body3")) return expand_body(x, at, end, indices);
  if (ss_expander_word_is(x, word, "point")) return expand_point(x, at, end, indices);
  if (ss_expander_word_is(x, word, "force")) return look_at_force(x, at, end, indices);
  if (ss_expander_word_is(x, word, "turned")) return expand_start(x, at, end, indices, true);
  if (ss_expander_word_is(x, word, "spin")) return expand_start(x, at, end, indices, false);
  return at;
}

/* ---- names ----------------------------------------------------------------------------------- */

static const char *find_template(const ss_space_body *body, const char *word, bool of_point) {
  if (of_point)
    return strlen(word) == 1 && strchr("xyz", *word) ? point_templates[*word - 'x'] : NULL;
  for (size_t k = 0; body && k < sizeof body_words / sizeof *body_words; k++)
    if (strcmp(word, body_words[k].word) == 0) return body_words[k].template;
  return NULL;
}

size_t ss_space_expand_name(ss_expander *x, ss_span word, size_t end, uint32_t indices) {
  const size_t from = word.offset, after = skip_indexed(x, from, end);
  if (after >= end || x->text[after] != '.') return from;
  const size_t behind = ss_expander_skip_name(x, after + 1, end);
  const char *name = capture(x, from, after, indices);
  const ss_space_point *point = find_point(x, name);
  const ss_space_body *body = find_body(x, point ? point->body : name);
  if (!body || behind == after + 1) return from;
  const char *part = capture(x, after + 1, behind, 0);
  const char *template = find_template(body, part, point != NULL);
  if (!template) {
    ss_expander_complain(x, ss_span_between(from, behind), indices,
                         point ? "a point in space has .x, .y and .z"
                               : "a body in space has .R11 to .R33, .w1 .w2 .w3 and .wx .wy .wz");
    return end;
  }
  ss_text text;
  ss_text_start(&text);
  fill(body, point ? point->local : NULL, template, &text);
  ss_expander_put(x, from, behind, indices, text.data);
  ss_text_stop(&text);
  return behind;
}

/* ---- passes ---------------------------------------------------------------------------------- */

bool ss_space_collect(ss_expander *x) {
  ss_expansion *f = x->f;
  x->changed = true;
  for (int round = 0; x->changed && !x->broken && !x->reader->failed; round++) {
    x->changed = false;
    ss_expander_expand(x, 0, x->length, 0);
    f->out.length = f->piece_count = 0;
    f->out.data[0] = '\0';
    if (round == ROUNDS_MOST && x->changed)
      return ss_expander_complain(x, ss_span_between(x->body[0].where, x->body[0].where + 1), 0,
                                  "the places of bodies in space lead back to themselves");
  }
  x->last = true;
  return !x->broken;
}
