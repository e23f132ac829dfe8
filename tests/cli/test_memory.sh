# Each allocation of every command fails in turn: the run is whole, or it ends with 3, one sentence,
# and nothing lost. fail_allocations.c says how.
. "$(dirname "$0")/../scripts/tap.sh"
program=$BUILD/standstill
if nm "$program" 2>/dev/null | grep -q __asan_init; then
  skip "a sanitizer has its own allocator"
  finish
  exit
fi

build() { # the program, its allocations coming to fail_allocations.c
  local libs objects
  objects=$(for source in src/cli/*.c checker/*.c; do
    [ "$source" = src/cli/memory.c ] || [ "$source" = checker/main.c ] || echo "$BUILD/${source%.c}.o"
  done)
  libs=$(make -pn all 2>/dev/null | sed -n 's/^libs := //p' | head -n 1)
  # shellcheck disable=SC2086
  ${CC:-cc} -O1 -std=gnu17 -Iinclude -c tests/cli/fail_allocations.c -o "$scratch/fail.o" &&
    objcopy $(printf -- '--redefine-sym __real_%s=fail_%s ' malloc malloc calloc calloc \
      realloc realloc aligned_alloc aligned_alloc strdup strdup strndup strndup) \
      "$BUILD/src/cli/memory.o" "$scratch/memory.o" &&
    ${CC:-cc} -Wl,--as-needed $(printf -- '-Wl,--wrap=%s ' malloc calloc realloc aligned_alloc \
      strdup strndup) -o "$scratch/standstill" "$scratch/fail.o" "$scratch/memory.o" \
      $objects "$BUILD/libstandstill.a" $libs
}
check "a program whose allocations can fail" build

models=$PWD/models
# usage: each NAME WORDS...; in a folder of its own, where the command may write
each() {
  local name=$1 d=$scratch/$1
  shift
  mkdir -p "$d/good" "$d/run" "$d/first"
  (cd "$d/first" && "$scratch/standstill" "$@" >../good/out 2>../good/err </dev/null
    echo $? >../good/code; cp -r . ../good)
  (cd "$d/run" && OMP_NUM_THREADS=1 FAIL_REPORT=$d/report FAIL_GOOD=$d/good \
    timeout 1200 "$scratch/standstill" "$@" >/dev/null 2>&1 </dev/null)
  check "$name: $(tail -n 1 "$d/report")" grep -q ' told, 0 bad$' "$d/report"
  check "$name: something failed" grep -qE '[1-9][0-9]* told' "$d/report"
  grep -q ' 0 bad$' "$d/report" || sed 's/^/# /' "$d/report" | head -n 20
}
each help help simulate
each info info "$models/rocking-block.still" --at tilted --modes
each info-json info "$models/rocking-block.still" --at tilted --modes --json
each simulate simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1
each simulate-files simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1 --json \
  --out a.h5 --plot a.svg --dump d.h5
for form in h5 csv json; do
  each simulate-$form simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1 --out a.$form
done
for form in html svg gif; do
  each simulate-movie-$form simulate "$models/bouncing-ball.still" --from drop --end 0.2 --quiet --movie a.$form
done
map=("$models/friction-oscillator.still" --plane "x,x'" --range -4:4,-4:4 --grid 4x4 --threads 1 --end 20)
each basin basin "${map[@]}" --edge 0,0:4,0 --check 2 --json --out m.h5
each basin-csv basin "${map[@]}" --out m.csv --plot m.svg
each chart chart "$models/friction-oscillator.still" --vary c=-1:1 --vary mu=0:0.5 --grid 3x3 --test prove \
  --threads 1 --json --out m.h5
each version version
each rest rest "$models/bouncing-ball.still"
each attract attract "$models/quartic-basin.flow" --level 1/25
each vary vary "$models/bouncing-ball.still" --from drop --end 0.5 --parameters e --check 1
each vary-json vary "$models/plank-box.still" --from landing --end 0.01 --json
each rest-json rest "$models/two-masses.still" --json
each prove prove "$models/two-masses.still" --json --out p.json
each contact contact "$PWD/fuzz/seeds/problem/blocks.dat" --json
each new new lift
printf '%s\n' 'coord x' "kinetic = 1/2*x'^2" 'potential = 1/2*x^2' "state kick { x' = 1 }" >"$scratch/tiny.still"
each report report "$scratch/tiny.still" --end 1 --threads 1 --time-limit 1000 --out r.html
"$program" simulate "$models/bouncing-ball.still" --from drop --end 1 --quiet --out "$scratch/m.h5"
each plot plot "$scratch/m.h5" --plot p.svg
printf 't,y\n0,1\n0.1,0.95\n0.2,0.804\n0.3,0.558\n' >"$scratch/fall.csv"
each fit fit "$models/bouncing-ball.still" --from y=1 --data "$scratch/fall.csv" --parameters g --json
each simulate-compare simulate "$models/bouncing-ball.still" --from drop --end 0.1 --method penalty --compare 1e3,4e3
each prove-boxes prove "$models/bouncing-ball.still" --attack 1 --json --out p.json
# no command is left out
for command in $("$program" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
  check "$command was tried" bash -c "ls '$scratch' | grep -q '^$command'"
done
finish
