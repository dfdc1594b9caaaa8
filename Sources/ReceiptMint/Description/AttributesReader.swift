import ReceiptAnalysis

extension DescriptionReader {
  private static let attributeKeys: Set<String> = ["type", "version", "name", "value", "raw", "offset", "attributes"]

  /// Reads the list `attributes` of `decode --attributes`: the payload, attribute by attribute, in the original order.
  func payload(
    _ list: JSONValue, _ members: [String: JSONValue], _ root: JSONPointer
  ) throws(DescriptionError) -> MintSubject {
    let attributes = try readAttributes(list, root / "attributes", DescriptionField.receipt)
    let payload = DEREncoder.set(attributes.map(\.encoded))
    let isXcode = attributes.contains { $0.type == 0 && $0.value == DEREncoder.utf8String("Xcode") }
    try checkDecoded(payload, list, members["receipt"], root)
    return .payload(payload, isXcode: isXcode)
  }

  private func readAttributes<Owner>(
    _ list: JSONValue, _ pointer: JSONPointer, _ fields: [DescriptionField<Owner>]
  ) throws(DescriptionError) -> [RawAttribute] {
    try complaints.elements(list, pointer) { (element, pointer) throws(DescriptionError) in
      try readAttribute(element, pointer, fields)
    }
  }

  private func readAttribute<Owner>(
    _ element: JSONValue, _ pointer: JSONPointer, _ fields: [DescriptionField<Owner>]
  ) throws(DescriptionError) -> RawAttribute {
    let members = try complaints.members(element, pointer, known: Self.attributeKeys)
    guard let type = members["type"]?.wholeNumber else {
      throw DescriptionError(pointer / "type", "no number, where the type of an attribute should be")
    }
    guard let version = (members["version"] ?? .number("1")).wholeNumber else {
      throw DescriptionError(pointer / "version", "no number, where the version of an attribute should be")
    }
    if let raw = members["raw"], raw != .null {
      guard let octets = raw.octets else {
        throw DescriptionError(pointer / "raw", "no hexadecimal digits in pairs")
      }
      return RawAttribute(type: type, version: version, value: octets)
    }
    if let inner = members["attributes"], inner != .null {
      let attributes = try readAttributes(inner, pointer / "attributes", DescriptionField.purchase)
      return RawAttribute(type: type, version: version, value: DEREncoder.set(attributes.map(\.encoded)))
    }
    let kind = fields.first { $0.type == type }?.kind
    guard let value = members["value"], let octets = Self.octets(value, as: kind) else {
      throw DescriptionError(
        pointer, "neither raw nor a value that can be encoded", hint: "raw takes the octets as hexadecimal digits")
    }
    return RawAttribute(type: type, version: version, value: octets)
  }

  /// A value in the form of its type. For an unknown type the form is that of the given value: a string or a number.
  private static func octets<Owner>(_ value: JSONValue, as kind: DescriptionField<Owner>.Kind?) -> [UInt8]? {
    let text = value.stringValue
    let integer: [UInt8]? = if case .number(let digits) = value { Int64(digits).map(DEREncoder.integer) } else { nil }
    return switch kind {
    case .text?, .spelled?, .digits?: text.map(DEREncoder.utf8String)
    case .ascii?, .date?: text.map(DEREncoder.ia5String)
    case .integer?, .flag?, .word?: integer
    case .octets?, .computed?, nil: text.map(DEREncoder.utf8String) ?? integer
    }
  }

  /// Decodes the attributes to be minted, and compares the result with the description.
  private func checkDecoded(
    _ payload: [UInt8], _ list: JSONValue, _ receipt: JSONValue?, _ root: JSONPointer
  ) throws(DescriptionError) {
    guard !complaints.areIgnored else { return }
    let decoded: Receipt
    do throws(ReceiptError) {
      decoded = try Receipt(payload: payload)
    } catch {
      throw DescriptionError(root / "attributes", error.message.description)
    }
    var writer = JSONWriter(layout: .compact)
    writer.attributes(of: decoded)
    // An offset says where the attribute stood in the original, whose encoding may have had another length.
    try compare(list, Self.reread(writer), root / "attributes", ignoring: ["offset"])
    guard let receipt, receipt != .null else { return }
    writer = JSONWriter(layout: .compact)
    writer.receipt(decoded)
    try compare(receipt, Self.reread(writer), root / "receipt", ignoring: [])
  }

  /// Checks that every given member equals its decoded value.
  private func compare(
    _ given: JSONValue, _ decoded: JSONValue, _ pointer: JSONPointer, ignoring: Set<String>
  ) throws(DescriptionError) {
    switch (given, decoded) {
    case (.object(let members), .object):
      for member in members where !ignoring.contains(member.name) {
        // Hexadecimal digits may be given in capitals.
        if member.name == "raw", let digits = member.value.stringValue {
          try compare(.string(digits.lowercased()), decoded["raw"] ?? .null, pointer / "raw", ignoring: ignoring)
          continue
        }
        guard let found = decoded[member.name] else {
          guard member.value != .null else { continue }
          throw DescriptionError(pointer / member.name, "contradicts the attributes, which say nothing of it")
        }
        try compare(member.value, found, pointer / member.name, ignoring: ignoring)
      }
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else {
        throw DescriptionError(pointer, "\(elements.count) elements, where the attributes make \(others.count)")
      }
      for (index, pair) in zip(elements, others).enumerated() {
        try compare(pair.0, pair.1, pointer / index, ignoring: ignoring)
      }
    default:
      guard given != decoded else { return }
      throw DescriptionError(pointer, "contradicts the attributes, which say \(Self.shown(decoded))")
    }
  }

  private static func shown(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): Complaints.quoted(text)
    case .number(let digits): digits
    default: value.kind.description
    }
  }

  /// Reads the output back. If that should ever fail, the result is `null`, which equals no real value.
  private static func reread(_ writer: JSONWriter) -> JSONValue {
    (try? JSONReader(maximumValues: .max).read(writer.bytes)) ?? .null
  }
}
