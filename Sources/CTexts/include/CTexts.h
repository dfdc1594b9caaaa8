// The string catalog of reports, Texts.xcstrings, and the schemas of documents (Schemas), as a part of the program:
// nothing has to be installed beside it.
#ifndef RECEIPT_CTEXTS_H
#define RECEIPT_CTEXTS_H

#include <stddef.h>

// UTF-8, without a zero at its end.
const unsigned char *ctexts_catalog(void);
size_t ctexts_catalog_size(void);

// A JSON array of all schemas.
const unsigned char *ctexts_schemas(void);
size_t ctexts_schemas_size(void);

#endif
