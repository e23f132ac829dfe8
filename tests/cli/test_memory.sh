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
    objcopy $(printf -- '--redefine-sym __libc_%s=fail_%s ' malloc malloc calloc calloc \
      realloc realloc memalign memalign) "$BUILD/src/cli/memory.o" "$scratch/memory.o" &&
    ${CC:-cc} -Wl,--as-needed -o "$scratch/standstill" "$scratch/fail.o" "$scratch/memory.o" \
      $objects "$BUILD/libstandstill.a" $libs
}
check "a program whose allocations can fail" build

build_check() { # the checker likewise
  local libs objects
  objects=$(for source in checker/*.c; do [ "$source" = checker/main.c ] || echo "$BUILD/${source%.c}.o"; done)
  libs=$(make -pn all 2>/dev/null | sed -n 's/^check_libs := //p' | head -n 1)
  # shellcheck disable=SC2086
  objcopy $(printf -- '--redefine-sym __libc_%s=fail_%s ' malloc malloc calloc calloc realloc realloc) \
    "$BUILD/checker/main.o" "$scratch/check.o" &&
    ${CC:-cc} -Wl,--as-needed -o "$scratch/checker" "$scratch/fail.o" "$scratch/check.o" $objects $libs
}
check "and a checker" build_check

models=$PWD/models
# usage: each NAME WORDS...; in a folder of its own, where the command may write
each() { each_of "$scratch/standstill" "$@"; }
each_of() { # PROGRAM NAME WORDS...
  local program=$1 name=$2 d=$scratch/$2
  shift 2
  mkdir -p "$d/good" "$d/run" "$d/first"
  (cd "$d/first" && "$program" "$@" >../good/out 2>../good/err </dev/null
    echo $? >../good/code; cp -r . ../good)
  (cd "$d/run" && OMP_NUM_THREADS=1 FAIL_REPORT=$d/report FAIL_GOOD=$d/good \
    timeout 1200 "$program" "$@" >/dev/null 2>&1 </dev/null)
  check "$name: $(tail -n 1 "$d/report")" grep -q ' told, 0 bad$' "$d/report"
  check "$name: something failed" grep -qE '[1-9][0-9]* told' "$d/report"
  grep -q ' 0 bad$' "$d/report" || sed 's/^/# /' "$d/report" | head -n 20
}
each help help simulate
each info info "$models/rocking-block.still" --at tilted --modes
each info-json info "$models/rocking-block.still" --at tilted --modes --json
each info-plot info "$models/rocking-block.still" --plot a.svg
each simulate simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1
each simulate-files simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1 --json \
  --out a.h5 --plot a.svg --dump d.h5
for form in h5 csv json; do
  each simulate-$form simulate "$models/bouncing-ball.still" --from drop --end 1 --every 0.1 --out a.$form
done
for form in html svg gif; do
  each simulate-movie-$form simulate "$models/bouncing-ball.still" --from drop --end 0.2 --quiet --movie a.$form
done
each simulate-png simulate "$models/bouncing-ball.still" --from drop --end 0.2 --every 0.1 --plot a.png
each simulate-prove simulate "$models/two-masses.still" --from x1=0.5 --prove --json
each simulate-cycle simulate "$models/mass-on-belt.still" --cycle --end 20 --every 1
each simulate-track simulate "$models/tracking/hopper.still" --track flight --end 0.1 --json --plot a.svg
map=("$models/friction-oscillator.still" --plane "x,x'" --range -4:4,-4:4 --grid 4x4 --threads 1 --end 20)
each basin basin "${map[@]}" --edge 0,0:4,0 --check 2 --json --out m.h5
each basin-csv basin "${map[@]}" --out m.csv --plot m.svg
each basin-prove basin "$models/friction-oscillator.still" --plane "x,x'" --range -4:4,-4:4 --prove --depth 2 \
  --threads 1 --out m.h5
each chart-one chart "$models/small/box-on-incline.still" --vary mu=0:1 --test rest --grid 3 --threads 1 --out m.h5 --plot a.svg
each chart chart "$models/friction-oscillator.still" --vary c=-1:1 --vary mu=0:0.5 --grid 3x3 --test prove \
  --threads 1 --json --out m.h5
each version version
each rest rest "$models/bouncing-ball.still"
each rest-cover rest "$models/small/double-well.still" --json --out c.json --plot a.svg
each attract attract "$models/quartic-basin.flow" --level 1/25 --out a.json
each vary vary "$models/bouncing-ball.still" --from drop --end 0.5 --parameters e --check 1
each vary-plot vary "$models/bouncing-ball.still" --from drop --end 0.5 --check 1 --plot a.svg
each vary-json vary "$models/plank-box.still" --from landing --end 0.01 --json
each rest-json rest "$models/two-masses.still" --json
each prove prove "$models/two-masses.still" --json --out p.json
each contact contact "$PWD/fuzz/seeds/problem/blocks.dat" --json --dump d.h5
each new new lift
printf '%s\n' 'coord x' "kinetic = 1/2*x'^2" 'potential = 1/2*x^2' "state kick { x' = 1 }" >"$scratch/tiny.still"
each report report "$scratch/tiny.still" --end 1 --threads 1 --time-limit 1000 --out r.html
"$program" simulate "$models/bouncing-ball.still" --from drop --end 1 --quiet --out "$scratch/m.h5"
each plot plot "$scratch/m.h5" --plot p.svg
printf 't,y\n0,1\n0.1,0.95\n0.2,0.804\n0.3,0.558\n' >"$scratch/fall.csv"
each fit fit "$models/bouncing-ball.still" --from y=1 --data "$scratch/fall.csv" --parameters g --json --plot a.svg
each simulate-compare simulate "$models/bouncing-ball.still" --from drop --end 0.1 --method penalty --compare 1e3,4e3
each prove-boxes prove "$models/bouncing-ball.still" --attack 1 --json --out p.json
"$program" prove "$models/two-masses.still" --quiet --out "$scratch/proof.json"
each_of "$scratch/checker" check "$scratch/proof.json"
"$program" rest "$models/small/double-well.still" --quiet --out "$scratch/rest.json"
each_of "$scratch/checker" check-rest "$scratch/rest.json"
# no command is left out
for command in $("$program" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
  check "$command was tried" bash -c "ls '$scratch' | grep -q '^$command'"
done
finish
