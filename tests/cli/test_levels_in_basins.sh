# Every proved level lies in the basin: no point of a map with V below it does anything but rest
# in the rest set, or settle to it. V is computed here, from the models' own formulas.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"

level() { "$program" prove "$@" --json | awk -F'[:,]' '/"levels"/ { on = 1 } on && /"proved"/ { print $2 + 0; exit }'; }

# holds NAME MODEL PLANE RANGE V SETTINGS...: V is a formula of a and b, the axes.
holds() {
  local name=$1 model=models/$2.still rho
  rho=$(level "$model" "${@:6}")
  "$program" basin "$model" --plane "$3" --range "$4" --grid 61x61 --quiet --out "$scratch/map.csv" "${@:6}" || return
  awk -F, -v rho="$rho" -v name="$name" '
    !/^#/ && $1 + 0 == $1 { a = $1; b = $2; v = '"$5"'; if (v < rho) { inside++; if ($3 !~ /^(settles to )?E1$/) wrong++ }
                            if ($3 !~ /^(settles to )?E1$/) outside++ }
    END { print name ": level " rho ", " inside + 0 " points below it, " wrong + 0 " of them elsewhere, " \
            outside + 0 " points of the map not in the basin"
          exit !(rho > 0 && inside > 100 && wrong == 0) }' "$scratch/map.csv"
}
both="(a*a + b*b + (a - b)*(a - b))/2"
check "oscillator" holds oscillator friction-oscillator "x,x'" -4:4,-4:4 "(a*a + b*b)/2"
check "oscillator, other damping" holds oscillator friction-oscillator "x,x'" -2:2,-2:2 "(a*a + b*b)/2" \
  --set c=-0.9 --set mu=0.05
for model in two-masses two-masses-between two-masses-sum; do
  check "$model, positions" holds $model $model x1,x2 -6:6,-6:6 "$both"
  check "$model, velocities" holds $model $model "x1',x2'" -10:10,-10:10 "(a*a + b*b)/2"
  check "$model, one mass" holds $model $model "x1,x1'" -6:6,-10:10 "a*a + b*b/2"
done
check "a weaker damper" holds two-masses two-masses x1,x2 -3:3,-3:3 "$both" --set c1=0.2 --set c2=-0.5
# the test can fail: a level four times as high is no level
too_high() {
  level() { echo 64; }
  ! holds "$@"
}
check "a level that is too high is seen" too_high two-masses two-masses x1,x2 -6:6,-6:6 "$both"
finish
