extension InputText {
  /// The text of an iOS 6 transaction receipt: `{ "signature" = "..."; "purchase-info" = "..."; ... }`, an old-style
  /// property list.
  func readTransactionReceipt() throws(ReceiptError) -> InputFinding? {
    guard byte(0) == UInt8(ascii: "{") else { return nil }
    let words = bytes[core].dropFirst().drop(while: \.isASCIISpace)
    // All ten published receipts have Apple's order of keys, but here any of the five keys may come first.
    let keys: [StaticString] = ["signature", "purchase-info", "environment", "pod", "signing-status"]
    let unquoted = words.first == UInt8(ascii: "\"") ? words.dropFirst() : words
    guard let key = keys.first(where: { unquoted.starts(with: $0) }) else { return nil }
    let behind = unquoted.dropFirst(key.utf8CodeUnitCount).drop { $0 == UInt8(ascii: "\"") || $0.isASCIISpace }
    guard behind.first == UInt8(ascii: "=") else { return nil }
    // Answers of verifyReceipt, as Objective-C prints them, have an environment, too.
    let isAnswer = unquoted.starts(with: "environment") && bytes.firstOffset(of: Array("purchase-info".utf8)) == nil
    if isAnswer { return nil }
    guard bytes[core.upperBound - 1] == UInt8(ascii: "}") else {
      throw ReceiptError(
        .truncated,
        "the iOS 6 transaction receipt is cut off: \(grouped: core.count) characters end without its closing '}'",
        offset: core.upperBound)
    }
    return .content(.transactionReceipt(coreBytes))
  }
}
