/* campaign_tubes.c: does any motion contradict tubes, or maps of proved cells?
 *
 * Three questions, each answered by the event-driven method, which shares nothing with tubes:
 *
 *   planes    the two planes of the two masses, and that of the oscillator, proved to 256 x 256
 *             cells: what is proved to rest must come to rest by t = 200, what is proved to escape
 *             must not, and must be farther away at the end than it was;
 *   pairs     random boxes of random machines: is a random motion of the box, when its tube ends,
 *             within the radius of the centre? The largest ratio is told;
 *   machines  eight random machines (two to four coordinates, one to four frictions, damping that
 *             is indefinite): the share that stays open against the depth, and its order;
 *   cells     the same estimated, down to 2048 x 2048: random cells of each depth, followed as they
 *             are.
 *
 * Usage: campaign_tubes [MOTIONS [PAIRS [DEPTH [SEED [CELLS]]]]]
 *                                         (default: 10000 for each plane, 10000, 8, 0, 0)
 * A campaign in pieces: motions and pairs of another seed are others.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standstill/study.h"
#include "standstill/tube.h"

typedef struct plane {
  const char *model, *axis[2];
  double reach;
} plane;

/* In [0, 1). */
static double next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53;
}

/* Between them, in hundredths. */
static double pick(uint64_t *seed, double low, double high) {
  return round(100 * (low + (high - low) * next_random(seed))) / 100;
}

/* ---- planes ---------------------------------------------------------------------------------- */

/* Whether the motion from there does what is proved. */
static bool agrees(ss_arena *arena, const ss_machine *machine, const double *x, bool rest) {
  const size_t n = ss_machine_model(machine)->coordinates;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  double before = 0, after = 0;
  o.end = 200;
  if (ss_motion_run(arena, ss_machine_system(machine), ss_machine_parameters(machine), x, x + n, &o,
                    &motion) != SS_OK)
    return false;
  for (size_t i = 0; i < n; i++) {
    before += x[i] * x[i] + x[n + i] * x[n + i];
    after += motion.q[i] * motion.q[i] + motion.u[i] * motion.u[i];
  }
  return rest ? motion.at_rest : !motion.at_rest && after > before;
}

static ss_basin *prove_plane(ss_arena *arena, const ss_machine *machine, const plane *p,
                             size_t depth, ss_diagnostics *list) {
  ss_basin *basin;
  ss_basin_options *o = ss_arena_new(arena, 1, ss_basin_options);
  if (!o) exit(1);
  *o = ss_basin_default_options();
  for (int k = 0; k < 2; k++) o->axis[k] = p->axis[k], o->low[k] = -p->reach, o->high[k] = p->reach;
  o->prove = true;
  o->depth = depth;
  if (ss_basin_prepare(arena, machine, o, list, &basin) != SS_OK ||
      ss_basin_run(basin, list) != SS_OK)
    return NULL;
  return basin;
}

static void try_plane(const plane *p, size_t motions, uint64_t seed) {
  ss_arena *arena = ss_arena_create();
  ss_diagnostics list;
  ss_machine *machine;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  if (ss_machine_open(p->model, NULL, &list, &machine) != SS_OK) exit(1);
  const ss_basin *basin = prove_plane(arena, machine, p, 8, &list);
  if (!basin) exit(1);
  const ss_sweep_map *map = ss_basin_map(basin);
  const size_t n = ss_machine_model(machine)->coordinates, side = map->axis[0].count;
  size_t count[2] = {0}, wrong = 0, axis[2];
  seed = seed * 1000003 + 1;
  for (int k = 0; k < 2; k++) axis[k] = (size_t)(p->axis[k][0] == 'x' && n > 1) * (size_t)k;
  for (size_t k = 0; k < 2 && n == 1; k++) axis[k] = k;
  const bool velocities = n > 1 && p->axis[0][2] == '\'';
  for (size_t done = 0; done < motions;) {
    double x[4] = {0};
    size_t cell = 0;
    for (size_t k = 0; k < 2; k++) {
      const double at = next_random(&seed) * (double)side;
      x[axis[k] + (velocities ? n : 0)] = p->reach * (2 * at / (double)side - 1);
      cell += (size_t)at * (k ? side : 1);
    }
    const ss_sweep_role role = map->class_of_code[map->code[cell]].role;
    if (role != SS_SWEEP_PROVED_REST && role != SS_SWEEP_PROVED_ESCAPES) continue;
    ss_arena *scratch = ss_arena_create();
    const bool rest = role == SS_SWEEP_PROVED_REST;
    wrong += !agrees(scratch, machine, x, rest);
    count[rest]++;
    done++;
    ss_arena_destroy(scratch);
  }
  printf("| `%s` | %s, %s | %zu | %zu | %zu |\n", p->model, p->axis[0], p->axis[1], count[1],
         count[0], wrong);
  fflush(stdout);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
}

