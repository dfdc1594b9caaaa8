import Foundation
import ReceiptKit
import ReceiptMint
import TestSupport
import Testing

@testable import ReceiptLedger

/// A notification of version 2 is believed because it is proven, counts once, and the newest signing date wins.
@Suite("Signed notifications", .overBothStorages)
struct SignedNotificationTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    try shop.add(shop.receipt(.purchase("1")), order: "C")
    try shop.add(
      shop.receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-01-20T00:00:00Z")), order: "S")
  }

  private func coins(
    _ name: String, _ uuid: String, signed: String, revoked: String? = nil, _ transaction: String = "1"
  ) throws -> String {
    try Shop.notification(
      name, uuid, signed: signed,
      transaction: Payload.transaction(transaction, signed: signed, revoked: revoked))
  }

  private func period(
    _ name: String, _ uuid: String, signed: String, _ transaction: String = "1000", from start: String = "2025-12-01",
    to end: String = "2026-01-20", revoked: String? = nil, renewal: String = ",\"autoRenewStatus\":1"
  ) throws -> String {
    try Shop.notification(
      name, uuid, signed: signed,
      transaction: Payload.period(transaction, from: start, to: end, signed: signed, revoked: revoked),
      renewal: Payload.renewal(signed: signed, renewal))
  }

  @Test("a refund, its reversal, and what arrives late or twice")
  func refunds() throws {
    let refund = try coins("REFUND", "A", signed: "2025-12-28", revoked: "2025-12-28")
    #expect(try shop.notify(refund).events.map(\.name) == ["refunded"])
    #expect(try shop.state("1") == "refunded jane")
    let again = try shop.notify(refund)
    #expect(again.doubt == nil && again.events.isEmpty && again.note?.contains("known already") == true)
    // The identifier decides, whatever the letters and the rest are.
    #expect(
      try shop.notify(coins("REFUND_REVERSED", "a", signed: "2025-12-30")).note?.contains("known already") == true)
    #expect(try shop.state("1") == "refunded jane")
    let back = try shop.notify(coins("REFUND_REVERSED", "B", signed: "2025-12-30"))
    #expect(back.events.map(\.name) == ["refund_reversed"] && back.events[0].order == "C")
    #expect(try shop.state("1") == "accepted jane")
    let late = try shop.notify(coins("REFUND", "C", signed: "2025-12-29", revoked: "2025-12-28"))
    #expect(late.events.isEmpty && late.note != nil)
    #expect(try shop.state("1") == "accepted jane")
    // The type alone decides nothing: Apple signs a date with every refund.
    #expect(try shop.notify(coins("REFUND", "D", signed: "2025-12-31")).events.isEmpty)
    #expect(try shop.state("1") == "accepted jane")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a refund of a running period that Apple takes back is one event")
  func reversedPeriod() throws {
    #expect(
      try shop.notify(period("REFUND", "A", signed: "2025-12-28", revoked: "2025-12-28")).events.map(\.name)
        == ["refunded"])
    let back = try shop.notify(period("REFUND_REVERSED", "B", signed: "2025-12-30"))
    #expect(back.events.map(\.name) == ["refund_reversed"] && back.events.first?.order == "S")
    #expect(try shop.subscription("1000") == "active 2026-01-20")
    // A later period is news of its own.
    try shop.notify(period("REFUND", "C", signed: "2025-12-31", revoked: "2025-12-31"))
    let extended = try shop.notify(period("REFUND_REVERSED", "D", signed: "2026-01-01", to: "2026-01-25"))
    #expect(extended.events.map(\.name) == ["refund_reversed", "renewed"])
  }

  /// Reasons of Apple's other than 0 and 1 are no refund: 2 stands for those, of which only the names are published.
  @Test("a period that ended because the customer moved to a bundle was moved, neither refunded nor upgraded")
  func bundle() throws {
    let moved = Payload.period("1000", from: "2025-12-01", to: "2026-01-20", signed: "2025-12-28")
      .replacing("}", with: ",\"revocationDate\":\(Said.milliseconds("2025-12-28")),\"revocationReason\":2}")
    let told = try shop.notify(Shop.notification("REVOKE", "A", signed: "2025-12-28", transaction: moved))
    #expect(told.events.map(\.name) == ["moved"])
    #expect(try shop.state("1000") == "moved jane")
    #expect(try shop.ledger.check() == [])
  }

  @Test("renewal information that Apple signed as null is an empty part: the notification counts")
  func emptyPart() throws {
    let refund = try Shop.notification(
      "REFUND", "A", signed: "2025-12-28",
      transaction: Payload.period(
        "1000", from: "2025-12-01", to: "2026-01-20", signed: "2025-12-28", revoked: "2025-12-28"),
      renewal: "\"\(try Shop.jws(.renewal, "null"))\"")
    #expect(try shop.notify(refund).events.map(\.name) == ["refunded"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a reversal whose transaction still names the refund gives nothing back: the fields decide, not the type")
  func reversalWithDate() throws {
    try shop.notify(coins("REFUND", "A", signed: "2025-12-28", revoked: "2025-12-28"))
    try shop.notify(coins("REFUND_REVERSED", "B", signed: "2025-12-29", revoked: "2025-12-28"))
    #expect(try shop.state("1") == "refunded jane")
  }

  @Test("a purchase that no order has: told of, remembered as taken back, free again")
  func unclaimed() throws {
    #expect(
      try shop.notify(coins("ONE_TIME_CHARGE", "A", signed: "2025-12-27", "9")).events.map(\.name) == ["unclaimed"])
    #expect(try shop.notify(coins("REFUND", "B", signed: "2025-12-28", revoked: "2025-12-28", "9")).events.count == 1)
    #expect(try shop.add(shop.receipt(.purchase("9")), order: "N").decision == .reject)
    let back = try shop.notify(coins("REFUND_REVERSED", "C", signed: "2025-12-29", "9")).events
    #expect(back.map(\.name) == ["refund_reversed"] && back.first?.order == "N" && back.first?.account == "jane")
    #expect(try shop.state("9") == "accepted jane")
    #expect(try shop.add(shop.receipt(.purchase("9")), order: "N").decision == .accept)
    #expect(try shop.ledger.check() == [])
  }

  @Test("the life of a subscription")
  func subscription() throws {
    shop.move(to: "2026-01-21")
    let retry = #","isInBillingRetryPeriod":true,"expirationIntent":2"#
    let grace = retry + ",\"gracePeriodExpiresDate\":\(Said.milliseconds("2026-02-05"))"
    #expect(
      try shop.notify(period("DID_FAIL_TO_RENEW/GRACE_PERIOD", "A", signed: "2026-01-20", renewal: grace)).events
        .map(\.name) == ["in_grace_period"])
    #expect(try shop.subscription("1000") == "grace_period 2026-01-20")
    // An older one says that all is well.
    #expect(try shop.notify(period("DID_CHANGE_RENEWAL_PREF", "B", signed: "2026-01-10")).events.isEmpty)
    #expect(try shop.subscription("1000") == "grace_period 2026-01-20")
    shop.move(to: "2026-02-06")
    #expect(
      try shop.notify(period("GRACE_PERIOD_EXPIRED", "C", signed: "2026-02-05", renewal: grace)).events.map(\.name)
        == ["in_billing_retry"])
    let renewed = try period(
      "DID_RENEW/BILLING_RECOVERY", "D", signed: "2026-02-07T00:00:00Z", "1001", from: "2026-02-07", to: "2026-03-07")
    shop.move(to: "2026-02-08")
    let events = try shop.notify(renewed).events
    #expect(events.map(\.name) == ["recovered"] && events[0].account == "jane")
    #expect(try shop.subscription("1000") == "active 2026-03-07")
    #expect(try shop.state("1001") == "accepted jane")
    // Another account cannot claim the new period.
    let other = Payload.period("1001", from: "2026-02-07", to: "2026-03-07", signed: "2026-02-07")
    #expect(try shop.add(jws: Shop.jws(.transaction, other), order: "X", account: "joe").decision == .replay)
    #expect(
      try shop.notify(
        period("RENEWAL_EXTENDED", "E", signed: "2026-02-08", "1001", from: "2026-02-07", to: "2026-03-21")
      ).events.map(\.name) == ["renewed"])
    #expect(try shop.subscription("1000") == "active 2026-03-21")
    shop.move(to: "2026-03-22")
    let over = try period(
      "EXPIRED/VOLUNTARY", "F", signed: "2026-03-21", "1001", from: "2026-02-07", to: "2026-03-21",
      renewal: ",\"autoRenewStatus\":0")
    #expect(try shop.notify(over).events.map(\.name) == ["expired"])
    #expect(try shop.subscription("1000") == "expired 2026-03-21")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a member of the family loses what is no longer shared")
  func revoke() throws {
    let revoke = try period("REVOKE", "A", signed: "2025-12-28", revoked: "2025-12-28")
    #expect(try shop.notify(revoke).events.map(\.name) == ["refunded"])
    #expect(try shop.subscription("1000")?.hasPrefix("refunded") == true)
  }

  @Test("what was told before anybody presented it is heeded when it is presented")
  func beforePresentation() throws {
    shop.move(to: "2026-01-21")
    let period = Payload.period("2000", original: "2000", from: "2025-12-20", to: "2026-01-20", signed: "2026-01-20")
    let renewal = Payload.renewal("2000", signed: "2026-01-20", #","isInBillingRetryPeriod":true"#)
    let notification = try Shop.notification(
      "DID_FAIL_TO_RENEW", "A", signed: "2026-01-20", transaction: period, renewal: renewal)
    #expect(try shop.notify(notification).events.map(\.name) == ["unclaimed"])
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "T").decision == .accept)
    #expect(try shop.subscription("2000") == "billing_retry 2026-01-20")
    #expect(try shop.events().suffix(2) == ["accepted", "in_billing_retry"])
  }

  @Test("the deadline for telling Apple of consumption is an event")
  func consumption() throws {
    let payload = Payload.notification(
      "CONSUMPTION_REQUEST", "A", signed: "2025-12-28T06:00:00Z",
      transaction: Payload.transaction("1", signed: "2025-12-28T06:00:00Z"),
      #","consumptionRequestReason":"UNINTENDED_PURCHASE""#)
    let event = try #require(try shop.notify(Shop.jws(.notification, payload)).events.first)
    #expect(event.name == "consumption_requested" && event.order == "C" && event.transactionID == "1")
    let text = event.details.map { "\($0.name)=\($0.value.stringValue ?? "")" }
    #expect(text.contains("answer_by=2025-12-28T18:00:00Z") && text.contains("reason=UNINTENDED_PURCHASE"))
    #expect(try shop.state("1") == "accepted jane")
    // Apple's notification history still has it, whatever was pruned here.
    _ = try shop.ledger.prune(before: Instant(milliseconds: shop.now.milliseconds + 1_000), isTrial: false)
    #expect(try shop.notify(Shop.jws(.notification, payload)).events.isEmpty)
    shop.move(to: "2026-06-29")
    try shop.notify(Shop.notification("TEST", "B", signed: "2026-06-28"))
    _ = try shop.ledger.prune(before: Instant(milliseconds: shop.now.milliseconds + 1_000), isTrial: false)
    #expect(try shop.notify(Shop.jws(.notification, payload)).isNew)
  }

  @Test("of types that are not known, what is signed in them counts; a test changes nothing")
  func nothing() throws {
    let unknown = try shop.notify(coins("SOMETHING_NEW", "A", signed: "2025-12-27"))
    #expect(unknown.events.isEmpty && unknown.note?.contains("this notification is not known") == true)
    #expect(try shop.notify(coins("SOMETHING_NEW", "A", signed: "2025-12-28")).note?.contains("known already") == true)
    #expect(try shop.state("1") == "accepted jane")
    let chargeback = try coins("CHARGEBACK", "E", signed: "2025-12-27T12:00:00Z", revoked: "2025-12-27")
    #expect(try shop.notify(chargeback).events.map(\.name) == ["refunded"])
    #expect(try shop.notify(coins("REFUND_REVERSED", "F", signed: "2025-12-27T18:00:00Z")).events.count == 1)
    let test = try shop.notify(Shop.notification("TEST", "B", signed: "2025-12-28"))
    #expect(test.events.isEmpty && test.note?.hasPrefix("TEST: no order's purchase changed") == true)
    // A subtype that is not known does not hide what is signed of the purchase.
    let partial = try shop.notify(coins("REFUND/PARTIAL", "C", signed: "2025-12-28", revoked: "2025-12-28"))
    #expect(partial.events.map(\.name) == ["refunded"])
  }

  @Test("every type and subtype that Apple documents is taken in", arguments: NotificationTemplate.all.map(\.name))
  func all(_ name: String) throws {
    var options = TemplateOptions(creationDate: Said.instant("2025-12-28"))
    options.bundleIdentifier = Shop.bundle
    options.environment = .sandbox
    let template = try SignedDataTemplate(
      .notification, notification: NotificationTemplate.named(name), options: options)
    let body = #"{"signedPayload":"\#(try Shop.jwsMinter.get().mint(template.description(seed: "all")))"}"#
    let taken = try shop.notify(body)
    #expect(taken.doubt == nil && (taken.note != nil) == taken.events.isEmpty, "\(taken)")
    #expect(try shop.notify(body).note?.contains("known already") == true)
    #expect(try shop.ledger.check() == [])
  }

  @Test("not proven, of another app or environment, from the future: nothing changes")
  func strangers() throws {
    let transaction = Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28")
    func refund(
      _ transaction: String, bundle: String = Shop.bundle, environment: String = "Sandbox",
      signed: String = "2025-12-28"
    ) throws -> SignedNotification {
      try shop.signed(
        Shop.jws(
          .notification,
          Payload.notification(
            "REFUND", "A", signed: signed, transaction: transaction, bundle: bundle, environment: environment)))
    }
    func take(_ notification: SignedNotification, allowsTestSigned: Bool = true) throws -> StatementOutcome {
      try shop.ledger.receiveNotification(notification, allowsTestSigned: allowsTestSigned, now: shop.now)
    }
    #expect(try take(refund(transaction), allowsTestSigned: false).doubt?.contains("not allowed") == true)
    let untrusted = try SignedNotification(
      Array(Shop.notification("REFUND", "A", signed: "2025-12-28", transaction: transaction).utf8),
      decoder: InputDecoder())
    #expect(try take(#require(untrusted)).doubt != nil)
    let foreign = Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28", bundle: "com.evil")
    #expect(try take(refund(foreign)).doubt?.contains("does not belong to it") == true)
    #expect(try take(refund(transaction, bundle: "com.evil")).doubt != nil)
    #expect(try take(refund(transaction, signed: "2026-06-01")).doubt?.contains("future") == true)
    let other = Payload.transaction("1", signed: "2025-12-28", environment: "Production")
    #expect(throws: LedgerError.self) { try take(refund(other, environment: "Production")) }
    #expect(throws: LedgerError.self) { try take(refund(foreign, bundle: "com.evil")) }
    // Inside, a part that somebody else signed.
    let inner = try Shop.jws(.transaction, transaction).split(separator: ".")
    let forged = "\(inner[0]).\(inner[1]).\(String(inner[2].reversed()))"
    #expect(try take(refund("\"\(forged)\"")).doubt != nil)
    #expect(throws: ReceiptError.self) {
      try refund(Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28", bundle: nil))
    }
    #expect(try shop.state("1") == "accepted jane" && shop.events() == ["accepted", "accepted"])
    #expect(try take(refund(transaction)).events.map(\.name) == ["refunded"])
  }

  @Test("one that names two apps or two environments is refused, wherever they stand")
  func contradictions() throws {
    let foreign = Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28", bundle: "com.evil")
    let own = Payload.transaction("1", signed: "2025-12-28", revoked: "2025-12-28")
    func refund(_ transaction: String, bundle: String, _ more: String) -> String {
      let payload = Payload.notification(
        "REFUND", "A", signed: "2025-12-28", transaction: transaction, bundle: bundle)
      return "{" + more + "," + payload.dropFirst()
    }
    for (payload, words) in [
      (refund(foreign, bundle: "com.evil", #""bundleId":"\#(Shop.bundle)""#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""bundleId":"com.evil""#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""bundleId":7"#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""summary":{"bundleId":"com.evil"}"#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""appData":{"bundleId":"com.evil"}"#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""externalPurchaseToken":{"bundleId":"com.evil"}"#), "two apps"),
      (refund(own, bundle: Shop.bundle, #""environment":"Production""#), "two environments"),
      (refund(own, bundle: Shop.bundle, #""summary":{"environment":"Production"}"#), "two environments"),
      (
        refund(own, bundle: Shop.bundle, #""externalPurchaseToken":{"externalPurchaseId":"x"}"#), "two environments"
      ),
    ] {
      let notification = try Shop.jws(.notification, payload)
      for taken in [try shop.notify(notification), try #require(try answer(notification))] {
        #expect(taken.events.isEmpty && taken.doubt?.contains(words) == true, "\(payload): \(taken)")
      }
    }
    #expect(try shop.state("1") == "accepted jane" && shop.events() == ["accepted", "accepted"])
    // What agrees is taken, however often it stands there.
    let agreeing = refund(own, bundle: Shop.bundle, #""bundleId":"\#(Shop.bundle)","environment":"Sandbox""#)
    #expect(try shop.notify(Shop.jws(.notification, agreeing)).events.map(\.name) == ["refunded"])
  }

  /// What follows from what it claims.
  private func answer(_ notification: String) throws -> StatementOutcome? {
    let read = try UnprovenNotification(Array(notification.utf8), decoder: shop.decoder)
    return try shop.ledger.answer(to: #require(read).claims)
  }

  @Test("what it claims decides only whether a proof is needed")
  func claims() throws {
    let refund = try coins("REFUND", "A", signed: "2025-12-28", revoked: "2025-12-28")
    #expect(try answer(refund) == nil)
    // That changed nothing.
    #expect(try shop.notify(refund).isNew)
    #expect(try answer(refund)?.note?.contains("known already") == true)
    #expect(try answer(coins("REFUND_REVERSED", "a", signed: "2025-12-30"))?.events.isEmpty == true)
    #expect(try answer(coins("REFUND_REVERSED", "B", signed: "2025-12-30")) == nil)
    func foreign(_ bundle: String, _ environment: String) throws -> LedgerError.Code? {
      let payload = Payload.notification("TEST", "A", signed: "2025-12-28", bundle: bundle, environment: environment)
      return Shop.error { _ = try answer(Shop.jws(.notification, payload)) }?.code
    }
    #expect(try foreign("com.evil", "Sandbox") == .otherApp)
    #expect(try foreign(Shop.bundle, "Production") == .otherEnvironment)
    #expect(try shop.events() == ["accepted", "accepted", "refunded"])
  }

  @Test("a ledger for production takes what Apple signed, and nothing that is test-signed")
  func production() throws {
    let ledger = try Ledger(path: shop.file("p.sqlite"), environment: .production, makingFor: [Shop.bundle])
    let body = Payload.notification(
      "TEST", "A", signed: "2025-12-28", environment: "Production")
    let taken = try ledger.receiveNotification(
      shop.signed(Shop.jws(.notification, body)), allowsTestSigned: true, now: shop.now)
    #expect(taken.doubt?.contains("only test-signed") == true)
  }

  @Test("other signed data, and bodies that are cut, are refused with what to do")
  func others() throws {
    func hint(_ text: String) -> String? {
      do throws(ReceiptError) {
        _ = try SignedNotification(Array(text.utf8), decoder: shop.decoder)
        return nil
      } catch { return (error.hint ?? error.message).description }
    }
    let transaction = try Shop.jws(.transaction, Payload.transaction("1"))
    #expect(hint(transaction)?.contains("ledger add") == true)
    #expect(hint("{\"signedPayload\":\"\(transaction)\"}")?.contains("ledger add") == true)
    #expect(hint(#"{"signedPayload":"eyJ"}"#) != nil)
    #expect(hint(#"{"signedPayload":7}"#) != nil)
    // Why it cannot be read is said.
    for payload in ["eyJ", "e30.{}.x"] {
      let error = #expect(throws: ReceiptError.self) {
        _ = try SignedNotification(Array(#"{"signedPayload":"\#(payload)"}"#.utf8), decoder: shop.decoder)
      }
      let decoding = #expect(throws: ReceiptError.self) {
        _ = try shop.decoder.decode(Array(#"{"signedPayload":"\#(payload)"}"#.utf8))
      }
      let reason = try #require(decoding?.message)
      let said = error?.message.description ?? ""
      #expect(said.hasSuffix("is not a readable JWS: \(reason)"), "\(said)")
    }
    let test = try Shop.notification("TEST", "A", signed: "2025-12-28")
    #expect(hint(#"{"signedPayload":"\#(test)","signedPayload":"\#(test)"}"#) != nil)
    // Two at once are not one.
    let other = try Shop.notification("TEST", "B", signed: "2025-12-28")
    #expect(hint(#"[{"signedPayload":"\#(test)"},{"signedPayload":"\#(other)"}]"#) != nil)
    // What is not signed at all is for the other reader.
    for text in ["hello", "{}", #"{"notification_type":"REFUND"}"#] {
      #expect(try SignedNotification(Array(text.utf8), decoder: shop.decoder)?.name == nil)
    }
  }
}

/// Apple's signed status, and what ends without a refund.
@Suite("Signed notifications: status and shares", .overBothStorages)
struct SignedStatusTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    #expect(
      try shop.add(
        jws: Shop.jws(
          .transaction, Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-01")), order: "S"
      ).decision == .accept)
  }

  private func notify(
    _ name: String, _ uuid: String, signed: String, status: Int? = nil, transaction: String? = nil,
    renewal: String? = nil
  ) throws -> [String] {
    try shop.notify(
      Shop.jws(
        .notification,
        Payload.notification(
          name, uuid, signed: signed, transaction: transaction, renewal: renewal,
          status.map { #","status":\#($0)"# } ?? ""))
    ).events.map(\.name)
  }

  private func entitled(_ date: String) throws -> [String] {
    try shop.ledger.entitlements(of: "jane", at: Said.instant(date)).entitlements
      .map { "\($0.productID) \($0.state) \($0.until?.rfc3339.prefix(10) ?? "-")" }
  }

  @Test("the refund of an earlier period takes nothing away while Apple's status is 1")
  func earlierRefund() throws {
    shop.move(to: "2026-01-10")
    let refund = Payload.period(
      "1000", from: "2025-12-01", to: "2026-01-01", signed: "2026-01-10", revoked: "2026-01-09")
    let renewal = Payload.renewal(
      signed: "2026-01-10", #","autoRenewStatus":1,"renewalDate":\#(Said.milliseconds("2026-02-01"))"#)
    #expect(
      try notify("REFUND", "A", signed: "2026-01-10", status: 1, transaction: refund, renewal: renewal) == ["refunded"])
    #expect(try shop.state("1000") == "refunded jane")
    #expect(try entitled("2026-01-10") == ["com.example.monthly active 2026-02-01"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("status 4 without the end of the grace period grants for as long as one can last")
  func graceWithoutEnd() throws {
    shop.move(to: "2026-01-01T00:01:00Z")
    let failed = Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: "2026-01-01")
    let renewal = Payload.renewal(signed: "2026-01-01", #","isInBillingRetryPeriod":true,"expirationIntent":2"#)
    #expect(
      try notify(
        "DID_FAIL_TO_RENEW/GRACE_PERIOD", "A", signed: "2026-01-01", status: 4, transaction: failed, renewal: renewal)
        == ["in_grace_period"])
    #expect(try entitled("2026-01-28") == ["com.example.monthly grace_period 2026-01-29"])
    #expect(try entitled("2026-01-29") == [])
  }

  @Test("status 5 ends it, also where the transaction tells of no refund, and is told once")
  func revokedByStatus() throws {
    let period = Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-20")
    shop.move(to: "2025-12-20T00:01:00Z")
    #expect(try notify("REVOKE", "A", signed: "2025-12-20", status: 5, transaction: period) == ["refunded"])
    #expect(try notify("REVOKE", "B", signed: "2025-12-20T00:00:30Z", status: 5, transaction: period) == [])
    #expect(try entitled("2025-12-20T00:02:00Z") == [])
    #expect(try notify("DID_CHANGE_RENEWAL_STATUS", "C", signed: "2025-12-20T00:00:50Z", status: 1) == [])
  }

  @Test("a family share that ended, and a seat that was taken back, are told as such", arguments: [true, false])
  func endOfShare(isShare: Bool) throws {
    let more =
      isShare ? #","revocationType":"FAMILY_REVOKE""# : #","revocationType":"ASSIGNMENT_REVOKE""#
    let ended = Payload.period(
      "1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-20", revoked: "2025-12-20", more)
    let word = isShare ? "no_longer_shared" : "seat_taken_back"
    #expect(try notify("REVOKE", "A", signed: "2025-12-20", status: 5, transaction: ended) == [word])
    #expect(try shop.state("1000") == "\(word) jane")
    #expect(try shop.subscription("1000")?.hasPrefix(word) == true)
    let moment = Said.instant("2025-12-21")
    let question = Ledger.EntitlementQuestion(account: "jane", moment: moment, language: .english)
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    try shop.ledger.entitlements(of: [question])[0].write(to: &writer)
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("efunded"))
  }

  @Test(
    "what Apple took back is told as far as Apple said it: in the event, the table and the document",
    arguments: [
      ("", "refunded or no longer shared", #""may_be_no_longer_shared":true"#),
      (
        #","revocationType":"REFUND_PRORATED","revocationPercentage":40000"#, "refunded in part (40 %)",
        #""revocation_percentage":40000"#
      ),
    ])
  func takenBack(more: String, words: String, member: String) throws {
    let ended = Payload.period(
      "1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-20", revoked: "2025-12-20", more
    ).replacing("PURCHASED", with: "FAMILY_SHARED")
    shop.move(to: "2025-12-20T00:01:00Z")
    #expect(try notify("REFUND", "A", signed: "2025-12-20", status: 5, transaction: ended) == ["refunded"])
    let report = try shop.ledger.report(of: "jane", as: .account, now: shop.now, in: .english)
    let history = report.history
    let text = report.text(TextLayout(width: 200, usesColor: false, now: shop.now))
    // How many, the purchase, and the subscription.
    #expect(text.components(separatedBy: words).count == 4, "\(text)")
    var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    history.write(to: &writer)
    let document = String(decoding: writer.bytes, as: UTF8.self)
    // Of the purchase, and of the event.
    #expect(document.components(separatedBy: member).count == 3, "\(document)")
    #expect(document.contains("may_be_no_longer_shared") == member.contains("may_be_no_longer_shared"))
    let question = Ledger.EntitlementQuestion(account: "jane", moment: shop.now, language: .english)
    writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
    try shop.ledger.entitlements(of: [question])[0].write(to: &writer)
    let said = String(decoding: writer.bytes, as: UTF8.self)
    #expect(said.contains(more.isEmpty ? "Refunded, or no longer shared by the family" : "Refunded in part (40 %)"))
    #expect(try shop.ledger.check() == [])
  }

  @Test(
    "a team that grows and shrinks has what it bought at every step, also without the words that this version knows")
  func seats() throws {
    for names in [["SEATS", "SEAT_ADDITION"], ["SEATS_OF_THE_FUTURE", "ANOTHER_REASON"]] {
      let shop = try Self()
      let added =
        #","quantity":10,"additionalTransactionReason":"\#(names[1])","multiSeatInfo":{"revokedSeatQuantity":2}"#
      let steps: [(name: String, transaction: String, renewing: Int)] = [
        (
          "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY",
          Payload.period("1001", from: "2025-12-10", to: "2026-01-01", signed: "2025-12-10", added), 14
        ),
        (
          "REFUND/\(names[0])",
          Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-12", added), 14
        ),
        (
          "REFUND",
          Payload.period(
            "1001", from: "2025-12-10", to: "2026-01-01", signed: "2025-12-13", revoked: "2025-12-13", added), 10
        ),
        (
          "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY",
          Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-14", added), 8
        ),
      ]
      for (index, step) in steps.enumerated() {
        let date = ["2025-12-10", "2025-12-12", "2025-12-13", "2025-12-14"][index]
        shop.shop.now = Instant(milliseconds: Said.milliseconds(date) + 60_000)
        let renewal = Payload.renewal(signed: date, #","autoRenewStatus":1,"renewalQuantity":\#(step.renewing)"#)
        _ = try shop.notify(
          step.name, "\(index)", signed: date, status: 1, transaction: step.transaction, renewal: renewal)
        #expect(try shop.entitled(date + "T12:00:00Z") == ["com.example.monthly active 2026-01-01"], "\(step.name)")
      }
      #expect(try shop.shop.ledger.check() == [])
    }
  }

  @Test(
    "the end that a newer transaction tells of is an event once, and what is presented then hears the word for it",
    arguments: [
      ("", "refunded", "was refunded"),
      (#","revocationType":"FAMILY_REVOKE""#, "no_longer_shared", "is no longer shared with the customer"),
      (#","revocationType":"ASSIGNMENT_REVOKE""#, "seat_taken_back", "was taken back"),
    ])
  func presentedEnd(more: String, word: String, reason: String) throws {
    func ended(_ transaction: String) throws -> String {
      try Shop.jws(
        .transaction,
        Payload.period(
          transaction, original: transaction, from: "2025-12-01", to: "2026-01-01", signed: "2025-12-20",
          revoked: "2025-12-20", more))
    }
    shop.move(to: "2025-12-20T00:01:00Z")
    let before = try shop.ledger.lastEvent()
    for _ in 1...2 { #expect(try !shop.add(jws: ended("1000"), order: "S").isGood) }
    #expect(try shop.events(since: before) == [word])
    #expect(try shop.add(jws: ended("2000"), order: "T").failures.first?.reason?.hasSuffix(reason) == true)
    #expect(try shop.ledger.check() == [])
  }

  @Test("a refund that is presented is told of its own transaction and of no earlier period")
  func presentedRefundOfRenewal() throws {
    func renewed(signed: String, revoked: String? = nil) throws -> String {
      try Shop.jws(
        .transaction, Payload.period("1001", from: "2026-01-01", to: "2026-02-01", signed: signed, revoked: revoked))
    }
    shop.move(to: "2026-01-10T00:01:00Z")
    #expect(try shop.add(jws: renewed(signed: "2026-01-01"), order: "B").isGood)
    let before = try shop.ledger.lastEvent()
    #expect(try !shop.add(jws: renewed(signed: "2026-01-10", revoked: "2026-01-09"), order: "B").isGood)
    let events = try shop.ledger.events(since: before)
    #expect(events.map { "\($0.name) \($0.transactionID ?? "-") \($0.order ?? "-")" } == ["refunded 1001 B"])
    #expect(try shop.ledger.check() == [])
  }

  @Test("a status that came before every purchase counts for the first that is presented")
  func statusBeforePurchases() throws {
    shop.move(to: "2025-12-20T00:01:00Z")
    let renewal = Payload.renewal("2000", signed: "2025-12-20", #","autoRenewStatus":0"#)
    #expect(try notify("EXPIRED", "A", signed: "2025-12-20", status: 2, renewal: renewal) == [])
    let period = Payload.period("2000", original: "2000", from: "2025-12-10", to: "2026-01-10", signed: "2025-12-10")
    #expect(try shop.add(jws: Shop.jws(.transaction, period), order: "T", account: "joe").decision == .accept)
    #expect(try shop.subscription("2000") == "expired 2026-01-10")
    #expect(try shop.ledger.check() == [])
  }

  @Test("a status of a clock that is ahead of this one counts from its date")
  func statusAhead() throws {
    shop.move(to: "2025-12-20")
    let signed = "2025-12-20T00:05:00Z"
    let period = Payload.period("1000", from: "2025-12-01", to: "2026-01-01", signed: signed)
    _ = try notify("EXPIRED", "A", signed: signed, status: 2, transaction: period)
    #expect(try entitled("2025-12-20T00:06:00Z") == [])
    #expect(try shop.ledger.check() == [])
  }

  @Test("what cannot be told keeps what was granted: a period that was replaced by one that is not here")
  func replaced() throws {
    let ended = Payload.period(
      "1000", from: "2025-12-01", to: "2026-01-01", signed: "2025-12-20", #","isUpgraded":true"#)
    #expect(
      try notify("DID_CHANGE_RENEWAL_PREF/UPGRADE", "A", signed: "2025-12-20", transaction: ended) == ["upgraded"])
    #expect(try entitled("2025-12-21") == ["com.example.monthly active 2026-01-01"])
    #expect(try entitled("2026-01-01") == [])
  }
}
