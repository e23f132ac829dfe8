# report: one page; wrong requests are said before anything is computed.
. "$(dirname "$0")/../scripts/tap.sh"
. "$(dirname "$0")/run.sh"
oscillator=models/friction-oscillator.still
page=$scratch/page.html

writes() {
  "$program" report $oscillator --set mu=0.2 --out "$page" | grep -qx "report: $page" || return 1
  [ "$(wc -c <"$page")" -le 1000000 ] && grep -q '<section id="basin">' "$page" &&
    grep -q 'standstill report models/friction-oscillator.still --set mu=0.2' "$page"
}
check "a page, at most a megabyte" writes

# the certificate in the page is one that the checker accepts
take_out() { # page: its first certificate
  local text
  text=$(grep -o "href='data:application/json,[^']*" "$1" | head -n 1 | cut -d, -f2-)
  printf '%b' "${text//%/\\x}"
}
certificate() {
  grep -q ">save friction-oscillator.proof.json" "$page" && take_out "$page" >"$scratch/proof.json" &&
    "$BUILD/standstill-check" "$scratch/proof.json"
}
check "its certificate can be taken out and checked" certificate

chosen() {
  "$program" report $oscillator --from kick --end 3 --plane "x,x'" --range -2:2,-3:3 --quiet \
    --time-limit 5 --out "$page" || return 1
  grep -q 'From <em>kick</em>' "$page" && grep -q -- "--from 'kick' --end 3<" "$page" && grep -q -- '--range -2:2,-3:3' "$page"
}
check "start, end, plane and range" chosen

# a body in space with eight contacts: every section has its time, and a page comes out
cat >"$scratch/die.still" <<'END'
model "A die"
coord x, y, z, s, a, b, c
body3 die { mass = 1; inertia = (1, 1, 1); at = (x, y, z); turned by (s, a, b, c); gravity = (0, 0, -10) }
for i in 0..1 {
  for j in 0..1 {
    for k in 0..1 {
      point p[4*i + 2*j + k] on die (2*i - 1, 2*j - 1, 2*k - 1)
    }
  }
}
for i in 0..7 {
  contact corner[i] { gap = p[i].z; slip = (ddt(p[i].x), ddt(p[i].y)); law = disk(0.3); restitution = newton(0.3, 0) }
}
state thrown { z = 3; turned die about (1, 1, 0) by 0.7; spin die by (2, 0, 1) }
draw circle (x, y, z) radius 1
END
hurries() {
  timeout 60 "$program" report "$scratch/die.still" --time-limit 1 --quiet --out "$page" &&
    grep -q "until its time was over" "$page" && grep -q 'id="made"' "$page"
}
check "a page comes out however much there is to search" hurries

run "no page" 2 "" "*a report is a page: its name ends with .html*" report $oscillator --out x.pdf
run "no state" 2 "" "*unknown state 'moon'*" report $oscillator --from moon --out "$page"
run "no plane" 2 "" "*--plane z*" report $oscillator --plane x,z --out "$page"
run "a range of nothing" 2 "" "*of which plane?*" report $oscillator --range 0:1,0:1 --out "$page"
run "no end" 2 "" "*motions need a time above 0*" report $oscillator --end 0 --out "$page"
run "nowhere" 2 "" "*cannot write /nowhere/x.html*" report $oscillator --out /nowhere/x.html

# the page that the README links is about the model as it is, small, and asks for nothing
linked=docs/reports/rocking-block.html
current() { grep -q "$(sha256sum models/rocking-block.still | cut -d' ' -f1)" $linked; }
alone() { ! grep -oE " (src|href)=[\"'][^#d][^\"']*" $linked && [ "$(wc -c <$linked)" -le 1000000 ]; }
check "the page of the README is about today's model" current
check "and stands alone" alone
accepted() {
  take_out $linked >"$scratch/linked.json" &&
    "$BUILD/standstill-check" "$scratch/linked.json" models/rocking-block.still >/dev/null
}
check "its certificate is accepted" accepted
finish
