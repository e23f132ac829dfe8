/* tape.h: expressions compiled once, evaluated many times.
 *
 * A tape is a list of instructions on numbered slots: constants, parameters, inputs, temporaries,
 * outputs. Instructions that depend on constants and parameters only form the prologue and run once
 * a parameter binding (prepare); the body runs once a state (run). The tape is constant and may be
 * shared between threads; every evaluator works in a workspace that its caller owns, and none
 * allocates memory while it runs (Arb does, beyond 128 bits):
 *
 *     double   one state                                         ss_tape_*
 *     lanes    SS_LANES states at once, structure of arrays      ss_lanes_*
 *     ball     Arb enclosures of any precision                   ss_balls_*
 *     forward  values and gradients by the inputs                ss_forward_*
 *     slopes   the same in balls                                 ss_slopes_*
 *
 * All five are used alike: make a workspace of the size asked for, prepare it, and then as often as
 * wanted write the inputs to ..._in, run, and read the outputs from ..._out, which are contiguous.
 * prepare sets the inputs to 0; run leaves the inputs as they are. One workspace serves one thread.
 *
 * What functions mean outside the reals' reach, the same for all evaluators: min and max of a NaN
 * are NaN; sign of a zero is a zero; atan2 ignores the sign of a zero (atan2(0, -1) = pi,
 * atan2(0, 0) = 0); 0^0 = 1; a negative number to a power that is no integer, and sqrt, log, asin,
 * acos outside their domains, are NaN.
 */
#ifndef STANDSTILL_TAPE_H
#define STANDSTILL_TAPE_H

#include <arb.h>

#include "standstill/expr.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ss_tape ss_tape;

/* Parameters and inputs are distinct symbols of the graph. Common subexpressions are shared, what
 * no output needs is gone. The tape does not refer to the graph afterwards. On failure *tape is
 * NULL: SS_BAD_ARGUMENT when an output is SS_EXPR_NONE, contains ddt, or uses a symbol that is
 * neither parameter nor input, or when a parameter or input is no symbol or is given twice. */
ss_status ss_tape_compile(const ss_graph *graph, size_t parameters, const ss_expr *parameter,
                          size_t inputs, const ss_expr *input, size_t outputs,
                          const ss_expr *output, ss_tape **result);
void ss_tape_destroy(ss_tape *tape);

size_t ss_tape_inputs(const ss_tape *tape);
size_t ss_tape_parameters(const ss_tape *tape);
size_t ss_tape_outputs(const ss_tape *tape);

/* Instructions of the prologue, and of the body. */
size_t ss_tape_prologue_length(const ss_tape *tape);
size_t ss_tape_length(const ss_tape *tape);

/* ---- double ---------------------------------------------------------------------------------- */

/* The workspace is an array of ss_tape_work_size doubles. + - * / and sqrt round to nearest, once
 * each; functions are libm's; x^n with an integer |n| <= 16 is a chain of products, at most |n|
 * roundings. Constants are the doubles nearest to the exact rationals. */
size_t ss_tape_work_size(const ss_tape *tape);
void ss_tape_prepare(const ss_tape *tape, const double *parameters, double *work);
double *ss_tape_in(const ss_tape *tape, double *work);
const double *ss_tape_out(const ss_tape *tape, const double *work);
void ss_tape_run(const ss_tape *tape, double *work);

/* One evaluation from arrays to an array, with a workspace of its own. SS_OK or SS_MEMORY. */
ss_status ss_tape_eval(const ss_tape *tape, const double *parameters, const double *inputs,
                       double *outputs);

/* ---- lanes ----------------------------------------------------------------------------------- */

