# `standstill contact`: text and JSON, conversion, methods, and what is wrong with a file.
. "$(dirname "$0")/../scripts/tap.sh"
program=$BUILD/standstill
seeds=fuzz/seeds/problem

# run NAME STATUS STDOUT STDERR ARGUMENTS...: patterns; "*" matches any.
run() {
  local name=$1 status=$2 out=$3 err=$4 got_status
  shift 4
  "$program" contact "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  got_status=$?
  got_out=$(cat "$scratch/out") got_err=$(cat "$scratch/err")
  if [ $got_status = "$status" ] && [[ $got_out == $out ]] && [[ $got_err == $err ]]; then
    report ok "$name"
  else
    report "not ok" "$name" "status $got_status, not $status
stdout: $got_out
stderr: $got_err"
  fi
}

# one planar contact, G = [2 0; 0.5 3], q = (-1, 0.5), mu = 0.3: it slips, r = (0.5, -0.15)
run "a table for people" 0 "$seeds/sparse.dat: 1 contact, G dense
status    solved
residual*tolerance 1e-10*
method*iterations*
contact*r_N*xi_N*
*1 * 0.5 * -0.15 *0.3*" "" $seeds/sparse.dat
run "JSON" 0 '{
  "status": "solved",
  "residual": *,
  "method": "*",
  "iterations": *,
  "contacts": 1,
  "reactions": \[0.5, -0.1*\],
  "velocities": \[*, *\]
}' "" $seeds/triplets.dat --json
for method in auto enumerate lemke newton gauss-seidel; do
  run "method $method" 0 '*"reactions": \[0.*, -0.1*' "" $seeds/sparse.dat --json --method $method
done
run "a wrong method" 2 "" "standstill: error: --method: no method 'newtn'; did you mean 'newton'?" \
  $seeds/sparse.dat --method newtn
run "a method that does not fit" 2 "" "standstill: error: --method: lemke takes small planar*" \
  $seeds/dense.dat --method lemke
run "a wrong tolerance" 2 "" "standstill: error: --tolerance: must be positive" \
  $seeds/dense.dat --tolerance=-1
run "a tolerance that nobody reaches" 3 "*status    no solution found*" "" \
  $seeds/dense.dat --tolerance 1e-300
run "a file that is not there" 2 "" "nothing.dat: error: cannot be opened" nothing.dat
printf '3\n1\n0\n3\n3\n3 3\n1 0 0\n0 1 zero\n' >"$scratch/bad.dat"
run "a malformed file" 2 "" "$scratch/bad.dat:8:5: error: entry of the matrix: not a finite number
  0 1 zero
      ^~~~" "$scratch/bad.dat"

# every form comes out of FCLIB's form as it went in
for form in dense blocks sparse triplets; do
  run "dump $form" 0 "*" "" $seeds/$form.dat --json --dump "$scratch/$form.hdf5"
  cp "$scratch/out" "$scratch/before"
  run "read $form back" 0 "$(sed 's/[][*?\\]/\\&/g' "$scratch/before")" "" "$scratch/$form.hdf5" --json
done
run "a place that cannot be written" 2 "" "/no/such/place.hdf5: error: cannot be written: No such file*" \
  $seeds/dense.dat --dump /no/such/place.hdf5
finish
