import ArgumentParser

extension Option where Value == Int {
  /// `--max-size`: the largest input to read, in bytes.
  package init(wrappedValue: Int, maximumSize help: String) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong("max-size"), help: ArgumentHelp(help, valueName: "size"),
      transform: Self.byteCount)
  }

  /// Reads a number of bytes, or `64K`, `16M`, `1G`.
  private static func byteCount(_ text: String) throws -> Int {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    // 1 GiB is more than any receipt, and a reasonable maximum for one array.
    guard let number = Int(digits), number > 0, number <= (1 << 30) >> (shift ?? 0) else {
      throw UsageError("'\(text)' is not a size; use a number of bytes or 64K, 16M, at most 1G")
    }
    return number << (shift ?? 0)
  }
}
