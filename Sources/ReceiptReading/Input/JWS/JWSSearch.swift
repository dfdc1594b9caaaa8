extension InputText {
  /// A JSON Web Signature in compact form (RFC 7515, 7.1): StoreKit 2 transactions, App Store server notifications of
  /// version 2. Its header and its payload are read as JSON.
  ///
  ///     BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)
  func readJWS() throws(ReceiptError) -> InputFinding? {
    if starts(with: ".eyJ"), bytes[core].dropFirst().contains(UInt8(ascii: ".")) {
      throw JWSScan.withoutHeader(at: core.lowerBound)
    }
    // `{"` in base64. Without a dot, this is JSON in base64, which the next formats handle.
    guard starts(with: "eyJ") else { return nil }
    guard bytes[core].contains(UInt8(ascii: ".")) else {
      if let error = JWSScan.withoutDots(self) { throw error }
      return nil
    }
    do throws(ReceiptError) {
      return try JWSSearch(self, isExpected: true).finding()
    } catch {
      guard let pieces = piecesBetweenLines else { throw error }
      return pieces
    }
  }
}

/// Finds the signed data in a text: alone, after `Authorization: Bearer`, in a request, a log or a mail, once or
/// several times.
///
/// Two different pieces of signed data are rejected, as two receipts are. Tokens of other services occur in every
/// request, so they count only if there is no other signed data: Apple's signed data has its certificates in the header
/// (`x5c`).
struct JWSSearch {
  private struct Found {
    let scan: JWSScan
    let header: JWSScan.Part?
    var hasCertificates: Bool { header?.value["x5c"] != nil }
    var range: Range<Int> { scan.start..<scan.end }
  }

  /// Each attempt may read to the end of the text in vain. After this many, only texts on a single line are found.
  private static let maximumAttempts = 16

  private let input: InputText
  private var found: [Found] = []

  /// - Parameter isExpected: whether the text seems to begin with a JWS, so that an unreadable one is an error.
  init(_ input: InputText, isExpected: Bool = false) {
    self.input = input
    let core = input.core
    var attempts = Self.maximumAttempts
    // The first piece of signed data that ends in its header. It counts if there is no other.
    var cut: Found?
    var index = core.lowerBound
    while let start = Self.beginning(input.bytes, from: index, to: core.upperBound) {
      let run = start..<Self.runEnd(input.bytes, from: start, to: core.upperBound)
      let scan = JWSScan(input.bytes, from: start, to: attempts > 0 ? core.upperBound : run.upperBound)
      let header = scan.header
      if header != nil || isExpected && start == core.lowerBound {
        found.append(Found(scan: scan, header: header))
      } else if cut == nil, run.count >= OtherText.minimumBytes, scan.dots.isEmpty, scan.beginsLikeHeader {
        cut = Found(scan: scan, header: nil)
      }
      if header == nil { attempts -= 1 }
      index = header == nil ? run.upperBound : scan.end
    }
    if found.isEmpty, let cut { found.append(cut) }
  }

  /// The only JWS.
  ///
  /// - Returns: `nil` if the text contains no JWS.
  /// - Throws: `.invalidEncoding` for two different pieces of signed data; the fault of a JWS that cannot be read.
  func finding() throws(ReceiptError) -> InputFinding? {
    try requireOne()
    guard let first = counted.first else { return nil }
    let isAtStart = first.scan.start == input.core.lowerBound
    let read = try first.scan.read(first.header, isWhole: isAtStart)
    var finding = InputFinding.content(.jws(read.signature), repairs: read.repairs)
    var behind = input.core.lowerBound
    for range in counted.map(\.range) + [input.core.upperBound..<input.core.upperBound] {
      if range.lowerBound > behind {
        finding.remainingInput.append(
          RemainingInput(bytes: Array(input.bytes[behind..<range.lowerBound]), offset: behind))
      }
      behind = range.upperBound
    }
    let others = input.core.count - counted.reduce(0) { $0 + $1.range.count }
    let copies = first.range.count * (counted.count - 1)
    if others + copies > 0 {
      let isBehind = isAtStart && counted.count == 1
      finding.repairs.append(
        InputRepair(isBehind ? .charactersBehindSignature : .surroundingCharacters, count: others + copies))
    }
    return finding
  }

  /// - Throws: `.invalidEncoding` for two different pieces of signed data.
  func requireOne() throws(ReceiptError) {
    guard let first = counted.first, let second = counted.first(where: { $0.scan.text != first.scan.text }) else {
      return
    }
    throw .severalSignedData(Set(counted.map(\.scan.text)).count, at: second.scan.start)
  }

  /// What counts of the pieces that were found: those with certificates, or all if none has any.
  private var counted: [Found] {
    let certified = found.filter(\.hasCertificates)
    return certified.isEmpty ? found : certified
  }

  /// The start of the next word that begins with `eyJ`.
  private static func beginning(_ bytes: [UInt8], from index: Int, to limit: Int) -> Int? {
    var index = index
    while index < limit {
      guard bytes[index].isBase64Symbol else {
        index += 1
        continue
      }
      let end = runEnd(bytes, from: index, to: limit, isSymbol: { $0.isBase64Symbol })
      // The payload follows a dot, so it is not a start. In JSON that is printed as text, a line may begin after `\n`.
      let isEscaped = index > 0 && bytes[index - 1] == 0x5C && bytes[index] == UInt8(ascii: "n")
      let start = isEscaped ? index + 1 : index
      if index == 0 || bytes[index - 1] != UInt8(ascii: "."), bytes[start..<end].starts(with: Array("eyJ".utf8)) {
        return start
      }
      index = end
    }
    return nil
  }

  private static func runEnd(
    _ bytes: [UInt8], from start: Int, to limit: Int, isSymbol: (UInt8) -> Bool = Self.isPart
  ) -> Int {
    bytes[start..<limit].firstIndex { !isSymbol($0) } ?? limit
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isBase64Symbol || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "=")
  }
}