/* ---- random machines ------------------------------------------------------------------------- */

enum { MOST = 4 };

static const size_t coordinates_of[8] = {2, 2, 2, 3, 3, 3, 4, 4};
static const size_t frictions_of[8] = {1, 2, 3, 2, 3, 4, 3, 4};

/* K = L L^T; damping of the masses, and fed along the frictions; a small gyroscopic part. */
static void write_machine(size_t kind, uint64_t *seed, ss_text *text) {
  const size_t n = coordinates_of[kind], m = frictions_of[kind];
  double mass[MOST], L[MOST][MOST] = {{0}}, W[MOST][MOST], C[MOST][MOST] = {{0}};
  ss_text_addf(text, "model \"random\"\ncoord x1");
  for (size_t i = 1; i < n; i++) ss_text_addf(text, ", x%zu", i + 1);
  ss_text_add(text, "\nkinetic = 0");
  for (size_t i = 0; i < n; i++) {
    mass[i] = pick(seed, 0.5, 2);
    ss_text_addf(text, " + %.2f*x%zu'^2/2", mass[i], i + 1);
    for (size_t j = 0; j <= i; j++) L[i][j] = i == j ? pick(seed, 0.7, 1.6) : pick(seed, -0.7, 0.7);
  }
  ss_text_add(text, "\npotential = 0");
  for (size_t j = 0; j < n; j++) {
    ss_text_add(text, " + (0");
    for (size_t i = j; i < n; i++) ss_text_addf(text, " + (%.2f)*x%zu", L[i][j], i + 1);
    ss_text_add(text, ")^2/2");
  }
  const double damping = pick(seed, 0.1, 0.4);
  for (size_t i = 0; i < n; i++) C[i][i] = damping * mass[i];
  for (size_t j = 0; j < m; j++) {
    const double feed = pick(seed, 0.1 / sqrt((double)m), 0.6 / sqrt((double)m));
    for (size_t i = 0; i < n; i++) W[j][i] = i == j ? 1 : pick(seed, -1, 1);
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++) C[i][k] -= feed * W[j][i] * W[j][k];
  }
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < i; k++) {
      const double turn = pick(seed, -0.1, 0.1);
      C[i][k] += turn;
      C[k][i] -= turn;
    }
  for (size_t i = 0; i < n; i++) {
    ss_text_addf(text, "\nforce x%zu = 0", i + 1);
    for (size_t k = 0; k < n; k++) ss_text_addf(text, " - (%.6f)*x%zu'", C[i][k], k + 1);
  }
  for (size_t j = 0; j < m; j++) {
    ss_text_addf(text, "\nfriction f%zu { slip = 0", j + 1);
    for (size_t i = 0; i < n; i++) ss_text_addf(text, " + (%.2f)*x%zu'", W[j][i], i + 1);
    ss_text_addf(text, "; normal = %.2f; law = coulomb(1) }", pick(seed, 0.5, 1.5));
  }
  ss_text_add(text, "\n");
}

