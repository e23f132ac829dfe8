# chart: verdicts over two parameters or along one, against closed forms; wrong requests.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
rod=models/painleve-rod.still oscillator=models/friction-oscillator.still
masses=models/two-masses.still

# The rod that leads with its tip at 1 rad has no consistent mode beyond
# mu = (1 + 3 cos^2) / (3 sin cos) = 1.3752 (a uniform rod), whatever its length is.
painleve() {
  "$program" chart $rod --from pushed --vary mu=0:3 --vary l=0.5:2 --grid 61x3 --test modes --quiet \
    --out "$scratch/rod.csv" || return 1
  awk -F, '/^[0-9]/ { want = $1 > 1.37524 ? "none" : "slip+"
    if ($3 != want) { print; wrong = 1 } n++ } END { exit wrong || n != 183 }' "$scratch/rod.csv"
}
check "Painlevé's paradox begins where it must" painleve

# Two masses: every damper positive is enough for attraction from everywhere (van de Wouw & Leine 2004,
# theorem 3); that is proved where c1 > 0 and c1 + 2 c2 > 0.
global() {
  "$program" chart $masses --vary c1=-0.9:1.1 --vary c2=-0.9:1.1 --grid 5x5 --test prove --quiet \
    --out "$scratch/masses.csv" || return 1
  awk -F, '/^-?[0-9]/ { want = $1 > 0 && $1 + 2 * $2 > 0; is = $3 == "proved globally-attractive"
    if (want != is) { print; wrong = 1 } n++ } END { exit wrong || n != 25 }' "$scratch/masses.csv"
}
check "proved globally where both modes are damped" global

# Friction between the masses does not reach their common motion, which c1 damps or feeds.
unstable() {
  "$program" chart models/two-masses-between.still --vary c1=-0.9:1.1 --vary c2=-0.9:1.1 --grid 5x5 \
    --test prove --quiet --out "$scratch/between.csv" || return 1
  awk -F, '/^-?[0-9]/ { want = $1 < 0; is = $3 == "refuted unstable"
    if (want != is) { print; wrong = 1 } n++ } END { exit wrong || n != 25 }' "$scratch/between.csv"
}
check "unstable where the motion without slip grows" unstable

# The oscillator from x = 3 rests if it starts inside its unstable limit cycle, whose
# amplitude is (mu m g / k) coth(delta / 2); with positive damping it rests always.
rests() {
  "$program" chart $oscillator --from "x=3" --vary mu=0.05:0.45 --vary c=-1:1 --grid 9x9 \
    --test simulate --quiet --gain 1000 --end 400 --out "$scratch/rests.csv" || return 1
  awk -F, '/^[0-9]/ { zeta = -$2 / 2; want = "rests"
    if (zeta > 0) { d = 3.14159265358979 * zeta / sqrt(1 - zeta * zeta)
      if (10 * $1 * (exp(d) + 1) / (exp(d) - 1) < 3) want = "escapes" }
    if ($3 != want) { print $0, want; wrong = 1 } n++ } END { exit wrong || n != 81 }' "$scratch/rests.csv"
}
check "rests inside the limit cycle only" rests

# The beam that leans at 0.3 rad rests where tan(0.3) <= 2 mu2 / (1 - mu1 mu2).
leaning() {
  "$program" chart models/constrained-beam.still --from leaning --vary mu1=0:0.5 --vary mu2=0:0.5 \
    --grid 11x11 --test contains --quiet --out "$scratch/beam.csv" || return 1
  awk -F, '/^[0-9]/ { want = sin(0.3) / cos(0.3) <= 2 * $2 / (1 - $1 * $2) ? "can rest" : "cannot rest"
    if ($3 != want) { print $0, want; wrong = 1 } n++ } END { exit wrong || n != 121 }' "$scratch/beam.csv"
}
check "it can rest where friction holds it" leaning

# A double well, x^3 - x = F at the most: one interval of rest beyond F = 2/27^(1/2), three below.
cat >"$scratch/wells.still" <<'END'
model "Double well with dry friction"
param F = 0.1
param k = 1
coord x
kinetic = 1/2*x'^2
potential = k*(1/4*x^4 - 1/2*x^2)
friction base { slip = x'; normal = F; law = coulomb(1) }
END
wells() {
  "$program" chart "$scratch/wells.still" --vary F=0.05:0.95 --vary k=1:2 --grid 10x2 --test rest \
    --quiet --out "$scratch/wells.csv" || return 1
  awk -F, '/^[0-9]/ { want = $1 / $2 > 2 / sqrt(27) ? "1 rest set" : "3 rest sets"
    if ($3 != want) { print $0, want; wrong = 1 } n++ } END { exit wrong || n != 20 }' "$scratch/wells.csv"
}
check "rest sets merge where friction is strong" wells

