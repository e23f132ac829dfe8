# `standstill prove`: verdicts, exit statuses, JSON, certificates that standstill-check confirms.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
two=models/two-masses.still sum=models/two-masses-sum.still

run "proved" 0 "proved: every motion that starts with an energy V < 16 *
*WL2004-T4.8  proved*level 16
*published  16*" "" prove $two
run "refuted" 10 "refuted: the rest set is not attractive*" "" prove $sum --set c1=1/2 --set c2=-1/4
run "unstable is not a proof of rest" 10 "refuted: the rest set is unstable*" "" \
  prove $sum --set c1=1/2 --set c2=-3/8
run "unknown" 20 "unknown: the stiffness is singular along (1, 1), and the damping is negative*" "" \
  prove $two --set k1=0
run "a model that is none" 2 "" "*No such file*" prove no-such-file.still
run "quiet" 0 "" "" prove $two --quiet
run "JSON" 0 '{
  "verdict": "proved",
  "claim": "locally-attractive",
  "how": "asymptotic",
  "theorem": "WL2004-T4",
*"levels": {
    "published": 16.0,
    "tight": 16.0,
    "proved": 16.0,
    "exact": "16",
    "beta": 1.4142135623730951,
*  },
  "rest_set_inside": "whole",
*"certificate": null
}' "" prove $two --json
run "JSON of what is refuted" 10 '*"verdict": "refuted",
  "claim": "not-attractive",
  "how": null,*' "" prove $sum --set c1=1/2 --set c2=-1/4 --json
run "a file that cannot be written" 2 "" "*no/such/folder*" prove $two --out no/such/folder/a.json
run "an unknown law" 2 "" "*--feedback*" prove models/arm-against-stop.still --feedback none
run "unknown verdicts write no certificate" 20 "*" "" prove $two --set k1=0 --out "$scratch/none.json"
check "and there is none" test ! -e "$scratch/none.json"

# Three questions.
run "is it stable?" 0 "proved: the rest set is stable*by SS-SET*" "" \
  prove $two --claim stable --set c2=0.2
run "only its middle" 0 "proved: the rest point in the middle of the rest set is stable*by SS-POINT*" "" \
  prove $two --claim stable
run "it is not" 10 "refuted: the rest set is unstable*" "" prove $sum --claim stable --set c1=1/2 --set c2=-3/8
run "stable, and not attractive" 0 "proved: the rest set is stable*" "" \
  prove $sum --claim stable --set c1=1/2 --set c2=-1/4
run "are motions bounded?" 0 "proved: every motion is bounded*" "" prove $two --claim bounded --set c2=0.2
run "below a level" 0 "proved: every motion that starts with an energy V < 16 stays below it*" "" \
  prove $two --claim bounded
run "some are not" 10 "refuted: arbitrarily near the rest set motions start that are not bounded*" "" \
  prove $two --claim bounded --set k1=-1/10 --set c2=1/10
run "nobody knows" 20 "unknown: *no level below which motions stay*" "" \
  prove $sum --claim bounded --set c1=1/2 --set c2=-3/8
run "a question that is none" 2 "" "*--claim is attractive, stable or bounded, not 'good'*" prove $two --claim good
run "claims in JSON" 0 '*"claims": [
    {
      "what": "bounded",
      "of": "set",
      "verdict": "proved",
      "scope": "local",
      "how": null,
      "theorem": "WL2004-T3",
      "level": 16.0
    },
