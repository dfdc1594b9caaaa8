/// The value of a member, read according to its type.
package enum PayloadValue: Sendable {
  case date(Instant)
  case integer(Int64)
  /// Thousandths of a unit of a currency.
  case price(Int64)
  /// Thousandths of a percent.
  case share(Int64)
  case flag(Bool)
  case text(String)
  /// A length of time in ISO 8601 format.
  case period(String)
  case word(PayloadWords.Value)
  /// A value of an enumeration that is not in the table. This happens whenever Apple adds a value.
  case unknown(String)
  case object([JSONValue.Member])
  case list([JSONValue])
  /// A JWS.
  case signed(String)
}

extension PayloadType {
  /// The value in the type from the table; `nil` if it has another type.
  ///
  /// Numbers in strings are read as well, because customers' programs convert them before they save a payload.
  package func read(_ value: JSONValue) -> PayloadValue? {
    switch (self, value) {
    case (.milliseconds, _): value.scalar.flatMap(Instant.init(payloadMilliseconds:)).map { .date($0) }
    case (.integer, _): value.scalar.flatMap { Int64($0) }.map { .integer($0) }
    case (.price, _): value.scalar.flatMap { Int64($0) }.map { .price($0) }
    case (.share, _): value.scalar.flatMap { Int64($0) }.map { .share($0) }
    case (.flag, .bool(let flag)): .flag(flag)
    case (.identifier, _), (.text, _), (.uuid, _): value.scalar.map { .text($0) }
    case (.period, .string(let text)): .period(text)
    case (.enumeration(let words), _): value.scalar.map { code in words[code].map { .word($0) } ?? .unknown(code) }
    case (.object, .object(let members)): .object(members)
    case (.list, .array(let elements)): .list(elements)
    case (.signed, .string(let text)): .signed(text)
    default: nil
    }
  }
}

extension JSONValue {
  /// A string, or the digits of a number.
  fileprivate var scalar: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }
}
