/* field.h: polynomial systems x' = f(x) and functions V that fall along them.
 *
 *     V > 0 for x != 0, V without bound as |x| grows,     V' = grad V . f < 0  on  0 < V <= level
 *
 * By Lyapunov's theorem every motion that starts with V < level then tends to 0. The two
 * inequalities are decided by sums of squares, exactly:
 *
 *     V  = m^T G m,      -V' = m_0^T G_0 m_0 + (level - V) m_1^T G_1 m_1,
 *
 * G and G_0 positive definite, G_1 semidefinite, a power of each variable in m and in m_0. The
 * contrary is shown by a rational point with 0 < V < level and V' >= 0. A system is a text:
 *
 *     model "title"                      source "where from"       # both may be absent
 *     coord x, y
 *     let  U = (x^2 + y^2)*(x^2 + 4*y^2)                           # also: param
 *     rate x = (U - 1)*x                                           # one for each coordinate
 *     rate y = (U - 1)*y
 *     function V = x^2 + y^2
 *
 * Formulas are polynomials: numbers, names, + - * ^ and brackets, division by numbers. Statements
 * end with the line, unless a bracket is open. docs/model-language.md has the details.
 */
#ifndef STANDSTILL_FIELD_H
#define STANDSTILL_FIELD_H

#include "standstill/sos.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SS_FIELD_MOST_COORDINATES = 32, SS_FIELD_MOST_BYTES = 1 << 20 };

typedef struct ss_field {
  const char *file, *title; /* title NULL: none */
  const char *text;
  size_t length;
  size_t coordinates;
  const char *const *name; /* coordinate i is the atom i of the ring */
  ss_ring *ring;           /* lives with the arena */
  const ss_poly *rate;
  const char *function_name;
  ss_poly function, fall; /* V and V' */
} ss_field;

/* Reads a system; the list is started by ss_field_read, and must have been for the text. SS_IO,
 * SS_BAD_INPUT: the list says why. */
ss_status ss_field_read(const char *path, ss_arena *arena, ss_diagnostics *list,
                        const ss_field **flow);
ss_status ss_field_read_text(const char *text, size_t length, ss_arena *arena, ss_diagnostics *list,
                             const ss_field **flow);

/* A Gram matrix over monomials, as a certificate has it. */
typedef struct ss_field_gram {
  size_t count;
  const uint32_t *basis;
  const fmpq_mat_struct *matrix;
} ss_field_gram;

typedef struct ss_field_answer {
  ss_verdict verdict;            /* of: V falls wherever 0 < V <= level */
  const char *reason;            /* of unknown */
  const fmpq *level;             /* as asked */
  ss_field_gram gram[3];         /* proved: G, G_0, G_1 */
  const fmpq *point;             /* refuted: by coordinate */
  const fmpq *value;             /* refuted: V and V' there */
  const ss_sdp_program *program; /* that was solved last; NULL: none was */
} ss_field_answer;

/* Decides whether V falls below the level, which must be positive (else SS_BAD_ARGUMENT). The
 * answer lives in the arena; the flow's ring is written to. */
ss_status ss_field_decide(const ss_field *flow, const fmpq_t level, ss_arena *arena,
                          ss_field_answer *answer);

/* The certificate of a verdict that is not `unknown`: docs/certificate.md. */
ss_status ss_field_write_certificate(const ss_field *flow, const ss_field_answer *answer,
                                     ss_text *out);

#ifdef __cplusplus
}
#endif

#endif
