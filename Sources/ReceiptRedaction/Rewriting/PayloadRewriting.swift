import ReceiptKit
import ReceiptMint

extension Rewriter {
  /// The payload of a receipt with its values rewritten in place: the same attributes in the same order, each encoded
  /// as it was. The payload is not built from the claims, because they do not include the irregularities of a receipt:
  /// duplicates, unknown types, unusual encodings.
  ///
  /// Octets after an attribute's value, which no receipt has, are dropped, and lengths in more octets than needed are
  /// shortened.
  func rewrittenPayload(of receipt: Receipt, _ place: String) throws(ReceiptError) -> [UInt8] {
    var purchases = receipt.inApp[...]
    var attributes: [[UInt8]] = []
    for attribute in receipt.attributes {
      let octets = Array(receipt.payload[attribute.value])
      guard let purchase = purchases.first, purchase.offset == attribute.offset else {
        attributes.append(try rewrittenAttribute(attribute, octets, Receipt.table.row(attribute.type)?.row, place))
        continue
      }
      purchases.removeFirst()
      var inner: [[UInt8]] = []
      for attribute in purchase.attributes {
        inner.append(
          try rewrittenAttribute(
            attribute, Array(receipt.payload[attribute.value]), InAppPurchase.table.row(attribute.type)?.row,
            place + "in_app[]."))
      }
      attributes.append(try encoded(attribute, DEREncoder.set(inner)))
    }
    return DEREncoder.set(attributes)
  }

  /// The numbers of types that Apple uses, and larger ones that it may use.
  private static let ordinaryTypes: ClosedRange<Int64> = 0...99_999

  private func rewrittenAttribute(
    _ attribute: ReceiptAttribute, _ octets: [UInt8], _ row: AttributeRow?, _ place: String
  ) throws(ReceiptError) -> [UInt8] {
    let isOrdinary = Self.ordinaryTypes.contains(attribute.type)
    let place = place + (row?.name ?? (isOrdinary ? "attribute_\(attribute.type)" : "attribute"))
    let rule = row?.redaction
    guard row?.isRaw != true, let element = ValueElement(octets) else {
      return try encoded(attribute, try rewrittenOctets(octets, rule, place))
    }
    switch element {
    case .integer(let number):
      return try encoded(attribute, DEREncoder.integer(try rewrittenInteger(number, rule, place) ?? 0))
    case .text(let tag, let text):
      return try encoded(attribute, DEREncoder.element(tag, Array((try rewrittenText(text, rule, place) ?? "").utf8)))
    case .octets(let tag, let octets):
      return try encoded(attribute, DEREncoder.element(tag, try rewrittenOctets(octets, rule, place)))
    }
  }

  /// The attribute with another value. A type or a version is replaced, too, if Apple never used numbers of that size:
  /// it could itself be a message.
  private func encoded(_ attribute: ReceiptAttribute, _ value: [UInt8]) throws(ReceiptError) -> [UInt8] {
    let type =
      Self.ordinaryTypes.contains(attribute.type) ? attribute.type : try pseudonyms.integer(attribute.type, .unknown)
    let version = (0...9).contains(attribute.version) ? attribute.version : 0
    return RawAttribute(type: type, version: version, value: value).encoded
  }
}

/// The one ASN.1 element that fills a value: an INTEGER or one of the string types of attributes.
private enum ValueElement {
  case integer(Int64)
  case text(tag: UInt8, String)
  /// A string that is not UTF-8, or an INTEGER beyond 64 bits.
  case octets(tag: UInt8, [UInt8])

  /// Nil for anything else, whose form cannot be kept.
  init?(_ value: [UInt8]) {
    // INTEGER, UTF8String, PrintableString, IA5String.
    guard value.count >= 2, [0x02, 0x0C, 0x13, 0x16].contains(value[0]) else { return nil }
    var start = 2
    var length = Int(value[1])
    // The long form (X.690, 8.1.3.5): the low bits are the number of octets of the length.
    if length >= 0x80 {
      start += length & 0x7F
      guard (1...4).contains(length & 0x7F), start <= value.count else { return nil }
      length = value[2..<start].reduce(0) { $0 << 8 | Int($1) }
    }
    guard length == value.count - start else { return nil }
    let tag = value[0]
    let octets = Array(value[start...])
    if tag == 0x02, (1...8).contains(octets.count) {
      let isNegative = octets[0] & 0x80 != 0
      self = .integer(octets.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    } else if tag != 0x02, let text = String(validating: octets, as: UTF8.self) {
      self = .text(tag: tag, text)
    } else {
      self = .octets(tag: tag, octets)
    }
  }
}
