# simulate --prove: what becomes of a start, or of all near it; the checker follows, and no lie passes.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
masses=models/two-masses.still
proof=$scratch/start.proof.json
checker=$BUILD/standstill-check

run "one start rests" 0 "*below the level V = 16 by t = *tends to rest in E1*" "" simulate $masses --prove --from x1=4.6,x2=4.6
run "one start escapes" 10 "*never comes to rest*" "" simulate $masses --prove --from x1=5.5,x2=-5.5
run "a box too large" 20 "*try a smaller --radius*" "" simulate $masses --prove --from x1=4.6,x2=4.6 --radius 3
run "a radius of nothing" 2 "" "*--radius goes with --prove*" simulate $masses --radius 1
run "a radius below 0" 2 "" "*--radius -1: it must be 0 or above*" simulate $masses --prove --radius -1
run "a method" 2 "" "*--method does not go with --prove*" simulate $masses --prove --method moreau
run "a file of another kind" 2 "" "*a certificate ends in .proof.json*" simulate $masses --prove --out x.csv
run "contacts" 2 "" "*--prove: it has contacts: nothing carries a ball of starts through impacts yet*" simulate models/rocking-block.still --prove

stop() { # START WORDS
  sed '/^draw/d' $masses >"$scratch/stop.still"
  printf "contact stop { gap = 6 - x2; slip = x2'; law = coulomb(0.3) }\n" >>"$scratch/stop.still"
  run "$1" "$2" "$3" "" simulate "$scratch/stop.still" --prove --from "$4" --radius 0.01 --out "$scratch/stop.proof.json"
}
stop "away from a stop" 0 "*below the level V = 16 by t = *no contact closes on the way*" x1=5,x2=5
check "the checker keeps away from it as well" "$checker" --quiet "$scratch/stop.proof.json" "$scratch/stop.still"
stop "into a stop" 20 "*a contact may close*" x1=5,x2=5,x2\'=9
stop "an escape, which a stop may end" 20 "*open*" x1=5.5,x2=-5.5
certified() {
  "$program" simulate $masses --prove --from x1=4.6,x2=4.6 --radius 0.2 --out "$proof" --quiet &&
    "$checker" "$proof" $masses | grep -qx "proved     every start of the box tends to rest"
}
check "a certificate that the checker follows" certified
escape_certified() {
  "$program" simulate $masses --prove --from x1=5,x2=-4.5 --radius 0.2 --out "$scratch/e.proof.json" --quiet
  [ $? = 10 ] && "$checker" "$scratch/e.proof.json" $masses | grep -qx "proved     every start of the box escapes"
}
check "so has an escape" escape_certified

finish
