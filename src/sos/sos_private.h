/* sos_private.h: the scaled program and what the files of the room do to it.
 *
 * SCALES. x = 2^s x~ (s_a by atom), f_v = 2^u_v f~_v, condition c is multiplied by 2^k_c, the
 * weight of its part j by 2^w_cj; in these
 *
 *     p~_cv = 2^(k_c + u_v) p_cv(2^s x~),   g~_cj = 2^w_cj g_cj(2^s x~),
 *     G_ij = 2^(w - k) 2^(-s.(e_i + e_j)) G~_ij,    l(x^e) = 2^(k + s.e) l~(x~^e).
 *
 * The unknown number `unknowns` is tau~, which multiplies the p~_c0.
 *
 * BLOCKS. A part is split where symmetries allow it; block b has the Gram matrix F^T S F over its
 * monomials, F rational (the identity before facial reduction). The unknown S_ab, a <= b, has the
 * column  (2 - [a = b]) g~ (F_a m)(F_b m), a polynomial, whose coefficients stand in the rows
 * (condition, monomial) of the equations.
 */
#ifndef SS_SOS_PRIVATE_H
#define SS_SOS_PRIVATE_H

#include "standstill/exact.h"
#include "standstill/sos.h"

typedef struct sos_scales {
  size_t atoms;
  long *atom;      /* s */
  long *unknown;   /* u; that of tau last */
  long *condition; /* k */
  long **weight;   /* w, by condition and part */
} sos_scales;

typedef struct sos_column {
  ss_poly poly;
  uint32_t *row; /* of each term */
} sos_column;

typedef struct sos_block {
  size_t condition, part;
  size_t count, *index; /* monomials: where they stand in the basis of the part */
  uint32_t *monomial;
  fmpq_mat_struct *face; /* F: rows of S x count */
  sos_column *column;    /* of S_ab at b (b + 1)/2 + a, a <= b */
} sos_block;

typedef struct sos_summand {
  size_t condition, unknown;
  sos_column column;
} sos_summand;

/* A monomial left a basis: l(this row) with this sign may be as large as one likes. */
typedef struct sos_drop {
  size_t condition, round;
  uint32_t row; /* its monomial */
  int sign;
} sos_drop;

typedef struct sos_work {
  ss_ring *ring;
  const ss_sos_program *program;
  ss_arena *arena;
  sos_scales scales;
  bool constant; /* some p_c0 is given: tau counts */
  size_t blocks, summands;
  sos_block *block;
  sos_summand *summand;
  size_t rows, *first_row; /* first_row[c] .. first_row[c + 1] */
  uint32_t *row_monomial;
  size_t dropped, rounds;
  sos_drop *drop;
} sos_work;

/* What the margin program found, in doubles. */
typedef struct sos_point {
  bool solved;
  double margin;
  double *unknown;               /* unknowns + 1 */
  double **S;                    /* by block, by columns, both triangles: X + t I */
  double *moment;                /* l~ by row */
  const char *why;               /* not solved */
  const ss_sdp_program *program; /* that was solved */
} sos_point;

static inline size_t sos_size(const sos_block *block) {
  return (size_t)fmpq_mat_nrows(block->face);
}
static inline size_t sos_at(size_t a, size_t b) {
  return a <= b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
}

/* A matrix that the arena clears; NULL when memory is out. */
fmpq_mat_struct *ss_sos_matrix(ss_arena *arena, size_t rows, size_t columns);

/* scale.c */
bool ss_sos_find_scales(sos_work *work);
ss_poly ss_sos_scale(sos_work *work, ss_poly poly, long shift);
long ss_sos_shift(const sos_work *work, uint32_t monomial); /* s.e */

/* blocks.c */
bool ss_sos_make_blocks(sos_work *work);
bool ss_sos_make_columns(sos_work *work);
bool ss_sos_drop_monomials(sos_work *work);

/* margin.c, face.c, round.c, separate.c; false: memory or the ring */
bool ss_sos_solve_margin(sos_work *work, const ss_sdp_options *options, sos_point *point);
bool ss_sos_reduce_faces(sos_work *work, const sos_point *point, bool *reduced);
bool ss_sos_round(sos_work *work, const sos_point *point, long bits, ss_sos_answer *answer);
bool ss_sos_separate(sos_work *work, const sos_point *point, long bits, ss_sos_answer *answer);

/* The nearest multiple of 2^-bits. */
void ss_sos_round_number(fmpq_t value, double number, long bits);

#endif
