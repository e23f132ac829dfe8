/* mpi.c: the back end of a build with MPI.
 *
 * MPI is initialised only in a process that mpirun or a batch system started, which its environment
 * tells: a plain `standstill basin` pays nothing. One thread of a rank talks
 * (MPI_THREAD_FUNNELED). Sends are buffered here and never block, so that two ranks that send to
 * each other cannot wait for each other; a buffer is freed when its message has left.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "sweep_private.h"

enum { TAG = 1 };

typedef struct letter {
  MPI_Request request;
  struct letter *next;
  unsigned char data[];
} letter;

struct ss_wire {
  letter *under_way;
};

/* ---- the team -------------------------------------------------------------------------------- */

static bool is_started(void) {
  int yes = 0, over = 0;
  MPI_Initialized(&yes);
  MPI_Finalized(&over);
  return yes && !over;
}

static ss_sweep_team get_team(void) {
  ss_sweep_team team = {.rank = 0, .size = 1};
  if (!is_started()) return team;
  MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &team.size);
  return team;
}

static ss_status join(ss_sweep_team *team) {
  static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
  bool launched = false;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (getenv(signs[i])) launched = true;
  if (launched && !is_started()) {
    int level;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return SS_LIMIT;
  }
  *team = get_team();
  return SS_OK;
}

static void leave(void) {
  if (is_started()) MPI_Finalize();
}

static bool agree(bool fine) {
  int mine = fine, all = fine;
  if (is_started()) MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all != 0;
}

/* ---- messages -------------------------------------------------------------------------------- */

static ss_status open_wire(ss_wire **wire) {
  *wire = calloc(1, sizeof **wire);
  return *wire ? SS_OK : SS_MEMORY;
}

/* Frees the letters that have left; waits for all of them if asked to. */
static void sweep_out(ss_wire *wire, bool all) {
  for (letter **place = &wire->under_way; *place;) {
    letter *l = *place;
    int gone = 1;
    if (all)
      MPI_Wait(&l->request, MPI_STATUS_IGNORE);
    else
      MPI_Test(&l->request, &gone, MPI_STATUS_IGNORE);
    if (gone) {
      *place = l->next;
      free(l);
    } else {
      place = &l->next;
    }
  }
}

static void close_wire(ss_wire *wire) {
  if (!wire) return;
  sweep_out(wire, true);
  free(wire);
}

static ss_status send_message(ss_wire *wire, int to, const void *data, size_t bytes) {
  sweep_out(wire, false);
  letter *l = malloc(sizeof *l + bytes);
  if (!l) return SS_MEMORY;
  memcpy(l->data, data, bytes);
  if (MPI_Isend(l->data, (int)bytes, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &l->request) !=
      MPI_SUCCESS) {
    free(l);
    return SS_IO;
  }
  l->next = wire->under_way;
  wire->under_way = l;
  return SS_OK;
}

static bool receive_message(ss_wire *wire, int *from, void **data, size_t *bytes) {
  int there = 0, size = 0;
  MPI_Status status;
  sweep_out(wire, false);
  MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
  if (!there) return false;
  MPI_Get_count(&status, MPI_BYTE, &size);
  *data = malloc((size_t)size + 1);
  if (!*data) return false;
  *from = status.MPI_SOURCE;
  *bytes = (size_t)size;
  MPI_Recv(*data, size, MPI_BYTE, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return true;
}

const ss_wire_table ss_sweep_wire = {
    .join = join,
    .leave = leave,
    .agree = agree,
    .open = open_wire,
    .close = close_wire,
    .send = send_message,
    .receive = receive_message,
    .team = get_team,
};
