/// Values that only Apple's servers know and no receipt contains. Sources: FORMAT.md, "Never in the receipt"; Apple,
/// responseBody.
enum ServerFields {
  /// The place of an object.
  enum Place {
    case answer
    case receipt
    /// An element of `in_app`: the signed values, and very few others.
    case purchase
    /// An element of `latest_receipt_info`: the servers' present knowledge of a transaction.
    case latestPurchase
  }

  static func contains(_ name: String, at place: Place) -> Bool {
    switch place {
    case .answer: answer.contains(name)
    case .receipt: receipt.contains(name)
    case .purchase, .latestPurchase: purchase.contains(name)
    }
  }

  /// The expected type of a top-level member of an answer, if the member has another type; `nil` if its type is right
  /// or unknown.
  static func objection(toTypeOf member: JSONValue.Member) -> String? {
    switch (member.name, member.value) {
    case ("latest_receipt", .string), ("pending_renewal_info", .array), ("latest_receipt_info", .array): nil
    // For an iOS 6 receipt, the member is one object.
    case ("latest_receipt_info", .object): nil
    case ("latest_receipt", _): "a receipt in base64"
    case ("pending_renewal_info", _), ("latest_receipt_info", _): "a list"
    case ("is_retryable", .array), ("is_retryable", .object), ("is-retryable", .array), ("is-retryable", .object):
      "true or false"
    default: nil
    }
  }

  /// One clause about a field, taken from its text in `explain`.
  static func meaning(of name: String) -> String {
    let wanted = SearchName(name)
    let entry = ReferenceEntry.fields.first {
      SearchName($0.key) == wanted || $0.aliases.contains { SearchName($0) == wanted }
    }
    guard let sentence = entry?.firstSentence else { return "only Apple's servers know it" }
    return String(sentence.dropLast())
  }

  private static let answer: Set<String> = [
    "latest_receipt", "latest_receipt_info", "pending_renewal_info", "is_retryable", "is-retryable",
    // The rest occurs only in answers about iOS 6 receipts.
    "latest_expired_receipt_info", "auto_renew_status", "auto_renew_product_id", "expiration_intent",
    "is_in_billing_retry_period",
  ]

  private static let receipt = Set(
    ["request_date", "preorder_date"].flatMap { [$0] + ReferenceEntry.forms(ofDate: $0) })

  private static let purchase: Set<String> = [
    "subscription_group_identifier", "is_upgraded", "app_account_token", "offer_code_ref_name",
    // Receipts from before December 2020 lack the attribute.
    "in_app_ownership_type",
  ]
}

extension ReferenceEntry {
  /// The first sentence of ``meaning``, with its full stop.
  var firstSentence: String {
    let end = meaning.indices.first { meaning[$0] == "." && meaning[meaning.index(after: $0)...].first == " " }
    return end.map { String(meaning[...$0]) } ?? meaning
  }
}
