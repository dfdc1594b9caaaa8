import ReceiptKit

extension Rewriter {
  /// A JSON document with its values rewritten; nil if it goes altogether.
  ///
  /// - Parameters:
  ///   - name: of the member whose value it is, or of the list that holds it.
  ///   - place: where it stands, for the log.
  func json(
    _ value: JSONValue, named name: String?, _ place: String, sibling: Instant? = nil
  ) throws(ReceiptError) -> JSONValue? {
    let rule = name.flatMap(FieldRules.rule)
    if case .secret? = rule {
      log.note(.removed, .secret, place)
      return nil
    }
    switch value {
    // One of three words says too little to find anybody.
    case .null, .bool: return value
    case .object(let members): return .object(try self.members(members, place))
    case .array(let elements):
      var rewritten: [JSONValue] = []
      for element in elements {
        if let element = try json(element, named: name, place + "[]") { rewritten.append(element) }
      }
      return .array(rewritten)
    case .number(let digits): return .number(try number(digits, rule, place, sibling))
    case .string(let text):
      if let inner = try embedded(text, place) { return .string(inner) }
      return try self.text(text, rule, place, sibling: sibling).map { .string($0) }
    }
  }

  func members(_ members: [JSONValue.Member], _ place: String) throws(ReceiptError) -> [JSONValue.Member] {
    var rewritten: [JSONValue.Member] = []
    for member in members {
      let (name, inner) = try renamed(member.name, place)
      let sibling = Self.moment(of: member.name) { wanted in members.first { $0.name == wanted }?.value.stringValue }
      // The rule is that of the name as it was: a name that was replaced has none.
      guard let value = try json(member.value, named: member.name, inner, sibling: sibling) else { continue }
      rewritten.append(JSONValue.Member(name, value))
    }
    return rewritten
  }

  /// What a member is called afterwards, and the place of its value.
  func renamed(_ original: String, _ place: String) throws(ReceiptError) -> (name: String, place: String) {
    let name = FieldRules.isKnown(original) ? original : try pseudonyms.unknown(original)
    let inner = place.isEmpty || place.hasSuffix(" > ") ? place + name : place + "." + name
    if name != original { log.note(.replaced, .unknown, inner + " (its name)") }
    return (name, inner)
  }

  /// The moment of a date's milliseconds, for its form in Pacific time.
  ///
  /// - Parameter text: the first member of a name, if it is a string.
  static func moment(of name: String, _ text: (String) -> String?) -> Instant? {
    guard name.hasSuffix("pst") else { return nil }
    for wanted in names(ofMoment: name) {
      if let milliseconds = text(wanted).flatMap({ Int64($0) }) { return Instant(milliseconds: milliseconds) }
    }
    return nil
  }

  /// Where the milliseconds of a date in Pacific time may stand.
  static func names(ofMoment name: String) -> [String] {
    [name.dropLast(3) + "ms", String(name.dropLast("-formatted-pst".count))]
  }

  /// A number stays a number: every run of digits becomes one of the same length.
  private func number(
    _ digits: String, _ rule: FieldRule?, _ place: String, _ sibling: Instant?
  ) throws(ReceiptError) -> String {
    if digits.utf8.allSatisfy(\.isDigit) { return try text(digits, rule, place, sibling: sibling) ?? "0" }
    log.note(.replaced, .unknown, place)
    // A larger exponent may be more than readers take. One of up to three digits says less than what stands before it; a longer one
    // may be the message.
    let mantissa = digits.prefix { $0 != "e" && $0 != "E" }
    let exponent = digits.dropFirst(mantissa.count)
    var rewritten = ""
    for part in mantissa.split(separator: ".", omittingEmptySubsequences: false) {
      let isNegative = part.hasPrefix("-")
      if !rewritten.isEmpty { rewritten += "." }
      rewritten +=
        (isNegative ? "-" : "") + (try pseudonyms.text(String(isNegative ? part.dropFirst() : part), .unknown))
    }
    return rewritten + (exponent.utf8.count(where: \.isDigit) <= 3 ? exponent : "")
  }

  /// A receipt, a signed object or a JSON document inside a string, rewritten; nil if the text is none of these.
  private func embedded(_ text: String, _ place: String) throws(ReceiptError) -> String? {
    // No receipt is as short, and no JSON that has something in it.
    guard text.utf8.count >= 16, depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    let octets = Array(text.utf8)
    if let first = octets.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      guard let document = try? JSONReader().read(octets) else { return nil }
      guard let rewritten = try json(document, named: nil, place + " > ") else { return nil }
      return rewritten.compactText
    }
    guard text.utf8.count >= 64, ["MII", "MIA", "ewo", "eyJ"].contains(where: text.hasPrefix),
      let decoded = try? decoder.decode(octets)
    else { return nil }
    return try content(of: decoded, place + " > ")
  }
}

extension JSONValue {
  /// The value on one line.
  var compactText: String {
    var writer = JSONWriter(layout: .compact)
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
