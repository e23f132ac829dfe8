/* test_events.c: event-driven motions against closed forms and independent computations.
 *
 * Tables are copied from reference values that were computed independently (exact flows in high
 * precision); their stated tolerances are 1e-8 for trajectories with switches, 1e-10 for the arm.
 */
#include "machine.h"

/* ---- closed forms ---------------------------------------------------------------------------- */

/* m x'' + c x' + k x = -F sign(x'), from rest at x0: half a period from turning point to turning
 * point, |x_{j+1} - centre| = |x_j - centre| exp(-pi c / (2 m w)). */
static void test_friction_oscillator_turns(void **state) {
  (void)state;
  const double c[] = {-0.5, 0.3, 0};
  const char *const settings[][2] = {{"c=-0.5", NULL}, {"c=0.3", NULL}, {"c=0", NULL}};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("friction-oscillator", settings[i]);
    double x = 2.45;
    m.q[0] = x;
    machine_run_well(&m, 200);
    const double w = sqrt(1 - c[i] * c[i] / 4), shrink = exp(-M_PI * c[i] / (2 * w));
    size_t turns = 0;
    for (; fabs(x) > 1; turns++) {
      const double centre = x > 0 ? 1 : -1;
      x = centre - shrink * (x - centre);
      const ss_event *e = &m.motion.event[turns];
      assert_near(e->q[0], x, 1e-9);
      assert_near(e->t, (double)(turns + 1) * M_PI / w, 1e-9);
      assert_int_equal(e->kind, fabs(x) > 1 ? SS_EVENT_SLIP : SS_EVENT_STICK);
    }
    assert_int_equal(m.motion.events, turns + 1);
    assert_true(m.motion.at_rest);
    assert_near(m.motion.q[0], x, 1e-9);
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

/* The unstable limit cycle, X = (F/k) coth(delta/2) without the cubic spring: what starts inside
 * comes to rest, what starts outside does not. Its amplitude is known to 1e-9; the
 * distance grows by the multiplier in each period, and 1e-9 to something finite by e^25. */
static void test_friction_oscillator_limit_cycle(void **state) {
  (void)state;
  static const struct {
    const char *settings[5];
    double X, period, multiplier; /* 0: not known */
  } cases[] = {{{"m=1", "k=1", "c=-0.5", "mu=0.1", NULL},
                2.59935069570455208,
                6.48924588155777904,
                5.06478389467911143},
               {{"m=1", "k=3", "c=-0.25", "mu=0.1", NULL},
                2.94537132970559495,
                3.63708266289728984,
                1.57559870918636454},
               {{"m=2", "k=8", "c=-1", "mu=0.15", NULL},
                1.91955316362013357,
                3.16642776459660253,
                2.20694000103670805},
               {{"m=1", "k=1", "c=-1.5", "mu=0.1", NULL},
                1.05840824319361963,
                9.49928329378980759,
                1241.98038630324471},
               {{"k3=0.5", NULL}, 1.807920371492139, 0, 0},
               {{"k3=1", NULL}, 1.594872941671673, 0, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int outside = 0; outside < 2; outside++) {
      machine m = machine_open("friction-oscillator", cases[i].settings);
      m.q[0] = cases[i].X * (outside ? 1 + 1e-9 : 1 - 1e-9);
      m.options.tolerance = 1e-12;
      const double periods = 25 / log(cases[i].multiplier) + 2;
      machine_run_well(&m, cases[i].period > 0 ? periods * cases[i].period : 100);
      assert_int_equal(m.motion.at_rest, !outside);
      if (cases[i].period > 0)
        assert_near(m.motion.event[0].t, cases[i].period / 2, 1e-9 * cases[i].period);
      machine_close(&m);
    }
}

/* t_k = t_0 (1 + 2 (e + e^2 + .. + e^k)), accumulation at t_0 (1 + e) / (1 - e). */
static void test_bouncing_ball(void **state) {
  (void)state;
  const char *const settings[][2] = {{"e=0.8", NULL}, {"e=0.5", NULL}, {"e=0.95", NULL}};
  const double e[] = {0.8, 0.5, 0.95};
  for (size_t i = 0; i < 3; i++) {
    machine m = machine_open("bouncing-ball", settings[i]);
    machine_put(&m, "drop");
    machine_run_well(&m, 100);
    const double t0 = sqrt(2 / 9.81), end = t0 * (1 + e[i]) / (1 - e[i]);
    double sum = 1, power = 1;
    for (size_t k = 0; k < 40; k++) {
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, k);
      if (!impact) assert_true(i == 1 && k > 15); /* e = 0.5: the tail is 1e-5 after 16 impacts */
      if (!impact) break;
      assert_near(impact->t, t0 * sum, 1e-9);
      assert_near(impact->energy_after, e[i] * e[i] * impact->energy_before, 1e-12);
      power *= e[i];
      sum += 2 * power;
    }
    const ss_event *accumulation = machine_event(&m, SS_EVENT_ACCUMULATION, 0);
    assert_non_null(accumulation);
    assert_near(accumulation->t / end, 1, 1e-9);
    assert_true(m.motion.at_rest);
    assert_near(m.motion.t, accumulation->t, 0);
    assert_near(m.motion.q[0], 0, 1e-12);
    assert_near(m.motion.energy.impacts, -9.81, 1e-9);
    assert_true(machine_residual(&m) < 1e-11);
    machine_close(&m);
  }
}

/* An elastic ball never stops. */
static void test_elastic_ball(void **state) {
  (void)state;
  const char *const settings[] = {"e=1", NULL};
  machine m = machine_open("bouncing-ball", settings);
  machine_put(&m, "drop");
  machine_run_well(&m, 20);
  assert_int_equal(machine_count(&m, SS_EVENT_ACCUMULATION), 0);
  assert_false(m.motion.at_rest);
  const double t0 = sqrt(2 / 9.81);
  for (size_t k = 0; k < machine_count(&m, SS_EVENT_IMPACT); k++)
    assert_near(machine_event(&m, SS_EVENT_IMPACT, k)->t, t0 * (double)(2 * k + 1), 1e-9);
  machine_close(&m);
}

/* ---- an arm against a stop ------------------------------------------------------------------- */

typedef struct arm {
  const char *settings[6], *elastic[6];
  double start, impacts[10], speeds[10], elastic_impacts[10], accumulation, force;
  double q[4], elastic_q[4]; /* at t = 0.3, 0.5, 0.8, 1.1 */
} arm;

static const arm arms[] = {
    {{NULL},
     {"e=1", NULL},
     1.6,
     {0.248402038143409701, 0.515578045026874343, 0.657826563653158414, 0.734546407621170568,
      0.777517843567394589, 0.802246296967538362, 0.816716649570552467, 0.825269830464554744,
      0.830355952137646918, 0.833391287189605683},
     {-6.11088750396860573, -2.49226238515072402, -1.23177490139276846, -0.666764756977844789,
      -0.37773835491090574, -0.219287369461002409, -0.129057657464758405, -0.0765564589631889562,
      -0.0456234201854314971, -0.0272634889980687548},
     {0.2484020381434097, 0.591227021563986, 0.856443597164265, 1.064518456070122,
      1.232635474481137, 1.372449585684864, 1.491585637464148, 1.595117470623599, 1.686527147648077,
      1.768282333678569},
     0.837921472044753709,
     0.9,
     {0.646004862853987, 0.5377728888110805, 0.5004492409177628, 0.5},
     {0.758153801025273, 0.7961831419887051, 0.6226858685810512, 0.5498016875123437}},
    {{"Kp=3", "Kv=0.3", "q0=0.6", "e=0.8", NULL},
     {"Kp=3", "Kv=0.3", "q0=0.6", "e=1", NULL},
     2,
     {0.201350770819159103, 0.434749778805038956, 0.583611524138781126, 0.681821737306764511,
      0.749796268010242678, 0.798642528302873931, 0.83470585827177157, 0.861855247441727339,
      0.882587012173501488, 0.898586448378694802},
     {-9.103637632159442, -4.34986031895715494, -2.55331010663186835, -1.67278120110569434,
      -1.16683799647925096, -0.846246804731592878, -0.62978461376101556, -0.477166786644333773,
      -0.366217746958386277, -0.283743728292663413},
     {0.2013507708191591, 0.4601459491778721, 0.6512268118320394, 0.7967254105316954,
      0.9122880396436115, 1.007443077075453, 1.08803347055358, 1.157795347675342, 1.219227734656999,
      1.274071299127184},
     0.957954911785570897,
     1.8,
     {0.952755438377244, 0.7138570570369677, 0.6008821766184957, 0.6},
     {1.0755762410237186, 0.7506294884510821, 0.607889186422213, 0.6133680902945032}}};

static void check_samples(const machine *m, const double *q) {
  static const double t[] = {0.3, 0.5, 0.8, 1.1};
  size_t found = 0;
  for (size_t i = 0; i < m->motion.samples && found < 4; i++)
    if (fabs(m->motion.sample[i].t - t[found]) < 1e-12)
      assert_near(m->motion.sample[i].q[0], q[found++], 1e-10);
  assert_int_equal(found, 4);
}

static void test_arm_against_stop(void **state) {
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    machine m = machine_open("arm-against-stop", arms[i].settings);
    m.q[0] = arms[i].start;
    m.options.go_on_at_rest = true;
    m.options.every = 0.1;
    machine_run_well(&m, 2);
    for (size_t k = 0; k < 10; k++) {
      const ss_event *impact = machine_event(&m, SS_EVENT_IMPACT, k);
      assert_near(impact->t, arms[i].impacts[k], 1e-10);
      assert_near(impact->u_before[0], arms[i].speeds[k], 1e-10);
    }
    const ss_event *accumulation = machine_event(&m, SS_EVENT_ACCUMULATION, 0);
    assert_near(accumulation->t, arms[i].accumulation, 1e-10);
    assert_true(m.motion.at_rest);
    assert_near(m.motion.t, 2, 0);
    const ss_sample *last = &m.motion.sample[m.motion.samples - 1];
    assert_near(last->forces[0], arms[i].force, 1e-9);
    assert_int_equal(last->modes[0], SS_MODE_CLOSED);
    assert_near(m.motion.energy.controls, m.motion.energy.work, 1e-15);
    assert_true(machine_residual(&m) < 1e-10);
    check_samples(&m, arms[i].q);
    machine_close(&m);
  }
}

