/* movie.c: a motion as a movie: the ending of the file chooses its kind. */
#include <string.h>

#include "film.h"

typedef enum movie { MOVIE_NONE, MOVIE_HTML, MOVIE_SVG, MOVIE_GIF } movie;

static movie find_kind(const char *file) {
  static const char *const endings[] = {"", ".html", ".svg", ".gif"};
  const size_t n = strlen(file);
  for (int k = MOVIE_HTML; k <= MOVIE_GIF; k++) {
    const size_t m = strlen(endings[k]);
    if (n > m && strcmp(file + n - m, endings[k]) == 0) return (movie)k;
  }
  return MOVIE_NONE;
}

bool ss_show_films(const char *file) {
  return find_kind(file) != MOVIE_NONE;
}

ss_status ss_show_movie(ss_arena *arena, const ss_system *system, const double *parameters,
                        const ss_motion *motion, const char *file) {
  const movie kind = find_kind(file);
  ss_film film;
  if (kind == MOVIE_NONE) return SS_BAD_INPUT;
  ss_status status = ss_film_make(arena, system, parameters, motion, &film);
  if (status != SS_OK || kind == MOVIE_GIF)
    return status == SS_OK ? ss_film_write_gif(&film, file) : status;
  ss_text out;
  ss_text_start(&out);
  status = kind == MOVIE_HTML ? ss_film_write_html(&film, &out) : ss_film_write_svg(&film, &out);
  if (status == SS_OK) status = ss_file_write(file, &out);
  ss_text_stop(&out);
  return status;
}
