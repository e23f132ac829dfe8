# Every certificate that `standstill prove` writes is accepted by standstill-check.
. "$(dirname "$0")/../scripts/tap.sh"
proof=$scratch/proof.json

# accepted MODEL OPTIONS...: prove writes a certificate, and the checker accepts it with the model.
accepted() {
  "$BUILD/standstill" prove "$@" --out "$proof" >/dev/null
  local status=$?
  [ $status = 0 ] || [ $status = 10 ] || { echo "prove ended with $status"; return 1; }
  "$BUILD/standstill-check" "$proof" "$1"
}
prove() { check "prove $*" accepted "$@"; }

for model in models/two-masses.still models/two-masses-between.still models/two-masses-sum.still; do
  prove $model
  prove $model --set c1=0.5 --set c2=0.2
  prove $model --set c1=0.5 --set c2=-0.375
  prove $model --set c1=0.5 --set c2=-0.25
  prove $model --set c1=-0.2 --set c2=0.5
  prove $model --set m2=3 --set k2=1/3 --set c2=-0.3
done
model=models/friction-oscillator.still
prove $model
for c in -1.5 -0.1 0 0.3; do for k3 in 0 0.5; do prove $model --set c=$c --set k3=$k3; done; done
prove $model --set k=-1 --set c=0.3
prove $model --set mu=0 --set c=1
prove tests/checker/models/chain.still
# a range that only a constant force has
printf '%s\n' 'param a = 0 in [-0.1, 0.1]' 'coord q' "kinetic = 1/2*q'^2" "force q = a - q - 0.5*q'" >"$scratch/pushed.still"
prove "$scratch/pushed.still"
prove models/chain-of-blocks.still
prove models/chain-of-blocks.still --set n=3 --set mu=0.2:0.4
prove models/chain-of-blocks.still --set n=100 --set mu=0.2:0.4 --set k=90:110 --set c=0.1:0.2
prove tests/checker/models/chain.still --set c1=-1/4
prove tests/checker/models/chain.still --set c3=0
prove tests/checker/models/saddle.still
prove tests/checker/models/saddle.still --set c=-0.2
prove tests/checker/models/fed-saddle.still
prove tests/checker/models/fed-saddle.still --set c=0.3:0.5
prove $model --set k=-1 --set c=-0.3
prove tests/checker/models/sledge.still --feedback soft
prove tests/checker/models/shaped.still
prove tests/checker/models/shaped.still --feedback press --set Kv=-0.05
prove tests/checker/models/shaped-arm.still --feedback press
prove models/arm-against-stop.still --feedback press
prove models/ratchet.still
prove models/ratchet.still --claim bounded --set k=4:6 --set mu=0.3:0.5
prove models/ratchet.still --set r=0.0475:0.0525
# factors of directions: of two entries, negative, in a clutch
printf '%s\n' 'param r = 1 in [0.5, 2]' 'coord a, b' "kinetic = 1/2*(a'^2 + b'^2)" 'potential = 1/2*a^2 + 1/2*(a - b)^2' "clutch c { slip = -r*(a' - b')*2; law = oneway }" \
  "friction f { slip = -r*(a' - 3*b'); normal = 1; law = coulomb(1) }" "friction g { slip = a'; normal = 1; law = coulomb(r) }" >"$scratch/factors.still"
prove "$scratch/factors.still"

