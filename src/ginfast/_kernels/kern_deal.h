/* Kernels that make, number and name hands: entries of struct gf_ops. */
#ifndef GF_KERN_DEAL_H
#define GF_KERN_DEAL_H

#include <stddef.h>
#include <stdint.h>

struct gf_deal_ops {
    void (*unused)(void);
};

#endif
