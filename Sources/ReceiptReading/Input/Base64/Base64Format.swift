extension InputText {
  /// Reads canonical base64 text, apart from white space around it, whose bytes are the next layer. The format is tried
  /// early, because most inputs have it.
  func readCanonicalBase64() throws(ReceiptError) -> InputFinding? {
    guard let decoded = Base64.decodeCanonical(bytes, core) else { return nil }
    var finding = InputFinding.inner(decoded, .base64, repairs: edgeRepairs)
    finding.addRest(behind: decoded, bytes, core)
    return finding
  }

  /// Reads base64 text that needs repairs. The format is tried last, because almost any word is valid base64.
  func readBase64() throws(ReceiptError) -> InputFinding? {
    if let found = try readBase64BehindWords() { return found }
    do throws(ReceiptError) {
      let finding = try InputFinding.base64(bytes, 0..<bytes.count, .base64)
      if case .inner(let decoded) = finding.outcome, decoded.isEmpty { return nil }
      return finding
    } catch {
      // Prose soon contains a character that is not base64. This is not an encoding error.
      if Base64.isProse(bytes) { return nil }
      if let found = try embeddedReceipt() { return found }
      if Base64.isOfWords(bytes[core]) { return nil }
      throw error
    }
  }

  /// Reads a receipt after words of letters only, such as `Hi`, which are valid base64, too.
  private func readBase64BehindWords() throws(ReceiptError) -> InputFinding? {
    guard !bytes[core].beginsLikeReceipt, let start = bytes.firstEnvelope(in: core),
      start > core.lowerBound, Blank(at: start - 1, in: bytes) != nil,
      Base64.hasOnlyShortRuns(bytes[core.lowerBound..<start])
    else { return nil }
    if let found = try embeddedReceipt() { return found }
    // Faults are reported for the receipt alone, without the words around it.
    let range = start..<core.upperBound
    guard var found = try? InputFinding.base64(bytes, range, .base64) else { return nil }
    found.repairs.insert(repair(around: range), at: 0)
    return found
  }
}

extension InputFinding {
  /// The content of a range of base64 text, and any text after a receipt that ends before the range does.
  static func base64(
    _ text: [UInt8], _ range: Range<Int>, _ layer: InputLayer
  ) throws(ReceiptError) -> InputFinding {
    let (decoded, repairs) = try Base64.decodeRepairing(text, range)
    var finding = InputFinding.inner(decoded, layer, repairs: repairs)
    finding.addRest(behind: decoded, text, range)
    return finding
  }

  /// Adds the text after a receipt that ends before its base64 does.
  ///
  /// If the receipt does not end with padding, the text after it was decoded from the wrong bit on, and its bytes are
  /// meaningless.
  fileprivate mutating func addRest(behind decoded: [UInt8], _ text: [UInt8], _ range: Range<Int>) {
    guard decoded.count > 1, decoded[0] == 0x30 || decoded[0] == 0x31, decoded[1] >= 0x80,
      case .ends(let end) = OuterElement.extent(of: decoded), end < decoded.count,
      let symbols = try? Base64Scanner(text, range).symbols
    else { return }
    // The number of characters, of six bits each, that hold the receipt.
    let count = (8 * end + 5) / 6
    let first = symbols.prefix(count)
    // Spaces within the receipt's text are ambiguous here.
    guard first.count == count, first.allSatisfy({ $0 < Base64Scanner.innerSpace }),
      let next = try? Base64Scanner(text, range, maximumSymbols: count).index
    else { return }
    let values = symbols.filter { $0 < Base64Scanner.innerSpace }
    var endOfCopies = count
    while values[endOfCopies...].starts(with: first) { endOfCopies += count }
    let rest = RemainingInput(bytes: Array(text[next..<range.upperBound]), offset: next)
    let areCopies = endOfCopies == values.count
    if !areCopies { remainingInput.append(rest) }
    // Words on a separate line do not belong to the receipt's text, and neither do copies that start at another bit.
    let isText = Blank(at: next, in: text) != nil && Base64.isProse(rest.bytes)
    if isText || areCopies && !decoded[end...].starts(with: decoded[..<end]) {
      outcome = .inner(Array(decoded[..<end]))
      repairs.append(InputRepair(.surroundingCharacters, count: range.upperBound - next))
    }
  }
}

extension Base64 {
  /// The minimum length of a run of base64 characters that occurs in no prose.
  private static let longestWord = 32

  /// Decodes with every known repair, and reports which repairs were needed.
  static func decodeRepairing(
    _ text: [UInt8], _ range: Range<Int>
  ) throws(ReceiptError) -> (bytes: [UInt8], repairs: [InputRepair]) {
    let scanner = try Base64Scanner(text, range)
    let choice = SpaceChoice(scanner)
    let (bytes, unusedBits) = pack(choice.values)

    var blanks = scanner.blanks
    blanks.count(.space, times: choice.spacesRemoved)
    var repairs = blanks.repairs
    func add(_ kind: InputRepair.Kind, _ count: Int) {
      if count > 0 { repairs.append(InputRepair(kind, count: count)) }
    }
    add(.stringPieces, scanner.joints)
    add(.replyMarks, scanner.replyMarks)
    add(.quotedPrintable, scanner.quotedPrintables)
    add(.jsonEscapes, scanner.escapes)
    add(.timestamps, scanner.timestamps)
    add(.plusSigns, choice.plusSignsRestored)
    add(.urlSafeCharacters, scanner.urlSafeCharacters)

    let inLastGroup = choice.values.count % 4
    if inLastGroup == 1 {
      // Six bits are not a whole byte: the text was truncated, which the ASN.1 inside will show, or it has one
      // character too many.
      add(.incompleteGroup, 1)
    } else if unusedBits != 0 {
      add(.unusedBits, 1)
    }
    let expected = inLastGroup < 2 ? 0 : 4 - inLastGroup
    add(.missingPadding, expected - scanner.padding)
    add(.excessPadding, scanner.padding - expected)
    return (bytes, repairs)
  }

  /// Whether a text has no run of characters that is too long for a word.
  static func isProse(_ bytes: [UInt8]) -> Bool { longestRun(bytes) < longestWord }

  /// Whether a text has blanks between words, names and paths, and nothing as long as a line of base64.
  static func isOfWords(_ text: ArraySlice<UInt8>) -> Bool {
    ["eyJ", "MII"].allSatisfy { text.firstOffset(of: Array($0.utf8)) == nil }
      && text.prefix(4_096).split(whereSeparator: \.isASCIISpace).count > 5
      && text.split { !$0.isASCIILetter && !$0.isASCIIDigit }.allSatisfy { $0.count < 40 }
  }

  /// Whether a text of an incomplete receipt lost all its plus signs.
  ///
  /// Plus signs are as frequent as slashes: 16 slashes and no plus sign occur by chance once in 65,536 times.
  static func hasLostPlusSigns(_ text: ArraySlice<UInt8>) -> Bool {
    // In a text with plus signs, the search soon finds the first one.
    !text.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") }
      && text.count(where: { $0 == UInt8(ascii: "/") }) >= 16
  }

  private static func longestRun(_ bytes: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for byte in bytes {
      run = values[Int(byte)] == invalid ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }

  /// Whether there are words, and no run that is too long for one.
  fileprivate static func hasOnlyShortRuns(_ text: ArraySlice<UInt8>) -> Bool {
    let runs = text.split { !$0.isBase64Symbol }
    return !runs.isEmpty && runs.allSatisfy { $0.count < longestWord }
  }
}
