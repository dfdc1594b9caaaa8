import Foundation
import ReceiptMint
import Testing

@Suite("inspect, run as a program")
struct InspectTests {
  @Test("Scripts/inspect.txt", arguments: try CommandScript.cases("inspect"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      let minter = EnvelopeMinter(try Minted.chain())
      try place.file("foreign.der", minter.envelope(payload: DEREncoder.utf8String("hello")).mint().bytes)
      try place.file("broken.der", minter.envelope(payload: [0x31, 0x05, 0x02]).mint().bytes)
    }
  }

  @Test("reports in German and Chinese are those of the files in Golden", arguments: ["de", "zh-Hans"])
  func translations(_ language: String) throws {
    func vector(_ name: String) -> String { "TestReceipts/" + name }
    let anchor = ["--trust-anchor", vector("root.pem")]
    let commands: [(name: String, arguments: [String])] = [
      ("inspect", ["inspect", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor),
      ("notification", ["inspect", "--at", "2026-01-15T12:00:00Z", vector("jws-notification-refund.jws")] + anchor),
      ("status", ["status", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor),
      (
        "validate", ["validate", "--text", "--at", "2026-01-15T12:00:00Z", vector("sandbox-subscription.b64")] + anchor
      ),
      ("diff", ["diff", vector("empty.b64"), vector("sandbox-subscription.b64")] + anchor),
      ("explain", ["explain", "21004", "DID_FAIL_TO_RENEW", "offerType=4", "untrusted-chain", "SKError=2"]),
      ("diagnose", ["diagnose", "--at", "2026-01-15T12:00:00Z", vector("token-expired.jwt")]),
      ("compare", ["compare", vector("production.b64"), vector("verifyreceipt-response.body")] + anchor),
    ]
    for (name, arguments) in commands {
      let run = try ToolRun(
        arguments + ["--language", language], environment: ["COLUMNS": "80"], directory: Package.root)
      let file = Package.root.appendingPathComponent("Tests/ReceiptToolTests/Golden/\(name)-\(language).txt")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(run.stdout.utf8).write(to: file) }
      #expect(run.stdout == (try String(contentsOf: file, encoding: .utf8)), "\(name): \(run.stderr)")
    }
  }
}
