/// Decodes an input from start to end: from the pasted bytes to the claims in them and the signer.
///
/// The decoder reads no clock, no file and no environment variable: its properties are all that affects a verdict.
public struct InputDecoder: Sendable {
  /// Recognises the input and removes its wrappings.
  public var recognizer: InputRecognizer
  /// Judges the signer.
  public var authenticator: Authenticator
  /// Whether to judge the signer at all. If false, ``DecodedInput/authenticity`` is `nil`; envelopes must still be well
  /// formed.
  public var verifies = true
  /// Judges certificates at this moment instead of the receipt's own date.
  public var judgingTime: Instant?
  /// The time of the check, at which certificates of signed data without a date are judged. If it is `nil`, such data
  /// is not proven. Certificates of receipts are never judged at this time.
  public var currentTime: Instant?
  /// The limits on the ASN.1 that is read.
  public var limits: ASN1Limits
  /// Is told of every content that is decoded, also by copies of this decoder. Tests count with it.
  package var observer: (@Sendable (RecognizedInput.Content) -> Void)?

  /// Makes a decoder that trusts Apple's pinned roots and the given anchors.
  public init(
    recognizer: InputRecognizer = InputRecognizer(), authenticator: Authenticator = Authenticator(),
    judgingTime: Instant? = nil, currentTime: Instant? = nil, limits: ASN1Limits = ASN1Limits()
  ) {
    self.recognizer = recognizer
    self.authenticator = authenticator
    self.judgingTime = judgingTime
    self.currentTime = currentTime
    self.limits = limits
  }

  /// Decodes one input.
  ///
  /// - Parameter bytes: what was pasted or read, in any form that ``InputRecognizer`` knows.
  /// - Throws: a ``ReceiptError`` if the bytes cannot be read as a receipt. A bad signature is a result, not an error.
  public func decode(_ bytes: [UInt8]) throws(ReceiptError) -> DecodedInput {
    try decode(try recognizer.recognize(bytes))
  }

  /// Decodes one input, without judging a cached chain of signed data again.
  package func decode(_ bytes: [UInt8], chains: JWSChains?) throws(ReceiptError) -> DecodedInput {
    if let chains, bytes.count <= recognizer.maximumBytes, let signature = chains.read(bytes) {
      return try decode(RecognizedInput(content: .jws(signature)), chains: chains)
    }
    return try decode(try recognizer.recognize(bytes), chains: chains)
  }

  /// Decodes an input that has already been recognised.
  ///
  /// - Throws: the same as ``decode(_:)-([UInt8])``, for the content inside the wrappings.
  package func decode(_ input: RecognizedInput, chains: JWSChains? = nil) throws(ReceiptError) -> DecodedInput {
    observer?(input.content)
    switch input.content {
    case .signedData(let encoded):
      let envelope = try decodeEnvelope(encoded, input)
      let receipt = try decodeReceipt(envelope)
      let authenticity = judge {
        authenticator.authenticate(
          envelope, judgedAt: judgedAt(receipt.creationDate?.instant, .receiptCreationDate))
      }
      return DecodedInput(input: input, document: .receipt(receipt), authenticity: authenticity)
    case .payload(let payload):
      return DecodedInput(
        input: input, document: .receipt(try Receipt(payload: payload)),
        authenticity: judge { .unsigned("this is a bare payload: no envelope, no signature") })
    case .transactionReceipt(let text):
      let receipt = try TransactionReceipt(text)
      let authenticity = judge {
        authenticator.authenticate(receipt, judgedAt: judgedAt(receipt.purchaseInstant, .purchaseDate))
      }
      return DecodedInput(input: input, document: .transactionReceipt(receipt), authenticity: authenticity)
    case .jws(let signature):
      let parts = decodeParts(of: signature, chains: chains)
      let authenticity = judge {
        Self.weakest(authenticator.authenticate(signature, judgedAt: judgedAt(signature), chains: chains), parts)
      }
      return DecodedInput(input: input, document: .jws(signature), authenticity: authenticity, signedParts: parts)
    }
  }

  /// Whether judging signed data needs no verification of a chain, because the chains of all its signatures are cached.
  package func knowsChains(of decoded: DecodedInput, in chains: JWSChains) -> Bool {
    guard case .jws(let signature) = decoded.document else { return false }
    let all = [signature] + decoded.signedParts.compactMap(\.signature)
    // A part with an empty payload has no date, and is judged at the date of the whole.
    return all.allSatisfy { chains.knows($0, judgedAt: judgedAt($0.payloadIsNull ? signature : $0)) }
  }

  private func judge(_ judgement: () -> Authenticity) -> Authenticity? { verifies ? judgement() : nil }

  /// Decodes the envelope. Errors for broken ASN.1 name the layer of their offset and the usual cause of the damage.
  private func decodeEnvelope(_ encoded: [UInt8], _ input: RecognizedInput) throws(ReceiptError) -> SignedData {
    do throws(ReceiptError) {
      if let plain = SignedData(plain: encoded, limits: limits, read: authenticator.certificates) { return plain }
      return try SignedData(encoded, limits: limits)
    } catch {
      guard error.code == .invalidASN1 else { throw error }
      var explained = error
      explained.addPlace(input.layers.suffix(1))
      if explained.hint == nil {
        explained.hint =
          "characters were lost, added or changed on the way; copy it again from where it came from, in one piece"
      }
      throw explained
    }
  }

  private func decodeReceipt(_ envelope: SignedData) throws(ReceiptError) -> Receipt {
    let receipt: Receipt
    do throws(ReceiptError) {
      receipt = try Receipt(payload: envelope.payload)
    } catch {
      throw ReceiptError.foreignPayload(envelope.payload) ?? error
    }
    try receipt.refuseAppAttest(envelope.certificates)
    return receipt
  }

  /// When the certificates of signed data are judged: at its own date, or without one at the time of the check. `nil`
  /// if neither is known.
  func judgedAt(_ signature: JSONWebSignature) -> Authenticity.JudgedAt? {
    guard let claimed = signature.claimedDate else { return judgedAt(currentTime, .now) }
    return judgedAt(claimed.instant, claimed.source)
  }

  /// The moment from this source, unless ``judgingTime`` replaces it; `nil` without either.
  private func judgedAt(
    _ claimed: Instant?, _ source: Authenticity.JudgedAt.Source
  ) -> Authenticity.JudgedAt? {
    if let judgingTime { return Authenticity.JudgedAt(judgingTime, source: .override) }
    return claimed.map { Authenticity.JudgedAt($0, source: source) }
  }
}
