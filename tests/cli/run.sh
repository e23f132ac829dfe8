# run.sh: runs the program and compares what it does. Sourced after tap.sh, never run.
program=$BUILD/standstill

# run NAME STATUS STDOUT STDERR ARGUMENTS...: exact texts; "*" matches any.
run() {
  local name=$1 status=$2 out=$3 err=$4 got_status
  shift 4
  "$program" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
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
