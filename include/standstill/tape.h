/* tape.h: expressions compiled once, evaluated many times.
 *
 * A tape is a list of instructions on numbered slots: constants, then parameters, then inputs, then
 * temporaries and outputs. Instructions that depend on constants and parameters only form the
 * prologue and run once a parameter binding; the body runs once a state. The tape is constant and
 * shared between threads; every evaluator works in a workspace that its caller owns:
 *
 *     double   one state                                         ss_tape_*
 *     lanes    SS_LANES states at once, structure of arrays      ss_lanes_*
 *     ball     Arb enclosures of any precision                   ss_balls_*
 *     forward  value and gradient with respect to the inputs     ss_forward_*
 */
#ifndef STANDSTILL_TAPE_H
#define STANDSTILL_TAPE_H

#include <arb.h>

#include "standstill/expr.h"

typedef struct ss_tape ss_tape;

/* Parameters and inputs are symbols of the graph; an output that uses another symbol is
 * SS_BAD_ARGUMENT. Common subexpressions are shared, what no output needs is gone. */
ss_status ss_tape_compile(const ss_graph *graph, size_t parameters, const ss_expr *parameter,
                          size_t inputs, const ss_expr *input, size_t outputs,
                          const ss_expr *output, ss_tape **tape);
void ss_tape_destroy(ss_tape *tape);

size_t ss_tape_inputs(const ss_tape *tape);
size_t ss_tape_parameters(const ss_tape *tape);
size_t ss_tape_outputs(const ss_tape *tape);
/* Instructions of the prologue and of the body. */
size_t ss_tape_prologue_length(const ss_tape *tape);
size_t ss_tape_length(const ss_tape *tape);

/* ---- double -------------------------------------------------------------------------------------
 * The workspace is an array of ss_tape_work_size doubles. prepare writes constants and parameters
 * and runs the prologue; then, as often as wanted: write the inputs to ss_tape_in, run, read the
 * outputs from ss_tape_out (contiguous). */
size_t ss_tape_work_size(const ss_tape *tape);
void ss_tape_prepare(const ss_tape *tape, const double *parameters, double *work);
double *ss_tape_in(const ss_tape *tape, double *work);
const double *ss_tape_out(const ss_tape *tape, const double *work);
void ss_tape_run(const ss_tape *tape, double *work);

/* ---- lanes
 * ---------------------------------------------------------------------------------------- As above
 * with SS_LANES values a slot: input i of lane j is in[i * SS_LANES + j]. The workspace must be
 * aligned to 64 bytes. + - * / sqrt abs min max sign are bit for bit those of the double evaluator;
 * sin cos tan asin acos atan atan2 exp log tanh pow come from SLEEF (1 ulp) and differ from libm by
 * at most 2 ulp. */
enum { SS_LANES = 32 };

size_t ss_lanes_work_size(const ss_tape *tape);
void ss_lanes_prepare(const ss_tape *tape, const double *parameters, double *work);
double *ss_lanes_in(const ss_tape *tape, double *work);
const double *ss_lanes_out(const ss_tape *tape, const double *work);
void ss_lanes_run(const ss_tape *tape, double *work);

/* ---- balls
 * ----------------------------------------------------------------------------------------
 * Workspace: ss_tape_work_slots arb_t, initialised by the caller (_arb_vec_init). Constants are
 * enclosures of the exact rationals. Parameters and inputs may be balls of any radius. */
size_t ss_balls_work_size(const ss_tape *tape);
void ss_balls_prepare(const ss_tape *tape, arb_srcptr parameters, arb_ptr work, slong precision);
arb_ptr ss_balls_in(const ss_tape *tape, arb_ptr work);
arb_srcptr ss_balls_out(const ss_tape *tape, arb_srcptr work);
void ss_balls_run(const ss_tape *tape, arb_ptr work, slong precision);

/* ---- forward derivative
 * ---------------------------------------------------------------------------- Slot s holds 1 +
 * inputs doubles: the value, then the gradient with respect to the inputs. The caller writes values
 * only (ss_forward_set_inputs); output k's value and gradient start at ss_forward_out + k * (1 +
 * inputs). */
size_t ss_forward_work_size(const ss_tape *tape);
void ss_forward_prepare(const ss_tape *tape, const double *parameters, double *work);
void ss_forward_set_inputs(const ss_tape *tape, const double *inputs, double *work);
const double *ss_forward_out(const ss_tape *tape, const double *work);
void ss_forward_run(const ss_tape *tape, double *work);

#endif
