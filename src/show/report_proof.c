/* report_proof.c: verdicts with their conditions, and certificates that can be taken out of a page.
 *
 * A certificate below SS_REPORT_CERTIFICATE_MOST bytes stands in the page itself, as the address of
 * a link: it can be saved without a script and without a network. A larger one is named by its
 * SHA-256 and the command that makes it again.
 */
#include <math.h>
#include <string.h>

#include "report.h"

void ss_report_add_base64(const char *bytes, size_t length, ss_text *out) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i += 3) {
    const size_t left = length - i;
    const unsigned char *b = (const unsigned char *)bytes + i;
    const unsigned v = (unsigned)b[0] << 16 | (left > 1 ? (unsigned)b[1] << 8 : 0) |
                       (left > 2 ? (unsigned)b[2] : 0);
    const char four[] = {letters[v >> 18], letters[v >> 12 & 63],
                         left > 1 ? letters[v >> 6 & 63] : '=', left > 2 ? letters[v & 63] : '='};
    ss_text_add_bytes(out, four, 4);
  }
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static void add_conditions(const ss_proof *p, ss_text *out) {
  if (p->conditions == 0) return;
  ss_text_add(out, "<div class=\"wide\" tabindex=\"0\"><table><caption>Every condition of the "
                   "theorem</caption><thead><tr><th scope=\"col\">condition</th><th scope=\"col\">"
                   "status</th><th scope=\"col\">what it asks</th><th scope=\"col\">what decides it"
                   "</th></tr></thead><tbody>\n");
  for (size_t i = 0; i < p->conditions; i++) {
    const ss_condition *c = &p->condition[i];
    const char *word = ss_condition_word(c->status);
    ss_text_add(out, "<tr><th scope=\"row\" class=\"id\">");
    ss_film_add_escaped(c->id, out);
    ss_text_addf(out, "</th><td class=\"%s\">%s</td><td>", word, word);
    ss_film_add_escaped(c->text, out);
    ss_text_add(out, "</td><td>");
    ss_film_add_escaped(c->detail ? c->detail : "", out);
    ss_text_add(out, "</td></tr>\n");
  }
  ss_text_add(out, "</tbody></table></div>\n");
}

/* The sentence of the command, in full. */
static void add_words(const ss_proof *p, ss_text *out) {
  ss_text words;
  ss_text_start(&words);
  ss_show_proof(p, &words);
  if (words.failed) out->failed = true;
  ss_text_add(out, "<details><summary>Levels, region, what follows besides, what is assumed"
                   "</summary><pre tabindex=\"0\">");
  ss_film_add_escaped(words.data, out);
  ss_text_add(out, "</pre></details>\n");
  ss_text_stop(&words);
}

static void add_claim(const ss_proof *p, ss_text *out) {
  static const char *const questions[] = {"Does it come to rest?", "Is the rest set stable?",
                                          "Are motions bounded?"};
  const char *word = ss_verdict_text(p->verdict);
  ss_text_addf(out, "<h3>%s <span class=\"badge %s\">%s</span></h3>\n<p>", questions[p->question],
               word, word);
  if (p->verdict == SS_UNKNOWN)
    ss_text_add(out, p->supported ? "Supported, not proved: " : "Neither proved nor refuted: ");
  ss_film_add_escaped(
      p->verdict == SS_UNKNOWN ? p->reason ? p->reason : "no theorem decides" : p->sentence, out);
  ss_text_add(out, ".</p>\n");
  if (p->theorem) {
    ss_text_add(out, p->verdict == SS_UNKNOWN ? "<p>Nearest theorem: " : "<p>By ");
    ss_film_add_escaped(p->source ? p->source : p->theorem, out);
    ss_text_add(out, " (<code>");
    ss_film_add_escaped(p->theorem, out);
    ss_text_add(out, "</code>).</p>\n");
  }
  add_conditions(p, out);
  if (p->verdict != SS_UNKNOWN) add_words(p, out);
}

void ss_report_add_verdicts(const ss_report *r, ss_text *out) {
  if (r->claims == 0) return;
  ss_text_add(out, "<section id=\"verdicts\"><h2>Verdicts</h2>\n");
  for (size_t i = 0; i < r->claims; i++) add_claim(&r->claim[i].proof, out);
  ss_text_add(out, "</section>\n");
}

/* ---- certificates ---------------------------------------------------------------------------- */

/* Stands for itself in an address between apostrophes. */
static bool is_plain(char c) {
  return c >= ' ' && c < 127 && !strchr("%#'&<>\\", c);
}

