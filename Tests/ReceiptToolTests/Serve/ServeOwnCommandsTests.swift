import Foundation
import Testing

@Suite("serve: verify and compare ask it")
struct ServeOwnCommandsTests {
  private func endpoints(_ server: RunningServer) -> [String] {
    ["--endpoint", server.url + "/verifyReceipt", "--sandbox-endpoint", server.url + "/sandbox/verifyReceipt"]
  }

  @Test(
    "every published receipt that Apple signed: the status that Apple answers, and an answer that agrees",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts),
    arguments: [
      "sandbox-sha1-nine-purchases", "sandbox-sha256-g5", "sandbox-sha1-g7", "sandbox-2015-first-intermediate",
    ])
  func published(_ name: String) throws {
    let server = try RunningServer()
    let file = Package.realReceipts.appendingPathComponent(name + ".b64").path
    let verified = try ToolRun(["verify"] + endpoints(server) + [file])
    #expect(verified.status == 0, "\(verified.stderr)")
    let answer = try verified.json()
    // Apple's own answer is published for one of them. For the others 0 follows from what is documented: Apple signed
    // them.
    let saved = Package.realReceipts.appendingPathComponent(name + ".verifyReceipt.json")
    let apple = (try? Data(contentsOf: saved)).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    #expect(answer["status"] as? Int == apple?["status"] as? Int ?? 0)
    #expect(answer["environment"] as? String == apple?["environment"] as? String ?? "Sandbox")
    let compared = try ToolRun(["compare", "--json"] + endpoints(server) + [file])
    #expect(compared.status == 0, "\(compared.stderr)")
    #expect(try compared.json()["verdict"] as? String == "agrees")
    #expect(server.end() == 0)
    #expect(server.log.components(separatedBy: " POST /verifyReceipt 200 status=21007 ").count == 3)
  }

  @Test(
    "under a trust anchor and with a token",
    arguments: [("sandbox-subscription", "root"), ("xcode", "xcode"), ("production", "root")])
  func minted(_ name: String, _ anchor: String) throws {
    let scratch = try Scratch()
    let token = ["--token-file", try scratch.file("token", Array("0123456789abcdef\n".utf8)).path]
    let trust = ["--trust-anchor", Package.vectors.appendingPathComponent(anchor + ".pem").path]
    let server = try RunningServer(token + trust)
    let file = Package.vectors.appendingPathComponent(name + ".b64").path
    let verified = try ToolRun(["verify"] + endpoints(server) + token + [file])
    #expect(verified.status == 0, "\(verified.stderr)")
    let compared = try ToolRun(["compare", "--json"] + endpoints(server) + token + trust + [file])
    #expect(compared.status == 0, "\(compared.stderr)\(compared.stdout)")
    #expect(try compared.json()["verdict"] as? String == "agrees")
    let without = try ToolRun(["verify"] + endpoints(server) + [file])
    #expect(without.status == 69 && without.stderr.contains("--token-file"))
    for run in [verified, compared, without] { #expect(!(run.stdout + run.stderr).contains("0123456789abcdef")) }
  }
}
