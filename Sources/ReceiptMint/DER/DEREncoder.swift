/// Writes ASN.1 in DER (X.690), and the indefinite lengths of BER. It writes what it is told, so hostile shapes are possible too.
///
/// Everything here is a pure function from values to bytes; nothing fails.
public enum DEREncoder {
  /// One element with a definite length: identifier octet, shortest length octets, `content`.
  public static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  /// One constructed element with an indefinite length (BER only): identifier octet, 0x80, `content`, two zero octets.
  public static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80] + content + [0, 0]
  }

  /// The shortest length octets for `count` content octets (X.690 §10.1).
  static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    let octets = bigEndian(UInt64(count))
    return [0x80 | UInt8(octets.count)] + octets
  }

  /// `SEQUENCE` of encoded elements.
  public static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, Array(elements.joined())) }

  /// `SEQUENCE` of encoded elements.
  public static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, Array(elements.joined())) }

  /// `SET` of encoded elements **in the given order**, as Apple writes certificates and purchases; DER would sort them.
  public static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, Array(elements.joined())) }

  /// Elements in the order that DER demands of a SET OF (X.690 §11.6): ascending as octet strings.
  public static func sorted(_ elements: [[UInt8]]) -> [[UInt8]] {
    elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// `INTEGER`, two's complement in as few octets as possible.
  public static func integer(_ value: Int64) -> [UInt8] {
    var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }
    while octets.count > 1, octets[0] == (octets[1] < 0x80 ? 0 : 0xFF) { octets.removeFirst() }
    return element(0x02, octets)
  }

  /// `INTEGER` from an unsigned magnitude, most significant octet first.
  public static func integer(unsigned magnitude: [UInt8]) -> [UInt8] {
    let digits = Array(magnitude.drop { $0 == 0 })
    return element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
  }

  /// `OBJECT IDENTIFIER`.
  public static func objectIdentifier(_ identifier: OID) -> [UInt8] { element(0x06, identifier.content) }

  /// `OCTET STRING`, primitive.
  public static func octetString(_ octets: [UInt8]) -> [UInt8] { element(0x04, octets) }

  /// `BIT STRING` of whole octets.
  public static func bitString(_ octets: [UInt8]) -> [UInt8] { element(0x03, [0] + octets) }

  /// `UTF8String`.
  public static func utf8String(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  /// `IA5String`. Characters outside ASCII are written as their UTF-8 octets, which no reader of IA5 expects: on purpose.
  public static func ia5String(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  /// `PrintableString`, unchecked.
  public static func printableString(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

  /// `BOOLEAN`; true is 0xFF (X.690 §11.1).
  public static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

  /// `NULL`.
  public static let null: [UInt8] = [0x05, 0x00]

  /// `[number]` constructed, around encoded elements; `number` up to 30.
  public static func context(_ number: UInt8, _ elements: [UInt8]...) -> [UInt8] {
    element(0xA0 | (number & 0x1F), Array(elements.joined()))
  }

  /// `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters NULL }`, as Apple writes every one.
  static func algorithm(_ identifier: OID) -> [UInt8] { sequence(objectIdentifier(identifier), null) }

  /// The octets of a number, most significant first, without leading zeros; empty for 0.
  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }.drop { $0 == 0 }.map { $0 }
  }
}
