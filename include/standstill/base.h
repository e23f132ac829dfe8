/* base.h: status and verdict, arena memory, diagnostics.
 *
 * STATUS answers "did it run?", VERDICT answers "what is true?"; the two are never merged.
 * The library never prints and never exits: what a person should read is a diagnostic.
 */
#ifndef STANDSTILL_BASE_H
#define STANDSTILL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- status ---------------------------------------------------------------------------------- */

/* One list: name, exit code of the command line, text. */
#define SS_STATUS_LIST(X)                                                                          \
  X(OK, 0, "done")                                                                                 \
  X(BAD_INPUT, 2, "the input is wrong")                                                            \
  X(BAD_ARGUMENT, 2, "an argument is outside its range")                                           \
  X(IO, 2, "a file could not be read or written")                                                  \
  X(MEMORY, 3, "out of memory")                                                                    \
  X(LIMIT, 3, "a limit was hit")                                                                   \
  X(NO_CONVERGENCE, 3, "no solution was found to the tolerance")                                   \
  X(SINGULAR, 3, "a matrix that must be invertible is singular")

typedef enum ss_status {
#define SS_STATUS_ENUM(name, code, text) SS_##name,
  SS_STATUS_LIST(SS_STATUS_ENUM)
#undef SS_STATUS_ENUM
      SS_STATUS_COUNT
} ss_status;

/* The name ("SS_LIMIT"), the sentence, and the exit code of the command line of a status. */
const char *ss_status_name(ss_status status);
const char *ss_status_text(ss_status status);
int ss_status_exit_code(ss_status status);

/* ---- verdict --------------------------------------------------------------------------------- */

typedef enum ss_verdict { SS_UNKNOWN, SS_PROVED, SS_REFUTED } ss_verdict;

/* "unknown", "proved", "refuted". */
const char *ss_verdict_text(ss_verdict verdict);

/* ---- time ------------------------------------------------------------------------------------ */

/* Seconds since some moment, for limits of time; whether such a moment has come, 0 being never. */
double ss_clock(void);
bool ss_clock_is_past(double moment);

/* ---- arena ----------------------------------------------------------------------------------- */

/* Memory that is freed as a whole, or back to a mark. Blocks are zeroed and aligned to 64 bytes
 * (a cache line, a vector register). */
typedef struct ss_arena ss_arena;

typedef struct ss_arena_mark {
  void *chunk;
  size_t used;
  void *deferred;
} ss_arena_mark;

/* NULL when memory is out. */
ss_arena *ss_arena_create(void);
void ss_arena_destroy(ss_arena *arena);

/* Zeroed memory for `count` items of `size` bytes; NULL when memory is out or the product
 * overflows. A zero count gives a valid pointer. */
void *ss_arena_alloc(ss_arena *arena, size_t count, size_t size);

/* The typed form: ss_arena_new(arena, 12, double). */
#define ss_arena_new(arena, count, type) ((type *)ss_arena_alloc((arena), (count), sizeof(type)))

/* A copy of the first `length` bytes of text, with a terminating zero. */
char *ss_arena_copy_text(ss_arena *arena, const char *text, size_t length);

