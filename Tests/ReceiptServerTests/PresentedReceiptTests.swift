import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptServer

/// Receipts that are presented to the stand-in, without a server: what is refused, and how much is kept.
@Suite("Receipts presented to the stand-in")
struct PresentedReceiptTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("TestReceipts")

  private func decode(_ name: String) throws -> DecodedInput {
    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    }
    var decoder = InputDecoder()
    decoder.authenticator.anchors += try TrustAnchor.read(bytes("root.pem"))
    return try decoder.decode(try bytes(name))
  }

  private func standIn() throws -> StandIn {
    let authority = try TestAuthority(seed: "presented", keySize: .bits1024)
    let start = Instant(milliseconds: 1_900_000_000_000)
    return StandIn(
      StandInSettings(
        data: ScenarioData(emptyAt: start), decoder: InputDecoder(), authority: authority,
        key: try authority.serverAPIKey()))
  }

  @Test("of what is proven nothing is served that is odd, or says two things of one purchase")
  func vectors() throws {
    for (name, words) in [
      ("flaw-bad-purchase-date.b64", "date"), ("flaw-bad-number.b64", "odd"), ("odd-values.b64", "odd"),
      ("flaw-duplicate-attribute.b64", "odd"), ("duplicate-transaction.b64", "two things"),
      ("flaw-wrong-root.b64", "not proven"), ("bad-signature.b64", "not proven"), ("bare-payload.b64", "not proven"),
      ("empty.b64", "no purchase"),
    ] {
      let problem = #expect(throws: Problem.self, "\(name)") { try StandInReceipt(try decode(name)) }
      #expect(problem?.detail.contains(words) == true, "\(name): \(problem?.detail ?? "")")
    }
    for name in ["consumable.b64", "unknown-attribute.b64", "subscription-active.b64"] {
      let taken = try standIn().take(try StandInReceipt(try decode(name)))
      #expect(!taken.added.isEmpty && taken.changed.isEmpty && taken.known.isEmpty, "\(name)")
    }
  }

  @Test("a bounded number of purchases is kept; what is too much changes nothing")
  func bounded() throws {
    let standIn = try standIn()
    let receipt = try StandInReceipt(try decode("consumable.b64"))
    // The purchases and the app.
    let count = try self.standIn().take(receipt).added.count
    standIn.state.withLockedValue { $0.room = count }
    let problem = #expect(throws: Problem.self) { try standIn.take(receipt) }
    #expect(problem?.status == .contentTooLarge && standIn.data.customers.isEmpty && standIn.data.bundles.isEmpty)
    standIn.state.withLockedValue { $0.room = count + 1 }
    #expect(try standIn.take(receipt).added.count == count)
    // What is known needs no room.
    #expect(try standIn.take(receipt).known.count == count)
    #expect(standIn.data.customers.count == 1 && standIn.state.withLockedValue { $0.room } == 0)
  }
}
