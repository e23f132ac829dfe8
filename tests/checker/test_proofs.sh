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
prove tests/checker/models/chain.still --set c1=-1/4
prove tests/checker/models/chain.still --set c3=0
prove tests/checker/models/saddle.still
prove tests/checker/models/sledge.still --feedback soft

# irrational parameters and ranges
prove models/two-masses.still --set "c2=sqrt(2)/10"
prove models/two-masses.still --set k1=0.9:1.1
prove models/two-masses.still --set mu1=0.09:0.11 --set "m1=sqrt(2)"
prove models/two-masses.still --set c2=-0.4:-0.3
prove $model --set "k=sqrt(2)"
prove $model --set c=0.3 --set "k=exp(1/3)"
finish
