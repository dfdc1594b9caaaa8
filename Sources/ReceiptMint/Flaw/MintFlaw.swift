/// One thing that can be wrong with a receipt, by name.
public struct MintFlaw: Sendable {
  /// Where the flaw is brought in.
  enum Change: Sendable {
    /// In what the receipt says, before it is signed.
    case description(@Sendable (inout ReceiptDescription) -> Void)
    /// In the certificates.
    case chain(@Sendable (inout ChainOptions, _ creationDate: String) -> Void)
    /// In the envelope, before it is signed.
    case envelope(@Sendable (inout SignedDataDescription, FlawMaterial) throws(MintError) -> Void)
    /// In the octets of the finished receipt.
    case octets(@Sendable (inout [UInt8]) -> Void)
  }

  /// What it is called.
  public let name: String
  /// What is wrong, in one sentence without a final full stop.
  public let summary: String
  /// What a correct verifier has to say of it.
  public let promise: FlawPromise
  /// Whether it is about a chain of three certificates, which Xcode's receipts do not have.
  public let needsChain: Bool
  /// Whether receipts of StoreKit testing in Xcode look so without any flaw.
  public let isUsualInXcode: Bool
  /// The flaw of an iOS 6 transaction receipt that is like it, if there is one.
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

  /// Every flaw: of the signature, of the certificates, of the envelope, of the contents.
  public static let all: [MintFlaw] = signatureFlaws + chainFlaws + envelopeFlaws + contentFlaws

  /// The flaw of this name, if there is one.
  public static func named(_ name: String) -> MintFlaw? { all.first { $0.name == name } }
}

/// What flaws of the envelope may need.
struct FlawMaterial: Sendable {
  /// The authority that mints the receipt.
  let authority: TestAuthority
  /// The chain that the receipt would have.
  let chain: SigningChain
  /// How the chain was made.
  let options: ChainOptions
}
