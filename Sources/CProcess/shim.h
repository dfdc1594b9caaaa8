// What Swift cannot call of the system: functions with a variable number of arguments.
#ifndef RECEIPT_CPROCESS_SHIM_H
#define RECEIPT_CPROCESS_SHIM_H

#ifdef __linux__
#include <sys/prctl.h>

/* No core, and no other process of the same user reads the memory. */
static inline int cprocess_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }
#else
static inline int cprocess_forbid_dumps(void) { return 0; }
#endif

#endif
