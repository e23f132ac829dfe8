/* rough.h: random nonlinear machines with friction, and where they rest by other means than ours.
 *
 * A machine has 1 to 3 coordinates. Forces, known normal forces and surfaces are sums of terms
 *
 *     c x0^p0 x1^p1 x2^p2,        c sin(w x_i + b),
 *
 * with decimals of two digits, so that the text says what the numbers here are. Elements are
 * frictions, clutches, one slider or up to two contacts whose gaps are ±(x_last - phi(others)).
 *
 * The forces that elements can give at a place are a sum of segments and of rays in R^n: friction
 * |lambda| <= mu N is a segment along w_T, a contact's cone the rays w_N ± mu w_T, a slider's the
 * same on either side, a disk a sum of many segments that is a little too small or too large. Such
 * a sum F contains -h exactly if
 *
 *     v . (-h) <= sigma_F(v) = sum |v . segment| + (0 if no v . ray > 0, else infinite)
 *
 * for all v that are perpendicular to n - 1 of the segments, rays and unit vectors: these are the
 * normals of its faces. No linear program, no balls, nothing of src/rest.
 */
#ifndef STANDSTILL_CAMPAIGN_ROUGH_H
#define STANDSTILL_CAMPAIGN_ROUGH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "standstill/base.h"

enum { AXES = 3, TERMS = 6, ELEMENTS = 5, DIRECTIONS = 64, FACETS = 24 };

/* ---- functions ------------------------------------------------------------------------------- */

typedef struct rough_term {
  int c, power[AXES]; /* c in hundredths; */
  int of, w, b;       /* sin(w/100 x_of + b/100), of < 0: a monomial */
} rough_term;

typedef struct rough_function {
  int count;
  rough_term term[TERMS];
} rough_function;

/* The value, and the derivative by x_d where d >= 0. */
static inline double rough_value(const rough_function *f, const double *x, int d) {
  double sum = 0;
  for (int i = 0; i < f->count; i++) {
    const rough_term *t = &f->term[i];
    double v = t->c / 100.0;
    if (t->of >= 0) {
      const double at = t->w / 100.0 * x[t->of] + t->b / 100.0;
      v *= d < 0 ? sin(at) : d == t->of ? t->w / 100.0 * cos(at) : 0;
    }
    for (int j = 0; t->of < 0 && j < AXES; j++) {
      const int p = t->power[j];
      if (d == j)
        v *= p ? p * pow(x[j], p - 1) : 0;
      else if (p)
        v *= pow(x[j], p);
    }
    sum += v;
  }
  return sum;
}

static inline void rough_print(const rough_function *f, ss_text *out) {
  ss_text_add(out, "0");
  for (int i = 0; i < f->count; i++) {
    const rough_term *t = &f->term[i];
    ss_text_addf(out, " + (%d/100)", t->c);
    if (t->of >= 0) ss_text_addf(out, "*sin((%d/100)*x%d + (%d/100))", t->w, t->of, t->b);
    for (int j = 0; t->of < 0 && j < AXES; j++)
      if (t->power[j]) ss_text_addf(out, "*x%d^%d", j, t->power[j]);
  }
}

/* ---- machines -------------------------------------------------------------------------------- */

typedef enum rough_kind {
  ROUGH_FRICTION,
  ROUGH_DISK,
  ROUGH_CLUTCH,
  ROUGH_CONTACT,
  ROUGH_SLIDER
} rough_kind;

typedef struct rough_element {
  rough_kind kind;
  int side;                   /* gap = side (x_last - phi) */
  rough_function phi, normal; /* of surfaces; of known normal forces */
  rough_function slip[AXES];  /* w_T; a disk slips along x0 and x1 */
  int mu;                     /* hundredths */
} rough_element;

typedef struct rough_machine {
  int n, elements;
  rough_function force[AXES];
  rough_element element[ELEMENTS];
  int reach; /* the region is |x_i| <= reach */
} rough_machine;

static inline int rough_draw(uint64_t *seed, int low, int high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (int)((*seed >> 33) % (uint64_t)(high - low + 1));
}

