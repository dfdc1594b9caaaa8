import ReceiptAnalysis

/// One possible fault of a receipt, by name.
package struct MintFlaw: Sendable {
  /// The place of the flaw.
  enum Change: Sendable {
    /// Changes the content of the receipt before it is signed.
    case description(@Sendable (inout ReceiptDescription) -> Void)
    /// Changes the certificates.
    case chain(@Sendable (inout ChainOptions, _ creationDate: String) -> Void)
    /// Changes the envelope before it is signed.
    case envelope(@Sendable (inout SignedDataDescription, FlawMaterial) throws(MintError) -> Void)
    /// Changes every signer before it signs the content.
    case signers(@Sendable (inout SignerDescription, _ content: [UInt8], FlawMaterial) throws(MintError) -> Void)
    /// Changes the octets of the finished receipt.
    case octets(@Sendable (inout [UInt8]) -> Void)
  }

  /// The name of the flaw.
  package let name: String
  /// The fault, in one sentence without a final full stop.
  package let summary: String
  /// The required result of a correct verifier.
  package let promise: FlawPromise
  /// Whether the flaw needs a chain of three certificates, which Xcode's receipts do not have.
  package let needsChain: Bool
  /// Whether receipts of StoreKit testing in Xcode look like this without any flaw.
  package let isUsualInXcode: Bool
  /// The corresponding flaw of an iOS 6 transaction receipt, if any.
  let ofTransaction: SignerDescription.Flaw?
  let change: Change

  init(
    _ name: String, _ summary: String, _ promise: FlawPromise, needsChain: Bool = false,
    isUsualInXcode: Bool = false, ofTransaction: SignerDescription.Flaw? = nil, _ change: Change
  ) {
    self.name = name
    self.summary = summary
    self.promise = promise
    self.needsChain = needsChain
    self.isUsualInXcode = isUsualInXcode
    self.ofTransaction = ofTransaction
    self.change = change
  }

  /// All flaws: of the signature, the certificates, the envelope and the content.
  package static let all: [MintFlaw] = signatureFlaws + chainFlaws + envelopeFlaws + contentFlaws

  /// The flaw of this name, or `nil` if unknown.
  package static func named(_ name: String) -> MintFlaw? { all.first { $0.name == name } }
}

/// Input for flaws of an envelope or a JWS.
struct FlawMaterial: Sendable {
  /// The authority that signs.
  let authority: TestAuthority
  /// The chain that the receipt or the signed data would have.
  let chain: SigningChain
  /// The options of the chain.
  let options: ChainOptions

  /// A sound JWS.
  func sign(_ payload: JSONValue) throws(MintError) -> String { try JWSSigner(chain).sign(payload) }
}
