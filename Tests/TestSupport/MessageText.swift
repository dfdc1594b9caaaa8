import ReceiptBase

/// Messages are compared by their English text in tests.
extension Message {
  public func contains(_ text: String) -> Bool { description.contains(text) }
  public func hasPrefix(_ text: String) -> Bool { description.hasPrefix(text) }
  public func hasSuffix(_ text: String) -> Bool { description.hasSuffix(text) }
  public func lowercased() -> String { description.lowercased() }
  public var isEmpty: Bool { description.isEmpty }

  public static func == (message: Message, text: String) -> Bool { message.description == text }
  public static func != (message: Message, text: String) -> Bool { message.description != text }
}

extension Message? {
  public static func == (message: Message?, text: String) -> Bool { message?.description == text }
  public static func == (message: Message?, text: String?) -> Bool { message?.description == text }
}