# bytes: a mark before the text, characters beyond ASCII, long names, a file whose name is no text
name=$(printf 'a%.0s' {1..70})
printf '\xef\xbb\xbf# \xe2\x82\xac\r\nmodel "\xce\xbb\t\x01"\nparam %s = 2\n%s' "$name" "coord x
kinetic = 1/2*$name*x'^2
potential = x^2
force x = -x'
friction f$name { slip = x'; normal = 1; law = coulomb(0.3) }" >"$scratch/bytes.still"
prove "$scratch/bytes.still"
prove "$scratch/bytes.still" --set $name=1:2
odd=$scratch/$(printf 'caf\xe9')$'\n.still'
cp "$scratch/bytes.still" "$odd" && prove "$odd"

# bodies on two contacts: stable to lowest order, with and without restitution; ambiguous; rocking
# that grows, from one ray and from an interval of them
biped="models/planar-biped.still --at rest --claim stable"
for set in "d=0.55" "d=0.25 mu1=1.5" "d=1.2 mu1=0.05" "d=0.1 mu1=1" "d=0.1 mu1=0.05" "d=0.4 mu1=0.05" \
  "alpha=pi/9 e=0.1 d=1 mu1=1 mu2=1" "alpha=pi/9 e=0.1 d=0.3 mu1=3 mu2=3" "phi1=0.1 phi2=-0.1 d=1" "mu1=0.699:0.701" "d=0.4 mu1=0.25" "d=0.7 mu1=0.05" "d=0.4 mu1=0.2499:0.2501" \
  "h=0.5 alpha=0.533 d=0.134 mu1=0.071 mu2=2.523 phi1=0.295 phi2=0.378" \
  "h=3 alpha=0.017 d=0.386 mu1=0.048 mu2=1.516 phi1=-0.466 phi2=-0.116"; do
  prove $biped $(printf ' --set %s' $set)
done

for e in 0 0.1; do
  prove models/stances/two-slopes.still --at rest --claim stable --set e=$e
  prove models/stances/disk-in-gripper.still --at held --claim stable --set e=$e
  prove models/stances/table-from-the-side.still --at rest --claim stable --set e=$e
done
# a body on three rough contacts, of the machine itself
for set in mu=0.4 mu=0.38:0.42 alpha=0.285:0.315; do
  prove models/stances/box-against-stop.still --at rest --claim stable --set $set
done
three() { "$BUILD/standstill" prove models/stances/three-feet.still --at rest --claim stable; [ $? = 20 ]; }
check "three feet in a row, which only friction holds, are not claimed" three

# slopes that are not known before both sides of a box are cut
prove models/rough-pendulum.still --claim stable

# functions that fall along motions, by boxes
for mu in 1.25 2.4 0.62 "sqrt(2)" 1.2:1.3; do prove tests/checker/models/falls-van-der-pol.still --set "mu=$mu"; done
prove tests/checker/models/falls-van-der-pol.still --claim stable --effort 3
prove tests/checker/models/falls-van-der-pol.still --claim bounded
for falls in tests/checker/models/falls-*.still; do prove $falls; done

# irrational parameters and ranges
prove models/two-masses.still --set "c2=sqrt(2)/10"
prove models/two-masses.still --set k1=0.9:1.1
prove models/two-masses.still --set " k1 = 0.9 : 1.1 " --set "k2=3" --set " k2=2"
prove models/two-masses.still --set m1=1:4
prove models/two-masses.still --set mu1=0.09:0.11 --set "m1=sqrt(2)"
prove models/two-masses.still --set c2=-0.4:-0.3
prove $model --set "k=sqrt(2)"
prove $model --set c=0.3 --set "k=exp(1/3)"

# machine NAME FORMULAS: two masses and a friction with these formulas of s
machine() {
  cat >"$scratch/$1.still" <<END
param s = sqrt(2)
coord x, y
kinetic = 1/2*($2)*x'^2 + 1/2*y'^2
potential = $3
force x = -($4)*x'
force y = -($5)*y'
friction f { slip = x'; normal = 1; law = coulomb($6) }
END
}
# instability and damping that is seen only in the end, where numbers are irrational or have ranges
machine soft s "s*x^2 + 4*x*y + y^2/s" s 1 s
machine grows s "s*x^2 + x*y + y^2" 1 -s/10 1
machine seen 2 "s*x^2 + x*y + y^2" 1 0 0
machine fed s "s*y^2 - x^2" -s/10 1 s
for name in soft grows seen fed; do
  prove $scratch/$name.still
  prove $scratch/$name.still --set s=1.4:1.42
done

# entries that are not affine in a range: the prover's interval is the checker's
# bent DAMPING STIFFNESS MASS COEFFICIENT: formulas of a in [0.9, 1.1], b in [1.9, 2] and c(a)
bent() {
  cat >"$scratch/bent.still" <<END
param a = 1 in [0.9, 1.1]
param b = 2 in [1.9, 2]
param c = a*(a^2 + 1)
coord x, y
kinetic = 1/2*($3)*x'^2 + y'^2
potential = 1/2*($2)*x^2 + 1/2*(x - y)^2 + y^2
force x = -($1)*x'
force y = -y'
friction f { slip = x'; normal = 1; law = coulomb($4) }
END
  check "bent $*" accepted "$scratch/bent.still"
}
bent "3 + c/8" 1 1 0.3
bent 2 c "a^2 + 1" c/10
bent "a^3/4 - 2*a + 4" "a*(1 - a) + 2" "1/(1 + a^2)" "0.1*a^2"
bent "1/a + a" "a/(1 + a)" "1/a^2" "0.1*sqrt(a)"
bent "sqrt(2)*a^2" "exp(a)*a" "sin(a)*a^2" "0.1*pi*a^2"
bent "(a - b)^2 + 1" "a*b^2/(a + b)" "b^2*a" "0.1*b*a^3"
bent "(a - 1)^2 + 2" "(b - 2)^2 + a + 1" "(a - 1)^2/4 + 1" "0.1*abs(a)*max(a^2, b)"
bent "a^1.5" "b^a" "a^(-2)" "0.1*atan2(a, b^2)"

# what an identity makes shorter: both sides know these, and no others
bent "sqrt(a)^2" "(1/b)*b" "sin(a)^2 + cos(a)^2" "0.1*a/a"
bent "b*sqrt(a/b)^2" "(b^2 - 1)/(b - 1)" "a^0.5*a^0.5" "0.1*(a/(a + b))*(a + b)"
bent "1/(1/a)" "(1/sqrt(b))^2*b^2" "c/a" "0.1*abs(a - 1)^2 + 0.1"
bent "exp(a)*exp(-a)" "2*tan(a)*cos(a)/sin(a)" "exp(log(a))" "0.1*a*(1/a - 1/b) + 0.1"
bent "sqrt(a - 0.9) + 1" "2 + a*(a - 1)" "sqrt(a^2)" "0.1*max(a, 1)*sqrt(2)*sqrt(8)"
bent "a + sign(b - 2) + max(a, b)/min(a, 1)" "b" "a" "0.1*abs(b - 3)*max(a, 1)"

# what is narrower as an interval than multiplied out, or the other way round; inverses of -e and 3 e; high powers
cat >"$scratch/narrow.still" <<END
param h = 0 in [-1/2, 1/2]
param e = abs((h + 1)^4)
coord x, y
kinetic = 1/2*(x'^2 + y'^2)
potential = 1/2*x^2 + y^2
force x = -(1/2 + abs((h + 1)^4))*x'
force y = -(max((h + 1)^4, 0) + e)*y'
friction f { slip = x' - y'; normal = 1; law = coulomb(1) }
END
prove "$scratch/narrow.still"
sed "s/1\/2\*x^2 + y^2/y^2 - e*x^2/" "$scratch/narrow.still" >"$scratch/narrow-saddle.still"
prove "$scratch/narrow-saddle.still"
bent "1/(-a - b) + 1/(a + b) + 1" "3/(3*a + 3*b) - 1/(-a - b)" "(a - 5)/(-a + 5) + 2" "a/(-2*a - 2*b) + 1"
bent "a^40 + 1" "2^40/2^39 + (a - 1)^34" "(-2)^41/(-2)^40 + 4" "sqrt(2)^40/2^21 + 1.5^(-33)"
bent "(a + b)^(65/2)/10^15 + 1" "a^(-40) + 1" "(a + b + c)^100/10^90 + 1" "1"

# a function of a sum that an identity makes shorter
bent "2 + sin(a*(a^3/(a^2 + 1) + 1) + a^2/(a^2 + 1))" "2 + sin(a + (a^2/(a^2 + 1))*(a^2 + 1))" "1" "0.1"

bent "2 + sin(2*c*(c - 1)/(a*(c^2 - 1)))" "2 + sin(2*c/((c^2 - 1)/(c - 1)*sqrt(a)^2))" "1" "0.1"
# a choice that is decided for the shorter form only: abs of a power of a sine, max and min of it
for limit in "max(sin((a/(a + b))*(a + b))^3, 0)" "-min(0, -sin((a/(a + b))*(a + b))^3)" "abs(-sin((a/(a + b))*(a + b))^3)"; do
  bent "abs(sin((a/(a + b))*(a + b))^3)" 1 1 "$limit"
  prove "$scratch/bent.still" --set a=0.75:2.75
  bent 1 1 1 "$limit"
  prove "$scratch/bent.still" --set a=0.75:2.75
done

# exponentials of terms that are large and cancel: no factor of the product is a number that can be written out
machine cancelling "exp(10000*s - 14142)" "exp((s - 1)*(10000*s - 14142)*1000)*x^2 + y^2" 1 1 "exp(14142 - 10000*s)"
prove $scratch/cancelling.still

# uncertain numbers: of defined names, of a body without inertia, of a guide with friction
cat >"$scratch/guide.still" <<END
param m = 1 in [1, 1.2]
param k = 4 in [4, 4.1]
param al = 0.1 in [0.1, 0.2]
param omega = sqrt(k/m)
coord x, y, z
let lift = y + al - al
body b { mass = m; at = (x, z, al) ; gravity = (0, 0) }
point p on b (omega/omega, 0)
kinetic = 1/2*m*y'^2
potential = 1/2*m*omega^2*x^2 + 10*m*cos(al)*lift
force at p = (-x', 0)
force z = -z' - 3*z
slider guide { gap = y; slip = ddt(p.x); law = coulomb(0.3) }
chart s, v { x = s; y = 0; z = v }
END
prove "$scratch/guide.still"

# a mass and a spring in which ranges stand by an identity only, in a proof by boxes
cat >"$scratch/one.still" <<END
param a = 2 in [1, 4]
param e = -0.3 in [-1/2, 0]
param b = (1/max(a, 2))*max(a, 2)
coord x, y
kinetic = 1/2*b^2*x'^2 + 1/2*y'^2
potential = 1/2*(2 + sin(b))*x^2 + x^4 + e*y
force x = -(2 + sin(a))*x'
slider s { gap = y; slip = x'; law = coulomb(0.3) }
chart c { x = c; y = 0 }
END
prove "$scratch/one.still"

# a divisor that may be 0 within the ranges: no proof, and the formula is named
cat >"$scratch/hole.still" <<END
param a = 1.5 in [0.5, 2]
param k = (a^2 - 1)/(a - 1)
coord x
kinetic = 1/2*x'^2
potential = 1/2*k*x^2
force x = -x'
END
names_formula() {
  "$BUILD/standstill" prove "$scratch/hole.still" --out "$proof" >"$scratch/said"
  [ $? = 20 ] && grep -q "'(a^2 - 1)/(a - 1)' in line 2 divides by what may be 0" "$scratch/said"
}
check "a divisor that may be 0 is named" names_formula

# what cancels counts as it is written, in the JSON form of a model too
cat >"$scratch/cancels.still" <<END
param k = 1 in [-1/2, 2]
coord x
kinetic = 1/2*x'^2
potential = (k/k)*x^2
force x = -x'
END
"$BUILD/standstill" info "$scratch/cancels.still" --json >"$scratch/cancels.json"
undecided() {
  "$BUILD/standstill" prove "$1" >"$scratch/said"
  [ $? = 20 ] && grep -q "divides by what may be 0" "$scratch/said"
}
check "k/k in a text" undecided "$scratch/cancels.still"
check "k/k in JSON" undecided "$scratch/cancels.json"
finish