static ss_machine *make_machine(size_t kind, uint64_t *seed) {
  ss_machine *machine;
  ss_text text;
  ss_text_start(&text);
  write_machine(kind, seed, &text);
  const ss_status status = ss_machine_parse("random", text.data, NULL, NULL, &machine);
  ss_text_stop(&text);
  if (status != SS_OK) exit(1);
  return machine;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static double measure(const ss_linear *l, const double *e) {
  const slong n = (slong)l->coordinates;
  double sum = 0;
  for (slong i = 0; i < n; i++)
    for (slong j = 0; j < n; j++)
      sum += e[i] * fmpq_get_d(fmpq_mat_entry(l->center.K, i, j)) * e[j] +
             e[n + i] * fmpq_get_d(fmpq_mat_entry(l->center.M, i, j)) * e[n + j];
  return sqrt(fmax(sum, 0));
}

/* |x - x~|/r of a random motion when its tube ends; the error of the motion is 1e-8 of its size. */
static double try_pair(const ss_machine *machine, const ss_linear *l, const ss_tube *tube,
                       uint64_t *seed) {
  const size_t n = l->coordinates;
  double x[2 * MOST], reach[2 * MOST], y[2 * MOST], e[2 * MOST];
  ss_tube_answer a;
  ss_motion_options o = ss_motion_default_options();
  ss_motion motion;
  const double half = pow(10, -1 - 3 * next_random(seed)), still = next_random(seed);
  for (size_t i = 0; i < 2 * n; i++) {
    const bool rests = i >= n && still < 0.5;
    x[i] = rests ? 0 : 6 * (2 * next_random(seed) - 1);
    reach[i] = rests ? 0 : half * next_random(seed);
    y[i] = x[i] + reach[i] * (2 * next_random(seed) - 1);
  }
  ss_tube_follow(tube, x, reach, NULL, &a);
  ss_arena *scratch = ss_arena_create();
  o.end = a.time;
  double ratio = 0;
  if (a.time > 0 && ss_motion_run(scratch, ss_machine_system(machine),
                                  ss_machine_parameters(machine), y, y + n, &o, &motion) == SS_OK) {
    for (size_t i = 0; i < n; i++) {
      e[i] = motion.q[i] - a.x[i];
      e[n + i] = motion.u[i] - a.x[n + i];
    }
    ratio = (measure(l, e) - 1e-8 * (1 + measure(l, a.x))) / a.radius;
  }
  ss_arena_destroy(scratch);
  return ratio;
}

static void try_pairs(size_t pairs, uint64_t seed) {
  enum { EACH = 100 };
  seed = seed * 1000003 + 5;
  size_t done = 0, outside = 0;
  double most = 0;
  for (size_t k = 0; done < pairs; k++) {
    ss_arena *arena = ss_arena_create();
    ss_machine *machine = make_machine(k % 8, &seed);
    ss_linear linear;
    const ss_tube *tube;
    const char *why;
    const ss_tube_options o = {.end = 20};
    if (ss_linear_create(arena, ss_machine_system(machine), &linear, &why) == SS_OK && !why &&
        ss_tube_create(arena, &linear, &o, &tube, &why) == SS_OK)
      for (size_t i = 0; i < EACH; i++, done++) {
        const double ratio = try_pair(machine, &linear, tube, &seed);
        outside += ratio > 1;
        most = fmax(most, ratio);
      }
    ss_linear_clear(&linear);
    ss_machine_close(machine);
    ss_arena_destroy(arena);
  }
  printf("\npairs: %zu, outside their tube: %zu, largest ratio %.4f\n", done, outside, most);
  fflush(stdout);
}

/* ---- open shares ----------------------------------------------------------------------------- */

static const double reach_of[8] = {16, 8, 8, 8, 6, 16, 6, 8};

static void try_depths(size_t kind, size_t most) {
  uint64_t seed = 100 + kind;
  ss_machine *machine = make_machine(kind, &seed);
  const plane p = {"random", {"x1", "x2"}, reach_of[kind]};
  double open = 0, last = 0;
  printf("| %zu | %zu | %zu |", kind + 1, coordinates_of[kind], frictions_of[kind]);
  for (size_t depth = 5; depth <= most; depth++) {
    ss_arena *arena = ss_arena_create();
    ss_diagnostics list;
    ss_diagnostics_start(&list, arena, NULL, NULL, 0);
    const ss_basin *basin = prove_plane(arena, machine, &p, depth, &list);
    last = open;
    open = basin ? 100 * ss_basin_proved(basin)->open : NAN;
    printf(" %.2f |", open);
    fflush(stdout);
    ss_arena_destroy(arena);
  }
  printf(" %.2f |\n", open > 0 && last > 0 ? log2(last / open) : NAN);
  ss_machine_close(machine);
}

/* ---- random cells ---------------------------------------------------------------------------- */

/* Tubes to what is known of it; NULL: nothing is. */
static const ss_tube *open_tubes(ss_arena *arena, const ss_machine *machine, ss_proof *proof) {
  ss_diagnostics list;
  const ss_tube *tube = NULL;
  const char *why;
  fmpq_t level;
  ss_diagnostics_start(&list, arena, NULL, NULL, 0);
  if (ss_machine_prove(arena, machine, NULL, &list, proof) != SS_OK) return NULL;
  fmpq_init(level);
  const bool local =
      proof->verdict == SS_PROVED && proof->level && fmpq_set_str(level, proof->level, 10) == 0;
  const ss_tube_options o = {.level = local ? level : NULL,
                             .global = proof->claim == SS_CLAIM_GLOBALLY_ATTRACTIVE,
                             .end = 200};
  if (!proof->linear || ss_tube_create(arena, proof->linear, &o, &tube, &why) != SS_OK) tube = NULL;
  fmpq_clear(level);
  return tube;
}

/* Whether a cell of the middle plane stays open. */
static bool stays_open(const ss_tube *tube, double half, size_t depth, uint64_t *seed) {
  const double side = ldexp(1, (int)depth);
  double x[2 * MOST] = {0}, reach[2 * MOST] = {0};
  ss_tube_answer a;
  for (size_t i = 0; i < 2; i++) {
    reach[i] = half / side;
    x[i] = half * ((2 * floor(next_random(seed) * side) + 1) / side - 1);
  }
  ss_tube_follow(tube, x, reach, NULL, &a);
  return a.fate == SS_TUBE_OPEN;
}

static void try_cells(size_t kind, size_t cells) {
  enum { LAST = 11 };
  uint64_t seed = 100 + kind;
  ss_arena *arena = ss_arena_create();
  ss_machine *machine = make_machine(kind, &seed);
  ss_proof proof;
  const ss_tube *tube = open_tubes(arena, machine, &proof);
  double share = 0, last = 0;
  printf("| %zu | %zu | %zu |", kind + 1, coordinates_of[kind], frictions_of[kind]);
  for (size_t depth = 5; tube && depth <= LAST; depth++) {
    size_t open = 0;
    for (size_t k = 0; k < cells; k++) open += stays_open(tube, reach_of[kind], depth, &seed);
    last = share;
    share = 100 * (double)open / (double)cells;
    printf(" %.2f |", share);
    fflush(stdout);
  }
  printf(" %.2f |\n", share > 0 && last > 0 ? log2(last / share) : NAN);
  ss_proof_clear(&proof);
  ss_machine_close(machine);
  ss_arena_destroy(arena);
}

int main(int count, char **words) {
  static const plane planes[] = {{"models/friction-oscillator.still", {"x", "x'"}, 4},
                                 {"models/two-masses.still", {"x1", "x2"}, 6},
                                 {"models/two-masses.still", {"x1'", "x2'"}, 10}};
  const size_t motions = count > 1 ? (size_t)atol(words[1]) : 10000;
  const size_t pairs = count > 2 ? (size_t)atol(words[2]) : 10000;
  const size_t depth = count > 3 ? (size_t)atol(words[3]) : 8;
  const uint64_t seed = count > 4 ? (uint64_t)atol(words[4]) : 0;
  printf("| model | plane | rest | escape | contradict |\n|---|---|---|---|---|\n");
  for (size_t i = 0; motions && i < sizeof planes / sizeof *planes; i++)
    try_plane(&planes[i], motions, seed);
  if (pairs) try_pairs(pairs, seed);
  const size_t cells = count > 5 ? (size_t)atol(words[5]) : 0;
  for (size_t kind = 0; cells && kind < 8; kind++) try_cells(kind, cells);
  if (depth < 5) return 0;
  printf("\n| machine | coordinates | frictions |");
  for (size_t k = 5; k <= depth; k++) printf(" %zu² |", (size_t)1 << k);
  printf(" order |\n");
  for (size_t kind = 0; kind < 8; kind++) try_depths(kind, depth);
  return 0;
}
