/// The whole way from what was pasted to what it claims and who signed it.
///
/// It reads no clock, no file and no environment variable: everything that a verdict depends on is a property of it.
public struct InputDecoder: Sendable {
  /// Recognises the input and takes its wrappings off.
  public var recognizer: InputRecognizer
  /// Judges who signed.
  public var authenticator: Authenticator
  /// Whether anything is judged. Without, ``DecodedInput/authenticity`` is `nil`; envelopes have to be well formed all the same.
  public var verifies = true
  /// Judges certificates at this moment instead of the receipt's own date.
  public var judgingTime: Instant?
  /// How much ASN.1 is read.
  public var limits: ASN1Limits

  /// Makes a decoder that trusts Apple's pinned roots and the given anchors.
  public init(
    recognizer: InputRecognizer = InputRecognizer(), authenticator: Authenticator = Authenticator(),
    judgingTime: Instant? = nil, limits: ASN1Limits = ASN1Limits()
  ) {
    self.recognizer = recognizer
    self.authenticator = authenticator
    self.judgingTime = judgingTime
    self.limits = limits
  }

  /// Decodes one input.
  ///
  /// - Parameter bytes: what was pasted or read: any form that ``InputRecognizer`` knows.
  /// - Throws: a ``ReceiptError`` if it cannot be read as a receipt. A bad signature is no error, it is in the result.
  public func decode(_ bytes: [UInt8]) throws(ReceiptError) -> DecodedInput {
    try decode(try recognizer.recognize(bytes))
  }

  /// Decodes what was recognised already.
  ///
  /// - Throws: as ``decode(_:)-([UInt8])``, for what is inside the wrappings.
  func decode(_ input: RecognizedInput) throws(ReceiptError) -> DecodedInput {
    switch input.content {
    case .signedData(let encoded):
      let signed = try self.signedData(encoded, input)
      let receipt = try self.receipt(signed)
      let authenticity = judge {
        authenticator.authenticate(
          signed, judgedAt: judgedAt(receipt.creationDate?.instant, .receiptCreationDate))
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
      return DecodedInput(input: input, document: .jws(signature), authenticity: nil)
    }
  }

  private func judge(_ judgement: () -> Authenticity) -> Authenticity? { verifies ? judgement() : nil }

  /// Opens the envelope; says of broken ASN.1 in which layer its offset counts, and what usually breaks it.
  private func signedData(_ encoded: [UInt8], _ input: RecognizedInput) throws(ReceiptError) -> SignedData {
    do throws(ReceiptError) {
      return try SignedData(encoded, limits: limits)
    } catch {
      guard error.code == .invalidASN1 else { throw error }
      var explained = error
      if let layer = input.layers.last { explained.message += " (inside \(layer.rawValue))" }
      if explained.hint == nil {
        explained.hint =
          "characters were lost, added or changed on the way; copy it again from where it came from, in one piece"
      }
      throw explained
    }
  }

  private func receipt(_ signed: SignedData) throws(ReceiptError) -> Receipt {
    let receipt: Receipt
    do throws(ReceiptError) {
      receipt = try Receipt(payload: signed.payload)
    } catch {
      throw ForeignPayload.error(for: signed.payload, otherwise: error)
    }
    try ForeignPayload.refuseAppAttest(receipt, signed.certificates)
    return receipt
  }

  private func judgedAt(
    _ claimed: Instant?, _ source: Authenticity.JudgedAt.Source
  ) -> Authenticity.JudgedAt? {
    if let judgingTime { return Authenticity.JudgedAt(judgingTime, source: .override) }
    return claimed.map { Authenticity.JudgedAt($0, source: source) }
  }
}

/// What one input turned out to hold.
public struct DecodedInput: Sendable {
  /// The kinds of content.
  public enum Document: Sendable {
    /// An app receipt.
    case receipt(Receipt)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(TransactionReceipt)
    /// A StoreKit 2 signature object, taken apart and not verified.
    case jws(JSONWebSignature)
  }

  /// How it was recognised and what was mended.
  public let input: RecognizedInput
  /// What it holds; unverified claims.
  public let document: Document
  /// Who signed it; `nil` for what is not verified at all (a StoreKit 2 JWS).
  public let authenticity: Authenticity?

  /// Where it comes from, in verifyReceipt's word; `nil` if it does not say.
  public var environment: String? {
    switch document {
    case .receipt(let receipt): receipt.environment?.rawValue
    case .transactionReceipt(let receipt): receipt.environment?.rawValue
    case .jws(let signature): signature.payload["environment"]?.stringValue
    }
  }

  /// What else the input holds and was not read: other parts of the document around it, and signed data inside of signed data.
  public var unread: [UnreadPart] { unread(except: []) }

  /// The same without what somebody read at these places of a JWS's payload.
  func unread(except read: Set<String>) -> [UnreadPart] {
    guard case .jws(let signature) = document else { return input.unread }
    return input.unread
      + JSONWrapper(signature.payload).unread(except: read).map {
        UnreadPart($0.kind, at: input.pointer + $0.pointer, count: $0.count)
      }
  }

  /// The receipt as proven to be Apple's, or `nil` if it is not authentic.
  public var authenticReceipt: AuthenticReceipt? {
    guard case .receipt(let receipt) = document, let authenticity, authenticity.verdict == .authentic else {
      return nil
    }
    return AuthenticReceipt(receipt: receipt, authenticity: authenticity)
  }
}

/// A receipt that Apple signed. Only verification makes one: a function that must not be fooled takes this type.
public struct AuthenticReceipt: Sendable {
  /// The claims, which are now Apple's.
  public let receipt: Receipt
  /// The proof.
  public let authenticity: Authenticity

  fileprivate init(receipt: Receipt, authenticity: Authenticity) {
    self.receipt = receipt
    self.authenticity = authenticity
  }
}

extension DecodedInput {
  /// The octets that a signature is over, as the input has them: what cannot be varied while the signature holds. The payload of an
  /// envelope, without a second OCTET STRING around it; of an iOS 6 receipt the version byte and the decoded `purchase-info`. `nil`
  /// where there is no signature over octets of its own: a bare payload, a JWS, an iOS 6 receipt without one.
  ///
  /// That something is signed is not said by this: see ``authenticity``.
  public var signedContent: [UInt8]? {
    switch (document, input.content) {
    case (.receipt(let receipt), .signedData): receipt.payload
    case (.transactionReceipt(let receipt), _): receipt.signatureBlob?.first.map { [$0] + receipt.purchaseInfo }
    default: nil
    }
  }
}
