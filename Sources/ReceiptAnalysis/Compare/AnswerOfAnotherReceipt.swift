extension AnswerComparison {
  /// Why the answer belongs to another receipt, by the values that identify a receipt: one sentence without a final
  /// full stop; `nil` if the answer may belong to this receipt.
  static func objection(
    _ decoded: DecodedInput, local: JSONValue, apple: JSONValue, _ matching: PurchaseMatching
  ) -> Message? {
    if case .transactionReceipt = decoded.document { return transactionObjection(local, apple) }
    return appReceiptObjection(local, apple, matching)
  }

  private static func appReceiptObjection(
    _ local: JSONValue, _ apple: JSONValue, _ matching: PurchaseMatching
  ) -> Message? {
    if apple["in_app"] == nil, apple["transaction_id"] != nil {
      return "the answer is that of an iOS 6 transaction receipt, and this is an app receipt"
    }
    let made = date("receipt_creation_date", local)
    let answered = date("receipt_creation_date", apple)
    let hasSameDate = made == nil || answered == nil || made == answered
    let differing = ["bundle_id", "adam_id", "download_id"].filter { differs($0, local, apple) }
    let ourPurchase = date("original_purchase_date", local)
    let theirPurchase = date("original_purchase_date", apple)
    let hasSamePurchase = ourPurchase == nil || theirPurchase == nil || ourPurchase == theirPurchase
    let evidence = differing.count + (hasSamePurchase ? 0 : 1)
    // Both sides have purchases, none was matched by its identifier, and one of ours not at all.
    let sharesNothing = matching.matchedByID == 0 && !matching.partners.isEmpty && !matching.unmatchedLocal.isEmpty
    // One value that differs may be an edit, unless the purchases differ, too. A creation date that differs is no edit,
    // because all of its forms agree.
    guard !hasSameDate || evidence >= 2 || (sharesNothing && evidence >= 1) else { return nil }
    if differing.contains("bundle_id") {
      return
        """
        the answer belongs to a receipt of another app, \(text("bundle_id", apple)); this is \(text("bundle_id", local))
        """
    }
    if differing.contains("adam_id") {
      return
        """
        the answer belongs to a receipt of another app (adam_id \(text("adam_id", apple)), not \
        \(text("adam_id", local)))
        """
    }
    if evidence > 0 || sharesNothing {
      return "the answer belongs to another receipt of this app: another customer's, or another download"
    }
    // Only the creation dates differ, so both are known.
    guard let made, let answered else { return nil }
    let then = answered.rfc3339
    let now = made.rfc3339
    return answered > made
      ? "the answer belongs to a newer receipt of this app, made \(then); this one was made \(now)"
      : "the answer belongs to an older receipt of this app, made \(then); this one was made \(now)"
  }

  private static func transactionObjection(_ local: JSONValue, _ apple: JSONValue) -> Message? {
    if apple["in_app"] != nil {
      return "the answer is that of an app receipt, and this is an iOS 6 transaction receipt"
    }
    if differs("bid", local, apple), differs("transaction_id", local, apple) {
      return "the answer belongs to a receipt of another app, \(text("bid", apple)); this is \(text("bid", local))"
    }
    let names = ["transaction_id", "purchase_date_ms", "unique_identifier", "original_transaction_id"]
    guard names.count(where: { differs($0, local, apple) }) >= 2 else { return nil }
    let theirs = text("transaction_id", apple)
    let ours = text("transaction_id", local)
    return "the answer belongs to another transaction, \(theirs); this is \(ours)"
  }

  /// Whether both have a value and the values differ. Digits that a program lost do not count.
  private static func differs(_ name: String, _ local: JSONValue, _ apple: JSONValue) -> Bool {
    guard let ours = local[name], let theirs = apple[name], ours != .null, theirs != .null,
      let difference = ours.difference(from: theirs)
    else { return false }
    return difference.cause == .edited
  }

  /// A date whose forms agree with each other. A date that was edited in only one form proves nothing about the
  /// receipt.
  private static func date(_ name: String, _ receipt: JSONValue) -> Instant? {
    var reader = FieldReader(members: receipt.members)
    let date = reader.date(name)
    return reader.irregularities.isEmpty ? date : nil
  }

  private static func text(_ name: String, _ receipt: JSONValue) -> String {
    receipt[name]?.scalarText?.displayed(limit: 80) ?? "none"
  }
}
