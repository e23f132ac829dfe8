/* version.h: the version of the library and of the command line, written here and nowhere else. */
#ifndef STANDSTILL_VERSION_H
#define STANDSTILL_VERSION_H

#define SS_VERSION "0.1.0"

#endif
