# Standstill. `make demo` and `make test` need nothing but make and a Debian 12 machine.
#
#   make            build/standstill, build/libstandstill.a and .so; installs nothing
#   make demo       install the packages that are missing, build, show the best it can do
#   make test       the same, then every test (`make check`: without installing anything)
#   make test-browser   all reports in Chromium, which it installs (`make test` opens those of
#                   models/ itself where it is)
#   make sanitize   the tests under AddressSanitizer and UndefinedBehaviorSanitizer, those with
#                   threads under ThreadSanitizer too
#   make bench      speed, as ratios measured in one run
#   make campaign   long comparisons, with their last figures in docs/campaign.md
#   make fuzz       FUZZ_SECONDS=60 of fuzzing for each target in fuzz/
#   make install    PREFIX=/usr/local DESTDIR=; make uninstall takes it away again
#   make install-python, make wheel    the Python package, in place and as one file
#   make deb        Debian packages: programs, library, headers, Python
#   make format, make lint, make clean
#
# BUILD=dir builds elsewhere, V=1 shows the commands. CFLAGS and LDFLAGS are yours; what the project
# needs is added to them. Everything is found by its place: a source in src/<room>/ belongs to the
# library, tests/<room>/test_*.c is a test, bench/bench_* a benchmark, fuzz/fuzz_*.c a fuzz target.

BUILD   ?= build
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
CFLAGS  ?= -O2 -g
# warnings are errors in a checkout, not in a released archive, whose compiler we do not know
DEV     ?= $(if $(wildcard .git),-Werror)

version := $(shell sed -n 's/^.define SS_VERSION "\(.*\)"/\1/p' include/standstill/version.h)
soname  := libstandstill.so.$(firstword $(subst ., ,$(version)))

# OpenBLAS in the flavour that several threads may call at once (the serial one may not: its buffers
# have no lock). It, and the BLAS and LAPACK that LAPACKE asks for, come from one folder, whatever the
# machine's alternatives are: flavours do not mix.
one_folder := -Wl,--push-state,--no-as-needed -llapack -lblas -Wl,--pop-state
openblas := $(wildcard /usr/lib/$(shell $(CC) -print-multiarch 2>/dev/null)/openblas-pthread)
export PKG_CONFIG_PATH := $(openblas:%=%/pkgconfig:)$(PKG_CONFIG_PATH)

# a new library: its pkg-config module here or its -l below, and a line in scripts/packages
modules := cairo hdf5-serial jansson lapacke openblas sleef
warn    := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wno-psabi
flags   := -std=gnu17 -fPIC -fopenmp -ffp-contract=off $(warn) $(DEV) -Iinclude \
           $(shell PKG_CONFIG_PATH=$(PKG_CONFIG_PATH) pkg-config --cflags $(modules) 2>/dev/null)
libs    := -lsundials_arkode -lsundials_cvode -lflint-arb -lflint -lgmp \
           $(shell PKG_CONFIG_PATH=$(PKG_CONFIG_PATH) pkg-config --libs $(modules) 2>/dev/null) \
           $(openblas:%=-Wl,-rpath,% $(one_folder)) -fopenmp -lm

check_libs := -lflint-arb -lflint -lgmp $(shell pkg-config --libs jansson 2>/dev/null) -lm

# sweeps over many machines: MPI=no, or no Open MPI, builds them for one
MPI     ?= $(shell pkg-config --exists ompi-c 2>/dev/null && echo yes)
no_mpi  := $(if $(filter yes,$(MPI)),src/sweep/alone.c,src/sweep/mpi.c)
ifeq ($(MPI),yes)
flags   += $(shell pkg-config --cflags ompi-c)
libs    += $(shell pkg-config --libs ompi-c)
endif

