#include "floors.h"

#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

/* ---- OpenSSL's own way ------------------------------------------------------------------------------------------------ */

int floor_parse(const uint8_t *der, size_t length) {
  const uint8_t *p = der;
  CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &p, (long)length);
  if (!cms) return 0;
  CMS_ContentInfo_free(cms);
  return 1;
}

int floor_cms_verify(const uint8_t *der, size_t length, const uint8_t *root, size_t root_length, int64_t time) {
  const uint8_t *p = der, *r = root;
  int result = 0;
  CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &p, (long)length);
  X509 *anchor = d2i_X509(NULL, &r, (long)root_length);
  X509_STORE *store = X509_STORE_new();
  if (cms && anchor && store && X509_STORE_add_cert(store, anchor)) {
    X509_VERIFY_PARAM *parameters = X509_STORE_get0_param(store);
    X509_VERIFY_PARAM_set_time(parameters, (time_t)time);
    X509_VERIFY_PARAM_set_auth_level(parameters, 0);
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
    result = CMS_verify(cms, NULL, store, NULL, NULL, CMS_BINARY) == 1;
  }
  X509_STORE_free(store);
  X509_free(anchor);
  CMS_ContentInfo_free(cms);
  ERR_clear_error();
  return result;
}

/* ---- The envelope ----------------------------------------------------------------------------------------------------- */

typedef struct { const uint8_t *start, *end; } range;
typedef struct { uint8_t tag; const uint8_t *start, *end; } element;

/* One DER header, never beyond `limit`. */
static inline int header(const uint8_t *p, const uint8_t *limit, element *e) {
  if (limit - p < 2) return 0;
  e->tag = p[0];
  if ((p[0] & 0x1F) == 0x1F) return 0;
  size_t length = p[1];
  p += 2;
  if (length >= 0x80) {
    size_t octets = length & 0x7F;
    if (octets < 1 || octets > 4 || (size_t)(limit - p) < octets) return 0;
    length = 0;
    for (size_t i = 0; i < octets; i++) length = length << 8 | p[i];
    p += octets;
  }
  if ((size_t)(limit - p) < length) return 0;
  e->start = p;
  e->end = p + length;
  return 1;
}

static inline int next(const uint8_t *p, const uint8_t *limit, uint8_t tag, element *e) {
  return header(p, limit, e) && e->tag == tag;
}

static const uint8_t sha1_algorithm[] = {0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A};
static const uint8_t sha256_algorithm[] = {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01};
static const uint8_t rsa_algorithm[] = {0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01};
static const uint8_t signed_data[] = {0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02};
static const uint8_t data[] = {0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01};

#define STARTS(p, limit, octets) \
  ((size_t)((limit) - (p)) >= sizeof octets && memcmp(p, octets, sizeof octets) == 0)

typedef struct { range payload, certificates, signer, signature; int is_sha256; } envelope;

static int walk(const uint8_t *der, size_t length, envelope *out) {
  const uint8_t *limit = der + length;
  element info, content, sd, e, inner, set, signer, algorithm;
  if (!next(der, limit, 0x30, &info) || info.end != limit || !STARTS(info.start, info.end, signed_data)) return 0;
  if (!next(info.start + sizeof signed_data, info.end, 0xA0, &content) || content.end != info.end) return 0;
  if (!next(content.start, content.end, 0x30, &sd) || sd.end != content.end) return 0;
  if (!next(sd.start, sd.end, 0x02, &e)) return 0;
  if (!next(e.end, sd.end, 0x31, &e)) return 0;
  if (!next(e.end, sd.end, 0x30, &e) || !STARTS(e.start, e.end, data)) return 0;
  if (!next(e.start + sizeof data, e.end, 0xA0, &inner) || inner.end != e.end) return 0;
  if (!next(inner.start, inner.end, 0x04, &inner) || inner.end != e.end) return 0;
  out->payload = (range){inner.start, inner.end};
  const uint8_t *certificates = e.end;
  if (!next(e.end, sd.end, 0xA0, &e)) return 0;
  out->certificates = (range){certificates, e.end};
  if (!next(e.end, sd.end, 0x31, &set) || set.end != sd.end) return 0;
  if (!next(set.start, set.end, 0x30, &signer) || signer.end != set.end) return 0;
  if (!next(signer.start, signer.end, 0x02, &e)) return 0;
  const uint8_t *name = e.end;
  if (!next(e.end, signer.end, 0x30, &e)) return 0;
  out->signer = (range){name, e.end};
  if (!next(e.end, signer.end, 0x30, &algorithm)) return 0;
  out->is_sha256 = STARTS(algorithm.start, algorithm.end, sha256_algorithm);
  if (!out->is_sha256 && !STARTS(algorithm.start, algorithm.end, sha1_algorithm)) return 0;
  if (!next(algorithm.end, signer.end, 0x30, &algorithm) || !STARTS(algorithm.start, algorithm.end, rsa_algorithm)) return 0;
  if (!next(algorithm.end, signer.end, 0x04, &e) || e.end != signer.end) return 0;
  out->signature = (range){e.start, e.end};
  return 1;
}

