/// Recognises reports of App Store Connect, which count what was sold and name no customer.
enum SalesReport {
  /// Names of columns, in lower case and without separators.
  ///
  /// Source: Apple, App Store Connect Help, "Summary Sales Report", "Subscription Event Report", "Subscriber Report".
  private static let columns: Set = [
    "providercountry", "producttypeidentifier", "developerproceeds", "customercurrency", "currencyofproceeds",
    "proceedscurrency", "parentidentifier", "supportedplatforms", "proceedsreason", "preservedpricing",
    "subscriptionappleid", "subscriptiongroupid", "subscriptionname", "subscriptionduration",
    "standardsubscriptionduration", "subscriptionoffertype", "daysbeforecanceling", "consecutivepaidperiods",
    "marketingoptin", "activestandardpricesubscriptions",
  ]
  /// As many of these names are not found in other documents.
  private static let minimumColumns = 3
  private static let maximumLines = 8

  /// The error for JSON with a row of a report.
  static func error(_ document: some JSONNode) -> ReceiptError? {
    let row = document.elementNodes?.first { _ in true } ?? document
    return error(columns: row.memberNodes?.map { OtherProgram.plain($0.name) } ?? [])
  }

  /// The error for a text with the line of names of a report, between tabs, commas or semicolons.
  static func error(in text: ArraySlice<UInt8>) -> ReceiptError? {
    let lines = text.prefix(8_192).split(maxSplits: maximumLines, whereSeparator: PrintedValue.isNewline)
    return lines.lazy.compactMap { line in
      let cells = line.split(whereSeparator: isSeparator)
      return error(columns: cells.map { OtherProgram.plain(String(decoding: $0, as: UTF8.self)) })
    }.first
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|")
  }

  private static func error(columns names: [String]) -> ReceiptError? {
    guard names.count(where: columns.contains) >= minimumColumns else { return nil }
    return ReceiptError(
      .otherFormat, "a report of App Store Connect, which counts what was sold and names no customer, and no receipt",
      hint: "for one customer ask for the receipt itself, or the signed transaction (jwsRepresentation in StoreKit)")
  }
}
