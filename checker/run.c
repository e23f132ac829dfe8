/* run.c: one run over one certificate, from its bytes to the verdict.
 *
 *     seal, shape  ->  model text and its digest  ->  settings  ->  M, C, K, W, p from the model
 *     ->  parameters and system of the certificate compared with them  ->  the theorem's conditions
 *
 * The order matters: nothing that the certificate says about the model is believed before the model
 * text itself has been read. Everything that is allocated is entered in a list and freed at the
 * end, whether the run got there or was ended by malformed() (status 2: not a certificate),
 * refuted() (status 1: a certificate that does not hold) or for want of memory (status 3).
 */
#include <stdarg.h>
#include <stdlib.h>

#include "check.h"

void stop(run *r, int status, const char *format, ...) {
  size_t used = 0;
  va_list values;
  va_start(values, format);
  if (r->where[0]) used = (size_t)snprintf(r->message, sizeof r->message, "%s: ", r->where);
  vsnprintf(r->message + used, sizeof r->message - used, format, values);
  va_end(values);
  r->status = status;
  longjmp(r->end, 1);
}

/* "confirmed  CONDITION: ..." */
/* Of which condition of the theorem it is, if of one. */
static void note_condition(run *r, const char *text) {
  const size_t length = r->theorem ? strlen(r->theorem) : 0;
  if (length && strncmp(text, r->theorem, length) == 0 && text[length] == '.' &&
      text[length + 1] >= '1' && text[length + 1] <= '9' && text[length + 2] == ':')
    r->told[text[length + 1] - '0'] = true;
}

void confirm(run *r, const char *format, ...) {
  char beginning[64];
  va_list values;
  va_start(values, format);
  vsnprintf(beginning, sizeof beginning, format, values);
  va_end(values);
  note_condition(r, beginning);
  if (!r->print) return;
  va_start(values, format);
  fprintf(r->print, "confirmed  %s%s", r->where, r->where[0] ? ": " : "");
  vfprintf(r->print, format, values);
  fputc('\n', r->print);
  va_end(values);
}

struct allocation {
  allocation *next;
  enum { PLAIN, BALL, BALLS, MATRIX, POLY } kind; /* of what follows; PLAIN, BALLS are behind it */
  size_t count;                                   /* of BALLS */
  union {
    arb_t ball;
    matrix matrix;
    poly poly;
  };
};

static allocation *enter(run *r, int kind, size_t room) {
  allocation *a = calloc(1, sizeof *a + room);
  if (!a) stop(r, 3, "out of memory");
  a->next = r->allocations;
  a->kind = kind;
  return r->allocations = a;
}

void *new_room(run *r, size_t count, size_t size) {
  return enter(r, PLAIN, count * size) + 1;
}

arb_struct *new_ball(run *r) {
  allocation *a = enter(r, BALL, 0);
  arb_init(a->ball);
  return a->ball;
}

arb_ptr new_balls(run *r, size_t count) {
  allocation *a = enter(r, BALLS, count * sizeof(arb_struct));
  arb_ptr balls = (arb_ptr)(a + 1);
  a->count = count; /* zeroed memory is a ball that is 0 */
  return balls;
}

matrix *new_matrix(run *r, size_t rows, size_t columns) {
  allocation *a = enter(r, MATRIX, 0);
  fmpq_mat_init(&a->matrix, (slong)rows, (slong)columns);
  return &a->matrix;
}

fmpq *new_rational(run *r) {
  return entry(new_matrix(r, 1, 1), 0, 0);
}

poly *new_poly(run *r) {
  allocation *a = enter(r, POLY, 0);
  fmpq_mpoly_init(&a->poly, r->ring);
  return &a->poly;
}

const char *show_rational(run *r, const fmpq_t x) {
  enum { LONGEST = 60 };
  char *text = new_room(r, LONGEST + 1, 1);
  size_t digits = fmpz_sizeinbase(fmpq_numref(x), 10) + fmpz_sizeinbase(fmpq_denref(x), 10);
  if (digits < LONGEST - 3) return fmpq_get_str(text, 10, x);
  snprintf(text, LONGEST, "about %.10g", fmpq_get_d(x));
  return text;
}

