import ReceiptKit
import ReceiptMint

/// Receipts for the tests of the tool, minted once.
enum Minted {
  static let authority = Result { try TestAuthority(seed: "receipt-tool tests", keySize: .bits1024) }

  static func chain() throws -> SigningChain { try authority.get().chain() }

  /// A sandbox receipt with one subscription, in DER.
  static func receipt(_ change: (inout ReceiptDescription) -> Void = { _ in }) throws -> MintedReceipt {
    var description = ReceiptDescription.sandboxSample()
    description.inApp = [.subscriptionSample()]
    change(&description)
    return try EnvelopeMinter(try chain()).mint(description)
  }

  /// Signed data with this payload, which the certificates of ``signedAnchors()`` vouch for.
  static func signed(_ kind: SignedPayloadKind, _ payload: String) throws -> String {
    let options = TemplateOptions(creationDate: Instant(milliseconds: 1_766_772_000_000))
    var description = try SignedDataTemplate(kind, options: options).description(seed: "tests")
    description.payload = try JSONReader().read(Array(payload.utf8))
    return try minter.get().mint(description)
  }

  private static let minter = Result { try JWSMinter(authority.get(), signedAt: "2025-12-26T00:00:00Z") }

  static func signedAnchors() throws -> String { try minter.get().anchors.map(\.pem).joined() }

  /// The certificate that vouches for all of them.
  static func anchor() throws -> String { try chain().root.pem }
}
