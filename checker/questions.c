/* questions.c: what a tree of boxes of a certificate is about, for machines with contacts.
 *
 * The functions of a question: the energy, with the velocities that do not occur chosen so that T
 * is least, u_r^T (Minv_rr)^-1 u_r/2; the gaps; and what is asked. Accelerations of contacts come
 * as determinants, by Cramer's rule: docs/certificate.md. They are affine in every friction force
 * alone, so that its ends, the corners, are enough.
 */
#include "energy.h"

/* ---- functions ------------------------------------------------------------------------------- */

void add_function(run *r, energy *x, node *f) {
  if (x->functions == MOST_OUTPUTS) malformed(r, "too many functions");
  x->f[x->functions++] = f;
}

void add_condition(run *r, energy *x, box_question *q, char sense, node *f) {
  if (q->conditions == COUNT(q->condition)) malformed(r, "too many conditions");
  q->condition[q->conditions++] =
      (box_condition){.sense = sense, .f = x->f + x->functions, .count = 1};
  add_function(r, x, f);
}

void add_matrix(run *r, energy *x, box_question *q, size_t n, node *const *A, bool leave) {
  size_t keep[MOST_FORCES * 6], count = 0;
  node **first = x->f + x->functions;
  for (size_t i = 0; i < n; i++) {
    bool zero = leave;
    for (size_t j = 0; j < n; j++) zero = zero && is_zero_tree(A[i * n + j]);
    if (!zero) keep[count++] = i;
  }
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j <= i; j++) add_function(r, x, A[keep[i] * n + keep[j]]);
  q->condition[q->conditions++] =
      (box_condition){.sense = 'M', .f = first, .columns = count, .count = count * (count + 1) / 2};
}

node *form(run *r, const energy *e, node *const *x, node *const *y) {
  node *sum = integer_tree(r, 0);
  for (size_t i = 0; i < e->n; i++)
    for (size_t j = 0; j < e->n; j++) sum = ADD(sum, MUL(MUL(x[i], y[j]), e->Minv[i * e->n + j]));
  return sum;
}

void add_direction(run *r, const energy *x, node *const *w, node *factor, node **y) {
  for (size_t i = 0; i < x->n; i++) y[i] = ADD(y[i], MUL(factor, w[i]));
}

size_t count_corners(const energy *x, size_t closed) {
  size_t count = 0;
  for (size_t j = 0; j < x->contacts; j++)
    if (closed >> j & 1) count += x->contact[j].slips;
  for (size_t j = 0; j < x->frictions; j++) count += x->friction[j].slips;
  return count;
}

node *acceleration(run *r, const energy *x, size_t closed, size_t open, size_t corner) {
  node *column[MOST_CONTACTS + 1][MOST_FORCES], *A[(MOST_CONTACTS + 1) * (MOST_CONTACTS + 1)];
  size_t s = 0, bit = 0, rows = 0, set = closed | (open < x->contacts ? (size_t)1 << open : 0);
  for (size_t j = 0; j < x->contacts; j++) {
    const rubbing *c = &x->contact[j];
    if (!(closed >> j & 1)) continue;
    memcpy(column[s], c->normal, sizeof column[s]);
    for (size_t k = 0; k < c->slips; k++, bit++)
      add_direction(r, x, c->slip[k],
                    corner >> bit & 1 ? c->limit[k] : combine_trees(r, 'n', c->limit[k], NULL),
                    column[s]);
    s++;
  }
  memcpy(column[s], x->h, sizeof column[s]);
  for (size_t j = 0; j < x->frictions; j++)
    for (size_t k = 0; k < x->friction[j].slips; k++, bit++) {
      node *limit = x->friction[j].limit[k];
      add_direction(r, x, x->friction[j].slip[k],
                    corner >> bit & 1 ? limit : combine_trees(r, 'n', limit, NULL), column[s]);
    }
  const size_t width = s + (open < x->contacts);
  /* the open contact is the last row */
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < x->contacts; i++) {
      if (!(set >> i & 1) || (i == open) != (pass == 1)) continue;
      for (size_t j = 0; j < width; j++)
        A[rows * width + j] = form(r, x, x->contact[i].normal, column[j]);
      if (width > s) A[rows * width + s] = ADD(A[rows * width + s], x->contact[i].zeta);
      rows++;
    }
  return determinant_tree(r, width, A);
}

node *potential(run *r, const energy *x, size_t pressed) {
  node *U = x->U, *two = integer_tree(r, 2);
  for (size_t j = 0; x->stiffness && j < x->contacts; j++)
    if (pressed >> j & 1)
      U = ADD(U, MUL(DIV(number_tree(r, x->stiffness), two),
                     make_node(r, '^', x->contact[j].gap, two)));
  return U;
}

