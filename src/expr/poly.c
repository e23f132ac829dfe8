/* poly.c: arithmetic of sums of monomials over atoms (see poly.h).
 *
 * Addition merges two sorted lists, O(m + n). Multiplication forms all m*n products, sorts and
 * collects them, O(mn log mn); a product of more than most_terms terms is refused, so that
 * expanding a power of a long sum cannot run away. Terms live until the ring is stopped: a
 * simplification is short, and nothing needs to be freed in between. How much one ring may compute
 * is limited by a budget, counted in terms: below a second and 50 MB, whatever the input.
 */
#include <stdlib.h>
#include <string.h>

#include "poly_private.h"

enum { OVERHEAD = 2 }; /* of a piece of memory, in terms */

typedef struct ss_term_block {
  struct ss_term_block *next;
  size_t count;
  ss_term terms[];
} ss_term_block;

/* ---- the ring -------------------------------------------------------------------------------- */

bool ss_ring_start(ss_ring *ring, size_t most_terms) {
  *ring = (ss_ring){.arena = ss_arena_create(), .table_size = 256, .capacity = 128};
  ring->monomials = malloc(ring->capacity * sizeof *ring->monomials);
  ring->table = calloc(ring->table_size, sizeof *ring->table);
  ring->most_terms = most_terms;
  ring->most_bits = SS_RING_MOST_BITS;
  ring->budget = SS_RING_BUDGET;
  if (ring->arena && ring->monomials && ring->table) {
    ring->monomials[0] = (ss_monomial){0};
    ring->count = 1;
    return true;
  }
  ss_ring_stop(ring);
  return false;
}

static void clear_terms(ss_term *terms, size_t count) {
  for (size_t i = 0; i < count; i++) fmpq_clear(&terms[i].coefficient);
}

void ss_ring_stop(ss_ring *ring) {
  for (ss_term_block *b = ring->blocks; b; b = b->next) clear_terms(b->terms, b->count);
  clear_terms(ring->scratch, ring->scratch_size);
  free(ring->scratch);
  free(ring->monomials);
  free(ring->table);
  ss_arena_destroy(ring->arena);
  *ring = (ss_ring){0};
}

bool ss_ring_spend(ss_ring *ring, size_t cost) {
  if (cost > ring->budget) ring->failed = true;
  if (ring->failed) return false;
  ring->budget -= cost;
  return true;
}

/* ---- monomials ------------------------------------------------------------------------------- */

static uint64_t hash_powers(const ss_power *powers, size_t count) {
  uint64_t h = 14695981039346656037u;
  for (size_t i = 0; i < count; i++) {
    h = (h ^ powers[i].atom) * 1099511628211u;
    h = (h ^ (uint32_t)powers[i].exponent) * 1099511628211u;
  }
  return h ^ h >> 31;
}

static void put(ss_ring *ring, uint32_t m) {
  size_t mask = ring->table_size - 1;
  size_t i = hash_powers(ring->monomials[m].powers, ring->monomials[m].count) & mask;
  while (ring->table[i]) i = (i + 1) & mask;
  ring->table[i] = m;
}

static bool make_room(ss_ring *ring) {
  if (ring->count < ring->capacity) return true;
  size_t capacity = 2 * ring->capacity;
  ss_monomial *monomials = realloc(ring->monomials, capacity * sizeof *monomials);
  if (!monomials) return false;
  ring->monomials = monomials;
  uint32_t *table = calloc(2 * capacity, sizeof *table);
  if (!table) return false;
  free(ring->table);
  ring->table = table;
  ring->table_size = 2 * capacity;
  ring->capacity = capacity;
  for (uint32_t m = 1; m < ring->count; m++) put(ring, m);
  return true;
}

/* The monomial of powers that are sorted, distinct and not trivial. */
static uint32_t intern(ss_ring *ring, const ss_power *powers, size_t count) {
  if (count == 0) return 0;
  size_t mask = ring->table_size - 1;
  for (size_t i = hash_powers(powers, count) & mask; ring->table[i]; i = (i + 1) & mask) {
    ss_monomial m = ring->monomials[ring->table[i]];
    if (m.count == count && memcmp(m.powers, powers, count * sizeof *powers) == 0)
      return ring->table[i];
  }
  ss_power *copy =
      ss_ring_spend(ring, count + OVERHEAD) ? ss_arena_new(ring->arena, count, ss_power) : NULL;
  if (!copy || !make_room(ring)) {
    ring->failed = true;
    return 0;
  }
  memcpy(copy, powers, count * sizeof *powers);
  ring->monomials[ring->count] = (ss_monomial){copy, (uint32_t)count};
  put(ring, (uint32_t)ring->count);
  return (uint32_t)ring->count++;
}

