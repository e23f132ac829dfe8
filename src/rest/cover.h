/* cover.h: every place of a box where a machine can rest, up to small cells. */
#ifndef STANDSTILL_REST_COVER_H
#define STANDSTILL_REST_COVER_H

#include "judge.h"

/* What is known of a cell, a leaf of the tree. */
enum {
  SS_CELL_OUTSIDE = SS_BOXES_OWN, /* nothing rests here */
  SS_CELL_INSIDE,                 /* everything does */
  SS_CELL_GRAPH                   /* what does lies on one graph or is one point, and it does */
};

/* What else is known of a cell. A PATCH of a cell is a box around it in which what rests, in the
 * only case that is left in the cell, is connected; a SPINE goes through it over all coordinates
 * but those of `along`, with the force `fixed` held at a value (patch.c). */
typedef struct ss_cell {
  unsigned char ways, joint; /* ss_judge_list_ways */
  bool member;               /* something certainly rests in it */
  bool tried, patched;
  bool labelled; /* what rests in it is connected, with what rests in cells that touch (ways.c) */
  unsigned along;
  size_t only; /* the only case that is left; SIZE_MAX: there are several */
  size_t fixed;
  double fixed_at;
} ss_cell;

/* A connected union of cells that are not outside: what rests in it is apart from all the rest. */
typedef struct ss_component {
  size_t cell;           /* the lowest one, its name */
  size_t inside;         /* cells */
  size_t largest;        /* the largest cell inside; SIZE_MAX: none */
  double *lo, *hi;       /* k: what rests here lies within, an angle perhaps beyond the box; */
  double *in_lo, *in_hi; /* and reaches at least from here to here; NAN: not known */
  bool certain;          /* something rests here, certainly */
  bool connected;        /* it is a connected set, certainly */
  bool point;            /* it is a single point, certainly */
  bool empty;            /* nothing is left of it */
  bool round;            /* it goes all round a turn */
} ss_component;

typedef struct ss_cover {
  ss_judge judge;
  const ss_patterns *patterns;
  ss_boxes_tree tree;
  double *push;   /* n per case: the last one that refuted it, if there was one: */
  bool *pushed;   /* per case */
  size_t *group;  /* per node: the component's number; SIZE_MAX: none */
  double *tight;  /* 2 k per node: the cell, or what is left of it by Newton's method */
  ss_cell *info;  /* per node */
  double *patch;  /* 2 k per node: the box of its patch, if it has one */
  size_t room;    /* nodes that these have room for */
  uint64_t *pair; /* answers about pairs of cells (patch.c) */
  size_t pairs, pair_room;
  size_t count;
  ss_component *component;
  bool whole;   /* every cell was tested: outside of the components nothing rests */
  size_t boxes; /* tests */
  double cell;  /* the largest side of an open cell, in widths of the box */
} ss_cover;

/* A leaf in which something may rest? */
static inline bool ss_cover_is_cell(const ss_boxes_tree *tree, size_t i) {
  return !tree->node[i].child && tree->node[i].fact != SS_CELL_OUTSIDE;
}

enum { SS_COVER_COORDINATES_MOST = 3 }; /* that matter */

/* What one look at a box showed. */
typedef struct ss_look {
  size_t open, graphs; /* cases */
  bool tight;          /* `box` is one */
  double *box;         /* 2 k: what is left of the cell in the only case */
  unsigned char ways, joint;
  unsigned solved; /* bits: coordinates that were unknowns in the last case that is left */
  size_t only;     /* the case that is open or a graph; SIZE_MAX: none, or several */
  bool point;      /* a graph over nothing */
  bool member;     /* something certainly rests in the cell */
} ss_look;

/* The fact about a box, in all cases; l->box must be there. */
uint32_t ss_cover_look(ss_cover *cover, const double *lo, const double *hi, ss_look *l);

/* Covers the box of the search. `share`: cells at the boundary are at most this share of their
 * component's largest extent, as far as `boxes_most` tests suffice. */
ss_status ss_cover_create(ss_arena *arena, ss_search *search, ss_walker *walker,
                          const ss_patterns *patterns, double share, size_t boxes_most,
                          ss_cover *cover);
void ss_cover_destroy(ss_cover *cover);

/* ---- patch.c --------------------------------------------------------------------------------- */

/* Looks for the patch of a cell, once. */
void ss_cover_patch(ss_cover *cover, size_t cell);

/* Is what rests in the patches of two cells that touch connected with each other, certainly? */
bool ss_cover_joins(ss_cover *cover, size_t a, size_t b);

/* Does something of the patch of cell a rest in cell b, which touches it, certainly? */
bool ss_cover_enters(ss_cover *cover, size_t a, size_t b);

/* ---- ways.c ---------------------------------------------------------------------------------- */

/* Tells of each component whether it is connected; cells in which nothing can rest after all become
 * outside ones. */
ss_status ss_cover_connect(ss_cover *cover);

/* ---- ends.c ---------------------------------------------------------------------------------- */

/* Brings the ends of every component, from both sides, to within `tolerance` of its extent as far
 * as `looks_most` looks suffice; components of which that leaves nothing are empty. */
ss_status ss_cover_sharpen(ss_cover *cover, double tolerance, size_t looks_most);

/* ---- shape.c --------------------------------------------------------------------------------- */

/* The component that holds z, an angle being turned into the box; SIZE_MAX: nothing rests there. */
size_t ss_cover_locate(const ss_cover *cover, const double *z);

/* An equilibrium within `reach` of the box of z, certainly: it lies from lo to hi (k each), which
 * are z itself where no coordinate has to be solved for. False if none is shown. */
bool ss_cover_enclose_member(ss_cover *cover, const double *z, double reach, double *lo,
                             double *hi);

/* Does something rest at z, or so near to it that `reach` of the box is not exceeded, certainly? */
bool ss_cover_verify(ss_cover *cover, const double *z, double reach);

/* Sorts the pieces by component, which becomes their group: wrong ones are dropped. */
void ss_cover_assign(ss_cover *cover, ss_pieces *pieces);

/* Explores certain components that no start has led to, from a member; pieces are sorted again. */
ss_status ss_cover_seek(ss_cover *cover, ss_pieces *pieces);

/* Asked about by ss_pieces_verify, pieces of a certain component that failed are dropped; certain
 * components without a piece get one. */
ss_status ss_cover_shape(ss_cover *cover, ss_pieces *pieces);

/* ---- nonlinear.c ----------------------------------------------------------------------------- */

/* The sets as a cover and walks tell them. The cover, which must be destroyed, after a failure too,
 * is the one that they come from. */
ss_status ss_cover_decide(ss_pieces *pieces, ss_arena *arena, const ss_rest_options *options,
                          ss_cover *cover, ss_rest_sets *sets);

#endif
