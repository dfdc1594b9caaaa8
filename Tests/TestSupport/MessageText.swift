import ReceiptBase

/// Messages are compared by their English text in tests.
extension Message {
  /// Whether the English text has another one in it.
  public func contains(_ text: String) -> Bool { description.contains(text) }
  /// Whether the English text begins so.
  public func hasPrefix(_ text: String) -> Bool { description.hasPrefix(text) }
  /// Whether the English text ends so.
  public func hasSuffix(_ text: String) -> Bool { description.hasSuffix(text) }
  /// The English text in small letters.
  public func lowercased() -> String { description.lowercased() }
  /// Whether the English text is empty.
  public var isEmpty: Bool { description.isEmpty }

  /// Whether the English text is this one.
  public static func == (message: Message, text: String) -> Bool { message.description == text }
  /// Whether the English text is another one.
  public static func != (message: Message, text: String) -> Bool { message.description != text }
}

extension Message? {
  /// Whether there is a message, with this English text.
  public static func == (message: Message?, text: String) -> Bool { message?.description == text }
  /// Whether the English texts are the same, or both are missing.
  public static func == (message: Message?, text: String?) -> Bool { message?.description == text }
}
