extension ReceiptError {
  /// Lengths of lines in terminals. Only programs that read a terminal directly, such as `cat` or a shell's `read`,
  /// truncate text like this.
  private static let terminals = [1_023, 1_024, 4_095]
  /// Lengths at which databases, spreadsheets and terminals silently truncate texts.
  private static let columnLimits: [(length: Int, place: Message)] = [
    (255, "VARCHAR(255)"),
    (256, "a field of \(grouped: 256) characters"),
    (1_000, "a field of \(grouped: 1_000) characters"),
    (1_023, "a line that is pasted into a terminal on macOS"),
    (1_024, "a line that is pasted into a terminal on macOS"),
    (2_000, "a field of \(grouped: 2_000) characters"),
    (2_048, "a field of \(grouped: 2_048) characters"),
    (4_000, "VARCHAR2(4000) or NVARCHAR(4000)"),
    (4_095, "a line that is pasted into a terminal on Linux"),
    (4_096, "a field of \(grouped: 4_096) characters"),
    (8_000, "VARCHAR(8000)"),
    (8_191, "a line of the Windows command prompt"),
    (8_192, "a field of \(grouped: 8_192) characters"),
    (16_383, "a field of \(grouped: 16_383) characters"),
    (16_384, "a field of \(grouped: 16_384) characters"),
    (32_767, "a cell of a spreadsheet"),
    (65_535, "a TEXT column of MySQL"),
    (65_536, "a field of \(grouped: 65_536) characters"),
  ]

  /// A hint for a text that ends exactly at one of these lengths.
  static func columnLimitHint(for lengths: some Sequence<Int>) -> Message? {
    for length in lengths {
      guard let limit = columnLimits.first(where: { $0.length == length }) else { continue }
      let advice: Message =
        terminals.contains(length)
        ? "save it to a file, or paste it when receipt-tool itself asks for it, which reads lines of any length"
        : "take the receipt from the device or from where it was first received"
      return "the text is exactly \(grouped: length) characters long, which is where \(limit.place) ends: "
        + "the rest was lost there; \(advice)"
    }
    return nil
  }
}
