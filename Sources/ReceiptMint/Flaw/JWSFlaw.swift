import ReceiptAnalysis

/// A named fault that a verifier must detect.
package protocol NamedFlaw: Sendable {
  /// The name of the flaw.
  var name: String { get }
  /// The fault, in one sentence without a final full stop.
  var summary: String { get }
  /// The required result of a correct verifier.
  var promise: FlawPromise { get }
}

extension MintFlaw: NamedFlaw {}

/// One possible fault of signed data, by name. A flaw with the name of a flaw of receipts is the same fault.
package struct JWSFlaw: NamedFlaw {
  /// The name of the flaw.
  package let name: String
  /// The fault, in one sentence without a final full stop.
  package let summary: String
  /// The required result of a correct verifier.
  package let promise: FlawPromise
  /// Whether the flaw needs a chain of three certificates, which Xcode's signed data does not have.
  package var needsChain = false
  /// Whether the flaw needs signed data within, which only notifications have.
  package var needsContents = false

  /// Changes the certificates.
  var chain: (@Sendable (inout ChainOptions, _ signedDate: String) -> Void)?
  /// Changes the payload before anything in it is signed.
  var payload: (@Sendable (inout JSONValue, FlawMaterial) throws(MintError) -> Void)?
  /// Changes the octets of the payload before they are signed.
  var octets: (@Sendable (inout [UInt8]) -> Void)?
  /// Changes the header before it is signed.
  var header: (@Sendable (inout JWSHeader, FlawMaterial) throws(MintError) -> Void)?
  /// Changes the octets of the signature; `input` is the signed text.
  var signature: (@Sendable (inout [UInt8], _ input: [UInt8], FlawMaterial) throws(MintError) -> Void)?
  /// Changes header and payload after they were signed.
  var afterSigning: (@Sendable (_ header: inout [UInt8], _ payload: inout [UInt8]) -> Void)?
  /// Changes the parts of the finished text.
  var parts: (@Sendable (inout [String]) -> Void)?

  init(_ name: String, _ summary: String, _ promise: FlawPromise) {
    self.name = name
    self.summary = summary
    self.promise = promise
  }

  /// The flaw of signed data that corresponds to a flaw of receipts, if that is in the certificates.
  init?(_ flaw: MintFlaw) {
    guard case .chain(let change) = flaw.change else { return nil }
    self.init(flaw.name, flaw.summary, flaw.promise)
    needsChain = true
    chain = change
  }

  func inHeader(_ change: @escaping @Sendable (inout JWSHeader, FlawMaterial) throws(MintError) -> Void) -> JWSFlaw {
    var flaw = self
    flaw.header = change
    return flaw
  }

  func inSignature(
    _ change: @escaping @Sendable (inout [UInt8], _ input: [UInt8], FlawMaterial) throws(MintError) -> Void
  ) -> JWSFlaw {
    var flaw = self
    flaw.signature = change
    return flaw
  }

  func afterwards(_ change: @escaping @Sendable (inout [UInt8], inout [UInt8]) -> Void) -> JWSFlaw {
    var flaw = self
    flaw.afterSigning = change
    return flaw
  }

  func inOctets(_ change: @escaping @Sendable (inout [UInt8]) -> Void) -> JWSFlaw {
    var flaw = self
    flaw.octets = change
    return flaw
  }

  func inPayload(_ change: @escaping @Sendable (inout JSONValue, FlawMaterial) throws(MintError) -> Void) -> JWSFlaw {
    var flaw = self
    flaw.payload = change
    return flaw
  }

  func inParts(_ change: @escaping @Sendable (inout [String]) -> Void) -> JWSFlaw {
    var flaw = self
    flaw.parts = change
    return flaw
  }

  /// The same flaw, for a chain of three certificates only.
  func ofChain() -> JWSFlaw {
    var flaw = self
    flaw.needsChain = true
    return flaw
  }

  /// All flaws: of the signature, the algorithm, the certificates, the text and the content.
  package static let all: [JWSFlaw] =
    signatureFlaws + algorithmFlaws + MintFlaw.chainFlaws.compactMap { JWSFlaw($0) } + certificateFlaws + textFlaws
    + contentFlaws

  /// The flaw of this name, or `nil` if unknown.
  package static func named(_ name: String) -> JWSFlaw? { all.first { $0.name == name } }
}
