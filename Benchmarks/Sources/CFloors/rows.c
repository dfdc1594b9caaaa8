#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static row receipt_rows[] = {
  {0, "receipt_type", UTF8, TEXT},
  {1, "adam_id", INTEGER, NUMBER, "app_item_id"},
  {2, "bundle_id", UTF8, TEXT},
  {3, "application_version", UTF8, TEXT},
  {15, "download_id", INTEGER, NUMBER_OR_NULL},
  {16, "version_external_identifier", INTEGER, NUMBER},
  {12, "receipt_creation_date", DATE_TEXT, DATE},
  {32, "preorder_date", DATE_TEXT, DATE},
  {18, "original_purchase_date", DATE_TEXT, DATE},
  {19, "original_application_version", UTF8, TEXT_UNLESS_EMPTY},
  {21, "expiration_date", DATE_TEXT, DATE},
  {17, "in_app", PURCHASE, NEVER},
  {4, "", RAW, NEVER}, {5, "", RAW, NEVER}, {6, "", RAW, NEVER}, {7, "", RAW, NEVER}, {8, "", DATE_TEXT, NEVER},
  {9, "", INTEGER, NEVER}, {10, "", IA5, NEVER}, {11, "", INTEGER, NEVER}, {13, "", INTEGER, NEVER}, {14, "", INTEGER, NEVER},
  {20, "", UTF8, NEVER}, {25, "", INTEGER, NEVER},
};

static row purchase_rows[] = {
  {1701, "quantity", INTEGER, DIGITS},
  {1702, "product_id", UTF8, TEXT},
  {1703, "transaction_id", UTF8, TEXT},
  {1705, "original_transaction_id", UTF8, TEXT},
  {1704, "purchase_date", DATE_TEXT, DATE},
  {1706, "original_purchase_date", DATE_TEXT, DATE},
  {1708, "expires_date", DATE_TEXT, DATE},
  {1712, "cancellation_date", DATE_TEXT, DATE},
  {1711, "web_order_line_item_id", INTEGER, DIGITS_UNLESS_ZERO},
  {1713, "is_trial_period", INTEGER, FLAG},
  {1719, "is_in_intro_offer_period", INTEGER, FLAG},
  {1720, "cancellation_reason", INTEGER, DIGITS},
  {1721, "promotional_offer_id", UTF8, TEXT_UNLESS_EMPTY},
  {1722, "in_app_ownership_type", INTEGER, WORD},
  {1707, "", INTEGER, NEVER}, {1709, "", UTF8, NEVER}, {1710, "", INTEGER, NEVER}, {1714, "", UTF8, NEVER},
  {1715, "", UTF8, NEVER}, {1716, "", UTF8, NEVER}, {1717, "", UTF8, NEVER}, {1718, "", UTF8, NEVER},
};

table receipt_table = {receipt_rows, sizeof receipt_rows / sizeof *receipt_rows, 0, 33, {0}};
table purchase_table = {purchase_rows, sizeof purchase_rows / sizeof *purchase_rows, 1701, 22, {0}};

/* Room behind the text for copies of sixteen octets. */
static char *text(int *length, const char *format, const char *name) {
  char *written = calloc(1, 160);
  if (written) *length = snprintf(written, 128, format, name);
  return written;
}

static void fill(table *t) {
  memset(t->index, -1, sizeof t->index);
  for (int i = 0; i < t->row_count; i++) {
    row *r = &t->rows[i];
    int is_number = r->printed == NUMBER || r->printed == NUMBER_OR_NULL;
    t->index[r->type - t->smallest] = (int8_t)i;
    if (r->key) continue;
    r->key = text(&r->key_length, is_number ? ",\"%s\":" : ",\"%s\":\"", r->name);
    if (r->also) r->second = text(&r->second_length, ",\"%s\":", r->also);
    if (r->printed == DATE) {
      r->second = text(&r->second_length, " Etc/GMT\",\"%s_ms\":\"", r->name);
      r->third = text(&r->third_length, "\",\"%s_pst\":\"", r->name);
    }
  }
}

void fill_tables(void) {
  fill(&receipt_table);
  fill(&purchase_table);
}
