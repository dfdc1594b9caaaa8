/// The fast path from an input to its line, for nearly every input of a stream: canonical base64 or DER, an envelope of
/// Apple's shape with a cached chain, and a canonical payload.
///
///     base64 ─▶ EnvelopeLayout ─▶ ChainCache ─▶ CanonicalReader ─▶ one digest, one RSA operation ─▶ RowTemplate
///
/// Every step may reject the input. Nothing is then written, and the general path (``InputDecoder``,
/// ``DecodeDocument``) is taken, which defines the result. The fast path never accepts an input that the general path
/// rejects, and its output never differs: tests compare both.
struct FastPath {
  private let decoder: InputDecoder
  /// Whether the decoder's limits are so high that no envelope with a cached chain reaches them.
  private let isAvailable: Bool
  private let frame: DocumentFrame
  /// The text of the moment at which all certificates are judged, if that is not each receipt's own date.
  private let judgingText: [UInt8]?
  /// Chains that hold. The values are `nil` if nothing is verified: then the cache only says that OpenSSL can read the
  /// certificates.
  private var chains = ChainCache<CachedChain?>()
  /// Chains that do not hold. They have their own space, so that no number of them replaces a chain that holds.
  private var refused = ChainCache<CachedChain?>()
  /// Good chains that were seen only with a wrong signature. Anyone can copy Apple's certificates.
  private var forged = ChainCache<CachedChain?>()
  private var receiptReader = CanonicalReader(Receipt.table)
  /// Space for the values of one purchase.
  private var purchaseSlots = AttributeSlots(rows: InAppPurchase.table.rows.count)
  private let writer = CanonicalReceiptWriter()
  /// Reused memory for decoded base64.
  private var decoded: [UInt8] = []
  /// The verdict on the last input.
  private(set) var verdict: Authenticity.Verdict?

  /// The size of the largest input that is tried, and that of the largest buffer that is kept for the next one.
  private static let maximumOctets = 1 << 27
  private static let maximumKeptOctets = 1 << 20
  /// The row of attribute 0, which determines the environment.
  private static let receiptType = Receipt.table.row(0)?.index ?? 0
  /// The row of attribute 12, the date at which certificates are judged.
  private static let creationDate = Receipt.table.row(12)?.index ?? 0
  /// The row of attribute 6, which distinguishes an App Attest receipt from an app receipt.
  private static let appAttest = Receipt.table.row(6)?.index ?? 0

  init(_ decoder: InputDecoder) {
    self.decoder = decoder
    isAvailable = decoder.limits.allowPlainEnvelopes
    frame = DocumentFrame(verifies: decoder.verifies)
    judgingText = decoder.judgingTime.map { Array($0.rfc3339.utf8) }
  }

  // MARK: - Lines

  /// Appends the line for an input and notes its ``verdict``.
  ///
  /// - Returns: whether the line was appended. If not, the output is unchanged.
  mutating func appendDocument(of input: RawSpan, head: DocumentHead, to output: inout OutputBuffer) -> Bool {
    if isDER(input) { return appendLine(input, isBase64: false, head, to: &output) }
    guard isText(input) else { return false }
    // The bytes are moved out of the property, because they are read while other properties change.
    var bytes: [UInt8] = []
    swap(&bytes, &decoded)
    defer { giveBack(&bytes) }
    guard let count = Base64.decodeCanonical(input, into: &bytes) else { return false }
    return appendLine(bytes.span.bytes.extracting(..<count), isBase64: true, head, to: &output)
  }

  private mutating func appendLine(
    _ bytes: RawSpan, isBase64: Bool, _ head: DocumentHead, to output: inout OutputBuffer
  ) -> Bool {
    guard isAvailable, let envelope = EnvelopeLayout(bytes), let known = find(envelope, in: bytes) else { return false }
    var budget = Receipt.maximumAttributes
    guard receiptReader.read(bytes, envelope.payload, budget: &budget), !Self.mayBeAppAttest(receiptReader.slots) else {
      return false
    }
    let start = output.count
    if let known {
      guard let date = receiptReader.slots[Self.creationDate] else { return false }
      let judgedAt = decoder.judgingTime ?? Instant(milliseconds: date.number)
      guard let chain = judgingChain(known, envelope, in: bytes, at: judgedAt), let printed = chain.printed else {
        return false
      }
      frame.appendStart(to: &output, head, isBase64: isBase64)
      if let judgingText {
        printed.append(to: &output, time: judgingText.span.bytes)
      } else {
        printed.append(to: &output, time: bytes.extracting(date.start..<(date.start + date.count)))
      }
      verdict = chain.verdict
    } else {
      frame.appendStart(to: &output, head, isBase64: isBase64)
      verdict = nil
    }
    frame.appendEnvironment(receiptReader.slots[Self.receiptType], in: bytes, to: &output)
    guard
      writer.append(
        receiptReader.slots, receiptReader.purchases, &purchaseSlots, budget: budget, in: bytes, to: &output)
    else {
      output.truncate(to: start)
      return false
    }
    frame.appendEnd(to: &output)
    return true
  }

  /// Finds the cached chain of an envelope, and prefers one that holds.
  ///
  /// - Returns: the outer `nil` if no chain is cached for the envelope, the inner `nil` if nothing is verified.
  private mutating func find(_ envelope: EnvelopeLayout, in bytes: RawSpan) -> CachedChain?? {
    chains.find(envelope, in: bytes) ?? forged.find(envelope, in: bytes) ?? refused.find(envelope, in: bytes)
  }

