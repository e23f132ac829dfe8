/* sweep_private.h: what the files of the room share. */
#ifndef STANDSTILL_SWEEP_PRIVATE_H
#define STANDSTILL_SWEEP_PRIVATE_H

#include "standstill/sweep.h"

/* ---- the question (map.c) -------------------------------------------------------------------- */

/* Everything that decides the content of a map, as lines "key: value": facts, axes, classes, how
 * it is cut into chunks. The caller stops the text. */
void ss_sweep_state_question(const ss_sweep_map *map, const ss_sweep_options *options,
                             ss_text *out);

/* The key of the first line in which two questions differ, into the arena; "" if they are equal. */
const char *ss_sweep_compare_questions(ss_arena *arena, const char *one, const char *other);

/* ---- which points next (plan.c) -------------------------------------------------------------- */

/* Cells of the present level along an axis: cell k spans points cut[k] to cut[k + 1]. */
typedef struct ss_plan_axis {
  size_t cells;
  size_t *cut;
} ss_plan_axis;

typedef struct ss_plan {
  ss_sweep_map *map;
  bool refine;
  size_t round;   /* from 0 */
  size_t count;   /* points of the round */
  uint32_t *list; /* their indices; NULL: all points in order */
  size_t capacity;
  ss_plan_axis axis[2];
  uint8_t *cell;  /* what is known of the cells of the level, cell1 * axis[0].cells + cell0 */
  uint8_t *waits; /* one per point: it is, or was, on a list */
} ss_plan;

/* The first round. SS_MEMORY can happen. */
ss_status ss_plan_start(ss_plan *plan, ss_sweep_map *map, const ss_sweep_options *options);
void ss_plan_stop(ss_plan *plan);

/* All points of the round are known: makes the next one. *more is false when there is none. */
ss_status ss_plan_go_on(ss_plan *plan, bool *more);

/* The index of point k of the round. */
static inline size_t ss_plan_point(const ss_plan *plan, size_t k) {
  return plan->list ? plan->list[k] : k;
}

/* ---- the journal (journal.c) ----------------------------------------------------------------- */

typedef struct ss_journal_record {
  uint32_t round, count, length;
  uint64_t chunk;
  const uint8_t *codes;
  const double *values;
  const char *text; /* `length` bytes; what the task tells of the chunk */
} ss_journal_record;

typedef struct ss_journal {
  int file;           /* -1: none */
  unsigned char *old; /* what was there */
  size_t records, capacity;
  ss_journal_record *record; /* those of `old`, sorted by round and chunk */
  double *values;            /* theirs, aligned */
} ss_journal;

/* Opens or makes the journal. *why: what is wrong, or a remark, or "". */
ss_status ss_journal_open(ss_arena *arena, const ss_sweep_options *options, const char *question,
                          ss_journal *journal, const char **why);
ss_status ss_journal_append(const ss_journal *journal, const ss_journal_record *record);
/* NULL where the journal has none. */
const ss_journal_record *ss_journal_find(const ss_journal *journal, size_t round, size_t chunk);
/* To the disk. */
void ss_journal_flush(const ss_journal *journal);
void ss_journal_close(ss_journal *journal);

/* ---- messages between ranks (mpi.c or alone.c) ----------------------------------------------- */

typedef struct ss_wire ss_wire;

/* The back end of this build. Sends never block; receive is false where nothing has come, and
 * takes messages whole, in a buffer that the caller frees. */
typedef struct ss_wire_table {
  ss_status (*join)(ss_sweep_team *team);
  void (*leave)(void);
  bool (*agree)(bool fine);
  ss_status (*open)(ss_wire **wire);
  void (*close)(ss_wire *wire);
  ss_status (*send)(ss_wire *wire, int to, const void *data, size_t bytes);
  bool (*receive)(ss_wire *wire, int *from, void **data, size_t *bytes);
  ss_sweep_team (*team)(void);
} ss_wire_table;

extern const ss_wire_table ss_sweep_wire;

#define SS_MESSAGE_LIST(X)                                                                         \
  X(HELLO)  /* to rank 0: chunk = how many chunks may be under way, bytes = the question */        \
  X(WORK)   /* from rank 0: count times a, then count times b */                                   \
  X(RESULT) /* to rank 0: count values, then count codes, then a text */                           \
  X(STOP)   /* from rank 0 */

typedef enum ss_message_kind {
#define SS_MESSAGE_ENUM(name) SS_MESSAGE_##name,
  SS_MESSAGE_LIST(SS_MESSAGE_ENUM)
#undef SS_MESSAGE_ENUM
} ss_message_kind;

typedef struct ss_message {
  uint32_t kind, status;
  uint64_t chunk, count;
} ss_message;

/* ---- who works (run.c, crew.c) --------------------------------------------------------------- */

/* Threads that this process should use. */
size_t ss_sweep_threads(const ss_sweep_options *options);

/* threads.c: compute(user) in so many threads, coordinate(user, alone) in this one; back when all
 * have ended. alone: the system granted no other thread. */
void ss_sweep_in_threads(size_t threads, void (*compute)(void *user),
                         void (*coordinate)(void *user, bool alone), void *user);

/* The part of ranks 1 and up: works for rank 0 until it says stop. */
ss_status ss_crew_serve(const ss_sweep_task *task, const ss_sweep_options *options,
                        const char *question);

/* What the task tells of the chunk just classified, in place of what is in the text. */
ss_status ss_sweep_tell(const ss_sweep_task *task, void *worker, ss_text *text);

/* Sleeps a little: the coordinating thread's rhythm. */
void ss_sweep_doze(double seconds);

#endif
