/* campaign_formulas.c: machines whose parameters are random formulas; the checker follows them all.
 *
 * Sums, products, quotients, roots, powers, sines, cosines, abs, min and max of ranges, irrational
 * numbers and each other define the masses, springs, dampers and friction bounds of machines with 1
 * to 3 coordinates; patterns such as sqrt(e)^2, (1/e)*e, sin(e)^2 + cos(e)^2 and (e^2 - 1)/(e - 1),
 * which an identity makes shorter, are frequent. `standstill prove` must never write a certificate
 * that the checker rejects.
 *
 * An oracle for the intervals: at random points of the ranges the formulas are evaluated in long
 * double, from the trees that they were printed from; the values of all parameters must lie inside
 * what the certificate says, and none may be infinite where there is a certificate.
 *
 * Usage: campaign_formulas [MACHINES] [SEED]     (default: 5000 machines)
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../checker/check.h"

enum { NODES = 4000, NAMES = 16, POINTS = 40 };

static uint64_t seed = 20041107;

static size_t draw(size_t count) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(seed >> 33) % count;
}

/* ---- formulas -------------------------------------------------------------------------------- */

typedef struct part {
  char op; /* '0' a number a/b, 'n' name a, + - * / ^ (b is an integer), else the function below */
  size_t a, b;
} part;

static const struct {
  char op;
  const char *word;
  long double (*f)(long double);
} functions[] = {{'q', "sqrt", sqrtl}, {'s', "sin", sinl},  {'c', "cos", cosl},
                 {'e', "exp", expl},   {'l', "log", logl},  {'T', "atan", atanl},
                 {'h', "tanh", tanhl}, {'|', "abs", fabsl}, {'t', "tan", tanl}};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

typedef struct machine {
  part nodes[NODES];
  size_t count;
  size_t ranges, names; /* the first names are ranges, then come definitions */
  double low[NAMES], high[NAMES];
  size_t formula[NAMES]; /* of the others */
} machine;

static size_t add(machine *m, char op, size_t a, size_t b) {
  if (m->count == NODES) m->count--;
  m->nodes[m->count] = (part){op, a, b};
  return m->count++;
}

static size_t number(machine *m, size_t a, size_t b) {
  return add(m, '0', a, b);
}

static size_t draw_formula(machine *m, int depth);

/* What an identity makes shorter. */
static size_t draw_pattern(machine *m, int depth) {
  size_t e = draw_formula(m, depth - 1), one = number(m, 1, 1), f = draw_formula(m, depth - 1);
  switch (draw(9)) {
  case 0: return add(m, '^', add(m, 'q', e, 0), 2);
  case 1: return add(m, '*', add(m, '/', one, e), e);
  case 2: return add(m, '+', add(m, '^', add(m, 's', e, 0), 2), add(m, '^', add(m, 'c', e, 0), 2));
  case 3: return add(m, '/', add(m, '-', add(m, '^', e, 2), one), add(m, '-', e, one));
  case 4: return add(m, '/', add(m, '*', e, f), e);
  case 5: return add(m, '*', f, add(m, '^', add(m, 'q', add(m, '/', e, f), 0), 2));
  case 6: return add(m, '*', add(m, 'q', e, 0), add(m, 'q', e, 0));
  case 7: return add(m, '/', e, add(m, 'q', e, 0));
  default: return add(m, '*', add(m, '/', e, add(m, '+', e, f)), add(m, '+', e, f));
  }
}

static size_t draw_formula(machine *m, int depth) {
  static const char binary[] = "++**//-mM";
  size_t kind = draw(10);
  if (depth <= 0 || kind < 2)
    return m->names && draw(3) ? add(m, 'n', draw(m->names), 0)
                               : number(m, 1 + draw(9), 1 + draw(4));
  if (kind < 5) return draw_pattern(m, depth);
  if (kind < 7) return add(m, functions[draw(FUNCTIONS)].op, draw_formula(m, depth - 1), 0);
  if (kind == 7) return add(m, '^', draw_formula(m, depth - 1), draw(2) ? 2 : 3);
  size_t a = draw_formula(m, depth - 1);
  return add(m, binary[draw(sizeof binary - 1)], a, draw_formula(m, depth - 1));
}

static void print_part(FILE *out, const machine *m, size_t i) {
  const part *n = &m->nodes[i];
  if (n->op == '0') {
    fprintf(out, "%zu/%zu", n->a, n->b);
  } else if (n->op == 'n') {
    fprintf(out, "a%zu", n->a);
  } else if (strchr("+-*/", n->op)) {
    fprintf(out, "(");
    print_part(out, m, n->a);
    fprintf(out, ")%c(", n->op);
    print_part(out, m, n->b);
    fprintf(out, ")");
  } else if (n->op == '^') {
    fprintf(out, "(");
    print_part(out, m, n->a);
    fprintf(out, ")^%zu", n->b);
  } else {
    const char *word = n->op == 'm' ? "min" : "max";
    for (size_t k = 0; k < FUNCTIONS; k++)
      if (functions[k].op == n->op) word = functions[k].word;
    fprintf(out, "%s(", word);
    print_part(out, m, n->a);
    if (strchr("mM", n->op)) {
      fprintf(out, ", ");
      print_part(out, m, n->b);
    }
    fprintf(out, ")");
  }
}

