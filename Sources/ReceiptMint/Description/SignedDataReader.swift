import ReceiptAnalysis

/// Reads signed data to be minted from JSON: the payload with Apple's names, or a document of `decode` with the payload
/// in `jws`.
///
/// The payload contains exactly the given values in their order. Only a missing date of signing is added: it is
/// ``creationDate``. Where a member holds signed data, an object is read as the payload of that data.
package struct SignedDataReader: Sendable {
  /// The date of signing of payloads that do not give one.
  package var creationDate: Instant
  /// Whether to mint values of other types, and names that occur twice.
  package var allowsInvalid: Bool
  /// Whether to refuse unknown members. Apple adds members between versions, and minting them tests how readers treat
  /// future ones.
  package var isStrict: Bool

  package init(creationDate: Instant, allowsInvalid: Bool = false, isStrict: Bool = false) {
    self.creationDate = creationDate
    self.allowsInvalid = allowsInvalid
    self.isStrict = isStrict
  }

  private var complaints: Complaints { Complaints(areIgnored: allowsInvalid) }

  /// Reads one document.
  ///
  /// - Throws: ``DescriptionError`` for the first fault; with ``allowsInvalid`` only for values that are not objects.
  package func read(_ document: JSONValue, as kind: SignedPayloadKind) throws(DescriptionError) -> JWSDescription {
    var pointer = JSONPointer()
    var payload = document
    if let decoded = document["jws"] {
      pointer = pointer / "jws" / "payload"
      guard let inner = decoded["payload"] else { throw DescriptionError(pointer, "there is no such member") }
      payload = inner
    }
    return JWSDescription(kind: kind, payload: try read(payload, kind, pointer))
  }

  private func read(
    _ payload: JSONValue, _ kind: SignedPayloadKind, _ pointer: JSONPointer
  ) throws(DescriptionError) -> JSONValue {
    // Anything but an object has thrown an error by now.
    guard case .object(var members) = try checked(payload, kind.table, pointer) else { return payload }
    if payload[kind.dateMember] == nil { members.append(.init(kind.dateMember, .milliseconds(creationDate))) }
    return .object(members)
  }

  /// Checks an object, and adds missing dates of signing to the signed data within it.
  private func checked(
    _ value: JSONValue, _ table: PayloadTable, _ pointer: JSONPointer
  ) throws(DescriptionError) -> JSONValue {
    _ = try complaints.members(value, pointer, known: isStrict ? Set(table.members.map(\.name)) : nil)
    guard case .object(var members) = value else { return value }
    for index in members.indices {
      let member = members[index]
      guard let row = table[member.name] else { continue }
      members[index].value = try checked(member.value, row.type, pointer / member.name)
    }
    return .object(members)
  }

  private func checked(
    _ value: JSONValue, _ type: PayloadType, _ pointer: JSONPointer
  ) throws(DescriptionError) -> JSONValue {
    switch (type, value) {
    case (.object(let table), _): return try checked(value, table, pointer)
    case (.list(let element), .array):
      return .array(
        try complaints.elements(value, pointer) { (value, pointer) throws(DescriptionError) in
          try checked(value, element, pointer)
        })
    case (.signed(let kind), .object): return try read(value, kind, pointer)
    default: break
    }
    if let wanted = Self.wanted(type, instead: value) {
      try complaints.complain(pointer, "\(value.kind), where \(wanted) should be")
    }
    return value
  }

  /// The expected value, in words, in place of a wrong one; `nil` if the value is right.
  private static func wanted(_ type: PayloadType, instead value: JSONValue) -> String? {
    switch (type, value) {
    case (.enumeration(let words), _): wanted(words.areNumbers ? .integer : .text, instead: value)
    case (.text, .string), (.period, .string), (.flag, .bool), (.signed, .string): nil
    case (.text, _), (.period, _): "a string"
    case (.identifier, .string(let text)) where !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit): nil
    case (.identifier, _): "a string of digits"
    case (.uuid, .string(let text)) where text.utf8.isUUID: nil
    case (.uuid, _): "a UUID"
    case (.integer, .number(let digits)) where Int64(digits) != nil: nil
    case (.price, .number(let digits)) where Int64(digits) != nil: nil
    case (.share, .number(let digits)) where Int64(digits) != nil: nil
    case (.integer, _), (.price, _), (.share, _): "a whole number of 64 bits"
    case (.milliseconds, .number): nil
    case (.milliseconds, _): "a number of milliseconds since 1970"
    case (.flag, _): "true or false"
    case (.list, _): "an array"
    case (.signed, _): "an object, or signed data as a string"
    case (.object, _): nil
    }
  }
}

extension JWSDescription {
  /// The moment of signing according to the payload; `nil` if its date is absent or invalid.
  package var signedDate: Instant? {
    guard case .number(let text)? = payload[kind.dateMember] else { return nil }
    let digits = text.prefix { $0 != "." }
    // Up to the year 9999.
    return Int64(digits).flatMap { (0..<253_402_300_800_000).contains($0) ? Instant(milliseconds: $0) : nil }
  }

  /// Whether the payload is from StoreKit testing in Xcode.
  package var isXcode: Bool { payload[kind.environmentMember]?.stringValue == "Xcode" }

  /// The same data with other values for these members, wherever they occur, including signed data within. Objects in
  /// lists do not change.
  package func replacing(bundleIdentifier: String?, environment: String?, signedDate: Instant?) -> JWSDescription {
    var values: [String: JSONValue] = [:]
    if let bundleIdentifier { values["bundleId"] = .string(bundleIdentifier) }
    if let environment {
      values["environment"] = .string(environment)
      values["receiptType"] = .string(environment)
    }
    if let signedDate {
      values["signedDate"] = .milliseconds(signedDate)
      values["receiptCreationDate"] = .milliseconds(signedDate)
    }
    return JWSDescription(kind: kind, payload: Self.replace(payload, values))
  }

  private static func replace(_ value: JSONValue, _ values: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(members.map { .init($0.name, values[$0.name] ?? replace($0.value, values)) })
  }
}
