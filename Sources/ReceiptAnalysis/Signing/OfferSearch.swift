/// The number of texts that may still be tried. Each of them costs a verification, and a file can have many answers.
final class OfferSearchBudget {
  /// Three answers that nothing explains, or fifty with a known mistake.
  static let limit = 50_000

  private(set) var remaining = limit

  /// Whether one more text may be tried.
  func take() -> Bool {
    guard remaining > 0 else { return false }
    remaining -= 1
    return true
  }
}

/// Searches for the text that was actually signed, if it is not the correct one. It tries all known mistakes, one at a
/// time and two at a time. Only a text that the signature verifies is reported, so the result is never a guess.
struct OfferSearch {
  /// One wrong way in which servers write a field.
  private struct Variant {
    let cause: Cause
    let detail: Message?
    /// The value in place of the correct one; `nil` omits the field and its separator.
    let value: String?

    init(_ cause: Cause, _ detail: Message?, _ value: String?) {
      self.cause = cause
      self.detail = detail
      self.value = value
    }
  }

  private let expected: OfferFields
  private let verifies: (_ message: [UInt8]) -> Bool
  /// The variants of each field, in the order of `OfferField.allCases`.
  private var variants: [[Variant]] = []

  /// - Parameters:
  ///   - expected: the correct values.
  ///   - others: further known values of fields.
  ///   - verifies: returns whether the signature belongs to a message.
  init(_ expected: OfferFields, others: [OfferField: [String]], verifies: @escaping (_ message: [UInt8]) -> Bool) {
    self.expected = expected
    self.verifies = verifies
    variants = OfferField.allCases.map { field in
      var seen: Set<String?> = [expected[field]]
      let otherValues = (others[field] ?? []).map { other in
        let cause: Cause =
          switch field {
          case .token: other.isEmpty ? .offerTokenNotSigned : .offerTokenNotPassed
          case .bundle: .offerBundle
          default: .offerDiffers
          }
        if other.isEmpty { return Variant(cause, nil, other) }
        return Variant(cause, Self.difference(field.name, signed: other, used: expected[field]), other)
      }
      // Named mistakes come first, because they explain more than another value does.
      return (mistakes(field) + otherValues).filter { seen.insert($0.value).inserted }
    }
  }

  /// The causes and details of the text that was actually signed; `nil` if it cannot be found.
  func found() -> [Diagnosis.Finding]? {
    oneMistake() ?? twoMistakes() ?? otherSeparator() ?? hashedTwice() ?? otherOrder() ?? otherTime()
  }

  /// The known mistakes of servers in a field.
  private func mistakes(_ field: OfferField) -> [Variant] {
    let value = expected[field]
    switch field {
    case .bundle:
      let flavours = [".debug", ".dev", ".development", ".staging", ".beta", ".test", ".alpha", ".qa", ".enterprise"]
      return flavours.flatMap { value.hasSuffix($0) ? [String(value.dropLast($0.count))] : [value + $0] }.map {
        Variant(.offerBundle, "Signed was \(Self.shown($0)).", $0)
      }
    case .key: return [Variant(.offerDiffers, "Signed was an empty `key_id`.", "")]
    case .product: return []
    case .offer:
      return [
        Variant(.offerProductForOffer, nil, expected[.product]),
        Variant(.offerDiffers, "Signed was an empty `offer_id`.", ""),
      ]
    case .token:
      let cases = [value.uppercased(), value.lowercased()].map {
        Variant(.offerTokenCase, "Signed was \(Self.shown($0)).", $0)
      }
      let literals = ["null", "undefined", "nil", "None", "(null)"].map { (word: String) in
        Variant(.offerTokenLiteral, "Signed was the word `\(word)`.", word)
      }
      let leftOut = Variant(.offerTokenLeftOut, nil, nil)
      return (value.isEmpty ? [] : cases + [Variant(.offerTokenNotSigned, nil, "")]) + literals + [leftOut]
    case .nonce:
      return [value.uppercased(), value.filter { $0 != "-" }, value.uppercased().filter { $0 != "-" }].map {
        Variant(.offerNonceCase, "Signed was \(Self.shown($0)).", $0)
      }
    case .timestamp:
      // Some servers write numbers in JSON with a fraction, `.0`, or an exponent.
      guard let number = Int64(value) ?? Double(value).flatMap(Int64.init(exactly:)), number > 0 else { return [] }
      let (product, overflows) = number.multipliedReportingOverflow(by: 1_000)
      let texts = ["\(number)", "\(number / 1_000)", overflows ? "" : "\(product)", "\(number).0"]
      return texts.filter { !$0.isEmpty }.map { (text: String) in
        Variant(.offerTimestampUnit, "Signed was \(text).", text)
      }
    }
  }

