@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A date that is read is read the same from its own RFC 3339 form.
  static let date = FuzzTarget(name: "date", usualLength: 64) { input in
    guard let date = ReceiptDate(String(decoding: input, as: UTF8.self)) else { return }
    require(ReceiptDate(date.instant.rfc3339)?.instant == date.instant, "a date survives")
    _ = date.instant.pacificText
  }
}
