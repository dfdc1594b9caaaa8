import ReceiptMint
import Testing

/// Every shape that the mint writes, read by `openssl cms -verify`.
struct EnvelopeTests {
  private static func authority() throws -> TestAuthority {
    try TestAuthority(seed: "envelope tests", keySize: .bits1024)
  }

  @Test(arguments: Era.allCases) func acceptsTheShapeOfApple(era: Era) throws {
    let chain = try Self.authority().chain(ChainOptions(era))
    let receipt = try ReceiptMinter(chain).mint(.sandboxSample(era))
    let outcome = try OpenSSLCommand.verify(receipt, anchor: chain.root, at: era.sampleDate)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == receipt.payload)
  }
}
