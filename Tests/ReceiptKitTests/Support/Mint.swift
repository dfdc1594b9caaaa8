import ReceiptKit
import ReceiptMint

/// What the suites mint with. Keys are made once; 1024 bits are quick.
enum Mint {
  private static let shared = Result { () throws(MintError) in
    try TestAuthority(seed: "ReceiptKitTests", keySize: .bits1024)
  }

  static var authority: TestAuthority { get throws { try shared.get() } }

  static func anchor(_ certificate: TestCertificate) throws -> TrustAnchor {
    TrustAnchor(try Certificate(der: certificate.der))
  }

  /// A decoder that trusts these certificates beside Apple's roots.
  static func decoder(trusting certificates: TestCertificate...) throws -> InputDecoder {
    InputDecoder(authenticator: Authenticator(anchors: try certificates.map(anchor)))
  }

  /// A sound sandbox receipt of one purchase, still to be changed.
  static func envelope(_ options: ChainOptions = ChainOptions()) throws -> (SignedDataDescription, SigningChain) {
    let chain = try authority.chain(options)
    var receipt = ReceiptDescription.sandboxSample(options.era)
    receipt.inApp = [.subscriptionSample()]
    return (try EnvelopeMinter(chain).envelope(receipt), chain)
  }
}

extension DecodedInput {
  /// The receipt's claims; tests know what they put in.
  var claims: Receipt? {
    guard case .receipt(let receipt) = document else { return nil }
    return receipt
  }
}

extension Authenticity {
  var failedStep: Step.Name? { steps.first { $0.outcome == .failed }?.name }

  func outcome(_ name: Step.Name) -> Step.Outcome? { steps.first { $0.name == name }?.outcome }
}
