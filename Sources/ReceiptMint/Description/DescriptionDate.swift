import ReceiptAnalysis

extension Complaints {
  /// Reads a date that is given in up to three forms, as verifyReceipt prints them: `X`, `X_ms` and `X_pst`.
  ///
  /// A text that is already RFC 3339 is used unchanged, so that offsets and fractions stay.
  ///
  /// - Returns: the text that is written into the receipt: RFC 3339; `nil` if all three are absent.
  func date(
    _ name: String, _ members: [String: JSONValue], _ pointer: JSONPointer
  ) throws(DescriptionError) -> String? {
    let milliseconds = try readMilliseconds(members[name + "_ms"], pointer / (name + "_ms"))
    let pacific = try readText(members[name + "_pst"], pointer / (name + "_pst"))
    let text = try readText(members[name], pointer / name)
    if text == nil, milliseconds == nil, pacific != nil {
      try complain(pointer / (name + "_pst"), "stands alone, without \(name) or \(name)_ms")
    }
    guard let text else {
      guard let milliseconds else { return nil }
      try compare(pacific, milliseconds, pointer / (name + "_pst"))
      return milliseconds.rfc3339
    }
    // Apple writes some dates that there are not as an empty text.
    if text.isEmpty { return "" }
    if let date = ReceiptDate(text) {
      if let milliseconds, milliseconds != date.instant { try contradict(name, pointer) }
      try compare(pacific, date.instant, pointer / (name + "_pst"))
      return text
    }
    // The text must be exactly as verifyReceipt prints it.
    guard let instant = Instant(gmtText: text), instant.gmtText == text else {
      try complain(
        pointer / name, "\(Self.quoted(text)) is not a date",
        hint: "2025-12-26T18:39:47Z, or as verifyReceipt prints it: 2025-12-26 18:39:47 Etc/GMT")
      return text
    }
    // Apple's first form has no fraction, but its second has.
    if let milliseconds, milliseconds.gmtText != instant.gmtText { try contradict(name, pointer) }
    try compare(pacific, milliseconds ?? instant, pointer / (name + "_pst"))
    let isSame = milliseconds?.gmtText == instant.gmtText
    return isSame ? milliseconds?.rfc3339 : instant.rfc3339
  }

  private func contradict(_ name: String, _ pointer: JSONPointer) throws(DescriptionError) {
    try complain(pointer / (name + "_ms"), "another moment than \(name)")
  }

  private func compare(_ pacific: String?, _ instant: Instant, _ pointer: JSONPointer) throws(DescriptionError) {
    guard let pacific, pacific != instant.pacificText else { return }
    try complain(pointer, "another moment than the other forms, which is \(instant.pacificText)")
  }

  private func readText(_ value: JSONValue?, _ pointer: JSONPointer) throws(DescriptionError) -> String? {
    switch value {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case let value?:
      try complain(pointer, "\(value.kind), where a date should be")
      return nil
    }
  }

  private func readMilliseconds(_ value: JSONValue?, _ pointer: JSONPointer) throws(DescriptionError) -> Instant? {
    guard let value, value != .null else { return nil }
    // Years from 1 to 9999, the range of RFC 3339.
    guard let number = value.wholeNumber,
      (-62_135_596_800_000...253_402_300_799_999).contains(number)
    else {
      try complain(pointer, "no number of milliseconds since 1970")
      return nil
    }
    return Instant(milliseconds: number)
  }
}
