/* chain.h: the model of a planar chain of links, for a benchmark and a test.
 *
 * Link i hangs from the lower end of link i-1, the first one from the origin: mass m_i, length l_i,
 * inertia J_i about its centre. Its coordinate is its angle from the vertical, or from the link
 * above.
 */
#ifndef STANDSTILL_BENCH_CHAIN_H
#define STANDSTILL_BENCH_CHAIN_H

#include "standstill/base.h"

typedef enum angles { FROM_THE_VERTICAL, FROM_LINK_TO_LINK } angles;

static inline void write_link(ss_text *out, int i, angles kind) {
  ss_text_addf(out, "param m%d = 1\nparam l%d = 1\nparam J%d = 1/12\ncoord q%d\n", i, i, i, i);
  if (i == 1 || kind == FROM_THE_VERTICAL)
    ss_text_addf(out, "let a%d = q%d\n", i, i);
  else
    ss_text_addf(out, "let a%d = a%d + q%d\n", i, i - 1, i);
  /* its lower end hangs below that of the link above, its centre halfway */
  ss_text_addf(out, "let x%d = x%d + l%d*sin(a%d)\n", i, i - 1, i, i);
  ss_text_addf(out, "let y%d = y%d - l%d*cos(a%d)\n", i, i - 1, i, i);
  ss_text_addf(out,
               "body link%d { mass = m%d; inertia = J%d; gravity = (0, -g)\n"
               "  at = ((x%d + x%d)/2, (y%d + y%d)/2, a%d) }\n",
               i, i, i, i - 1, i, i - 1, i, i);
}

static inline void write_chain(ss_text *out, int links, angles kind) {
  ss_text_add(out, "param g = 9.81\nlet x0 = 0\nlet y0 = 0\n");
  for (int i = 1; i <= links; i++) write_link(out, i, kind);
}

#endif