/* ---- The payload ------------------------------------------------------------------------------------------------------ */

typedef struct { const uint8_t *text; size_t count; int64_t number; } slot;
typedef struct { slot slots[32]; uint32_t present; } owner;

static int number(const uint8_t *p, const uint8_t *end, int64_t *out) {
  if (p == end || end - p > 8) return 0;
  int64_t value = *p & 0x80 ? -1 : 0;
  while (p < end) value = (int64_t)((uint64_t)value << 8 | *p++);
  *out = value;
  return 1;
}

static int is_plain(const uint8_t *p, size_t count) {
  int odd = 0;
  for (size_t i = 0; i < count; i++) odd |= p[i] < 0x20 || p[i] > 0x7E || p[i] == '"' || p[i] == '\\';
  return !odd;
}

static inline int digits2(const uint8_t *p, int *odd) {
  unsigned tens = p[0] - '0', ones = p[1] - '0';
  *odd |= tens > 9 || ones > 9;
  return (int)(tens * 10 + ones);
}

static int64_t days_from_civil(int year, int month, int day) {
  year -= month <= 2;
  int era = year / 400, of_era = year - era * 400;
  int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return (int64_t)era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void civil_from_days(int64_t days, int *year, int *month, int *day) {
  days += 719468;
  int64_t era = days / 146097;
  int of_era = (int)(days - era * 146097);
  int y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int of_year = of_era - (365 * y + y / 4 - y / 100);
  int m = (5 * of_year + 2) / 153;
  *day = of_year - (153 * m + 2) / 5 + 1;
  *month = m < 10 ? m + 3 : m - 9;
  *year = y + (int)era * 400 + (*month <= 2);
}

/* `2020-07-22T17:39:08Z` as seconds since 1970. */
static int date(const uint8_t *p, int64_t *seconds) {
  static const uint8_t lengths[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int odd = p[4] != '-' || p[7] != '-' || p[10] != 'T' || p[13] != ':' || p[16] != ':' || p[19] != 'Z';
  int year = digits2(p, &odd) * 100 + digits2(p + 2, &odd), month = digits2(p + 5, &odd), day = digits2(p + 8, &odd);
  int hour = digits2(p + 11, &odd), minute = digits2(p + 14, &odd), second = digits2(p + 17, &odd);
  if (odd || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return 0;
  int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day < 1 || day > lengths[month] + (leap && month == 2)) return 0;
  *seconds = days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
  return 1;
}

/* Reads one attribute's value as its row says. */
static inline int store(owner *o, const row *r, int index, const uint8_t *p, const uint8_t *end) {
  if (o->present >> index & 1) return 0;
  slot *s = &o->slots[index];
  if (r->encoding == RAW) {
    *s = (slot){p, (size_t)(end - p), 0};
  } else {
    element e;
    if (!header(p, end, &e) || e.end != end) return 0;
    s->text = e.start;
    s->count = (size_t)(e.end - e.start);
    switch (r->encoding) {
      case UTF8: if (e.tag != 0x0C || !is_plain(s->text, s->count)) return 0; break;
      case IA5: if (e.tag != 0x16 || !is_plain(s->text, s->count)) return 0; break;
      case INTEGER: if (e.tag != 0x02 || !number(e.start, e.end, &s->number)) return 0; break;
      default:
        if (e.tag != 0x16) return 0;
        if (s->count == 0) return 1;
        if (s->count != 20 || !date(s->text, &s->number)) return 0;
    }
  }
  o->present |= 1u << index;
  return 1;
}

/* Reads a SET of attributes; purchases are noted in `purchases` if there is a place for them. */
static int read_owner(const table *t, const uint8_t *p, const uint8_t *end, owner *o, range *purchases, size_t *count) {
  element set, sequence, type, version, value;
  o->present = 0;
  if (!next(p, end, 0x31, &set) || set.end != end) return 0;
  for (p = set.start; p < set.end; p = sequence.end) {
    int64_t number_of_type;
    if (!next(p, set.end, 0x30, &sequence) || !next(sequence.start, sequence.end, 0x02, &type)
        || !next(type.end, sequence.end, 0x02, &version) || !next(version.end, sequence.end, 0x04, &value)
        || value.end != sequence.end || !number(type.start, type.end, &number_of_type)) return 0;
    uint64_t distance = (uint64_t)(number_of_type - t->smallest);
    if (distance >= t->type_count || t->index[distance] < 0) return 0;
    int index = t->index[distance];
    if (t->rows[index].encoding == PURCHASE) {
      if (!purchases) return 0;
      purchases[(*count)++] = (range){value.start, value.end};
    } else if (!store(o, &t->rows[index], index, value.start, value.end)) {
      return 0;
    }
  }
  return 1;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------------- */

/* Sixteen octets at a time; up to fifteen more are written and overwritten. The source has room for it as well. */
static inline char *copy(char *out, const void *source, size_t count) {
  for (size_t i = 0; i < count; i += 16) memcpy(out + i, (const char *)source + i, 16);
  return out + count;
}

#define LITERAL(out, text) (memcpy(out, text, sizeof text - 1), (out) + sizeof text - 1)

static const char pairs[] =
  "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
  "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static inline char *decimal(char *out, int64_t value) {
  char text[20];
  int at = 20;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  if (value < 0) *out++ = '-';
  while (rest >= 100) {
    at -= 2;
    memcpy(text + at, pairs + 2 * (rest % 100), 2);
    rest /= 100;
  }
  if (rest >= 10) {
    at -= 2;
    memcpy(text + at, pairs + 2 * rest, 2);
  } else {
    text[--at] = (char)('0' + rest);
  }
  memcpy(out, text + at, (size_t)(20 - at));
  return out + 20 - at;
}

static struct { int64_t start, end; } summers[130];

/* United States law since 1970, as the IANA time zone database has it. */
static void fill_summers(void) {
  for (int y = 1970; y < 2100; y++) {
    int sm = y == 1974 ? 1 : y == 1975 ? 2 : y < 2007 ? 4 : 3, sd = y == 1974 ? 6 : y == 1975 ? 23 : y < 1987 ? 24 : y < 2007 ? 1 : 8;
    int em = y < 2007 ? 10 : 11, ed = y < 2007 ? 25 : 1;
    int64_t start = days_from_civil(y, sm, sd), end = days_from_civil(y, em, ed);
    /* Day 0 was a Thursday. */
    if (y != 1974 && y != 1975) start += (7 - (start + 4) % 7) % 7;
    end += (7 - (end + 4) % 7) % 7;
    summers[y - 1970].start = start * 86400 + 10 * 3600;
    summers[y - 1970].end = end * 86400 + 9 * 3600;
  }
}

static char *pair(char *out, int value) {
  memcpy(out, pairs + 2 * value, 2);
  return out + 2;
}

/* The three forms of a date. */
static inline char *write_date(char *out, const row *r, const slot *s, int skip) {
  const uint8_t *t = s->text;
  int64_t seconds = s->number;
  out = copy(out, r->key + skip, (size_t)(r->key_length - skip));
  char *gmt = out;
  out = copy(out, t, 19);
  gmt[10] = ' ';
  out = copy(out, r->second, (size_t)r->second_length);
  out = decimal(out, seconds * 1000);
  out = copy(out, r->third, (size_t)r->third_length);
  int year = (t[0] - '0') * 1000 + (t[1] - '0') * 100 + (t[2] - '0') * 10 + (t[3] - '0') - 1970;
  int summer = year >= 0 && year < 130 && seconds >= summers[year].start && seconds < summers[year].end;
  int hour = (t[11] - '0') * 10 + (t[12] - '0') - (summer ? 7 : 8);
  char *local = out;
  out = copy(out, t, 19);
  local[10] = ' ';
  if (hour < 0) {
    int odd = 0, y, m, d = digits2(t + 8, &odd) - 1;
    if (d == 0) {
      civil_from_days(seconds / 86400 - 1, &y, &m, &d);
      pair(local, y / 100);
      pair(local + 2, y % 100);
      pair(local + 5, m);
    }
    pair(local + 8, d);
    hour += 24;
  }
  pair(local + 11, hour);
  return LITERAL(out, " America/Los_Angeles\"");
}

static inline char *write_rows(char *out, const table *t, const owner *o, int from, int to) {
  int skip = from == 0;
  for (int i = from; i < to; i++) {
    const row *r = &t->rows[i];
    const slot *s = &o->slots[i];
    int present = o->present >> i & 1;
    if (!present) {
      if (r->printed == NUMBER_OR_NULL) out = LITERAL(copy(out, r->key + skip, (size_t)(r->key_length - skip)), "null"), skip = 0;
      continue;
    }
    switch (r->printed) {
      case TEXT_UNLESS_EMPTY:
        if (s->count == 0) continue;
        /* fall through */
      case TEXT:
        out = copy(copy(out, r->key + skip, (size_t)(r->key_length - skip)), s->text, s->count);
        *out++ = '"';
        break;
      case NUMBER:
      case NUMBER_OR_NULL:
        out = decimal(copy(out, r->key + skip, (size_t)(r->key_length - skip)), s->number);
        if (r->second) out = decimal(copy(out, r->second, (size_t)r->second_length), s->number);
        break;
      case DIGITS_UNLESS_ZERO:
        if (s->number == 0) continue;
        /* fall through */
      case DIGITS:
        out = decimal(copy(out, r->key + skip, (size_t)(r->key_length - skip)), s->number);
        *out++ = '"';
        break;
      case FLAG:
        out = copy(out, r->key + skip, (size_t)(r->key_length - skip));
        out = s->number ? LITERAL(out, "true\"") : LITERAL(out, "false\"");
        break;
      case WORD:
        out = copy(out, r->key + skip, (size_t)(r->key_length - skip));
        out = s->number == 0 ? LITERAL(out, "PURCHASED") : decimal(out, s->number);
        *out++ = '"';
        break;
      case DATE: out = write_date(out, r, s, skip); break;
      default: continue;
    }
    skip = 0;
  }
  return out;
}

/* ---- The whole way ---------------------------------------------------------------------------------------------------- */

struct floor_context {
  uint8_t *certificates, *signer;
  size_t certificates_length, signer_length;
  EVP_PKEY_CTX *key;
  EVP_MD_CTX *digest;
  EVP_MD *algorithm;
  int64_t first, last;
  /* The judgement in pieces, the time between them. */
  char *pieces[4];
  size_t lengths[4];
  int piece_count;
  char *source;
  size_t source_length;
  range *purchases;
  size_t purchase_capacity;
  uint8_t *decoded;
  size_t decoded_capacity;
};

static uint8_t *keep(const void *octets, size_t count) {
  /* Room for copies of sixteen octets. */
  uint8_t *kept = calloc(1, count + 16);
  if (kept) memcpy(kept, octets, count);
  return kept;
}

static int64_t seconds_of(const ASN1_TIME *time) {
  struct tm parts;
  if (ASN1_TIME_to_tm(time, &parts) != 1) return 0;
  return days_from_civil(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday) * 86400 + parts.tm_hour * 3600
    + parts.tm_min * 60 + parts.tm_sec;
}

/* Cuts the judgement where its time stands. */
static int cut(floor_context *c, const char *authenticity) {
  const char *mark = strstr(authenticity, "\"judged_at\":\"");
  if (!mark) return 0;
  char time[21] = {0};
  memcpy(time, mark + 13, 20);
  const char *start = authenticity;
  for (const char *at; c->piece_count < 2 && (at = strstr(start, time)); start = at + 20) {
    c->pieces[c->piece_count] = (char *)keep(start, (size_t)(at - start));
    c->lengths[c->piece_count++] = (size_t)(at - start);
  }
  c->pieces[c->piece_count] = (char *)keep(start, strlen(start));
  c->lengths[c->piece_count++] = strlen(start);
  return 1;
}

floor_context *floor_new(const uint8_t *der, size_t length, const char *authenticity, const char *source) {
  envelope e;
  const uint8_t *p = der;
  floor_context *c = calloc(1, sizeof *c);
  CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &p, (long)length);
  STACK_OF(X509) *certificates = cms ? CMS_get1_certs(cms) : NULL;
  if (!c || !certificates || !walk(der, length, &e) || !cut(c, authenticity)) return NULL;
  fill_summers();
  fill_tables();
  c->certificates_length = (size_t)(e.certificates.end - e.certificates.start);
  c->certificates = keep(e.certificates.start, c->certificates_length);
  c->signer_length = (size_t)(e.signer.end - e.signer.start);
  c->signer = keep(e.signer.start, c->signer_length);
  c->source_length = strlen(source);
  c->source = (char *)keep(source, c->source_length);
  c->first = INT64_MIN;
  c->last = INT64_MAX;
  CMS_SignerInfo *signer = sk_CMS_SignerInfo_value(CMS_get0_SignerInfos(cms), 0);
  for (int i = 0; i < sk_X509_num(certificates); i++) {
    X509 *certificate = sk_X509_value(certificates, i);
    int64_t first = seconds_of(X509_get0_notBefore(certificate)), last = seconds_of(X509_get0_notAfter(certificate));
    if (first > c->first) c->first = first;
    if (last < c->last) c->last = last;
    if (CMS_SignerInfo_cert_cmp(signer, certificate) == 0) {
      c->key = EVP_PKEY_CTX_new_from_pkey(NULL, X509_get0_pubkey(certificate), NULL);
    }
  }
  c->algorithm = EVP_MD_fetch(NULL, e.is_sha256 ? "SHA256" : "SHA1", NULL);
  c->digest = EVP_MD_CTX_new();
  int ready = c->key && c->algorithm && c->digest && EVP_PKEY_verify_init(c->key) == 1
    && EVP_PKEY_CTX_set_rsa_padding(c->key, RSA_PKCS1_PADDING) == 1
    && EVP_PKEY_CTX_set_signature_md(c->key, c->algorithm) == 1;
  sk_X509_pop_free(certificates, X509_free);
  CMS_ContentInfo_free(cms);
  return ready ? c : NULL;
}

void floor_free(floor_context *c) {
  if (!c) return;
  EVP_PKEY_CTX_free(c->key);
  EVP_MD_CTX_free(c->digest);
  EVP_MD_free(c->algorithm);
  for (int i = 0; i < c->piece_count; i++) free(c->pieces[i]);
  free(c->certificates);
  free(c->signer);
  free(c->source);
  free(c->purchases);
  free(c->decoded);
  free(c);
}

static inline int is_known(const floor_context *c, const envelope *e) {
  return (size_t)(e->certificates.end - e->certificates.start) == c->certificates_length
    && (size_t)(e->signer.end - e->signer.start) == c->signer_length
    && memcmp(e->certificates.start, c->certificates, c->certificates_length) == 0
    && memcmp(e->signer.start, c->signer, c->signer_length) == 0;
}

static int holds(floor_context *c, const envelope *e) {
  uint8_t digest[EVP_MAX_MD_SIZE];
  unsigned length;
  return EVP_DigestInit_ex2(c->digest, c->algorithm, NULL) == 1
    && EVP_DigestUpdate(c->digest, e->payload.start, (size_t)(e->payload.end - e->payload.start)) == 1
    && EVP_DigestFinal_ex(c->digest, digest, &length) == 1
    && EVP_PKEY_verify(c->key, e->signature.start, (size_t)(e->signature.end - e->signature.start), digest, length) == 1;
}

static char *environment(char *out, const slot *s, int present) {
#define IS(word) (s->count == sizeof word - 1 && memcmp(s->text, word, sizeof word - 1) == 0)
  out = LITERAL(out, ",\"environment\":");
  if (present && (IS("Production") || IS("ProductionVPP"))) return LITERAL(out, "\"Production\"");
  if (present && (IS("ProductionSandbox") || IS("ProductionVPPSandbox"))) return LITERAL(out, "\"Sandbox\"");
  if (present && IS("Xcode")) return LITERAL(out, "\"Xcode\"");
  return LITERAL(out, "null");
#undef IS
}

static size_t print(floor_context *c, const uint8_t *der, size_t length, int is_base64, int verifies, char *start) {
  envelope e;
  owner receipt, purchase;
  size_t count = 0;
  char *out = start;
  if (is_base64) {
    if (c->decoded_capacity < length) {
      c->decoded_capacity = length + 16;
      c->decoded = realloc(c->decoded, c->decoded_capacity);
    }
    length = floor_base64((const char *)der, length, c->decoded);
    der = c->decoded;
  }
  if (!walk(der, length, &e) || !is_known(c, &e)) return 0;
  /* No attribute of a purchase is shorter than 11 octets. */
  if (c->purchase_capacity < length / 11) {
    c->purchase_capacity = length / 11;
    c->purchases = realloc(c->purchases, c->purchase_capacity * sizeof *c->purchases);
  }
  if (!read_owner(&receipt_table, e.payload.start, e.payload.end, &receipt, c->purchases, &count)) return 0;
  out = LITERAL(out, "{\"schema\":\"receipt-tool/decode/1\",\"source\":\"");
  out = copy(out, c->source, c->source_length);
  out = is_base64 ? LITERAL(out, "\",\"input\":{\"format\":\"pkcs7\",\"layers\":[\"base64\"],\"repairs\":[]},\"authenticity\":")
                  : LITERAL(out, "\",\"input\":{\"format\":\"pkcs7\",\"layers\":[],\"repairs\":[]},\"authenticity\":");
  if (verifies) {
    const slot *created = &receipt.slots[CREATION_DATE_ROW];
    if (!(receipt.present >> CREATION_DATE_ROW & 1) || created->number < c->first || created->number > c->last) return 0;
    if (!holds(c, &e)) return 0;
    for (int i = 0; i < c->piece_count; i++) {
      if (i > 0) out = (char *)memcpy(out, created->text, 20) + 20;
      out = (char *)memcpy(out, c->pieces[i], c->lengths[i]) + c->lengths[i];
    }
  } else {
    out = LITERAL(out, "null");
  }
  out = environment(out, &receipt.slots[0], receipt.present & 1);
  out = LITERAL(out, ",\"receipt\":{");
  out = write_rows(out, &receipt_table, &receipt, 0, PURCHASES_ROW);
  out = LITERAL(out, ",\"in_app\":[");
  for (size_t i = 0; i < count; i++) {
    if (!read_owner(&purchase_table, c->purchases[i].start, c->purchases[i].end, &purchase, NULL, NULL)) return 0;
    if (i > 0) *out++ = ',';
    *out++ = '{';
    out = write_rows(out, &purchase_table, &purchase, 0, purchase_table.row_count);
    *out++ = '}';
  }
  out = LITERAL(out, "]},\"irregularities\":[]}\n");
  return (size_t)(out - start);
}

size_t floor_verify_and_print(floor_context *c, const uint8_t *der, size_t length, int is_base64, char *out) {
  return print(c, der, length, is_base64, 1, out);
}

size_t floor_print(floor_context *c, const uint8_t *der, size_t length, int is_base64, char *out) {
  return print(c, der, length, is_base64, 0, out);
}

/* ---- Base64 ----------------------------------------------------------------------------------------------------------- */

static uint32_t values[4][256];

static void fill_values(void) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  memset(values, 0xFF, sizeof values);
  for (uint32_t v = 0; v < 64; v++) {
    for (int place = 0; place < 4; place++) values[place][(uint8_t)alphabet[v]] = v << (18 - 6 * place);
  }
}

size_t floor_base64(const char *text, size_t length, uint8_t *out) {
  if (!values[0]['B']) fill_values();
  if (length == 0 || length % 4) return 0;
  const uint8_t *p = (const uint8_t *)text;
  size_t padding = p[length - 1] != '=' ? 0 : p[length - 2] != '=' ? 1 : 2, groups = length / 4 - (padding > 0);
  uint8_t *start = out;
  uint32_t odd = 0;
  for (size_t i = 0; i < groups; i++, p += 4, out += 3) {
    uint32_t group = values[0][p[0]] | values[1][p[1]] | values[2][p[2]] | values[3][p[3]];
    odd |= group;
    out[0] = (uint8_t)(group >> 16);
    out[1] = (uint8_t)(group >> 8);
    out[2] = (uint8_t)group;
  }
  if (padding) {
    uint32_t group = values[0][p[0]] | values[1][p[1]] | (padding == 1 ? values[2][p[2]] : 0);
    odd |= group;
    if (padding == 1 ? group & 0xFF : group & 0xFFFF) return 0;
    *out++ = (uint8_t)(group >> 16);
    if (padding == 1) *out++ = (uint8_t)(group >> 8);
  }
  return odd >> 24 ? 0 : (size_t)(out - start);
}
