/* zero_order_json.c: the zero-order dynamics at a rest position, as JSON: the middles of its balls,
 * and for each combination of modes whether it starts from rest. */
#include "show_private.h"
#include "standstill/json.h"

static double middle(const arb_t x) {
  return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static json_t *matrix(const arb_mat_t A) {
  json_t *rows = json_array();
  for (slong i = 0; i < arb_mat_nrows(A); i++) {
    json_t *row = json_array();
    for (slong j = 0; j < arb_mat_ncols(A); j++)
      ss_json_append(&row, ss_json_real(middle(arb_mat_entry(A, i, j))));
    ss_json_append(&rows, row);
  }
  return rows;
}

static json_t *vector(const arb_mat_t A) {
  json_t *list = json_array();
  for (slong i = 0; i < arb_mat_nrows(A); i++)
    ss_json_append(&list, ss_json_real(middle(arb_mat_entry(A, i, 0))));
  return list;
}

/* {name: [gap, slip]} */
static json_t *pairs(const ss_zero_order *z, const double *values) {
  json_t *object = json_object();
  for (size_t i = 0; i < z->contacts; i++)
    ss_json_set(&object, z->name[i], ss_json_list(2, values + 2 * i));
  return object;
}

static json_t *motion_of(const ss_zero_order *z, const ss_zero_motion *m) {
  json_t *object = json_object(), *modes = json_object();
  for (size_t i = 0; i < z->contacts; i++)
    ss_json_set(&modes, z->name[i], json_string(ss_zero_mode_word(m->mode[i])));
  ss_json_set(&object, "contacts", modes);
  ss_json_set(&object, "consistent",
              m->consistent == SS_UNKNOWN ? json_null() : json_boolean(m->consistent == SS_PROVED));
  ss_json_set(&object, "forces", m->determined ? pairs(z, m->force) : json_null());
  ss_json_set(&object, "accelerations", m->determined ? pairs(z, m->acceleration) : json_null());
  return object;
}

json_t *ss_show_zero_order_json(const ss_snapshot *s) {
  const ss_zero_order *z = s->zero;
  if (!z) return json_null();
  json_t *object = json_object(), *names = json_array(), *modes = json_array();
  json_t *mu = json_array(), *e = json_array();
  for (size_t i = 0; i < z->contacts; i++) {
    ss_json_append(&names, ss_json_text(z->name[i]));
    ss_json_append(&mu, ss_json_real(middle(&z->mu[i])));
    ss_json_append(&e, ss_json_real(middle(&z->e[i])));
  }
  for (size_t k = 0; k < s->motions; k++) ss_json_append(&modes, motion_of(z, &s->motion[k]));
  const ss_verdict held = ss_zero_order_holds(z, NULL);
  ss_json_set(&object, "contacts", names);
  ss_json_set(&object, "held", held == SS_UNKNOWN ? json_null() : json_boolean(held == SS_PROVED));
  ss_json_set(&object, "D", matrix(z->D));
  ss_json_set(&object, "a", vector(z->a));
  ss_json_set(&object, "mu", mu);
  ss_json_set(&object, "e", e);
  ss_json_set(&object, "modes", modes);
  return object;
}
