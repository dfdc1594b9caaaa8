import Foundation
import Testing

/// Python's cryptography.
private enum OtherVerifier {
  static let script = Package.root.appendingPathComponent("Tests/Fixtures/certificate_profiles.py").path
  static let missing: Comment = "Python's cryptography is not installed: Scripts/setup tests does it"
  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun =
    ProcessInfo.processInfo.environment["CI"] != nil
    || (try? Python.run(["-c", "import cryptography.x509.verification"]))?.status == 0
}

/// Chains of signed data that keep to RFC 5280 or break one of its rules, all under the user's own anchor. Python's
/// cryptography is the other judge: what it refuses is refused here.
@Suite("Certificate profile", .enabled(if: OtherVerifier.canRun, OtherVerifier.missing))
struct CertificateProfileTests {
  /// Good for both.
  private static let good = ["as Apple's", "any purpose", "intermediate: names that are not the signer's"]
  /// The rule is RFC 5280's, and cryptography does not apply it.
  private static let ours = [
    "signer: serial number 0", "intermediate: serial number 0", "signer: serial number of 21 octets",
    "intermediate: serial number of 21 octets", "intermediate: excludes the signer",
    "intermediate: permits others only",
    "intermediate: constraints that are not critical",
  ]
  /// What the failed step says, by a part of the chain's name.
  private static let words = [
    "version 1": "has version 1, where it has to be 3", "version 2": "has version 2,", "version 4": "has version 4,",
    "version 11": "has version 11,", "number 0": "has a serial number that is not positive",
    "number -1": "has a serial number that is not positive", "21 octets": "has a serial number of 21 octets",
    "long length": "is not in DER", "explicit default": "is not in DER", "GeneralizedTime": "is not in DER",
    "extension twice": "has the extension 1.2.840.113635.100.99.10 twice",
    "another purpose": "is for other purposes (extended key usage 1.3.6.1.5.5.7.3.1",
    "constraints": "has name constraints", "encrypts only": "does not allow signatures",
  ]

  private struct Chain: Decodable {
    let name: String
    let refusal: String?
    let jws: String
  }

  @Test("is the same as for Python's cryptography, or stricter, and each rule has its words")
  func compared() throws {
    let scratch = try Scratch()
    let made = try Python.run([
      "-W", "ignore", OtherVerifier.script, scratch.url.appendingPathComponent("root.pem").path,
    ])
    try #require(made.status == 0, "\(made.stderr)")
    let lines = made.stdout.split(separator: "\n")
    let chains = try lines.map { try JSONDecoder().decode(Chain.self, from: Data($0.utf8)) }
    #expect(chains.count >= 30)
    for chain in chains {
      let isGood = Self.good.contains(chain.name)
      #expect((chain.refusal == nil) == (isGood || Self.ours.contains(chain.name)), "\(chain.name)")
    }
    try scratch.file("lines", Array(made.stdout.utf8))
    let run = try ToolRun(
      ["decode", "--stream", "--field", "jws", "--trust-anchor", "root.pem", "lines"], directory: scratch.url)
    let documents = run.stdout.split(separator: "\n")
    try #require(documents.count == chains.count, "\(run.stderr)")
    for (chain, line) in zip(chains, documents) {
      let document = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let authenticity = try #require(document["authenticity"] as? [String: Any])
      let verdict = try #require(authenticity["verdict"] as? String)
      guard !Self.good.contains(chain.name) else {
        #expect(verdict == "test-signed", "\(chain.name)")
        continue
      }
      #expect(["untrusted-chain", "wrong-purpose"].contains(verdict), "\(chain.name): \(verdict)")
      let steps = try #require(authenticity["steps"] as? [[String: String]])
      let failed = steps.first { $0["outcome"] == "failed" }?["detail"] ?? ""
      for (part, words) in Self.words where chain.name.hasSuffix(part) {
        #expect(failed.contains(words), "\(chain.name): \(failed)")
      }
    }
  }
}
