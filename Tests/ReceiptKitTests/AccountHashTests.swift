import ReceiptKit
import Testing

@Suite("Account hash")
struct AccountHashTests {
  @Test(
    "is SHA-256 with dashes",
    arguments: [
      // FIPS 180-2, appendix B.1, and the digest of nothing.
      ("abc", "ba7816bf-8f01cfea-414140de-5dae2223-b00361a3-96177a9c-b410ff61-f20015ad"),
      ("", "e3b0c442-98fc1c14-9afbf4c8-996fb924-27ae41e4-649b934c-a495991b-7852b855"),
    ])
  func known(_ name: String, _ expected: String) {
    #expect(Array(name.utf8).accountHash == expected)
  }
}
