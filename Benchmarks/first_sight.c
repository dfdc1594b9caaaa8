// Verifies signed data (JWS) line by line in C, each chain anew: the floor beside which `Benchmarks/signed-data` puts
// first sight. It decodes the three certificates of `x5c`, verifies the two signatures of the chain and that of the
// data, and prints how many held. It does less than the product: no dates, no markers, no usage, no strict form,
// nothing of the payload is read, and the root is taken from the data.

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16, CERTIFICATES = 3 };

/// Decodes base64 or base64url without padding; returns the number of octets, or -1.
static int decode(const char *text, size_t length, unsigned char *octets) {
  static char padded[LINE];
  size_t count = 0;
  if (length + 4 > sizeof padded) return -1;
  for (; count < length; count++) padded[count] = text[count] == '-' ? '+' : text[count] == '_' ? '/' : text[count];
  while (length > 0 && padded[length - 1] == '=') length--;
  for (count = length; count % 4 != 0; count++) padded[count] = '=';
  int decoded = EVP_DecodeBlock(octets, (unsigned char *)padded, (int)count);
  return decoded < 0 ? -1 : decoded - (int)(count - length);
}

static int holds(const char *line, size_t length) {
  static unsigned char header[LINE], der[LINE], raw[LINE];
  const char *first = memchr(line, '.', length);
  if (!first) return 0;
  const char *second = memchr(first + 1, '.', length - (size_t)(first + 1 - line));
  if (!second) return 0;
  int read = decode(line, (size_t)(first - line), header);
  if (read <= 0) return 0;
  header[read] = 0;

  X509 *chain[CERTIFICATES] = {NULL};
  const char *place = strstr((char *)header, "\"x5c\":[");
  int good = place != NULL;
  if (good) place += 7;
  for (int index = 0; good && index < CERTIFICATES; index++) {
    const char *end = *place == '"' ? strchr(place + 1, '"') : NULL;
    int octets = end ? decode(place + 1, (size_t)(end - place - 1), der) : -1;
    const unsigned char *pointer = der;
    chain[index] = octets > 0 ? d2i_X509(NULL, &pointer, octets) : NULL;
    good = chain[index] != NULL;
    if (good) place = end + 2;
  }
  for (int index = 0; good && index + 1 < CERTIFICATES; index++)
    good = X509_verify(chain[index], X509_get0_pubkey(chain[index + 1])) == 1;

  int octets = good ? decode(second + 1, length - (size_t)(second + 1 - line), raw) : -1;
  good = good && octets == 64;
  if (good) {
    ECDSA_SIG *signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL));
    unsigned char *encoded = NULL;
    int size = i2d_ECDSA_SIG(signature, &encoded);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    good = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, X509_get0_pubkey(chain[0])) == 1 &&
           EVP_DigestVerify(context, encoded, (size_t)size, (const unsigned char *)line, (size_t)(second - line)) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(encoded);
    ECDSA_SIG_free(signature);
  }
  for (int index = 0; index < CERTIFICATES; index++) X509_free(chain[index]);
  return good;
}

int main(void) {
  static char line[LINE];
  long good = 0;
  while (fgets(line, sizeof line, stdin)) good += holds(line, strcspn(line, "\n"));
  printf("%ld\n", good);
  return 0;
}
