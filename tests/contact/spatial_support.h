/* spatial_support.h: random spatial and mixed contact problems, dense and in sparse blocks. */
#ifndef TESTS_CONTACT_SPATIAL_SUPPORT_H
#define TESTS_CONTACT_SPATIAL_SUPPORT_H

#include "../../src/contact/scale.h"
#include "support.h"

/* A problem in memory of its own. */
typedef struct heap_problem {
  ss_contact_problem problem;
  ss_contact *contact;
  double *G, *c, *value;
  size_t *start, *column, *at;
  ss_block_matrix blocks;
} heap_problem;

static inline void *take_zeroed(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  assert_non_null(memory);
  return memory;
}

static inline heap_problem make_problem(size_t contacts) {
  heap_problem p = {.contact = take_zeroed(contacts, sizeof(ss_contact))};
  p.problem.contacts = contacts;
  p.problem.contact = p.contact;
  return p;
}

static inline void free_problem(heap_problem *p) {
  void *pieces[] = {p->contact, p->G, p->c, p->value, p->start, p->column, p->at};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) free(pieces[k]);
}

/* Offsets and size from the contacts; space for dense G and c. */
static inline void settle(heap_problem *p) {
  size_t size = 0;
  for (size_t i = 0; i < p->problem.contacts; i++) {
    p->contact[i].offset = size;
    size += ss_contact_dimension(&p->contact[i]);
  }
  p->problem.size = size;
  p->problem.dense = p->G = take_zeroed(size * size, sizeof(double));
  p->problem.c = p->c = take_zeroed(size, sizeof(double));
}

/* G = W^T W, c = W^T v with W of `rank` rows: solvable at velocity level for any mu. */
static inline void fill_dense(random_source *source, size_t rank, heap_problem *p) {
  const size_t n = p->problem.size;
  double *W = take_zeroed(rank * n, sizeof(double)), *v = take_zeroed(rank, sizeof(double));
  for (size_t k = 0; k < rank * n; k++) W[k] = draw_normal(source) / sqrt((double)rank);
  for (size_t k = 0; k < rank; k++) v[k] = draw_normal(source);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < rank; k++) p->c[i] += W[k + rank * i] * v[k];
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < rank; k++) p->G[i + n * j] += W[k + rank * i] * W[k + rank * j];
  }
  free(W);
  free(v);
}

/* Contacts with disk(mu), dense G of the given rank (0: full). */
static inline heap_problem draw_disks(random_source *source, size_t contacts, double mu,
                                      size_t rank) {
  heap_problem p = make_problem(contacts);
  for (size_t i = 0; i < contacts; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {mu}}};
  settle(&p);
  fill_dense(source, rank ? rank : 6 * contacts, &p);
  return p;
}

/* A contact of any kind and law, with friction up to `mu`. Sliders with friction are left out where
 * `solvable` is asked for: their problem need not have a solution. */
static inline ss_contact draw_contact(random_source *source, double mu, bool solvable) {
  ss_contact c = {.law.argument = {draw_between(source, 0, mu), draw_between(source, 0.1, mu + 0.1),
                                   draw_between(source, 0, mu)}};
  const double kind = draw_uniform(source);
  c.law.kind = (ss_law_kind)draw_count(source, SS_LAW_FRICTIONLESS, SS_LAW_ROLLING);
  if (kind < 0.6) {
    c.kind = SS_ELEMENT_CONTACT;
  } else if (kind < 0.75) {
    c.kind = SS_ELEMENT_SLIDER;
    if (solvable) c.law.kind = SS_LAW_FRICTIONLESS;
  } else if (kind < 0.9) {
    c.kind = SS_ELEMENT_FRICTION;
    if (c.law.kind == SS_LAW_FRICTIONLESS) c.law.kind = SS_LAW_DISK;
    c.normal = draw_uniform(source);
  } else {
    c.kind = SS_ELEMENT_CLUTCH;
    c.law.kind = SS_LAW_ONEWAY;
  }
  return c;
}

