import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// No receipt in an envelope is Apple's under a key that can be broken: 2048 bits and the exponent 65537 are what Apple
/// uses.
@Suite("Weak keys")
struct KeyStrengthTests {
  /// Made with `openssl req -x509 -newkey rsa:2048 -pkeyopt rsa_keygen_pubexp:3`.
  private static let exponentThree = """
    MIIDGzCCAgOgAwIBAgIUJMrQG43e+T3R4PbRGDJR77fSWbIwDQYJKoZIhvcNAQELBQAwHjEcMBoGA1UEAwwTVEVTVCBleHBvbmVudCB0aHJlZT
    AeFw0yNjExMjIwMzE4MTdaFw0zNjExMTkwMzE4MTdaMB4xHDAaBgNVBAMME1RFU1QgZXhwb25lbnQgdGhyZWUwggEgMA0GCSqGSIb3DQEBAQUA
    A4IBDQAwggEIAoIBAQDKwe9MY47T/9SLOAItn96DOPCLHxmgi96pKo8XOPXLumbF3LDC27qifPptbuAibjdVz5xrcBdK6gy6JN69JceCeV5BgG
    iLU6N0+Udxw1gWQiRM0U72u07PIjhhJZt+bmtEJJJjtcwuDpZ+eIz0AHqZwPO9JhOcRyEQQH1r/fy5LbbHYNXHSWblWsJOAwC/W+d1lc9og6R1
    WAWzRe0ahWd5FwTFGaQvL+ktxQny3Gn4kfnOXZHDlsptdCppWJhpqBMJ3F//svneQhAx5eF48TrtXXZQy+BjWLfuZbgDp6phuTHVkjZnjqCI2I
    EVhmgHAsSCOXk5EvcRdVhKMkBIzMbJAgEDo1MwUTAdBgNVHQ4EFgQUOk7zaZkU3OPAKPPyqxeG9/CsDMwwHwYDVR0jBBgwFoAUOk7zaZkU3OPA
    KPPyqxeG9/CsDMwwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAUf69Za5mUIpFxcWfKppgbcNMVTbkVH4Fyhr8OhgrHz/YIv
    GyVEoYpedz01xmElRAtZ7FC354lZziMdWzvPB7vt9sF6QICldUUEnf22svnnqL3NDzjzp+u1cjEtUuuR6pLVlaJeCWHqOKw/d+VdNWwUy04zdv
    5fH90WJSc2LYsSI/U/GZIc8VjJkjBXfIjuOV+FY6yQSM7rAovjqAeRSTMchpPhbMOTW5N8L/MzfOLJRCSE147Z02lnRjrL2kNBfgth71HN08iF
    I8htI/JUQYVNzft2yzkn6YRwgF0VWhcDdLXixD+1G/HIqZBrmp9UxXeFoKxH3do8gE1nUVYEqaEQ==
    """
  /// Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256`.
  private static let elliptic = """
    MIIBeDCCAR+gAwIBAgIUDtScIT0fjKcgdlAca9UiFesyR8owCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHVEVTVCBFQzAeFw0yNjExMjIwMzE4MT
    haFw0zNjExMTkwMzE4MThaMBIxEDAOBgNVBAMMB1RFU1QgRUMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASrZfZqQedXxjc8EvSGl9iY3Ng1
    OHe/5KlxmlB+0PUPAvaBkczfkclgZJQEGiRZNOFZVoAiQ53xAFqD60OZXH1Oo1MwUTAdBgNVHQ4EFgQUZU87fCmcbzxZeBWBQVH3Eqc/vDgwHw
    YDVR0jBBgwFoAUZU87fCmcbzxZeBWBQVH3Eqc/vDgwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBvfPmB0JTS4SHANrd71IT6
    CavyPrBT9ImVsjbvJTTv5AIgCr+yuJbNN+R0yqSDGk0pWUTEqoMwzm2zf3ZxZb1C4nU=
    """

  private func certificate(_ text: String) throws -> Certificate {
    try Certificate(der: Base64.decodeRepairing(Array(text.utf8), 0..<text.utf8.count).bytes)
  }

  private func judge(_ chain: SigningChain, _ origin: TrustAnchor.Origin) throws -> Authenticity {
    let anchor = TrustAnchor(try Certificate(der: chain.root.der), origin: origin)
    let receipt = try EnvelopeMinter(chain).mint(ReceiptDescription.sandboxSample()).bytes
    let decoder = InputDecoder(authenticator: Authenticator(anchors: [anchor]))
    let authenticity = try #require(try decoder.decode(receipt).authenticity)
    // A worker remembers what it verified, and says the same of the next one.
    let worker = ReceiptWorker(decoder)
    for _ in 0..<3 {
      let again = try worker.decode(receipt).authenticity
      #expect(again?.verdict == authenticity.verdict && again?.reason == authenticity.reason)
      #expect(again?.steps == authenticity.steps)
    }
    return authenticity
  }

  @Test("under a pinned root they prove nothing; under an anchor of the user's they are named")
  func shortKeys() throws {
    let chain = try Mint.authority.chain()
    let weak =
      "the RSA key of \(try Certificate(der: chain.signer.der).displayName) has 1,024 bits, and 2,048 are the least"
    let pinned = try judge(chain, .pinned)
    #expect(pinned.verdict == .untrustedChain && pinned.failedStep == .chain && pinned.reason.description == weak)
    let given = try judge(chain, .user)
    #expect(given.verdict == .testSigned && given.reason.hasSuffix("not by Apple; weak: \(weak)"))
    #expect(given.steps.first { $0.name == .chain }?.detail.hasSuffix("; weak: \(weak)") == true)
  }

  @Test("2048 bits are enough, under either")
  func longKeys() throws {
    let chain = try DiagnosisSamples.chain()
    #expect(try judge(chain, .pinned).verdict == .authentic)
    let given = try judge(chain, .user)
    #expect(given.verdict == .testSigned && !given.reason.contains("weak"))
  }

  @Test("the exponent counts, too; keys of other kinds are not judged by it")
  func exponents() throws {
    #expect(
      try certificate(Self.exponentThree).weakness?.description
        == "the RSA key of TEST exponent three has the exponent 3, and 65,537 is the least")
    #expect(try certificate(Self.elliptic).weakness == nil)
  }
}
