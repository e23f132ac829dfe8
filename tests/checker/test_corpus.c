/* test_corpus.c: certificates of every kind, changed and sealed again, against a table of verdicts.
 *
 * tests/checker/corpus.txt has certificates that the program wrote, one a line: all theorems,
 * claims and formats that are small. Each is accepted as it is. Then, drawn with a fixed seed,
 *   - an entry is changed: a number by small and by larger factors until it is refused, an integer
 *     by one, a letter of a text, an entry of a list left out, doubled or exchanged with the next,
 *     a member left out;
 *   - a number or a sign of the model is changed, the parameter of that name and the digest with
 *     it;
 *   - a condition or the system is taken from the next certificate by the same theorem;
 *   - ends of intervals, factors and levels are changed, all of them both ways.
 * All are sealed again, so that the seal refuses none. What the checker says of each is a line of
 * tests/checker/verdicts.txt: a line that differs is a changed verdict. It is right, and is made
 * anew by
 *
 *     TABLE=tests/checker/verdicts.txt build/tests/checker/test_corpus
 *
 * after somebody has read why; or it is a mistake of the checker. (TABLE_STOP in the environment
 * ends at the first one.) `accepted` must stay true: the changed certificate says what is so (the
 * changed model has that proof, a bound is not the best one, a formula is the same).
 * ACCEPTED=FOLDER in the environment writes them down, to be read or given to the prover.
 */
#include "support.h"

enum { ENTRIES = 10, NUMBERS = 6, SIGNS = 2, SPLICES = 3, MOST_LEAVES_HERE = 6000, MOST_SHOWN = 8 };

static const char corpus_file[] = "tests/checker/corpus.txt",
                  table_file[] = "tests/checker/verdicts.txt";

static uint64_t seed;

static size_t draw(size_t count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(seed >> 33) % count;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct book {
  FILE *out; /* written, or NULL */
  char *old; /* read, or NULL */
  char *at;  /* the next line of it */
  size_t tried, accepted, different;
} book;

/* The line of the old table that is about the same change, among the next few, or NULL. */
static char *find_line(char *at, const char *line) {
  const char *end = strstr(strstr(line, " | ") + 3, " | ");
  for (int i = 0; i < 20 && *at; i++, at += strcspn(at, "\n") + 1)
    if (strncmp(at, line, (size_t)(end - line)) == 0) return at;
  return NULL;
}

static void tell(book *t, const char *line) {
  t->tried++;
  if (t->out) fprintf(t->out, "%s\n", line);
  if (!t->old) return;
  char *found = find_line(t->at, line);
  for (; found && t->at < found; t->at++) t->different += *t->at == '\n';
  const size_t length = found ? strcspn(found, "\n") : 0;
  if (!found || length != strlen(line) || memcmp(line, found, length) != 0) {
    if (t->different++ < MOST_SHOWN)
      print_error("now:   %s\ntable: %.*s\n", line, (int)length, found ? found : "");
    if (getenv("TABLE_STOP")) fail_msg("the first difference");
  }
  if (found) t->at = found + length + (found[length] == '\n');
}

/* ---- certificates ---------------------------------------------------------------------------- */

typedef struct subject {
  const char *name;
  json_t *root;
  const json_t *other; /* by the same theorem, or NULL */
  book *t;
} subject;

static void renew_digest(json_t *root) {
  json_t *inner = json_object_get(root, "model");
  const json_t *text = json_object_get(inner, "text");
  char hex[65];
  sha256_hex(json_string_value(text), json_string_length(text), hex);
  json_object_set_new(inner, "sha256", json_string(hex));
}

/* An accepted one goes into the folder ACCEPTED of the environment, for who wants to read it. */
static void keep(const subject *s) {
  char path[300];
  const bytes b = seal_certificate(s->root);
  snprintf(path, sizeof path, "%s/%zu.json", getenv("ACCEPTED"), s->t->tried);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(b.data, 1, b.size, file), b.size);
  fclose(file);
  free(b.data);
}

