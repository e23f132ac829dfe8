/* report.h: the parts of a report as a page. Everything that comes from a model is escaped. */
#ifndef STANDSTILL_SHOW_REPORT_H
#define STANDSTILL_SHOW_REPORT_H

#include "film.h"
#include "show_private.h"

/* The most that a page has, in bytes, and the most that a certificate in it has. */
enum { SS_REPORT_MOST = 1000000, SS_REPORT_CERTIFICATE_MOST = 500000 };

/* report_charts.c: a picture (SVG) as an <img> that needs no other file. */
void ss_report_add_picture(const ss_text *svg, const char *alternative, ss_text *out);

/* report_charts.c: energy over time and the energy book; the basin; the chart of verdicts. */
ss_status ss_report_add_energy(const ss_report *report, ss_text *out);
ss_status ss_report_add_basin(ss_arena *arena, const ss_report *report, ss_text *out);
ss_status ss_report_add_chart(const ss_report *report, ss_text *out);

/* report_replay.c: what report.js moves the machine by along the motions of the basin: formulas of
 * its drawings; one motion's positions and lights. Parts of a JSON object. */
typedef struct ss_replay ss_replay;

/* NULL: the model has no drawings, or memory is out. It lives in the arena. */
const ss_replay *ss_replay_make(ss_arena *arena, const ss_report *report);
void ss_replay_add_machine(const ss_replay *replay, ss_text *out);
void ss_replay_add_track(const ss_replay *replay, const ss_report_track *track, ss_text *out);

/* report_proof.c: the verdicts with all conditions; the certificates, of which `room` bytes may be
 * in the page. */
void ss_report_add_verdicts(const ss_report *report, ss_text *out);
void ss_report_add_certificates(const ss_report *report, size_t room, ss_text *out);
/* How many bytes the certificates of the first questions take in a page. */
size_t ss_report_certificate_size(const ss_report *report, size_t most);

/* The script of the basin. */
void ss_report_add_script(ss_text *out);

/* Bytes in the alphabet of data: addresses; text in such an address between apostrophes, which is
 * hardly longer than the text. */
void ss_report_add_base64(const char *bytes, size_t length, ss_text *out);
void ss_report_add_address(const char *bytes, size_t length, ss_text *out);

#endif
