/* system_mathml.c: the derived equations as MathML in HTML, which needs no script and no fonts.
 *
 * The same equations as system_latex.c. The brackets of matrices are borders of the page's style:
 * not every font has brackets that grow. A long formula is broken before its sums' signs: no
 * browser breaks one, but a row of short formulas is broken between them like words. Of a matrix
 * that is too wide the entries that are not 0 are written, each by itself. What is too long to be
 * read on a page, LONGEST characters of markup, is not written out; the page says which command
 * prints it.
 */
#include <string.h>

#include "film.h"
#include "show_private.h"

/* letters of a line of the page; percent */
enum { LONGEST = 24000, FITS = 72, PHONE = 30, SMALLEST = 80, PIECE = 24 };

static void add(const ss_system *s, ss_expr e, ss_text *out) {
  ss_expr_print(s->graph, e, SS_PRINT_MATHML, out);
}

/* How many letters are seen of a piece of markup. */
static size_t count_letters(const char *markup) {
  size_t count = 0;
  bool tag = false, entity = false;
  for (; *markup; markup++) {
    tag = tag || *markup == '<';
    /* bytes that go on with a letter are 10xxxxxx */
    if (!tag && !entity && (*markup & 0xC0) != 0x80) count++;
    entity = !tag && (entity || *markup == '&') && *markup != ';';
    tag = tag && *markup != '>';
  }
  return count;
}

/* An equation of its own, or a sentence in its place. One that is wider than the page has smaller
 * letters, as far as they can be read. */
static void add_block(const char *name, size_t letters, const ss_text *content, ss_text *out) {
  const size_t share = letters > FITS ? 100 * FITS / letters : 100;
  if (content->failed) out->failed = true;
  if (content->length > LONGEST)
    ss_text_addf(out,
                 "<p><math>%s</math> is too long for this page: "
                 "<code>standstill info MODEL --latex</code> prints it.</p>\n",
                 name);
  else
    ss_text_addf(
        out,
        "<div class=\"wide\" tabindex=\"0\"><math display=\"block\" style=\"font-size:%zu%%\">"
        "<mrow>%s</mrow></math></div>\n",
        share > SMALLEST ? share : SMALLEST, content->data);
}

/* ---- long formulas --------------------------------------------------------------------------- */

/* The markup, with an end of the formula and the start of another before signs that are in rows
 * only, PIECE letters or more apart. Rows that are open are closed and opened again. */
static void add_broken(const char *markup, ss_text *out) {
  static const char *const signs[] = {"<mo>+</mo>", "<mo>−</mo>"};
  size_t rows = 0, others = 0, letters = 0;
  bool first = true; /* a sign after an opening bracket is no sum's */
  while (*markup) {
    const char *end = *markup == '<' ? strchr(markup, '>') + 1 : markup + 1;
    const bool sign = strncmp(markup, signs[0], strlen(signs[0])) == 0 ||
                      strncmp(markup, signs[1], strlen(signs[1])) == 0;
    if (sign && others == 0 && !first && letters >= PIECE) {
      for (size_t i = 0; i < rows; i++) ss_text_add(out, "</mrow>");
      ss_text_add(out, "</math> <math displaystyle=\"true\">");
      for (size_t i = 0; i < rows; i++) ss_text_add(out, "<mrow>");
      letters = 0;
    }
    const bool row = strncmp(markup, "<mrow>", 6) == 0 || strncmp(markup, "</mrow>", 7) == 0;
    if (*markup == '<' && markup[1] == '/')
      rows -= row && others == 0, others -= !(row && others == 0);
    else if (*markup == '<' && end[-2] != '/')
      rows += row && others == 0, others += !(row && others == 0);
    else if (*markup != '<' && (*markup & 0xC0) != 0x80)
      letters++, first = *markup == '(' || *markup == '=';
    ss_text_add_bytes(out, markup, (size_t)(end - markup));
    markup = end;
  }
}

