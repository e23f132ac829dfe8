/* table.h: what the two files about tables share. */
#ifndef STANDSTILL_BASE_TABLE_H
#define STANDSTILL_BASE_TABLE_H

#include "standstill/table.h"

/* Fills table->name, ->number, ->rows, ->columns from an HDF5 file. */
ss_status ss_table_read_hdf5(ss_arena *arena, const char *file, ss_data_table *table,
                             const char **why);

#endif