static long double value_at(const machine *m, size_t i, const long double *names) {
  const part *n = &m->nodes[i];
  if (n->op == '0') return (long double)n->a / (long double)n->b;
  if (n->op == 'n') return names[n->a];
  long double a = value_at(m, n->a, names);
  if (n->op == '^') return powl(a, (long double)n->b);
  for (size_t k = 0; k < FUNCTIONS; k++)
    if (functions[k].op == n->op) return functions[k].f(a);
  long double b = value_at(m, n->b, names);
  switch (n->op) {
  case '+': return a + b;
  case '-': return a - b;
  case '*': return a * b;
  case '/': return a / b;
  case 'm': return fminl(a, b);
  default: return fmaxl(a, b);
  }
}

/* ---- machines -------------------------------------------------------------------------------- */

static void draw_machine(machine *m) {
  *m = (machine){0};
  m->ranges = draw(4);
  for (; m->names < m->ranges; m->names++) {
    double width = (double[]){0.001, 0.05, 0.5, 2}[draw(4)];
    m->low[m->names] = draw(6) ? 0.5 + 0.25 * (double)draw(8) : -0.25 * (double)draw(4);
    m->high[m->names] = m->low[m->names] + width;
  }
  m->formula[m->names] = draw(2) ? add(m, 'q', number(m, 2 + draw(6), 1), 0)
                                 : add(m, 'e', number(m, 1, 1 + draw(4)), 0);
  m->names++;
  for (size_t i = 2 + draw(4); i > 0; i--) {
    size_t e = draw_formula(m, 1 + (int)draw(3));
    m->formula[m->names++] = e;
  }
}

/* A formula that is often positive. */
static void print_quantity(FILE *out, machine *m) {
  size_t e = draw_formula(m, 2);
  switch (draw(4)) {
  case 0: fprintf(out, "(2 + sin(a%zu))", draw(m->names)); break;
  case 1: fprintf(out, "a%zu^2", draw(m->names)); break;
  case 2: fprintf(out, "abs(a%zu)", draw(m->names)); break;
  default:
    fprintf(out, "(");
    print_part(out, m, e);
    fprintf(out, ")");
  }
}

static void print_forces(FILE *out, machine *m, size_t n, bool slider) {
  for (size_t i = 0; i < n; i++) {
    fprintf(out, "force x%zu = %s", i, draw(4) ? "-" : "1/20*");
    print_quantity(out, m);
    fprintf(out, "*x%zu'\n", i);
    if (draw(4) == 0) continue;
    fprintf(out, "friction f%zu { slip = x%zu'; normal = k%zu; law = coulomb(1/2) }\n", i, i, i);
  }
  if (slider)
    fprintf(out, "slider s { gap = y; slip = x0'; law = coulomb(0.3) }\npotential = a0*y\n"
                 "kinetic = 1/2*y'^2\n");
}

