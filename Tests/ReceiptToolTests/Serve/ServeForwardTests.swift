import Foundation
import LoopbackServer
import ReceiptKit
import ReceiptMint
import Testing

import SystemLibrary

/// `serve --forward-file`: other receivers get Apple's notifications as they came.
@Suite("serve: passing notifications on")
struct ServeForwardTests {
  private let scratch: Scratch
  private let anchor: String

  init() throws {
    scratch = try Scratch()
    anchor = try scratch.file("jws.pem", Minted.signedAnchors().utf8).path
  }

  private func file(_ text: String) throws -> String {
    let file = try scratch.file("forwards", text.utf8)
    return file.path
  }

  /// The body of a notification, with white space that Apple's do not have.
  private func body(_ type: String, _ identifier: String, day: Int = 26) throws -> String {
    let moment = 1_766_707_200_000 + (day - 26) * 86_400_000
    let signed = try Minted.signed(
      .notification,
      """
      {"notificationType":"\(type)","notificationUUID":"\(identifier)","version":"2.0","signedDate":\(moment),
      "data":{"bundleId":"\(LedgerTool.bundle)","environment":"Sandbox"}}
      """)
    return "\n{ \"signedPayload\" :\t\"\(signed)\", \"x\":[\"\u{e9}\"] }  "
  }

  @Test("each receiver gets the bytes that came, of the types and from the moment that it wants")
  func bytes() throws {
    // The third gets an address elsewhere, which nobody asks.
    let receiver = try LoopbackServer { request, earlier in
      switch request.line.path {
      case "/all?key=SECRET" where earlier == 0: .http(500)
      case "/moved":
        .http(
          302,
          fields: ["Location: http://127.0.0.1:\(request.field("Host")?.split(separator: ":").last ?? "1")/elsewhere"])
      default: .http(200)
      }
    }
    defer { receiver.stop() }
    let file = try file(
      """
      # name  URL
      all     \(receiver.url("all?key=SECRET"))
      some    \(receiver.url("some"))  types=TEST,EXPIRED/VOLUNTARY since=2025-12-27
      moved   \(receiver.url("moved"))

      """)
    let service = try PurchaseServiceTests.Service(["--trust-anchor", anchor, "--forward-file", file])
    func forward(_ name: String) throws -> [String: Any] {
      let all = try service.get("/readyz").json()["forwards"] as? [[String: Any]]
      return try #require(all?.first { $0["name"] as? String == name })
    }
    func received(_ path: String) -> [[UInt8]] {
      receiver.requests.filter { $0.line.path == path }.map(\.body)
    }
    let bodies = try [
      body("TEST", "A"), body("TEST", "B", day: 27), body("EXPIRED", "C", day: 28), body("PRICE_CHANGE", "D", day: 28),
    ]
    for body in bodies { #expect(try service.server.post("/v1/notifications", body).status == 200) }
    // What is not proven is passed on to nobody, and what was taken in before not again.
    #expect(try service.server.post("/v1/notifications", bodies[0]).status == 200)
    let forged = bodies[0].replacing("\", \"x\"", with: "A\", \"x\"")
    #expect(try service.server.post("/v1/notifications", forged).status != 500)
    #expect(try becomes { try forward("all")["waiting"] as? Int == 0 && forward("some")["waiting"] as? Int == 0 })
    // They are of no purchase, so that all stay in order; the first was refused at first.
    #expect(received("/all?key=SECRET") == ([bodies[0]] + bodies).map { Array($0.utf8) })
    #expect(received("/some") == [Array(bodies[1].utf8)])
    #expect(
      receiver.requests.allSatisfy {
        $0.line.method == "POST" && $0.field("Content-Type") == "application/json" && $0.field("webhook-id") == nil
      })
    // An address elsewhere is not followed.
    #expect(try becomes { try forward("moved")["failing"] as? Bool == true })
    #expect(received("/elsewhere") == [])
    #expect(try forward("moved")["waiting"] as? Int == 4 && forward("moved")["dropped"] as? Int == 0)
    #expect(service.server.logs("forward moved: the receiver answered 302"))
    let figures = try service.get("/metrics").text
    #expect(
      figures.contains("receipt_tool_forward_posts_total{forward=\"all\",outcome=\"delivered\"} 4\n"), "\(figures)")
    #expect(figures.contains("receipt_tool_forward_posts_total{forward=\"all\",outcome=\"failed\"} 1\n"))
    #expect(figures.contains("receipt_tool_forward_posts_total{forward=\"some\",outcome=\"delivered\"} 1\n"))
    #expect(figures.contains("receipt_tool_forward_dropped_total{forward=\"moved\"} 0\n"))
    #expect(!service.server.log.contains("SECRET") && !figures.contains("SECRET"))
    #expect(service.server.end() == 0)
  }

  @Test("a receiver that answers nothing delays no answer to Apple; without lines in the file nobody gets any more")
  func silent() throws {
    let receiver = try LoopbackServer { _, _ in .silence }
    defer { receiver.stop() }
    let path = try file("slow \(receiver.url("slow"))\n")
    let service = try PurchaseServiceTests.Service(["--trust-anchor", anchor, "--forward-file", path])
    for number in 0..<20 {
      let begin = Date()
      #expect(try service.server.post("/v1/notifications", body("TEST", "N\(number)")).status == 200)
      #expect(Date().timeIntervalSince(begin) < 5)
    }
    #expect(becomes { !receiver.requests.isEmpty })
    receiver.stop()
    _ = try file("# nobody\n")
    service.server.signal(SIGHUP)
    #expect(service.server.logs("SIGHUP: the receivers of notifications were read again"))
    #expect(try becomes { try service.get("/readyz").json()["forwards"] == nil })
    #expect(service.server.end() == 0)
  }

  @Test("without --forward-file it is said that the ledger still keeps notifications for somebody")
  func left() throws {
    let path = try file("crm http://127.0.0.1:1/\n")
    let service = try PurchaseServiceTests.Service(["--trust-anchor", anchor, "--forward-file", path])
    #expect(service.server.end() == 0)
    let again = try RunningServer(Array(service.options.dropLast(2)))
    #expect(again.logs("the ledger keeps notifications for crm, and nothing sends them"))
    #expect(again.end() == 0)
  }

  @Test("nothing is lost over kills, in a file", .thorough)
  func kills() throws {
    let program = ToolRun.program(because: "servers are killed in the middle").path
    let run = try Python.play("Fixtures/forwards.py", [program])
    #expect(try run.json()["notifications"] as? Int == 32)
  }

  @Test(
    "nothing is lost over kills, in PostgreSQL", .thorough,
    .enabled(if: ServeCrashTests.hasPostgreSQL, "PostgreSQL is not installed: Scripts/setup tests installs it"))
  func killsWithPostgreSQL() throws {
    let program = ToolRun.program(because: "servers are killed in the middle").path
    let run = try Python.play("Fixtures/forwards.py", [program, "--postgresql"])
    #expect(try run.json()["notifications"] as? Int == 32)
  }
}
