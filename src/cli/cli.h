/* cli.h: the frame that every command of `standstill` plugs into.
 *
 * A command is one file, command_<name>.c, that defines one constant ss_command: its name, the
 * table of its options and the function that runs it. Parsing, `--help`, error messages and the
 * man page's test all read that table, so an option is written down once. To add a command: write
 * the file, declare its constant at the end of this header, name it in the list in commands.c and
 * give it a section in man/standstill.1.
 */
#ifndef STANDSTILL_CLI_H
#define STANDSTILL_CLI_H

#include <stdio.h>
#include <time.h>

#include "standstill/study.h"

/* ---- options --------------------------------------------------------------------------------- */

typedef enum ss_option_kind {
  SS_OPTION_SWITCH,   /* --json */
  SS_OPTION_TEXT,     /* --out FILE; the last one given counts */
  SS_OPTION_REPEATED, /* --set NAME=VALUE; all of them count */
  SS_OPTION_INTEGER,  /* --threads N; an integer from 1 to 1,000,000,000 */
  SS_OPTION_REAL      /* --time T; a finite decimal number */
} ss_option_kind;

typedef struct ss_option {
  const char *name; /* without the dashes */
  ss_option_kind kind;
  const char *value; /* what follows it, as the help shows it; NULL for a switch */
  const char *help;  /* one line, lower case, no full stop */
} ss_option;

/* The options that commands share; each command lists in its table those that it obeys. */
#define SS_SHARED_SET                                                                              \
  { "set", SS_OPTION_REPEATED, "NAME=VALUE", "set a parameter; NAME=LOW:HIGH sets its range" }
#define SS_SHARED_BOX                                                                              \
  { "box", SS_OPTION_REPEATED, "NAME=LOW:HIGH", "search rest sets in this range of a coordinate" }
#define SS_SHARED_FROM                                                                             \
  { "from", SS_OPTION_TEXT, "STATE", "start at a state of the file, or at x=0.1,phi'=2" }
#define SS_SHARED_JSON                                                                             \
  { "json", SS_OPTION_SWITCH, NULL, "print JSON, every number in full precision" }
#define SS_SHARED_OUT                                                                              \
  { "out", SS_OPTION_TEXT, "FILE", "write the result to FILE; its ending chooses the format" }
#define SS_SHARED_PLOT                                                                             \
  { "plot", SS_OPTION_TEXT, "FILE", "draw the result: .svg, .png or .pdf" }
#define SS_SHARED_THREADS                                                                          \
  { "threads", SS_OPTION_INTEGER, "N", "use N threads (default: one for each core)" }
#define SS_SHARED_FEEDBACK                                                                         \
  { "feedback", SS_OPTION_TEXT, "NAME", "the feedback law, where the model has several" }
#define SS_SHARED_INPUT                                                                            \
  {                                                                                                \
    "input", SS_OPTION_REPEATED, "NAME=FORMULA",                                                   \
        "let an input follow a formula, as u=2*sin(t), or a file, u=FILE.csv"                      \
  }
#define SS_SHARED_QUIET                                                                            \
  { "quiet", SS_OPTION_SWITCH, NULL, "print errors only" }

/* Every command obeys this one. */
extern const ss_option ss_option_help;

/* ---- commands -------------------------------------------------------------------------------- */

typedef struct ss_arguments ss_arguments;

typedef struct ss_command {
  const char *name;
  const char *operand; /* the one word that must follow, "MODEL"; "[COMMAND]" if it may be left
                          out; NULL if there is none */
  const char *summary; /* one line: a verb phrase, lower case, no full stop */
  const ss_option *options;
  size_t option_count;
  int (*run)(const ss_arguments *arguments); /* returns the exit code */
} ss_command;

/* A table of options, as a command has it. */
#define SS_OPTIONS(table) (table), sizeof(table) / sizeof *(table)

/* The commands, in the order of the help. */
size_t ss_commands_count(void);
const ss_command *ss_commands_get(size_t index);

/* By name; NULL, after an error message with the nearest name, where there is none. */
const ss_command *ss_commands_find(const char *name);

/* ---- arguments ------------------------------------------------------------------------------- */

/* One option as given. */
typedef struct ss_given {
  const ss_option *option;
  const char *text; /* NULL for a switch */
  double real;      /* SS_OPTION_REAL */
  size_t integer;   /* SS_OPTION_INTEGER */
} ss_given;

struct ss_arguments {
  const ss_command *command;
  ss_arena *arena;     /* for whatever the command needs; destroyed after run */
  const char *operand; /* NULL where it may be left out and was */
  bool help;           /* --help was among the options; the rest is not complete then */
  size_t given_count;
  ss_given *given; /* in the order of the command line */
};

/* Reads what follows the command's name. SS_BAD_INPUT after the error message. */
ss_status ss_arguments_parse(ss_arena *arena, const ss_command *command, int count,
                             char *const *words, ss_arguments *arguments);

/* Whether the command has the option. */
bool ss_arguments_knows(const ss_arguments *arguments, const char *name);

