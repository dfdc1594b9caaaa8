import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// Receipts to damage, and diagnosticians that take the test authority for Apple's.
enum DiagnosisSamples {
  private static let shared = Result { try TestAuthority(seed: "diagnosis tests") }

  static func chain(_ options: ChainOptions = ChainOptions()) throws -> SigningChain { try shared.get().chain(options) }

  static func authority() throws -> TestAuthority { try shared.get() }

  /// A good receipt whose base64 has plus signs, slashes and two equals signs, longer than 4,000 characters.
  static func sandbox() throws -> [UInt8] { try unchanged.get() }

  /// Made once: most tests damage the same receipt.
  private static let unchanged = Result { try sandbox { _ in } }

  static func sandbox(_ change: (inout ReceiptDescription) -> Void) throws -> [UInt8] {
    var description = ReceiptDescription.sandboxSample()
    description.inApp = (1...4).map { .subscriptionSample(transactionID: "200000000000000\($0)") }
    change(&description)
    for _ in 0..<3 {
      let minted = try EnvelopeMinter(try chain()).mint(description)
      if minted.bytes.count % 3 == 1 { return minted.bytes }
      description.applicationVersion? += "0"
    }
    throw MintError.invalidTime("no length leaves a remainder of 1")
  }

  /// The same from the App Store, without subscriptions.
  static func production() throws -> [UInt8] {
    try sandbox {
      $0.receiptType = "Production"
      $0.inApp = []
    }
  }

  /// Takes the test root for one of Apple's, so that the roads to 0, 21007 and 21008 can be walked.
  static func pinned(_ change: (inout Diagnostician) -> Void = { _ in }) throws -> Diagnostician {
    let anchor = TrustAnchor(try Certificate(der: try chain().root.der), origin: .pinned)
    var diagnostician = Diagnostician(decoder: InputDecoder(authenticator: Authenticator(anchors: [anchor])))
    change(&diagnostician)
    return diagnostician
  }
}

extension Diagnosis {
  /// `21002 21002`: what both servers would answer to the text as given.
  var givenStatuses: String { asGiven.production.title + " " + asGiven.sandbox.title }

  /// The same for the mended text; `-` if there is none.
  var mendedStatuses: String { mended.map { $0.production.title + " " + $0.sandbox.title } ?? "-" }
}
