/* sites.c: one list of all formulas of a model, whatever they belong to.
 *
 * Parsing, resolving and most checks treat every formula alike and differ only by its role: what it
 * may contain, how a message calls it. The list is made once, when all declarations have been read
 * and their arrays no longer move. Formulas that the file does not give are not in it. The order is
 * that of the canonical JSON form.
 */
#include <stdio.h>

#include "reader.h"

#define PHRASE_OF(name, phrase, kind, allowed)  phrase,
#define KIND_OF(name, phrase, kind, allowed)    SS_KIND_##kind,
#define ALLOWED_OF(name, phrase, kind, allowed) allowed,

static const char *const phrases[] = {SS_ROLE_LIST(PHRASE_OF)};
static const ss_kind kinds[] = {SS_ROLE_LIST(KIND_OF)};
static const unsigned allowed[] = {SS_ROLE_LIST(ALLOWED_OF)};

unsigned ss_role_allowed(ss_role role) {
  return allowed[role];
}

const char *ss_site_describe(ss_reader *reader, const ss_site *site) {
  const ss_model *model = reader->model;
  const char *phrase = phrases[site->role];
  ss_kind kind = kinds[site->role];
  const char *text = NULL;
  if (site->role == SS_ROLE_FORCE) {
    const ss_force *force = &model->force[site->owner];
    size_t count = force->at_point ? model->points : model->coordinates;
    const ss_name *name = force->on >= count ? NULL
                          : force->at_point  ? &model->point[force->on].name
                                             : &model->coordinate[force->on].name;
    text = ss_arena_format(reader->scratch, "the %s '%s'",
                           force->is_rate    ? "rate of"
                           : force->at_point ? "force at"
                                             : "force on",
                           name ? name->text : "?");
  } else if (kind == SS_KIND_COUNT) {
    text = ss_arena_format(reader->scratch, "the %s", phrase);
  } else {
    const char *word = kind == SS_KIND_ELEMENT ? ss_element_word(model->element[site->owner].kind)
                                               : ss_kind_word(kind);
    text = ss_arena_format(reader->scratch, "the %s of %s '%s'", phrase, word,
                           ss_reader_name(reader, kind, site->owner)->text);
  }
  return text ? text : phrase;
}

static void add(ss_reader *reader, ss_role role, size_t owner, int part, ss_formula *formula) {
  if (!ss_formula_is_given(formula)) return;
  *ss_scratch_append(reader, reader->sites, reader->site_count, ss_site) =
      (ss_site){formula, role, owner, part};
}

static void add_parts(ss_reader *reader, ss_role role, size_t owner, size_t count,
                      ss_formula *formulas) {
  for (size_t i = 0; i < count; i++) add(reader, role, owner, (int)i, &formulas[i]);
}

static void list_definitions(ss_reader *reader) {
  ss_model *model = reader->model;
  for (size_t i = 0; i < model->parameters; i++) {
    add(reader, SS_ROLE_VALUE, i, 0, &model->parameter[i].value);
    add(reader, SS_ROLE_VALUE_RANGE, i, 0, &model->parameter[i].low);
    add(reader, SS_ROLE_VALUE_RANGE, i, 1, &model->parameter[i].high);
  }
  for (size_t i = 0; i < model->abbreviations; i++)
    add(reader, SS_ROLE_LET, i, 0, &model->abbreviation[i].value);
  for (size_t i = 0; i < model->bodies; i++) {
    ss_body *body = &model->body[i];
    add(reader, SS_ROLE_MASS, i, 0, &body->mass);
    add(reader, SS_ROLE_INERTIA, i, 0, &body->inertia);
    add_parts(reader, SS_ROLE_AT, i, 3, body->at);
    add_parts(reader, SS_ROLE_GRAVITY, i, 2, body->gravity);
  }
  for (size_t i = 0; i < model->points; i++)
    add_parts(reader, SS_ROLE_LOCAL, i, 2, model->point[i].local);
}

static void list_forces(ss_reader *reader) {
  ss_model *model = reader->model;
  add_parts(reader, SS_ROLE_KINETIC, 0, model->kinetics_count, model->kinetics);
  add_parts(reader, SS_ROLE_POTENTIAL, 0, model->potentials_count, model->potentials);
  for (size_t i = 0; i < model->forces; i++)
    add_parts(reader, SS_ROLE_FORCE, i, 2, model->force[i].value);
  for (size_t i = 0; i < model->inputs; i++) {
    add(reader, SS_ROLE_INPUT_RANGE, i, 0, &model->input[i].low);
    add(reader, SS_ROLE_INPUT_RANGE, i, 1, &model->input[i].high);
  }
  for (size_t i = 0; i < model->feedbacks; i++)
    add(reader, SS_ROLE_FEEDBACK, i, 0, &model->feedback[i].value);
  for (size_t i = 0; i < model->shapes; i++) {
    add(reader, SS_ROLE_SHAPED_POTENTIAL, i, 0, &model->shape[i].potential);
    add(reader, SS_ROLE_SHAPED_DAMPING, i, 0, &model->shape[i].damping);
  }
  for (size_t i = 0; i < model->lyapunovs; i++)
    add(reader, SS_ROLE_LYAPUNOV, i, 0, &model->lyapunov[i].value);
}

static void list_elements(ss_reader *reader) {
  ss_model *model = reader->model;
  for (size_t i = 0; i < model->elements; i++) {
    ss_element *element = &model->element[i];
    add(reader, SS_ROLE_GAP, i, 0, &element->gap);
    add_parts(reader, SS_ROLE_SLIP, i, SS_SLIP_MOST, element->slip);
    add(reader, SS_ROLE_NORMAL, i, 0, &element->normal);
    add_parts(reader, SS_ROLE_STRIBECK, i, 3, element->stribeck);
    add_parts(reader, SS_ROLE_LAW, i, 3, element->law_argument);
    add_parts(reader, SS_ROLE_RESTITUTION, i, 2, element->restitution_argument);
  }
}

static void list_relations(ss_reader *reader, ss_role role, size_t count, ss_relations *relations) {
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < relations[i].count; k++) {
      add(reader, role, i, (int)k, &relations[i].items[k].left);
      add(reader, role, i, (int)k, &relations[i].items[k].right);
    }
  }
}

void ss_reader_list_sites(ss_reader *reader) {
  ss_model *model = reader->model;
  list_definitions(reader);
  list_forces(reader);
  list_elements(reader);
  if (model->chart) add_parts(reader, SS_ROLE_CHART, 0, model->coordinates, model->chart->map);
  for (size_t i = 0; i < model->states; i++) {
    add_parts(reader, SS_ROLE_STATE, i, model->coordinates, model->state[i].q);
    add_parts(reader, SS_ROLE_STATE, i, model->coordinates, model->state[i].u);
  }
  list_relations(reader, SS_ROLE_REGION, model->regions, model->region);
  list_relations(reader, SS_ROLE_EXPECTATION, model->expectations, model->expectation);
  for (size_t i = 0; i < model->drawings; i++) {
    ss_drawing *d = &model->drawing[i];
    add_parts(reader, SS_ROLE_DRAWING, i, d->places * d->dimensions, d->place);
    add(reader, SS_ROLE_DRAWING, i, 0, &d->radius);
  }
}
