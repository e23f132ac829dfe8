/* bench_contact_spatial.c: random contact problems, against Siconos.
 *
 *     speed     random spatial problems of full rank, mu = 0.5, 2, 8 and 32 contacts: the better of
 *               NSGS and NSN_AC on each problem over ours      (at least 5, 4 and 2)
 *     failures  2 to 256 contacts, planar and spatial, full rank and dependent directions, mu from
 * 0 to 2: how many ours and each of Siconos's solvers leave unsolved growth    piles in
 * block-sparse form up to 4096 contacts: time and memory
 *
 * Residual 1e-10 with unit step (SS_RESIDUAL_UNIT), cold start, CPU time, the least of repetitions
 * taken in turns, one thread.
 *
 * NEEDS:  libsiconos-numerics-dev
 * CFLAGS: -isystem /usr/include/siconos -isystem /usr/include/siconos/numerics
 * LIBS:   -lsiconos_numerics
 */
#include "contact_peer.h"

/* ---- speed ----------------------------------------------------------------------------------- */

static void compare_speed(size_t contacts, size_t count, double at_least) {
  random_problem p = make_random(contacts, 3, 0.5);
  const size_t n = p.problem.size;
  double *r = grab(n, sizeof(double)), *xi = grab(n, sizeof(double)), own = 0, theirs = 0;
  uint64_t state = 88172645463325252ULL + contacts;
  size_t failures = 0, peer_failures = 0;
  for (size_t k = 0; k < count; k++) {
    draw_problem(&state, false, &p);
    peer siconos = make_peer(&p.problem, true);
    const own_run mine = run_own(&p.problem, 2e-3, r, xi);
    double best = INFINITY;
    for (peer_solver s = PEER_NSGS; s <= PEER_SECOND; s++) {
      const peer_run run = run_peer(&siconos, &p.problem, s, 2e-3, r, xi);
      if (run.solved && run.seconds < best) best = run.seconds;
    }
    failures += !mine.solved;
    peer_failures += isinf(best);
    if (mine.solved && !isinf(best)) {
      own += mine.seconds;
      theirs += best;
    }
    free_peer(&siconos);
  }
  printf("spatial, full rank, %2zu contacts: ours %8.2f us, Siconos's better %8.2f us: %5.1f times "
         "(at least %g); unsolved %zu and %zu of %zu\n",
         contacts, 1e6 * own / (double)count, 1e6 * theirs / (double)count, theirs / own, at_least,
         failures, peer_failures, count);
  free(r);
  free(xi);
  free_random(&p);
}

/* ---- failures -------------------------------------------------------------------------------- */

typedef struct tally {
  size_t problems, own, peer[PEER_COUNT], all_peers;
  size_t larger; /* times our residual was the larger one, both having solved it */
} tally;

static void count_problem(const ss_contact_problem *problem, bool all, tally *t) {
  const size_t n = problem->size;
  double *r = grab(n, sizeof(double)), *xi = grab(n, sizeof(double));
  peer siconos = make_peer(problem, true);
  const own_run mine = run_own(problem, 0, r, xi);
  bool any = false;
  t->problems++;
  t->own += !mine.solved;
  for (peer_solver s = PEER_NSGS; s <= PEER_SECOND; s++) {
    /* NSN_AC and Lemke take minutes on hundreds of contacts */
    if (s == PEER_SECOND && !all) continue;
    const peer_run run = run_peer(&siconos, problem, s, 0, r, xi);
    t->peer[s] += !run.solved;
    any = any || run.solved;
  }
  t->all_peers += !any;
  free_peer(&siconos);
  free(r);
  free(xi);
}

static void count_failures(size_t dimension, bool dependent, size_t contacts, size_t each) {
  static const double mus[] = {0, 0.3, 0.7, 1, 2};
  tally t = {0};
  uint64_t state = 2463534242ULL + contacts * 7 + dimension;
  const bool all = contacts < 128;
  for (size_t m = 0; m < sizeof mus / sizeof *mus; m++) {
    random_problem p = make_random(contacts, dimension, mus[m]);
    for (size_t k = 0; k < each; k++) {
      draw_problem(&state, dependent, &p);
      count_problem(&p.problem, all, &t);
    }
    free_random(&p);
  }
  char second[24] = "-";
  if (all) snprintf(second, sizeof second, "%zu", t.peer[PEER_SECOND]);
  printf("%-8s %-10s %4zu contacts, %4zu problems: unsolved by ours %zu, NSGS %zu, %s %s, each of "
         "them %zu\n",
         dimension == 2 ? "planar" : "spatial", dependent ? "dependent" : "full rank", contacts,
         t.problems, t.own, t.peer[PEER_NSGS], dimension == 2 ? "Lemke" : "NSN_AC", second,
         t.all_peers);
  fflush(stdout);
}

/* ---- growth ---------------------------------------------------------------------------------- */

/* A pile: bodies in a chain with some closer links, each contact between two of them; contacts that
 * share a body are coupled. G_ij = H_i^T H_j summed over the shared bodies, 6 coordinates a body.
 */
typedef struct pile {
  size_t contacts, bodies, *body;
  double *H; /* contact, side, 6 x 3 */
  ss_contact *contact;
  size_t *start, *column, *at;
  double *value, *c;
  ss_block_matrix blocks;
  ss_contact_problem problem;
} pile;