/* Terms of the first `axes` coordinates: monomials up to the third degree, sines. */
static inline void rough_draw_terms(rough_function *f, int terms, int size, int axes,
                                    uint64_t *seed) {
  for (int i = 0; i < terms && f->count < TERMS && axes > 0; i++) {
    rough_term t = {.c = rough_draw(seed, -size, size), .of = -1};
    if (rough_draw(seed, 0, 1)) {
      t.of = rough_draw(seed, 0, axes - 1);
      t.w = rough_draw(seed, 50, 900);
      t.b = rough_draw(seed, -300, 300);
    } else {
      for (int d = rough_draw(seed, 1, 3); d > 0; d--) t.power[rough_draw(seed, 0, axes - 1)]++;
    }
    if (t.c) f->term[f->count++] = t;
  }
}

static inline void rough_add_constant(rough_function *f, int c) {
  if (c && f->count < TERMS) f->term[f->count++] = (rough_term){.c = c, .of = -1};
}

static inline void rough_draw_slip(const rough_machine *m, rough_element *e, uint64_t *seed) {
  const bool single = rough_draw(seed, 0, 1);
  const int axis = rough_draw(seed, 0, m->n - 1);
  for (int j = 0; j < m->n; j++) {
    rough_add_constant(&e->slip[j], single ? 100 * (j == axis) : rough_draw(seed, -100, 100));
    if (!single && rough_draw(seed, 0, 2) == 0) rough_draw_terms(&e->slip[j], 1, 40, m->n, seed);
  }
  rough_add_constant(&e->slip[axis], 10); /* not all 0 */
}

static inline void rough_draw_element(rough_machine *m, rough_kind kind, uint64_t *seed) {
  rough_element *e = &m->element[m->elements++];
  *e = (rough_element){.kind = kind, .side = 1, .mu = rough_draw(seed, 5, 120)};
  if (kind == ROUGH_DISK) {
    rough_add_constant(&e->slip[0], 100);
    rough_add_constant(&e->slip[1], 100);
  } else {
    rough_draw_slip(m, e, seed);
  }
  if (kind == ROUGH_FRICTION || kind == ROUGH_DISK) {
    rough_add_constant(&e->normal, rough_draw(seed, 20, 200));
    if (rough_draw(seed, 0, 1)) rough_draw_terms(&e->normal, 2, 60, m->n, seed);
  }
  if (kind == ROUGH_SLIDER || kind == ROUGH_CONTACT) {
    if (rough_draw(seed, 0, 3) == 0) e->mu = 0;
    rough_draw_terms(&e->phi, 2, 40, m->n - 1, seed);
    rough_add_constant(&e->phi, rough_draw(seed, -80, 20));
  }
}

static inline void rough_draw_machine(rough_machine *m, uint64_t *seed) {
  *m = (rough_machine){.n = (2 + rough_draw(seed, 0, 4)) / 2, .reach = rough_draw(seed, 1, 3)};
  const int surface = rough_draw(seed, 0, 3); /* none, slider, contact, two contacts */
  for (int i = 0; i < m->n; i++) {
    rough_term spring = {.c = -rough_draw(seed, 20, 400), .of = -1};
    spring.power[i] = 1;
    m->force[i].term[m->force[i].count++] = spring;
    rough_draw_terms(&m->force[i], rough_draw(seed, 0, 3), 200, m->n, seed);
  }
  if (surface == 1 && m->n > 1) rough_draw_element(m, ROUGH_SLIDER, seed);
  if (surface >= 2) rough_draw_element(m, ROUGH_CONTACT, seed);
  if (surface == 3) { /* a ceiling */
    rough_draw_element(m, ROUGH_CONTACT, seed);
    rough_element *e = &m->element[m->elements - 1];
    e->side = -1;
    rough_add_constant(&e->phi, rough_draw(seed, 60, 140));
  }
  if (surface >= 2) rough_add_constant(&m->force[m->n - 1], -rough_draw(seed, 0, 600));
  if (m->n > 1 && rough_draw(seed, 0, 5) == 0) rough_draw_element(m, ROUGH_DISK, seed);
  for (int f = rough_draw(seed, m->elements ? 0 : 1, m->n); f > 0 && m->elements < ELEMENTS; f--)
    rough_draw_element(m, ROUGH_FRICTION, seed);
  if (rough_draw(seed, 0, 7) == 0 && m->elements < ELEMENTS)
    rough_draw_element(m, ROUGH_CLUTCH, seed);
}

