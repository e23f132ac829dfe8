/* film_studio.h: what is at hand while a film is made. */
#ifndef STANDSTILL_SHOW_FILM_STUDIO_H
#define STANDSTILL_SHOW_FILM_STUDIO_H

#include "film.h"

typedef struct ss_film_studio {
  ss_arena *arena;
  const ss_system *system;
  const double *parameters;
  const ss_motion *motion;
  ss_film *film;
  ss_tape *tape; /* places and radii of all drawings, then J of the arrows */
  double *work;
  ss_system_tape along; /* W_N, W_T: along which the forces of the arrows act */
  double *along_work;
  size_t along_at;  /* the sample that they are of */
  double *force;    /* one for each coordinate */
  size_t *first;    /* of a drawing's places among the outputs */
  size_t *jacobian; /* of an arrow's J */
  size_t outputs, places;
  double *raw; /* frames x outputs */
  double size; /* of the whole */
} ss_film_studio;

/* ---- film_arrows.c --------------------------------------------------------------------------- */

/* Compiles what the arrows need, once for all of them. */
ss_status ss_film_begin_arrows(ss_film_studio *s);
void ss_film_end_arrows(ss_film_studio *s);

/* Foot and force of an arrow in a frame; the force is scaled when all are known. */
void ss_film_find_arrow(ss_film_studio *s, size_t drawing, size_t frame, size_t sample,
                        double *out);

/* Forces become lengths: the largest is a quarter of the picture. */
void ss_film_scale_arrows(const ss_film_studio *s, double *number);

#endif
