/// Writes ASN.1 in DER (X.690), and the indefinite lengths of BER. The encoder validates nothing, so it can write
/// hostile forms, too.
///
/// All functions are pure functions from values to bytes, and none of them can fail.
package enum DEREncoder {
  /// One element with a definite length: identifier octet, shortest length octets, `content`.
  package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(content.count + 6)
    octets.append(tag)
    if content.count < 0x80 { octets.append(UInt8(content.count)) } else { octets += longLength(content.count) }
    octets += content
    return octets
  }

  /// One constructed element with an indefinite length (BER only): identifier octet, 0x80, `content`, two zero octets.
  package static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80] + content + [0, 0]
  }

  /// The shortest length octets for 128 content octets and more (X.690 §10.1).
  private static func longLength(_ count: Int) -> [UInt8] {
    let octets = (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }.drop { $0 == 0 }
    return [0x80 | UInt8(octets.count)] + octets
  }

  package static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, joined(elements)) }

  package static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, joined(elements)) }

  /// `SET` of encoded elements **in the given order**, as Apple writes certificates and purchases; DER would sort them.
  package static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, joined(elements)) }

  /// Elements in the order that DER requires for a SET OF (X.690 §11.6): ascending as octet strings.
  package static func sorted(_ elements: [[UInt8]]) -> [[UInt8]] {
    elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// `INTEGER`, two's complement in as few octets as possible.
  package static func integer(_ value: Int64) -> [UInt8] {
    if (0..<0x80).contains(value) { return [0x02, 1, UInt8(value)] }
    var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }
    while octets.count > 1, octets[0] == (octets[1] < 0x80 ? 0 : 0xFF) { octets.removeFirst() }
    return element(0x02, octets)
  }

  /// `INTEGER` from an unsigned magnitude, most significant octet first.
  package static func integer(unsigned magnitude: [UInt8]) -> [UInt8] {
    let digits = Array(magnitude.drop { $0 == 0 })
    // A zero keeps the number positive, and is all of the number 0, which has no other digits.
    return element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
  }

  package static func objectIdentifier(_ identifier: OID) -> [UInt8] { element(0x06, identifier.content) }

  /// `OCTET STRING`, primitive.
  package static func octetString(_ octets: [UInt8]) -> [UInt8] { element(0x04, octets) }

  /// `BIT STRING` of whole octets.
  package static func bitString(_ octets: [UInt8]) -> [UInt8] { element(0x03, [0] + octets) }

  package static func utf8String(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  /// `IA5String`. Characters outside ASCII are written as their UTF-8 octets. This is intentional, although no reader
  /// of IA5String expects it.
  package static func ia5String(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  /// `PrintableString`, unchecked.
  package static func printableString(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

  /// `BOOLEAN`; true is 0xFF (X.690 §11.1).
  package static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

  package static let null: [UInt8] = [0x05, 0x00]

  /// `[number]` constructed, around encoded elements; `number` up to 30.
  package static func context(_ number: UInt8, _ elements: [UInt8]...) -> [UInt8] {
    element(0xA0 | (number & 0x1F), joined(elements))
  }

  /// `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters NULL }`, as Apple writes every one.
  static func algorithm(_ identifier: OID) -> [UInt8] { sequence(objectIdentifier(identifier), null) }

  /// Joins encoded elements. (`Array(elements.joined())` in a debug build took four times as long for a whole receipt.)
  static func joined(_ elements: [[UInt8]]) -> [UInt8] {
    var octets: [UInt8] = []
    for element in elements { octets += element }
    return octets
  }
}