/* Without loss at the stop. */
static void test_elastic_arm(void **state) {
  (void)state;
  for (size_t i = 0; i < 2; i++) {
    machine m = machine_open("arm-against-stop", arms[i].elastic);
    m.q[0] = arms[i].start;
    m.options.every = 0.1;
    machine_run_well(&m, 2);
    for (size_t k = 0; k < 10; k++)
      assert_near(machine_event(&m, SS_EVENT_IMPACT, k)->t, arms[i].elastic_impacts[k], 1e-10);
    check_samples(&m, arms[i].elastic_q);
    machine_close(&m);
  }
}

/* ---- trajectories with switches -------------------------------------------------------------- */

typedef struct turn {
  double t, q[2], u[2];
} turn;

typedef struct trajectory {
  const char *model;
  double q[2], u[2];
  bool rests;
  double q_end[2], t_end;
  turn turn[12];
} trajectory;

static const trajectory trajectories[] = {
    {"friction-oscillator",
     {2.0, 0.0},
     {0.0, 0.0},
     true,
     {-0.43623105516458516, 0.0},
     6.4892458815577765,
     {{3.2446229407788882, {-1.2505074749218474, 0.0}, {0.0, 0.0}},
      {6.4892458815577765, {-0.43623105516458516, 0.0}, {0.0, 0.0}}}},
    {"friction-oscillator",
     {-1.5, 0.0},
     {1.2, 0.0},
     true,
     {-0.06395404492785972, 0.0},
     5.489696375496662,
     {{2.245073434717773, {1.472761835623233, 0.0}, {0.0, 0.0}},
      {5.489696375496662, {-0.06395404492785972, 0.0}, {0.0, 0.0}}}},
    {"friction-oscillator",
     {2.7, 0.0},
     {0.0, 0.0},
     false,
     {-331.7018945554809, 0.0},
     34.446229407788884,
     {{3.2446229407788882, {-2.8258627073671407, 0.0}, {0.0, 0.0}},
      {6.4892458815577765, {3.1091176711107913, 0.0}, {0.0, 0.0}},
      {9.733868822336664, {-3.746585084324593, 0.0}, {0.0, 0.0}},
      {12.978491763115553, {5.181210262781349, 0.0}, {0.0, 0.0}},
      {16.223114703894442, {-8.409844950609367, 0.0}, {0.0, 0.0}},
      {19.46773764467333, {15.675911449358283, 0.0}, {0.0, 0.0}},
      {22.71236058545222, {-32.02824841807194, 0.0}, {0.0, 0.0}},
      {25.95698352623111, {68.8293049986029, 0.0}, {0.0, 0.0}},
      {29.20160646701, {-151.65035791810965, 0.0}, {0.0, 0.0}},
      {32.446229407788884, {338.03975659435747, 0.0}, {0.0, 0.0}}}},
    {"two-masses",
     {3.0, 1.0},
     {0.0, 0.0},
     true,
     {0.06303681245870796, -0.44476239454120403},
     6.021750065480574,
     {{0.9573316629914752, {1.4869730984553295, 1.0533046619309412}, {-2.6007891961019514, 0.0}},
      {1.4437725001379578, {0.25145970333663215, 1.0533046619309412}, {-2.2803989880673328, 0.0}},
      {2.204738545322092, {-0.6999455823263405, 0.8661716589689799}, {0.0, -0.6703534379880445}},
      {3.790924291642787, {0.06303681245870796, -0.4956837973243995}, {0.0, -0.014823035624476}},
      {3.79813603698818, {0.06303681245870796, -0.4957372397361315}, {0.0, 0.0}},
      {6.021750065480574, {0.06303681245870796, -0.44476239454120403}, {0.0, 0.0}}}},
    {"two-masses",
     {0.0, 0.0},
     {4.0, -2.0},
     true,
     {-0.33230848666376034, 0.2928378355983855},
     6.362161356201292,
     {{0.7572931394165566, {2.151755502752784, -1.007736266310957}, {0.943698047603393, 0.0}},
      {0.9017862828732534, {2.2201963597377348, -0.9770747148661046}, {0.0, 0.43180693238331097}},
      {2.5650813313802403, {-1.0027950308788705, 1.475882556991305}, {-0.9312464944891741, 0.0}},
      {2.761310823758521, {-1.094869828567159, 1.4233813019595662}, {0.0, -0.5439045018366544}},
      {4.469881789595078, {0.6807652896006986, -1.00868836868292}, {0.0, -0.09967057403419825}},
      {4.496727188981848, {0.6802808854702534, -1.0100264164152142}, {-0.03623705146218703, 0.0}},
      {6.244001373014276, {-0.33230848666376034, 0.2794137456619046}, {0.0, 0.22724984512286067}},
      {6.362161356201292, {-0.33230848666376034, 0.2928378355983855}, {0.0, 0.0}}}},
    {"two-masses",
     {-4.0, 1.0},
     {1.0, 2.0},
     true,
     {-0.16078548693449385, 0.1635943932563626},
     16.414811667484372,
     {{0.2507797558864772, {-3.5234502317426233, 1.2531612178106606}, {2.7933399506166774, 0.0}},
      {1.7811090241131284, {3.118265118833897, -1.694233081024064}, {1.2724687433623338, 0.0}},
      {1.9187423713837168, {3.2062095727413884, -1.6451169109353128}, {0.0, 0.7223767815987988}},
      {3.6031514423670146, {-1.9368691729661687, 2.628146668703917}, {-1.2069538483840998, 0.0}},
      {3.7569314972027383, {-2.0302804169739384, 2.5586677657003674}, {0.0, -0.9111455457671189}},
      {5.4900280415671405, {1.872110791159816, -2.427478813169184}, {0.0, -0.1368906072996121}},
      {5.507682308712538, {1.8713107213241233, -2.4286876463753906}, {-0.09075407490982049, 0.0}},
      {7.289430031316679, {-1.9922249293326093, 1.896709786361173}, {0.0, 0.38811806741522814}},
      {7.345903219700196, {-1.9846094727296537, 1.9076868224234702}, {0.27071329645224673, 0.0}},
      {9.134797537825945, {1.7793797234225488, -1.6075648059594965}, {0.0, -0.021772589891419093}},
      {9.13842706198586, {1.7793523209278699, -1.6076043213166735}, {-0.015103560278470332, 0.0}}}},
    {"two-masses-between",
     {1.5, -0.5},
     {0.0, 1.0},
     true,
     {-0.02899301197202514, 0.02899301196906251},
     107.40750444050937,
     {{1.5889631090607188,
       {-0.13128219192795543, 1.0203006626401478},
       {-0.4228089627269499, -0.4228089627269499}},
      {3.407504440509364,
       {-0.2829025760346049, -0.22491655209351724},
       {-0.16740981028152302, -0.16740981028152302}}}},
};

