/// The forms in which Apple writes values that no receipt contains. These values are unsigned, but Apple never writes
/// other forms or contradictions.
///
/// Below the top level of an answer, every value is a string, and a date is three strings for one moment. Sources:
/// genuine answers; Apple, responseBody.
struct ServerValues {
  private let members: [String: JSONValue]

  init(_ members: [JSONValue.Member]) {
    self.members = members.valuesByName
  }

  /// The first objection to any known member, by name.
  func firstObjection(_ names: some Sequence<String>) -> (name: String, note: Message)? {
    for name in names { if let note = objection(to: name) { return (name, note) } }
    return nil
  }

  /// Why Apple cannot have written this member; `nil` if it can, or for unknown names.
  ///
  /// The reason is in words without a final full stop.
  func objection(to name: String) -> Message? {
    guard let value = members[name] else { return nil }
    let base = Self.dateName(of: name)
    guard base != nil || Self.texts.contains(name) || Self.forms[name] != nil else { return nil }
    guard case .string(let text) = value else { return "\(value.kind) where Apple writes \("a string" as Message)" }
    if let base { return objection(toDate: text, name, of: base) }
    guard let form = Self.forms[name], !form.holds(text) else { return nil }
    return "Apple writes \(form.words) here"
  }

  private func objection(toDate text: String, _ name: String, of base: String) -> Message? {
    let moment = milliseconds(base + "_ms")
    if name.hasSuffix("_ms") { return moment == nil ? "no number of milliseconds since 1970" : nil }
    guard let instant = moment ?? members[base]?.stringValue.flatMap(Instant.init(gmtText:)) else {
      // In answers about iOS 6 receipts, `expires_date` itself is in milliseconds.
      return name == base && members[base + "_ms"] == nil && milliseconds(base) != nil
        ? nil : "no date as Apple writes it"
    }
    let expected = name == base ? instant.gmtText : instant.pacificText
    return text == expected ? nil : "another moment than the other forms of this date, which is \(instant.rfc3339)"
  }

  private func milliseconds(_ name: String) -> Instant? {
    guard let number = members[name]?.stringValue.flatMap({ Int64($0) }) else { return nil }
    let instant = Instant(milliseconds: number)
    return Instant.writable.contains(instant) ? instant : nil
  }

  /// The date that a member belongs to: its name without `_ms` or `_pst`.
  static func dateName(of name: String) -> String? {
    let end = ["_ms", "_pst"].first { name.hasSuffix($0) } ?? ""
    let base = String(name.dropLast(end.count))
    return base.hasSuffix("_date") ? base : nil
  }

  private struct Form: Sendable {
    let words: Message
    let holds: @Sendable (String) -> Bool
  }

  private static let digits = Form(words: "digits") { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
  private static let truth = Form(words: "true or false") { $0 == "true" || $0 == "false" }
  private static let bit = Form(words: "0 or 1") { $0 == "0" || $0 == "1" }
  private static let digit = Form(words: "one digit") { $0.utf8.count == 1 && $0.utf8.allSatisfy(\.isASCIIDigit) }

  private static let texts: Set<String> = [
    "product_id", "auto_renew_product_id", "app_account_token", "offer_code_ref_name", "promotional_offer_id",
    "in_app_ownership_type",
  ]

  private static let forms: [String: Form] = [
    "quantity": digits, "transaction_id": digits, "original_transaction_id": digits, "web_order_line_item_id": digits,
    "subscription_group_identifier": digits, "is_trial_period": truth, "is_in_intro_offer_period": truth,
    "is_upgraded": truth, "auto_renew_status": bit, "is_in_billing_retry_period": bit, "price_consent_status": bit,
    "price_increase_consent_status": bit, "cancellation_reason": bit, "expiration_intent": digit,
  ]
}
