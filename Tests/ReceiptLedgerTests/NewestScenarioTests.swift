import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// Scenarios of Apple's newest, told to a ledger notification by notification.
@Suite("Ledger: seats and bundles", .overBothStorages)
struct NewestScenarioTests {
  /// What follows from the notifications of a life, the first transaction of which is an order.
  private struct Life {
    var events: [[String]] = []
    /// Products with the end of access.
    var entitlements: [[String]] = []
  }

  private static let begin = Said.milliseconds("2025-12-01")

  private static func files(_ name: String) throws -> [(kind: String, text: String)] {
    let scenario = try #require(Scenario.named(name))
    var options = TemplateOptions(creationDate: Instant(milliseconds: begin + (try scenario.length())))
    options.bundleIdentifier = Shop.bundle
    return try scenario.files(try Shop.authority.get(), options: options, seed: "newest").map { file in
      (file.name.split(separator: ".").dropFirst().joined(separator: "."), file.text)
    }
  }

  /// - Parameters:
  ///   - order: the places of the notifications in which they arrive.
  ///   - renaming: a name that is another one in all of them.
  private static func life(
    _ files: [(kind: String, text: String)], order: [Int]? = nil, renaming name: String? = nil
  ) throws -> Life {
    let shop = try Shop()
    let notifications = files.filter { $0.kind == "notification.jws" }.map(\.text)
    let first = try #require(files.first { $0.kind == "transaction.jws" }).text
    shop.now = Instant(milliseconds: begin)
    #expect(try shop.add(jws: renamed(first, .transaction, name), order: "S").decision == .accept)
    var life = Life()
    for place in order ?? Array(notifications.indices) {
      let signed = try #require(JSONWebSignature(text: notifications[place])?.signedAt)
      shop.now = max(shop.now, signed)
      let text = try renamed(notifications[place], .notification, name)
      life.events.append(try shop.notify(text).events.map(\.name))
      let moment = Instant(milliseconds: shop.now.milliseconds + 3_600_000)
      life.entitlements.append(
        try shop.ledger.entitlements(of: "jane", at: moment).entitlements.map {
          "\($0.productID) \($0.until?.rfc3339 ?? "-")"
        })
    }
    #expect(try shop.ledger.check() == [])
    return life
  }

  /// Signed again, where it has the name.
  private static func renamed(_ jws: String, _ kind: SignedPayloadKind, _ name: String?) throws -> String {
    guard let name, let payload = JSONWebSignature(text: jws)?.payload else { return jws }
    func opened(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(let members): .object(members.map { .init($0.name, opened($0.value)) })
      case .string(let text): JSONWebSignature(text: text)?.payload ?? value
      default: value
      }
    }
    return try Shop.jws(kind, text(opened(payload)).replacing("\"\(name)\"", with: "\"another\(name)\""))
  }

  private static func text(_ value: JSONValue) -> String {
    var writer = JSONWriter(layout: .compact)
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func day(_ day: Int64) -> String {
    Instant(milliseconds: begin + day * 86_400_000 - 60_000).rfc3339
  }

  @Test("a move to a bundle and back: the account keeps the product at every step, and nothing was refunded")
  func bundle() throws {
    let files = try Self.files("bundle-and-back")
    // By hand, from the table of scenarios.
    let ends: [Int64] = [30, 42, 42, 72, 72, 102, 102, 132]
    let life = try Self.life(files)
    #expect(life.entitlements == ends.map { ["\(Shop.bundle).monthly \(Self.day($0))"] })
    #expect(life.events == [[], ["renewed"], ["moved"], ["renewed"], [], ["renewed"], ["expired"], ["renewed"]])
    // The end of the old one arrives before the news of the bundle: what Apple does not call a refund takes nothing.
    let late = try Self.life(files, order: [0, 2, 1, 3, 4, 6, 5, 7])
    let kept: [Int64] = [30, 30, 42, 72, 72]
    #expect(Array(late.entitlements.prefix(5)) == kept.map { ["\(Shop.bundle).monthly \(Self.day($0))"] })
    #expect(
      Array(late.entitlements.suffix(2)) == ([102, 132] as [Int64]).map { ["\(Shop.bundle).monthly \(Self.day($0))"] })
    #expect(!late.events.joined().contains("refunded"))
  }

  private static let rows: [String] = {
    let versions: Set = [
      "App Store Server API 1.22", "App Store Server API 1.23", "App Store Server Notifications 2.23", "StoreKit 27",
    ]
    let members = PayloadTable.all.flatMap(\.members).filter { versions.contains($0.since?.text ?? "") }.map(\.name)
    return Set(members).sorted() + [
      "ASSIGNED", "ASSIGNMENT_REVOKE", "SEAT_ADDITION", "APPLE", "DEVELOPER", "SEATS", "INCREASE_QUANTITY",
      "DECREASE_QUANTITY",
    ]
  }()

  @Test(
    "without any one row of the newest tables the entitlements are the same at every step", .thorough,
    arguments: ["team-grows-and-shrinks", "seats-by-developer", "seat-taken-back", "bundle-and-back"])
  func rows(_ name: String) throws {
    let files = try Self.files(name)
    let known = try Self.life(files).entitlements
    let text = files.filter { $0.kind.hasSuffix(".jws") }.compactMap { file -> String? in
      JSONWebSignature(text: file.text).map { Self.text($0.payload) }
    }.joined()
    var tried = 0
    for row in Self.rows where text.contains("\"\(row)\"") {
      tried += 1
      #expect(try Self.life(files, renaming: row).entitlements == known, "\(row)")
    }
    #expect(tried >= 4)
  }
}
