/* report.c: a machine on one page that needs nothing else: no network, no server, no script.
 *
 * The page is plain HTML with pictures in it; two short scripts move the machine and draw motions
 * in the basin, and without them everything can still be read. Sections that the model has nothing
 * for are left out, with the reason where somebody may look for them. A policy in the head forbids
 * the page every request. At most SS_REPORT_MOST bytes: the certificate comes first, then the film
 * gets as many frames as there is room for.
 */
#include "report.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "standstill/version.h"

/* ---- the head -------------------------------------------------------------------------------- */

static const char STYLE[] =
    ":root{color-scheme:light}body{font:16px/1.5 sans-serif;margin:0 auto;max-width:54em;"
    "padding:0 1em 3em;color:#222;background:#fff}h1{font-size:1.7em;line-height:1.2}"
    "h2{margin-top:2em;border-bottom:1px solid #ccc}h1,h2,h3,p,li,td,th{overflow-wrap:break-word}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.2em 1.2em;list-style:none;padding:0}"
    "a{color:#0b5394}:focus-visible{outline:3px solid #0b5394;outline-offset:2px}"
    ".skip{position:absolute;left:-99em}.skip:focus{position:static}"
    "table{border-collapse:collapse;margin:.8em "
    "0;min-width:18em}caption{text-align:left;color:#444}"
    "td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top;font-weight:normal}"
    "tbody th{overflow-wrap:anywhere;min-width:5em}thead th{border-bottom:1px solid "
    "#888;white-space:nowrap}.number{text-align:right;white-space:nowrap}"
    ".wide,pre{overflow-x:auto}pre{white-space:pre-wrap}pre,code{font-size:.9em}.hash,code{"
    "overflow-wrap:anywhere}"
    "figure{margin:.8em 0}img{max-width:100%;height:auto;width:34em}"
    ".layers{position:relative;max-width:34em}.layers img{width:100%;display:block}"
    "#plane{position:absolute;inset:0;width:100%;height:100%;cursor:crosshair}"
    ".begin{fill:#444;opacity:.45}#path{fill:none;stroke:#000;stroke-width:1.2}"
    "#ring{fill:#fff;stroke:#000}#dot{fill:#d55e00;stroke:#fff;stroke-width:.6}"
    ".pick{display:none}.awake .pick{display:block}select{max-width:100%}"
    "#replaying{max-width:34em}#replaying p{margin:.3em 0}"
    "math{font-family:\"Cambria Math\",\"STIX Two Math\",\"Latin Modern Math\",\"DejaVu Math TeX "
    "Gyre\",\"Noto Sans Math\",math}math[display=block]{margin:.7em "
    "0}.sum{line-height:2.4;margin:.5em "
    "0}.sum.short{text-align:center}.matrix{border:solid;border-width:0 "
    "1.5px;border-radius:.5em;"
    "padding:0 .3em}td.proved,td.failed,td.unknown,td.assumed,td.supported,.id{white-space:nowrap}"
    ".badge,.proved,.refuted,.failed,.unknown,.assumed,.supported{font-weight:bold}"
    ".badge{font-size:.8em;padding:.1em .5em;border:1px solid currentColor;border-radius:.4em}"
    ".proved{color:#00664b}.refuted,.failed{color:#a33c00}.unknown,.assumed,.supported{color:#555}"
    ".book{width:100%}.book td:last-child{width:45%}"
    ".bar{display:inline-block;height:.8em;min-width:1px;background:#0072b2}"
    ".bar.loss{background:#d55e00}"
    /* on a phone a row of a wide table is a paragraph */
    "@media(max-width:36em){.wide table,.wide tbody,.wide tr,.wide caption{display:block}.wide "
    "thead{display:none}"
    ".wide tr{margin:.7em 0}.wide tbody th,.wide td{display:inline}.wide "
    "td:empty{display:none!important}"
    ".wide td:nth-child(n+3){display:block;padding-left:1em}.wide td.unit{display:inline}}"
    "@media print{nav,.pick,.skip,.long{display:none!important}section{break-inside:auto}"
    "pre,.wide{overflow:visible}.bar,.key "
    "span{print-color-adjust:exact}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}"
    "details:not(.vast)::details-content{content-visibility:visible}}";

