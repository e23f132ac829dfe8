/* campaign_mutations.c: certificates of `prove` with one thing changed, given to the checker.
 *
 * For the worked linear models with all their cases, and for random linear systems (2-8
 * coordinates, 1-8 frictions, damping with up to two negative directions, one in eight with a
 * spring that pushes), `standstill prove` writes a certificate. The checker must accept it as it
 * is. Then, at random, one digit of the file or one of its rationals is changed; half of the time
 * the file gets a new seal, so that the checker must see the change itself. Every change must be
 * rejected. Survivors are counted and listed.
 *
 * Usage: campaign_mutations [MUTATIONS] [SYSTEMS]     (default: 44000 mutations, 300 systems)
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../checker/check.h"

enum { SEAL = 77 }; /* bytes of the seal at the end of a certificate */

typedef struct tally {
  size_t systems, proofs, rejected_proofs, plain, resealed, survivors;
} tally;

static uint64_t seed = 20041107;

static size_t draw(size_t count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(seed >> 33) % count;
}

/* ---- certificates ---------------------------------------------------------------------------- */

static char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = calloc(*size + 100, 1);
  if (bytes && fread(bytes, 1, *size, file) != *size) *size = 0;
  fclose(file);
  return bytes;
}

/* The certificate of a model; NULL if there is none, because the verdict is unknown (*unknown) or
 * because something went wrong. */
static char *prove(const char *model_path, const char *settings, size_t *size, bool *unknown) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char path[200], command[600];
  snprintf(path, sizeof path, "%s/campaign/mutated.json", build);
  unlink(path);
  snprintf(command, sizeof command, "%s/standstill prove %s %s --out %s >/dev/null 2>&1", build,
           model_path, settings, path);
  const int status = system(command);
  *unknown = WIFEXITED(status) && WEXITSTATUS(status) == 20;
  return read_whole(path, size);
}

static bool accepts(const char *bytes, size_t size, char message[600]) {
  return check_certificate(bytes, size, NULL, 0, NULL, message) == 0;
}

/* ---- mutations ------------------------------------------------------------------------------- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Another digit for a random one before `end`. */
static void change_digit(char *bytes, size_t end) {
  size_t at = draw(end);
  while (!is_digit(bytes[at])) at = (at + 1) % end;
  bytes[at] = (char)('0' + (bytes[at] - '0' + 1 + (int)draw(9)) % 10);
}

/* The length of "-?digits[/digits]" with its quotes at a place, 0 if there is none. */
static size_t rational_length(const char *at) {
  const char *p = at + 1 + (at[1] == '-');
  if (*at != '"' || !is_digit(*p)) return 0;
  while (is_digit(*p)) p++;
  if (*p == '/') p++;
  while (is_digit(*p)) p++;
  return *p == '"' ? (size_t)(p + 1 - at) : 0;
}

/* Another small rational for a random one before `end`; the new size. */
static size_t change_entry(char *bytes, size_t size, size_t end) {
  size_t at = draw(end), length, tried = 0;
  char text[40];
  while (!(length = rational_length(bytes + at)) && tried++ < end) at = (at + 1) % end;
  do {
    int n = snprintf(text, sizeof text, "\"%s%d", draw(2) ? "-" : "", 1 + (int)draw(9));
    if (draw(2)) n += snprintf(text + n, sizeof text - (size_t)n, "/11");
    snprintf(text + n, sizeof text - (size_t)n, "\"");
  } while (strlen(text) == length && memcmp(text, bytes + at, length) == 0);
  size_t fresh = strlen(text);
  memmove(bytes + at + fresh, bytes + at + length, size - at - length);
  memcpy(bytes + at, text, fresh);
  return size + fresh - length;
}

static void seal(char *bytes, size_t size) {
  char hex[65];
  sha256_hex(bytes, size - SEAL, hex);
  memcpy(bytes + size - SEAL + 9, hex, 64);
}

static void mutate(const char *name, const char *original, size_t size, tally *t) {
  char *bytes = calloc(size + 100, 1), message[600];
  if (!bytes) return;
  memcpy(bytes, original, size);
  bool sealed = draw(2);
  if (draw(2))
    change_digit(bytes, sealed ? size - SEAL : size);
  else
    size = change_entry(bytes, size, size - SEAL);
  if (sealed) seal(bytes, size);
  if (sealed)
    t->resealed++;
  else
    t->plain++;
  if (accepts(bytes, size, message)) {
    size_t at = 0;
    while (bytes[at] == original[at]) at++;
    printf("survived: %s, byte %zu: %.40s -> %.40s\n", name, at, original + at, bytes + at);
    t->survivors++;
  }
  free(bytes);
}

