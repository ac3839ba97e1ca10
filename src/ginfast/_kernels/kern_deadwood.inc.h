/* Kernel text over vec.h: included once per level (see level.inc.h). */
#define GF_DEADWOOD_OPS {NULL}
