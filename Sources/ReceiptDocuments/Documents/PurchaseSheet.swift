/// Receipts as rows of a spreadsheet: one row for each purchase, in which the receipt's own fields are repeated. Signed
/// data has one row for each piece, in the same columns.
///
/// So that no input is lost, an input without purchases has one row with empty cells for them, and an unreadable input
/// has one row with the error. Columns come from the attribute tables; a date is one column, in UTC.
package struct PurchaseSheet: Sendable {
  private let form: SheetForm

  package init(_ form: SheetForm = SheetForm()) { self.form = form }

  /// The names of the columns. Names of the receipt's fields begin with `receipt_`.
  package var columns: [String] {
    form.columns + ["verdict", "environment", "error", "message"]
      + Self.columns(Receipt.table).map { $0.hasPrefix("receipt_") ? $0 : "receipt_" + $0 }
      + Self.columns(InAppPurchase.table)
  }

  /// Appends the line with the names of the columns.
  package func appendHeading(to output: inout OutputBuffer) { form.appendHeading(columns, to: &output) }

  /// Appends the rows of one input.
  package func appendRows(_ content: SheetPieces, _ item: StreamItem, to output: inout OutputBuffer) {
    for piece in content.pieces { appendPiece(piece, item, to: &output) }
  }

  /// Appends a row for each purchase of a receipt, or one row for anything else.
  private func appendPiece(_ decoded: DecodedInput, _ item: StreamItem, to output: inout OutputBuffer) {
    let start =
      form.cells(item) + [
        .of(decoded.authenticity?.verdict.rawValue), .of(decoded.environment), .empty, .empty,
      ]
    switch decoded.document {
    case .receipt(let receipt):
      let own = start + Self.cells(Receipt.table, receipt.values)
      for purchase in receipt.inApp { form.append(own + Self.cells(InAppPurchase.table, purchase.values), to: &output) }
      if receipt.inApp.isEmpty { appendPadded(own, to: &output) }
    case .transactionReceipt(let receipt): append(Self.cells(receipt), after: start, to: &output)
    case .jws(let signature): append(Self.cells(signature, decoded.signedParts), after: start, to: &output)
    }
  }

  /// Appends a row whose first cells are given in order, and the others by the names of their columns.
  private func append(
    _ cells: [String: SpreadsheetCell], after start: [SpreadsheetCell], to output: inout OutputBuffer
  ) {
    form.append(start + columns.dropFirst(start.count).map { cells[$0] ?? .empty }, to: &output)
  }

  /// Appends the row of an unreadable input.
  package func appendRow(_ error: ReceiptError, _ item: StreamItem, to output: inout OutputBuffer) {
    let cells: [SpreadsheetCell] = [.empty, .empty, .text(error.code.rawValue), .text(error.message.description)]
    appendPadded(form.cells(item) + cells, to: &output)
  }

  /// Appends a row, completed with empty cells.
  private func appendPadded(_ cells: [SpreadsheetCell], to output: inout OutputBuffer) {
    form.append(cells + Array(repeating: .empty, count: max(0, columns.count - cells.count)), to: &output)
  }

  private static func columns(_ table: AttributeTable) -> [String] {
    table.rows.filter(\.isCell).map { $0.printed == .date ? $0.name + "_utc" : $0.name }
  }

  private static func cells(_ table: AttributeTable, _ values: AttributeValues) -> [SpreadsheetCell] {
    table.rows.filter(\.isCell).map { $0.cell(values[$0.type]) }
  }

  /// The values of an iOS 6 transaction receipt by the names of their columns; its own entries have other names.
  private static func cells(_ receipt: TransactionReceipt) -> [String: SpreadsheetCell] {
    [
      "receipt_bundle_id": .of(receipt.bundleIdentifier),
      "receipt_application_version": .of(receipt.applicationVersion),
      "quantity": .of(receipt.quantity),
      "product_id": .of(receipt.productID),
      "transaction_id": .of(receipt.transactionID),
      "original_transaction_id": .of(receipt.originalTransactionID),
      "purchase_date_utc": .of(receipt.purchaseInstant),
      "original_purchase_date_utc": .of(receipt.originalPurchaseInstant),
      "expires_date_utc": .of(receipt.expiresInstant),
    ]
  }
}

extension SpreadsheetCell {
  static func of(_ text: String?) -> SpreadsheetCell { text.map { .text($0) } ?? .empty }

  static func of(_ instant: Instant?) -> SpreadsheetCell { instant.map { .moment($0) } ?? .empty }

  /// A JSON value as a cell: scalars unchanged, anything else as JSON.
  static func of(_ value: JSONValue?) -> SpreadsheetCell {
    switch value {
    case nil, .null: .empty
    case .string(let text): .text(text)
    case .number(let digits): .digits(digits)
    case .bool(let flag): .text(flag ? "true" : "false")
    case .array?, .object?: .text(value?.compactText ?? "")
    }
  }
}

extension AttributeRow {
  /// Whether verifyReceipt prints a value that fits a cell.
  fileprivate var isCell: Bool { printed != .never && printed != .purchases }

  /// What verifyReceipt prints for a value of this row, as a cell.
  fileprivate func cell(_ value: AttributeValue?) -> SpreadsheetCell {
    switch (printed, value) {
    case (.digitsUnlessZero, .integer(0)): .empty
    case (.number, .integer(let number)), (.numberOrNull, .integer(let number)), (.digits, .integer(let number)),
      (.digitsUnlessZero, .integer(let number)):
      .number(number)
    case (.flag, .integer(let number)): .text(number != 0 ? "true" : "false")
    case (.word, .integer(let number)):
      words.first { $0.number == number }.map { .text($0.text) } ?? .number(number)
    case (_, .string(let text)): .of(text)
    case (_, .date(let date)): .of(date.instant)
    default: .empty
    }
  }
}
