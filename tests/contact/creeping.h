/* creeping.h: a body on three legs that cannot quite stick.
 *
 * Nine contact directions, six coordinates: c must lie in the range of W^T for all legs to stick.
 * If it is off by a little, legs slip at the bound of friction with velocities of that size, which
 * is far below those that the contact problem stops.
 */
#ifndef TESTS_CONTACT_CREEPING_H
#define TESTS_CONTACT_CREEPING_H

#include "spatial_support.h"

enum { LEGS = 3, COORDINATES = 6, DIRECTIONS = 3 * LEGS };

static inline heap_problem make_legs(double mu) {
  heap_problem p = make_problem(LEGS);
  for (size_t i = 0; i < LEGS; i++)
    p.contact[i] = (ss_contact){.kind = SS_ELEMENT_CONTACT, .law = {SS_LAW_DISK, {mu}}};
  settle(&p);
  return p;
}

/* From a run of models/three-leg-stool.still in steps of 5e-4, at t = 2.0625: the lower triangle of
 * G by columns, and c. */
static inline heap_problem make_stool(void) {
  static const double lower[] = {
      0.58333323699917461,  0.47062179121807207,   0.34466337371219868,   0.083332951555645712,
      0.47062182929250346,  0.34466351129967127,   0.08333366694478575,   0.47062158193757048,
      0.34466333014724854,  1.3581099086861685,    -0.1191718404536849,   0.063175174988051655,
      1.1239897597019353,   -0.01599732108269256,  -0.53379845142894045,  1.3304010163251418,
      0.13516966299132849,  1.4335568543146571,    -0.57990170736404767,  0.20050836860409529,
      1.2926772887424192,   0.23523993366886189,   -0.081337265785753191, 1.0862653167300722,
      0.58333266611193002,  0.063175248858054103,  -0.5799018942841293,   0.083333381501283596,
      0.063175155032428057, -0.57990152418570862,  1.5179011082402869,    0.026915727239685671,
      -0.53379856337378961, 1.1706092239721291,    -0.22742493954978113,  1.2737662256477831,
      0.23523998300191851,  -0.010918505175486596, 1.2460573945265871,    0.58333409689013416,
      -0.53379822219218964, 0.23523979405479928,   1.3114889830729715,    0.092256113214616839,
      1.4801769200368944,
  };
  static const double c[DIRECTIONS] = {
      -0.0060860762163489571, -1.933096714305854e-10, 2.1564572780972617e-10,
      -0.0056821719865022859, 4.0325939452485392e-10, -1.1152562357828816e-10,
      -0.0066944485242358106, -2.86717117727246e-10,  -1.5895553466684799e-10};
  heap_problem p = make_legs(0.5);
  const double *next = lower;
  for (size_t j = 0; j < DIRECTIONS; j++)
    for (size_t i = j; i < DIRECTIONS; i++)
      p.G[i + DIRECTIONS * j] = p.G[j + DIRECTIONS * i] = *next++;
  memcpy(p.c, c, sizeof c);
  return p;
}

/* The directions of a leg whose tip is at x from the centre of mass: normal, two slips. */
static inline void write_leg(const double x[3], double *W) {
  const double rows[3][COORDINATES] = {
      {0, 0, 1, x[1], -x[0], 0}, {1, 0, 0, 0, x[2], -x[1]}, {0, 1, 0, -x[2], 0, x[0]}};
  memcpy(W, rows, sizeof rows);
}

/* A body with random legs and inertia that comes down on all of them; `off` is how far c is from
 * the range of G, relative to its own size. */
static inline heap_problem draw_creeping(random_source *source, double mu, double off) {
  heap_problem p = make_legs(mu);
  double W[DIRECTIONS * COORDINATES], inverse[COORDINATES], v[COORDINATES], size = 0;
  for (size_t i = 0; i < LEGS; i++) {
    const double angle = 2 * M_PI * (double)i / LEGS + draw_between(source, -0.5, 0.5);
    const double x[3] = {cos(angle), sin(angle), -draw_between(source, 1, 2)};
    write_leg(x, W + 3 * COORDINATES * i);
  }
  for (size_t k = 0; k < COORDINATES; k++) {
    inverse[k] = draw_between(source, 1, k < 3 ? 1 : 3);
    v[k] = 0.02 * draw_normal(source) - (k == 2);
  }
  for (size_t i = 0; i < DIRECTIONS; i++) {
    for (size_t k = 0; k < COORDINATES; k++) p.c[i] += W[COORDINATES * i + k] * v[k];
    for (size_t j = 0; j < DIRECTIONS; j++)
      for (size_t k = 0; k < COORDINATES; k++)
        p.G[i + DIRECTIONS * j] += W[COORDINATES * i + k] * inverse[k] * W[COORDINATES * j + k];
    size += p.c[i] * p.c[i];
  }
  for (size_t i = 0; i < DIRECTIONS; i++) p.c[i] += off * sqrt(size) * draw_normal(source);
  return p;
}

#endif
