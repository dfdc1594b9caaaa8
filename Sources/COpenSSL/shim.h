// The only door to OpenSSL (3.0 and later). What Swift cannot import as it is gets a static inline shim here:
// type-safe stacks are macros over casts, and some calls are macros altogether.
// There is no `link` line in the module map: pkg-config decides, so that a static link stays possible.
#ifndef RECEIPT_COPENSSL_SHIM_H
#define RECEIPT_COPENSSL_SHIM_H

/* What 3.0 declares, also with headers of a later version, which may deprecate or no longer declare some of it. */
#ifndef OPENSSL_API_COMPAT
#define OPENSSL_API_COMPAT 30000
#endif

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <string.h>

static inline int copenssl_sk_X509_num(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *copenssl_sk_X509_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline STACK_OF(X509) *copenssl_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int copenssl_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
  return sk_X509_push(stack, certificate);
}
/* Frees the stack and one reference to each certificate in it. */
static inline void copenssl_sk_X509_pop_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

static inline int copenssl_sk_SignerInfo_num(const STACK_OF(CMS_SignerInfo) *stack) {
  return sk_CMS_SignerInfo_num(stack);
}
static inline CMS_SignerInfo *copenssl_sk_SignerInfo_value(const STACK_OF(CMS_SignerInfo) *stack, int index) {
  return sk_CMS_SignerInfo_value(stack, index);
}

static inline long copenssl_BIO_get_mem_data(BIO *bio, const unsigned char **data) {
  return BIO_get_mem_data(bio, (char **)data);
}

/* Names as RFC 2253 writes them, but with UTF-8 left as it is; the constant is an expression of macros. */
static inline int copenssl_X509_NAME_print(BIO *bio, const X509_NAME *name) {
  return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

/* Whether an error code says that no further PEM block was found. */
static inline int copenssl_is_end_of_pem(unsigned long error) {
  return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

/* OPENSSL_free is a macro that records file and line. */
static inline void copenssl_free(void *pointer) { OPENSSL_free(pointer); }

/* A context for AES-256 in CBC mode with this key of 32 octets, or NULL. It begins with a vector of zeros and is never
 * finished, so that there is no padding. */
static inline EVP_CIPHER_CTX *copenssl_aes_cbc_new(const unsigned char *key) {
  static const unsigned char vector[16] = {0};
  EVP_CIPHER *method = EVP_CIPHER_fetch(NULL, "AES-256-CBC", NULL);
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int is_ready = method != NULL && context != NULL && EVP_EncryptInit_ex2(context, method, key, vector, NULL) == 1;
  EVP_CIPHER_free(method);
  if (is_ready) return context;
  EVP_CIPHER_CTX_free(context);
  return NULL;
}

/* Whether two runs of public octets are the same; many times as fast as comparing them one by one in Swift. */
static inline int copenssl_equal(const void *left, const void *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

/* The certificate of a slot that threads may share, decoded into it by the first thread that asks; an empty one if
 * the octets are none. NULL only without memory. */
static inline X509 *copenssl_X509_once(X509 **slot, const unsigned char *octets, long count) {
  X509 *certificate = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
  if (certificate != NULL) return certificate;
  X509 *decoded = d2i_X509(NULL, &octets, count);
  if (decoded == NULL) {
    ERR_clear_error();
    decoded = X509_new();
  }
  if (__atomic_compare_exchange_n(slot, &certificate, decoded, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return decoded;
  X509_free(decoded);
  return certificate;
}

/* An RSA public key of these numbers (RFC 8017, 3.1), or NULL. */
static inline EVP_PKEY *copenssl_RSA_public_key(const unsigned char *modulus, int count, uint64_t exponent) {
  EVP_PKEY *key = NULL;
  BIGNUM *n = BN_bin2bn(modulus, count, NULL), *e = BN_new();
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
  OSSL_PARAM *numbers = NULL;
  if (n != NULL && e != NULL && builder != NULL && context != NULL && BN_set_word(e, exponent)
      && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n)
      && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e)
      && (numbers = OSSL_PARAM_BLD_to_param(builder)) != NULL && EVP_PKEY_fromdata_init(context) == 1) {
    if (EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, numbers) != 1) key = NULL;
  }
  OSSL_PARAM_free(numbers);
  OSSL_PARAM_BLD_free(builder);
  EVP_PKEY_CTX_free(context);
  BN_free(n);
  BN_free(e);
  return key;
}

/* No configuration file and no environment variable may change a verdict; no atexit handler, the process leaves with
 * _exit. No table of legacy cipher names and no texts of errors either: nothing here looks a cipher up by one, and
 * filling the two is a sixth of a one-shot verification. */
static inline int copenssl_initialize(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_ADD_ALL_CIPHERS
                                 | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS, NULL);
}

#endif
