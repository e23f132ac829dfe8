/* plain.c: the store behind a plain reading of a model, from its start to its end.
 *
 * Rationals, balls and polynomials of one reading are never freed singly: they are entered in a
 * list and go all at once. The first thing that stands against the reading is kept as a phrase
 * that shows the formula where it happened; from then on every result is 0 and cheap, so that
 * nobody between the formula and the caller has to ask. Memory is bounded by the limits of plain.h;
 * if it runs out, one spare entry of each kind serves for the rest, and the reading has failed.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"

typedef enum entry_kind { RATIONAL, BALL, POLY } entry_kind;

struct ss_plain_pool {
  ss_plain_pool *next;
  entry_kind kind;
  union {
    fmpq rational;
    arb_struct ball;
    ss_plain_poly poly;
  };
};

static ss_plain_pool *make_entry(ss_plain *x, entry_kind kind) {
  ss_plain_pool *entry = calloc(1, sizeof *entry);
  if (!entry) return NULL;
  entry->kind = kind;
  if (kind == RATIONAL) fmpq_init(&entry->rational);
  if (kind == BALL) arb_init(&entry->ball);
  if (kind == POLY) fmpq_mpoly_init(&entry->poly, x->ring);
  entry->next = x->pool;
  return x->pool = entry;
}

/* Where memory is out, the newest of its kind once more. */
static ss_plain_pool *enter(ss_plain *x, entry_kind kind) {
  ss_plain_pool *entry = make_entry(x, kind);
  if (entry) return entry;
  x->failed = true;
  for (entry = x->pool; entry->kind != kind;) entry = entry->next;
  return entry;
}

fmpq *ss_plain_rational(ss_plain *x) {
  return &enter(x, RATIONAL)->rational;
}

arb_ptr ss_plain_ball(ss_plain *x) {
  return &enter(x, BALL)->ball;
}

ss_plain_poly *ss_plain_new(ss_plain *x) {
  return &enter(x, POLY)->poly;
}

ss_plain_poly **ss_plain_room(ss_plain *x, size_t count) {
  ss_plain_poly **room = ss_arena_new(x->arena, count + 1, ss_plain_poly *);
  if (!room) x->failed = true;
  return room;
}

/* ---- what stands against it ------------------------------------------------------------------ */

/* "'a/(b - 1)' in line 7", as far as it is known. */
static const char *show_formula(ss_plain *x) {
  enum { LONGEST = 60 };
  const ss_formula *f = x->formula;
  const char *text = x->model->text;
  if (!f || !text) return "a formula";
  if (f->where.offset == SS_NOWHERE.offset) return "a formula of --set";
  size_t line = 1, length = f->where.length;
  for (size_t i = 0; i < f->where.offset; i++) line += text[i] == '\n';
  const char *shown =
      ss_arena_format(x->arena, "'%.*s%s' in line %zu", (int)(length < LONGEST ? length : LONGEST),
                      text + f->where.offset, length > LONGEST ? " …" : "", line);
  return shown ? shown : "a formula";
}

void ss_plain_refuse(ss_plain *x, const char *format, ...) {
  char sentence[200];
  va_list values;
  if (x->why) return;
  va_start(values, format);
  vsnprintf(sentence, sizeof sentence, format, values);
  va_end(values);
  x->why = x->formula ? ss_arena_format(x->arena, "%s %s", show_formula(x), sentence)
                      : ss_arena_format(x->arena, "%s", sentence);
  if (!x->why) x->failed = true;
}

/* ---- start and end --------------------------------------------------------------------------- */

static void mean(ss_plain *x, ss_expr symbol, ss_plain_kind kind, size_t index) {
  if (symbol) x->meaning[symbol] = (ss_plain_meaning){kind, index};
}

static void enter_names(ss_plain *x) {
  const ss_model *m = x->model;
  for (size_t i = 0; i < m->parameters; i++) mean(x, m->parameter[i].symbol, SS_PLAIN_PARAMETER, i);
  for (size_t i = 0; i < m->abbreviations; i++) mean(x, m->abbreviation[i].symbol, SS_PLAIN_LET, i);
  for (size_t i = 0; i < m->inputs; i++) mean(x, m->input[i].symbol, SS_PLAIN_INPUT, i);
  for (size_t i = 0; i < 2 * m->points; i++)
    mean(x, m->point[i / 2].symbol[i % 2], SS_PLAIN_POINT, i);
  for (size_t i = 0; i < m->coordinates; i++) {
    mean(x, m->coordinate[i].q, SS_PLAIN_COORDINATE, i);
    mean(x, m->coordinate[i].u, SS_PLAIN_VELOCITY, i);
  }
  for (size_t i = 0; m->chart && i < m->chart->count; i++) {
    mean(x, m->chart->coordinates[i].q, SS_PLAIN_CHART, i);
    mean(x, m->chart->coordinates[i].u, SS_PLAIN_CHART_VELOCITY, i);
  }
}

ss_status ss_plain_start(ss_plain *x, const ss_model *model, const ss_expr *law) {
  *x = (ss_plain){.model = model, .graph = model->graph, .law = law};
  x->n = x->coordinates = model->coordinates;
  x->arena = ss_arena_create();
  x->meaning = calloc(ss_graph_count(model->graph), sizeof *x->meaning);
  if (!x->arena || !x->meaning) return SS_MEMORY;
  enter_names(x);
  x->parameter = ss_plain_room(x, model->parameters);
  x->let = ss_plain_room(x, model->abbreviations);
  x->input = ss_plain_room(x, model->inputs);
  x->coordinate = ss_plain_room(x, model->coordinates);
  if (x->n > SS_PLAIN_COORDINATES)
    ss_plain_refuse(x, "there are more than %d coordinates", SS_PLAIN_COORDINATES);
  size_t variables = x->why ? 1 : 2 * x->n + SS_PLAIN_SYMBOLS;
  fmpq_mpoly_ctx_init(x->ring, (slong)variables, ORD_DEGLEX);
  x->has_ring = true;
  /* one of each kind is always there */
  for (int kind = RATIONAL; kind <= POLY; kind++)
    if (!make_entry(x, (entry_kind)kind)) x->failed = true;
  return x->failed ? SS_MEMORY : SS_OK;
}

void ss_plain_clear(ss_plain *x) {
  for (ss_plain_pool *entry = x->pool, *next; entry; entry = next) {
    next = entry->next;
    if (entry->kind == RATIONAL) fmpq_clear(&entry->rational);
    if (entry->kind == BALL) arb_clear(&entry->ball);
    if (entry->kind == POLY) fmpq_mpoly_clear(&entry->poly, x->ring);
    free(entry);
  }
  if (x->has_ring) fmpq_mpoly_ctx_clear(x->ring);
  free(x->meaning);
  ss_arena_destroy(x->arena);
  *x = (ss_plain){0};
}
