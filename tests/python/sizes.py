"""sizes.py: a C program that fails where a structure has another size than in the declarations."""
import re

from standstill._standstill import ffi

structures = [name for name in ffi.list_types()[0] if name.startswith("ss_")]
print('#include "standstill/standstill.h"\n#include <stdio.h>\nint main(void) {\n  int wrong = 0;')
count = 0
for name in structures:
    try:
        size = ffi.sizeof(name)
    except ffi.error:
        continue  # opaque
    except (TypeError, ValueError):
        continue
    count += 1
    print(f'  if (sizeof({name}) != {size}) wrong = printf("{name}: %zu in C, {size} here\\n", sizeof({name}));')
print(f"  return wrong != 0 || {count} < 50;\n}}")
