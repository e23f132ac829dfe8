/* problem_global.h: friction-contact problems stated with the masses: FCLIB's global form. */
#ifndef STANDSTILL_CONTACT_PROBLEM_GLOBAL_H
#define STANDSTILL_CONTACT_PROBLEM_GLOBAL_H

#include "problem_file.h"

typedef struct ss_sparse {
  size_t rows, columns, count;
  ss_entry *entries;
} ss_sparse;

/* M v = H r + G lambda + f,  u = H^T v + w,  0 = G^T v + b.  G and b may be empty. */
typedef struct ss_global_problem {
  ss_sparse M, H, G;
  double *f, *w, *b;
} ss_global_problem;

/* Fills entries, c and bilateral of the local problem. SS_SINGULAR if M is; SS_LIMIT if more than
 * 4096 coordinates are coupled through M; SS_MEMORY. */
ss_status ss_contact_reduce_global(const ss_global_problem *global, ss_arena *arena,
                                   ss_stated_problem *stated);

#endif