/* What was given for the option, which must be in the command's table. */
bool ss_arguments_has(const ss_arguments *arguments, const char *name);
const char *ss_arguments_text(const ss_arguments *arguments, const char *name); /* NULL: absent */
size_t ss_arguments_integer(const ss_arguments *arguments, const char *name, size_t otherwise);
double ss_arguments_real(const ss_arguments *arguments, const char *name, double otherwise);

/* All texts of a repeated option, in order, in the arena; NULL when memory is out. */
const char *const *ss_arguments_all(const ss_arguments *arguments, const char *name, size_t *count);

/* ---- talking to people ----------------------------------------------------------------------- */

/* Takes --color WHEN out of the words of a command line, wherever it stands, and heeds it; returns
 * how many are left, -1 after an error message. */
int ss_cli_take_colour(int count, char **words);

/* Whether escape sequences are welcome: --color always; or a terminal, TERM not "dumb", NO_COLOR
 * unset or empty, and not --color never. */
bool ss_cli_wants_colour(FILE *stream);

/* "standstill: error: …" on stderr. */
void ss_cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same; returns the exit code of SS_BAD_INPUT. */
int ss_cli_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "standstill: note: …" on stderr: advice, no error. */
void ss_cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The message for a status that has no diagnostic of its own; returns the exit code. */
int ss_cli_fail(ss_status status, const char *what);

/* All diagnostics on stderr, in colour where welcome. */
void ss_cli_print_diagnostics(ss_diagnostics *list);

/* Writes text to stdout, checks that it arrived, frees it; returns the exit code. */
int ss_cli_finish(ss_text *text);

/* Writes a semidefinite program where --dump says, if it does; a note where there is none. Returns
 * the exit code. */
int ss_cli_dump(const ss_arguments *arguments, const ss_sdp_program *program);

/* The option of the commands that solve one. */
#define SS_SHARED_DUMP                                                                             \
  { "dump", SS_OPTION_TEXT, "FILE", "write the semidefinite program, SDPA's form (.dat-s)" }

/* Prints what the library has said and empties the list; a failure without an error there gets one.
 * Returns the exit code. */
int ss_cli_end(ss_status status, ss_diagnostics *list, const char *what);

/* The machine that the operand and --set, --feedback and --input name, as far as the command knows
 * them; `open`: with its inputs left open. Returns the exit code. */
int ss_cli_open(const ss_arguments *arguments, bool open, ss_machine **machine);

/* The same, inputs closed, by laws that may change with events. */
int ss_cli_open_to_move(const ss_arguments *arguments, ss_machine **machine);

/* A note where a file that an input follows ends before a motion does. */
void ss_cli_note_inputs(const ss_machine *machine, double end);

/* From here on the libraries below us end the program, with a sentence and the exit code of
 * SS_MEMORY, where memory is out. */
void ss_cli_guard_memory(void);

/* A word as a shell reads it back: plain, in quotes, or (control characters) as $'a\\nb'. */
void ss_cli_quote(const char *word, ss_text *out);

/* --time-limit in seconds, INFINITY where it is not given; 0 after an error message. */
double ss_cli_read_limit(const ss_arguments *arguments);

/* --time-limit ends the program with a sentence and the exit code of SS_LIMIT; *until: a little
 * later, this being the moment of ss_clock at which the work is to stop by itself. NULL: it has
 * nothing to show before its end. False after an error message. */
bool ss_cli_limit_time(const ss_arguments *arguments, double *until);

/* Says that it came; the exit code. */
int ss_cli_tell_stop(void);

/* A bar on the terminal, for work that takes a while; nothing in a pipe. */
typedef struct ss_progress {
  double end, limit; /* limit: seconds, INFINITY where there is none */
  bool visible, drawn;
  struct timespec start, last; /* last: when it was drawn */
} ss_progress;

ss_progress ss_cli_start_progress(double end, double limit, bool quiet);

/* `user` is the ss_progress; false after its limit. */
bool ss_cli_show_progress(void *user, double t);
void ss_cli_end_progress(const ss_progress *progress);

/* The usage of the program, and of one command, as text. */
void ss_help_print_program(ss_text *out);
void ss_help_print_command(const ss_command *command, ss_text *out);

/* The script by which a shell (bash, zsh, fish) completes our command lines; false: another one. */
bool ss_completion_print(const char *shell, ss_text *out);

/* ---- the commands ---------------------------------------------------------------------------- */

extern const ss_command ss_command_attract;
extern const ss_command ss_command_basin;
extern const ss_command ss_command_chart;
extern const ss_command ss_command_contact;
extern const ss_command ss_command_fit;
extern const ss_command ss_command_help;
extern const ss_command ss_command_info;
extern const ss_command ss_command_new;
extern const ss_command ss_command_plot;
extern const ss_command ss_command_prove;
extern const ss_command ss_command_report;
extern const ss_command ss_command_rest;
extern const ss_command ss_command_simulate;
extern const ss_command ss_command_vary;
extern const ss_command ss_command_version;

#endif
