/* campaign_stances.c: random bodies on two feet, their verdicts, certificates, and false ones.
 *
 * planar-biped with random feet, load, friction, restitution (half of them 0) and, in half of the
 * cases, slopes under the feet; those that no forces hold are drawn again. The checker must accept
 * every certificate. Then, in turn: one digit of the file is changed; or, with a new seal, one
 * thing is made false that no other choice of numbers could make true: a multiplier < 0, f < 0, a
 * force outside its cone, a position in the air, an event left out. All must be rejected.
 *
 * Usage: campaign_stances [BODIES] [MUTATIONS]     (default: 1000 bodies, 10000 mutations)
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "../checker/check.h"
#include "standstill/proof.h"

/* after FLINT, whose headers use a name of <complex.h> */
#include <cblas.h>

enum { SETTINGS = 9, MOST = 2000 };

typedef struct tally {
  size_t bodies, proved, refuted, unknown, not_accepted, mutations, resealed, survivors;
  size_t count;
  char *certificate[MOST];
} tally;

static uint64_t seed = 1313;

static double draw(double low, double high) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static size_t choose(size_t count) {
  return (size_t)draw(0, (double)count) % count;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static void draw_body(char text[SETTINGS][40]) {
  const double alpha = draw(0, 0.7), h = draw(0.3, 2), d = draw(0.1, 3), off = draw(-0.8, 0.8) * d;
  const bool slopes = draw(0, 1) < 0.5, bounces = draw(0, 1) < 0.5;
  const double value[] = {alpha,
                          h,
                          h * tan(alpha) - d + off,
                          h * tan(alpha) + d + off,
                          slopes ? draw(-0.3, 0.3) : 0,
                          slopes ? draw(-0.3, 0.3) : 0,
                          exp(draw(log(0.1), log(3))),
                          exp(draw(log(0.1), log(3))),
                          bounces ? draw(0.02, 0.6) : 0};
  static const char *const name[] = {"alpha", "h", "l1", "l2", "phi1", "phi2", "mu1", "mu2", "e"};
  for (size_t i = 0; i < SETTINGS; i++) snprintf(text[i], 40, "%s=%.3f", name[i], value[i]);
}

static void take_certificate(tally *t, const ss_proof *proof, const ss_model *of,
                             const char *const *setting) {
  ss_text out;
  char message[600] = "";
  ss_text_start(&out);
  if (ss_proof_write_certificate(proof, of, SETTINGS, setting, NULL, &out) != SS_OK ||
      check_certificate(out.data, out.length, NULL, 0, NULL, message) != 0) {
    t->not_accepted++;
    printf("not accepted: %s\n", message);
  } else if (t->count < MOST) {
    t->certificate[t->count++] = strdup(out.data);
  }
  ss_text_stop(&out);
}

/* False if no forces hold it, or the model does not allow it. */
static bool try_body(tally *t) {
  char text[SETTINGS][40];
  const char *list[SETTINGS];
  ss_setting setting[SETTINGS] = {0};
  ss_arena *arena = ss_arena_create();
  ss_diagnostics said;
  ss_model *biped = NULL;
  ss_system *machine = NULL;
  ss_proof proof = {0};
  ss_proof_options options = ss_proof_default_options();
  const double origin[3] = {0};
  draw_body(text);
  for (size_t i = 0; i < SETTINGS; i++) setting[i].text = list[i] = text[i];
  ss_diagnostics_start(&said, arena, "planar-biped", NULL, 0);
  options.question = SS_QUESTION_STABLE;
  options.at = origin;
  bool held = ss_model_read(arena, "models/planar-biped.still", SETTINGS, setting, &said, &biped) ==
                  SS_OK &&
              ss_system_derive(arena, biped, &machine) == SS_OK &&
              ss_prove(arena, machine, &options, &proof) == SS_OK;
  held = held && !(proof.reason && strstr(proof.reason, "no forces hold"));
  if (held) {
    t->bodies++;
    t->proved += proof.verdict == SS_PROVED;
    t->refuted += proof.verdict == SS_REFUTED;
    t->unknown += proof.verdict == SS_UNKNOWN;
    if (proof.verdict != SS_UNKNOWN) take_certificate(t, &proof, biped, list);
    if (proof.verdict == SS_UNKNOWN) {
      for (size_t i = 0; i < SETTINGS; i++) printf("%s ", text[i]);
      printf(": %s\n", proof.reason);
    }
  }
  ss_proof_clear(&proof);
  if (biped) ss_model_close(biped);
  ss_arena_destroy(arena);
  return held;
}

/* ---- what is made false ---------------------------------------------------------------------- */

static void negate(json_t *number) {
  char text[2000];
  const char *old = json_string_value(number);
  snprintf(text, sizeof text, "%s%s", *old == '-' ? "" : "-", *old == '-' ? old + 1 : old);
  json_string_set(number, text);
}

static void make_false(json_t *root) {
  json_t *system = json_object_get(root, "system"), *all = json_object_get(root, "conditions");
  json_t *functions = json_array_get(all, 4), *events = json_object_get(functions, "events");
  json_t *balance = json_array_get(all, events ? 1 : 0);
  const size_t kind = choose(events ? 5 : 2);
  if (kind == 0) json_object_set_new(balance, "friction", json_string("1000"));
  if (kind == 1) json_array_set_new(json_object_get(system, "at"), 1, json_string("1/8"));
  if (kind == 2) negate(json_array_get(json_object_get(functions, "functions"), 0));
  if (kind == 3) json_array_remove(events, choose(json_array_size(events)));
  for (size_t tries = 0; kind == 4; tries++) {
    json_t *list = json_array_get(events, choose(json_array_size(events)));
    json_t *number = json_array_get(list, choose(json_array_size(list)));
    if (strcmp(json_string_value(number), "0") == 0) continue;
    negate(number);
    break;
  }
}

/* The text of a certificate with a new seal. */
static char *seal(json_t *root) {
  char hex[65];
  json_object_del(root, "seal");
  char *body = json_dumps(root, JSON_INDENT(1));
  const size_t length = strlen(body) - 2; /* without "\n}" */
  char *text = calloc(length + 200, 1);
  const int used = snprintf(text, length + 200, "%.*s,\n", (int)length, body);
  sha256_hex(text, (size_t)used, hex);
  snprintf(text + used, 200, "\"seal\": \"%s\"\n}\n", hex);
  free(body);
  return text;
}

static void mutate(tally *t, const char *certificate, bool resealed) {
  char message[600] = "", *text = NULL;
  if (resealed) {
    json_t *root = json_loads(certificate, 0, NULL);
    make_false(root);
    text = seal(root);
    json_decref(root);
  } else {
    text = strdup(certificate);
    size_t at = choose(strlen(text));
    while (text[at] < '0' || text[at] > '9') at = choose(strlen(text));
    text[at] = (char)('0' + (text[at] - '0' + 1 + (int)choose(9)) % 10);
  }
  t->mutations++;
  t->resealed += resealed;
  if (check_certificate(text, strlen(text), NULL, 0, NULL, message) == 0) {
    t->survivors++;
    printf("survived: %s\n", text);
  }
  free(text);
}

int main(int count, char **words) {
  const size_t bodies = count > 1 ? strtoul(words[1], NULL, 10) : 1000;
  const size_t mutations = count > 2 ? strtoul(words[2], NULL, 10) : 10000;
  static tally t;
  openblas_set_num_threads(1);
  while (t.bodies < bodies) try_body(&t);
  for (size_t k = 0; k < mutations && t.count > 0; k++)
    mutate(&t, t.certificate[k % t.count], k / t.count % 2 == 1);
  printf(
      "| bodies | proved | refuted | unknown | not accepted | mutations | resealed | survivors |\n"
      "|---|---|---|---|---|---|---|---|\n| %zu | %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n",
      t.bodies, t.proved, t.refuted, t.unknown, t.not_accepted, t.mutations, t.resealed,
      t.survivors);
  for (size_t i = 0; i < t.count; i++) free(t.certificate[i]);
  flint_cleanup();
  return t.not_accepted > 0 || t.survivors > 0;
}
