import Foundation
import ReceiptMint
import Testing

@Suite("serve: Apple's routes on the running binary")
struct ServeAppleTests {
  /// The anchor of minted receipts in a file.
  struct Anchor {
    let scratch: Scratch
    let options: [String]

    init() throws {
      scratch = try Scratch()
      options = ["--trust-anchor", try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path]
    }
  }

  private static let production = "/verifyReceipt"
  private static let sandbox = "/sandbox/verifyReceipt"

  @Test("routing, refusals and quirks")
  func statuses() throws {
    let anchor = try Anchor()
    let sandboxReceipt = try Minted.receipt().base64
    let productionReceipt = try Minted.receipt { $0.receiptType = "Production" }.base64
    // A signature of the same length, so that nothing is missing and nothing stands behind it.
    let changed = sandboxReceipt.suffix(16).first == "A" ? "B" : "A"
    let forged = String(sandboxReceipt.dropLast(16)) + changed + sandboxReceipt.suffix(15)
    for (options, isQuirky) in [([], false), (["--apple-quirks"], true)] {
      let server = try RunningServer(anchor.options + options)
      #expect(try server.status(sandboxReceipt, Self.sandbox) == 0)
      #expect(try server.status(sandboxReceipt, Self.production) == 21007)
      #expect(try server.status(productionReceipt, Self.production) == 0)
      #expect(try server.status(productionReceipt, Self.sandbox) == 21008)
      #expect(try server.status(forged, Self.sandbox) == (isQuirky ? 21002 : 21003))
      #expect(try server.status(sandboxReceipt + "\\n", Self.sandbox) == 21002)
      #expect(try server.status("bm90IGEgcmVjZWlwdA==", Self.sandbox) == 21002)
      for method in ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"] {
        let answer = try server.ask(method, Self.production)
        #expect(answer.status == 200 && answer.text == #"{"status":21000}"#, "\(method)")
      }
      for body in ["", "{", "receipt-data=x", "[]"] {
        #expect(try server.post(Self.production, body).text == #"{"status":21002}"#)
      }
      #expect(server.end() == 0)
    }
    // Without the anchor the same receipt is nobody's.
    let server = try RunningServer()
    #expect(try server.status(sandboxReceipt, Self.sandbox) == 21003)
    let reason = try server.post(Self.sandbox, #"{"receipt-data":"\#(sandboxReceipt)"}"#).headers["receipt-tool-reason"]
    #expect(reason?.contains("not signed by Apple") ?? false)
  }

  @Test("the shared secret comes from a file and is asked for")
  func secret() throws {
    let anchor = try Anchor()
    let file = try anchor.scratch.file("secret", Array("0123456789abcdef\n".utf8)).path
    let server = try RunningServer(anchor.options + ["--shared-secret-file", file])
    let receipt = try Minted.receipt().base64
    let without = try Minted.receipt { $0.inApp = [] }.base64
    #expect(try server.status(receipt) == 21004)
    #expect(try server.status(receipt, password: "0123456789abcdeX") == 21004)
    #expect(try server.status(receipt, password: "0123456789abcdef") == 0)
    #expect(try server.status(without) == 0)
    #expect(server.end() == 0)
    #expect(!server.log.contains("0123456789abcde") && !server.log.contains(receipt.prefix(12)))
  }

  @Test("bodies above Apple's limit get 413, announced or not; smaller ones do not")
  func tooLarge() throws {
    let server = try RunningServer()
    let limit = 3_145_728
    #expect(try server.ask("POST", Self.production, [], [UInt8](repeating: 0x20, count: limit)).status == 200)
    let body = [UInt8](repeating: 0x20, count: limit + 1)
    let answer = try server.ask("POST", Self.production, [], body)
    #expect(answer.status == 413 && answer.body.isEmpty)
    let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 20) + [13, 10]
    let chunked = chunk + chunk + chunk + Array("1\r\n \r\n0\r\n\r\n".utf8)
    #expect(try server.ask("POST", Self.production, ["Transfer-Encoding: chunked"], chunked).status == 413)
    // Announced, and waiting to be told to go on: refused without being sent.
    let connection = try WireConnection(port: server.port)
    try connection.send(
      "POST /verifyReceipt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")
    #expect(try connection.answer().status == 413)
  }

  @Test(
    "curl, and Apple's answer for the published receipt",
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func published() throws {
    let server = try RunningServer()
    let folder = Package.realReceipts
    let text = try String(contentsOf: folder.appendingPathComponent("sandbox-sha1-nine-purchases.b64"), encoding: .utf8)
    let scratch = try Scratch()
    let body = try scratch.file("body.json", Array(#"{"receipt-data":"\#(text)"}"#.utf8))
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      ["curl", "--silent", "--show-error", "--fail", "--data-binary", "@\(body.path)", server.url + Self.sandbox],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.stderr)")
    let file = folder.appendingPathComponent("sandbox-sha1-nine-purchases.verifyReceipt.json")
    let apple = try #require(try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
    let ours = try run.json()
    #expect(ours["status"] as? Int == apple["status"] as? Int && ours["status"] as? Int == 0)
    #expect(ours["environment"] as? String == apple["environment"] as? String)
    func receipt(_ answer: [String: Any]) throws -> NSDictionary {
      let receipt = try #require(answer["receipt"] as? [String: Any])
      return NSDictionary(dictionary: receipt.filter { !$0.key.hasPrefix("request_date") })
    }
    #expect(try receipt(ours) == receipt(apple))
    #expect(((ours["receipt"] as? [String: Any])?["in_app"] as? [Any])?.count == 9)
    // The moment of the call is now.
    let milliseconds = (ours["receipt"] as? [String: Any])?["request_date_ms"] as? String
    let moment = try #require(milliseconds.flatMap { Double($0) }) / 1_000
    #expect(abs(moment - Date().timeIntervalSince1970) < 120)
  }
}