/* As it is, or to be broken where it is wider than a phone. */
static void add_long_block(const char *name, const ss_text *content, ss_text *out) {
  const size_t letters = count_letters(content->data);
  if (letters <= PHONE || content->length > LONGEST) {
    add_block(name, letters, content, out);
    return;
  }
  if (content->failed) out->failed = true;
  ss_text_addf(out, "<div class=\"wide sum%s\" tabindex=\"0\"><math displaystyle=\"true\">",
               letters <= FITS ? " short" : "");
  add_broken(content->data, out);
  ss_text_add(out, "</math></div>\n");
}

static void add_equation(const ss_system *s, const char *name, ss_expr e, ss_text *out) {
  ss_text content;
  ss_text_start(&content);
  ss_text_addf(&content, "%s<mo>=</mo>", name);
  add(s, e, &content);
  add_long_block(name, &content, out);
  ss_text_stop(&content);
}

static size_t measure_column(const ss_system *s, size_t rows, size_t columns, const ss_expr *e) {
  size_t most = 0;
  for (size_t i = 0; i < rows; i++) {
    ss_text entry;
    ss_text_start(&entry);
    add(s, e[i * columns], &entry);
    const size_t letters = count_letters(entry.data);
    if (letters > most) most = letters;
    ss_text_stop(&entry);
  }
  return most;
}

/* Returns how many letters it is wide: those of the widest entry of each column. */
static size_t add_matrix(const ss_system *s, size_t rows, size_t columns, const ss_expr *e,
                         ss_text *out) {
  size_t letters = 0;
  ss_text_add(out, "<mtable class=\"matrix\">");
  for (size_t i = 0; i < rows; i++) {
    ss_text_add(out, "<mtr>");
    for (size_t j = 0; j < columns; j++) {
      ss_text_add(out, "<mtd>");
      add(s, e[i * columns + j], out);
      ss_text_add(out, "</mtd>");
    }
    ss_text_add(out, "</mtr>");
  }
  ss_text_add(out, "</mtable>");
  for (size_t j = 0; j < columns; j++) letters += 3 + measure_column(s, rows, columns, e + j);
  return letters;
}

static bool is_zero(const ss_system *s, ss_expr e) {
  const fmpq *value = ss_expr_value(s->graph, e);
  return value && fmpq_is_zero(value);
}

/* The entries that are not 0, those of M once. */
static void add_entries(const ss_system *s, const char *name, size_t columns, const ss_expr *e,
                        ss_text *out) {
  const bool symmetric = e == s->M;
  ss_text_addf(out,
               "<p><math>%s</math> is %stoo wide for the page; its entries that are "
               "not 0:</p>\n",
               name, symmetric ? "symmetric and " : "");
  for (size_t i = 0; i < s->coordinates; i++)
    for (size_t j = symmetric ? i : 0; j < columns; j++) {
      if (is_zero(s, e[i * columns + j])) continue;
      ss_text index;
      ss_text_start(&index);
      ss_text_addf(&index, "<msub>%s<mrow>", name);
      add(s, s->q[i], &index);
      if (columns > 1 && symmetric) {
        ss_text_add(&index, "<mo>,</mo>");
        add(s, s->q[j], &index);
      } else if (columns > 1) {
        ss_text_addf(&index, "<mo>,</mo><mn>%zu</mn>", j + 1);
      }
      ss_text_add(&index, "</mrow></msub>");
      add_equation(s, index.data, e[i * columns + j], out);
      ss_text_stop(&index);
    }
}

/* A matrix with a row for each coordinate; its name is in `content`. */
static void add_matrix_block(const ss_system *s, size_t columns, const ss_expr *e, ss_text *content,
                             ss_text *out) {
  ss_text name;
  ss_text_start(&name);
  ss_text_add(&name, content->data);
  ss_text_add(content, "<mo>=</mo>");
  const size_t letters = add_matrix(s, s->coordinates, columns, e, content);
  if (100 * FITS < SMALLEST * letters && content->length <= LONGEST)
    add_entries(s, name.data, columns, e, out);
  else
    add_block(name.data, letters, content, out);
  ss_text_stop(&name);
}

static void add_named_matrix(const ss_system *s, const char *name, size_t columns, const ss_expr *e,
                             ss_text *out) {
  ss_text content;
  ss_text_start(&content);
  ss_text_addf(&content, "<mi mathvariant=\"bold\">%s</mi>", name);
  add_matrix_block(s, columns, e, &content, out);
  ss_text_stop(&content);
}