/* printf into the arena. */
char *ss_arena_format(ss_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* destroy(object) will be called when the arena is released to a mark that stands before this call,
 * or destroyed: the last deferred first, before any memory goes. For what an arena owns and cannot
 * hold. False when memory is out: nothing is deferred then. */
bool ss_arena_defer(ss_arena *arena, void (*destroy)(void *object), void *object);

/* Everything allocated after the mark is freed by the release. */
ss_arena_mark ss_arena_get_mark(const ss_arena *arena);
void ss_arena_release(ss_arena *arena, ss_arena_mark mark);

/* Bytes handed out so far. */
size_t ss_arena_bytes(const ss_arena *arena);

/* ---- growing text ---------------------------------------------------------------------------- */

/* A string that grows. After a failure (memory) it stays what it was and `failed` is set, so that
 * a printer checks once, at its end. */
typedef struct ss_text {
  char *data; /* always zero-terminated, never NULL after ss_text_start */
  size_t length, capacity;
  bool failed;
} ss_text;

void ss_text_start(ss_text *text);
void ss_text_stop(ss_text *text);
void ss_text_add(ss_text *text, const char *piece);
void ss_text_add_bytes(ss_text *text, const char *piece, size_t length);
void ss_text_addf(ss_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Columns that a UTF-8 string takes on a terminal (code points). */
size_t ss_text_columns(const char *utf8);

/* ---- fingerprints ---------------------------------------------------------------------------- */

/* SHA-256 of the bytes, as 64 hexadecimal digits and a zero. */
void ss_sha256(const void *bytes, size_t length, char hexadecimal[65]);

/* ---- files ----------------------------------------------------------------------------------- */

/* A file under construction. It is made without a name, or under one that nobody can guess, in the
 * folder where it will stand, and gets its name when it is whole: whatever fails, and whenever the
 * program dies, what stood there before stands there still. What is no regular file (a pipe, a
 * device) gets the bytes when all of them are there. */
typedef struct ss_file ss_file;

/* SS_IO: the file cannot be made or may not be replaced; errno says why. */
ss_status ss_file_begin(const char *path, ss_file **file);

/* Appends. A failure is remembered: the first one counts, and ss_file_end tells it. */
void ss_file_add(ss_file *file, const void *bytes, size_t length);

/* The bytes of another file under construction, which is gone then; and whether something failed,
 * so that going on makes no sense. */
void ss_file_add_file(ss_file *file, ss_file *other);
bool ss_file_has_failed(const ss_file *file);

/* Puts the file in place. SS_IO: it could not be written, errno says why. Frees the handle, as
 * ss_file_cancel does, which leaves no trace. */
ss_status ss_file_end(ss_file *file);
void ss_file_cancel(ss_file *file);

/* All in one. SS_MEMORY where the text has failed. */
ss_status ss_file_write(const char *path, const ss_text *text);

/* Are both names of one file that exists? */
bool ss_file_is_same(const char *one, const char *other);

/* The first SS_FILE_BLOCK bytes of a sealed file: the line "format length SHA-256", the length that
 * of the file, the check of all that follows the block; then zeros. HDF5 leaves them alone
 * (H5Pset_userblock). */
enum { SS_FILE_BLOCK = 512 };

/* Writes the block of a file whose other bytes are all there. */
void ss_file_seal(ss_file *file, const char *format);

/* SS_IO: it cannot be read; SS_BAD_INPUT: it is not what was sealed. *why says it in a phrase; NULL
 * where it is no file of the format at all. */
ss_status ss_file_check_seal(const char *path, const char *format, const char **why);

/* A new HDF5 file (a hid_t; negative: failed), which puts its bytes into `file`, behind an empty
 * first block where it will be sealed. HDF5 is not told when a disk is full, because it cannot
 * close what it cannot write and breaks down at the end of the program: ss_file_end tells it.
 * Errors of HDF5 are not printed from here to the closing, which is due before ss_file_seal and
 * ss_file_end. */
int64_t ss_file_open_hdf5(ss_file *file, bool sealed);
void ss_file_close_hdf5(ss_file *file);

/* ---- small dense matrices -------------------------------------------------------------------- */

/* The Cholesky factor L of a symmetric A = L L^T (by columns, lower triangle; L may be A).
 * SS_SINGULAR if A is not positive definite, SS_BAD_ARGUMENT if an entry is not finite. */
ss_status ss_matrix_factor(size_t n, const double *A, double *L);

/* X = A^-1 X for the factor of A; X is n x columns, by columns. */
void ss_matrix_solve(size_t n, const double *L, size_t columns, double *X);

/* The eigenvalues re + i im of any A, in no order; A is overwritten. */
ss_status ss_matrix_spectrum(size_t n, double *A, double *re, double *im);

/* The eigenvalues of a symmetric A in ascending order; A is overwritten. */
ss_status ss_matrix_eigenvalues(size_t n, double *A, double *values);

/* ---- steps in time --------------------------------------------------------------------------- */

enum { SS_RUNGE_KUTTA_STAGES = 13 };

/* An explicit Runge-Kutta pair: runge_kutta.c says how it is used. */
typedef struct ss_runge_kutta {
  double node[SS_RUNGE_KUTTA_STAGES], weight[SS_RUNGE_KUTTA_STAGES],
      embedded[SS_RUNGE_KUTTA_STAGES], matrix[SS_RUNGE_KUTTA_STAGES][SS_RUNGE_KUTTA_STAGES];
} ss_runge_kutta;

/* Of order 8 with an embedded one of order 7 (Prince & Dormand 1981). */
extern const ss_runge_kutta ss_prince_dormand;

/* ---- diagnostics ----------------------------------------------------------------------------- */

typedef enum ss_severity { SS_ERROR, SS_WARNING } ss_severity;

/* A stretch of a source text: byte offset and length. */
typedef struct ss_span {
  uint32_t offset, length;
} ss_span;

/* The place of what stands in no text: a setting of the command line, what could not be read. */
#define SS_NOWHERE ((ss_span){UINT32_MAX, 0})

typedef struct ss_diagnostic {
  ss_severity severity;
  ss_status status;    /* what kind of failure it is: SS_BAD_INPUT, SS_LIMIT, … */
  const char *file;    /* as the user named it */
  uint32_t line;       /* from 1; 0: concerns the file as a whole */
  uint32_t column;     /* from 1, in characters */
  uint32_t length;     /* of the marked stretch, in characters, at least 1 */
  const char *source;  /* the whole source line, or NULL */
  const char *message; /* one sentence, lower case, no full stop */
  const char *hint;    /* "did you mean 'phi'?", or NULL */
} ss_diagnostic;

/* A text that was made from another: where its stretches come from. */
typedef struct ss_text_map {
  const char *text; /* the other one: its lines are told */
  size_t length;
  /* Puts the stretch of the other text in place of *where; a note for the message, or NULL. */
  const char *(*find)(void *user, ss_span *where);
  void *user;
} ss_text_map;

/* A list of diagnostics about one source text. */
typedef struct ss_diagnostics {
  ss_arena *arena; /* owns the messages */
  const char *file;
  const char *text; /* the source, not owned */
  size_t text_length;
  const ss_text_map *map; /* where the source comes from; NULL: it is what the user wrote */
  ss_diagnostic *items;
  size_t count, capacity;
  size_t errors;       /* how many of them are errors */
  size_t left_out;     /* items beyond SS_DIAGNOSTICS_MOST */
  size_t seen_offset;  /* where the last item's line begins, and its number: */
  size_t seen_line;    /* the next item counts on from there */
  ss_diagnostic spill; /* takes the items that are left out */
} ss_diagnostics;

enum { SS_DIAGNOSTICS_MOST = 100 };

void ss_diagnostics_start(ss_diagnostics *list, ss_arena *arena, const char *file, const char *text,
                          size_t text_length);

/* Adds a diagnostic and returns it (never NULL: a full list returns its spill), so that the
 * caller may set the hint. */
ss_diagnostic *ss_diagnostics_add(ss_diagnostics *list, ss_severity severity, ss_span where,
                                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sorted by position, then every item printed (file:line:column: error: message, source line, caret
 * line with the hint), then how many were left out. */
void ss_diagnostics_print(ss_diagnostics *list, ss_text *out);

/* The candidate nearest to `name` by edit distance, or NULL if none is near. */
const char *ss_nearest_name(const char *name, size_t count, const char *const *candidates);

#ifdef __cplusplus
}
#endif

#endif
