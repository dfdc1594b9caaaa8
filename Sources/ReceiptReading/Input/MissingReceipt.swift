/// Explains why a JSON document contains no receipt.
package enum MissingReceipt {
  static func error(_ document: some JSONNode) -> ReceiptError {
    if isGooglePlay(document) {
      return ReceiptError(
        .otherFormat, "a purchase of Google Play, not of the App Store",
        hint: "Google's purchases are verified with the Google Play Developer API, by their purchaseToken"
      ).withCause(.googlePlay)
    }
    if let members = document["receipt"]?.memberNodes {
      let isDecoded = members.contains { $0.name == "in_app" || $0.name == "bundle_id" || $0.name == "bid" }
      if isDecoded {
        return ReceiptError(
          .invalidJSON, "an answer of verifyReceipt with the decoded receipt only: the signed bytes are not in it",
          hint: "paste what was sent to Apple (the value of receipt-data), or an answer that has `latest_receipt`"
        ).withCause(.responseWithoutReceipt)
      }
    }
    if let status = document["status"]?.numberValue, status.utf8.count <= 6 {
      return ReceiptError(
        .invalidJSON, "an answer of verifyReceipt with status \(status) and no receipt in it",
        // A status with a meaning of its own.
        hint: status.utf8.count == 5 && status.hasPrefix("21")
          ? "look up the status with receipt-tool explain \(status); to find its cause, paste what was sent to Apple: "
            + "the value of receipt-data"
          : "paste what was sent to Apple: the value of receipt-data"
      ).withCause(.responseWithoutReceipt)
    }
    if document["transactionId"] != nil || document["originalTransactionId"] != nil {
      return ReceiptError(
        .invalidJSON, "a decoded transaction: the signature that proves it is not in it",
        hint: "paste the signed transaction (signedTransactionInfo, three parts joined by dots)"
      ).withCause(.decodedTransaction)
    }
    return ReceiptError(
      .invalidJSON, "JSON without a receipt in it: no member such as receipt-data or latest_receipt holds one",
      hint: "paste the receipt's base64 text itself")
  }

  static func empty(_ member: String) -> ReceiptError {
    ReceiptError(
      .emptyInput, "the member \(member) is empty", offset: 0,
      hint: "whoever put the document together had no receipt: look at what the app read from the device")
  }

  static func cut(_ count: Int) -> ReceiptError {
    ReceiptError(
      .truncated,
      "the `latest_receipt` of this verifyReceipt answer was cut to \(count) character\(count == 1 ? "" : "s")",
      offset: count,
      hint: "whoever published or logged the answer shortened it; use the original, or the receipt-data that was sent; "
        + statusReads
    ).withCause(.latestReceiptCut)
  }

  /// The remedy for an answer whose receipt cannot be read.
  package static let statusReads = "receipt-tool status reads the lists of the answer itself"

  private static func isGooglePlay(_ document: some JSONNode) -> Bool {
    if document["Store"]?.stringValue == "GooglePlay" { return true }
    return document["purchaseToken"] != nil && (document["packageName"] != nil || document["productId"] != nil)
  }
}