/* What the checker says of the changed certificate goes into the table; is it accepted? */
static bool judge(const subject *s, const char *change) {
  char message[600] = "", line[900];
  const int status = check_json(s->root, message);
  for (char *c = message; *c; c++)
    if (*c == '\n') *c = ' ';
  snprintf(line, sizeof line, "%s | %.300s | %s%s%.150s", s->name, change,
           status == 0   ? "accepted"
           : status == 1 ? "rejected"
                         : "malformed",
           status ? ": " : "", status ? message : "");
  s->t->accepted += status == 0;
  if (status == 0 && getenv("ACCEPTED")) keep(s);
  tell(s->t, line);
  return status == 0;
}

/* A value and where it is: everything of a certificate but the model and the seal. */
typedef struct place {
  json_t *value, *list; /* the array that it is in, or NULL */
  size_t index;
  json_t *object;
  const char *key;
  char path[120];
} place;

static void list_places(json_t *value, const char *path, place *found, size_t *count) {
  const char *key;
  json_t *inner;
  size_t i;
  json_object_foreach(value, key, inner) {
    if (*count == MOST_LEAVES_HERE || strcmp(key, "model") == 0 || strcmp(key, "seal") == 0)
      continue;
    place *p = &found[(*count)++];
    *p = (place){.value = inner, .object = value, .key = key};
    snprintf(p->path, sizeof p->path, "%.80s.%.30s", path, key);
    list_places(inner, p->path, found, count);
  }
  if (!json_is_array(value)) return;
  json_array_foreach(value, i, inner) {
    if (*count == MOST_LEAVES_HERE) return;
    place *p = &found[(*count)++];
    *p = (place){.value = inner, .list = value, .index = i};
    snprintf(p->path, sizeof p->path, "%.90s[%zu]", path, i);
    list_places(inner, p->path, found, count);
  }
}

/* ---- numbers --------------------------------------------------------------------------------- */

static const char *const factors[][6] = {{"65/64", "5/4", "3/2", "2", "4", "64"},
                                         {"63/64", "3/4", "1/2", "0", "-1", "-2"}};

static bool is_rational(fmpq *x, const char *text) {
  const size_t length = strspn(text, "-0123456789/");
  return *text && text[length] == 0 && strcmp(text, "-") != 0 && fmpq_set_str(x, text, 10) == 0 &&
         !fmpz_is_zero(fmpq_denref(x));
}

/* text * factor; of 0: the factor. To be freed by flint_free. */
static char *scale(const char *text, const char *factor) {
  fmpq_t x, y;
  fmpq_init(x);
  fmpq_init(y);
  fmpq_set_str(y, factor, 10);
  if (is_rational(x, text) && !fmpq_is_zero(x)) fmpq_mul(y, x, y);
  char *product = fmpq_get_str(NULL, 10, y);
  fmpq_clear(x);
  fmpq_clear(y);
  return product;
}

/* Upwards (0) or downwards (1), until it is refused. */
static void change_rational(const subject *s, const place *p, size_t way) {
  char *text = strdup(json_string_value(p->value)), change[300];
  for (size_t i = 0; i < COUNT(factors[0]); i++) {
    char *product = scale(text, factors[way][i]);
    json_string_set(p->value, product);
    flint_free(product);
    snprintf(change, sizeof change, "%s * %s", p->path, factors[way][i]);
    if (!judge(s, change)) break;
  }
  json_string_set(p->value, text);
  free(text);
}

/* ---- entries --------------------------------------------------------------------------------- */

static void change_integer(const subject *s, const place *p) {
  char change[300];
  const json_int_t number = json_integer_value(p->value), step = draw(2) ? 1 : -1;
  json_integer_set(p->value, number + step);
  snprintf(change, sizeof change, "%s %+d", p->path, (int)step);
  judge(s, change);
  json_integer_set(p->value, number);
}