static const char *title_of(const ss_report *r) {
  const ss_model *m = ss_machine_model(r->machine);
  return *m->title ? m->title : m->file;
}

static void add_head(const ss_report *r, ss_text *out) {
  ss_text_add(out,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
              "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
              "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content="
              "\"Standstill " SS_VERSION "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
  ss_film_add_escaped(title_of(r), out);
  ss_text_addf(out, "</title>\n<style>%s", STYLE);
  ss_film_add_style(out);
  ss_text_add(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#machine\">Skip to the "
                   "machine</a>\n<header><h1>");
  ss_film_add_escaped(title_of(r), out);
  ss_text_add(out, "</h1>\n");
  if (*ss_machine_model(r->machine)->source) {
    ss_text_add(out, "<p>");
    ss_film_add_escaped(ss_machine_model(r->machine)->source, out);
    ss_text_add(out, "</p>\n");
  }
}

/* The answer to the one question, before everything else. */
static void add_answer(const ss_report *r, ss_text *out) {
  if (r->claims == 0) return;
  const ss_proof *p = &r->claim[0].proof;
  const char *word = ss_verdict_text(p->verdict);
  ss_text_addf(out, "<p>Does it come to a standstill? <span class=\"badge %s\">%s</span> ", word,
               word);
  ss_film_add_escaped(p->verdict != SS_UNKNOWN ? p->sentence : p->reason ? p->reason : "", out);
  ss_text_add(out, "</p>\n");
}

static void add_contents(const ss_report *r, bool film, bool certificates, ss_text *out) {
  const struct {
    const char *id, *name;
    bool there;
  } sections[] = {{"machine", film ? "Motion" : "Motions", true},
                  {"energy", "Energy", r->start[r->shown].motion.t > 0},
                  {"equations", "Equations", true},
                  {"parameters", "Parameters", ss_machine_model(r->machine)->parameters > 0},
                  {"rest", "Rest sets", true},
                  {"verdicts", "Verdicts", r->claims > 0},
                  {"certificates", "Certificates", certificates},
                  {"basin", "Basin", r->basin},
                  {"chart", "Verdict over parameters", r->chart},
                  {"made", "How it was made", true}};
  ss_text_add(out, "<nav aria-label=\"contents\"><ul>\n");
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (sections[i].there)
      ss_text_addf(out, "<li><a href=\"#%s\">%s</a></li>\n", sections[i].id, sections[i].name);
  ss_text_add(out, "</ul></nav>\n</header>\n<main>\n");
}

/* ---- motions --------------------------------------------------------------------------------- */

static void add_end(const ss_report_start *s, ss_text *out) {
  const ss_motion *m = &s->motion;
  if (s->status != SS_OK) {
    const char *why = m->reason ? m->reason : ss_status_text(s->status);
    ss_text_add(out, "stops: ");
    ss_film_add_escaped(why, out);
    if (m->q && !strstr(why, "t = ")) ss_text_addf(out, " (t = %.6g)", m->t);
  } else if (s->leaves) {
    ss_text_addf(out, "leaves the region of the model at t = %.6g", m->t);
  } else if (m->at_rest) {
    ss_text_addf(out, m->t > 0 ? "comes to rest at t = %.6g" : "rests there", m->t);
  } else if (m->settles) {
    ss_text_addf(out, "settles, t = %.6g", m->t);
  } else {
    ss_text_addf(out, "still moves at t = %.6g", m->t);
  }
}

static const char *name_start(const ss_report_start *s) {
  return s->name ? s->name : "everything at 0";
}

static void add_starts(const ss_report *r, ss_text *out) {
  ss_text_add(out, "<table><caption>Motions from the states of the file</caption><thead><tr><th "
                   "scope=\"col\">from</th><th scope=\"col\">what becomes of it</th><th scope=\""
                   "col\">events</th></tr></thead><tbody>\n");
  for (size_t i = 0; i < r->starts; i++) {
    ss_text_add(out, "<tr><th scope=\"row\">");
    ss_film_add_escaped(name_start(&r->start[i]), out);
    ss_text_add(out, i == r->shown ? " (shown)</th><td>" : "</th><td>");
    add_end(&r->start[i], out);
    ss_text_addf(out, "</td><td class=\"number\">%zu</td></tr>\n", r->start[i].motion.events);
  }
  ss_text_add(out, "</tbody></table>\n");
}

static void add_machine(const ss_report *r, const ss_film *film, ss_text *out) {
  ss_text_add(out, "<section id=\"machine\"><h2>Motion</h2>\n");
  if (film) {
    ss_text_add(out, "<p>From <em>");
    ss_film_add_escaped(name_start(&r->start[r->shown]), out);
    ss_text_add(out, "</em>: ");
    add_end(&r->start[r->shown], out);
    ss_text_add(out, ".</p>\n<div id=\"stage\" tabindex=\"-1\">\n");
    ss_film_add_stage(film, true, out);
    ss_text_add(out, "</div>\n");
  } else {
    ss_text_add(out, "<p>The model has no <code>draw</code> statements that could be shown.</p>\n");
  }
  add_starts(r, out);
  ss_text_add(out, "</section>\n");
}

/* As many frames as there is room for; false: there is no film. */
static bool make_film(ss_arena *arena, const ss_report *r, size_t room, ss_film *film) {
  const ss_motion *m = &r->start[r->shown].motion;
  if (!m->q || m->samples == 0) return false;
  for (size_t step = 1; step <= 16; step *= 2) {
    ss_text text;
    if (ss_film_make(arena, ss_machine_system(r->machine), ss_machine_parameters(r->machine), m,
                     film) != SS_OK ||
        ss_film_thin(arena, step, film) != SS_OK)
      return false;
    ss_text_start(&text);
    ss_film_add_data(film, &text);
    const bool fits = !text.failed && text.length < room;
    ss_text_stop(&text);
    if (fits) return true;
  }
  return false;
}

/* ---- the model ------------------------------------------------------------------------------- */

static void add_name_row(const ss_name *name, ss_text *out) {
  ss_text_add(out, "<td class=\"unit\">");
  if (name->unit && strcmp(name->unit, "1") != 0) ss_film_add_escaped(name->unit, out);
  ss_text_add(out, "</td><td>");
  ss_film_add_escaped(name->doc ? name->doc : "", out);
  ss_text_add(out, "</td></tr>\n");
}

static void add_formula(const ss_model *m, ss_expr e, ss_text *out) {
  ss_text_add(out, "<math>");
  ss_expr_print(m->graph, e, SS_PRINT_MATHML, out);
  ss_text_add(out, "</math>");
}

static void add_coordinates(const ss_model *m, ss_text *out) {
  ss_text_add(out, "<table><caption>Coordinates</caption><tbody>\n");
  for (size_t i = 0; i < m->coordinates; i++) {
    ss_text_add(out, "<tr><th scope=\"row\">");
    add_formula(m, m->coordinate[i].q, out);
    ss_text_add(out, "</th>");
    add_name_row(&m->coordinate[i].name, out);
  }
  ss_text_add(out, "</tbody></table>\n");
}

static void add_range(const ss_model *m, const ss_parameter *p, ss_text *out) {
  ss_text_add(out, "<td>");
  if (p->low.written) {
    ss_text_add(out, "from ");
    add_formula(m, p->low.written, out);
    ss_text_add(out, " to ");
    add_formula(m, p->high.written, out);
  }
  ss_text_add(out, "</td>");
}

/* What the formula of a parameter gives, exactly where that is rational. */
static void add_number(const ss_model *m, const ss_parameter *p, ss_text *out) {
  const bool exact = ss_expr_value(m->graph, p->closed) != NULL;
  ss_text_add(out, exact ? " = " : " ≈ ");
  if (exact)
    add_formula(m, p->closed, out);
  else
    ss_text_addf(out, "%.6g", p->number);
}

static void add_parameter(const ss_model *m, size_t i, bool ranges, ss_text *out) {
  const ss_parameter *p = &m->parameter[i];
  ss_text_add(out, "<tr><th scope=\"row\">");
  add_formula(m, p->symbol, out);
  ss_text_add(out, "</th><td>");
  add_formula(m, p->value.written, out);
  if (!ss_expr_value(m->graph, p->value.written)) add_number(m, p, out);
  if (p->overridden) ss_text_add(out, " (set)");
  ss_text_add(out, "</td>");
  if (ranges) add_range(m, p, out);
  add_name_row(&p->name, out);
}

static void add_parameters(const ss_model *m, ss_text *out) {
  bool ranges = false;
  for (size_t i = 0; i < m->parameters; i++) ranges |= m->parameter[i].low.written != 0;
  if (m->parameters == 0) return;
  ss_text_add(out,
              "<section id=\"parameters\"><h2>Parameters</h2>\n<div class=\"wide\" tabindex="
              "\"0\"><table><thead><tr><th scope=\"col\">name</th><th scope=\"col\">value</th>");
  if (ranges) ss_text_add(out, "<th scope=\"col\">range</th>");
  ss_text_add(out,
              "<th scope=\"col\">unit</th><th scope=\"col\">meaning</th></tr></thead><tbody>\n");
  for (size_t i = 0; i < m->parameters; i++) add_parameter(m, i, ranges, out);
  ss_text_add(out, "</tbody></table></div></section>\n");
}

/* More coordinates, contacts and frictions than anybody reads through are folded away. */
enum { VAST = 24 };

static void add_equations(const ss_report *r, ss_text *out) {
  const ss_system *s = ss_machine_system(r->machine);
  const bool vast = s->coordinates + s->elements > VAST;
  ss_text_add(out, "<section id=\"equations\"><h2>Equations</h2>\n");
  if (vast)
    ss_text_addf(out,
                 "<details class=\"vast\"><summary>Those of %zu coordinates with %zu contacts and "
                 "frictions</summary>\n",
                 s->coordinates, s->elements);
  add_coordinates(ss_machine_model(r->machine), out);
  ss_show_system_mathml(s, out);
  ss_text_add(out, vast ? "</details></section>\n" : "</section>\n");
}

/* ---- rest sets ------------------------------------------------------------------------------- */

/* More sets than there are colours, of more than one coordinate each, hide each other in any plane:
 * NULL, or why there is no picture of them. */
static const char *explain_no_picture(const ss_rest_sets *sets) {
  enum { SEEN = 8 };
  size_t wide = 0;
  for (size_t i = 0; i < sets->count; i++)
    wide += sets->set[i].dimension > 1 && sets->set[i].dimension != SIZE_MAX;
  if (sets->count <= SEEN || wide < 2) return NULL;
  return "<p>No picture: there are more sets than can be told apart in a plane, and they hide each "
         "other.</p>\n";
}

static ss_status add_rest(const ss_report *r, ss_text *out) {
  ss_text svg, words;
  ss_text_add(out, "<section id=\"rest\"><h2>Rest sets</h2>\n");
  if (!r->rest) {
    ss_text_add(out, "<p>Not known: ");
    ss_film_add_escaped(r->no_rest, out);
    ss_text_add(out, ".</p></section>\n");
    return SS_OK;
  }
  ss_text_start(&svg);
  ss_text_start(&words);
  const char *none = explain_no_picture(r->rest);
  const bool drawn = r->rest->count && !none;
  ss_status status = drawn ? ss_show_rest_svg(r->rest, "", &svg) : SS_OK;
  ss_show_rest(r->rest, &words);
  ss_show_expected(ss_machine_system(r->machine), &r->expected, &words);
  if (words.failed) out->failed = true;
  ss_text_add(out, none ? none : "");
  if (status == SS_OK && drawn) {
    ss_text_add(out, "<figure>");
    ss_report_add_picture(&svg, "the rest sets; the text below has their extents", out);
    ss_text_add(out, "</figure>\n");
  }
  ss_text_add(out, "<pre tabindex=\"0\">");
  ss_film_add_escaped(words.data, out);
  ss_text_add(out, "</pre></section>\n");
  ss_text_stop(&svg);
  ss_text_stop(&words);
  return status;
}

/* ---- how it was made ------------------------------------------------------------------------- */

static void add_command(const ss_report *r, const char *what, const char *command,
                        const char *options, ss_text *out) {
  const ss_machine_options *o = ss_machine_options_of(r->machine);
  ss_text_addf(out, "<dt>%s</dt><dd><code>", what);
  ss_film_add_escaped(command, out);
  for (size_t i = 0; i < o->settings; i++) {
    ss_text_add(out, " --set ");
    ss_film_add_escaped(o->setting[i], out);
  }
  for (size_t i = 0; i < o->inputs; i++) {
    ss_text_add(out, " --input '");
    ss_film_add_escaped(o->input[i], out);
    ss_text_add(out, "'");
  }
  if (o->feedback) ss_text_add(out, " --feedback ");
  ss_film_add_escaped(o->feedback ? o->feedback : "", out);
  ss_film_add_escaped(options, out);
  ss_text_add(out, "</code></dd>\n");
}

/* What a limit of time has ended: a faster machine, or more seconds, may say more. */
static void add_limits(const ss_report *r, ss_text *out) {
  const char *const of[] = {"motions",   "rest sets", "proofs",
                            "the chart", "the basin", "motions in the basin"};
  bool reached[6] = {false,
                     r->rest && r->rest->stopped,
                     false,
                     r->chart_stopped,
                     r->basin_stopped,
                     r->tracks_stopped};
  bool any = false;
  for (size_t i = 0; i < r->starts; i++) reached[0] = reached[0] || r->start[i].status == SS_LIMIT;
  for (size_t i = 0; i < r->claims; i++) reached[2] = reached[2] || r->claim[i].proof.stopped;
  ss_text_add(out, "<dt>limits of time</dt><dd>");
  for (int k = 0; k < 6; k++) {
    if (!reached[k]) continue;
    ss_text_addf(out, "%s%s", any ? ", " : "reached by ", of[k]);
    any = true;
  }
  ss_text_add(out,
              any ? ": on a faster machine, or with more by <code>--time-limit S</code>, there "
                    "may be more here</dd>\n"
                  : "none was reached</dd>\n");
}

static ss_status add_made(ss_arena *arena, const ss_report *r, ss_text *out) {
  const ss_model *m = ss_machine_model(r->machine);
  const ss_report_start *s = &r->start[r->shown];
  char text_hash[65] = "";
  const char *of[] = {"info", "simulate", "rest", "prove"};
  const char *what[] = {"equations, parameters", "motion, energy", "rest sets", "verdicts"};
  const char *from =
      s->name ? ss_arena_format(arena, " --from '%s' --end %.6g", s->name, s->end) : "";
  const char *at = r->at ? ss_arena_format(arena, " --at '%s'", r->at) : "";
  ss_text_add(out, "<section id=\"made\"><h2>How each number was made</h2>\n<dl>\n");
  for (int k = 0; k < 4; k++) {
    const char *command = ss_arena_format(arena, "standstill %s %s", of[k], m->file);
    const char *options[] = {" --latex", from, "", at};
    if (!command || !from || !at) return SS_MEMORY;
    add_command(r, what[k], command, options[k], out);
  }
  if (r->basin) add_command(r, "basin", r->basin_command, "", out);
  if (!r->basin && r->no_basin) {
    ss_text_add(out, "<dt>basin</dt><dd>none: ");
    ss_film_add_escaped(r->no_basin, out);
    ss_text_add(out, "</dd>\n");
  }
  if (r->chart) add_command(r, "verdict over parameters", r->chart_command, "", out);
  add_limits(r, out);
  if (m->text) ss_sha256(m->text, strlen(m->text), text_hash);
  ss_text_addf(out,
               "<dt>program</dt><dd>Standstill " SS_VERSION "</dd>\n<dt>model</dt><dd>SHA-256 of "
               "its canonical form <code class=\"hash\">%s</code>%s%s%s</dd>\n",
               m->hash, *text_hash ? ", of its text <code class=\"hash\">" : "", text_hash,
               *text_hash ? "</code>" : "");
  if (*r->command) {
    ss_text_add(out, "<dt>this page</dt><dd><code>");
    ss_film_add_escaped(r->command, out);
    ss_text_add(out, "</code></dd>\n");
  }
  ss_text_add(out, "</dl>\n<p>Verdicts are exact: rational or ball arithmetic. Motions, maps and "
                   "charts are floating point. This page asks for nothing from any network; its "
                   "scripts are part of Standstill, under the Apache licence 2.0.</p>\n");
  if (m->text) {
    ss_text_add(out, "<details><summary>The model file</summary><pre tabindex=\"0\">");
    ss_film_add_escaped(m->text, out);
    ss_text_add(out, "</pre></details>\n");
  }
  ss_text_add(out, "</section>\n");
  return SS_OK;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* What stands between the film and the certificates. */
static ss_status add_middle(const ss_report *r, ss_text *out) {
  ss_status status = SS_OK;
  if (r->start[r->shown].motion.t > 0) status = ss_report_add_energy(r, out);
  add_equations(r, out);
  add_parameters(ss_machine_model(r->machine), out);
  if (status == SS_OK) status = add_rest(r, out);
  ss_report_add_verdicts(r, out);
  return status;
}

static ss_status add_end_of_page(ss_arena *arena, const ss_report *r, ss_text *out) {
  ss_status status = ss_report_add_basin(arena, r, out);
  if (status == SS_OK) status = ss_report_add_chart(r, out);
  if (status == SS_OK) status = add_made(arena, r, out);
  ss_text_add(out, "</main>\n");
  return status;
}

static void put_together(const ss_report *r, const ss_film *film, const ss_text *parts,
                         ss_text *out) {
  bool certificates = false;
  for (size_t i = 0; i < r->claims; i++) certificates |= r->claim[i].certificate != NULL;
  add_head(r, out);
  add_answer(r, out);
  add_contents(r, film, certificates, out);
  add_machine(r, film, out);
  ss_text_add(out, parts[0].data);
  ss_text data;
  ss_text_start(&data);
  if (film) ss_film_add_data(film, &data);
  const size_t used = out->length + parts[1].length + data.length + 20000;
  ss_report_add_certificates(r, used < SS_REPORT_MOST ? SS_REPORT_MOST - used : 0, out);
  ss_text_add(out, parts[1].data);
  ss_text_add(out, data.data);
  if (film) ss_film_add_script(out);
  if (r->basin && r->tracks) ss_report_add_script(out);
  ss_text_add(out, "</body>\n</html>\n");
  if (data.failed || parts[0].failed || parts[1].failed) out->failed = true;
  ss_text_stop(&data);
}

ss_status ss_show_report(const ss_report *r, ss_text *out) {
  assert(r && r->starts && out);
  ss_arena *arena = ss_arena_create();
  ss_text parts[2];
  ss_film film;
  if (!arena) return SS_MEMORY;
  for (int k = 0; k < 2; k++) ss_text_start(&parts[k]);
  ss_status status = add_middle(r, &parts[0]);
  if (status == SS_OK) status = add_end_of_page(arena, r, &parts[1]);
  if (status == SS_OK) {
    bool moves = false;
    /* a film, however coarse, is worth more than certificates of further questions */
    for (size_t certificates = r->claims + 1; certificates-- > 0 && !moves;) {
      const size_t used =
          parts[0].length + parts[1].length + 60000 + ss_report_certificate_size(r, certificates);
      moves = used < SS_REPORT_MOST && make_film(arena, r, SS_REPORT_MOST - used, &film);
    }
    put_together(r, moves ? &film : NULL, parts, out);
  }
  for (int k = 0; k < 2; k++) ss_text_stop(&parts[k]);
  ss_arena_destroy(arena);
  return status == SS_OK && out->failed ? SS_MEMORY : status;
}
