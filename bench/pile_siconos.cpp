// pile_siconos.cpp: the pile of discs in Siconos 4.4: Moreau-Jean time stepping with theta = 1/2,
// planar friction-contact problems by NSGS (to 1e-10, at most 1000 passes, on sparse blocks), one
// Newton iteration a step. Discs are linear bodies of three coordinates; contacts with the floor
// and the posts move one of them, contacts between discs two. Only the pairs of the model are
// contacts, as there.
//
// CFLAGS: -w -isystem /usr/include/siconos -isystem /usr/include/siconos/kernel -isystem /usr/include/siconos/numerics
#include <cmath>
#include <iostream>
#include <vector>

#include <Friction_cst.h>
#include <NumericsVerbose.h>
#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include "pile.h"

namespace {

// A disc and a straight border: gap = n . x - distance, tangent t = (n_y, -n_x).
class Border : public LagrangianScleronomousR {
  double nx, ny, distance;

public:
  Border(double x, double y, double d) : LagrangianScleronomousR(), nx(x), ny(y), distance(d) {}

  void initialize(Interaction &inter) override {
    LagrangianR::initialize(inter);
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(2, 3);
  }

  void computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override {
    y.setValue(0, nx * q.getValue(0) + ny * q.getValue(1) - distance - pile_r);
    y.setValue(1, 0);
  }

  void computeJachq(const BlockVector &, BlockVector &) override {
    const double rows[2][3] = {{nx, ny, 0}, {ny, -nx, pile_r}};
    for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < 3; k++) _jachq->setValue(i, k, rows[i][k]);
  }
};

// Two discs.
class Pair : public LagrangianScleronomousR {
public:
  Pair() : LagrangianScleronomousR() {}

  void initialize(Interaction &inter) override {
    LagrangianR::initialize(inter);
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(2, 6);
  }

  void computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override {
    const double dx = q.getValue(3) - q.getValue(0), dy = q.getValue(4) - q.getValue(1);
    y.setValue(0, std::hypot(dx, dy) - 2 * pile_r);
    y.setValue(1, 0);
  }

  void computeJachq(const BlockVector &q, BlockVector &) override {
    const double dx = q.getValue(3) - q.getValue(0), dy = q.getValue(4) - q.getValue(1);
    const double d = std::hypot(dx, dy), nx = dx / d, ny = dy / d;
    const double rows[2][6] = {{-nx, -ny, 0, nx, ny, 0}, {-ny, nx, pile_r, ny, -nx, pile_r}};
    for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < 6; k++) _jachq->setValue(i, k, rows[i][k]);
  }
};

SP::LagrangianLinearTIDS make_disc(double x, double y) {
  auto q = std::make_shared<SiconosVector>(3), v = std::make_shared<SiconosVector>(3);
  q->setValue(0, x), q->setValue(1, y);
  auto M = std::make_shared<SimpleMatrix>(3, 3);
  M->zero();
  M->setValue(0, 0, pile_m), M->setValue(1, 1, pile_m);
  M->setValue(2, 2, pile_m * pile_r * pile_r / 2);
  auto disc = std::make_shared<LagrangianLinearTIDS>(q, v, M);
  auto weight = std::make_shared<SiconosVector>(3);
  weight->setValue(1, -pile_m * pile_g);
  disc->setFExtPtr(weight);
  return disc;
}

typedef std::vector<std::vector<SP::LagrangianLinearTIDS>> discs;

discs make_discs(size_t n) {
  discs all(n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n - i; j++)
      all[i].push_back(make_disc((2.0 * (j + 1) + i) * pile_r + (j + 1 + i / 2.0) * pile_s,
                                 pile_r + i * std::sqrt(3.0) * (pile_r + pile_s / 2) + pile_s));
  return all;
}

void link(NonSmoothDynamicalSystem &system, const discs &all, SP::NonSmoothLaw law) {
  const size_t n = all.size();
  auto border = [&](SP::LagrangianLinearTIDS disc, double x, double y, double d) {
    system.link(std::make_shared<Interaction>(law, std::make_shared<Border>(x, y, d)), disc);
  };
  auto pair = [&](SP::LagrangianLinearTIDS a, SP::LagrangianLinearTIDS b) {
    system.link(std::make_shared<Interaction>(law, std::make_shared<Pair>()), a, b);
  };
  for (auto &disc : all[0]) border(disc, 0, 1, 0);
  border(all[0][0], 1, 0, 0);
  border(all[0][n - 1], -1, 0, -((2.0 * n + 2) * pile_r + n * pile_s));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j + 1 < n - i; j++) pair(all[i][j], all[i][j + 1]);
  for (size_t i = 1; i < n; i++)
    for (size_t j = 0; j < n - i; j++)
      for (size_t k = 0; k < 2; k++) pair(all[i - 1][j + k], all[i][j]);
}

} // namespace

extern "C" double move_pile_in_siconos(size_t rows, size_t steps, double *height) {
  const discs all = make_discs(rows);
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, (double)steps * pile_step);
  for (auto &row : all)
    for (auto &disc : row) system->insertDynamicalSystem(disc);
  link(*system, all, std::make_shared<NewtonImpactFrictionNSL>(pile_e, 0, pile_mu, 2));
  auto scheme = std::make_shared<MoreauJeanOSI>(0.5);
  auto steps_of = std::make_shared<TimeDiscretisation>(0, pile_step);
  auto problem = std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS);
  problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
  problem->setMStorageType(NM_SPARSE_BLOCK);
  auto simulation = std::make_shared<TimeStepping>(system, steps_of, scheme, problem);
  simulation->setNewtonOptions(SICONOS_TS_LINEAR);
  numerics_set_verbose(0);
  std::cout.setstate(std::ios_base::failbit);
  const double start = read_clock();
  while (simulation->hasNextEvent()) {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  const double time = read_clock() - start;
  std::cout.clear();
  *height = 0;
  for (auto &row : all)
    for (auto &disc : row) *height += disc->q()->getValue(1);
  *height /= (double)rows * (double)(rows + 1) / 2;
  return time;
}