/* One letter becomes its neighbour, is left out or doubled. */
static void change_letter(const subject *s, const place *p) {
  char *text = strdup(json_string_value(p->value)), *changed = calloc(strlen(text) + 3, 1);
  const size_t length = strlen(text), at = length ? draw(length) : 0, how = draw(3);
  char change[300];
  if (how == 0)
    sprintf(changed, "%.*s%s", (int)at, text, length ? text + at + 1 : "");
  else
    sprintf(changed, "%.*s%c%s", (int)at, text,
            length == 0 ? 'a'
            : how == 1  ? text[at]
                        : (char)(text[at] ^ 1),
            length == 0 ? ""
            : how == 1  ? text + at
                        : text + at + 1);
  json_string_set(p->value, changed);
  snprintf(change, sizeof change, "%s letter %zu %s", p->path, at,
           how == 0   ? "left out"
           : how == 1 ? "doubled"
                      : "changed");
  judge(s, change);
  json_string_set(p->value, text);
  free(changed);
  free(text);
}

/* An entry of a list is left out, doubled, or changes place with the next. */
static void change_list(const subject *s, const place *p) {
  char change[300];
  const size_t how = draw(3), next = (p->index + 1) % json_array_size(p->list);
  json_t *whole = json_copy(p->list), *entry = json_incref(p->value);
  snprintf(change, sizeof change, "%s %s", p->path,
           how == 0   ? "left out"
           : how == 1 ? "doubled"
                      : "exchanged");
  if (how == 0) json_array_remove(p->list, p->index);
  if (how == 1) json_array_insert(p->list, p->index, entry);
  if (how == 2) {
    json_array_set(p->list, p->index, json_array_get(p->list, next));
    json_array_set(p->list, next, entry);
  }
  if (!json_equal(whole, p->list)) judge(s, change);
  json_array_clear(p->list);
  json_array_extend(p->list, whole);
  json_decref(whole);
  json_decref(entry);
}

static void change_member(const subject *s, const place *p) {
  char change[300], key[60];
  json_t *value = json_incref(p->value), *whole = json_copy(p->object);
  snprintf(key, sizeof key, "%s", p->key);
  snprintf(change, sizeof change, "%s left out", p->path);
  json_object_del(p->object, key);
  judge(s, change);
  json_object_clear(p->object); /* the order of members is that of the file */
  json_object_update(p->object, whole);
  json_decref(whole);
  json_decref(value);
}

static void change_entry(const subject *s) {
  static place found[MOST_LEAVES_HERE];
  size_t count = 0;
  fmpq_t x;
  list_places(s->root, "", found, &count);
  const place *p = &found[draw(count)];
  fmpq_init(x);
  if (p->list && draw(4) == 0)
    change_list(s, p);
  else if (json_is_string(p->value) && is_rational(x, json_string_value(p->value)))
    change_rational(s, p, draw(2));
  else if (json_is_string(p->value))
    change_letter(s, p);
  else if (json_is_integer(p->value))
    change_integer(s, p);
  else if (p->list)
    change_list(s, p);
  else
    change_member(s, p);
  fmpq_clear(x);
}

/* Ends of intervals and levels, all of them both ways. */
static void change_ends(const subject *s) {
  static place found[MOST_LEAVES_HERE];
  size_t count = 0;
  fmpq_t x;
  fmpq_init(x);
  list_places(s->root, "", found, &count);
  for (size_t i = 0; i < count; i++) {
    const char *key = found[i].key, *text = json_string_value(found[i].value);
    if (!key || !text || !is_rational(x, text)) continue;
    if (strcmp(key, "low") != 0 && strcmp(key, "high") != 0 && strcmp(key, "factor") != 0 &&
        strcmp(key, "level") != 0)
      continue;
    for (size_t way = 0; way < 2; way++) change_rational(s, &found[i], way);
  }
  fmpq_clear(x);
}

