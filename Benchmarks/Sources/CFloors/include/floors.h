// What the same work costs in C, on the same libcrypto: the measure of what ReceiptKit takes.
#ifndef RECEIPT_FLOORS_H
#define RECEIPT_FLOORS_H

#include <stddef.h>
#include <stdint.h>

typedef struct floor_context floor_context;

/* Decodes the envelope with d2i_CMS_ContentInfo, and nothing else. Returns 1 if it could. */
int floor_parse(const uint8_t *der, size_t length);

/* What everyone does: d2i_CMS_ContentInfo and CMS_verify with the whole chain, its certificates judged at `time`, under the
 * root in `root`. Returns 1 if the signature holds. */
int floor_cms_verify(const uint8_t *der, size_t length, const uint8_t *root, size_t root_length, int64_t time);

/* A context that remembers the chain of one receipt. `authenticity` is the JSON of its judgement: that of another receipt under the
 * same chain has another time in it and is the same otherwise. Returns NULL if anything is amiss. */
floor_context *floor_new(const uint8_t *der, size_t length, const char *authenticity, const char *source);
void floor_free(floor_context *context);

/* The floor: bounded walk of the envelope, remembered chain, one digest and one RSA verification, payload walked, complete JSON.
 * Writes the line to `out`, which has to be large enough, and returns its length; 0 if the receipt is refused. */
size_t floor_verify_and_print(floor_context *context, const uint8_t *der, size_t length, int is_base64, char *out);

/* The same without verification. */
size_t floor_print(floor_context *context, const uint8_t *der, size_t length, int is_base64, char *out);

/* Base64 with four tables. Returns the number of octets, or 0. `out` has room for 8 more than that. */
size_t floor_base64(const char *text, size_t length, uint8_t *out);

#endif