static const ss_sample *find_sample(const machine *m, double t) {
  for (size_t i = 0; i < m->motion.samples; i++)
    if (m->motion.sample[i].t == t) return &m->motion.sample[i];
  fail();
  return NULL;
}

static void check_turn(const machine *m, size_t event, const turn *expected) {
  const ss_event *e = &m->motion.event[event];
  const ss_sample *s = find_sample(m, e->t);
  assert_near(e->t, expected->t, 1e-8);
  double size = 1;
  for (size_t k = 0; k < m->system->coordinates; k++) size = fmax(size, fabs(expected->q[k]));
  for (size_t k = 0; k < m->system->coordinates; k++)
    assert_near(e->q[k], expected->q[k], 1e-8 * size);
  for (size_t k = 0; k < m->system->coordinates; k++)
    assert_near(s->u[k], expected->u[k], 1e-8 * size);
}

static void test_trajectories(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof trajectories / sizeof *trajectories; i++) {
    const trajectory *t = &trajectories[i];
    machine m = machine_open(t->model, NULL);
    const size_t n = m.system->coordinates;
    memcpy(m.q, t->q, n * sizeof *m.q);
    memcpy(m.u, t->u, n * sizeof *m.u);
    machine_run_well(&m, t->rests ? 200 : t->t_end);
    size_t turns = 0;
    for (; turns < 12 && t->turn[turns].t > 0; turns++) check_turn(&m, turns, &t->turn[turns]);
    /* a friction per coordinate holds the machine; with fewer it only settles */
    const bool held = m.system->slips >= n;
    assert_int_equal(m.motion.at_rest, t->rests && held);
    assert_int_equal(m.motion.settles, t->rests && !held);
    for (size_t k = 0; k < n; k++)
      assert_near(m.motion.q[k], t->q_end[k], 1e-8 * fmax(1, fabs(t->q_end[k])));
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

/* ---- a block that falls, bounces and slides -------------------------------------------------- */

typedef struct fall {
  const char *settings[7], *start;
  struct {
    double t, x, vx_before, vn, LaN, LaT, vx_after;
  } impact[6];
  double accumulation, x_accumulation, vx_accumulation, rest, x_rest;
} fall;

static const fall falls[] = {
    {{NULL},
     "drop",
     {{0.3192754284070505, 0.5321676166617569, -2.677307654672031, 3.132091952673165,
       4.698137929009748, 1.4094413787029245, -1.2678662759691066},
      {0.638550856814101, -0.05624443635180637, -2.09949380798539, 1.5660459763365826,
       2.349068964504874, 0.7047206893514623, -1.3947731186339278},
      {0.7981885710176262, -0.2625496747273581, -1.1347700655528068, 0.7830229881682913,
       1.174534482252437, 0.35236034467573113, -0.7824097208770757},
      {0.8780074281193888, -0.31602042675644443, -0.5502719210027951, 0.39151149408414565,
       0.5872672411262185, 0.17618017233786556, -0.37409174866492956},
      {0.9179168566702701, -0.3283972248248884, -0.2453290952283368, 0.19575574704207283,
       0.29363362056310927, 0.08809008616893278, -0.15723900905940402},
      {0.9378715709457108, -0.3308791958779266, -0.09143881040692513, 0.09787787352103641,
       0.14681681028155463, 0.04404504308446639, -0.04739376732245874}},
     0.9578262852211514,
     -0.33109571322432707,
     0.011017302398794853,
     1.9214323012469645,
     -0.25733971581681814},
    {{"m=2", "k=50", "mu=0.1", "g=10", "eN=0.8", NULL},
     "x=0.5, y=0.2, x'=1, y'=0.3",
     {{0.2322374841615668, 0.3825806378021196, -1.8949409989424697, 2.0223748416156684,
       7.280549429816406, 0.7280549429816406, -1.5309135274516494},
      {0.5558174588200737, -0.3238573393929941, -1.8386966666891098, 1.6178998732925347,
       5.824439543853125, 0.5824439543853125, -1.5474746894964535},
      {0.8146814385468792, -0.3861438777293436, 1.1353809774271868, 1.2943198986340279,
       4.659551635082501, -0.4659551635082501, 0.9024033956730617},
      {1.0217726223283237, -0.041754529488059355, 2.120948662249843, 1.0354559189072223,
       3.7276413080660005, -0.3727641308066001, 1.9345665968465426},
      {1.1874455693534793, 0.25685862905556817, 1.4617541013953048, 0.8283647351257779,
       2.9821130464528007, -0.29821130464528006, 1.3126484490726649},
      {1.3199839269736038, 0.36401073276869, 0.24466200070823285, 0.6626917881006223,
       2.3856904371622405, -0.23856904371622406, 0.12537747885012082}},
     1.850137357454102,
     -0.23975665108534516,
     -0.8256031167372097,
     4.470052344239434,
     0.03514833526494683}};

static void test_falling_block(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
    const fall *f = &falls[i];
    machine m = machine_open("falling-block", f->settings);
    machine_put(&m, f->start);
    machine_run_well(&m, 20);
    for (size_t k = 0; k < 6; k++) {
      const ss_event *e = machine_event(&m, SS_EVENT_IMPACT, k);
      assert_near(e->t, f->impact[k].t, 1e-8);
      assert_near(e->q[0], f->impact[k].x, 1e-8);
      assert_near(e->u_before[0], f->impact[k].vx_before, 1e-8);
      assert_near(e->u_before[1], -f->impact[k].vn, 1e-8);
      assert_near(e->u_after[0], f->impact[k].vx_after, 1e-8);
      assert_near(e->impulses[0], f->impact[k].LaN, 1e-8);
      assert_near(e->impulses[1], f->impact[k].LaT, 1e-8);
    }
    const ss_event *accumulation = machine_event(&m, SS_EVENT_ACCUMULATION, 0);
    assert_near(accumulation->t, f->accumulation, 1e-9);
    assert_near(accumulation->q[0], f->x_accumulation, 1e-8);
    assert_near(find_sample(&m, accumulation->t)->u[0], f->vx_accumulation, 1e-8);
    const ss_event *rest = machine_event(&m, SS_EVENT_REST, 0);
    assert_near(rest->t, f->rest, 1e-8);
    assert_near(rest->q[0], f->x_rest, 1e-8);
    assert_true(machine_residual(&m) < 1e-10);
    machine_close(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_friction_oscillator_turns),
      cmocka_unit_test(test_friction_oscillator_limit_cycle),
      cmocka_unit_test(test_bouncing_ball),
      cmocka_unit_test(test_elastic_ball),
      cmocka_unit_test(test_arm_against_stop),
      cmocka_unit_test(test_elastic_arm),
      cmocka_unit_test(test_trajectories),
      cmocka_unit_test(test_falling_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
