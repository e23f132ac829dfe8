# Standstill. `make demo` and `make test` need nothing but make and a Debian 12 machine.
#
#   make            build/standstill, build/libstandstill.a and .so
#   make demo       install what is missing, build, show the best the program can do
#   make test       the same, then every test
#   make sanitize   the tests under AddressSanitizer and UndefinedBehaviorSanitizer
#   make bench      speed as ratios to peers and to hand-written code
#   make fuzz       60 seconds of fuzzing the readers
#   make install    PREFIX=/usr/local

BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= cc
OPT      ?= -O2 -g
WARN     := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes
DEV      ?= -Werror
PACKAGES := jansson hdf5-serial
CFLAGS   += -std=gnu17 $(OPT) -fPIC -ffp-contract=off $(WARN) $(DEV) -Iinclude $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
LDLIBS   += -llapacke -lopenblas -lflint-arb -lflint -lgmp -lsleef $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm

lib_sources  := $(filter-out src/cli/%,$(wildcard src/*/*.c))
cli_sources  := $(wildcard src/cli/*.c)
test_sources := $(wildcard tests/*/test_*.c)
lib_objects  := $(lib_sources:%.c=$(BUILD)/%.o)
cli_objects  := $(cli_sources:%.c=$(BUILD)/%.o)
tests        := $(test_sources:%.c=$(BUILD)/%)

.PHONY: all demo test clean
all: $(BUILD)/standstill $(BUILD)/libstandstill.a $(BUILD)/libstandstill.so

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/libstandstill.a: $(lib_objects)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/libstandstill.so: $(lib_objects)
	$(CC) -shared -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(BUILD)/standstill: $(cli_objects) $(BUILD)/libstandstill.a
	$(CC) -o $@ $^ $(LDFLAGS) $(LDLIBS)

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libstandstill.a
	$(CC) -o $@ $^ $(LDFLAGS) -lcmocka $(LDLIBS)

check: all $(tests)
	@for t in $(tests); do $$t || exit 1; done

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
