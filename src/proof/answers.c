/* answers.c: what a claim says: of what, whether it holds, and for which motions.
 *
 * A theorem has one claim, which answers one of the three questions, and consequences, which follow
 * from the same conditions. Both become answers of a proof, those about the question first. Where
 * none of them is about it, or where a point is stable and nothing is known of its rest set, the
 * list says so: `unknown` is an answer too.
 *
 * An unstable rest set is a reason to refute that a machine comes to rest, which is what the first
 * question means to those who ask. But motions that leave it may come back: attraction itself is
 * `unknown` in the list, unless the theorem excludes it (LW2008-T3).
 */
#include <math.h>

#include "theorem.h"

const char *ss_question_word(ss_question question) {
  static const char *const words[] = {"attractive", "stable", "bounded"};
  return words[question];
}

const char *ss_scope_word(ss_scope scope) {
  static const char *const words[] = {"none", "global", "local", "subset", "zero-order"};
  return words[scope];
}

/* By claim. */
static const struct {
  const char *word;
  ss_question what;
  bool point;
  ss_verdict verdict;
  ss_scope scope;
  bool level; /* it has one */
} claims[] = {
    [SS_CLAIM_NONE] = {"none", SS_QUESTION_ATTRACTIVE, false, SS_UNKNOWN, SS_SCOPE_NONE, false},
    [SS_CLAIM_GLOBALLY_ATTRACTIVE] = {"globally-attractive", SS_QUESTION_ATTRACTIVE, false,
                                      SS_PROVED, SS_SCOPE_GLOBAL, false},
    [SS_CLAIM_LOCALLY_ATTRACTIVE] = {"locally-attractive", SS_QUESTION_ATTRACTIVE, false, SS_PROVED,
                                     SS_SCOPE_LOCAL, true},
    [SS_CLAIM_ATTRACTIVE_SUBSET] = {"attractive-subset", SS_QUESTION_ATTRACTIVE, false, SS_PROVED,
                                    SS_SCOPE_SUBSET, true},
    [SS_CLAIM_UNSTABLE] = {"unstable", SS_QUESTION_STABLE, false, SS_REFUTED, SS_SCOPE_LOCAL,
                           false},
    [SS_CLAIM_NOT_ATTRACTIVE] = {"not-attractive", SS_QUESTION_ATTRACTIVE, false, SS_REFUTED,
                                 SS_SCOPE_LOCAL, false},
    [SS_CLAIM_STABLE] = {"stable", SS_QUESTION_STABLE, false, SS_PROVED, SS_SCOPE_LOCAL, false},
    [SS_CLAIM_STABLE_POINT] = {"stable-point", SS_QUESTION_STABLE, true, SS_PROVED, SS_SCOPE_LOCAL,
                               false},
    [SS_CLAIM_BOUNDED] = {"bounded", SS_QUESTION_BOUNDED, false, SS_PROVED, SS_SCOPE_GLOBAL, false},
    [SS_CLAIM_LOCALLY_BOUNDED] = {"locally-bounded", SS_QUESTION_BOUNDED, false, SS_PROVED,
                                  SS_SCOPE_LOCAL, true},
    [SS_CLAIM_ZERO_ORDER] = {"zero-order-stable", SS_QUESTION_STABLE, true, SS_PROVED,
                             SS_SCOPE_ZERO_ORDER, false},
    [SS_CLAIM_UNBOUNDED] = {"unbounded", SS_QUESTION_BOUNDED, false, SS_REFUTED, SS_SCOPE_LOCAL,
                            false},
};

const char *ss_claim_word(ss_claim claim) {
  return claims[claim].word;
}

bool ss_claim_answers(ss_claim claim, ss_question question) {
  return claims[claim].what == question ||
         (claim == SS_CLAIM_UNSTABLE && question == SS_QUESTION_ATTRACTIVE);
}

ss_verdict ss_claim_verdict(ss_claim claim) {
  return claims[claim].verdict;
}

static void add(ss_proof *p, ss_answer answer) {
  const size_t room = sizeof p->answer / sizeof *p->answer;
  if (p->answers < room) p->answer[p->answers++] = answer;
}

static ss_answer answer_of(const ss_proof *p, ss_claim claim, ss_how how, const char *by) {
  return (ss_answer){.what = claims[claim].what,
                     .point = claims[claim].point,
                     .verdict = claims[claim].verdict,
                     .scope = claims[claim].scope,
                     .how = how,
                     .theorem = by,
                     .level = claims[claim].level ? p->levels.proved : (double)NAN};
}

static bool attracts(ss_claim claim) {
  return claims[claim].what == SS_QUESTION_ATTRACTIVE && claims[claim].verdict == SS_PROVED;
}

/* Of all claims those about the question, or the others. */
static void add_claims(ss_proof *p, const ss_theorem *t, bool asked) {
  if ((claims[t->claim].what == p->question) == asked)
    add(p, answer_of(p, t->claim, t->how, t->id));
  for (const ss_consequence *c = t->also; c && c->claim; c++)
    if ((claims[c->claim].what == p->question) == asked)
      add(p, answer_of(p, c->claim, attracts(c->claim) ? SS_HOW_ASYMPTOTIC : SS_HOW_NONE, c->by));
}

void ss_proof_answer(ss_proof *p, const ss_theorem *t) {
  bool told = false;
  p->answers = 0;
  if (t) add_claims(p, t, true);
  for (size_t i = 0; i < p->answers; i++) told = told || !p->answer[i].point;
  if (!told) add(p, (ss_answer){.what = p->question, .verdict = SS_UNKNOWN, .level = NAN});
  if (t) add_claims(p, t, false);
}
