// The attributes and how they are written, as FORMAT tables give them; ReceiptKit has its own in
// ReceiptAttributes.swift, and the benchmark compares what both write.
#ifndef RECEIPT_ROWS_H
#define RECEIPT_ROWS_H

#include <stdint.h>

enum encoding { UTF8, IA5, INTEGER, DATE_TEXT, RAW, PURCHASE };
enum printed { NEVER, TEXT, TEXT_UNLESS_EMPTY, NUMBER, NUMBER_OR_NULL, DIGITS, DIGITS_UNLESS_ZERO, FLAG, WORD, DATE };

typedef struct {
  int type;
  const char *name;
  enum encoding encoding;
  enum printed printed;
  const char *also;
  /* Filled in: the key with its punctuation, and for dates those of the second and third form. */
  char *key, *second, *third;
  int key_length, second_length, third_length;
} row;

typedef struct {
  row *rows;
  int row_count;
  int64_t smallest;
  uint64_t type_count;
  int8_t index[33];
} table;

#define PURCHASES_ROW 11
#define CREATION_DATE_ROW 6

extern table receipt_table, purchase_table;
void fill_tables(void);

#endif
