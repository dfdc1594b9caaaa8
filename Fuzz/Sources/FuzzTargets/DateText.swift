import ReceiptKit

extension FuzzTarget {
  /// A date that is read is read the same from its own RFC 3339 form.
  static let date = FuzzTarget(name: "date") { input in
    guard let date = ReceiptDate(String(decoding: input, as: UTF8.self)) else { return }
    let again = ReceiptDate(date.instant.rfc3339)
    require(
      again?.instant == date.instant || !(0...9999 ~= date.instant.milliseconds / 31_556_952_000 + 1970),
      "a date survives")
    _ = date.instant.pacificText
  }
}
