/* print_private.h: what the printers share. */
#ifndef STANDSTILL_PRINT_PRIVATE_H
#define STANDSTILL_PRINT_PRIVATE_H

#include "graph_private.h"

enum { SS_STRENGTH_SUM, SS_STRENGTH_PRODUCT, SS_STRENGTH_POWER, SS_STRENGTH_ATOM };
enum { SS_PRINT_MOST_DEPTH = 1000, SS_PRINT_MOST_LENGTH = 200000 };

/* How strongly the printed form of e binds. */
int ss_print_strength(const ss_graph *graph, ss_expr e);

/* "3", "-1/3", "9.81". */
void ss_print_number(const fmpq *value, ss_text *out);

void ss_print_latex(const ss_graph *graph, ss_expr e, ss_text *out);

#endif
