/// The decoded content of one input.
public struct DecodedInput: Sendable {
  /// The kinds of content.
  public enum Document: Sendable {
    /// An app receipt.
    case receipt(Receipt)
    /// An iOS 6 transaction receipt.
    case transactionReceipt(TransactionReceipt)
    /// Signed data of StoreKit 2 or of the App Store Server API.
    case jws(JSONWebSignature)
  }

  /// How the input was recognised and what was repaired.
  public let input: RecognizedInput
  /// The content. These are claims until ``authenticity`` proves them.
  public let document: Document
  /// The signer; `nil` from a decoder that does not verify. For signed data with ``signedParts``, the verdict is the
  /// weakest one among the whole and its parts.
  public let authenticity: Authenticity?
  /// The signed data inside the signed data.
  public let signedParts: [SignedPart]

  init(
    input: RecognizedInput, document: Document, authenticity: Authenticity?, signedParts: [SignedPart] = []
  ) {
    self.input = input
    self.document = document
    self.authenticity = authenticity
    self.signedParts = signedParts
  }

  /// The same content as an input of its own, without what was around it.
  package var alone: DecodedInput {
    DecodedInput(
      input: RecognizedInput(content: input.content), document: document, authenticity: authenticity,
      signedParts: signedParts)
  }

  /// The environment, in verifyReceipt's word; `nil` if the content does not name one.
  public var environment: String? {
    switch document {
    case .receipt(let receipt): receipt.environment?.rawValue
    case .transactionReceipt(let receipt): receipt.environment?.rawValue
    case .jws(let signature): signature.environment
    }
  }

  /// The parts of the input that were not read: other parts of the document, and signed data inside signed data at
  /// unknown places.
  public var unread: [UnreadPart] {
    guard case .jws(let signature) = document, JSONWrapper.mayHoldParts(signature.payload) else { return input.unread }
    let read = Set(signedParts.filter { $0.signature != nil }.map(\.pointer))
    return input.unread + JSONWrapper(signature.payload, isPayload: true).unread(except: read).below(input.pointer)
  }

  /// Whether the receipt may be believed, with the proof if there is one; `nil` from a decoder that does not verify.
  public var judgement: Judgement? {
    guard let authenticity else { return nil }
    return switch authenticity.verdict {
    case .authentic: .authentic(AuthenticReceipt(document: document, authenticity: authenticity))
    case .testSigned: .testSigned(TestSignedReceipt(document: document, authenticity: authenticity))
    case .untrustedChain, .wrongPurpose, .outsideValidity, .badSignature, .unsigned: .untrusted(authenticity)
    }
  }
}

extension DecodedInput {
  /// The octets that the signature covers, as they are in the input. They cannot change without breaking the signature.
  ///
  /// For an envelope this is the payload, without a second OCTET STRING around it; for an iOS 6 receipt, the version
  /// byte and the decoded `purchase-info`; for a JWS, its header and payload as they are in the text. `nil` for a bare
  /// payload, and for an iOS 6 receipt without a signature.
  ///
  /// The octets alone do not prove a signature: see ``authenticity``.
  package var signedContent: [UInt8]? {
    switch (document, input.content) {
    case (.receipt(let receipt), .signedData): receipt.payload
    case (.transactionReceipt(let receipt), _): receipt.signatureBlob?.first.map { [$0] + receipt.purchaseInfo }
    case (.jws(let signature), _):
      signature.text.lastIndex(of: UInt8(ascii: ".")).map { Array(signature.text[..<$0]) }
    default: nil
    }
  }
}
