/// The place of an object in an answer of verifyReceipt. At each place, Apple's servers write values that only they
/// know and no receipt contains. Sources: genuine answers with their receipts; Apple, responseBody.
enum AnswerPlace {
  case answer
  case receipt
  /// An element of `in_app`: the signed values, and very few others.
  case purchase
  /// An element of `latest_receipt_info`: the servers' present knowledge of a transaction.
  case latestPurchase

  /// Whether only Apple's servers know a member of this name.
  func hasServerField(_ name: String) -> Bool {
    switch self {
    case .answer: Self.inAnswer.contains(name)
    case .receipt: Self.inReceipt.contains(name)
    case .purchase, .latestPurchase: Self.inPurchase.contains(name)
    }
  }

  /// One clause about a field, taken from its text in `explain`.
  static func meaning(ofServerField name: String) -> String {
    let wanted = SearchName(name)
    let entry = ReferenceEntry.fields.first {
      SearchName($0.key) == wanted || $0.aliases.contains { SearchName($0) == wanted }
    }
    guard let sentence = entry?.firstSentence else { return "only Apple's servers know it" }
    return String(sentence.dropLast())
  }

  private static let inAnswer: Set<String> = [
    "latest_receipt", "latest_receipt_info", "pending_renewal_info", "is_retryable", "is-retryable",
    // The rest occurs only in answers about iOS 6 receipts.
    "latest_expired_receipt_info", "auto_renew_status", "auto_renew_product_id", "expiration_intent",
    "is_in_billing_retry_period",
  ]

  private static let inReceipt = Set(
    ["request_date", "preorder_date"].flatMap { [$0] + ReferenceEntry.forms(ofDate: $0) })

  private static let inPurchase: Set<String> = [
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