lib_sources   := $(filter-out src/cli/% $(no_mpi),$(wildcard src/*/*.c))
cli_sources   := $(wildcard src/cli/*.c)
check_sources := $(wildcard checker/*.c)
c_tests       := $(wildcard tests/*/test_*.c)
script_tests  := $(wildcard tests/*/test_*.sh)
benches       := $(wildcard bench/bench_*.c)
campaigns     := $(wildcard campaign/campaign_*.c)
bench_scripts := $(wildcard bench/bench_*.sh bench/bench_*.py)
fuzzers       := $(wildcard fuzz/fuzz_*.c)

cli_objects   := $(cli_sources:%.c=$(BUILD)/%.o)
check_objects := $(check_sources:%.c=$(BUILD)/%.o)
check_parts   := $(filter-out %/main.o,$(check_objects))
lib_objects   := $(lib_sources:%.c=$(BUILD)/%.o) $(BUILD)/checker.o
programs      := $(BUILD)/standstill $(if $(check_sources),$(BUILD)/standstill-check)
products      := $(programs) $(BUILD)/libstandstill.a $(BUILD)/libstandstill.so

# what needs a peer's package is left out where it is missing (scripts/tags)
with_peer := $(shell grep -l 'NEEDS:' $(c_tests) $(benches) /dev/null)
left_out  := $(foreach t,$(with_peer),$(shell \
               scripts/install-packages --check $$(scripts/tags NEEDS $t) 2>/dev/null || echo $t))
tests     := $(patsubst %.c,$(BUILD)/%,$(filter-out $(left_out),$(c_tests)))
# benchmarks are built by the tests, so that they do not rot, but run by `make bench` only
built     := $(patsubst %.c,$(BUILD)/%,$(filter-out $(left_out),$(benches))) \
             $(fuzzers:fuzz/%.c=$(BUILD)/replay/%)

ifneq ($(V),1)
say = @echo "  $(1)  $(patsubst $(BUILD)/%,%,$@)";
endif
# as many jobs as cores, unless the user said how many
jobs = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: all demo test check test-browser check-threads sanitize bench campaign fuzz run-fuzzers install \
        uninstall wheel install-python deb format lint run-lint clean show-demo
.DELETE_ON_ERROR:
# kept between a test and its source; everything else is asked for by name, so that a source that is
# new but carries an old date is compiled too
.SECONDARY: $(patsubst %.c,$(BUILD)/%.o,$(c_tests) $(benches) $(campaigns) $(fuzzers))

all: $(products)

# ---- building ------------------------------------------------------------------------------------

# one clear line instead of a page of compiler errors when a library is missing
$(BUILD)/packages-found: scripts/packages
	@mkdir -p $(@D)
	@CC="$(CC)" scripts/install-packages --check build
	@touch $@

$(BUILD)/%.o: %.c | $(BUILD)/packages-found
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(flags) $(CFLAGS) $$(CC="$(CC)" scripts/known-flags $<) -MMD -MP \
	  -c $< -o $@

# the checker as one object of the library, which sees a single function of it (src/study/confirm.c)
$(BUILD)/checker.o: $(check_parts)
	$(call say,LD)$(LD) -r -o $@ $^
	@objcopy --redefine-sym check_certificate=ss_check_certificate \
	  --keep-global-symbol=ss_check_certificate $@

$(BUILD)/libstandstill.a: $(lib_objects)
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

# what the shared library shows: the functions of the public headers, nothing else
headers := $(wildcard include/standstill/*.h)
$(BUILD)/exports.map: $(headers) scripts/public-functions
	@mkdir -p $(@D)
	@{ echo '{ global:'; scripts/public-functions $(headers) | sed 's/$$/;/'; \
	  echo 'local: *; };'; } >$@

$(BUILD)/libstandstill.so: $(lib_objects) $(BUILD)/exports.map
	$(call say,LD)$(CC) $(CFLAGS) -shared -Wl,-soname,$(soname) -Wl,--as-needed \
	  -Wl,--version-script=$(BUILD)/exports.map -o $@ $(lib_objects) $(LDFLAGS) $(libs)
	@ln -sf libstandstill.so $(BUILD)/$(soname)

link = $(call say,LD)$(CC) $(CFLAGS) -Wl,--as-needed -o $@ $(filter %.o %.a,$^) $(LDFLAGS)

$(BUILD)/standstill: $(cli_objects) $(BUILD)/libstandstill.a
	$(link) $(libs)

# the checker shares no code with the library
$(BUILD)/standstill-check: $(check_objects)
	$(link) $(check_libs)

$(BUILD)/tests/cli/%: $(BUILD)/tests/cli/%.o $(filter-out %/main.o,$(cli_objects)) \
                      $(BUILD)/libstandstill.a
	$(link) -lcmocka $(libs)

# the checker with refusals that can be switched off
off_parts := $(check_parts:$(BUILD)/checker/%=$(BUILD)/tests/checker/off/%)
$(BUILD)/tests/checker/off/%.o: checker/%.c $(wildcard checker/*.h) \
                                 tests/checker/off.h | $(BUILD)/packages-found
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(flags) $(CFLAGS) -w \
	  -include tests/checker/off.h -c $< -o $@

$(BUILD)/tests/checker/test_refusals: $(BUILD)/tests/checker/test_refusals.o $(off_parts)
	$(link) -lcmocka $(libs)

$(BUILD)/tests/checker/%: $(BUILD)/tests/checker/%.o $(check_parts)
	$(link) -lcmocka $(libs)

# a test whose peer is missing, asked for by name, says so when it runs
$(patsubst %.c,$(BUILD)/%,$(filter tests/%,$(left_out))): $(BUILD)/%: %.c
	@mkdir -p $(@D)
	$(call say,STUB)printf '#!/bin/sh\necho 1..1\necho "ok 1 # SKIP needs %s"\n' \
	  "$$(scripts/tags NEEDS $<)" >$@ && chmod +x $@

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libstandstill.a
	$(link) -lcmocka $$(scripts/tags LIBS tests/$*.c) $(libs)

$(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/libstandstill.a
	$(link) $$(scripts/tags LIBS bench/$*.c) $(libs)

# the peers of a benchmark, each in a file of its own
$(BUILD)/bench/bench_motion: $(patsubst %,$(BUILD)/bench/motion_%.o,hand engines siconos)
$(BUILD)/bench/bench_pile: $(BUILD)/bench/pile_siconos.o
$(BUILD)/bench/bench_basin: $(patsubst %,$(BUILD)/bench/%.o,motion_hand basin_peers basin_siconos)

$(BUILD)/bench/%.o: bench/%.cpp
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) -O2 $$(scripts/tags CFLAGS $<) -MMD -MP -c $< -o $@

$(BUILD)/campaign/%: $(BUILD)/campaign/%.o $(BUILD)/libstandstill.a
	$(link) $(libs)

# `prove` as a program, the checker as a library
$(BUILD)/campaign/campaign_mutations $(BUILD)/campaign/campaign_formulas: %: %.o $(check_parts)
	$(link) $(libs)

$(BUILD)/campaign/campaign_stances: %: %.o $(check_parts) $(BUILD)/libstandstill.a
	$(link) $(libs)

$(BUILD)/src/show/film_html.o: src/show/movie.js
$(BUILD)/src/show/report_charts.o: src/show/report.js
$(BUILD)/src/cli/command_new.o: src/cli/new.still

-include $(patsubst %.o,%.d,$(lib_objects) $(cli_objects) $(check_objects))
-include $(patsubst %.c,$(BUILD)/%.d,$(c_tests) $(benches) $(campaigns) $(fuzzers))
-include $(wildcard $(BUILD)/bench/motion_*.d)

# ---- showing and testing -------------------------------------------------------------------------

# Packages first, in a make of their own: where they are and how to use them is read when make
# starts.
demo:
	@scripts/install-packages build
	@+$(MAKE) --no-print-directory $(jobs) show-demo

show-demo: all
	$(BUILD)/standstill info models/rocking-block.still
	$(BUILD)/standstill info models/rocking-block.still --at tilted
	$(BUILD)/standstill simulate models/rocking-block.still --from tilted \
	  --plot $(BUILD)/rocking-block.svg
	@echo "the picture is in $(BUILD)/rocking-block.svg"
	$(BUILD)/standstill prove models/rocking-block.still --attack 20 --out $(BUILD)/rocking-block.proof.json
	$(BUILD)/standstill-check $(BUILD)/rocking-block.proof.json models/rocking-block.still
	$(BUILD)/standstill basin models/rocking-block.still --plane "y,phi'" --range "0.102:0.3,-16:16" \
	  --from rest --grid 121x121 --refine --level proved --plot $(BUILD)/rocking-block-basin.svg
	@echo "the proved level of the rocking block, in its basin: $(BUILD)/rocking-block-basin.svg"
	$(BUILD)/standstill prove models/two-masses.still --out $(BUILD)/two-masses.proof.json
	$(BUILD)/standstill-check $(BUILD)/two-masses.proof.json models/two-masses.still
	$(BUILD)/standstill basin models/two-masses.still --prove --plane x1,x2 --range -6:6,-6:6 --depth 7 \
	  --level proved --out $(BUILD)/two-masses-map.proof.json --plot $(BUILD)/two-masses.svg
	@echo "the rest set, in the proved level, in the proved basin: $(BUILD)/two-masses.svg"

test:
	@scripts/install-packages build test python
	@+$(MAKE) --no-print-directory $(jobs) check

check: all $(tests) $(built)
	@$(foreach t,$(left_out),echo "left out: $t (needs $(shell scripts/tags NEEDS $t))";)
	@BUILD=$(BUILD) CC="$(CC)" scripts/run-tests $(BUILD)/logs $(tests) $(script_tests)

test-browser:
	@scripts/install-packages build $$(scripts/tags NEEDS tests/browser/test_reports.sh)
	@+$(MAKE) --no-print-directory $(jobs) $(programs)
	@BUILD=$(BUILD) scripts/run-tests $(BUILD)/logs tests/browser/*reports.sh

# No -Werror: instrumented code has warnings of its own (gcc sees 48 bytes read from 32 in acb.h).
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
sanitize:
	@scripts/install-packages build test
	@+LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/leaks-of-others:print_suppressions=0 \
	  $(MAKE) --no-print-directory $(jobs) check BUILD=build-sanitize DEV= \
	  CFLAGS="-O1 -g $(sanitizers)" script_tests="$(filter-out tests/scripts/%,$(script_tests))"
	@+TSAN_OPTIONS=halt_on_error=1 $(MAKE) --no-print-directory $(jobs) check-threads \
	  BUILD=build-threads DEV= CFLAGS="-O1 -g -fsanitize=thread" \
	  CPPFLAGS="'-Dtarget_clones(...)=unused'"

# Sweeps, and whatever has threads of its own. Nothing is suppressed. No clones: which one to take
# is decided before the runtime of ThreadSanitizer is ready.
threaded := $(filter tests/sweep/% tests/study/test_basin% tests/study/test_chart%,$(c_tests)) \
            $(shell grep -l '<pthread.h>' $(c_tests) /dev/null)
threaded := $(patsubst %.c,$(BUILD)/%,$(filter-out $(left_out) %/test_mpi.c,$(sort $(threaded))))
check-threads: $(threaded)
	@BUILD=$(BUILD) CC="$(CC)" scripts/run-tests $(BUILD)/logs $(threaded)

bench:
	@scripts/install-packages build $$(scripts/tags NEEDS $(benches) $(bench_scripts))
	@+$(MAKE) --no-print-directory $(jobs) $(programs) $(benches:%.c=$(BUILD)/%)
	@for b in $(benches:%.c=$(BUILD)/%) $(bench_scripts); do \
	  echo "== $${b#$(BUILD)/}"; BUILD=$(BUILD) $$b || exit 1; done

campaign: all $(campaigns:%.c=$(BUILD)/%)
	@for c in $(campaigns:%.c=$(BUILD)/%); do echo "== $${c#$(BUILD)/}"; $$c || exit 1; done

# ---- fuzzing -------------------------------------------------------------------------------------

FUZZ_SECONDS ?= 60
fuzz:
	@scripts/install-packages build fuzz
	@+$(MAKE) --no-print-directory $(jobs) run-fuzzers BUILD=build-fuzz CC=clang DEV= \
	  CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
	  -fsanitize-ignorelist=scripts/not-sanitized"

$(BUILD)/fuzz/%: $(BUILD)/fuzz/%.o $(BUILD)/libstandstill.a
	$(link) -fsanitize=fuzzer $(libs)

$(BUILD)/replay/%: $(BUILD)/fuzz/%.o $(BUILD)/fuzz/replay.o $(BUILD)/libstandstill.a
	@mkdir -p $(@D)
	$(link) $(libs)

$(BUILD)/fuzz/fuzz_check: $(BUILD)/fuzz/fuzz_check.o $(check_parts)
	$(link) -fsanitize=fuzzer $(libs)

$(BUILD)/replay/fuzz_check: $(BUILD)/fuzz/fuzz_check.o $(BUILD)/fuzz/replay.o $(check_parts)
	@mkdir -p $(@D)
	$(link) $(libs)

# both readers
$(BUILD)/fuzz/fuzz_readers $(BUILD)/replay/fuzz_readers: $(check_parts)

run-fuzzers: $(fuzzers:%.c=$(BUILD)/%)
	@BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) scripts/run-fuzzers $^

# ---- installing ----------------------------------------------------------------------------------

man_pages := $(wildcard man/*.1)
pc_edits   = -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(version)|' \
             -e 's|@LIBS@|$(libs)|'

# shell:where it looks, below share/
completions := bash:bash-completion/completions/standstill zsh:zsh/site-functions/_standstill \
               fish:fish/vendor_completions.d/standstill.fish

install: all
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(DESTDIR)$(PREFIX)/include/standstill $(DESTDIR)$(PREFIX)/share/standstill/models \
	  $(DESTDIR)$(PREFIX)/share/man/man1
	install $(programs) $(DESTDIR)$(BINDIR)
	install -m 644 $(BUILD)/libstandstill.a $(DESTDIR)$(LIBDIR)
	install $(BUILD)/libstandstill.so $(DESTDIR)$(LIBDIR)/libstandstill.so.$(version)
	ln -sf libstandstill.so.$(version) $(DESTDIR)$(LIBDIR)/$(soname)
	ln -sf $(soname) $(DESTDIR)$(LIBDIR)/libstandstill.so
	install -m 644 include/standstill/*.h $(DESTDIR)$(PREFIX)/include/standstill
	sed $(pc_edits) scripts/standstill.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/standstill.pc
	find models examples -type f -exec install -D -m 644 {} $(DESTDIR)$(PREFIX)/share/standstill/{} \;
	install -m 644 $(man_pages) $(DESTDIR)$(PREFIX)/share/man/man1
	$(foreach c,$(completions),install -d $(DESTDIR)$(PREFIX)/share/$(dir $(lastword $(subst :, ,$c))) && \
	  $(BUILD)/standstill help --completion $(firstword $(subst :, ,$c)) \
	  >$(DESTDIR)$(PREFIX)/share/$(lastword $(subst :, ,$c)) &&) true
	cp -r editors $(DESTDIR)$(PREFIX)/share/standstill/

uninstall:
	rm -f $(programs:$(BUILD)/%=$(DESTDIR)$(BINDIR)/%)
	rm -f $(DESTDIR)$(LIBDIR)/libstandstill.a $(DESTDIR)$(LIBDIR)/libstandstill.so* \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/standstill.pc
	rm -rf $(DESTDIR)$(PREFIX)/include/standstill $(DESTDIR)$(PREFIX)/share/standstill
	rm -f $(man_pages:man/%=$(DESTDIR)$(PREFIX)/share/man/man1/%)
	rm -f $(foreach c,$(completions),$(DESTDIR)$(PREFIX)/share/$(lastword $(subst :, ,$c)))
	rm -rf $(DESTDIR)$(PREFIX)/lib/python3/dist-packages/standstill

# ---- Python --------------------------------------------------------------------------------------

# Debian's, which has cffi and numpy
PYTHON ?= /usr/bin/python3

# as the library, but for one machine: MPI is nothing that a wheel can ask for
alone := $(filter-out %/sweep/mpi.o %/sweep/alone.o,$(lib_objects)) $(BUILD)/src/sweep/alone.o
$(BUILD)/python/libstandstill.so: $(alone) $(BUILD)/exports.map
	@mkdir -p $(@D)
	$(call say,LD)$(CC) $(CFLAGS) -shared -Wl,-soname,$(soname) -Wl,--as-needed \
	  -Wl,--version-script=$(BUILD)/exports.map -o $@ $(alone) $(LDFLAGS) $(libs)

wheel: $(BUILD)/python/libstandstill.so
	@scripts/install-packages build python
	@BUILD=$(BUILD) $(PYTHON) python/backend.py wheel $(BUILD)

install-python: $(BUILD)/python/libstandstill.so
	@scripts/install-packages build python
	@BUILD=$(BUILD) $(PYTHON) python/backend.py package $(DESTDIR)$(PREFIX)/lib/python3/dist-packages

# ---- Debian's packages ---------------------------------------------------------------------------

# From a copy of what is committed, in a build of its own with Debian's flags; lintian must be silent.
deb:
	@scripts/install-packages build python deb
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/standstill
	@git archive HEAD | tar -x -C $(BUILD)/deb/standstill
	cd $(BUILD)/deb/standstill && env -u MAKEFLAGS -u MAKELEVEL DEB_BUILD_OPTIONS="nocheck parallel=$$(nproc)" \
	  dpkg-buildpackage -b -d -us -uc >../log 2>&1 || { tail -n 40 ../log; exit 1; }
	lintian --fail-on error,warning $(BUILD)/deb/*.changes
	@rm -rf $(BUILD)/deb/standstill
	@ls $(BUILD)/deb/*.deb

# ---- looks ---------------------------------------------------------------------------------------

c_files := $(wildcard include/standstill/*.h src/*/*.[ch] checker/*.[ch] tests/*/*.[ch] \
             bench/*.[ch] fuzz/*.[ch] examples/*.c)

format:
	@scripts/install-packages format
	clang-format -i $(c_files)

lint:
	@scripts/install-packages build lint
	@+$(MAKE) --no-print-directory run-lint

run-lint:
	@printf '%s\n' $(lib_sources) $(cli_sources) $(check_sources) | \
	  xargs -n 4 -P $$(nproc) sh -c 'clang-tidy --quiet "$$@" -- $(flags) 2>/dev/null' clang-tidy

clean:
	rm -rf $(BUILD) build-sanitize build-threads build-fuzz
