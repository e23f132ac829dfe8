/* problem_file.h: what the readers and the writer of contact problems share.
 *
 * Files state a problem of one dimension d (2 planar, 3 spatial) for all contacts, with optional
 * bilateral constraints:
 *
 *     u = W r + V lambda + q,    0 = V^T r + R lambda + s,    Coulomb's law with mu for each
 * contact
 *
 * Readers hand over scalar entries of [W V; V^T R] in any order (equal places add up);
 * ss_contact_assemble turns them into an ss_contact_problem with one frictionless slider for each
 * bilateral constraint, behind the contacts.
 */
#ifndef STANDSTILL_CONTACT_PROBLEM_FILE_H
#define STANDSTILL_CONTACT_PROBLEM_FILE_H

#include "standstill/contact.h"

typedef struct ss_entry {
  size_t row, column;
  double value;
} ss_entry;

typedef struct ss_stated_problem {
  size_t dimension, contacts, bilateral;
  double *mu, *c; /* one per contact; q, then s */
  size_t entry_count;
  ss_entry *entries;
} ss_stated_problem;

/* Siconos's text form (problem_text.c). */
ss_status ss_contact_state_text(const char *text, size_t length, ss_arena *arena,
                                ss_diagnostics *list, ss_stated_problem *stated);

/* FCLIB's HDF5 form, local or global (problem_hdf5.c). */
ss_status ss_contact_state_hdf5(const char *path, ss_arena *arena, ss_diagnostics *list,
                                ss_stated_problem *stated);

/* The problem in its final storage: dense up to SS_DENSE_MOST contacts, block rows above.
 * SS_MEMORY only. */
enum { SS_DENSE_MOST = 32 };
ss_status ss_contact_assemble(const ss_stated_problem *stated, ss_arena *arena,
                              const ss_contact_problem **problem);

#endif
