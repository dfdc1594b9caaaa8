/// Canonical base64 text, apart from white space around it. The format is tried early, because most inputs have it.
enum CanonicalBase64Format: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    guard let decoded = Base64.decodeCanonical(input.bytes, input.core) else { return nil }
    var finding = InputFinding.inner(decoded, .base64, repairs: input.edgeRepairs)
    Base64Format.look(behind: decoded, input.bytes, input.core, &finding)
    return finding
  }
}

/// Base64 text that needs repairs. The format is tried last, because almost any word is valid base64.
enum Base64Format: InputFormat {
  /// The minimum length of a run of base64 characters that occurs in no prose.
  private static let longestWord = 32

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    if let found = try behindWords(input) { return found }
    do throws(ReceiptError) {
      let finding = try finding(input.bytes, 0..<input.bytes.count, .base64)
      if case .inner(let decoded) = finding.outcome, decoded.isEmpty { return nil }
      return finding
    } catch {
      // Prose soon contains a character that is not base64. This is not an encoding error.
      if isProse(input.bytes) { return nil }
      if let found = try EmbeddedReceipt.find(in: input) { return found }
      throw error
    }
  }

  /// Reads a receipt after words of letters only, such as `Hi`, which are valid base64, too.
  private static func behindWords(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    guard !EnvelopeText.beginsLikeReceipt(input.bytes[input.core]),
      let start = EnvelopeText.first(in: input.bytes, input.core), start > input.core.lowerBound,
      Blank(at: start - 1, in: input.bytes) != nil, isWords(input.bytes[input.core.lowerBound..<start])
    else { return nil }
    if let found = try EmbeddedReceipt.find(in: input) { return found }
    // Faults are reported for the receipt alone, without the words around it.
    let range = start..<input.core.upperBound
    guard var found = try? finding(input.bytes, range, .base64) else { return nil }
    found.repairs.insert(input.repair(around: range), at: 0)
    return found
  }

  /// Whether there are only words, and no text as long as another receipt.
  private static func isWords(_ text: ArraySlice<UInt8>) -> Bool {
    let runs = text.split { !EmbeddedReceipt.isSymbol($0) }
    return !runs.isEmpty && runs.allSatisfy { $0.count < longestWord }
  }

  /// The content of a range of base64 text, and any text after a receipt that ends before the range does.
  static func finding(
    _ text: [UInt8], _ range: Range<Int>, _ layer: InputLayer
  ) throws(ReceiptError) -> InputFinding {
    let (decoded, repairs) = try decodeRepairing(text, range)
    var finding = InputFinding.inner(decoded, layer, repairs: repairs)
    look(behind: decoded, text, range, &finding)
    return finding
  }

  /// Finds the text after a receipt that ends before its base64 does.
  ///
  /// If the receipt does not end with padding, the text after it was decoded from the wrong bit on, and its bytes are
  /// meaningless.
  static func look(behind decoded: [UInt8], _ text: [UInt8], _ range: Range<Int>, _ finding: inout InputFinding) {
    guard decoded.count > 1, decoded[0] == 0x30 || decoded[0] == 0x31, decoded[1] >= 0x80,
      case .ends(let end) = OuterElement.extent(of: decoded), end < decoded.count,
      let symbols = try? Base64Scanner(text, range).symbols
    else { return }
    let count = (8 * end + 5) / 6
    let first = symbols.prefix(count)
    // Spaces within the receipt's text are ambiguous here.
    guard first.count == count, first.allSatisfy({ $0 < Base64Scanner.innerSpace }),
      let next = try? Base64Scanner(text, range, most: count).index
    else { return }
    let values = symbols.filter { $0 < Base64Scanner.innerSpace }
    var last = count
    while values[last...].starts(with: first) { last += count }
    let rest = RemainingInput(bytes: Array(text[next..<range.upperBound]), offset: next)
    let areCopies = last == values.count
    if !areCopies { finding.remainingInput.append(rest) }
    // Words on a separate line do not belong to the receipt's text, and neither do copies that start at another bit.
    let isText = Blank(at: next, in: text) != nil && isProse(rest.bytes)
    if isText || areCopies && !decoded[end...].starts(with: decoded[..<end]) {
      finding.outcome = .inner(Array(decoded[..<end]))
      finding.repairs.append(InputRepair(.surroundingCharacters, count: range.upperBound - next))
    }
  }

  /// Decodes with every known repair, and reports which repairs were needed.
  static func decodeRepairing(
    _ text: [UInt8], _ range: Range<Int>
  ) throws(ReceiptError) -> (bytes: [UInt8], repairs: [InputRepair]) {
    let scanner = try Base64Scanner(text, range)
    let choice = SpaceChoice(scanner)
    let (bytes, unusedBits) = Base64.pack(choice.values)

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
    add(.plusSigns, choice.plusSignsRestored)
    add(.urlSafeCharacters, scanner.urlSafeCharacters)

    let left = choice.values.count % 4
    if left == 1 {
      // Six bits are not a whole byte: the text was truncated, which the ASN.1 inside will show, or it has one
      // character too many.
      add(.incompleteGroup, 1)
    } else if unusedBits != 0 {
      add(.unusedBits, 1)
    }
    let expected = left < 2 ? 0 : 4 - left
    add(.missingPadding, expected - scanner.padding)
    add(.excessPadding, scanner.padding - expected)
    return (bytes, repairs)
  }

  /// Whether a text has no run of characters that is too long for a word.
  static func isProse(_ bytes: [UInt8]) -> Bool { longestRun(bytes) < longestWord }

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
      run = Base64.values[Int(byte)] == Base64.invalid ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }
}
