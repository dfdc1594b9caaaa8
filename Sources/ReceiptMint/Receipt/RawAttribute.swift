/// `ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }` (Apple, "Validating receipts
/// locally").
package struct RawAttribute: Hashable, Sendable {
  /// The attribute's type.
  package var type: Int64
  /// The attribute's version; 1 nearly always.
  package var version: Int64
  /// The octets inside the OCTET STRING, unvalidated.
  package var value: [UInt8]

  /// An attribute with any value.
  package init(type: Int64, version: Int64 = 1, value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  /// An attribute whose value is a UTF8String.
  package static func utf8(_ type: Int64, _ text: String) -> RawAttribute {
    RawAttribute(type: type, value: DEREncoder.utf8String(text))
  }

  /// An attribute whose value is an IA5String.
  package static func ia5(_ type: Int64, _ text: String) -> RawAttribute {
    RawAttribute(type: type, value: DEREncoder.ia5String(text))
  }

  /// An attribute whose value is an INTEGER, minimal.
  package static func integer(_ type: Int64, _ value: Int64) -> RawAttribute {
    RawAttribute(type: type, value: DEREncoder.integer(value))
  }

  /// The attribute, DER.
  package var encoded: [UInt8] {
    DEREncoder.sequence(DEREncoder.integer(type), DEREncoder.integer(version), DEREncoder.octetString(value))
  }
}

/// The order of attributes within a receipt or a purchase.
package enum AttributeOrder: Sendable, CaseIterable {
  /// The order in receipts of Apple's servers: sorted by their DER octets, and therefore by length (3 of 3 receipts
  /// that were examined).
  case apple
  /// The order in receipts of StoreKit testing in Xcode: ascending types (3 of 3 receipts).
  case xcode

  /// `attributes` in this order. Equal ones keep their order.
  func arrange(_ attributes: [RawAttribute]) -> [[UInt8]] {
    switch self {
    case .apple: DEREncoder.sorted(attributes.map(\.encoded))
    case .xcode:
      attributes.enumerated()
        .sorted { ($0.element.type, $0.offset) < ($1.element.type, $1.offset) }
        .map(\.element.encoded)
    }
  }
}
