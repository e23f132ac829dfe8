/* chart.h: what the files of the command `chart` share. */
#ifndef STANDSTILL_CLI_CHART_H
#define STANDSTILL_CLI_CHART_H

#include "map.h"
#include "standstill/reach.h"

typedef struct ss_chart_test ss_chart_test;

typedef struct ss_chart_request {
  ss_map_request map; /* first: a pointer to it is one to the chart */
  ss_cli_loop loop;
  const char *from;
  const char *parameter[2];
  const ss_chart_test *test;
  ss_reach_options options; /* simulate */
  uint8_t first;            /* class of the test's first own one */
  uint8_t invalid;          /* class of a point where there is no model */
  uint8_t failed;           /* the test could not be done */
} ss_chart_request;

/* A model at a point of the chart. */
typedef struct ss_chart_point {
  const ss_chart_request *chart;
  ss_arena *arena;
  ss_model *model;
  ss_system *system;
  double *parameters, *q, *u;
} ss_chart_point;

/* What can be charted: its word, what its value is, its classes, and the class of a point. */
struct ss_chart_test {
  const char *word, *value;
  int (*prepare)(ss_chart_request *chart);
  ss_status (*run)(const ss_chart_point *point, uint8_t *code, double *value);
};

extern const ss_chart_test ss_chart_rest, ss_chart_contains; /* chart_rest.c */

/* The test of that word; NULL: none. The words, with commas, are in `words` for a message. */
const ss_chart_test *ss_chart_find_test(const char *word);
extern const char ss_chart_words[];

/* The model with the two parameters at (a, b), its equations and its state. SS_BAD_INPUT: there is
 * none. */
ss_status ss_chart_open_point(const ss_chart_request *chart, ss_arena *arena, double a, double b,
                              ss_chart_point *point);
void ss_chart_close_point(ss_chart_point *point);

ss_sweep_task ss_chart_task(const ss_chart_request *chart);

#endif
