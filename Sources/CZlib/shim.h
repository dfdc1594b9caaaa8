// The only door to zlib. There is no `link` line in the module map: pkg-config decides, so that a static link stays
// possible.
#ifndef RECEIPT_CZLIB_SHIM_H
#define RECEIPT_CZLIB_SHIM_H

#include <zlib.h>

/* The macro passes version and size of the structure. 16 above the largest window: gzip with its header alone. */
static inline int czlib_inflateInit_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

/* A negative window: data without a header (RFC 1951). */
static inline int czlib_inflateInit_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