/* ---- the model ------------------------------------------------------------------------------- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

/* The place of a number of the text that is drawn, its length; 0: it has none. Comments and titles
 * count too: they may change. */
static size_t find_number(const char *text, size_t *length) {
  size_t count = 0, wanted = 0;
  for (int round = 0; round < 2; round++) {
    size_t seen = 0;
    for (size_t i = 1; text[i]; i++) {
      if (!is_digit(text[i]) || is_name(text[i - 1])) continue;
      if (round == 1 && seen == wanted) {
        *length = strspn(text + i, "0123456789");
        if (text[i + *length] == '.') *length += 1 + strspn(text + i + *length + 1, "0123456789");
        return i;
      }
      seen++;
    }
    if (round == 0 && (count = seen) == 0) return 0;
    if (round == 0) wanted = draw(count);
  }
  return 0;
}

/* A decimal as a rational, or NULL. */
static char *read_decimal(const char *text, size_t length) {
  char digits[100], power[120];
  size_t n = 0, behind = 0;
  bool point = false;
  if (length > 60) return NULL;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '.') point = true;
    if (is_digit(text[i])) digits[n++] = text[i], behind += point;
  }
  digits[n] = 0;
  snprintf(power, sizeof power, "%s/1%0*d", digits, (int)behind, 0);
  if (!behind) snprintf(power, sizeof power, "%s", digits);
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_str(x, power, 10);
  fmpq_canonicalise(x);
  char *value = fmpq_get_str(NULL, 10, x);
  fmpq_clear(x);
  return value;
}

/* Where the number is all that `param NAME = ` says, the parameter of the certificate follows. */
static void follow(json_t *root, const char *text, size_t at, const char *value) {
  char name[60];
  int used = 0;
  size_t line = at;
  while (line > 0 && text[line - 1] != '\n') line--;
  if (sscanf(text + line, "param %59[A-Za-z0-9_] = %n", name, &used) != 1 ||
      line + (size_t)used != at)
    return;
  json_t *parameters = json_object_get(root, "parameters");
  if (json_is_string(json_object_get(parameters, name)))
    json_object_set_new(parameters, name, json_string(value));
}

static void change_number(const subject *s) {
  json_t *inner = json_object_get(s->root, "model"), *kept = json_deep_copy(s->root);
  char *text = strdup(json_string_value(json_object_get(inner, "text"))), change[300];
  size_t length = 0;
  const size_t at = find_number(text, &length), way = draw(2);
  char *number = at ? read_decimal(text + at, length) : NULL;
  for (size_t i = 0; number && i < COUNT(factors[0]); i += 3) {
    char *value = scale(number, factors[way][i]);
    char *changed = calloc(strlen(text) + strlen(value) + 3, 1);
    sprintf(changed, "%.*s(%s)%s", (int)at, text, value, text + at + length);
    json_object_set_new(inner, "text", json_string(changed));
    follow(s->root, text, at, value);
    renew_digest(s->root);
    snprintf(change, sizeof change, "model %.*s at %zu * %s", (int)length, text + at, at,
             factors[way][i]);
    free(changed);
    flint_free(value);
    if (!judge(s, change)) break;
  }
  json_object_set_new(inner, "text", json_string(text));
  json_object_set(s->root, "parameters", json_object_get(kept, "parameters"));
  renew_digest(s->root);
  if (number) flint_free(number);
  json_decref(kept);
  free(text);
}

