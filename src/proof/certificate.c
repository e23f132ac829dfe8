/* certificate.c: what was proved, for a second program: docs/certificate.md is the format.
 *
 * The conditions bring their evidence along; here they get their frame: the model's text and
 * fingerprint, settings and parameters, the system, the seal. Of several settings of one parameter
 * the last counts and is written.
 */
#include <stdlib.h>
#include <string.h>

#include "prove.h"

static json_t *model_of(const ss_model *model) {
  char hash[65];
  const char *name = strrchr(model->file, '/');
  ss_sha256(model->text, strlen(model->text), hash);
  return json_pack("{s:s, s:s, s:s}", "file", name ? name + 1 : model->file, "sha256", hash, "text",
                   model->text);
}

static size_t name_length(const char *setting) {
  size_t length = strcspn(setting, "=");
  while (length && strchr(" \t", setting[length - 1])) length--;
  return length;
}

static json_t *settings_of(size_t count, const char *const *setting) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    bool last = true;
    size_t length = name_length(setting[i]);
    for (size_t j = i + 1; j < count; j++)
      last = last &&
             !(name_length(setting[j]) == length && strncmp(setting[i], setting[j], length) == 0);
    if (last) json_array_append_new(list, json_string(setting[i]));
  }
  return list;
}

static json_t *ball_of(const fmpq_mat_t center, const fmpq_mat_t radius) {
  json_t *object = json_object();
  json_object_set_new(object, "center", ss_evidence_number(ss_entry(center, 0, 0)));
  json_object_set_new(object, "radius", ss_evidence_number(ss_entry(radius, 0, 0)));
  return object;
}

/* The range itself, exactly, where its ends are rational. */
static bool take_range(const ss_model *model, size_t i, fmpq_mat_t center, fmpq_mat_t radius) {
  fmpq *c = ss_entry(center, 0, 0), *r = ss_entry(radius, 0, 0);
  fmpq_t low, high;
  fmpq_init(low);
  fmpq_init(high);
  bool good = ss_model_parameter_range(model, i, low, high);
  fmpq_add(c, low, high);
  fmpq_sub(r, high, low);
  fmpq_div_2exp(c, c, 1);
  fmpq_div_2exp(r, r, 1);
  fmpq_clear(low);
  fmpq_clear(high);
  return good;
}

static json_t *parameters_of(const ss_model *model, const ss_expr *formulas) {
  json_t *object = json_object();
  fmpq_mat_t center, radius;
  fmpq_mat_init(center, 1, 1);
  fmpq_mat_init(radius, 1, 1);
  for (size_t i = 0; i < model->parameters; i++) {
    const ss_parameter *p = &model->parameter[i];
    bool range = p->closed_low && p->closed_high;
    json_t *entry;
    if (range && take_range(model, i, center, radius))
      entry = ball_of(center, radius);
    else if (ss_expr_value(model->graph, formulas[i]))
      entry = ss_evidence_number(ss_expr_value(model->graph, formulas[i]));
    else {
      ss_model_enclose_values(model, 1, &formulas[i], center, radius);
      entry = ball_of(center, radius);
    }
    json_object_set_new(object, p->name.text, entry);
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

/* Everything before the seal, then the seal over these bytes. */
static ss_status print_sealed(json_t *root, ss_text *out) {
  char hash[65];
  char *text = json_dumps(root, JSON_INDENT(1));
  if (!text) return SS_MEMORY;
  size_t length = strlen(text), start = out->length;
  while (length && strchr("}\n", text[length - 1])) {
    length--;
    if (text[length] == '}') break;
  }
  while (length && text[length - 1] == '\n') length--;
  ss_text_add_bytes(out, text, length);
  ss_text_add(out, ",\n ");
  free(text);
  ss_sha256(out->data + start, out->length - start, hash);
  ss_text_addf(out, "\"seal\": \"%s\"\n}\n", hash);
  return out->failed ? SS_MEMORY : SS_OK;
}

ss_status ss_proof_write_certificate(const ss_proof *proof, const ss_model *model, size_t settings,
                                     const char *const *setting, const char *feedback,
                                     ss_text *out) {
  if (proof->verdict == SS_UNKNOWN || !proof->data || !model->text) return SS_BAD_ARGUMENT;
  ss_arena *scratch = ss_arena_create();
  ss_expr *formulas = scratch ? ss_arena_new(scratch, model->parameters, ss_expr) : NULL;
  if (!formulas || ss_model_open_parameters(scratch, model, formulas) != SS_OK) {
    ss_arena_destroy(scratch);
    return SS_MEMORY;
  }
  json_t *root = json_object();
  json_object_set_new(root, "format", json_string("standstill-certificate/1"));
  json_object_set_new(root, "model", model_of(model));
  json_object_set_new(root, "settings", settings_of(settings, setting));
  json_object_set_new(root, "feedback", feedback ? json_string(feedback) : json_null());
  json_object_set_new(root, "parameters", parameters_of(model, formulas));
  json_object_set_new(root, "claim", json_string(ss_claim_word(proof->claim)));
  json_object_set_new(root, "theorem", json_string(proof->theorem));
  json_object_set_new(root, "level", proof->level ? json_string(proof->level) : json_null());
  json_object_set(root, "system", proof->data);
  json_object_set_new(root, "conditions", conditions_of(proof));
  ss_status status = print_sealed(root, out);
  json_decref(root);
  ss_arena_destroy(scratch);
  return status;
}
