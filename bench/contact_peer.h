/* contact_peer.h: Siconos's friction solvers on our contact problems, for the benchmarks.
 *
 * Contacts with coulomb(mu) or disk(mu) only. Siconos gets G dense, and for NSGS also in blocks
 * where ours is. Its solvers stop at their own error of 1e-10, which for these problems is the
 * natural map with unit step over |q|: SS_RESIDUAL_UNIT. A run counts as solved if Siconos says so
 * and that residual, computed by us, is below 1e-8 (it takes other steps in the error than we do).
 */
#ifndef BENCH_CONTACT_PEER_H
#define BENCH_CONTACT_PEER_H

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include "standstill/contact.h"

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void *grab(size_t count, size_t size) {
  void *memory = aligned_alloc(64, (count * size + 127) / 64 * 64);
  if (!memory) abort();
  memset(memory, 0, count * size);
  return memory;
}

/* ---- random problems ------------------------------------------------------------------------- */

static inline double draw_uniform(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(*state >> 11) * 0x1p-53;
}

static inline double draw_normal(uint64_t *state) {
  const double a = draw_uniform(state) + 1e-300, b = draw_uniform(state);
  return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

typedef struct random_problem {
  ss_contact_problem problem;
  ss_contact *contact;
  double *G, *c;
} random_problem;

static inline random_problem make_random(size_t contacts, size_t dimension, double mu) {
  const size_t n = contacts * dimension;
  random_problem p = {.contact = grab(contacts, sizeof(ss_contact))};
  p.G = grab(n * n, sizeof(double));
  p.c = grab(n, sizeof(double));
  for (size_t i = 0; i < contacts; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT,
                                .law = {dimension == 2 ? SS_LAW_COULOMB : SS_LAW_DISK, {mu}},
                                .offset = i * dimension};
  p.problem = (ss_contact_problem){contacts, n, p.contact, p.G, NULL, p.c};
  return p;
}

static inline void free_random(random_problem *p) {
  free(p->contact);
  free(p->G);
  free(p->c);
}

/* G = W^T W, c = W^T v with Gaussian W and v and all contacts approaching; W has twice as many rows
 * as columns, or half as many (dependent directions). Always solvable: r = 0 leaves xi = W^T v, and
 * -c is in the range of G. */
static inline void draw_problem(uint64_t *state, bool dependent, random_problem *p) {
  const size_t n = p->problem.size, d = n / p->problem.contacts;
  size_t rows = dependent ? n / 2 : 2 * n;
  if (dependent && rows < 3) rows = n > 3 ? 3 : n - 1;
  double *W = grab(rows * n, sizeof(double)), *v = grab(rows, sizeof(double));
  for (size_t k = 0; k < rows * n; k++) W[k] = draw_normal(state) / sqrt((double)rows);
  for (size_t k = 0; k < rows; k++) v[k] = draw_normal(state);
  for (size_t i = 0; i < n; i += d) {
    double sum = 0;
    for (size_t k = 0; k < rows; k++) sum += W[k * n + i] * v[k];
    for (size_t k = 0; sum > 0 && k < rows; k++) W[k * n + i] = -W[k * n + i];
  }
  memset(p->G, 0, n * n * sizeof(double));
  memset(p->c, 0, n * sizeof(double));
  for (size_t k = 0; k < rows; k++)
    for (size_t j = 0; j < n; j++) {
      p->c[j] += W[k * n + j] * v[k];
      for (size_t i = 0; i < n; i++) p->G[j * n + i] += W[k * n + j] * W[k * n + i];
    }
  free(W);
  free(v);
}

/* ---- Siconos --------------------------------------------------------------------------------- */

typedef enum peer_solver { PEER_NSGS, PEER_SECOND, PEER_NSGS_BLOCKS, PEER_COUNT } peer_solver;

typedef struct peer {
  int dimension, contacts;
  double *G, *c, *mu;
  SparseBlockStructuredMatrix blocks; /* nbblocks 0: none */
} peer;

/* "NSGS", "NSN_AC" or "Lemke", "NSGS blocks" */
static inline const char *peer_name(const peer *p, peer_solver solver) {
  if (solver == PEER_SECOND) return p->dimension == 3 ? "NSN_AC" : "Lemke";
  return solver == PEER_NSGS ? "NSGS" : "NSGS blocks";
}

static inline void make_blocks(const ss_contact_problem *problem, peer *p) {
  const ss_block_matrix *G = problem->sparse;
  const size_t n = problem->contacts, d = (size_t)p->dimension, count = G->start[n];
  SparseBlockStructuredMatrix *B = &p->blocks;
  B->nbblocks = (unsigned)count;
  B->blocknumber0 = B->blocknumber1 = (unsigned)n;
  B->blocksize0 = grab(n, sizeof(unsigned));
  B->blocksize1 = grab(n, sizeof(unsigned));
  B->index1_data = grab(n + 1, sizeof(size_t));
  B->index2_data = grab(count, sizeof(size_t));
  B->block = grab(count, sizeof(double *));
  B->filled1 = n + 1;
  B->filled2 = count;
  for (size_t i = 0; i < n; i++) B->blocksize0[i] = B->blocksize1[i] = (unsigned)((i + 1) * d);
  memcpy(B->index1_data, G->start, (n + 1) * sizeof(size_t));
  for (size_t k = 0; k < count; k++) {
    B->index2_data[k] = G->column[k];
    B->block[k] = grab(d * d, sizeof(double));
    memcpy(B->block[k], G->value + G->at[k], d * d * sizeof(double));
  }
}

static inline void make_dense(const ss_contact_problem *problem, double *dense) {
  const ss_block_matrix *G = problem->sparse;
  const size_t n = problem->size, d = n / problem->contacts;
  if (problem->dense) memcpy(dense, problem->dense, n * n * sizeof(double));
  for (size_t i = 0; G && i < problem->contacts; i++)
    for (size_t k = G->start[i]; k < G->start[i + 1]; k++)
      for (size_t e = 0; e < d * d; e++)
        dense[i * d + e % d + n * (G->column[k] * d + e / d)] = G->value[G->at[k] + e];
}

/* `dense`: also in dense storage. */
static inline peer make_peer(const ss_contact_problem *problem, bool dense) {
  const size_t n = problem->size;
  peer p = {.dimension = (int)(n / problem->contacts), .contacts = (int)problem->contacts};
  p.c = grab(n, sizeof(double));
  p.mu = grab(problem->contacts, sizeof(double));
  memcpy(p.c, problem->c, n * sizeof(double));
  for (size_t i = 0; i < problem->contacts; i++) p.mu[i] = problem->contact[i].law.argument[0];
  if (dense) {
    p.G = grab(n * n, sizeof(double));
    make_dense(problem, p.G);
  }
  if (problem->sparse) make_blocks(problem, &p);
  return p;
}

static inline void free_peer(peer *p) {
  for (size_t k = 0; k < p->blocks.nbblocks; k++) free(p->blocks.block[k]);
  free(p->blocks.block);
  free(p->blocks.blocksize0);
  free(p->blocks.blocksize1);
  free(p->blocks.index1_data);
  free(p->blocks.index2_data);
  free(p->G);
  free(p->c);
  free(p->mu);
}

/* Siconos talks on both outputs when it fails: sends them away, and back. */
static inline void silence(bool on) {
  static int out = -1, err = -1;
  fflush(stdout);
  fflush(stderr);
  if (out < 0) {
    out = dup(1);
    err = dup(2);
  }
  const int nowhere = on ? open("/dev/null", O_WRONLY) : -1;
  dup2(on ? nowhere : out, 1);
  dup2(on ? nowhere : err, 2);
  if (on) close(nowhere);
}

typedef struct peer_run {
  bool possible, solved;
  double seconds; /* the least of the repetitions, cold starts */
} peer_run;

static inline SolverOptions *choose_options(const peer *p, peer_solver solver) {
  const bool spatial = p->dimension == 3;
  const int id = solver == PEER_SECOND
                     ? (spatial ? SICONOS_FRICTION_3D_NSN_AC : SICONOS_FRICTION_2D_LEMKE)
                     : (spatial ? SICONOS_FRICTION_3D_NSGS : SICONOS_FRICTION_2D_NSGS);
  SolverOptions *options = solver_options_create(id);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = solver == PEER_SECOND && spatial ? 200 : 20000;
  return options;
}

static inline int call_peer(peer *p, NumericsMatrix *M, SolverOptions *options, double *r,
                            double *u) {
  const size_t n = (size_t)p->dimension * (size_t)p->contacts;
  FrictionContactProblem problem = {
      .dimension = p->dimension, .numberOfContacts = p->contacts, .M = M, .q = p->c, .mu = p->mu};
  memset(r, 0, n * sizeof(double));
  memset(u, 0, n * sizeof(double));
  return p->dimension == 3 ? fc3d_driver(&problem, r, u, options)
                           : fc2d_driver(&problem, r, u, options);
}

/* The CPU clock costs as much as a small problem: calls are timed in batches of about 50 us. */
static inline size_t choose_batch(double first) {
  return first < 2.5e-5 ? (size_t)(5e-5 / (first + 1e-7)) + 1 : 1;
}

/* Solves again and again for `seconds`, at least once. */
static inline peer_run run_peer(peer *p, const ss_contact_problem *problem, peer_solver solver,
                                double seconds, double *r, double *u) {
  peer_run run = {.seconds = INFINITY};
  const int n = p->dimension * p->contacts;
  const bool blocks = solver == PEER_NSGS_BLOCKS;
  run.possible = blocks ? p->blocks.nbblocks > 0 : p->G != NULL;
  if (!run.possible) return run;
  silence(true);
  NumericsMatrix *M = NM_create_from_data(blocks ? NM_SPARSE_BLOCK : NM_DENSE, n, n,
                                          blocks ? (void *)&p->blocks : (void *)p->G);
  SolverOptions *options = choose_options(p, solver);
  const double begin = now();
  int info = call_peer(p, M, options, r, u);
  run.seconds = now() - begin;
  const size_t batch = choose_batch(run.seconds);
  while (now() - begin < seconds) {
    const double start = now();
    for (size_t k = 0; k < batch; k++) info = call_peer(p, M, options, r, u);
    const double taken = (now() - start) / (double)batch;
    if (taken < run.seconds) run.seconds = taken;
  }
  solver_options_delete(options);
  free(M);
  silence(false);
  run.solved = info == 0 && ss_contact_residual(problem, SS_RESIDUAL_UNIT, r, u) < 1e-8;
  return run;
}

/* ---- ours ------------------------------------------------------------------------------------ */

typedef struct own_run {
  bool solved;
  double seconds;
  size_t bytes, iterations;
} own_run;

/* The same for ours, with the residual that Siconos uses. */
static inline own_run run_own(const ss_contact_problem *problem, double seconds, double *r,
                              double *xi) {
  ss_contact_options options = ss_contact_default_options();
  options.residual = SS_RESIDUAL_UNIT;
  own_run run = {.seconds = INFINITY, .bytes = ss_contact_work_size(problem, &options)};
  void *work = grab(run.bytes, 1);
  ss_contact_report report;
  const double begin = now();
  run.solved = ss_contact_solve(problem, &options, work, r, xi, &report) == SS_OK;
  run.seconds = now() - begin;
  const size_t batch = choose_batch(run.seconds);
  while (now() - begin < seconds) {
    const double start = now();
    for (size_t k = 0; k < batch; k++) ss_contact_solve(problem, &options, work, r, xi, &report);
    const double taken = (now() - start) / (double)batch;
    if (taken < run.seconds) run.seconds = taken;
  }
  run.iterations = report.iterations;
  free(work);
  return run;
}

#endif
