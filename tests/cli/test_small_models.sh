#!/usr/bin/env bash
# The small models: proved with a certificate that is accepted and an attack that fails, also for ranges of ±5 %; refuted;
# or unknown, with the condition that fails.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/scripts/tap.sh
BUILD=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# name, least level, arguments of prove
proved() {
  local model=models/small/$1.still least=$2
  shift 2
  "$BUILD/standstill" prove "$model" "$@" --attack 12 --json --out "$scratch/c.json" >"$scratch/said" || return 1
  python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
least = float(sys.argv[2])
assert d["theorem"] == "LW2008-T1" and d["attack"]["findings"] == [] and d["attack"]["motions"] == 12, d
assert (d["level"] or 1e300) >= least, d["level"]
' "$scratch/said" "$least" || return 1
  "$BUILD/standstill-check" "$scratch/c.json" >/dev/null
}

held() { # name, claim, arguments
  local model=models/small/$1.still claim=$2
  shift 2
  "$BUILD/standstill" prove "$model" "$@" --claim "$claim" --attack 12 --json --out "$scratch/c.json" >"$scratch/said" &&
    grep -q '"theorem": "SS-PERCH"' "$scratch/said" && "$BUILD/standstill-check" "$scratch/c.json" >/dev/null
}

unknown() { # name, words, arguments
  local model=models/small/$1.still words=$2
  shift 2
  "$BUILD/standstill" prove "$model" "$@" >"$scratch/said"
  [ $? = 20 ] && grep -q "$words" "$scratch/said"
}

refuted() { # name, arguments
  local model=models/small/$1.still
  shift
  "$BUILD/standstill" prove "$model" "$@" --quiet --out "$scratch/c.json"
  [ $? = 10 ] && "$BUILD/standstill-check" "$scratch/c.json" >/dev/null
}

check "pendulum" proved pendulum 19.6
check "pendulum, ranges" proved pendulum 17.7 --set m=0.95:1.05 --set g=9.3195:10.3005 --set r=0.19:0.21
check "double well, right" proved double-well 0.2499 --at right
check "double well, left" proved double-well 0.2499 --at left
check "double well, ranges" proved double-well 0.237 --set h=0.2375:0.2625 --set mu=0.0475:0.0525
check "double well, top" refuted double-well --at top
check "inverted pendulum, bottom" proved inverted-pendulum 19.5 --at bottom
check "inverted pendulum, top" refuted inverted-pendulum --at top
check "quartic springs" proved quartic-spring 100
check "asymmetric spring" proved asymmetric-spring 0.166
check "asymmetric spring, ranges" proved asymmetric-spring 0.158 --set k=0.95:1.05
check "three blocks and a stop" proved three-blocks 0
check "double pendulum" proved double-pendulum 19.6
check "double pendulum, ranges" proved double-pendulum 18.6 --set m2=0.95:1.05 --set r1=0.285:0.315
check "cubic damping" proved cubic-damping 19.6
check "a box that stays" held box-on-incline attractive
check "a box that stays near where it was" held box-on-incline stable
check "a box that stays, ranges" held box-on-incline bounded --set m=0.95:1.05 --set g=9.3195:10.3005 --set mu=0.475:0.525 --set a=0.285:0.315
check "a box that slides" refuted box-on-incline --set mu=0.2
check "a ladder" unknown ladder "would rest without friction"
finish