static inline void rough_print_element(const rough_machine *m, int i, ss_text *out) {
  static const char *const words[] = {"friction", "friction", "clutch", "contact", "slider"};
  const rough_element *e = &m->element[i];
  ss_text_addf(out, "%s e%d { ", words[e->kind], i);
  if (e->kind >= ROUGH_CONTACT) {
    ss_text_addf(out, "gap = %s(x%d - (", e->side < 0 ? "-" : "", m->n - 1);
    rough_print(&e->phi, out);
    ss_text_add(out, ")); ");
  }
  ss_text_add(out, "slip = ");
  if (e->kind == ROUGH_DISK) ss_text_add(out, "(x0', x1')");
  for (int j = 0; j < m->n && e->kind != ROUGH_DISK; j++) {
    ss_text_addf(out, "%s(", j ? " + " : "");
    rough_print(&e->slip[j], out);
    ss_text_addf(out, ")*x%d'", j);
  }
  if (e->kind == ROUGH_FRICTION || e->kind == ROUGH_DISK) {
    ss_text_add(out, "; normal = ");
    rough_print(&e->normal, out);
  }
  if (e->kind == ROUGH_CLUTCH)
    ss_text_add(out, "; law = oneway");
  else
    ss_text_addf(out, "; law = %s(%d/100)", e->kind == ROUGH_DISK ? "disk" : "coulomb", e->mu);
  ss_text_add(out, " }\n");
}

static inline void rough_print_machine(const rough_machine *m, ss_text *out) {
  ss_text_add(out, "model \"rough\"\n");
  for (int i = 0; i < m->n; i++) ss_text_addf(out, "%s x%d", i ? "," : "coord", i);
  ss_text_add(out, "\nkinetic = 0");
  for (int i = 0; i < m->n; i++) ss_text_addf(out, " + 1/2*x%d'^2", i);
  for (int i = 0; i < m->n; i++) {
    ss_text_addf(out, "\nforce x%d = ", i);
    rough_print(&m->force[i], out);
  }
  ss_text_add(out, "\n");
  for (int i = 0; i < m->elements; i++) rough_print_element(m, i, out);
  ss_text_add(out, "region r { ");
  for (int i = 0; i < m->n; i++) ss_text_addf(out, "%sabs(x%d) <= %d", i ? "; " : "", i, m->reach);
  ss_text_add(out, " }\n");
}

/* ---- where they rest ------------------------------------------------------------------------- */

typedef struct rough_forces {
  int n, segments, rays;
  double segment[DIRECTIONS][AXES], ray[DIRECTIONS][AXES];
  double load[AXES], unit; /* h; the size of forces */
} rough_forces;

static inline void rough_add_segment(rough_forces *f, const double *w, double length) {
  for (int j = 0; j < f->n; j++) f->segment[f->segments][j] = length * w[j];
  f->segments++;
}

/* -lambda in the disk of radius R: segments all round; `outer`: it is contained, else contains. */
static inline void rough_add_disk(rough_forces *f, double R, bool outer) {
  const double step = M_PI / FACETS;
  /* segments from -w to w make a polygon whose sides are 2 long */
  const double radius = outer ? 1 / tan(step / 2) : 1 / sin(step / 2);
  for (int i = 0; i < FACETS; i++) {
    const double w[AXES] = {cos(i * step), sin(i * step), 0};
    rough_add_segment(f, w, R / radius);
  }
}

/* The forces of one element at x, a slider on `side`; open contacts give none. */
static inline void rough_add_forces(const rough_machine *m, const rough_element *e, const double *x,
                                    int side, bool outer, rough_forces *f) {
  double wT[AXES], wN[AXES];
  for (int j = 0; j < m->n; j++) wT[j] = rough_value(&e->slip[j], x, -1);
  if (e->kind == ROUGH_CLUTCH) memcpy(f->ray[f->rays++], wT, sizeof wT);
  if (e->kind == ROUGH_FRICTION || e->kind == ROUGH_DISK) {
    const double R = e->mu / 100.0 * fmax(0, rough_value(&e->normal, x, -1));
    f->unit = fmax(f->unit, R);
    if (e->kind == ROUGH_DISK)
      rough_add_disk(f, R, outer);
    else
      rough_add_segment(f, wT, R);
  }
  if (e->kind < ROUGH_CONTACT) return;
  for (int j = 0; j < m->n; j++)
    wN[j] = e->side * ((j == m->n - 1) - rough_value(&e->phi, x, j)) * side;
  for (int k = -1; k <= 1; k += 2)
    for (int j = 0; j < m->n; j++) f->ray[f->rays + (k > 0)][j] = wN[j] + k * e->mu / 100.0 * wT[j];
  f->rays += 2;
}

