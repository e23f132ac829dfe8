"""declare.py: the public headers, as declarations that cffi reads; writes standstill/_standstill.py.

usage: declare.py INCLUDE_FOLDER OUTPUT_FOLDER

The preprocessor expands the headers with empty stand-ins for those of the system and of FLINT, whose
types occur in prototypes only. The result is a module in cffi's ABI mode: no compiler is needed where it
is used, and nothing is written twice.
"""
import os
import re
import subprocess
import sys
import tempfile

import cffi

STAND_INS = {name: "" for name in (
    "stdbool.h stddef.h stdint.h stdio.h jansson.h acb.h fmpq.h fmpz.h fmpq_mat.h "
    "flint/flint.h flint/fmpz.h").split()}
STAND_INS["flint/fmpq.h"] = """
typedef long slong; typedef unsigned long ulong;
typedef slong fmpz; typedef fmpz fmpz_t[1];
typedef struct { fmpz num, den; } fmpq; typedef fmpq fmpq_t[1];
"""
STAND_INS["flint/fmpq_mat.h"] = """
#include "flint/fmpq.h"
typedef struct { fmpq *entries; slong r, c; fmpq **rows; } fmpq_mat_struct;
typedef fmpq_mat_struct fmpq_mat_t[1];
"""
STAND_INS["arb.h"] = """
typedef struct { ulong words[6]; } arb_struct; typedef arb_struct arb_t[1];
typedef arb_struct *arb_ptr; typedef const arb_struct *arb_srcptr;
"""
STAND_INS["arb_mat.h"] = """
#include "arb.h"
typedef struct { arb_ptr entries; slong r, c; arb_ptr *rows; } arb_mat_struct;
typedef arb_mat_struct arb_mat_t[1];
"""


def preprocess(include):
    """The face of the library without comments, macros and foreign types."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STAND_INS.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as out:
                out.write("#pragma once\n" + text + "\n")
        command = os.environ.get("CC", "cc").split()
        command += ["-E", "-P", "-nostdinc", "-I", folder, "-I", include, "-D__attribute__(x)=",
                    os.path.join(include, "standstill", "standstill.h")]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # functions with a body are no part of the shared library
    return re.sub(r"^static inline [^{;]*\{.*?^\}", "", text, flags=re.S | re.M)


def main():
    include, output = sys.argv[1:3]
    ffi = cffi.FFI()
    ffi.cdef(preprocess(include) + "\nvoid free(void *);")
    ffi.set_source("_standstill", None)
    os.makedirs(output, exist_ok=True)
    ffi.emit_python_code(os.path.join(output, "_standstill.py"))


if __name__ == "__main__":
    main()