/* Another sign or name of a function. */
static void change_sign(const subject *s) {
  static const char *const swaps[][2] = {{" + ", " - "},
                                         {" - ", " + "},
                                         {"*", "/"},
                                         {"sin(", "cos("},
                                         {"cos(", "sin("},
                                         {"'^2", "'^4"},
                                         {"coulomb(", "coulomb(2*"},
                                         {"= ", "= -"},
                                         {"^2", "^3"}};
  json_t *inner = json_object_get(s->root, "model");
  char *text = strdup(json_string_value(json_object_get(inner, "text"))), change[300];
  char *changed = calloc(strlen(text) + 20, 1);
  const char *found = NULL;
  size_t which = draw(COUNT(swaps)), skip = draw(3);
  for (size_t tries = 0; !found && tries < COUNT(swaps); tries++, which++)
    found = strstr(text, swaps[which % COUNT(swaps)][0]);
  which = (which + COUNT(swaps) - 1) % COUNT(swaps);
  for (const char *next; found && skip > 0 && (next = strstr(found + 1, swaps[which][0])); skip--)
    found = next;
  if (found) {
    sprintf(changed, "%.*s%s%s", (int)(found - text), text, swaps[which][1],
            found + strlen(swaps[which][0]));
    json_object_set_new(inner, "text", json_string(changed));
    renew_digest(s->root);
    snprintf(change, sizeof change, "model '%s' at %zu -> '%s'", swaps[which][0],
             (size_t)(found - text), swaps[which][1]);
    judge(s, change);
  }
  json_object_set_new(inner, "text", json_string(text));
  renew_digest(s->root);
  free(changed);
  free(text);
}

/* A condition, the system or the level of another certificate by the same theorem. */
static void splice(const subject *s) {
  json_t *own = json_object_get(s->root, "conditions");
  const json_t *others = s->other ? json_object_get(s->other, "conditions") : NULL;
  const size_t count = json_array_size(own), how = draw(count + 2);
  const char *const keys[] = {"system", "level"};
  char change[300];
  if (!others || !count) return;
  if (how < count) {
    if (how >= json_array_size(others)) return;
    json_t *kept = json_incref(json_array_get(own, how));
    json_array_set(own, how, json_array_get(others, how));
    snprintf(change, sizeof change, "condition %zu of the next", how);
    if (!json_equal(kept, json_array_get(own, how))) judge(s, change);
    json_array_set(own, how, kept);
    json_decref(kept);
    return;
  }
  const char *key = keys[how - count];
  json_t *kept = json_incref(json_object_get(s->root, key));
  json_object_set(s->root, key, json_object_get(s->other, key));
  snprintf(change, sizeof change, "%s of the next", key);
  if (!json_equal(kept, json_object_get(s->root, key))) judge(s, change);
  json_object_set(s->root, key, kept);
  json_decref(kept);
}

/* ---- all of it ------------------------------------------------------------------------------- */

typedef struct corpus {
  size_t count;
  char name[600][80];
  json_t *root[600];
} corpus;

/* Lines `NAME JSON`; those that begin with # are remarks. */
static void read_corpus(corpus *c) {
  bytes b = read_bytes(corpus_file);
  for (char *line = b.data, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    if (*line == '#') continue;
    assert_true(c->count < COUNT(c->root));
    char *json = strchr(line, ' ');
    assert_non_null(json);
    snprintf(c->name[c->count], sizeof c->name[0], "%.*s", (int)(json - line), line);
    c->root[c->count] = json_loads(json, 0, NULL);
    if (!c->root[c->count]) fail_msg("%s is no JSON", c->name[c->count]);
    c->count++;
  }
  free(b.data);
}

/* The next one by the same theorem about as many coordinates, or NULL. */
static const json_t *find_other(const corpus *c, size_t i) {
  for (size_t k = 1; k < c->count; k++) {
    const json_t *a = c->root[i], *b = c->root[(i + k) % c->count];
    const json_t *theorem = json_object_get(a, "theorem");
    if (theorem && json_equal(theorem, json_object_get(b, "theorem")) &&
        json_equal(json_object_get(json_object_get(a, "system"), "coordinates"),
                   json_object_get(json_object_get(b, "system"), "coordinates")))
      return b;
  }
  return NULL;
}

/* 64 bits of a name, so that a further certificate changes no draws of the others. */
static uint64_t hash(const char *name) {
  uint64_t h = 14695981039346656037u;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 1099511628211u;
  return h;
}