/* v . (-h) - sigma(v), over |v|: how far the needed force is beyond a face; -infinity: no face. */
static inline double rough_excess(const rough_forces *f, const double *v) {
  double size = 0, sum = 0;
  for (int j = 0; j < f->n; j++) size += v[j] * v[j];
  size = sqrt(size);
  if (size < 1e-9) return -INFINITY;
  for (int j = 0; j < f->n; j++) sum -= v[j] * f->load[j];
  for (int i = 0; i < f->segments + f->rays; i++) {
    const double *w = i < f->segments ? f->segment[i] : f->ray[i - f->segments];
    double dot = 0, length = 0;
    for (int j = 0; j < f->n; j++) dot += v[j] * w[j];
    for (int j = 0; j < f->n; j++) length += w[j] * w[j];
    if (i < f->segments)
      sum -= fabs(dot);
    else if (dot > 1e-12 * size * sqrt(length))
      return -INFINITY;
  }
  return sum / size;
}

static inline const double *rough_direction(const rough_forces *f, int i) {
  static const double unit[AXES][AXES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (i < f->segments) return f->segment[i];
  return i < f->segments + f->rays ? f->ray[i - f->segments] : unit[i - f->segments - f->rays];
}

/* The largest excess over all faces, in units of force: > 0 outside, < 0 inside. */
static inline double rough_distance(const rough_forces *f) {
  const int count = f->segments + f->rays + f->n;
  double most = -INFINITY;
  for (int i = 0; i < count; i++) {
    const double *a = rough_direction(f, i);
    for (int k = i + 1; k < (f->n == 3 ? count : i + 2); k++) {
      double v[2][AXES] = {{0}};
      if (f->n == 1) v[0][0] = 1;
      if (f->n == 2) v[0][0] = -a[1], v[0][1] = a[0];
      if (f->n == 3) {
        const double *b = rough_direction(f, k);
        const double la = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        const double lb = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
        for (int j = 0; j < 3 && la > 0 && lb > 0; j++)
          v[0][j] = (a[(j + 1) % 3] * b[(j + 2) % 3] - a[(j + 2) % 3] * b[(j + 1) % 3]) / la / lb;
      }
      for (int j = 0; j < f->n; j++) v[1][j] = -v[0][j];
      most = fmax(most, fmax(rough_excess(f, v[0]), rough_excess(f, v[1])));
    }
  }
  return most / f->unit;
}

/* How far x is from a place to rest, the contacts in the set `closed` (bits) being closed: the
 * least over the sides of sliders. `outer`: disks are a little too large, else too small. */
static inline double rough_excess_at(const rough_machine *m, const double *x, unsigned closed,
                                     bool outer) {
  double least = INFINITY;
  for (int side = -1; side <= 1; side += 2) {
    rough_forces f = {.n = m->n, .unit = 1e-2};
    for (int i = 0; i < m->n; i++) f.load[i] = rough_value(&m->force[i], x, -1);
    for (int i = 0; i < m->n; i++) f.unit = fmax(f.unit, fabs(f.load[i]));
    for (int i = 0; i < m->elements; i++)
      if (m->element[i].kind != ROUGH_CONTACT || closed >> i & 1)
        rough_add_forces(m, &m->element[i], x, m->element[i].kind == ROUGH_SLIDER ? side : 1, outer,
                         &f);
    least = fmin(least, rough_distance(&f));
  }
  return least;
}

/* Is x a place to rest? +1: certainly, by a margin of `margin`; -1: certainly not; 0: too near to
 * tell. */
static inline int rough_rests(const rough_machine *m, const double *x, unsigned closed,
                              double margin) {
  if (rough_excess_at(m, x, closed, false) < -margin) return 1;
  return rough_excess_at(m, x, closed, true) <= margin ? 0 : -1;
}

#endif
