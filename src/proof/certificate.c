/* certificate.c: what was proved, for a second program: docs/certificate.md is the format.
 *
 * The conditions bring their evidence along; here they get their frame: the model's text and
 * fingerprint, settings and parameters, the system, the seal. Of several settings of one parameter
 * the last counts and is written.
 */
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "standstill/json.h"

/* The name of the file, which is a label: where it is not UTF-8, in ASCII. */
static json_t *label_of(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  json_t *label = json_string(name);
  if (label) return label;
  char *plain = strdup(name);
  for (char *at = plain; at && *at; at++)
    if (*at & 0x80) *at = '?';
  label = json_string(plain ? plain : "");
  free(plain);
  return label;
}

static json_t *model_of(const ss_model *model) {
  char hash[65];
  ss_sha256(model->text, strlen(model->text), hash);
  return json_pack("{s:o, s:s, s:s}", "file", label_of(model->file), "sha256", hash, "text",
                   model->text);
}

/* Whether both set the same parameter. */
static bool same_parameter(const char *a, const char *b) {
  a += strspn(a, " \t");
  b += strspn(b, " \t");
  const size_t length = strcspn(a, "= \t");
  return strcspn(b, "= \t") == length && strncmp(a, b, length) == 0;
}

static json_t *settings_of(size_t count, const char *const *setting) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    bool last = true;
    for (size_t j = i + 1; j < count; j++) last = last && !same_parameter(setting[i], setting[j]);
    if (last) json_array_append_new(list, json_string(setting[i]));
  }
  return list;
}

static json_t *ball_of(const fmpq *center, const fmpq *radius) {
  json_t *object = json_object();
  json_object_set_new(object, "center", ss_evidence_number(center));
  json_object_set_new(object, "radius", ss_evidence_number(radius));
  return object;
}

/* A rational number, or an interval. */
static json_t *parameters_of(const ss_model *model, ss_status *status) {
  json_t *object = json_object();
  fmpq_mat_t center, radius;
  fmpq_mat_init(center, (slong)model->parameters, 1);
  fmpq_mat_init(radius, (slong)model->parameters, 1);
  *status = ss_model_enclose_parameters(model, center, radius);
  for (size_t i = 0; i < model->parameters; i++) {
    const fmpq *c = ss_entry(center, (slong)i, 0), *r = ss_entry(radius, (slong)i, 0);
    json_object_set_new(object, model->parameter[i].name.text,
                        fmpq_is_zero(r) ? ss_evidence_number(c) : ball_of(c, r));
  }
  fmpq_mat_clear(center);
  fmpq_mat_clear(radius);
  return object;
}

static json_t *conditions_of(const ss_proof *proof) {
  json_t *list = json_array();
  for (size_t i = 0; i < proof->conditions; i++)
    if (proof->condition[i].evidence) json_array_append(list, proof->condition[i].evidence);
  return list;
}

json_t *ss_certificate_frame(const char *format, const ss_model *model, size_t settings,
                             const char *const *setting, const char *feedback, ss_status *status) {
  json_t *root = json_object();
  json_object_set_new(root, "format", json_string(format));
  json_object_set_new(root, "model", model_of(model));
  json_object_set_new(root, "settings", settings_of(settings, setting));
  json_object_set_new(root, "feedback", feedback ? json_string(feedback) : json_null());
  json_object_set_new(root, "parameters", parameters_of(model, status));
  return root;
}

/* What is proved, behind what is in it. */
static void add_proof(json_t *root, const ss_proof *proof) {
  json_object_set_new(root, "claim", json_string(ss_claim_word(proof->claim)));
  json_object_set_new(
      root, "how", proof->how == SS_HOW_NONE ? json_null() : json_string(ss_how_word(proof->how)));
  json_object_set_new(root, "theorem", json_string(proof->theorem));
  json_object_set_new(root, "level", proof->level ? json_string(proof->level) : json_null());
  json_object_set(root, "system", proof->data);
  json_object_set_new(root, "conditions", conditions_of(proof));
}

void *ss_proof_describe(const ss_proof *proof, const ss_model *model, ss_status *status) {
  json_t *root = json_object();
  if (proof->verdict == SS_UNKNOWN || !proof->data) {
    *status = SS_BAD_ARGUMENT;
  } else {
    json_object_set_new(root, "parameters", parameters_of(model, status));
    add_proof(root, proof);
  }
  if (*status == SS_OK) return root;
  json_decref(root);
  return NULL;
}

ss_status ss_proof_write_map(const ss_proof *proof, const ss_model *model, size_t settings,
                             const char *const *setting, const char *feedback, void *map,
                             ss_text *out) {
  ss_status status;
  if (proof->verdict == SS_UNKNOWN || !proof->data || !model->text) {
    json_decref(map);
    return SS_BAD_ARGUMENT;
  }
  json_t *root = ss_certificate_frame(map ? "standstill-map/1" : "standstill-certificate/2", model,
                                      settings, setting, feedback, &status);
  add_proof(root, proof);
  if (map) json_object_set_new(root, "map", map);
  if (status == SS_OK) return ss_json_print_sealed(root, out);
  json_decref(root);
  return status;
}

/* A map, and nothing beside it; it is taken over where there is no root, too. */
static ss_status write_alone(json_t *root, ss_status status, json_t *map, ss_text *out) {
  if (status == SS_OK && !map) status = SS_BAD_ARGUMENT;
  json_object_set_new(root, "map", map);
  if (status == SS_OK) return ss_json_print_sealed(root, out);
  json_decref(root);
  return status;
}

ss_status ss_proof_write_fences(const ss_model *model, size_t settings, const char *const *setting,
                                const char *feedback, void *map, ss_text *out) {
  ss_status status = SS_BAD_ARGUMENT;
  json_t *root = model->text ? ss_certificate_frame("standstill-fences/1", model, settings, setting,
                                                    feedback, &status)
                             : NULL;
  return write_alone(root, status, map, out);
}

ss_status ss_proof_write_strips(const ss_model *model, size_t settings, const char *const *setting,
                                const char *feedback, void *map, ss_text *out) {
  ss_status status = SS_BAD_ARGUMENT;
  json_t *root = model->text ? ss_certificate_frame("standstill-strips/1", model, settings, setting,
                                                    feedback, &status)
                             : NULL;
  json_object_del(root, "parameters"); /* each piece has its own */
  return write_alone(root, status, map, out);
}

ss_status ss_proof_write_certificate(const ss_proof *proof, const ss_model *model, size_t settings,
                                     const char *const *setting, const char *feedback,
                                     ss_text *out) {
  return ss_proof_write_map(proof, model, settings, setting, feedback, NULL, out);
}