static void try_one(const corpus *c, size_t i, book *t) {
  const subject s = {c->name[i], c->root[i], find_other(c, i), t};
  char message[600];
  json_t *kept = json_deep_copy(s.root);
  renew_digest(s.root);
  if (check_json(s.root, message) != 0) fail_msg("%s: %s", s.name, message);
  seed = hash(s.name);
  for (size_t k = 0; k < ENTRIES; k++) change_entry(&s);
  for (size_t k = 0; k < NUMBERS; k++) change_number(&s);
  for (size_t k = 0; k < SIGNS; k++) change_sign(&s);
  for (size_t k = 0; k < SPLICES; k++) splice(&s);
  change_ends(&s);
  json_object_del(kept, "seal");
  json_object_del(s.root, "seal");
  if (!json_equal(kept, s.root)) fail_msg("%s was not put back as it was", s.name);
  json_decref(kept);
}

static void verdicts_are_those_of_the_table(void **state) {
  static const char head[] =
      "# What the checker says of the changed certificates of corpus.txt (test_corpus.c). A line\n"
      "# that changes is a changed verdict: read why it is right before this file is made anew, "
      "by\n"
      "# TABLE=tests/checker/verdicts.txt build/tests/checker/test_corpus";
  static corpus c;
  const char *path = getenv("TABLE");
  book t = {0};
  (void)state;
  read_corpus(&c);
  if (path) {
    assert_non_null(t.out = fopen(path, "wb"));
    fprintf(t.out, "%s\n", head);
  } else {
    t.old = read_bytes(table_file).data;
    t.at = t.old;
    while (*t.at == '#') t.at += strcspn(t.at, "\n") + 1;
  }
  for (size_t i = 0; i < c.count; i++) try_one(&c, i, &t);
  print_message("%zu certificates, %zu changes, %zu accepted, %zu differ\n", c.count, t.tried,
                t.accepted, t.different);
  if (t.out) assert_int_equal(fclose(t.out), 0);
  if (t.old) assert_int_equal(*t.at, 0);
  assert_true(t.tried > 10 * c.count);
  assert_int_equal(t.different, 0);
  for (size_t i = 0; i < c.count; i++) json_decref(c.root[i]);
  free(t.old);
}

/* K_11 = 8 + the smaller or larger one of two: the certificate says that it is the other. */
static void the_other_one_is_rejected(void **state) {
  static const struct {
    const char *name, *form, *center;
  } lies[] = {{"range-33-attractive", "q + 11", "23/2"},
              {"range-34-attractive", "q + 9", "19/2"},
              {"range-35-attractive", "7 - q", "13/2"},
              {"range-36-attractive", "5 - q", "9/2"}};
  static corpus c;
  size_t tried = 0;
  (void)state;
  read_corpus(&c);
  for (size_t i = 0; i < c.count; i++) {
    json_t *system = json_object_get(c.root[i], "system");
    for (size_t k = 0; k < COUNT(lies); k++) {
      char message[600] = "";
      if (strcmp(c.name[i], lies[k].name) != 0) continue;
      json_t *stated = json_object_get(json_object_get(system, "formulas"), "K");
      json_array_set_new(json_array_get(stated, 0), 0, json_string(lies[k].form));
      json_array_set_new(json_array_get(json_object_get(system, "K"), 0), 0,
                         json_string(lies[k].center));
      renew_digest(c.root[i]);
      assert_int_equal(check_json(c.root[i], message), 1);
      if (!strstr(message, "entry (1, 1) of K is ") || !strstr(message, " in the model, not "))
        fail_msg("%s: %s", lies[k].name, message);
      tried++;
    }
    json_decref(c.root[i]);
  }
  assert_int_equal(tried, COUNT(lies));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_other_one_is_rejected),
                                     cmocka_unit_test(verdicts_are_those_of_the_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
