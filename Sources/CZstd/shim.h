// The only door to libzstd. There is no `link` line in the module map: pkg-config decides, so that a static link stays
// possible.
#ifndef RECEIPT_CZSTD_SHIM_H
#define RECEIPT_CZSTD_SHIM_H

#include <zstd.h>
#include <zstd_errors.h>

#endif