  /// One field, and the wrong way in which it was written.
  private typealias Change = (field: OfferField, variant: Variant)

  /// The text that a server with these mistakes would have signed.
  private func message(_ changes: [Change], separator: String = OfferFields.separator) -> [UInt8] {
    var values: [String?] = expected.values
    for (field, variant) in changes { values[field.rawValue] = variant.value }
    return Array(values.compactMap(\.self).joined(separator: separator).utf8)
  }

  private func findings(_ changes: [Change]) -> [Diagnosis.Finding] {
    changes.map { Diagnosis.Finding($0.variant.cause, details: $0.variant.detail) }
  }

  private var possibleChanges: [Change] {
    zip(OfferField.allCases, variants).flatMap { field, variants in variants.map { (field, $0) } }
  }

  private func oneMistake() -> [Diagnosis.Finding]? {
    possibleChanges.first { verifies(message([$0])) }.map { findings([$0]) }
  }

  /// Mistakes in two fields.
  private func twoMistakes() -> [Diagnosis.Finding]? {
    let changes = possibleChanges
    for (index, one) in changes.enumerated() {
      for other in changes[(index + 1)...] where other.field != one.field && verifies(message([one, other])) {
        return findings([one, other])
      }
    }
    return nil
  }

  /// Another separator, alone or with a mistake in one field.
  private func otherSeparator() -> [Diagnosis.Finding]? {
    let others = [
      "", " ", ",", ";", ":", "|", ".", "-", "_", "&", "\n", "\u{2062}", "\u{2064}", "\u{200B}", "\u{FEFF}", #"\u2063"#,
      "\\u{2063}",
      "&#8291;",
    ]
    for separator in others {
      let finding = Diagnosis.Finding(
        .offerSeparator,
        details: separator.isEmpty
          ? "Signed was nothing between them." : "Signed was \(Self.shown(separator)) between them.")
      if verifies(message([], separator: separator)) { return [finding] }
      if let change = possibleChanges.first(where: { verifies(message([$0], separator: separator)) }) {
        return [finding] + findings([change])
      }
    }
    return nil
  }

  private func hashedTwice() -> [Diagnosis.Finding]? {
    let digest = DigestAlgorithm.sha256.digest(expected.message)
    let forms = [digest, Array(hexadecimal(digest).utf8), Array(Base64.encode(digest).utf8)]
    return forms.contains(where: verifies) ? [Diagnosis.Finding(.offerHashedTwice)] : nil
  }

  /// Every order of the seven: 5,040.
  private func otherOrder() -> [Diagnosis.Finding]? {
    var order = Array(OfferField.allCases)
    /// Tries every order of the first fields; the others stay where they are.
    func find(_ count: Int) -> [OfferField]? {
      guard count > 1 else {
        let values = order.map { expected[$0] }
        return verifies(Array(values.joined(separator: OfferFields.separator).utf8)) ? order : nil
      }
      for index in 0..<count {
        order.swapAt(index, count - 1)
        if let found = find(count - 1) { return found }
        order.swapAt(index, count - 1)
      }
      return nil
    }
    return find(order.count).map { order in
      [Diagnosis.Finding(.offerFieldOrder, details: "Signed was \(order.map(\.name).joined(separator: ", ")).")]
    }
  }

  /// Searches for a time that was read again for the app: it differs from the signed one by some seconds.
  private func otherTime() -> [Diagnosis.Finding]? {
    // 2^52 milliseconds are 142,000 years.
    guard let number = Int64(expected[.timestamp]), abs(number) < 1 << 52 else { return nil }
    for distance in 1...Self.longestDistance {
      for other in [number - distance, number + distance] {
        guard verifies(message([(.timestamp, Variant(.offerDiffers, nil, "\(other)"))])) else { continue }
        return [
          Diagnosis.Finding(
            .offerDiffers, details: "Signed was the `timestamp` \(other), and the purchase has \(number).")
        ]
      }
    }
    return nil
  }

  /// The maximum difference of the times, in milliseconds.
  static let longestDistance: Int64 = 5_000

  static func shown(_ text: String) -> Message { ClaimText.quoted(text, limit: 60) }

  /// A value that was signed beside that of the purchase.
  static func difference(_ name: String, signed: String, used: String) -> Message {
    let sentence: Message = "Signed was the `\(name)` \(shown(signed)), and not \(shown(used))."
    return signed.lowercased() == used.lowercased()
      ? "\(sentence) They differ only in upper and lower case." : sentence
  }
}