static void couple(const pile *p, size_t i, size_t j, double *block) {
  memset(block, 0, 9 * sizeof(double));
  for (size_t a = 0; a < 2; a++)
    for (size_t b = 0; b < 2; b++) {
      if (p->body[2 * i + a] != p->body[2 * j + b]) continue;
      const double *x = p->H + (2 * i + a) * 18, *y = p->H + (2 * j + b) * 18;
      for (size_t e = 0; e < 9; e++)
        for (size_t k = 0; k < 6; k++) block[e] += x[6 * (e % 3) + k] * y[6 * (e / 3) + k];
    }
}

static bool share(const pile *p, size_t i, size_t j) {
  const size_t *a = p->body + 2 * i, *b = p->body + 2 * j;
  return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
}

static pile make_pile(size_t contacts) {
  uint64_t state = 123456789ULL + contacts;
  pile p = {.contacts = contacts, .bodies = contacts / 2 + 1};
  p.body = grab(2 * contacts, sizeof(size_t));
  p.H = grab(36 * contacts, sizeof(double));
  p.contact = grab(contacts, sizeof(ss_contact));
  p.c = grab(3 * contacts, sizeof(double));
  double *v = grab(6 * p.bodies, sizeof(double));
  for (size_t k = 0; k < 6 * p.bodies; k++) v[k] = draw_normal(&state);
  for (size_t i = 0; i < contacts; i++) {
    const size_t first = i / 2, far = 1 + (size_t)(draw_uniform(&state) * 8);
    p.body[2 * i] = first;
    p.body[2 * i + 1] = i % 2 == 0 || first + far >= p.bodies ? first + 1 : first + far;
    for (size_t k = 0; k < 36; k++) p.H[36 * i + k] = draw_normal(&state) / 3;
    p.contact[i] =
        (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {0.5}}, .offset = 3 * i};
    for (size_t e = 0; e < 36; e++)
      p.c[3 * i + e % 18 / 6] += p.H[36 * i + e] * v[6 * p.body[2 * i + e / 18] + e % 6];
    if (p.c[3 * i] < 0) continue;
    for (size_t side = 0; side < 2; side++)
      for (size_t k = 0; k < 6; k++) p.H[36 * i + 18 * side + k] *= -1;
    p.c[3 * i] = -p.c[3 * i];
  }
  free(v);
  return p;
}

static void assemble_pile(pile *p) {
  const size_t n = p->contacts, reach = 40; /* contacts further apart share no body */
  p->start = grab(n + 1, sizeof(size_t));
  p->column = grab(n * (2 * reach + 1), sizeof(size_t));
  for (size_t i = 0; i < n; i++) {
    p->start[i + 1] = p->start[i];
    for (size_t j = i > reach ? i - reach : 0; j < n && j <= i + reach; j++)
      if (share(p, i, j)) p->column[p->start[i + 1]++] = j;
  }
  const size_t blocks = p->start[n];
  p->at = grab(blocks, sizeof(size_t));
  p->value = grab(9 * blocks, sizeof(double));
  for (size_t i = 0; i < n; i++)
    for (size_t k = p->start[i]; k < p->start[i + 1]; k++) {
      p->at[k] = 9 * k;
      couple(p, i, p->column[k], p->value + 9 * k);
    }
  p->blocks = (ss_block_matrix){p->start, p->column, p->at, p->value};
  p->problem = (ss_contact_problem){n, 3 * n, p->contact, NULL, &p->blocks, p->c};
}

static void free_pile(pile *p) {
  void *pieces[] = {p->body, p->H, p->contact, p->start, p->column, p->at, p->value, p->c};
  for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) free(pieces[k]);
}

static void show_growth(size_t contacts) {
  pile p = make_pile(contacts);
  assemble_pile(&p);
  double *r = grab(p.problem.size, sizeof(double)), *xi = grab(p.problem.size, sizeof(double));
  const own_run mine = run_own(&p.problem, 0.05, r, xi);
  const size_t blocks = p.start[contacts];
  printf("pile of %4zu contacts, %6zu blocks: %s, %9.3f ms (%5.2f us a contact), %7.0f kB of work "
         "(G itself %6.0f kB), %zu iterations\n",
         contacts, blocks, mine.solved ? "solved" : "UNSOLVED", 1e3 * mine.seconds,
         1e6 * mine.seconds / (double)contacts, (double)mine.bytes / 1024,
         (double)(72 * blocks) / 1024, mine.iterations);
  free(r);
  free(xi);
  free_pile(&p);
}

int main(void) {
  numerics_set_verbose(0);
  compare_speed(2, 200, 5);
  compare_speed(8, 100, 4);
  compare_speed(32, 40, 2);
  puts("");
  static const size_t sizes[][2] = {{2, 60}, {8, 40}, {32, 8}, {128, 1}, {256, 1}};
  for (size_t dimension = 2; dimension <= 3; dimension++)
    for (int dependent = 0; dependent <= 1; dependent++)
      for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        count_failures(dimension, dependent, sizes[k][0], sizes[k][1]);
  puts("");
  for (size_t contacts = 16; contacts <= 4096; contacts *= 4) show_growth(contacts);
  return 0;
}
