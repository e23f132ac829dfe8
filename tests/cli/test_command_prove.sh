# `standstill prove`: verdicts, exit statuses, JSON, certificates that standstill-check confirms.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
two=models/two-masses.still sum=models/two-masses-sum.still

run "proved" 0 "proved: every motion that starts with an energy V < 16 *
*WL2004-T4.8  proved*level 16
*published  16*" "" prove $two
run "refuted" 10 "refuted: the rest set is not attractive*" "" prove $sum --set c1=1/2 --set c2=-1/4
run "unknown" 20 "unknown: the stiffness is singular along (1, 1)*" "" prove $two --set k1=0
run "a model that is none" 2 "" "*No such file*" prove no-such-file.still
run "quiet" 0 "" "" prove $two --quiet
run "JSON" 0 '{
  "verdict": "proved",
  "claim": "locally-attractive",
  "theorem": "WL2004-T4",
*"levels": {
    "published": 16.0,
    "tight": 16.0,
    "proved": 16.0,
    "exact": "16"
  },
  "rest_set_inside": "whole",
*"certificate": null
}' "" prove $two --json
run "JSON of what is refuted" 10 '*"verdict": "refuted",
  "claim": "locally-attractive",*' "" prove $sum --set c1=1/2 --set c2=-1/4 --json
run "a file that cannot be written" 2 "" "*no/such/folder*" prove $two --out no/such/folder/a.json
run "an unknown law" 2 "" "*--feedback*" prove models/arm-against-stop.still --feedback none
run "unknown verdicts write no certificate" 20 "*" "" prove $two --set k1=0 --out "$scratch/none.json"
check "and there is none" test ! -e "$scratch/none.json"

# certify NAME MODEL SETTINGS...: proved or refuted, and the other program agrees.
certify() {
  local name=$1 code settings=()
  shift
  "$program" prove "$@" --quiet --out "$scratch/proof.json"
  code=$?
  [ $code = 0 ] || [ $code = 10 ] || { report "not ok" "$name" "status $code"; return; }
  check "certificate: $name" "$BUILD/standstill-check" "$scratch/proof.json" "$1"
}
certify "theorem 4" $two
certify "theorem 4, several sign patterns" $two --set c1=-1/5 --set c2=-1/10
certify "theorem 3" $two --set k1=0.05 --set k2=0.05 --set c2=-1.5
certify "theorem 2" $two --set c2=0.2
certify "theorem 2, semidefinite" models/two-masses-between.still --set c2=-1/4
certify "growing" $sum --set c1=1/2 --set c2=-3/8
certify "undamped" $sum --set c1=1/2 --set c2=-1/4
certify "negative stiffness" $two --set k1=-1/10 --set c2=1/10
certify "oscillator" models/friction-oscillator.still
certify "cubic spring" models/friction-oscillator.still --set k3=1/2
certify "passive oscillator" models/friction-oscillator.still --set c=0.3
certify "a parameter set twice" $two --set c2=5 --set c2=-3/8

# a changed digit does not pass
"$program" prove $two --quiet --out "$scratch/proof.json"
sed -i 's/"level": "16"/"level": "17"/' "$scratch/proof.json"
check_fails "a changed level" "" "$BUILD/standstill-check" "$scratch/proof.json"
finish