static void add_motion(const ss_system *s, ss_text *out) {
  ss_text_add(out, "<div class=\"wide\" tabindex=\"0\"><math display=\"block\"><mi>M</mi>"
                   "<mover><mi>u</mi><mo>⋅</mo></mover><mo>=</mo><mi>h</mi>");
  if (s->inputs) ss_text_add(out, "<mo>+</mo><mi>B</mi><mi>v</mi>");
  if (s->normals)
    ss_text_add(out,
                "<mo>+</mo><msub><mi>W</mi><mi>N</mi></msub><msub><mi>λ</mi><mi>N</mi></msub>");
  if (s->slips)
    ss_text_add(out,
                "<mo>+</mo><msub><mi>W</mi><mi>T</mi></msub><msub><mi>λ</mi><mi>T</mi></msub>");
  ss_text_add(out, "</math></div>\n");
}

/* gamma = W^T u + w as a row of W, as a column where that is too wide; w where it is not 0. */
static void add_direction(const ss_system *s, const char *index, const ss_direction *d,
                          ss_text *out) {
  ss_text content;
  ss_text_start(&content);
  /* the one after the other: not every font sets one above the other */
  ss_text_addf(&content,
               "<msup><msub><mi>W</mi><mtext>%s</mtext></msub><mi>T</mi></msup><mo>=</mo>", index);
  const size_t letters = add_matrix(s, 1, s->coordinates, d->W, &content);
  if (letters > FITS) {
    content.length = 0;
    ss_text_addf(&content, "<msub><mi>W</mi><mtext>%s</mtext></msub>", index);
    add_matrix_block(s, 1, d->W, &content, out);
  } else {
    add_block("<mi>W</mi>", letters, &content, out);
  }
  if (!is_zero(s, d->w)) {
    content.length = 0;
    ss_text_addf(&content, "<msub><mi>w</mi><mtext>%s</mtext></msub>", index);
    add_equation(s, content.data, d->w, out);
  }
  ss_text_stop(&content);
}

static void add_escaped_law(const ss_system *s, const ss_element *e, ss_text *out) {
  ss_text law;
  ss_text_start(&law);
  ss_show_law(s->graph, e, &law);
  if (e->kind == SS_ELEMENT_CONTACT) {
    ss_text_add(&law, ", ");
    ss_show_restitution(s->graph, e, &law);
  }
  if (law.failed) out->failed = true;
  ss_film_add_escaped(law.data, out);
  ss_text_stop(&law);
}

static void add_element(const ss_system *s, const ss_system_element *e, ss_text *out) {
  ss_text_addf(out, "<h3>%s ", ss_element_word(e->element->kind));
  ss_film_add_escaped(e->element->name.text, out);
  ss_text_add(out, "</h3>\n<p><code>");
  add_escaped_law(s, e->element, out);
  ss_text_add(out, "</code></p>\n");
  if (e->normal != SIZE_MAX) add_equation(s, "<mi>g</mi>", s->gap[e->normal], out);
  if (e->normal != SIZE_MAX) add_direction(s, "N", &s->normal[e->normal], out);
  if (e->element->kind == SS_ELEMENT_FRICTION)
    add_equation(s, "<msub><mi>λ</mi><mi>N</mi></msub>", e->element->normal.resolved, out);
  for (size_t k = 0; k < e->slips; k++)
    add_direction(s, ss_show_slip_name(e->element, k), &s->slip[e->slip + k], out);
}

void ss_show_system_mathml(const ss_system *s, ss_text *out) {
  add_equation(s, "<mi>T</mi>", s->kinetic, out);
  add_equation(s, "<mi>U</mi>", s->potential, out);
  add_motion(s, out);
  add_named_matrix(s, "M", s->coordinates, s->M, out);
  add_named_matrix(s, "h", 1, s->h, out);
  if (s->inputs) add_named_matrix(s, "B", s->inputs, s->B, out);
  for (size_t i = 0; i < s->elements; i++) add_element(s, &s->element[i], out);
}