void free_all(run *r) {
  for (allocation *a = r->allocations, *next; a; a = next) {
    next = a->next;
    if (a->kind == BALL) arb_clear(a->ball);
    for (size_t i = 0; i < a->count; i++) arb_clear((arb_ptr)(a + 1) + i);
    if (a->kind == MATRIX) fmpq_mat_clear(&a->matrix);
    if (a->kind == POLY) fmpq_mpoly_clear(&a->poly, r->ring);
    free(a);
  }
  if (r->n > 0) fmpq_mpoly_ctx_clear(r->ring);
  json_decref(r->root);
}

/* ..."seal": "<64 digits>"\n}\n, the digits being the SHA-256 of the bytes before "seal". */
static void verify_seal(run *r, const char *bytes, size_t size) {
  static const char before[] = "\"seal\": \"", after[] = "\"\n}\n";
  const size_t head = sizeof before - 1, tail = sizeof after - 1;
  char hex[65];
  if (size < head + 64 + tail) malformed(r, "not a certificate: it is too short");
  const char *seal = bytes + size - tail - 64 - head;
  if (memcmp(seal, before, head) != 0 || memcmp(seal + head + 64, after, tail) != 0)
    malformed(r, "the file does not end with its seal: it is truncated or not a certificate");
  sha256_hex(bytes, (size_t)(seal - bytes), hex);
  if (memcmp(hex, seal + head, 64) != 0)
    refuted(r, "the seal does not fit the file: it was changed after it was written");
}

#define MEMBERS                                                                                    \
  "format model settings feedback parameters claim how theorem level system conditions seal"

#define REST_MEMBERS  "format model settings feedback parameters system"
#define FENCE_MEMBERS "format model settings feedback parameters map seal"
#define STRIP_MEMBERS "format model settings feedback map seal"

static void load(run *r, const char *bytes, size_t size) {
  json_error_t error;
  if (size > MOST_BYTES) malformed(r, "the file is larger than %d bytes", MOST_BYTES);
  verify_seal(r, bytes, size);
  r->root = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
  if (!r->root && json_error_code(&error) == json_error_out_of_memory) stop(r, 3, "out of memory");
  if (!r->root) malformed(r, "line %d: %s", error.line, error.text);
  if (says(json_object_get(r->root, "format"), "standstill-flow/1")) return;
  if (says(json_object_get(r->root, "format"), "standstill-rest/1"))
    return read_shape(r, r->root, "the certificate",
                      json_object_get(r->root, "nowhere") ? REST_MEMBERS " nowhere seal"
                      : json_object_get(r->root, "cover") ? REST_MEMBERS " pushes cover places seal"
                                                          : REST_MEMBERS " extents seal");
  if (says(json_object_get(r->root, "format"), "standstill-fences/1"))
    return read_shape(r, r->root, "the certificate", FENCE_MEMBERS);
  if (says(json_object_get(r->root, "format"), "standstill-strips/1"))
    return read_shape(r, r->root, "the certificate", STRIP_MEMBERS);
  const char *format = read_text(r, r->root, "format");
  const bool map = strcmp(format, "standstill-map/1") == 0;
  read_shape(r, r->root, "the certificate", map ? MEMBERS " map" : MEMBERS);
  if (!map && strcmp(format, "standstill-certificate/2") != 0)
    malformed(r, "the format \"%.40s\" is not standstill-certificate/2", format);
}

/* The model text is the one that the digest says and, if given, that of the file. */
static void load_model(run *r, const char *text, size_t size) {
  const json_t *said = json_object_get(r->root, "model");
  char hex[65];
  read_shape(r, said, "model", "file sha256 text");
  read_text(r, said, "file");
  const char *own = read_text(r, said, "text");
  size_t length = json_string_length(json_object_get(said, "text"));
  if (length > MOST_TEXT) malformed(r, "the model text is longer than %d bytes", MOST_TEXT);
  sha256_hex(own, length, hex);
  if (strcmp(hex, read_text(r, said, "sha256")) != 0)
    refuted(r, "the model text does not have the SHA-256 that the certificate says");
  if (text && (size != length || memcmp(text, own, size) != 0))
    refuted(r, "the model file differs from the model text in the certificate");
  confirm(r, "the model text has the SHA-256 %.16s...%s", hex,
          text ? " and is that of the model file" : "");
  parse_model(r, own);
}