*' "" prove $two --claim bounded --json
run "the rest set at a state" 0 "proved*" "" prove $two --at x1=1/2,x2=1/2
# a seesaw between stops, which the gaps' formulas have a second time upside down: a region has one of them
cat >"$scratch/seesaw.still" <<'END'
coord phi
kinetic = phi'^2
potential = 3*sin(phi)
friction pivot { slip = phi'; normal = 3/2; law = coulomb(1) }
contact right { gap = 0.4 + sin(phi); restitution = newton(0.4, 0) }
contact left { gap = 0.4 - sin(phi); restitution = newton(0.4, 0) }
END
run "no level, and what may help" 20 "unknown: *no level above 0 was found; there are other rest sets: a region *" "" \
  prove "$scratch/seesaw.still"
echo 'region use { phi^2 <= 1 }' >>"$scratch/seesaw.still"
run "it helps" 0 "proved: every motion that starts in the region *" "" prove "$scratch/seesaw.still"
run "no rest set at all" 20 "unknown: there is no place where it can rest; *" "" prove models/gradients/pushed-pendulum.still
run "no rest set there" 2 "" "*--at x1=5: it cannot rest there*" prove $two --at x1=5
run "others are named" 0 "*rest sets that were found*E1*E2*" "" prove models/constrained-beam.still

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
certify "theorem 4, several cells of velocities" $two --set c1=-1/5 --set c2=-1/10
certify "theorem 3" $two --set k1=0.05 --set k2=0.05 --set c2=-1.5
certify "theorem 2" $two --set c2=0.2
certify "theorem 2, semidefinite" models/two-masses-between.still --set c2=-1/4
certify "growing" $sum --set c1=1/2 --set c2=-3/8
certify "undamped" $sum --set c1=1/2 --set c2=-1/4
certify "negative stiffness" $two --set k1=-1/10 --set c2=1/10
certify "sliding" tests/checker/models/floor.still
certify "sliding, in finite time" tests/checker/models/block.still
run "a load at the bound of friction" 20 "unknown:*no rest point was shown to leave a margin*" "" \
  prove tests/checker/models/block.still --set F=1
certify "oscillator" models/friction-oscillator.still
certify "cubic spring" models/friction-oscillator.still --set k3=1/2
certify "passive oscillator" models/friction-oscillator.still --set c=0.3
certify "oscillator, everything with a range" models/friction-oscillator.still \
  --set c=-0.3:-0.1 --set mu=0.1:0.2 --set k3=0:1 --set m=1:2 --set "k=1:sqrt(2)"
certify "passive oscillator, irrational and with a range" models/friction-oscillator.still \
  --set c=0:0.1 --set "k3=sqrt(2)"
certify "a damping that may be 0" models/friction-oscillator.still --set c=0:0.1
certify "two real eigenvalues" models/two-masses-between.still --set c1=-4 --set c2=0
certify "ranges of both frictions" $two --set mu1=0.09:0.11 --set mu2=0.1:0.2

# An input with bounds saturates, also where its law is a constant between them.
cat >"$scratch/pushed.still" <<END
coord x; input F in [-1, 1]
kinetic = 1/2*x'^2; potential = 1/2*x^2; force x = F; feedback F = 1/2
friction floor { slip = x'; normal = 1; law = coulomb(1) }
END
run "an input with bounds" 20 "unknown: *input 'F' saturates*" "" prove "$scratch/pushed.still"
for claim in stable bounded; do
  certify "$claim, passive" $two --claim $claim --set c2=0.2
  certify "$claim, fed" $two --claim $claim
  certify "$claim, with ranges" $two --claim $claim --set c2=0.2:0.3 --set k1=1:100
  certify "$claim, fed, with ranges" $two --claim $claim --set mu1=0.09:0.11
  certify "$claim, negative stiffness" $two --claim $claim --set k1=-1/10 --set c2=1/10
  certify "$claim, on a floor" tests/checker/models/floor.still --claim $claim
  certify "$claim, a block" tests/checker/models/block.still --claim $claim
  certify "$claim, cubic spring" models/friction-oscillator.still --claim $claim --set c=0.3 --set k3=1
  certify "$claim, fed cubic spring" models/friction-oscillator.still --claim $claim --set k3=1
  certify "$claim, nothing rubs" $two --claim $claim --set c2=-0.3 --set mu1=0 --set mu2=0
done
certify "a parameter set twice" $two --set c2=5 --set c2=-3/8

# part of a rest set: it is said which
run "part of a rest set" 0 "proved:*of the rest set, as far as it was traced, x from -* has less energy*" "" \
  prove models/rocking-block.still --set a=0.6 --set b=0.5 --set J=0.4 --set k=5 --set mu=0.5

# motions against a claim: one that is true, and a level that is too high
attacked() { "$program" prove $two --attack 20 | grep -q "20 came to rest; 0 contradict the claim"; }
beaten() {
  "$program" prove $two --attack 60 --attack-level 30 --json --out "$scratch/none.json" >"$scratch/said"
  [ $? = 30 ] && [ ! -e "$scratch/none.json" ] && grep -q '"verdict": "error"' "$scratch/said" &&
    grep -q '"kind": "gains"' "$scratch/said"
}
check "an attack that fails" attacked
check "an attack on a level that is too high" beaten

# the semidefinite program of a body on two contacts: no equality is empty, so that others read it too
biped="models/planar-biped.still --at rest --claim stable"
dumped() {
  "$program" prove $biped --quiet --dump "$scratch/biped.dat-s" &&
    awk '/^"/ { next } { n++ } n == 1 { m = $1 } n > 4 && $1 > 0 && !seen[$1]++ { met++ }
      END { exit !(m > 20 && met == m) }' "$scratch/biped.dat-s"
}
check "its program in SDPA's form" dumped
run "no program" 0 "" "*note: no semidefinite program was solved: *" prove $two --quiet --dump "$scratch/none.dat-s"
run "a folder that is not there" 2 "" "*cannot write*" prove $biped --quiet --dump "$scratch/none/x.dat-s"

# a changed digit does not pass
"$program" prove $two --quiet --out "$scratch/proof.json"
sed -i 's/"level": "16"/"level": "17"/' "$scratch/proof.json"
check_fails "a changed level" "" "$BUILD/standstill-check" "$scratch/proof.json"

# a reason that two views give is told once
cat >"$scratch/play.still" <<'END'
coord x, y
kinetic = 1/2*(x'^2 + y'^2)
force x = 1 - x'
friction bearing { slip = y'; normal = 1; law = stribeck(0.3, 0.2, 0.5) }
contact front { gap = y - x }
END
run "one reason, once" 20 "unknown: there is no place where it can rest; 'front' is no friction with a known normal force; the coefficient of*" "" prove "$scratch/play.still"
finish