static void attack(const char *path, const char *settings, size_t count, tally *t) {
  size_t size = 0;
  char message[600];
  bool unknown;
  char *bytes = prove(path, settings, &size, &unknown);
  t->systems++;
  if (!bytes && unknown) return;
  t->proofs++;
  if (!bytes) {
    printf("no certificate: %s %s\n", path, settings);
    t->rejected_proofs++;
  } else if (!accepts(bytes, size, message)) {
    printf("not accepted: %s %s: %s\n", path, settings, message);
    t->rejected_proofs++;
  } else {
    for (size_t i = 0; i < count; i++) mutate(path, bytes, size, t);
  }
  free(bytes);
}

/* ---- random systems -------------------------------------------------------------------------- */

/* sum of (a.x)^2-like terms: a definite potential, a damping with a few negative directions. */
static void write_form(FILE *file, size_t n, const char *factor, const char *prime) {
  fprintf(file, "%s*(", factor);
  for (size_t i = 0; i < n; i++)
    fprintf(file, "%s%d*x%zu%s", i ? " + " : "", (int)draw(5) - 2, i, prime);
  fprintf(file, ")");
}

static void write_system(const char *path) {
  size_t n = 2 + draw(7), m = 1 + draw(8), negative = draw(3);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "model \"random\"\ncoord x0");
  for (size_t i = 1; i < n; i++) fprintf(file, ", x%zu", i);
  for (size_t i = 0; i < n; i++)
    fprintf(file, "\nkinetic = %zu/2*x%zu'^2\npotential = x%zu^2", 1 + draw(3), i, i);
  for (size_t i = 0; i < n; i++) {
    fprintf(file, "\nlet y%zu = ", i);
    write_form(file, n, "1/2", "");
    fprintf(file, "\npotential = y%zu^2/3\nlet v%zu = ", i, i);
    write_form(file, n, i < negative ? "1/4" : "1", "'");
  }
  if (draw(8) == 0) fprintf(file, "\npotential = -8*y0^2");
  for (size_t i = 0; i < n; i++) {
    fprintf(file, "\nforce x%zu = -x%zu'/%zu", i, i, 1 + draw(9));
    for (size_t k = 0; k < negative; k++) fprintf(file, " + %d*v%zu/5", (int)draw(3), k);
  }
  for (size_t j = 0; j < m; j++) {
    fprintf(file, "\nfriction f%zu { slip = x%zu' + ", j, draw(n));
    write_form(file, n, "2", "'");
    fprintf(file, "; normal = %zu/4; law = coulomb(1/2) }", 1 + draw(12));
  }
  fprintf(file, "\n");
  fclose(file);
}

static void attack_models(size_t each, tally *t) {
  static const char *const cases[] = {"--set c1=1/2 --set c2=1/5", "--set c1=1/2 --set c2=-3/8",
                                      "--set c1=-1/5 --set c2=1/2", "--set c1=1/2 --set c2=-1/4",
                                      "--set m2=2 --set c1=1/2 --set c2=-1/3"};
  static const char *const oscillators[] = {"",
                                            "--set c=0.3",
                                            "--set c=-1.5",
                                            "--set k3=0.5",
                                            "--set c=0.3 --set k3=1",
                                            "--set k=-1 --set c=0.2",
                                            "--set k=-1 --set c=-0.2"};
  static const char *const models[] = {"models/two-masses.still", "models/two-masses-between.still",
                                       "models/two-masses-sum.still"};
  for (size_t i = 0; i < 3; i++)
    for (size_t k = 0; k < 5; k++) attack(models[i], cases[k], each, t);
  for (size_t k = 0; k < 7; k++)
    attack("models/friction-oscillator.still", oscillators[k], each, t);
}

int main(int count, char **words) {
  size_t mutations = count > 1 ? (size_t)atol(words[1]) : 44000;
  size_t systems = count > 2 ? (size_t)atol(words[2]) : 300;
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char path[200];
  tally worked = {0}, random = {0};
  attack_models(mutations / 2 / 22 + 1, &worked);
  snprintf(path, sizeof path, "%s/campaign/random.still", build);
  for (size_t i = 0; i < systems; i++) {
    write_system(path);
    attack(path, "", mutations / 2 / systems + 1, &random);
  }
  printf("| systems | tried | with a certificate | not accepted | mutations | resealed | survivors "
         "|\n|---|---|---|---|---|---|---|\n");
  const tally *rows[] = {&worked, &random};
  for (size_t i = 0; i < 2; i++)
    printf("| %s | %zu | %zu | %zu | %zu | %zu | %zu |\n", i ? "random" : "worked models",
           rows[i]->systems, rows[i]->proofs, rows[i]->rejected_proofs, rows[i]->plain,
           rows[i]->resealed, rows[i]->survivors);
  return worked.rejected_proofs + random.rejected_proofs + worked.survivors + random.survivors > 0;
}