static inline heap_problem draw_mixed(random_source *source, size_t contacts, double mu,
                                      bool solvable) {
  heap_problem p = make_problem(contacts);
  for (size_t i = 0; i < contacts; i++) p.contact[i] = draw_contact(source, mu, solvable);
  settle(&p);
  fill_dense(source, 2 * p.problem.size, &p);
  return p;
}

/* The same problem with G in block rows: blocks of zeros are left out. */
static inline void make_sparse(heap_problem *p) {
  const size_t contacts = p->problem.contacts, n = p->problem.size;
  p->start = take_zeroed(contacts + 1, sizeof(size_t));
  p->column = take_zeroed(contacts * contacts, sizeof(size_t));
  p->at = take_zeroed(contacts * contacts, sizeof(size_t));
  p->value = take_zeroed(n * n, sizeof(double));
  size_t count = 0, used = 0;
  for (size_t i = 0; i < contacts; i++) {
    const size_t rows = ss_contact_dimension(&p->contact[i]);
    for (size_t j = 0; j < contacts; j++) {
      const size_t columns = ss_contact_dimension(&p->contact[j]);
      bool zero = i != j;
      for (size_t e = 0; e < rows * columns; e++) {
        const double x =
            p->G[p->contact[i].offset + e % rows + n * (p->contact[j].offset + e / rows)];
        p->value[used + e] = x;
        zero = zero && x == 0;
      }
      if (zero) continue;
      p->column[count] = j;
      p->at[count++] = used;
      used += rows * columns;
    }
    p->start[i + 1] = count;
  }
  p->blocks = (ss_block_matrix){p->start, p->column, p->at, p->value};
  p->problem.sparse = &p->blocks;
  p->problem.dense = NULL;
}

/* Contacts along a chain of bodies with six coordinates each: contact i between bodies i and i + 1,
 * so that G is block tridiagonal. */
static inline heap_problem draw_chain(random_source *source, size_t contacts, double mu) {
  heap_problem p = make_problem(contacts);
  for (size_t i = 0; i < contacts; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {mu}}};
  settle(&p);
  const size_t n = p.problem.size, rows = 6 * (contacts + 1);
  double *W = take_zeroed(rows * n, sizeof(double)), *v = take_zeroed(rows, sizeof(double));
  for (size_t k = 0; k < rows; k++) v[k] = draw_normal(source);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 6 * (i / 3); k < 6 * (i / 3) + 12; k++) {
      W[k + rows * i] = draw_normal(source) / 3;
      p.c[i] += W[k + rows * i] * v[k];
    }
  for (size_t i = 0; i < n; i++)
    for (size_t j = i > 5 ? i - 5 : 0; j < n && j < i + 6; j++)
      for (size_t k = 0; k < rows; k++) p.G[i + n * j] += W[k + rows * i] * W[k + rows * j];
  free(W);
  free(v);
  return p;
}

/* Solves with a guard behind the workspace; r, xi by the caller. */
static inline ss_status solve_guarded(const ss_contact_problem *problem,
                                      const ss_contact_options *options, double *r, double *xi,
                                      ss_contact_report *report) {
  const size_t bytes = ss_contact_work_size(problem, options);
  unsigned char *work = make_work(bytes + 64);
  memset(work + bytes, 0xA5, 64);
  const ss_status status = ss_contact_solve(problem, options, work, r, xi, report);
  for (size_t k = 0; k < 64; k++) assert_int_equal(work[bytes + k], 0xA5);
  free(work);
  return status;
}

/* A dense problem in lengths of its own (scale.c), as the methods get it from the solver. */
static inline void take_own_lengths(heap_problem *p) {
  const size_t n = p->problem.size;
  void *work = make_work(ss_scale_work(&p->problem)), *at = work;
  ss_measured_problem scaled;
  ss_scale_make(&p->problem, &at, &scaled);
  memcpy(p->G, scaled.problem.dense, n * n * sizeof *p->G);
  memcpy(p->c, scaled.problem.c, n * sizeof *p->c);
  memcpy(p->contact, scaled.problem.contact, p->problem.contacts * sizeof *p->contact);
  free(work);
}

#endif
