/* alone.c: the back end of a build without MPI: one rank, nobody to talk to. */
#include "sweep_private.h"

static ss_status join(ss_sweep_team *team) {
  *team = (ss_sweep_team){.rank = 0, .size = 1};
  return SS_OK;
}

static void leave(void) {}

static bool agree(bool fine) {
  return fine;
}

static ss_status open_wire(ss_wire **wire) {
  *wire = NULL;
  return SS_OK;
}

static void close_wire(ss_wire *wire) {
  (void)wire;
}

static ss_status send_message(ss_wire *wire, int to, const void *data, size_t bytes) {
  (void)wire, (void)to, (void)data, (void)bytes;
  return SS_BAD_ARGUMENT;
}

static bool receive_message(ss_wire *wire, int *from, void **data, size_t *bytes) {
  (void)wire, (void)from, (void)data, (void)bytes;
  return false;
}

static ss_sweep_team get_team(void) {
  return (ss_sweep_team){.rank = 0, .size = 1};
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
