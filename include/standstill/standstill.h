/* standstill.h: the library's face. One header, one handle, one call a question.
 *
 *     ss_machine_open       a model file with settings, feedback and inputs
 *     ss_machine_move       a motion                     ss_machine_prove    a verdict
 *     ss_machine_rest       where it can rest            ss_machine_certify  its certificate
 *     ss_machine_basin      a map of where motions end   ss_machine_edges    its boundaries
 *     ss_machine_chart      a map of verdicts            ss_machine_report   all on one page
 *     ss_machine_fit        parameters from measurements
 *     ss_machine_close      the end
 *     ss_motion_tabulate    a motion as arrays           ss_equations_open   M, h, W as functions
 *
 * A machine is constant once open: threads may share it, each with an arena and a list of
 * diagnostics of its own. Options have defaults; NULL where they may be left out. The library never
 * prints and never exits: a status says whether it ran, a verdict what is true, the list what a
 * person should read. docs/library.md has programs.
 */
#ifndef STANDSTILL_STANDSTILL_H
#define STANDSTILL_STANDSTILL_H

#include "standstill/show.h"
#include "standstill/study.h"
#include "standstill/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A basin in one call: looked at, computed by threads, resumed from its file and written to it
 * (options->map), drawn (`picture`, of which file, level and motion count; NULL: not drawn). *map
 * lives in the arena. SS_LIMIT: options->map.go_on stopped it; the map, its file and its picture
 * have what is done. Under MPI all ranks call it, the first has the map. */
ss_status ss_machine_basin(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, const ss_picture_options *picture,
                           ss_diagnostics *list, const ss_sweep_map **map);

/* A chart of verdicts in the same way; `picture` is its file, or NULL. */
ss_status ss_machine_chart(ss_arena *arena, const ss_machine *machine,
                           const ss_parameter_chart_options *options, const char *picture,
                           ss_diagnostics *list, const ss_sweep_map **map);

/* The boundaries of the basin on the line from (line[0], line[1]) to (line[2], line[3]), to 1e-8 in
 * the plane, without a map: findings->edge. */
ss_status ss_machine_edges(ss_arena *arena, const ss_machine *machine,
                           const ss_basin_options *options, const double line[4],
                           ss_diagnostics *list, ss_map_findings *findings);

/* A report in one call: everything that can be said about the machine, on one HTML page that needs
 * no other file. `options` NULL: the defaults. SS_BAD_INPUT: a start or a plane that makes no
 * sense. */
ss_status ss_machine_report(const ss_machine *machine, const ss_report_options *options,
                            const char *file, ss_diagnostics *list);

/* ---- arrays ---------------------------------------------------------------------------------- */

/* The samples of a motion column by column: t is samples, q and u are samples x coordinates, force
 * (normals, then slips) samples x forces, row by row, in the arena. SS_MEMORY. */
typedef struct ss_motion_table {
  size_t samples, coordinates, forces;
  const double *t, *q, *u, *force;
} ss_motion_table;

ss_status ss_motion_tabulate(ss_arena *arena, const ss_system *system, const ss_motion *motion,
                             ss_motion_table *table);

/* The equations of a machine, compiled; the machine must outlive them. They are constant: threads
 * may share them. ss_equations_close takes NULL. */
typedef struct ss_equations ss_equations;

ss_status ss_equations_open(const ss_machine *machine, ss_equations **equations);
void ss_equations_close(ss_equations *equations);

/* How many numbers a quantity has at a state (n n for M, slips n for WT, …). */
size_t ss_equations_count(const ss_equations *equations, ss_quantity quantity);

/* Many states: q and u are count x coordinates, row by row, t is count; u and t may be NULL: 0. */
typedef struct ss_states {
  size_t count;
  const double *q, *u, *t;
} ss_states;

/* The quantity at each of the states: `out` is count x ss_equations_count. What is not defined
 * somewhere is NaN or infinite there. SS_MEMORY. */
ss_status ss_equations_evaluate(const ss_equations *equations, ss_quantity quantity,
                                const ss_states *states, double *out);

/* Everything that a list has to say, sorted, as text in its arena; "" if there is nothing, NULL
 * when memory is out. */
const char *ss_machine_said(ss_diagnostics *list);

#ifdef __cplusplus
}
#endif

#endif
