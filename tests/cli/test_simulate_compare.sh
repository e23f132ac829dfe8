# `simulate --method penalty --compare`: springs for contacts beside the rigid motion.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

arm="simulate models/arm-against-stop.still --method penalty --end 1.3"
run "the order is a half" 0 "springs for contacts*1e+06 *0.00262* 0.498*" "" $arm --compare 1e3,1e4,1e5,1e6
run "as JSON" 0 '{*"compare": [*"stiffness": 1000.0*"order": null*}*' "" $arm --compare 1e3,1e4 --json
run "as a picture" 0 "*" "" $arm --compare 1e3,1e4 --plot "$scratch/arm.svg"
check "which is there" test -s "$scratch/arm.svg"
run "nothing" 0 "" "" $arm --compare 1e3 --quiet
fails() { run "$1" 2 "" "standstill: error: $2" "${@:3}"; }
fails "no numbers" "--compare needs positive numbers between commas*" $arm --compare 1e3,soft
fails "a number below 0" "--compare needs positive numbers between commas*" $arm --compare -1e3
fails "another method" "--compare means nothing to the method events" \
  simulate models/arm-against-stop.still --compare 1e3
fails "a file" "--out does not go with --compare" $arm --compare 1e3 --out "$scratch/a.csv"
finish