/* As above with SS_LANES doubles a slot: input i of lane j is in[i * SS_LANES + j], output k of
 * lane j is out[k * SS_LANES + j]. The workspace is aligned to 64 bytes (SS_LANES_ALIGNMENT), as
 * all memory of an arena is.
 *
 * + - * / sqrt abs min max sign, integer powers up to 16 and everything in the prologue are bit for
 * bit those of the double evaluator. sin cos tan asin acos atan atan2 exp log tanh and other powers
 * come from SLEEF (below 1 ulp) on machines with AVX2 and FMA, and differ from libm by at most
 * 2 ulp; all such machines agree bit for bit. On other machines they are libm's. */
enum { SS_LANES = 64, SS_LANES_ALIGNMENT = 64 };

size_t ss_lanes_work_size(const ss_tape *tape);
void ss_lanes_prepare(const ss_tape *tape, const double *parameters, double *work);
double *ss_lanes_in(const ss_tape *tape, double *work);
/* Fills the inputs from columns of states: input i of lane j is columns[i * stride + j]. If fewer
 * than SS_LANES states are left (count), the last one is repeated. */
void ss_lanes_load(const ss_tape *tape, const double *columns, size_t stride, size_t count,
                   double *work);
const double *ss_lanes_out(const ss_tape *tape, const double *work);
void ss_lanes_run(const ss_tape *tape, double *work);

/* ---- balls ----------------------------------------------------------------------------------- */

/* The workspace is ss_balls_work_size arb_t, initialised by the caller (_arb_vec_init). Constants
 * enclose the exact rationals; parameters and inputs may be balls of any radius. An output encloses
 * every value that it takes on them; it is indeterminate (NaN) if somewhere in the balls a function
 * may be outside its domain. The precision, in bits, is at least 2. */
size_t ss_balls_work_size(const ss_tape *tape);
void ss_balls_prepare(const ss_tape *tape, arb_srcptr parameters, arb_ptr work, slong precision);
arb_ptr ss_balls_in(const ss_tape *tape, arb_ptr work);
arb_srcptr ss_balls_out(const ss_tape *tape, arb_srcptr work);
void ss_balls_run(const ss_tape *tape, arb_ptr work, slong precision);

/* ---- forward derivative ---------------------------------------------------------------------- */

/* Values are those of the double evaluator. The gradients form a matrix, one row an output and one
 * column an input: d output k / d input j is gradients[k * inputs + j]. At kinks they follow
 * ss_expr_differentiate; where a derivative does not exist they are infinite or NaN, but exactly 0
 * for an input that the output does not use. */
size_t ss_forward_work_size(const ss_tape *tape);
void ss_forward_prepare(const ss_tape *tape, const double *parameters, double *work);
double *ss_forward_in(const ss_tape *tape, double *work);
const double *ss_forward_out(const ss_tape *tape, const double *work);
const double *ss_forward_gradients(const ss_tape *tape, const double *work);
void ss_forward_run(const ss_tape *tape, double *work);

/* ---- forward derivative in balls ------------------------------------------------------------- */

/* Values are those of the ball evaluator. A gradient encloses what Clarke's generalised gradient
 * takes on the balls of the inputs, so that for x and y in them, convex as they are,
 *
 *     f(x) - f(y) = s . (x - y)    for some s in the gradient's balls    (Lebourg's theorem):
 *
 * at kinks of abs, min and max it holds all slopes between those of the sides. It is indeterminate
 * where f may not be Lipschitz (sqrt at 0, sign at its step, a pole), and exactly 0 for an input
 * that the output does not use. The workspace is ss_slopes_work_size arb_t. */
size_t ss_slopes_work_size(const ss_tape *tape);
void ss_slopes_prepare(const ss_tape *tape, arb_srcptr parameters, arb_ptr work, slong precision);
arb_ptr ss_slopes_in(const ss_tape *tape, arb_ptr work);
arb_srcptr ss_slopes_out(const ss_tape *tape, arb_srcptr work);
arb_srcptr ss_slopes_gradients(const ss_tape *tape, arb_srcptr work);
void ss_slopes_run(const ss_tape *tape, arb_ptr work, slong precision);

#ifdef __cplusplus
}
#endif

#endif
