/// Base64 text as it ought to be, white space around it aside: asked early, because it is what most people have.
enum CanonicalBase64Format: InputFormat {
  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    Base64.decodeCanonical(input.bytes, input.core).map { .inner($0, .base64, repairs: input.edgeRepairs) }
  }
}

/// Base64 text that needs mending. The last format to be asked, since almost any word is base64 of something.
enum Base64Format: InputFormat {
  /// The length of a run of base64 characters that no prose contains.
  private static let longestWord = 32

  static func read(_ input: InputText) throws(ReceiptError) -> InputFinding? {
    let decoding: (bytes: [UInt8], repairs: [InputRepair])
    do throws(ReceiptError) {
      decoding = try decodeRepairing(input.bytes, 0..<input.bytes.count)
    } catch {
      // Prose has its first odd character early; that is no news about an encoding.
      if isProse(input.bytes) { return nil }
      if let found = try EmbeddedReceipt.find(in: input) { return found }
      throw error
    }
    guard !decoding.bytes.isEmpty else { return nil }
    return .inner(decoding.bytes, .base64, repairs: decoding.repairs)
  }

  /// Decodes with every repair that is known, and says which were needed.
  static func decodeRepairing(
    _ text: [UInt8], _ range: Range<Int>
  ) throws(ReceiptError) -> (bytes: [UInt8], repairs: [InputRepair]) {
    let scanner = try Base64Scanner(text, range)
    let choice = SpaceChoice(scanner)
    let (bytes, unusedBits) = Base64.pack(choice.values)

    var blanks = scanner.blanks
    blanks.spaces += choice.spacesRemoved
    var repairs = blanks.repairs
    func add(_ what: String, _ count: Int) {
      if count > 0 { repairs.append(InputRepair(what, count: count)) }
    }
    add("string pieces joined", scanner.joints)
    add("reply marks removed", scanner.replyMarks)
    add("quoted-printable codes undone", scanner.quotedPrintables)
    add("JSON escapes undone", scanner.escapes)
    add("'+' restored from spaces", choice.plusSignsRestored)
    add("URL-safe characters translated", scanner.urlSafeCharacters)

    let left = choice.values.count % 4
    if left == 1 {
      // Six bits are no byte: a cut text, which the ASN.1 inside will tell, or one character too many.
      add("incomplete last group ignored", 1)
    } else if unusedBits != 0 {
      add("unused bits of the last character ignored", 1)
    }
    let expected = left < 2 ? 0 : 4 - left
    add("padding added", expected - scanner.padding)
    add("excess padding removed", scanner.padding - expected)
    return (bytes, repairs)
  }

  /// Whether a text has no run of characters that is too long for a word.
  static func isProse(_ bytes: [UInt8]) -> Bool { longestRun(bytes) < longestWord }

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
