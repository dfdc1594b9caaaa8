/// What Apple is told about the use of a purchase when it asks (CONSUMPTION_REQUEST): rules in a file that a team
/// keeps, a JSON object (see `Schemas/consumption-policy-1.schema.json`).
///
/// The first rule that is about a purchase counts. If none is, Apple gets no answer. The file is read strictly, as a
/// ``Policy`` is: a key that is not known could be meant to keep something back.
package struct ConsumptionPolicy: Sendable {
  private struct Rule {
    /// The products of the rule; empty for any product.
    var products: [String] = []
    /// The greatest age of the purchase when Apple asked; `nil` for any age.
    var maximumAge: DurationText?
    var information: ConsumptionInformation
  }

  /// The largest file.
  package static let maximumBytes = 1 << 20

  private let rules: [Rule]

  /// Reads a policy.
  ///
  /// - Parameter text: JSON in UTF-8.
  /// - Throws: an error whose message begins with the JSON pointer (RFC 6901) of the value at fault.
  package init(_ text: [UInt8]) throws(ExpectationError) {
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONReader(maximumDepth: 5, maximumValues: 100_000).read(text)
    } catch {
      throw ExpectationError(error.message, hint: Self.form)
    }
    let members = try Self.uniqueMembers(document, JSONPointer(), ["$schema", "rules"])
    guard case .array(let elements)? = members["rules"] else {
      throw ExpectationError("there is no array `rules`", hint: Self.form)
    }
    var rules: [Rule] = []
    for (index, element) in elements.enumerated() {
      rules.append(try Self.readRule(element, JSONPointer("rules") / index))
    }
    self.rules = rules
  }

  /// What Apple is told about a purchase; `nil` if no rule is about it.
  ///
  /// - Parameters:
  ///   - purchase: the purchase. Rules with a maximum age do not apply to a purchase without a known date.
  ///   - moment: when Apple asked. The age is that of this moment, so that a later retry says the same.
  package func information(about purchase: PurchaseRecord, askedAt moment: Instant) -> ConsumptionInformation? {
    let rule = rules.first { rule in
      guard rule.products.isEmpty || rule.products.contains(where: { $0.isSame(as: purchase.productID) }) else {
        return false
      }
      guard let maximum = rule.maximumAge else { return true }
      guard let bought = purchase.purchased else { return false }
      return moment <= bought.adding(maximum)
    }
    guard var information = rule?.information else { return nil }
    // Apple refuses the member for what renews by itself (4000209).
    if purchase.isSubscriptionPeriod { information.consumptionPercentage = nil }
    return information
  }

  private static let form: Message = "a policy is a JSON object; see Schemas/consumption-policy-1.schema.json"

  private static let keys = [
    "product", "max_age", "delivery_status", "sample_content_provided", "consumption_percentage", "refund_preference",
  ]

  private static func readRule(_ value: JSONValue, _ pointer: JSONPointer) throws(ExpectationError) -> Rule {
    let members = try uniqueMembers(value, pointer, keys)
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(ExpectationError) -> Word? {
      guard let value = members[name] else { return nil }
      let text = try (pointer / name).string(value)
      guard let known = Word(rawValue: text) else {
        throw (pointer / name).error(
          "'\(text.displayed(limit: 60))' is not known",
          hint: "known are \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return known
    }
    guard let delivery: ConsumptionInformation.DeliveryStatus = try word("delivery_status") else {
      throw pointer.error("delivery_status is missing")
    }
    guard case .bool(let hasSample)? = members["sample_content_provided"] else {
      throw pointer.error("sample_content_provided is missing, or neither true nor false")
    }
    var rule = Rule(
      information: ConsumptionInformation(
        deliveryStatus: delivery, sampleContentProvided: hasSample, refundPreference: try word("refund_preference")))
    if let value = members["consumption_percentage"] {
      guard case .number(let digits) = value, let share = ConsumptionInformation.thousandths(digits) else {
        throw (pointer / "consumption_percentage").error(
          "has to be a number from 0 to 100 with at most three decimals")
      }
      rule.information.consumptionPercentage = share
    }
    if let fault = rule.information.fault { throw pointer.error(fault.reason) }
    if let value = members["product"] {
      rule.products = try (pointer / "product").oneOrMore(value) { (name) throws(ExpectationError) in
        if name.isEmpty { throw ExpectationError("an empty text is no product") }
        return name
      }
    }
    if let value = members["max_age"] {
      rule.maximumAge = try (pointer / "max_age").one(value) { (text) throws(ExpectationError) in
        try DurationText(text)
      }
    }
    return rule
  }

  /// The members of an object, each of which is known and is there once.
  private static func uniqueMembers(
    _ value: JSONValue, _ pointer: JSONPointer, _ known: [String]
  ) throws(ExpectationError) -> [String: JSONValue] {
    guard case .object(let members) = value else {
      throw pointer.error("has to be an object, not \(value.kind)", hint: form)
    }
    var found: [String: JSONValue] = [:]
    for member in members {
      let place = pointer / member.name
      guard known.contains(where: { $0.isSame(as: member.name) }) else {
        throw place.error("unknown key", hint: "known keys are \(known.joined(separator: ", "))")
      }
      guard found.updateValue(member.value, forKey: member.name) == nil else {
        throw place.error("the key occurs twice")
      }
    }
    return found
  }
}
