import ReceiptKit

extension Console {
  /// Reports the unread parts of an input on standard error, for output without a place for them.
  static func noteUnread(_ parts: [UnreadPart], source: String) {
    guard !parts.isEmpty else { return }
    note((source == "-" ? "" : source + ": ") + "only a part of it was read; not read: " + UnreadPart.sentence(parts))
  }
}
