import ReceiptKit

extension Rewriter {
  /// A JSON value with its values rewritten; nil if it is removed.
  ///
  /// - Parameters:
  ///   - rule: the rule of the member with the value, or of the list that contains it.
  ///   - place: the place of the value, for the log.
  func rewrittenJSON(
    _ value: JSONValue, _ rule: FieldRule?, _ place: String, sibling: Instant? = nil
  ) throws(ReceiptError) -> JSONValue? {
    if case .secret? = rule {
      log.note(.removed, .secret, place)
      return nil
    }
    switch value {
    // One of these three words is too little information to identify a person.
    case .null, .bool: return value
    case .object(let members): return .object(try rewrittenMembers(members, place))
    case .array(let elements):
      var rewritten: [JSONValue] = []
      for element in elements {
        if let element = try rewrittenJSON(element, rule, log.place(place + "[]")) { rewritten.append(element) }
      }
      return .array(rewritten)
    case .number(let digits): return .number(try rewrittenNumber(digits, rule, place, sibling))
    case .string(let text):
      if let inner = try rewrittenEmbedded(text, place) { return .string(inner) }
      return try rewrittenText(text, rule, place, sibling: sibling).map { .string($0) }
    }
  }

  /// The members of an object, with names and values rewritten, without those that are removed.
  func rewrittenMembers(_ members: [JSONValue.Member], _ place: String) throws(ReceiptError) -> [JSONValue.Member] {
    var rewritten: [JSONValue.Member] = []
    let moments = Moments(members.lazy.map { member in (member.name, { member.value.stringValue }) })
    for member in members {
      let (name, rule, inner) = try renamed(member.name, place)
      guard let value = try rewrittenJSON(member.value, rule, inner, sibling: moments.sibling(of: member.name)) else {
        continue
      }
      rewritten.append(JSONValue.Member(name, value))
    }
    return rewritten
  }

  /// The new name of a member, its rule, and the place of its value.
  func renamed(
    _ original: String, _ place: String
  ) throws(ReceiptError) -> (name: String, rule: FieldRule?, place: String) {
    // The rule is that of the original name: a replaced name has none.
    let (rule, isKnown) = FieldRule.field(named: original)
    let name = isKnown ? original : try pseudonyms.unknown(original)
    let inner = log.place(place.isEmpty || place.hasSuffix(" > ") ? place + name : place + "." + name)
    if name != original { log.note(.replaced, .unknown, inner + " (its name)") }
    return (name, rule, inner)
  }

  /// The digits of another number: every run of digits is replaced by one of the same length.
  private func rewrittenNumber(
    _ digits: String, _ rule: FieldRule?, _ place: String, _ sibling: Instant?
  ) throws(ReceiptError) -> String {
    // Whole numbers, and dates with a fraction, are rewritten like the same digits in a string.
    var isText = digits.utf8.allSatisfy(\.isASCIIDigit)
    if !isText, case .date? = rule { isText = DateText(digits) != nil }
    if isText { return try rewrittenText(digits, rule, place, sibling: sibling) ?? "0" }
    log.note(.replaced, .unknown, place)
    // A larger exponent may exceed the limits of readers. An exponent of up to three digits carries less information
    // than the digits before it; a longer exponent may itself be a message.
    let mantissa = digits.prefix { $0 != "e" && $0 != "E" }
    let exponent = digits.dropFirst(mantissa.count)
    var rewritten = ""
    for part in mantissa.split(separator: ".", omittingEmptySubsequences: false) {
      let isNegative = part.hasPrefix("-")
      if !rewritten.isEmpty { rewritten += "." }
      rewritten +=
        (isNegative ? "-" : "") + (try pseudonyms.text(String(isNegative ? part.dropFirst() : part), .unknown))
    }
    return rewritten + (exponent.utf8.count(where: \.isASCIIDigit) <= 3 ? exponent : "")
  }

  /// A receipt, a signed object or a JSON document inside a string, rewritten; nil if the text is none of these.
  private func rewrittenEmbedded(_ text: String, _ place: String) throws(ReceiptError) -> String? {
    // Receipts, and JSON with content, are never this short.
    guard text.utf8.count >= 16, depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    if let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      guard let document = try? JSONReader().read(Array(text.utf8)) else { return nil }
      guard let rewritten = try rewrittenJSON(document, nil, log.place(place + " > ")) else { return nil }
      return rewritten.compactText
    }
    guard text.utf8.count >= 64, text.beginsLikeReceipt, let decoded = try? decoder.decode(Array(text.utf8)) else {
      return nil
    }
    return try rewrittenContent(of: decoded, at: log.place(place + " > "))
  }
}

extension String {
  /// Whether it begins like a receipt or a signed object in base64.
  var beginsLikeReceipt: Bool { utf8.beginsLikeReceipt }
}
