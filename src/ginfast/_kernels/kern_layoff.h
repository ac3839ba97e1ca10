/* Arrangement, lay-off, resolution and all throws: entries of struct gf_ops. */
#ifndef GF_KERN_LAYOFF_H
#define GF_KERN_LAYOFF_H

#include <stddef.h>
#include <stdint.h>

struct gf_layoff_ops {
    void (*unused)(void);
};

#endif