static int by_atom(const void *left, const void *right) {
  const ss_power *a = left, *b = right;
  return a->atom < b->atom ? -1 : a->atom > b->atom;
}

enum { FEW = 32 }; /* powers that need no memory of their own */

/* Room for powers: `few` has FEW of them. */
static ss_power *find_room(ss_ring *ring, ss_power *few, size_t count) {
  ss_power *room = count > FEW ? malloc(count * sizeof *room) : few;
  if (!room) ring->failed = true;
  return room;
}

uint32_t ss_ring_monomial(ss_ring *ring, size_t count, const ss_power *powers) {
  ss_power few[FEW], *sorted = find_room(ring, few, count);
  if (!sorted || count == 0) return 0;
  memcpy(sorted, powers, count * sizeof *powers);
  qsort(sorted, count, sizeof *sorted, by_atom);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    bool again = kept && sorted[kept - 1].atom == sorted[i].atom;
    if (again)
      sorted[kept - 1].exponent += sorted[i].exponent;
    else
      sorted[kept++] = sorted[i];
    if (sorted[kept - 1].exponent == 0) kept--;
  }
  uint32_t m = intern(ring, sorted, kept);
  if (sorted != few) free(sorted);
  return m;
}

uint32_t ss_ring_multiply(ss_ring *ring, uint32_t a, uint32_t b) {
  if (a == 0) return b;
  if (b == 0) return a;
  ss_monomial x = ring->monomials[a], y = ring->monomials[b];
  ss_power few[FEW], *merged = find_room(ring, few, x.count + y.count);
  if (!merged) return 0;
  size_t i = 0, j = 0, n = 0;
  while (i < x.count || j < y.count) {
    if (j == y.count || (i < x.count && x.powers[i].atom < y.powers[j].atom)) {
      merged[n++] = x.powers[i++];
    } else if (i == x.count || y.powers[j].atom < x.powers[i].atom) {
      merged[n++] = y.powers[j++];
    } else {
      merged[n] = (ss_power){x.powers[i].atom, x.powers[i].exponent + y.powers[j].exponent};
      if (abs(merged[n].exponent) > SS_RING_LARGEST_EXPONENT) ring->failed = true;
      n += merged[n].exponent != 0;
      i++, j++;
    }
  }
  uint32_t m = intern(ring, merged, n);
  if (merged != few) free(merged);
  return m;
}

uint32_t ss_ring_raise(ss_ring *ring, uint32_t monomial, int32_t exponent) {
  ss_monomial m = ring->monomials[monomial];
  if (exponent == 0 || m.count == 0) return 0;
  ss_power few[FEW], *powers = find_room(ring, few, m.count);
  if (!powers) return 0;
  for (uint32_t i = 0; i < m.count; i++) {
    int64_t raised = (int64_t)m.powers[i].exponent * exponent;
    if (llabs(raised) > SS_RING_LARGEST_EXPONENT) ring->failed = true;
    powers[i] = (ss_power){m.powers[i].atom, (int32_t)raised};
  }
  uint32_t raised = ring->failed ? 0 : intern(ring, powers, m.count);
  if (powers != few) free(powers);
  return raised;
}

int32_t ss_ring_exponent(const ss_ring *ring, uint32_t monomial, uint32_t atom) {
  ss_monomial m = ring->monomials[monomial];
  for (uint32_t i = 0; i < m.count; i++)
    if (m.powers[i].atom == atom) return m.powers[i].exponent;
  return 0;
}

/* ---- polynomials ----------------------------------------------------------------------------- */

/* An array of terms whose coefficients are initialised and will be cleared with the ring. */
static ss_term *new_terms(ss_ring *ring, size_t count) {
  if (!ss_ring_spend(ring, count + OVERHEAD)) return NULL;
  ss_term_block *block =
      ss_arena_alloc(ring->arena, 1, sizeof *block + count * sizeof *block->terms);
  if (!block) {
    ring->failed = true;
    return NULL;
  }
  for (size_t i = 0; i < count; i++) fmpq_init(&block->terms[i].coefficient);
  block->next = ring->blocks;
  block->count = count;
  ring->blocks = block;
  return block->terms;
}

/* Bits of the longer one of numerator and denominator. */
static long bits_of(const fmpq_t c) {
  return (long)FLINT_MAX(fmpz_bits(fmpq_numref(c)), fmpz_bits(fmpq_denref(c)));
}

/* Whether a coefficient has become too long. */
static bool is_long(const ss_ring *ring, const fmpq_t c) {
  return bits_of(c) > ring->most_bits;
}

