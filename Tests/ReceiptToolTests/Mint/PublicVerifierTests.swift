import Foundation
import ReceiptMint
import Testing

/// Verifiers that nobody here wrote read what is minted, and object to what is wrong with it:
/// `apple-purchase-receipt-verifier`, which is given the test root, and Apple's own `app-store-server-library`, which
/// takes receipts apart without verifying them.
@Suite("Public verifiers", .enabled(if: PublicVerifiers.canRun, PublicVerifiers.missing))
struct PublicVerifierTests {
  private struct Answer: Decodable {
    let name: String
    let reason: String?
    let reason_without_root: String?
    let bundle_id: String?
    let transaction_id: String?
  }

  /// What the verifier calls each of our verdicts. What it cannot find the signer of, it calls malformed.
  private func reasons(_ promise: FlawPromise) -> Set<String?> {
    if promise.error != nil { return ["MALFORMED", "UNREADABLE_PAYLOAD"] }
    switch promise.authenticity {
    case "test-signed": return [nil]
    case "bad-signature": return ["INVALID_SIGNATURE"]
    case "untrusted-chain": return promise.failedStep == "chain" ? ["UNTRUSTED_CHAIN"] : ["MALFORMED"]
    case "wrong-purpose": return ["INVALID_CERTIFICATE_PURPOSE"]
    case "outside-validity": return ["INVALID_CERTIFICATE"]
    case "unsigned": return ["MALFORMED"]
    default: return []
    }
  }

  @Test("accept every template under the test root and nothing without it, and name every flaw as we do")
  func vectors() throws {
    let run = try PublicVerifiers.run([
      PublicVerifiers.script.path, Package.vectors.path,
    ])
    try #require(run.status == 0, "\(run.stderr)")
    let answers = try run.stdout.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
    #expect(answers.count >= ReceiptTemplate.allCases.count - 1 + MintFlaw.all.count)
    for answer in answers {
      #expect(answer.reason_without_root != nil, "\(answer.name)")
      if answer.name.hasPrefix("flaw-") {
        let flaw = try #require(MintFlaw.named(String(answer.name.dropFirst(5))))
        // A receipt without a date that there is, it judges by the clock; the date of another form is no fault to it.
        if flaw.name == "bad-date" { continue }
        #expect(reasons(flaw.promise).contains(answer.reason), "\(answer.name): \(answer.reason ?? "accepted")")
      } else if answer.name != "template-legacy" {
        #expect(answer.reason == nil, "\(answer.name)")
        #expect(answer.bundle_id == "com.example.reader", "\(answer.name)")
      }
    }
  }

  @Test("Apple's library finds the transactions that were minted")
  func transactions() throws {
    let run = try PublicVerifiers.run([PublicVerifiers.script.path, Package.vectors.path])
    var found = 0
    for line in run.stdout.split(separator: "\n") {
      let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      guard answer.name.hasPrefix("template-"), let identifier = answer.transaction_id, identifier != "unreadable"
      else { continue }
      let sidecar = try String(
        contentsOf: Package.vectors.appendingPathComponent(answer.name + ".json"), encoding: .utf8)
      // Long receipts have a list of identifiers in their sidecars.
      #expect(sidecar.contains("\"\(identifier)\""), "\(answer.name)")
      found += 1
    }
    #expect(found >= 8)
  }
}

/// The verifiers, in the virtual environment of Scripts/setup.
private enum PublicVerifiers {
  static let python = Package.root.appendingPathComponent(".build/tools/bin/python3")
  static let script = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Mint/public_verifiers.py")
  static let missing: Comment =
    "the public verifiers of Tests/requirements.txt are not installed: Scripts/setup tests does it"

  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun =
    ProcessInfo.processInfo.environment["CI"] != nil
    || (try? run(["-c", "import apple_purchase_receipt_verifier, appstoreserverlibrary"]))?.status == 0

  static func run(_ arguments: [String]) throws -> ToolRun {
    let environment = ProcessInfo.processInfo.environment
    return try ToolRun(
      executable: python, arguments,
      environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": environment["HOME"] ?? "/"])
  }
}