/* U + u_r^T (Minv_rr)^-1 u_r/2 - zero, r the velocities of the box. */
static node *least_energy(run *r, const energy *x, const box_question *q, size_t pressed) {
  node *U = potential(r, x, pressed), *A[MOST_FORCES * MOST_FORCES],
       *inverse[MOST_FORCES * MOST_FORCES], *T = integer_tree(r, 0);
  size_t index[MOST_FORCES], count = 0;
  for (size_t i = 0; i < x->n; i++)
    for (size_t j = 0; j < q->k; j++)
      if (q->variable[j].op == 'u' && q->variable[j].item == x->q[i]) index[count++] = i;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++) A[i * count + j] = x->Minv[index[i] * x->n + index[j]];
  if (count == x->n) return SUB(ADD(U, x->T), number_tree(r, x->zero));
  invert_trees(r, count, A, inverse);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++) {
      node *a = x->u[index[i]], *b = x->u[index[j]];
      node *square = i == j ? make_node(r, '^', a, integer_tree(r, 2)) : MUL(a, b);
      T = ADD(T, MUL(MUL(number_tree(r, &(fmpq){1, 2}), inverse[i * count + j]), square));
    }
  return SUB(ADD(U, T), number_tree(r, x->zero));
}

/* A variable of the box, by its name; its ends are those of the region, or of a face of it. */
static void read_variable(run *r, const energy *x, box_question *q, const json_t *name,
                          size_t face) {
  const char *text = json_string_value(name);
  size_t v = 0;
  for (; text && v < x->variables; v++) {
    const token t = x->variable[v].item->name;
    const bool velocity = x->variable[v].op == 'u';
    if (strlen(text) == t.length + velocity && memcmp(text, t.at, t.length) == 0 &&
        (!velocity || text[t.length] == '\''))
      break;
  }
  if (!text || v == x->variables) malformed(r, "variables: a name is expected");
  for (size_t k = 0; k < q->k; k++)
    if (q->variable[k].op == x->variable[v].op && q->variable[k].item == x->variable[v].item)
      malformed(r, "variables: a name stands there twice");
  q->variable[q->k] = x->variable[v];
  q->low[q->k] = face == 2 * v + 1 ? x->high[v] : x->low[v];
  q->high[q->k] = face == 2 * v ? x->low[v] : x->high[v];
  q->k++;
}

/* The entry of the certificate, which must be about what is asked. */
static const json_t *find_entry(run *r, const label *l) {
  const json_t *of = NULL, *entry;
  size_t i;
  char id[32];
  snprintf(id, sizeof id, "%.20s.%d", r->theorem, l->condition);
  snprintf(r->where, sizeof r->where, "%s, %s", id, l->kind);
  json_array_foreach(r->conditions, i, entry) if (says(json_object_get(entry, "id"), id)) of =
      entry;
  of = json_array_get(json_object_get(of, "questions"), r->asked[l->condition]++);
  if (!of) refuted(r, "a question is missing");
  read_shape(r, of, "a question", "kind closed open corner face variables tree");
  if (!says(json_object_get(of, "kind"), l->kind) ||
      read_integer(r, json_object_get(of, "closed"), 0, 15, "closed") != (long)l->closed ||
      read_integer(r, json_object_get(of, "open"), 0, 64, "open") != (long)l->open ||
      read_integer(r, json_object_get(of, "corner"), 0, 1 << 20, "corner") != (long)l->corner ||
      read_integer(r, json_object_get(of, "face"), -1, 1000, "face") != (long)l->face)
    refuted(r, "it is not the question that is asked next");
  return of;
}

/* The gaps come first: closed ones are 0 (of springs: not positive), the others not negative. */
static void put_gaps_first(run *r, energy *x, box_question *q, size_t closed) {
  box_condition own[COUNT(q->condition)];
  const size_t count = q->conditions;
  memcpy(own, q->condition, count * sizeof *own);
  q->conditions = 0;
  for (size_t j = 0; j < x->contacts; j++) {
    const bool pressed = closed >> j & 1 && x->stiffness;
    add_condition(r, x, q, closed >> j & 1 && !pressed ? '=' : 'g',
                  pressed ? NEG(x->contact[j].gap) : x->contact[j].gap);
  }
  if (q->conditions + count > COUNT(q->condition)) malformed(r, "too many conditions");
  memcpy(q->condition + q->conditions, own, count * sizeof *own);
  q->conditions += count;
}

/* What stands in the functions as they are written here, and in simplified ones does not: it is
 * anywhere in the region. The energy is the least one, whatever other velocities are. */
static void add_positions(run *r, const energy *x, box_question *q) {
  for (size_t v = 0; v < x->variables; v++) {
    const size_t i = v % x->n;
    const bool velocity = v >= x->n && v < 2 * x->n;
    bool there = false, stands = v >= 2 * x->n;
    for (size_t k = 0; k < q->k; k++)
      there = there || (q->variable[k].op == x->variable[v].op &&
                        q->variable[k].item == x->variable[v].item);
    if (v < x->n) stands = q->energy && !is_zero_tree(by(r, q->energy, x->q[v]));
    for (size_t f = 0; v < 2 * x->n && f < x->functions; f++)
      stands = stands || !is_zero_tree(differentiate(r, x->f[f], x->q[i], velocity));
    if (there || !stands) continue;
    if (q->k == COUNT(q->variable)) malformed(r, "too many variables");
    q->variable[q->k] = x->variable[v];
    q->low[q->k] = x->low[v];
    q->high[q->k++] = x->high[v];
  }
}

