/* Kernel text over vec.h: included once per level (see level.inc.h). Must define GF_DEAL_OPS, the initialiser. */
#define GF_DEAL_OPS {NULL}
