import Foundation
import ReceiptKit
import ReceiptMint
import Testing

/// `POST /v1/notifications`, to which anybody may send.
@Suite("serve: notifications from strangers")
struct ServeNotificationTests {
  private let service: PurchaseServiceTests.Service
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let anchor = try scratch.file("jws.pem", Minted.signedAnchors().utf8).path
    service = try PurchaseServiceTests.Service(["--trust-anchor", anchor])
    let receipt = try LedgerTool.receipt([LedgerTool.coins("1")])
    #expect(try service.present(LedgerTool.line(receipt, order: "A", account: "jane")).status == 200)
  }

  /// A refund of the transaction 1, signed at 2025-12-26T18:00:00Z.
  private func refund(
    _ identifier: String, bundle: String = LedgerTool.bundle, environment: String = "Sandbox"
  ) throws -> String {
    let moment = 1_766_772_000_000
    return try Minted.signed(
      .notification,
      """
      {"notificationType":"REFUND","notificationUUID":"\(identifier)","version":"2.0","signedDate":\(moment),
      "data":{"bundleId":"\(bundle)","environment":"\(environment)","signedTransactionInfo":{"transactionId":"1",
      "originalTransactionId":"1","bundleId":"\(bundle)","productId":"com.example.coins","type":"Consumable",
      "quantity":1,"inAppOwnershipType":"PURCHASED","purchaseDate":\(moment),"originalPurchaseDate":\(moment),
      "revocationDate":\(moment),"environment":"\(environment)","signedDate":\(moment)}}}
      """)
  }

  private func body(_ text: String) -> String { #"{"signedPayload":"\#(text)"}"# }

  /// The same with the signature of something else.
  private func forged(_ text: String) throws -> String {
    let other = try refund("other").split(separator: ".")
    return (text.split(separator: ".").dropLast() + [other[2]]).joined(separator: ".")
  }

  private func post(_ text: String) throws -> WireAnswer {
    try service.server.post("/v1/notifications", body(text))
  }

  @Test("genuine notifications of another app, on many connections, keep none of our own out", .thorough)
  func flood() throws {
    let own = try (0..<30).map { try refund("own-\($0)") }
    let flood = Flood(try body(refund("another", bundle: "com.example.other")), port: service.server.port, by: 70)
    defer { flood.end() }
    #expect(flood.isAnswered())
    #expect(Set(try own.map { try post($0).status }) == [200])
    flood.end()
    #expect(flood.statuses == [400])
    // One event: the first one's.
    #expect(try service.events() == ["accepted", "refunded"])
  }

  @Test("what a notification claims is compared before any proof, and what is proven once more")
  func claims() throws {
    // Nothing is proven of these two.
    for (text, reason) in [
      (try forged(refund("A", bundle: "com.example.other")), "an app that is not served here"),
      (try forged(refund("A", environment: "Production")), "another environment"),
    ] {
      let answer = try post(text)
      #expect(answer.status == 400 && answer.text.contains(reason), "\(answer.text)")
    }
    // A stranger cannot have one ignored that was not taken in.
    let forgery = try forged(refund("B"))
    #expect(try post(forgery).status == 400)
    #expect(try service.events() == ["accepted"])
    #expect(try post(refund("B")).status == 200)
    #expect(try service.events() == ["accepted", "refunded"])
    // Of one that was taken in another one is answered without a proof, and changes nothing.
    let again = try post(forgery)
    #expect(try again.status == 200 && again.json()["events"] as? Int == 0, "\(again.text)")
    #expect(try service.events() == ["accepted", "refunded"])
    let figures = try service.get("/metrics").text
    for (outcome, count) in [("taken", 1), ("known", 1), ("refused", 3), ("delayed", 0)] {
      #expect(figures.contains("receipt_tool_notifications_total{outcome=\"\(outcome)\"} \(count)\n"), "\(outcome)")
    }
  }
}

/// Connections that post one body again and again.
///
/// A lock protects the state, hence `@unchecked`.
private final class Flood: @unchecked Sendable {
  private let lock = NSLock()
  private var found: Set<Int> = []
  private var waiting: Int
  private var running: Int
  private var isOver = false

  init(_ body: String, port: Int, by connections: Int) {
    (waiting, running) = (connections, connections)
    let request = Array(
      "POST /v1/notifications HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    for _ in 0..<connections { Thread.detachNewThread { self.run(request, port) } }
  }

  private func run(_ request: [UInt8], _ port: Int) {
    var isFirst = true
    if let connection = try? WireConnection(port: port) {
      while !lock.withLock({ isOver }), (try? connection.send(request)) != nil, let answer = try? connection.answer() {
        lock.withLock {
          found.insert(answer.status)
          waiting -= isFirst ? 1 : 0
        }
        isFirst = false
      }
    }
    lock.withLock { running -= 1 }
  }

  /// The statuses of all answers.
  var statuses: Set<Int> { lock.withLock { found } }

  /// Waits until each connection has got an answer.
  func isAnswered() -> Bool { becomes { lock.withLock { waiting == 0 } } }

  func end() {
    lock.withLock { isOver = true }
    _ = becomes { lock.withLock { running == 0 } }
  }

}
