#include "CBuildFacts.h"

#ifndef RECEIPT_TOOL_COMMIT
#define RECEIPT_TOOL_COMMIT ""
#endif
#ifndef RECEIPT_TOOL_COMMIT_DATE
#define RECEIPT_TOOL_COMMIT_DATE ""
#endif
#ifndef RECEIPT_TOOL_SWIFT
#define RECEIPT_TOOL_SWIFT ""
#endif

const char *const cbuildfacts_commit = RECEIPT_TOOL_COMMIT;
const char *const cbuildfacts_commit_date = RECEIPT_TOOL_COMMIT_DATE;
const char *const cbuildfacts_swift = RECEIPT_TOOL_SWIFT;
