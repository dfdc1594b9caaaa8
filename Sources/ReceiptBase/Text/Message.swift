/// A text for people that keeps what it was made of: its sentence in English with placeholders, and the values in it.
///
/// It is written as a string literal with interpolations. ``description`` is the English text. The sentence with
/// placeholders is the key of its translations in the string catalog, as in the catalogs of Xcode and in gettext:
/// "the receipt ends after {1} bytes". A value that is a text of this program is interpolated as a message, or it
/// could not be translated.
///
/// Making a message does not make its text: most errors are about candidates that are dropped, and are never printed.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// What stands in a placeholder.
  package enum Value: Hashable, Sendable {
    /// A value that is the same in every language: a name, a path, a text from an input.
    case text(String)
    /// A number, with grouped digits or without.
    case number(Int, isGrouped: Bool)
    /// Another message, which is translated.
    case message(Message)
  }

  /// The English sentence. Its placeholders are numbered in order, whatever stands in them: `{1}`, `{2}`.
  package private(set) var key: String
  /// The values of the placeholders, in order.
  package private(set) var values: [Value]

  /// Makes a message without values.
  public init(stringLiteral key: String) {
    self.key = key
    values = []
  }

  /// Makes a message from a literal and the values in it.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.message }

  /// Makes a message of a finished text, which has a translation if it is a key. It must not be added to another
  /// message with `+`, but can be a value of one.
  package init(english text: String) { self.init(stringLiteral: text) }

  /// Makes a message that begins empty and is put together.
  fileprivate init(capacity: Int, count: Int) {
    key = ""
    key.reserveCapacity(capacity + 3 * count)
    values = []
    values.reserveCapacity(count)
  }

  /// The text in English.
  public var description: String {
    guard !values.isEmpty else { return key }
    var text = ""
    for part in Self.parts(of: key, values: values.count) {
      text += part.words
      if let index = part.value { text += values[index].english }
    }
    return text
  }

  /// The same with a capital letter at its beginning, for use as a sentence.
  package var capitalized: Message {
    var message = self
    if case .message(let first)? = values.first, key.hasPrefix("{1}") {
      message.values[0] = .message(first.capitalized)
    } else if let letter = key.utf8.first, letter.isASCIILetter {
      message.key = key.prefix(1).uppercased() + key.dropFirst()
    }
    return message
  }

  /// The same with other texts: in its values, or as a whole if it has no values.
  package func mappingTexts(_ transform: (String) -> String) -> Message {
    guard !values.isEmpty else { return Message(english: transform(key)) }
    var message = self
    message.values = values.map { value in
      switch value {
      case .text(let text): .text(transform(text))
      case .message(let inner): .message(inner.mappingTexts(transform))
      case .number: value
      }
    }
    return message
  }

  /// A sentence that consists of two. The second one's placeholders are numbered anew.
  package static func + (first: Message, second: Message) -> Message {
    var sum = first
    sum += second
    return sum
  }

  /// Appends a part of the same sentence.
  package static func += (message: inout Message, part: Message) {
    guard !part.values.isEmpty else { return message.key += part.key }
    for piece in parts(of: part.key, values: part.values.count) {
      message.key += piece.words
      if let index = piece.value { message.append(part.values[index]) }
    }
  }

  /// The parts of a template, in their order: words, and the index of the value behind them, which is `nil` at the end.
  /// Of a template with two values, `{1}` and `{2}` are places of values. Other braces are words.
  package static func parts(of template: String, values count: Int) -> [(words: Substring, value: Int?)] {
    var parts: [(words: Substring, value: Int?)] = []
    // Octets, because characters are costly to find.
    var rest = template.utf8[...]
    var words = rest.startIndex
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")), let number = Int(template[rest.startIndex..<end]),
        number > 0, number <= count
      else { continue }
      parts.append((template[words..<start], number - 1))
      rest = rest[end...].dropFirst()
      words = rest.startIndex
    }
    parts.append((template[words...], nil))
    return parts
  }

  fileprivate mutating func append(literal: String) { key += literal }

  fileprivate mutating func append(_ value: Value) {
    values.append(value)
    key += "{\(values.count)}"
  }
}

extension Message.Value {
  /// The value in an English text.
  var english: String {
    switch self {
    case .text(let text): text
    case .number(let number, let isGrouped): isGrouped ? number.grouped : "\(number)"
    case .message(let message): message.description
    }
  }
}

extension Message {
  /// A literal with values, while it is read.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message: Message

    /// Makes an empty literal; the compiler calls this.
    public init(literalCapacity: Int, interpolationCount: Int) {
      message = Message(capacity: literalCapacity, count: interpolationCount)
    }

    /// Appends a part of the sentence.
    public mutating func appendLiteral(_ literal: String) { message.append(literal: literal) }

    /// Appends a value that is the same in every language.
    public mutating func appendInterpolation(_ text: some CustomStringConvertible) {
      message.append(.text(text.description))
    }

    /// Appends a number whose digits are not grouped: a status, a version, an offset.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      message.append(Int(exactly: number).map { .number($0, isGrouped: false) } ?? .text("\(number)"))
    }

    /// Appends a number with grouped digits: `5,615`.
    public mutating func appendInterpolation(grouped number: Int) { message.append(.number(number, isGrouped: true)) }

    /// Appends a text of this program.
    public mutating func appendInterpolation(_ message: Message) { self.message.append(.message(message)) }
  }
}