void ask_one(run *r, energy *x, box_question *q, label l) {
  const json_t *of = find_entry(r, &l), *names = json_object_get(of, "variables");
  const size_t extras = q->k, count = json_array_size(names);
  /* of these conditions only; elsewhere its number says nothing */
  const bool faced = l.condition == 6 || l.condition == 8 || strcmp(l.kind, "balance") == 0;
  box_question full = *q;
  if (!q->bare) put_gaps_first(r, x, &full, l.closed);
  full.k = 0;
  if (count < extras || count > COUNT(q->variable)) malformed(r, "variables: some are missing");
  for (size_t i = 0; i + extras < count; i++)
    read_variable(r, x, &full, json_array_get(names, i), faced ? l.face : (size_t)-1);
  for (size_t i = 0; i < extras; i++) {
    const char *name = json_string_value(json_array_get(names, count - extras + i));
    if (!name || !token_is(q->variable[i].item->name, name))
      malformed(r, "variables: the name of a force is expected");
    full.variable[full.k] = q->variable[i];
    full.low[full.k] = q->low[i];
    full.high[full.k++] = 1;
  }
  full.level = x->level;
  if (!full.plain && !x->plain) full.energy = least_energy(r, x, &full, l.closed);
  add_positions(r, x, &full);
  replay_tree(r, &full, read_text(r, of, "tree"));
  *q = full;
  x->functions = 0;
  r->where[0] = 0;
}

void ask(run *r, energy *x, box_question *q, label l) {
  const size_t functions = x->functions;
  const box_question first = *q;
  for (size_t set = 0; set < (x->stiffness && !q->bare ? (size_t)1 << x->contacts : 1); set++) {
    x->functions = functions;
    *q = first;
    if (x->stiffness) l.closed = set;
    ask_one(r, x, q, l);
  }
}

void ask_everywhere(run *r, energy *x, box_question *q, label l) {
  snprintf(r->where, sizeof r->where, "%.20s.%d, %s", r->theorem, l.condition, l.kind);
  for (size_t i = 2 * x->n; i < x->variables; i++) {
    q->variable[q->k] = x->variable[i];
    q->low[q->k] = x->low[i];
    q->high[q->k++] = x->high[i];
  }
  replay_tree(r, q, NULL);
  x->functions = 0;
  r->where[0] = 0;
}

void ask_either(run *r, energy *x, box_question *q, label l) {
  (x->everywhere ? ask_everywhere : ask)(r, x, q, l);
}

/* What stands in place of questions, where a condition needs none. */
static bool is_word(const json_t *kind) {
  static const char *const words[] = {"constant", "nothing", "point",  "restitution",
                                      "convex",   "passive", "assumed"};
  for (size_t i = 0; i < COUNT(words); i++)
    if (says(kind, words[i])) return true;
  return false;
}

void want_no_more(run *r, const energy *x, bool all) {
  const json_t *names = json_object_get(json_object_get(r->root, "system"), "coordinates"), *entry;
  const size_t length = strlen(r->theorem);
  bool seen[COUNT(r->asked)] = {false};
  size_t i;
  want_array(r, names, x->n, "coordinates");
  for (i = 0; i < x->n; i++) {
    const char *text = json_string_value(json_array_get(names, i));
    if (!text || !token_is(x->q[i]->name, text))
      malformed(r, "coordinates: they are not those of the machine");
  }
  json_array_foreach(r->conditions, i, entry) {
    const char *id = read_text(r, entry, "id");
    const bool own = strncmp(id, r->theorem, length) == 0 && id[length] == '.' &&
                     id[length + 1] >= '1' && id[length + 1] <= '9' && !id[length + 2];
    const size_t number = own ? (size_t)(id[length + 1] - '0') : 0;
    if (!own || seen[number])
      malformed(r, "conditions: \"%.40s\" is none of the theorem, or stands there twice", id);
    seen[number] = true;
    const json_t *questions = json_object_get(entry, "questions");
    char members[40];
    snprintf(members, sizeof members, "kind id%s%s", questions ? " questions" : "",
             json_object_get(entry, "why") ? " why" : "");
    read_shape(r, entry, "a condition", members);
    if (says(json_object_get(entry, "kind"), "boxes") != (questions != NULL) ||
        (all && json_array_size(questions) != r->asked[number]))
      malformed(r, "%.40s: a question is superfluous", id);
    if (!questions && !is_word(json_object_get(entry, "kind")))
      malformed(r, "%.40s: its kind is not known", id);
  }
  for (i = 1; i < COUNT(seen); i++)
    if (r->told[i] && !seen[i]) malformed(r, "conditions: \"%.20s.%zu\" is missing", r->theorem, i);
}