static void load_settings(run *r) {
  const json_t *settings = json_object_get(r->root, "settings"), *setting;
  const json_t *feedback = json_object_get(r->root, "feedback");
  size_t i;
  if (!json_is_array(settings)) malformed(r, "settings: an array is expected");
  json_array_foreach(settings, i, setting) {
    if (!json_is_string(setting)) malformed(r, "settings: a string is expected");
    apply_setting(r, json_string_value(setting));
  }
  if (!json_is_null(feedback)) r->model.feedback = read_text(r, r->root, "feedback");
}

static void check_all(run *r, const char *text, size_t text_size) {
  load_model(r, text, text_size);
  const bool clutches = says(json_object_get(r->root, "theorem"), "SS-CLUTCH");
  const item *clutch = next_item(r, NULL, CLUTCH);
  if (clutch && !clutches) complain(r, clutch->name, "the theorem is not about clutches");
  if (clutches && !clutch) malformed(r, "the theorem is about clutches, and there is none");
  if (says(json_object_get(r->root, "format"), "standstill-flow/1")) return verify_flow(r);
  load_settings(r);
  if (says(json_object_get(r->root, "format"), "standstill-strips/1")) return verify_strips(r);
  if (says(json_object_get(r->root, "format"), "standstill-fences/1")) {
    read_model(r);
    compare_parameters(r, json_object_get(r->root, "parameters"));
    return verify_fences(r);
  }
  const bool rest = says(json_object_get(r->root, "format"), "standstill-rest/1");
  r->theorem = rest ? "" : read_text(r, r->root, "theorem");
  r->claim = rest ? "" : read_text(r, r->root, "claim");
  const json_t *system = json_object_get(r->root, "system");
  const bool boxes = !rest && json_object_get(system, "lyapunov") != NULL;
  const bool energy = strcmp(r->theorem, "LW2008-T1") == 0 || strcmp(r->theorem, "SS-CALM") == 0 ||
                      strcmp(r->theorem, "LW2008-C3") == 0 || strcmp(r->theorem, "T1999-T5") == 0 ||
                      strcmp(r->theorem, "T1999-T6") == 0;
  const bool leaving = strcmp(r->theorem, "LW2008-T2") == 0 ||
                       strcmp(r->theorem, "SS-NOWHERE") == 0 || strcmp(r->theorem, "SS-ALONG") == 0;
  const bool stance = strcmp(r->theorem, "SS-STANCE") == 0 ||
                      strcmp(r->theorem, "SS-AMBIGUOUS") == 0 ||
                      strcmp(r->theorem, "SS-GROWS") == 0;
  const bool perch = strcmp(r->theorem, "SS-PERCH") == 0;
  if (json_object_get(r->root, "map") &&
      (boxes || energy || stance || perch || leaving || clutches))
    malformed(r, "map: only linear machines with friction have one");
  read_model(r);
  const bool covers = rest && json_object_get(r->root, "cover");
  const bool linear = !boxes && !energy && !stance && !perch && !leaving && !covers;
  if (!linear) refuse_falling(r);
  if (linear || boxes) refuse_elements(r);
  if (linear) derive_system(r);
  compare_parameters(r, json_object_get(r->root, "parameters"));
  if (covers) return verify_places(r);
  if (energy || leaving) return (leaving ? verify_leaving : verify_energy)(r);
  (perch ? enter_perch : stance ? enter_stance : boxes ? enter_machine : compare_system)(r, system);
  if (rest) return verify_rest(r);
  verify_theorem(r);
  if (json_object_get(r->root, "map")) verify_map(r);
}

static int finish(run *r, char message[600]) {
  const int status = r->status;
  memcpy(message, r->message, sizeof r->message);
  free_all(r);
  free(r);
  return status;
}

int check_certificate(const char *bytes, size_t size, const char *model_text, size_t model_size,
                      FILE *print, char message[600]) {
  run *r = calloc(1, sizeof *r);
  if (!r) return 3;
  r->print = print;
  if (setjmp(r->end) == 0) {
    load(r, bytes, size);
    check_all(r, model_text, model_size);
  }
  return finish(r, message);
}

int check_piece(json_t *root, struct strip *strip, char message[600]) {
  run *r = calloc(1, sizeof *r);
  if (!r) return 3;
  r->root = root;
  r->strip = strip;
  if (setjmp(r->end) == 0) check_all(r, NULL, 0);
  return finish(r, message);
}
