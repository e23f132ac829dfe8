/* basin.h: what the files of the command `basin` share. */
#ifndef STANDSTILL_CLI_BASIN_H
#define STANDSTILL_CLI_BASIN_H

#include "map.h"
#include "picture.h"
#include "standstill/reach.h"

typedef struct ss_basin {
  ss_map_request map; /* first: a pointer to it is one to the basin */
  ss_cli_loop loop;
  ss_system *system;
  double *parameters, *q, *u; /* the base state */
  size_t axis[2];             /* of the plane: i is coordinate i, n + i its velocity */
  size_t region;              /* index among the model's regions; SIZE_MAX: none */
  ss_reach_options options;   /* without region: each thread has a model of its own */
  ss_rest_sets sets;
  uint8_t set_code[SS_SWEEP_CLASSES_MOST]; /* class of each rest set */
  uint8_t elsewhere;                       /* rests, in no known set */
  uint8_t code[SS_REACH_COUNT];            /* class of every other end */
  double page[4];                          /* the ranges of the axes */
  ss_picture picture;
} ss_basin;

/* One thread's part: a model, its equations, an engine. */
typedef struct ss_basin_worker ss_basin_worker;

/* *why: a phrase after a failure. */
ss_status ss_basin_open(const ss_basin *basin, const ss_reach_options *options,
                        ss_basin_worker **worker, const char **why);
void ss_basin_close(ss_basin_worker *worker);
ss_reach *ss_basin_reach(const ss_basin_worker *worker);

/* The start at a point of the plane, consistent with the contacts; false if it cannot be. */
bool ss_basin_start(const ss_basin_worker *worker, double a, double b, double *q, double *u);

/* Classes and times of points. */
ss_status ss_basin_classify(ss_basin_worker *worker, size_t count, const double *a, const double *b,
                            uint8_t *codes, double *times);

/* The task of a sweep. */
ss_sweep_task ss_basin_task(const ss_basin *basin);

/* --check K: points of the map once more, by events. --edge: crossings along a line, by events. */
int ss_basin_check(ss_basin *basin);
int ss_basin_read_edge(const ss_basin *basin, double line[4]);
int ss_basin_find_edges(ss_basin *basin);

/* --plot: what goes with it is read before the sweep, drawn after it. */
int ss_basin_read_picture(ss_basin *basin);
int ss_basin_draw(ss_basin *basin);

#endif
