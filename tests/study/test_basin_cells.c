/* test_basin_cells.c: what a thread tells of a cell, and what is made of it. */
#include "stage.h"

typedef struct cells {
  stage s;
  ss_basin_options options;
  ss_basin *basin;
  ss_sweep_task task;
} cells;

static void open_cells(cells *c) {
  c->s = open_stage(FED);
  c->options = plane_options(8, 0);
  c->options.prove = true;
  c->options.depth = 5;
  assert_int_equal(ss_basin_prepare(c->s.arena, c->s.machine, &c->options, &c->s.said, &c->basin),
                   SS_OK);
  assert_int_equal(ss_basin_run(c->basin, &c->s.said), SS_OK);
  c->task = ss_basin_cells_task(c->basin);
}

/* What is told of a cell, heard once more, leaves the map as it is. */
static void cells_are_told_and_heard(void **state) {
  (void)state;
  cells c;
  void *worker;
  open_cells(&c);
  const ss_sweep_map *map = ss_basin_map(c.basin);
  uint8_t before[32 * 32];
  size_t leaves = 0;
  memcpy(before, map->code, sizeof before);
  assert_int_equal(c.task.open(c.task.user, &worker), SS_OK);
  for (size_t k = 0; k < 256; k++) {
    ss_text text;
    const double at = (double)k, none = 0;
    uint8_t code;
    double value;
    ss_proved_cell *cell = &c.basin->proof->cell[k];
    const size_t length = cell->leaves.length;
    ss_text_start(&text);
    assert_int_equal(c.task.classify(worker, 1, &at, &none, &code, &value), SS_OK);
    assert_int_equal(code, 1);
    assert_int_equal(c.task.tell(worker, &text), SS_OK);
    assert_int_equal(strtoul(text.data, NULL, 10), cell->motions);
    assert_int_equal(c.task.hear(c.task.user, k, text.data, text.length), SS_OK);
    assert_int_equal(cell->leaves.length, 2 * length);
    for (const char *line = text.data; (line = strchr(line, '\n')); line++) leaves++;
    ss_text_stop(&text);
  }
  assert_true(leaves > 256);
  assert_memory_equal(before, map->code, sizeof before);
  c.task.close(worker);
  close_stage(&c.s);
}

/* Cells of the last depth that only their parts decide have all four of them, of one fate, and are
 * painted as that. */
static void parts_decide_whole_cells(void **state) {
  (void)state;
  enum { SIDE = 32 };
  cells c;
  size_t parts[SIDE][SIDE][2] = {{{0}}}, found = 0;
  open_cells(&c);
  const struct ss_basin_proof *p = c.basin->proof;
  for (size_t k = 0; k < p->chunks; k++)
    for (const char *line = p->cell[k].leaves.data, *end; (end = strchr(line, '\n'));
         line = end + 1) {
      size_t cell[3];
      char fate[8];
      assert_int_equal(sscanf(line, "%zu %zu %zu %7s", &cell[0], &cell[1], &cell[2], fate), 4);
      if (cell[0] == 6) parts[cell[2] / 2][cell[1] / 2][strcmp(fate, "escape") == 0]++;
    }
  const ss_sweep_map *map = ss_basin_map(c.basin);
  for (size_t i = 0; i < SIDE * SIDE; i++)
    for (int escapes = 0; escapes < 2; escapes++) {
      const size_t count = parts[i / SIDE][i % SIDE][escapes];
      if (!count) continue;
      assert_int_equal(count, 4);
      assert_int_equal(map->code[i], escapes ? p->escape : p->rest);
      assert_true(map->value[i] == 6);
      found++;
    }
  assert_true(found > 4);
  close_stage(&c.s);
}

static void no_leaves_of_that_cell(void **state) {
  (void)state;
  cells c;
  open_cells(&c);
  const char *const bad[] = {"",
                             "1",
                             "1\n4 1 0 rest",
                             "1\n4 1 0 rest\n",   /* another cell */
                             "1\n3 0 0 rest\n",   /* coarser than the first grid */
                             "1\n7 0 0 rest\n",   /* finer than parts of the last */
                             "1\n6 4 0 rest\n",   /* a part of another cell */
                             "1\n5 2 0 rest\n",   /* another cell */
                             "1\n5 0 0 open\n",   /* without a class */
                             "1\n5 0 0 open 1\n", /* a class of those that are proved */
                             "1\n5 0 0 open 9\n", /* no class */
                             "1\n5 18446744073709551615 0 rest\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(c.task.hear(c.task.user, 0, bad[i], strlen(bad[i])), SS_BAD_INPUT);
  assert_int_equal(c.task.hear(c.task.user, 0, "1\n5 1 1 open 3\n", 15), SS_OK);
  close_stage(&c.s);
}

RUN_TESTS(T(cells_are_told_and_heard), T(parts_decide_whole_cells), T(no_leaves_of_that_cell))
