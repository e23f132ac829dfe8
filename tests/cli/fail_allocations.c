/* fail_allocations.c: the command line with each of its allocations failing in turn.
 *
 * Linked into `standstill` between src/cli/memory.c and the C library (test_memory.sh): all that
 * our code allocates, the C library and every other (FLINT, GMP, Jansson, HDF5, cairo, SUNDIALS),
 * comes here. With
 *
 *     FAIL_REPORT=FILE  FAIL_GOOD=FOLDER
 *
 * the program forks at every allocation; after the first sixty only now and then, after
 * twenty thousand seldom, since those of one loop are alike. The child lets that one fail and goes
 * on to its end, the parent waits, compares, and goes on as if nothing had happened: so each run
 * costs only what comes after its failure. FOLDER has what the good run printed and wrote (out,
 * code, and files by the names that they have in the present folder). A child must print and write
 * the same and end with the same code; or end with 3, one sentence on stderr, and nothing but whole
 * results elsewhere. FILE gets a line for each child that does not, and a summary.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- state ----------------------------------------------------------------------------------- */

static const char *good;
static int report = -1;
static size_t seen, step = 97;
static size_t whole, told, bad;
static bool busy; /* in here, or in a child: what is allocated is not counted */
static bool is_child;

/* ---- comparing ------------------------------------------------------------------------------- */

/* The file, NULL where there is none; memory for three texts. */
static const char *load(const char *folder, const char *name, int slot, size_t *length) {
  enum { MOST = 4 << 20 };
  static char texts[3][MOST];
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const int in = open(path, O_RDONLY);
  *length = 0;
  if (in < 0) return NULL;
  for (ssize_t got;
       *length < MOST - 1 && (got = read(in, texts[slot] + *length, MOST - 1 - *length)) > 0;)
    *length += (size_t)got;
  close(in);
  texts[slot][*length] = '\0';
  return texts[slot];
}

static bool is_same(const char *folder, const char *name, bool may_lack) {
  size_t n, m;
  const char *found = load(folder, name, 0, &n), *expected = load(good, name, 1, &m);
  if (!found || n == 0) return may_lack || !expected || m == 0;
  return expected && n == m && memcmp(found, expected, n) == 0;
}

/* Is it a map so far, which slow runs keep beside its journal? */
static bool is_kept(const char *name) {
  char journal[4096];
  snprintf(journal, sizeof journal, "%s.part", name);
  return access(journal, F_OK) == 0;
}

/* Each file of the present folder is one of the good run's, and whole; then it is taken away. */
static bool are_files_good(bool may_lack) {
  DIR *folder = opendir(".");
  bool fine = true;
  for (struct dirent *e; folder && (e = readdir(folder));) {
    if (e->d_name[0] == '.' && (!e->d_name[1] || e->d_name[1] == '.')) continue;
    /* the journal of a map is the parent's too, and stays for --resume; so is a file without its
     * name as yet, where the system has none that are nameless */
    if (strstr(e->d_name, ".part") || strncmp(e->d_name, ".standstill-", 12) == 0) continue;
    if (!is_same(".", e->d_name, may_lack) && !(may_lack && is_kept(e->d_name))) fine = false;
    unlink(e->d_name);
  }
  if (folder) closedir(folder);
  return fine;
}

/* What is wrong with a child, or NULL. */
static const char *judge(int status) {
  size_t length;
  const char *err = load("..", "err", 2, &length), *line = strchr(err, '\n');
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  size_t n;
  const int expected = atoi(load(good, "code", 0, &n));
  if (code == -1) return WTERMSIG(status) == SIGALRM ? "it hangs" : "it dies";
  if (code != 3 && code != expected) return "another exit code";
  const bool is_told = code == 3;
  if (!is_same("..", "out", is_told)) return "it prints something else";
  if (!are_files_good(is_told)) return "it writes something else";
  if (!is_told && !is_same("..", "err", false)) return "it says something else";
  if (is_told && (!line || line[1]))
    return line ? "it says more than a sentence" : "it says nothing";
  *(is_told ? &told : &whole) += 1;
  return NULL;
}

/* ---- forking --------------------------------------------------------------------------------- */

static void become_child(void) {
  const int out = open("../out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = open("../err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close(out);
  close(err);
  alarm(30);
}

/* Each of the first sixty, then every 97th (FAIL_STEP: of more of them): a prime, so that no loop
 * hides. */
static bool is_due(size_t count) {
  return count < 60 || count % (count < 20000 ? step : count < 1000000 ? 4999 : 49999) == 0;
}

/* Whether the present allocation is to fail; in a child, true once. */
static bool fails(void) {
  if (report < 0 || busy || !is_due(seen++)) return false;
  busy = true;
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    become_child();
    is_child = true; /* stays busy: nothing else fails */
    return true;
  }
  int status = 0;
  waitpid(child, &status, 0);
  const char *fault = judge(status);
  if (fault) {
    size_t length;
    char line[600];
    const int n = snprintf(line, sizeof line, "allocation %zu: %s (status %x): %.300s\n", seen - 1,
                           fault, (unsigned)status, load("..", "err", 2, &length));
    bad++;
    if (write(report, line, (size_t)n) < 0) abort();
  }
  busy = false;
  return false;
}

static void sum_up(void) {
  char line[200];
  if (is_child) return;
  busy = true;
  const int n =
      snprintf(line, sizeof line, "%zu of %zu allocations failed: %zu whole, %zu told, %zu bad\n",
               whole + told + bad, seen, whole, told, bad);
  if (write(report, line, (size_t)n) < 0) abort();
}

/* ---- what src/cli/memory.c calls instead of the C library's own ------------------------------ */

void *fail_malloc(size_t size);
void *fail_calloc(size_t count, size_t size);
void *fail_realloc(void *memory, size_t size);
void *fail_memalign(size_t alignment, size_t size);
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *fail_malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *fail_calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void *fail_realloc(void *memory, size_t size) {
  return fails() ? NULL : __libc_realloc(memory, size);
}

void *fail_memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAIL_REPORT");
  if (!file) return;
  good = getenv("FAIL_GOOD");
  if (getenv("FAIL_STEP")) step = strtoul(getenv("FAIL_STEP"), NULL, 10);
  report = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  atexit(sum_up);
}