# On one leg, tilted by 0.1: the tip slips or sticks, whichever the friction allows.
run "a parameter that says how many there are" 2 "" "*--vary n: it says how many*" \
  chart models/chain-of-blocks.still --vary n=2:4 --vary mu=0.1:0.2 --grid 2x2 --test prove
run "spatial modes: what the solver finds" 0 "*leg1:stick leg2:free leg3:free *leg1:slip leg2:free leg3:free *" \
  "" chart models/three-leg-stool.still --from tilted --vary mu=0.1:0.5 --vary g=5:10 --grid 2x2 \
  --test modes

modes=(chart models/rocking-block.still --from tilted --vary mu=0.1:1 --vary k=1:20 --grid 7x5)
"$program" "${modes[@]}" --test modes --quiet --threads 1 --out "$scratch/one.h5"
"$program" "${modes[@]}" --test modes --quiet --threads 2 --out "$scratch/two.h5"
check "1 and 2 threads: the same file" cmp "$scratch/one.h5" "$scratch/two.h5"
run "modes are named" 0 "*left:slip- right:free*" "" "${modes[@]}" --test modes
run "a mass that is none" 0 "*no model*50.0 %*" "" chart $oscillator --vary m=-1:1 --vary k=1:2 \
  --grid 2x2 --test modes

# Along one damper: the proved level of the two masses is (mu m g)^2 / (c1 + 2 c2)^2, mu m g = 1, c1 = 1/2;
# theorem 3 takes over where the sum is not negative. The file of the line is drawn again.
line=(chart $masses --vary c2=-1:1 --grid 21 --test prove)
levels() {
  "$program" "${line[@]}" --quiet --out "$scratch/line.csv" || return 1
  awk -F, '/^-?[0-9]/ { s = 0.5 + 2 * $1; n++
    if (s > 0) { if ($2 != "proved globally-attractive" || $3 != "") { print; wrong = 1 } next }
    if ($3 * s * s < 1 - 1e-9 || $3 * s * s > 1 + 1e-9) { print; wrong = 1 }
    } END { exit wrong || n != 21 }' "$scratch/line.csv"
}
check "along one parameter: the level is the closed form" levels
run "along one: where the verdict changes" 0 \
  "*c2 from -1 to 1: 21 points*c2 from -1 to -0.8: proved attractive-subset (proved level from 0.444* to 0.826*)*" "" \
  "${line[@]}"
run "along one: as JSON" 0 '*"stretches"*"low": -1.0*"high": -0.8*"class": "proved attractive-subset"*' "" "${line[@]}" --json
again() {
  "$program" "${line[@]}" --quiet --out "$scratch/line.h5" --plot "$scratch/line.svg" &&
    "$program" plot "$scratch/line.h5" --plot "$scratch/again.svg" && cmp "$scratch/line.svg" "$scratch/again.svg" &&
    "$program" "${line[@]}" --quiet --out "$scratch/line.h5" --resume
}
check "along one: the picture again from the file" again
refined() {
  "$program" chart $rod --from pushed --vary mu=0:3 --grid 1001 --refine --test modes --quiet --out "$scratch/fine.csv" || return 1
  awk -F, '/^[0-9]/ { if ($2 != ($1 > 1.37524 ? "none" : "slip+")) { print; wrong = 1 } n++
    computed += $3 != "" } END { exit wrong || n != 1001 || computed > 100 }' "$scratch/fine.csv"
}
check "along one, refined: few points are computed" refined

wrong() { run "$1" 2 "" "standstill: error: $2" chart "${@:3}"; }
wrong "no test" "--test: *" $oscillator --vary c=0:1 --vary k=1:2
wrong "an unknown test" "--test fly: there are *" $oscillator --vary c=0:1 --vary k=1:2 --test fly
wrong "no parameter" "--vary: one parameter or two*" $oscillator --test modes
wrong "two counts for one parameter" "--grid 3x3: one parameter has one number*" $oscillator --vary c=0:1 --grid 3x3 --test modes
wrong "three parameters" "--vary: one parameter or two*" $oscillator --vary c=0:1 --vary k=1:2 --vary m=1:2 --test modes
wrong "the same twice" "--vary c=0:2: the two parameters are the same" $oscillator --vary c=0:1 --vary c=0:2 --test modes
wrong "an unknown parameter" "--vary mw: did you mean 'm*'?" $oscillator --vary mw=0:1 --vary k=1:2 --test modes
wrong "no range" "--vary c: expected*" $oscillator --vary c --vary k=1:2 --test modes
wrong "an empty range" "--vary 1:0: the range is empty*" $oscillator --vary c=1:0 --vary k=1:2 --test modes
wrong "a tolerance of 1" "--tolerance 1: *" $oscillator --vary c=0:1 --vary k=1:2 --test simulate --tolerance 1
wrong "a negative end" "--end -1: *" $oscillator --vary c=0:1 --vary k=1:2 --test simulate --end -1
run "an unknown state" 2 "" "--from:*" chart $oscillator --vary c=0:1 --vary k=1:2 --test modes --from moon
finish
