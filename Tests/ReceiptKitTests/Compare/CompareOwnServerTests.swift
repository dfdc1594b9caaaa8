import ReceiptKit
import ReceiptMint
import Testing

/// A receipt beside what a server of one's own with the same trust anchors answers: the two are always at one.
@Suite("Comparison with the answer of a server of one's own")
struct CompareOwnServerTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  private func comparison(
    _ base64: String, _ decoder: InputDecoder, _ server: VerifyReceiptAnswer.Server = .sandbox
  ) throws -> Comparison {
    let answer = VerifyReceiptAnswerer(decoder: decoder).answer(receiptData: base64, server: server, at: Self.now)
    var writer = JSONWriter(layout: .compact)
    answer.write(to: &writer)
    return try Comparison(try decoder.decode(base64), with: VerifyReceiptResponse(writer.bytes), decoder: decoder)
  }

  @Test("an iOS 6 subscription that expired: 21006 agrees with a test authority's receipt", arguments: [2, 3, 4])
  func expiredTransaction(_ number: UInt8) throws {
    let version = try #require(TransactionVersion(rawValue: number))
    let chain = try Mint.authority.transactionChain(version)
    var description = TransactionDescription.sample
    description.environment = "Sandbox"
    if version == .four { description.purchaseInfo[.purchaseDateMS] = "1766774387000" }
    description.purchaseInfo[.expiresDate] = "\(Self.now.milliseconds)"
    let base64 = try chain.mint(description).base64
    let decoder = try Mint.decoder(trusting: chain.issuer, chain.root)
    let expired = try comparison(base64, decoder)
    #expect(expired.response.status.code == 21006 && expired.decoded.authenticity?.verdict == .testSigned)
    #expect(expired.status.outcome == .agrees && expired.verdict == .agrees, "\(expired.findings)")
    #expect(try comparison(base64, decoder, .production).status.outcome == .agrees)
  }

  @Test("Xcode's receipts, where Xcode's certificate is trusted, are answered for as the sandbox's")
  func xcode() throws {
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/xcode.pem"))
    let decoder = InputDecoder(authenticator: Authenticator(anchors: anchors))
    let base64 = String(decoding: try PackageFiles.read("TestReceipts/xcode.b64"), as: UTF8.self)
    let comparison = try comparison(base64, decoder)
    #expect(comparison.response.status.code == 0 && comparison.verdict == .agrees, "\(comparison.findings)")
    let field = try #require(comparison.fields.first { $0.pointer == "/environment" })
    #expect(field.local == .string("Xcode") && field.apple == .string("Sandbox") && field.isExpected)
    #expect(try self.comparison(base64, decoder, .production).status.outcome == .agrees)
    // Without the anchor nobody vouches for it, and such an answer is not Apple's.
    let stranger = try Comparison(try InputDecoder().decode(base64), with: comparison.response, decoder: InputDecoder())
    #expect(stranger.verdict == .differs)
  }

  @Test("every receipt of TestReceipts that the answer is about agrees with it")
  func vectors() throws {
    let decoder = try InputDecoder.ofVectors
    for file in ["sandbox-subscription.b64", "consumable.b64", "empty.b64", "production.b64", "bad-signature.b64"] {
      let base64 = String(decoding: try PackageFiles.read("TestReceipts/" + file), as: UTF8.self)
      for server in VerifyReceiptAnswer.Server.allCases {
        let comparison = try comparison(base64, decoder, server)
        #expect(comparison.status.outcome == .agrees, "\(file) \(server): \(comparison.status)")
        #expect(comparison.verdict != .differs, "\(file) \(server)")
      }
    }
  }
}
