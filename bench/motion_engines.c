/* motion_engines.c: the rocking block in MuJoCo and in ODE.
 *
 * MuJoCo: a body on two slides and a hinge, box against plane, elliptic cones, Newton's solver to
 * 1e-10; contacts are stiff springs, there is no restitution. ODE: a box held in the plane by a
 * joint, box against plane, dWorldStep (the exact solver of its two), restitution block_e. Both
 * with the spring and the step of the others.
 *
 * CFLAGS: -isystem /usr/include/mujoco
 */
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>
#include <ode/ode.h>

#include "motion_block.h"

/* ---- MuJoCo ---------------------------------------------------------------------------------- */

static void describe(char *text, size_t size) {
  snprintf(text, size,
           "<mujoco><option timestep='%g' gravity='0 0 %g' solver='Newton' cone='elliptic' "
           "tolerance='1e-10' iterations='100' integrator='Euler'/>"
           "<default><geom friction='%g 0.005 0.0001' condim='3' solref='-1e6 -300' "
           "solimp='0.95 0.99 0.0001'/></default>"
           "<worldbody><geom type='plane' size='10 10 1'/><body pos='0 0 0'>"
           "<joint type='slide' axis='1 0 0' stiffness='%g'/><joint type='slide' axis='0 0 1'/>"
           "<joint type='hinge' axis='0 -1 0'/>"
           "<inertial pos='0 0 0' mass='%g' diaginertia='%g %g %g'/>"
           "<geom type='box' size='%g 0.1 %g' mass='0'/></body></worldbody></mujoco>",
           block_step, -block_g, block_mu, block_k, block_m, block_J, block_J, block_J, block_a,
           block_b);
}

static mjModel *load_model(void) {
  static mjVFS files; /* a megabyte */
  char text[2000], error[1000] = "";
  describe(text, sizeof text);
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "block.xml", (int)strlen(text) + 1);
  memcpy(files.filedata[0], text, strlen(text) + 1);
  mjModel *model = mj_loadXML("block.xml", &files, error, sizeof error);
  mj_deleteVFS(&files);
  if (!model) fprintf(stderr, "MuJoCo: %s\n", error);
  return model;
}

double move_in_mujoco(block_state *s, size_t steps) {
  mjModel *model = load_model();
  mjData *data = model ? mj_makeData(model) : NULL;
  if (!data) return -1;
  data->qpos[0] = s->x, data->qpos[1] = s->y, data->qpos[2] = s->phi;
  data->qvel[0] = s->vx, data->qvel[1] = s->vy, data->qvel[2] = s->w;
  const double start = read_clock();
  for (size_t k = 0; k < steps; k++) mj_step(model, data);
  const double time = read_clock() - start;
  *s = (block_state){data->qpos[0], data->qpos[1], data->qpos[2],
                     data->qvel[0], data->qvel[1], data->qvel[2]};
  mj_deleteData(data);
  mj_deleteModel(model);
  return time;
}

/* ---- ODE ------------------------------------------------------------------------------------- */

enum { CORNERS_MOST = 8 };

typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dJointGroupID group;
  dBodyID body;
} scene;

static void touch(void *user, dGeomID one, dGeomID other) {
  scene *s = user;
  dContact contact[CORNERS_MOST];
  const int count = dCollide(one, other, CORNERS_MOST, &contact[0].geom, sizeof *contact);
  for (int k = 0; k < count; k++) {
    memset(&contact[k].surface, 0, sizeof contact[k].surface);
    contact[k].surface.mode = dContactBounce | dContactApprox1;
    contact[k].surface.mu = block_mu;
    contact[k].surface.bounce = block_e;
    contact[k].surface.bounce_vel = 1e-3;
    const dJointID joint = dJointCreateContact(s->world, s->group, &contact[k]);
    dJointAttach(joint, dGeomGetBody(contact[k].geom.g1), dGeomGetBody(contact[k].geom.g2));
  }
}

static scene set_scene(const block_state *at) {
  scene s = {.world = dWorldCreate(), .space = dSimpleSpaceCreate(0)};
  s.group = dJointGroupCreate(0);
  s.body = dBodyCreate(s.world);
  dWorldSetGravity(s.world, 0, -block_g, 0);
  dCreatePlane(s.space, 0, 1, 0, 0);
  dMass mass;
  dMassSetParameters(&mass, block_m, 0, 0, 0, block_J, block_J, block_J, 0, 0, 0);
  dBodySetMass(s.body, &mass);
  dGeomSetBody(dCreateBox(s.space, 2 * block_a, 2 * block_b, 0.2), s.body);
  dMatrix3 rotation;
  dRFromAxisAndAngle(rotation, 0, 0, 1, at->phi);
  dBodySetPosition(s.body, at->x, at->y, 0);
  dBodySetRotation(s.body, rotation);
  dBodySetLinearVel(s.body, at->vx, at->vy, 0);
  dBodySetAngularVel(s.body, 0, 0, at->w);
  dJointAttach(dJointCreatePlane2D(s.world, 0), s.body, 0);
  return s;
}

double move_in_ode(block_state *state, size_t steps) {
  dInitODE2(0);
  scene s = set_scene(state);
  const double start = read_clock();
  for (size_t k = 0; k < steps; k++) {
    dBodyAddForce(s.body, -block_k * dBodyGetPosition(s.body)[0], 0, 0);
    dSpaceCollide(s.space, &s, touch);
    dWorldStep(s.world, block_step);
    dJointGroupEmpty(s.group);
  }
  const double time = read_clock() - start;
  state->x = dBodyGetPosition(s.body)[0];
  state->y = dBodyGetPosition(s.body)[1];
  state->phi = 2 * dBodyGetQuaternion(s.body)[3]; /* small angles */
  dJointGroupDestroy(s.group);
  dSpaceDestroy(s.space);
  dWorldDestroy(s.world);
  dCloseODE();
  return time;
}
