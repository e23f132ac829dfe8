# First-order states (aux, rate) in every command that takes a machine.
. "$(dirname "$0")/../scripts/tap.sh"
still=$BUILD/standstill
pid=models/pid-drive.still
says() { # WORDS COMMAND ...
  local words=$1
  shift
  "$@" 2>&1 | grep -qF -- "$words"
}
exits() { # STATUS COMMAND ...
  local want=$1 got=0
  shift
  "$@" >/dev/null 2>&1 || got=$?
  [ "$got" = "$want" ]
}
check "info says what its row means" says "z is a first-order state: its row is z', not z''" $still info $pid
check "rest: the segment |Ki z| <= mus m g at the goal" says "z  from -0.0981 to 0.0981" $still rest $pid
check "rest holds it against what is expected" says "as expected" $still rest $pid
check "a place of it" exits 0 $still rest $pid --contains z=0.098
check "a place beside it" exits 10 $still rest $pid --contains z=0.0982
check "off the goal nothing rests" exits 10 $still rest $pid --contains x=0.001
check "prove: unknown, with the reason" says "unknown: 'z' is a first-order state" $still prove $pid
check "and its exit status" exits 20 $still prove $pid
check "vary agrees with perturbed motions" says "order 2.000" $still vary $pid --from step --end 4 --check 2
check "vary has no velocity of z" sh -c "! $still vary $pid --from near --end 4 | grep -q \"z'\""
check "a basin: starts that stick at the goal" says "E1                  5" $still basin $pid \
  --plane x,z --range 0:1,-0.12:0.12 --grid 2x7 --end 2 --method events
check "by moreau the same" says "E1                  5" $still basin $pid \
  --plane x,z --range 0:1,-0.12:0.12 --grid 2x7 --end 2 --method moreau
check "no axis for a velocity that there is not" says "it has no velocity" $still basin $pid \
  --plane "x,z'" --range 0:1,0:1
check "nor a start" says "it has a rate, and no velocity" $still simulate $pid --from "z'=1"
$still info $pid --json >"$scratch/pid.json"
check "the JSON form is the same machine" diff <($still simulate "$scratch/pid.json" --from step --end 5) \
  <($still simulate $pid --from step --end 5)
check "bristles: steady slip" says "as expected" $still rest models/bristles.still
closes() { $still simulate models/bristles.still --end 8 | awk '/residual/ { r = $2 < 0 ? -$2 : $2; ok = r < 1e-12 } END { exit !ok }'; }
check "bristles: the energy book closes" closes
finish
