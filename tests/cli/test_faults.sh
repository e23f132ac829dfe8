# Disks that are full, names that are planted, files that are read and written, words that a shell
# would run, numbers beyond all bounds.
. "$(dirname "$0")/../scripts/tap.sh"
program=$PWD/$BUILD/standstill
case $BUILD in /*) program=$BUILD/standstill ;; esac
models=$PWD/models
cp models/two-masses.still models/bouncing-ball.still models/rocking-block.still "$scratch"
cd "$scratch" || exit 2

# usage: ends CODE TEXT WORDS...: the command ends so, and says TEXT on stderr
ends() {
  local code=$1 text=$2 found
  shift 2
  timeout 60 "$program" "$@" >out 2>err </dev/null
  found=$?
  [ $found = "$code" ] && [[ $(cat err) == *"$text"* ]] && return
  echo "status $found, not $code; stderr: $(head -c 500 err)"
  return 1
}
map=(basin two-masses.still --plane x1,x2 --range -6:6,-6:6)

# a limit on the size of files stands for a full disk: each size, each kind of file
small() { # NAME COMMAND...: whole or not there, an old file survives
  local file=$1 size code said whole=0 told=0
  shift
  for size in 0 1 2 4 8 16 32 64 128 512; do
    echo old >"$file"
    rm -f "$file.part"
    said=$( (ulimit -f $size && exec timeout 60 "$program" "$@" 2>&1 >/dev/null </dev/null))
    code=$?
    case $code in
      0) [ "$(head -c 3 "$file")" != old ] || { echo "$size: nothing was written"; return 1; }
         whole=$((whole + 1)) ;;
      2) [[ $said == *'File too large'* || $said == *'journal cannot be written'* ]] || { echo "$size: $said"; return 1; }
         [ "$(cat "$file")" = old ] || { echo "$size: the old file is gone"; return 1; }
         told=$((told + 1)) ;;
      *) echo "$size: status $code, $said"; return 1 ;;
    esac
  done
  [ $whole -gt 0 ] && [ $told -gt 0 ] || { echo "$whole whole, $told told"; return 1; }
}
motion=(simulate rocking-block.still --from tilted --quiet)
for file in a.h5 a.csv a.json; do check "a disk too small for $file" small $file "${motion[@]}" --out $file; done
check "a disk too small for a picture" small a.svg "${motion[@]}" --plot a.svg
for file in a.html a.svg a.gif; do
  check "a disk too small for a movie $file" small $file simulate bouncing-ball.still --from drop --end 1 --quiet --movie $file
done
check "a disk too small for a dump" small d.h5 "${motion[@]}" --dump d.h5
check "a disk too small for a certificate" small p.json prove two-masses.still --out p.json
check "a disk too small for a map" small m.csv chart "$models/friction-oscillator.still" \
  --vary c=-1:1 --vary mu=0:0.2 --grid 9x9 --test prove --quiet --out m.csv

# what somebody put where a temporary file might be
echo precious >precious
for name in z.h5.new z.h5.tmp z.h5~ .z.h5.new; do ln -s precious $name; done
check "a map beside planted names" ends 0 "" "${map[@]}" --grid 5x5 --quiet --out z.h5
check "what they point to is there" grep -qx precious precious
ln -s precious y.h5.part
check "a planted journal is refused" ends 2 "y.h5.part" "${map[@]}" --grid 5x5 --quiet --out y.h5 --resume
check "and what it points to is there" grep -qx precious precious

# a command does not write over what it reads
cp bouncing-ball.still model.csv
ln -s model.csv link.csv
check "the model is not written over" ends 2 "not written over" simulate model.csv --out model.csv
printf 't,u\n0,0\n5,1\n' >u.csv
printf '%s\n' 'coord x' 'input u' "kinetic = x'^2/2" 'potential = x^2/2' 'force x = u' >driven.still
check "nor what an input follows" ends 2 "not written over" simulate driven.still --input u=u.csv --end 1 --out u.csv
check "which is as it was" grep -q '^t,u' u.csv
check "nor through a link" ends 2 "not written over" simulate model.csv --out link.csv
check "it is as it was" cmp model.csv bouncing-ball.still

check "nor a motion that is followed" ends 0 "" simulate bouncing-ball.still --from drop --end 0.2 --quiet --out run.h5
check "which is refused as a file to write" ends 2 "not written over" simulate bouncing-ball.still --from drop \
  --track run.h5 --out run.h5
check "nor are two results written to one file" ends 2 "--plot and --movie" simulate bouncing-ball.still --from drop \
  --end 0.2 --plot one.svg --movie ./one.svg

# a motion that was damaged is no measurement, and no reference
damaged() {
  local at byte size
  size=$(stat -c %s run.h5)
  for at in 0 3 15 20 30 60 511 512 700 5000 $((size / 2)) $((size - 1)); do
    cp run.h5 hurt.h5
    byte=$(od -An -tu1 -j "$at" -N 1 hurt.h5)
    printf "$(printf '\\%03o' $((byte ^ 4)))" | dd of=hurt.h5 bs=1 seek="$at" conv=notrunc status=none
    ends 2 "hurt.h5" fit bouncing-ball.still --from drop --data hurt.h5 --parameters e || { echo "byte $at"; return 1; }
    ends 2 "hurt.h5" simulate driven.still --end 0.1 --track hurt.h5 || { echo "byte $at"; return 1; }
    ends 2 "hurt.h5" plot hurt.h5 --plot o.svg || { echo "byte $at"; return 1; }
  done
  head -c $((size / 2)) run.h5 >hurt.h5
  ends 2 "truncated" fit bouncing-ball.still --from drop --data hurt.h5 --parameters e
}
check "a damaged motion is told wherever it is read" damaged

# what is shown to be pasted can be pasted
file='$(touch pwned) it'"'"'s.h5'
check "a run that is stopped" ends 3 "go on with:" "${map[@]}" --grid 301x301 --time-limit 0.02 --quiet --out "$file"
sed -n 's/^standstill: go on with: standstill //p' err >words
check "goes on when the line is pasted" bash -c "'$program' $(cat words) --quiet"
check "and runs nothing else" test ! -e pwned
check "the map is there" test -s "$file"
newline=$'a\nb.h5'
check "a name with a newline" ends 3 "go on with:" "${map[@]}" --grid 301x301 --time-limit 0.02 --quiet --out "$newline"
check "is one line" grep -qF -e "--out \$'a\\012b.h5' --resume" err
check "an unfinished run is not begun anew" ends 2 "remove it to begin a new run" "${map[@]}" \
  --grid 301x301 --quiet --out "$newline"

# numbers
check "a grid of too many points" ends 2 "more points than a map can have" "${map[@]}" --grid 1000000000x1000000000
check "a range of nearly all doubles" ends 0 "" basin two-masses.still --plane x1,x2 \
  --range -1e308:1e308,-6:6 --grid 3x3 --quiet --out wide.csv
check "has finite points" bash -c '! grep -qiE "inf|nan" wide.csv'
printf "coord x\\nparam k = (1/2)^1000000000\\nkinetic = 1/2*x'^2\\npotential = k*x^2\\n" >tiny.still
check "a number that is not 0, but to a double" ends 2 "does not fit a double" info tiny.still
check "a stiffness is a decimal number" ends 2 "decimal number" simulate bouncing-ball.still --method penalty \
  --stiffness 0x10
check "a motion has a time limit" ends 3 "stopped" simulate bouncing-ball.still --set e=1 --from y=0.0001 \
  --end 90000 --time-limit 0.3 --quiet
cat >stool.still <<'END'
coord x, y, z, w
kinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)
potential = sin(x*y) + cos(z*w) + exp(x*z) + x^4 + y^4 + z^4 + w^4
friction f { slip = x'; normal = 1 + y^2; law = coulomb(0.3) }
friction g { slip = y'; normal = 1 + z^2; law = coulomb(0.3) }
END
check "so has a search for rest" ends 3 "stopped by --time-limit" rest stool.still --time-limit 0.02
check "which tells what it is then" grep -q "until its time was over" out
check "in JSON too" ends 3 "stopped by --time-limit" rest stool.still --time-limit 0.02 --json
check "by a key" grep -q '"stopped": true' out
check "a proof too" ends 3 "stopped by --time-limit" prove two-masses.still --time-limit 1e-6
check "which tells what it is then" grep -q "^unknown: the limit of time" out
check "in JSON too" ends 3 "stopped by --time-limit" prove two-masses.still --time-limit 1e-6 --json
check "by a key" grep -q '"stopped": true' out
check "nothing is certified then" ends 3 "" prove two-masses.still --time-limit 1e-6 --out late.json
check "and no file is made" test ! -e late.json
check "what is proved in time is proved" ends 0 "" prove two-masses.still --time-limit 100
check "what is in time is not disturbed" ends 0 "" rest two-masses.still --time-limit 100
for command in "rest two-masses.still" "prove two-masses.still" "${map[*]}"; do
  # shellcheck disable=SC2086
  check "a limit of 0: ${command%% *}" ends 2 "above 0" $command --time-limit 0
done
check "which is a positive number" ends 2 "above 0" simulate bouncing-ball.still --time-limit 0

# little address space: a result, or exit status 3, and an end; less than the system's loader needs
# before the program begins is its to tell
fits() { # KB WORDS...
  local space=$1 code
  shift
  (ulimit -v "$space" && exec timeout 60 "$program" "$@" >out 2>err </dev/null)
  code=$?
  [ $code = 0 ] || { [ $code = 3 ] && grep -q memory err; } ||
    grep -q 'loading shared libraries' err || { echo "status $code: $(cat err)"; return 1; }
}
if nm "$program" 2>/dev/null | grep -q __asan_init; then
  skip "a sanitizer needs all of it"
else
  for space in 110000 150000 200000 250000 300000 400000 600000; do
    check "$space KB: info" fits $space info rocking-block.still
    check "$space KB: rest" fits $space rest two-masses.still
    check "$space KB: prove" fits $space prove two-masses.still
    check "$space KB: simulate" fits $space "${motion[@]}" --out a.h5 --plot a.svg
    check "$space KB: chart" fits $space chart "$models/friction-oscillator.still" \
      --vary c=-1:1 --vary mu=0:0.2 --grid 5x5 --test prove --threads 2
    check "$space KB: basin" fits $space "${map[@]}" --grid 5x5 --edge 0,0:6,5 --threads 2
  done
  # the libraries alone take 106 MB; OpenBLAS would take 128 MB more, and is not needed for a few rows
  computes() { # KB WORDS...
    local space=$1
    shift
    (ulimit -v "$space" && exec timeout 60 "$program" "$@" >out 2>err </dev/null) ||
      { echo "status $?: $(cat err)"; return 1; }
  }
  for words in "info rocking-block.still" "rest two-masses.still" "prove bouncing-ball.still" \
    "prove $models/friction-oscillator.still" "${motion[*]} --out b.h5 --plot b.svg" \
    "chart $models/friction-oscillator.still --vary c=-1:1 --vary mu=0:0.2 --grid 5x5 --test prove --threads 2" \
    "${map[*]} --grid 5x5 --threads 2" "report bouncing-ball.still --out b.html"; do
    # shellcheck disable=SC2086
    check "200000 KB are enough for ${words%% *}" computes 200000 $words
  done
  # 160,000 impacts: a motion that goes into a file takes no more memory than a short one
  for form in h5 csv json; do
    long() { (ulimit -v 300000 && exec "$program" simulate bouncing-ball.still --set e=1 --from y=0.0001 \
      --end 1500 --every 1 --out long.$form >out 2>err </dev/null); }
    check "300000 KB: a long motion into .$form" long
    check "of which the text has the beginning and the end" grep -q '1660[0-9][0-9] more' out
  done
  check "and enough of it gives a result" bash -c "ulimit -v 1500000; '$program' prove two-masses.still"
  many() { OPENBLAS_NUM_THREADS=64 fits 400000 prove two-masses.still; }
  check "however many threads OpenBLAS is told to have" many
fi
finish