/* Energies use lets, which may have no kinks; what may is a parameter. */
static void write_machine(const char *path, machine *m) {
  FILE *out = fopen(path, "w");
  const size_t n = 1 + draw(3);
  const bool slider = draw(8) == 0;
  if (!out) return;
  for (size_t i = 0; i < m->names; i++) {
    fprintf(out, "param a%zu = ", i);
    if (i < m->ranges)
      fprintf(out, "%.17g in [%.17g, %.17g]", m->low[i] + (m->high[i] - m->low[i]) * 0.37,
              m->low[i], m->high[i]);
    else
      print_part(out, m, m->formula[i]);
    fprintf(out, "\n");
  }
  for (size_t i = 0; i < n; i++) {
    fprintf(out, "param m%zu = ", i);
    print_quantity(out, m);
    fprintf(out, "\nparam k%zu = ", i);
    print_quantity(out, m);
    fprintf(out, "\ncoord x%zu\nlet w%zu = sqrt(k%zu/m%zu)\nkinetic = 1/2*m%zu*x%zu'^2\n", i, i, i,
            i, i, i);
    fprintf(out, "potential = 1/2*%s%zu%s*x%zu^2\n", draw(2) ? "k" : "m0*w", i, draw(2) ? "^2" : "",
            i);
    if (i) fprintf(out, "potential = 1/2*(w%zu^2*m%zu)*(x%zu - x%zu)^2/10\n", i, i, i, i - 1);
  }
  if (n == 1 && draw(3) == 0) fprintf(out, "potential = k0/m0*x0^4\n");
  if (slider) fprintf(out, "coord y\n");
  print_forces(out, m, n, slider);
  if (slider) {
    fprintf(out, "chart c0%s%s { y = 0", n > 1 ? ", c1" : "", n > 2 ? ", c2" : "");
    for (size_t i = 0; i < n; i++) fprintf(out, "; x%zu = c%zu%s", i, i, draw(2) ? "*a0/a0" : "");
    fprintf(out, " }\n");
  }
  fclose(out);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

typedef struct tally {
  size_t machines, refused, unknown, uncertain, certificates, rejected, with_radii, points, outside;
} tally;

/* The exit status of `prove`, and the certificate if there is one. */
static int prove(const char *file, const char *certificate, char **bytes, size_t *size) {
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char command[800];
  unlink(certificate);
  snprintf(command, sizeof command, "%s/standstill prove %s --out %s >%s.log 2>&1", build, file,
           certificate, certificate);
  int status = system(command);
  FILE *in = fopen(certificate, "rb");
  *bytes = NULL;
  if (!in) return status >> 8;
  fseek(in, 0, SEEK_END);
  *size = (size_t)ftell(in);
  rewind(in);
  *bytes = calloc(*size + 1, 1);
  if (*bytes && fread(*bytes, 1, *size, in) != *size) *size = 0;
  fclose(in);
  return status >> 8;
}

static double read_ratio(const json_t *value) {
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_str(x, json_string_value(value), 10);
  double y = fmpq_get_d(x);
  fmpq_clear(x);
  return y;
}

/* At a random point every parameter lies in its interval, within roundings. */
static bool is_inside(const machine *m, const json_t *parameters) {
  long double names[NAMES];
  for (size_t i = 0; i < m->names; i++) {
    char name[16];
    long double share = (long double)draw(1001) / 1000;
    names[i] = i < m->ranges ? m->low[i] + share * (m->high[i] - m->low[i])
                             : value_at(m, m->formula[i], names);
    snprintf(name, sizeof name, "a%zu", i);
    const json_t *said = json_object_get(parameters, name);
    bool ball = json_is_object(said);
    double center = read_ratio(ball ? json_object_get(said, "center") : said);
    double radius = ball ? read_ratio(json_object_get(said, "radius")) : 0;
    long double slack = 1e-9L * (1 + fabsl(center) + radius);
    if (!(fabsl(names[i] - center) <= radius + slack)) {
      printf("outside: %s is %.17Lg, not %.17g +- %.3g\n", name, names[i], center, radius);
      return false;
    }
  }
  return true;
}

static void keep(const char *file, size_t index) {
  char command[600];
  snprintf(command, sizeof command, "cp %s %s.%zu", file, file, index);
  if (system(command) != 0) printf("(not kept)\n");
}

static void examine(machine *m, const char *file, const char *certificate, tally *t) {
  char *bytes, message[600];
  size_t size = 0;
  write_machine(file, m);
  int status = prove(file, certificate, &bytes, &size);
  t->machines++;
  t->refused += status == 2;
  t->unknown += status == 20;
  if (status != 0 && status != 2 && status != 10 && status != 20) {
    printf("machine %zu: prove ended with %d\n", t->machines, status);
    keep(file, t->machines);
  }
  if (!bytes) return;
  t->certificates++;
  if (check_certificate(bytes, size, NULL, 0, NULL, message) != 0) {
    printf("rejected: machine %zu: %s\n", t->machines, message);
    t->rejected++;
    keep(file, t->machines);
  }
  json_t *root = json_loadb(bytes, size, 0, NULL);
  t->with_radii += json_object_get(json_object_get(root, "system"), "radius") != NULL;
  bool inside = true;
  for (size_t i = 0; i < POINTS && inside; i++, t->points++)
    inside = is_inside(m, json_object_get(root, "parameters"));
  if (!inside) keep(file, t->machines);
  t->outside += !inside;
  json_decref(root);
  free(bytes);
}

int main(int count, char **words) {
  size_t machines = count > 1 ? (size_t)atol(words[1]) : 5000;
  const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
  char file[200], certificate[200];
  tally t = {0};
  machine *m = calloc(1, sizeof *m);
  if (count > 2) seed = (uint64_t)atol(words[2]);
  snprintf(file, sizeof file, "%s/campaign/formulas.still", build);
  snprintf(certificate, sizeof certificate, "%s/campaign/formulas.json", build);
  for (size_t i = 0; m && i < machines; i++) {
    draw_machine(m);
    examine(m, file, certificate, &t);
  }
  printf("| machines | input is wrong | unknown | certificates | with radii | rejected | points | "
         "machines outside |\n|---|---|---|---|---|---|---|---|\n"
         "| %zu | %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n",
         t.machines, t.refused, t.unknown, t.certificates, t.with_radii, t.rejected, t.points,
         t.outside);
  free(m);
  return t.rejected + t.outside > 0;
}