void ss_report_add_address(const char *bytes, size_t length, ss_text *out) {
  for (size_t i = 0, end; i < length; i = end) {
    for (end = i; end < length && is_plain(bytes[end]);) end++;
    ss_text_addf(out, "%.*s", (int)(end - i), bytes + i);
    if (end < length) ss_text_addf(out, "%%%02X", (unsigned char)bytes[end++]);
  }
}

static size_t size_in_page(const ss_report_claim *c) {
  size_t size = c->length + 400;
  if (!c->certificate || c->length >= SS_REPORT_CERTIFICATE_MOST) return 0;
  for (size_t i = 0; i < c->length; i++) size += is_plain(c->certificate[i]) ? 0 : 2;
  return size;
}

size_t ss_report_certificate_size(const ss_report *r, size_t most) {
  size_t sum = 0;
  for (size_t i = 0; i < r->claims && i < most; i++) sum += size_in_page(&r->claim[i]);
  return sum;
}

/* What stands before the ending of the model's file. */
static void add_stem(const ss_report *r, ss_text *out) {
  const char *file = ss_machine_model(r->machine)->file;
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  const char *dot = strrchr(name, '.');
  char stem[80];
  size_t n = dot ? (size_t)(dot - name) : strlen(name);
  n = n < sizeof stem - 1 ? n : sizeof stem - 1;
  memcpy(stem, name, n);
  stem[n] = '\0';
  ss_film_add_escaped(stem, out);
}

static void add_name(const ss_report *r, const ss_report_claim *c, ss_text *out) {
  add_stem(r, out);
  if (c->proof.question != SS_QUESTION_ATTRACTIVE)
    ss_text_addf(out, "-%s", ss_question_word(c->proof.question));
  ss_text_add(out, ".proof.json");
}

static void add_check(const ss_report *r, const ss_report_claim *c, ss_text *out) {
  ss_text_add(out, "<code>standstill-check ");
  add_name(r, c, out);
  ss_text_add(out, " ");
  ss_film_add_escaped(ss_machine_model(r->machine)->file, out);
  ss_text_add(out, "</code>");
}

static void add_certificate(const ss_report *r, const ss_report_claim *c, bool inside,
                            ss_text *out) {
  char hash[65];
  ss_sha256(c->certificate, c->length, hash);
  ss_text_addf(out, "<li><strong>%s</strong>: ", ss_question_word(c->proof.question));
  if (inside) {
    ss_text_add(out, "<a class=\"certificate\" download=\"");
    add_name(r, c, out);
    ss_text_add(out, "\" href='data:application/json,");
    ss_report_add_address(c->certificate, c->length, out);
    ss_text_add(out, "'>save ");
    add_name(r, c, out);
    ss_text_addf(out, "</a> (%zu bytes)", c->length);
  } else {
    ss_text_addf(out, "%zu bytes, too large for this page; made again by <code>standstill prove ",
                 c->length);
    ss_film_add_escaped(ss_machine_model(r->machine)->file, out);
    if (r->at) ss_text_add(out, " --at '");
    ss_film_add_escaped(r->at ? r->at : "", out);
    ss_text_addf(out, "%s --claim %s --out ", r->at ? "'" : "",
                 ss_question_word(c->proof.question));
    add_name(r, c, out);
    ss_text_add(out, "</code>");
  }
  ss_text_add(out, ". Check it by ");
  add_check(r, c, out);
  ss_text_addf(out, ". SHA-256 <code class=\"hash\">%s</code></li>\n", hash);
}

void ss_report_add_certificates(const ss_report *r, size_t room, ss_text *out) {
  bool any = false;
  for (size_t i = 0; i < r->claims; i++) any = any || r->claim[i].certificate;
  if (!any) return;
  ss_text_add(out,
              "<section id=\"certificates\"><h2>Certificates</h2>\n<p>A certificate holds the text "
              "of the model and what is needed to verify every condition without search. A second "
              "program, which shares no code with the first, checks it, and did so before this "
              "page was written.</p>\n<ul>\n");
  for (size_t i = 0; i < r->claims; i++) {
    const ss_report_claim *c = &r->claim[i];
    const size_t size = size_in_page(c);
    if (!c->certificate) continue;
    const bool inside = size > 0 && size < room;
    if (inside) room -= size;
    add_certificate(r, c, inside, out);
  }
  ss_text_add(out, "</ul></section>\n");
}
