/// A text for people that keeps what it was made of: its sentence in English with placeholders, and the values in it.
///
/// It is written as a string literal with interpolations. ``description`` is the English text. The sentence with
/// placeholders is the key of its translations in the string catalog, as in the catalogs of Xcode and in gettext:
/// "the receipt ends after {1} bytes". A value that is a text of this program is interpolated as a message, or it
/// could not be translated.
///
/// Making a message renders nothing: errors about candidates that are given up are never read.
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
    // The placeholders of the key stand in the order of the values. A dictionary would cost more than the whole text.
    var text = ""
    var rest = key.utf8[...]
    for (index, value) in values.enumerated() {
      let mark = "{\(index + 1)}"
      while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
        text += key[rest.startIndex..<start]
        rest = rest[start...]
        if rest.starts(with: mark.utf8) {
          text += value.english
          rest = rest.dropFirst(mark.utf8.count)
          break
        }
        text += "{"
        rest = rest.dropFirst()
      }
    }
    return text + key[rest.startIndex...]
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

  /// The same with other values, and with another text if it is a finished one.
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
    // Octets, because characters are costly to find. Braces begin and end a character.
    var rest = part.key.utf8[...]
    for (index, value) in part.values.enumerated() {
      guard let place = rest.firstRange(of: "{\(index + 1)}".utf8) else { continue }
      message.key += part.key[rest.startIndex..<place.lowerBound]
      message.append(value)
      rest = rest[place.upperBound...]
    }
    message.key += part.key[rest.startIndex...]
  }

  /// A text whose placeholders are replaced by values. Each is replaced once, so that braces in a value stay unchanged,
  /// as do braces without a known name.
  package static func filled(_ template: String, with values: [String: String]) -> String {
    guard !values.isEmpty else { return template }
    var text = ""
    for part in parts(of: template, with: values) { text += part }
    return text
  }

  /// The parts of a text whose placeholders are replaced by values, in their order.
  package static func parts(of template: String, with values: [String: String]) -> [Substring] {
    var parts: [Substring] = []
    // Octets, because characters are costly to find.
    var rest = template.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      parts.append(template[rest.startIndex..<start])
      rest = rest[start...]
      if let end = rest.firstIndex(of: UInt8(ascii: "}")),
        let value = values[String(template[rest.index(after: start)..<end])]
      {
        parts.append(value[...])
        rest = rest[rest.index(after: end)...]
      } else {
        parts.append("{")
        rest = rest.dropFirst()
      }
    }
    parts.append(template[rest.startIndex...])
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
