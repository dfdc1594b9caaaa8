import ReceiptKit
import ReceiptMint
import Testing

/// One way to make an envelope, and the judgement that DESIGN.md demands for it.
struct ForgeryCase: Sendable, CustomTestStringConvertible {
  let name: String
  let verdict: Authenticity.Verdict
  /// `nil` where nothing fails.
  let step: Authenticity.Step.Name?
  let make: @Sendable () throws -> (bytes: [UInt8], anchors: [TestCertificate])

  var testDescription: String { name }

  init(
    _ name: String, _ verdict: Authenticity.Verdict, _ step: Authenticity.Step.Name?,
    making make: @escaping @Sendable () throws -> (bytes: [UInt8], anchors: [TestCertificate])
  ) {
    self.name = name
    self.verdict = verdict
    self.step = step
    self.make = make
  }

  /// A sound sandbox receipt under these options, changed, and judged with its root as anchor.
  init(
    _ name: String, _ verdict: Authenticity.Verdict, _ step: Authenticity.Step.Name?,
    _ options: ChainOptions = ChainOptions(),
    change: @escaping @Sendable (inout SignedDataDescription, SigningChain) throws -> Void = { _, _ in }
  ) {
    self.init(name, verdict, step) {
      var (envelope, chain) = try Mint.envelope(options)
      try change(&envelope, chain)
      return (try envelope.mint().bytes, [chain.root])
    }
  }

  /// A sound sandbox receipt, taken apart and changed in ways that the mint does not know.
  init(
    raw name: String, _ verdict: Authenticity.Verdict, _ step: Authenticity.Step.Name?,
    change: @escaping @Sendable (inout RawEnvelope, SigningChain) throws -> Void
  ) {
    self.init(name, verdict, step) {
      let (envelope, chain) = try Mint.envelope()
      var raw = try RawEnvelope(try envelope.mint().bytes)
      try change(&raw, chain)
      return (raw.encoded, [chain.root])
    }
  }

  static func options(_ change: (inout ChainOptions) -> Void) -> ChainOptions {
    var options = ChainOptions()
    change(&options)
    return options
  }
}

@Suite("Forgeries and shapes")
struct ForgeryTests {
  @Test(
    "get the verdict and the failing step that they deserve",
    arguments: [
      ForgeryCase.shapes, ForgeryCase.signers, ForgeryCase.chains, ForgeryCase.times, ForgeryCase.algorithms,
      ForgeryCase.attributes,
    ].flatMap(\.self))
  func judged(_ forgery: ForgeryCase) throws {
    let (bytes, anchors) = try forgery.make()
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try anchors.map(Mint.anchor)))
    let decoded = try decoder.decode(bytes)
    let authenticity = try #require(decoded.authenticity)
    #expect(authenticity.verdict == forgery.verdict, "\(authenticity.reason)")
    #expect(authenticity.failedStep == forgery.step)
    #expect(decoded.judgement?.authenticReceipt == nil)
    #expect(!authenticity.reason.isEmpty)
    // In the order of the design, each once, and nothing is looked at after the step that failed.
    #expect(authenticity.steps.map(\.name) == Authenticity.Step.Name.allCases)
    let afterFailure = authenticity.steps.drop { $0.outcome != .failed }.dropFirst()
    #expect(afterFailure.allSatisfy { $0.outcome == .skipped })
    // Without the user's word nobody vouches for any of them.
    let verdict = try InputDecoder().decode(bytes).authenticity?.verdict
    #expect(verdict == (forgery.verdict == .unsigned ? .unsigned : .untrustedChain))
  }
}