  /// The cached chain whose judgement is that of an envelope at a moment; `nil` if every step must be taken.
  ///
  /// - Parameter known: the chain of the envelope that was found first.
  private mutating func judgingChain(
    _ known: CachedChain, _ envelope: EnvelopeLayout, in bytes: RawSpan, at judgedAt: Instant
  ) -> CachedChain? {
    guard known.applies(at: judgedAt) else {
      // A good chain, at a moment at which it was not valid.
      guard known.holds || known.isForged, let chain = refused.find(envelope, in: bytes) ?? nil,
        chain.applies(at: judgedAt)
      else { return nil }
      return chain
    }
    // Without a good chain, no signature is verified.
    guard known.holds || known.isForged else { return known }
    // The signature is right. Behind a chain that is cached only as forged, the general path decides.
    if known.verifies(envelope, in: bytes) { return known.holds ? known : nil }
    // The signature is wrong.
    if known.isForged { return known }
    guard let chain = forged.find(envelope, in: bytes) ?? nil, chain.applies(at: judgedAt) else { return nil }
    return chain
  }

  /// Whether ``Receipt/refuseAppAttest(_:)`` must be called: attribute 6 is as long as one of its words, with or
  /// without a header. In app receipts it is longer.
  private static func mayBeAppAttest(_ slots: borrowing AttributeSlots) -> Bool {
    guard let slot = slots[appAttest] else { return false }
    return (6...9).contains(slot.count)
  }

  // MARK: - Values

  /// Decodes an input with a cached chain to values; `nil` if the general path must be taken.
  mutating func decode(_ input: RawSpan) -> DecodedInput? {
    withEnvelope(input) { fastPath, bytes, envelope, layers in
      guard let known = fastPath.find(envelope, in: bytes),
        let receipt = try? Receipt(payload: bytes.octets(envelope.payload))
      else { return nil }
      // The names in the certificates were already checked when the chain was cached.
      guard (try? receipt.refuseAppAttest([])) != nil else { return nil }
      var authenticity: Authenticity?
      if let known {
        guard let judgedAt = fastPath.decoder.judgingTime ?? receipt.creationDate?.instant,
          let chain = fastPath.judgingChain(known, envelope, in: bytes, at: judgedAt)
        else { return nil }
        authenticity = chain.authenticity(judgedAt: judgedAt)
      }
      return DecodedInput(
        input: RecognizedInput(content: .signedData(bytes.octets(0..<bytes.byteCount)), layers: layers),
        document: .receipt(receipt), authenticity: authenticity)
    }
  }

  /// Caches the chain of an input that took the general path, if its chain was judged.
  mutating func learn(_ input: RawSpan, _ decoded: DecodedInput) {
    guard case .receipt = decoded.document, decoded.input.repairs.isEmpty else { return }
    let chain: CachedChain?
    if decoder.verifies {
      guard let cached = decoded.authenticity.flatMap({ CachedChain($0, .rsa) }) else { return }
      chain = cached
    } else {
      chain = nil
    }
    withEnvelope(input) { (fastPath, bytes, envelope, layers) -> Void? in
      guard layers == decoded.input.layers, let key = ChainKey(envelope, in: bytes) else { return nil }
      // `chain` is nil if nothing is verified.
      if chain?.holds ?? true {
        fastPath.chains.learn(key, chain, envelope, in: bytes)
      } else if chain?.isForged == true {
        fastPath.forged.learn(key, chain, envelope, in: bytes)
      } else {
        fastPath.refused.learn(key, chain, envelope, in: bytes)
      }
      return nil
    }
  }

  // MARK: - Inputs

  /// Runs `body` with the octets of an input, their layout and the layers around them; `nil` for an input that the fast
  /// path does not read.
  @discardableResult
  private mutating func withEnvelope<Result>(
    _ input: RawSpan, _ body: (inout FastPath, RawSpan, EnvelopeLayout, [InputLayer]) -> Result?
  ) -> Result? {
    guard isAvailable else { return nil }
    if isDER(input) {
      guard let envelope = EnvelopeLayout(input) else { return nil }
      return body(&self, input, envelope, [])
    }
    guard isText(input) else { return nil }
    var bytes: [UInt8] = []
    swap(&bytes, &decoded)
    defer { giveBack(&bytes) }
    guard let count = Base64.decodeCanonical(input, into: &bytes) else { return nil }
    let span = bytes.span.bytes.extracting(..<count)
    guard let envelope = EnvelopeLayout(span) else { return nil }
    return body(&self, span, envelope, [.base64])
  }

  /// Keeps the memory for the next input, unless this input was unusually large.
  private mutating func giveBack(_ bytes: inout [UInt8]) {
    if bytes.count <= Self.maximumKeptOctets { swap(&bytes, &decoded) }
  }

  private func isSmallEnough(_ input: RawSpan) -> Bool {
    input.byteCount <= min(decoder.recognizer.maximumBytes, Self.maximumOctets)
  }

  /// Whether an input begins like an envelope in DER.
  private func isDER(_ input: RawSpan) -> Bool {
    isSmallEnough(input) && input.byteCount > 2 && input.byte(0) == DERTag.sequence && input.byte(1) > 0x80
  }

  /// Whether an input begins like an envelope in base64, and is too long for any format that is tried before base64.
  private func isText(_ input: RawSpan) -> Bool {
    isSmallEnough(input) && input.byteCount > 512 && input.byte(0) == UInt8(ascii: "M")
      && input.byte(1) == UInt8(ascii: "I")
  }
}