ss_poly ss_poly_term(ss_ring *ring, const fmpq_t coefficient, uint32_t monomial) {
  ss_term *terms = fmpq_is_zero(coefficient) ? NULL : new_terms(ring, 1);
  if (!terms) return (ss_poly){0};
  fmpq_set(&terms->coefficient, coefficient);
  terms->monomial = monomial;
  return (ss_poly){1, terms};
}

ss_poly ss_poly_number(ss_ring *ring, const fmpq_t value) {
  return ss_poly_term(ring, value, 0);
}

ss_poly ss_poly_integer(ss_ring *ring, long value) {
  fmpq_t number;
  fmpq_init(number);
  fmpq_set_si(number, value, 1);
  ss_poly result = ss_poly_number(ring, number);
  fmpq_clear(number);
  return result;
}

ss_poly ss_poly_atom(ss_ring *ring, uint32_t atom, int32_t exponent) {
  ss_power power = {atom, exponent};
  ss_poly one = ss_poly_integer(ring, 1);
  if (one.count) one.terms->monomial = ss_ring_monomial(ring, 1, &power);
  return one;
}

ss_poly ss_poly_add(ss_ring *ring, ss_poly a, ss_poly b, const fmpq_t c) {
  if (b.count == 0 || fmpq_is_zero(c)) return a;
  ss_term *sum = new_terms(ring, a.count + b.count);
  if (!sum) return (ss_poly){0};
  size_t i = 0, j = 0, n = 0;
  while (i < a.count || j < b.count) {
    ss_term *t = &sum[n];
    if (j == b.count || (i < a.count && a.terms[i].monomial < b.terms[j].monomial)) {
      t->monomial = a.terms[i].monomial;
      fmpq_set(&t->coefficient, &a.terms[i++].coefficient);
    } else if (i == a.count || b.terms[j].monomial < a.terms[i].monomial) {
      t->monomial = b.terms[j].monomial;
      fmpq_mul(&t->coefficient, &b.terms[j++].coefficient, c);
    } else {
      t->monomial = a.terms[i].monomial;
      fmpq_mul(&t->coefficient, &b.terms[j++].coefficient, c);
      fmpq_add(&t->coefficient, &t->coefficient, &a.terms[i++].coefficient);
    }
    if (is_long(ring, &t->coefficient)) ring->failed = true;
    n += !fmpq_is_zero(&t->coefficient);
  }
  return (ss_poly){n, sum};
}

static ss_poly add_signed(ss_ring *ring, ss_poly a, ss_poly b, long sign) {
  fmpq_t c;
  fmpq_init(c);
  fmpq_set_si(c, sign, 1);
  ss_poly sum = ss_poly_add(ring, a, b, c);
  fmpq_clear(c);
  return sum;
}

ss_poly ss_poly_plus(ss_ring *ring, ss_poly a, ss_poly b) {
  return a.count == 0 ? b : add_signed(ring, a, b, 1);
}

ss_poly ss_poly_minus(ss_ring *ring, ss_poly a, ss_poly b) {
  return add_signed(ring, a, b, -1);
}

ss_poly ss_poly_sum(ss_ring *ring, size_t count, const ss_poly *polys) {
  if (count == 0) return (ss_poly){0};
  if (count == 1) return polys[0];
  ss_poly left = ss_poly_sum(ring, count / 2, polys);
  return ss_poly_plus(ring, left, ss_poly_sum(ring, count - count / 2, polys + count / 2));
}

static int by_monomial(const void *left, const void *right) {
  const ss_term *a = left, *b = right;
  return a->monomial < b->monomial ? -1 : a->monomial > b->monomial;
}

/* Sorts the terms and adds up those of one monomial. */
static ss_poly collect(ss_term *terms, size_t count) {
  qsort(terms, count, sizeof *terms, by_monomial);
  size_t kept = 0;
  for (size_t i = 0; i < count;) {
    size_t j = i + 1;
    for (; j < count && terms[j].monomial == terms[i].monomial; j++)
      fmpq_add(&terms[i].coefficient, &terms[i].coefficient, &terms[j].coefficient);
    if (!fmpq_is_zero(&terms[i].coefficient)) {
      terms[kept].monomial = terms[i].monomial;
      if (kept != i) fmpq_swap(&terms[kept].coefficient, &terms[i].coefficient);
      kept++;
    }
    i = j;
  }
  return (ss_poly){kept, terms};
}

ss_poly ss_poly_scale(ss_ring *ring, ss_poly a, const fmpq_t c, uint32_t monomial) {
  ss_term *terms = fmpq_is_zero(c) || a.count == 0 ? NULL : new_terms(ring, a.count);
  if (!terms) return (ss_poly){0};
  for (size_t i = 0; i < a.count; i++) {
    terms[i].monomial = ss_ring_multiply(ring, a.terms[i].monomial, monomial);
    fmpq_mul(&terms[i].coefficient, &a.terms[i].coefficient, c);
    if (is_long(ring, &terms[i].coefficient)) ring->failed = true;
  }
  return collect(terms, a.count);
}

