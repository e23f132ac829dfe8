" Models of Standstill (.still). The words are those of docs/model-language.md; a test compares.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match stillNumber "\<\d\+\(\.\d*\)\=\([eE][-+]\=\d\+\)\="
syntax match stillNumber "\.\d\+\([eE][-+]\=\d\+\)\="
syntax match stillStatement "^\s*\(model\|source\|param\|coord\|let\|body\|body3\|point\|kinetic\|potential\|force\|input\|feedback\|contact\|slider\|friction\|clutch\|chart\|state\|region\|expect\|shape\|lyapunov\|aux\|rate\|draw\)\>"
syntax keyword stillDrawing contained line spring damper ground wall polygon circle arrow label
syntax match stillDraw "^\s*draw\s\+\(line\|spring\|damper\|ground\|wall\|polygon\|circle\|arrow\|label\)\>" contains=stillStatement,stillDrawing
syntax match stillLaw "\<\(coulomb\|disk\|ellipse\|contensou\|rolling\|oneway\|stribeck\|newton\|sequential\|energetic\|poisson\)\ze\s*(\="
syntax match stillFunction "\<\(sin\|cos\|tan\|asin\|acos\|atan\|atan2\|sqrt\|exp\|log\|tanh\|abs\|min\|max\|sign\|ddt\)\ze\s*("
syntax match stillWhen contained "\<\(after\|while\|open\|closed\|sticks\|slips\)\>"
syntax match stillFeedback "^\s*feedback\>[^=:]*:" contains=stillStatement,stillWhen,stillNumber
syntax match stillFor "\<\(for\|sum\s*(\)\s*\h\w*\s\+in\>" contains=stillRepeat
syntax keyword stillRepeat contained for sum in
syntax match stillWhere ")\s*\(to\|at\|radius\)\>"hs=s+1
syntax keyword stillConstant pi
syntax match stillField "\<\(mass\|inertia\|at\|gravity\|gap\|slip\|spin\|roll\|normal\|law\|restitution\|damping\)\ze\s*="
syntax region stillString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match stillUnit contained "\[[^]]*\]"
syntax match stillComment "#.*$" contains=stillUnit,@Spell
highlight default link stillNumber Number
highlight default link stillStatement Statement
highlight default link stillDrawing Type
highlight default link stillWhen Conditional
highlight default link stillRepeat Repeat
highlight default link stillWhere Statement
highlight default link stillLaw Type
highlight default link stillFunction Function
highlight default link stillConstant Constant
highlight default link stillField Identifier
highlight default link stillString String
highlight default link stillUnit SpecialComment
highlight default link stillComment Comment
let b:current_syntax = "still"
