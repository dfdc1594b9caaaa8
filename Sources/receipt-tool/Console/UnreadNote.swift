import ReceiptKit

extension Console {
  /// Says on standard error what was not read of an input, for output that has no place for it.
  static func noteUnread(_ parts: [UnreadPart], source: String) {
    guard !parts.isEmpty else { return }
    note((source == "-" ? "" : source + ": ") + "only a part of it was read; not read: " + UnreadPart.sentence(parts))
  }
}
