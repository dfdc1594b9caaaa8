import ReceiptMint
import TestSupport
import Testing

/// The same seed gives the same bytes: on this machine twice, and on every machine by way of a pinned digest.
struct DeterminismTests {
  private func receipt(seed: String) throws -> MintedReceipt {
    let chain = try TestAuthority(seed: seed, keySize: .bits1024).chain()
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = [.subscriptionSample(), .subscriptionSample(transactionID: "2000000000000002")]
    return try EnvelopeMinter(chain).mint(receipt)
  }

  private func sha256(_ octets: [UInt8]) throws -> String {
    let outcome = try OpenSSLCommand.run(["dgst", "-sha256", "-r", "octets"], files: ["octets": octets])
    return String(outcome.text.prefix(64))
  }

  @Test func sameSeedSameBytes() throws {
    #expect(try receipt(seed: "one") == receipt(seed: "one"))
    #expect(try receipt(seed: "one").bytes != receipt(seed: "two").bytes)
    #expect(try receipt(seed: "one").payload == receipt(seed: "two").payload)
  }

  /// If one of these changes, every receipt that anyone has minted and kept changes with it.
  @Test func pinnedDigests() throws {
    let authority = try TestAuthority(seed: "pinned")
    let apple = try EnvelopeMinter(try authority.chain()).mint(.sandboxSample())
    #expect(try sha256(apple.bytes) == "a784cc72358944ac2fc2e6985f8cd595a60fb2833446f7793c4affdd3b05babd")
    let xcode = try EnvelopeMinter(xcode: try authority.xcodeCertificate()).mint(.xcodeSample)
    #expect(try sha256(xcode.bytes) == "c957a918a2e1d599e8145e368ba3def3f29b92e56b44516b0cf4d1a9be56ae45")
    let transaction = try authority.transactionChain(.two).mint(.sample)
    let text = try sha256(Array(transaction.base64.utf8))
    #expect(text == "06b57abb696736e2784560712bdd72d73a1cd4ff8729ce826b59bb3669eba9ee")
  }

  @Test func sharedAmongTasks() async throws {
    let authority = try TestAuthority(seed: "tasks", keySize: .bits1024)
    let signers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 { group.addTask { try authority.chain().signer.der } }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(signers.count == 1)
  }
}
