#include "CTexts.h"

// #embed is of C23, and the compilers of Swift 6.2 know it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char catalog[] = {
#embed "Texts.xcstrings"
};

const unsigned char *ctexts_catalog(void) { return catalog; }

size_t ctexts_catalog_size(void) { return sizeof catalog; }
