// motion_siconos.cpp: the rocking block in Siconos 4.4: Moreau-Jean time stepping with theta = 1/2,
// planar friction-contact problems by its fastest solver for them (NSGS to 1e-10), one Newton
// iteration a step (the system is linear but for the gaps). e_T = 0: Siconos aborts for e_T > 0. It
// says on standard output where its solver has missed the tolerance; that is not shown, nor timed.
//
// CFLAGS: -w -isystem /usr/include/siconos -isystem /usr/include/siconos/kernel -isystem /usr/include/siconos/numerics
#include <cmath>
#include <iostream>

#include <Friction_cst.h>
#include <NumericsVerbose.h>
#include <SiconosKernel.hpp>
#include <SolverOptions.h>

#include "motion_block.h"

namespace {

// The corner (side*a, -b): its height and its abscissa.
class Corner : public LagrangianScleronomousR {
  double side;

public:
  explicit Corner(double s) : LagrangianScleronomousR(), side(s) {}

  void initialize(Interaction &inter) override {
    LagrangianR::initialize(inter);
    if (!_jachq) _jachq = std::make_shared<SimpleMatrix>(2, 3);
  }

  void computeh(const BlockVector &q, BlockVector &, SiconosVector &y) override {
    const double c = cos(q.getValue(2)), s = sin(q.getValue(2));
    y.setValue(0, q.getValue(1) + side * block_a * s - block_b * c);
    y.setValue(1, q.getValue(0) + side * block_a * c + block_b * s);
  }

  void computeJachq(const BlockVector &q, BlockVector &) override {
    const double c = cos(q.getValue(2)), s = sin(q.getValue(2));
    _jachq->setValue(0, 0, 0), _jachq->setValue(0, 1, 1);
    _jachq->setValue(0, 2, side * block_a * c + block_b * s);
    _jachq->setValue(1, 0, 1), _jachq->setValue(1, 1, 0);
    _jachq->setValue(1, 2, -side * block_a * s + block_b * c);
  }
};

SP::LagrangianLinearTIDS make_block(const block_state &s) {
  auto q = std::make_shared<SiconosVector>(3), v = std::make_shared<SiconosVector>(3);
  q->setValue(0, s.x), q->setValue(1, s.y), q->setValue(2, s.phi);
  v->setValue(0, s.vx), v->setValue(1, s.vy), v->setValue(2, s.w);
  auto M = std::make_shared<SimpleMatrix>(3, 3), K = std::make_shared<SimpleMatrix>(3, 3),
       C = std::make_shared<SimpleMatrix>(3, 3);
  M->zero(), K->zero(), C->zero();
  M->setValue(0, 0, block_m), M->setValue(1, 1, block_m), M->setValue(2, 2, block_J);
  K->setValue(0, 0, block_k);
  auto block = std::make_shared<LagrangianLinearTIDS>(q, v, M, K, C);
  auto weight = std::make_shared<SiconosVector>(3);
  weight->setValue(1, -block_m * block_g);
  block->setFExtPtr(weight);
  return block;
}

} // namespace

extern "C" double move_in_siconos(block_state *s, size_t steps) {
  auto block = make_block(*s);
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, (double)steps * block_step);
  system->insertDynamicalSystem(block);
  auto law = std::make_shared<NewtonImpactFrictionNSL>(block_e, 0, block_mu, 2);
  for (double side : {-1.0, 1.0})
    system->link(std::make_shared<Interaction>(law, std::make_shared<Corner>(side)), block);
  auto scheme = std::make_shared<MoreauJeanOSI>(0.5);
  auto steps_of = std::make_shared<TimeDiscretisation>(0, block_step);
  auto problem = std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS);
  problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
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
  const auto &q = *block->q(), &v = *block->velocity();
  *s = {q.getValue(0), q.getValue(1), q.getValue(2), v.getValue(0), v.getValue(1), v.getValue(2)};
  return time;
}
