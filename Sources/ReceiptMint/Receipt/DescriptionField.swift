/// A receipt or a purchase that members of a JSON object describe.
///
/// The mint has separate tables (``DescriptionField``) and does not use the rows of ReceiptKit's decoder: if a shared
/// row had a mistake, decoding a minted receipt would not reveal it.
protocol Described {
  /// The attributes for which there is no property.
  var extraAttributes: [RawAttribute] { get set }
}

extension ReceiptDescription: Described {}
extension InAppDescription: Described {}

/// One attribute: its members in a description, and the encoding of its value. The names are those that `decode` prints
/// for the field or, if `decode` prints no such field, those in its list of attributes.
struct DescriptionField<Owner: Described>: Sendable {
  typealias Property<Value> = WritableKeyPath<Owner, Value?> & Sendable

  /// The kind of the value, and the property that holds it.
  enum Kind: Sendable {
    /// A UTF8String.
    case text(Property<String>)
    /// An IA5String.
    case ascii(Property<String>)
    /// A text that is written as the content octets of an INTEGER.
    case spelled(Property<String>)
    /// A UTF8String of digits.
    case digits(Property<String>)
    /// An INTEGER.
    case integer(Property<Int64>)
    /// An INTEGER, 0 or 1.
    case flag(Property<Bool>)
    /// An INTEGER for which Apple prints a word, if the word is known.
    case word([String: Int64], Property<Int64>)
    /// An IA5String. A date has up to three members: the name, and the name with `_ms` and `_pst`.
    case date(Property<String>)
    /// Octets as they are; hexadecimal digits in a description.
    case octets(Property<[UInt8]>)
    /// Octets that only the owner can encode; hexadecimal digits in a description.
    case computed(@Sendable (inout Owner, [UInt8]) -> Void)
  }

  let type: Int64
  /// The name, and an alternative name of the same value.
  let names: [String]
  let kind: Kind

  init(_ type: Int64, _ names: String..., kind: Kind) {
    self.type = type
    self.names = names
    self.kind = kind
  }

  /// Every key of the field in a description.
  var keys: [String] {
    guard case .date = kind else { return names }
    return names.flatMap { [$0, $0 + "_ms", $0 + "_pst"] }
  }

  /// The attribute, if the owner has a value for it.
  func attribute(of owner: Owner) -> RawAttribute? {
    switch kind {
    case .text(let property), .digits(let property): owner[keyPath: property].map { .utf8(type, $0) }
    case .ascii(let property), .date(let property): owner[keyPath: property].map { .ia5(type, $0) }
    case .spelled(let property):
      owner[keyPath: property].map { RawAttribute(type: type, value: DEREncoder.element(0x02, Array($0.utf8))) }
    case .integer(let property), .word(_, let property): owner[keyPath: property].map { .integer(type, $0) }
    case .flag(let property): owner[keyPath: property].map { .integer(type, $0 ? 1 : 0) }
    case .octets(let property): owner[keyPath: property].map { RawAttribute(type: type, value: $0) }
    case .computed: nil
    }
  }
}
