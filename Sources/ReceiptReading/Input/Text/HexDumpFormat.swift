extension InputText {
  /// The output of `xxd` and `hexdump -C` for a file: an offset, sixteen bytes in hexadecimal, and the same bytes as
  /// characters.
  ///
  ///     00000000: 3082 15eb 0609 2a86 4886 f70d 0107 02a0  0.....*.H.......
  ///     00000000  30 82 15 eb 06 09 2a 86  48 86 f7 0d 01 07 02 a0  |0.....*.H.......|
  func readHexDump() throws(ReceiptError) -> InputFinding? {
    // Both formats begin with zeros, eight (xxd) or at least seven (hexdump), and then a character that is not a digit.
    guard starts(with: "0000000") else { return nil }
    let digits = bytes[core].prefix { $0.hexValue != nil }.count
    guard digits >= 7, digits <= 8, let mark = byte(digits) else { return nil }
    guard mark == UInt8(ascii: ":") || mark == UInt8(ascii: " ") else { return nil }

    var decoded: [UInt8] = []
    decoded.reserveCapacity(core.count / 4)
    var beside: [UInt8] = []
    for line in bytes[core].split(separator: 0x0A) {
      // `hexdump` writes `*` for lines that repeat the one above.
      if line.first == UInt8(ascii: "*") {
        throw ReceiptError(
          .truncated, "a hex dump that left out repeated lines at offset \(grouped: line.startIndex)",
          offset: line.startIndex,
          hint: "dump it with hexdump -v -C, or better in base64")
      }
      let offset = line.prefix { $0.hexValue != nil }
      guard Int(String(decoding: offset, as: UTF8.self), radix: 16) == decoded.count else {
        throw ReceiptError(
          .invalidEncoding,
          "a hex dump whose line at offset \(grouped: line.startIndex) does not go on where the last one ended",
          offset: line.startIndex, hint: "paste all lines of the dump, or the receipt in base64")
      }
      let columns = line[offset.endIndex...].drop { $0 == UInt8(ascii: ":") || $0 == 0x20 }
      let characters = columns[Self.appendBytes(columns, to: &decoded)...]
      if characters.count > Self.charactersColumn { beside += characters + [0x0A] }
    }
    var finding = InputFinding.inner(decoded, .hex)
    if !beside.isEmpty {
      finding.repairs = [InputRepair(.charactersBesideDump, count: beside.count)]
      finding.remainingInput = [RemainingInput(bytes: beside, offset: core.lowerBound)]
    }
    return finding
  }

  /// The width of two spaces, sixteen characters, two bars, and the end of a line.
  private static let charactersColumn = 21

  /// Reads pairs of digits up to the column of characters, which follows two spaces in `xxd` and a bar in `hexdump`.
  /// Both have sixteen bytes per line.
  ///
  /// - Returns: the start of that column.
  private static func appendBytes(_ columns: ArraySlice<UInt8>, to decoded: inout [UInt8]) -> Int {
    var index = columns.startIndex
    var spaces = 0
    var count = 0
    let hasBar = columns.contains(UInt8(ascii: "|"))
    while count < 16, index + 1 < columns.endIndex {
      if columns[index] == 0x20 {
        spaces += 1
        if spaces > 1, !hasBar { return index }
        index += 1
        continue
      }
      guard let high = columns[index].hexValue, let low = columns[index + 1].hexValue else { return index }
      decoded.append(high << 4 | low)
      count += 1
      spaces = 0
      index += 2
    }
    return index
  }
}