/* The scratch, with room for so many terms. */
static ss_term *find_scratch(ss_ring *ring, size_t count) {
  if (!ss_ring_spend(ring, count)) return NULL;
  if (count <= ring->scratch_size) return ring->scratch;
  ss_term *scratch = realloc(ring->scratch, count * sizeof *scratch);
  if (!scratch) {
    ring->failed = true;
    return NULL;
  }
  for (size_t i = ring->scratch_size; i < count; i++) fmpq_init(&scratch[i].coefficient);
  ring->scratch = scratch;
  ring->scratch_size = count;
  return scratch;
}

/* A lasting copy of what was collected in the scratch; false if a coefficient is too long. */
static bool keep_product(ss_ring *ring, ss_poly found, ss_poly *product) {
  for (size_t i = 0; i < found.count; i++)
    if (is_long(ring, &found.terms[i].coefficient)) return false;
  ss_term *terms = found.count ? new_terms(ring, found.count) : NULL;
  for (size_t i = 0; terms && i < found.count; i++) {
    terms[i].monomial = found.terms[i].monomial;
    fmpq_swap(&terms[i].coefficient, &found.terms[i].coefficient);
  }
  *product = (ss_poly){terms ? found.count : 0, terms};
  return !ring->failed;
}

bool ss_poly_multiply(ss_ring *ring, ss_poly a, ss_poly b, ss_poly *product) {
  *product = (ss_poly){0}; /* a and b are copies: product may be where one came from */
  if (a.count == 0 || b.count == 0) return true;
  if (a.count > ring->most_terms / b.count) return false;
  ss_term *terms = find_scratch(ring, a.count * b.count);
  if (!terms) return false;
  size_t n = 0;
  for (size_t i = 0; i < a.count; i++)
    for (size_t j = 0; j < b.count; j++, n++) {
      terms[n].monomial = ss_ring_multiply(ring, a.terms[i].monomial, b.terms[j].monomial);
      fmpq_mul(&terms[n].coefficient, &a.terms[i].coefficient, &b.terms[j].coefficient);
    }
  return keep_product(ring, collect(terms, n), product);
}

/* Whether no exponent of m^n is too large. */
static bool can_raise(const ss_ring *ring, uint32_t monomial, long n) {
  ss_monomial m = ring->monomials[monomial];
  if (n > SS_RING_LARGEST_EXPONENT) return false;
  for (uint32_t i = 0; i < m.count; i++)
    if (labs(m.powers[i].exponent * n) > SS_RING_LARGEST_EXPONENT) return false;
  return true;
}

/* (c m)^n */
static bool raise_term(ss_ring *ring, const ss_term *term, long n, ss_poly *power) {
  long bits = bits_of(&term->coefficient);
  if (!can_raise(ring, term->monomial, n) || (bits - 1) * n > ring->most_bits) return false;
  fmpq_t c;
  fmpq_init(c);
  fmpq_pow_si(c, &term->coefficient, bits == 1 ? n % 2 : n);
  bool fits = !is_long(ring, c);
  if (fits) *power = ss_poly_term(ring, c, ss_ring_raise(ring, term->monomial, (int32_t)n));
  fmpq_clear(c);
  return fits && !ring->failed;
}

bool ss_poly_raise(ss_ring *ring, ss_poly a, long n, ss_poly *power) {
  *power = n == 0 ? ss_poly_integer(ring, 1) : a;
  if (n < 0) return false;
  if (n == 0 || a.count == 0) return true;
  if (a.count == 1) return raise_term(ring, a.terms, n, power);
  if (n > SS_RING_MOST_EXPONENT) return false;
  for (long i = 1; i < n; i++)
    if (!ss_poly_multiply(ring, *power, a, power)) return false;
  return true;
}

ss_poly ss_poly_select(ss_ring *ring, ss_poly a, const bool *keep, bool value) {
  size_t count = 0;
  for (size_t i = 0; i < a.count; i++) count += keep[i] == value;
  ss_term *terms = count ? new_terms(ring, count) : NULL;
  if (!terms) return (ss_poly){0};
  for (size_t i = 0, n = 0; i < a.count; i++) {
    if (keep[i] != value) continue;
    terms[n].monomial = a.terms[i].monomial;
    fmpq_set(&terms[n++].coefficient, &a.terms[i].coefficient);
  }
  return (ss_poly){count, terms};
}

const ss_term *ss_poly_find(ss_poly a, uint32_t monomial) {
  size_t low = 0, high = a.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (a.terms[middle].monomial == monomial) return &a.terms[middle];
    if (a.terms[middle].monomial < monomial)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}
