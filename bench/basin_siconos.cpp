// basin_siconos.cpp: the two masses in Siconos 4.4: a relay system, Moreau's time stepping with
// theta = 1/2 and a step of 1e-3, its relay problem by Lemke's method.
//
// CFLAGS: -w -isystem /usr/include/siconos -isystem /usr/include/siconos/kernel -isystem /usr/include/siconos/numerics
#include <SiconosKernel.hpp>
#include <cmath>
#include <relay_cst.h>

#include "basin_peers.h"

static bool step_to_rest(const double *start) {
  SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0, basin_end));
  SP::TimeDiscretisation times(new TimeDiscretisation(0, basin_step));
  SP::SiconosVector x0(new SiconosVector(4));
  SP::SimpleMatrix A(new SimpleMatrix(4, 4)), B(new SimpleMatrix(4, 2)), C(new SimpleMatrix(2, 4));
  A->zero();
  B->zero();
  C->zero();
  for (unsigned i = 0; i < 4; i++) x0->setValue(i, start[i]);
  for (unsigned i = 0; i < 2; i++) {
    A->setValue(i, 2 + i, 1);
    A->setValue(2 + i, i, -2);
    A->setValue(2 + i, 1 - i, 1);
    A->setValue(2 + i, 2 + i, -basin_damping);
    A->setValue(2 + i, 3 - i, -basin_coupling);
    B->setValue(2 + i, i, 1);
    C->setValue(i, 2 + i, 1);
  }
  SP::FirstOrderLinearTIDS masses(new FirstOrderLinearTIDS(x0, A));
  SP::FirstOrderLinearTIR relation(new FirstOrderLinearTIR(C, B));
  SP::NonSmoothLaw law(new RelayNSL(2, -1, 1));
  SP::Interaction friction(new Interaction(law, relation));
  system->insertDynamicalSystem(masses);
  system->link(friction, masses);
  SP::EulerMoreauOSI integrator(new EulerMoreauOSI(0.5));
  SP::Relay problem(new Relay(SICONOS_RELAY_LEMKE));
  SP::TimeStepping stepping(new TimeStepping(system, times, integrator, problem));
  while (stepping->hasNextEvent()) {
    stepping->computeOneStep();
    stepping->nextStep();
    const SiconosVector &x = *masses->x();
    if (std::fabs(x(2)) < 1e-9 && std::fabs(x(3)) < 1e-9 && std::fabs(2 * x(0) - x(1)) <= 1 &&
        std::fabs(2 * x(1) - x(0)) <= 1)
      return true;
  }
  return false;
}

extern "C" double reach_in_siconos(size_t count, const double *starts, bool *reached) {
  const double begin = read_clock();
  for (size_t i = 0; i < count; i++) reached[i] = step_to_rest(starts + 4 * i);
  return read_clock() - begin;
}
