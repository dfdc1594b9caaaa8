import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptRedaction

@Suite("Redaction of the published receipts", .enabled(if: RealReceipts.areHere, RealReceipts.missing))
struct PublishedRedactionTests {
  @Test("no identifier survives in text, base64 layers or raw octets", arguments: RedactionSamples.published)
  func survivors(_ file: String) throws {
    let input = try RedactionSamples.published(file)
    for app in [false, true] {
      let survivors = try Survivors.of(input, app: app)
      // An Xcode receipt without purchases still has its opaque value, its hash and its certificate.
      #expect(survivors.needles.count >= 4)
      #expect(Set(survivors.found(in: input)).count > 0, "the search finds nothing in the original: it is not a search")
      let redactor = try RedactionSamples.redactor { $0.replacesApp = app }
      #expect(survivors.found(in: try redactor.redact(input).write(.pretty)) == [])
    }
  }

  @Test("the search finds every identifier in the originals", arguments: RedactionSamples.published)
  func searchIsSound(_ file: String) throws {
    let input = try RedactionSamples.published(file)
    let survivors = try Survivors.of(input, app: true)
    // Hexadecimal and base64 of octets are forms that only a redactor would give them.
    let expected = survivors.needles.map(\.what).filter {
      !$0.contains("hexadecimal") && !$0.contains("base64") && !$0.contains("INTEGER") && !$0.hasPrefix("web_order")
        && !$0.hasPrefix("product_item")
    }
    #expect(Set(expected).isSubset(of: Set(survivors.found(in: input))))
  }

  @Test("the same key gives the same output, another key an unlinkable one", arguments: RedactionSamples.published)
  func keys(_ file: String) throws {
    let input = try RedactionSamples.published(file)
    let first = try RedactionSamples.redactor(key: 1).redact(input).write(.compact)
    #expect(try RedactionSamples.redactor(key: 1).redact(input).write(.compact) == first)
    let second = try RedactionSamples.redactor(key: 2).redact(input).write(.compact)
    #expect(try Survivors.of(first, app: false).needles.filter { !$0.what.contains("certificate") }.count > 0)
    // Nothing that identified under one key does under the other; the certificates are those of the one test authority.
    let shared = try Survivors.of(first, app: false).found(in: second).filter { !$0.hasPrefix("certificate") }
    #expect(shared == [])
  }

  @Test(
    "counts, order, types, lengths and dates are what they were", arguments: RealReceipts.sandbox + RealReceipts.xcode)
  func structure(_ name: String) throws {
    let input = try RealReceipts.text(name)
    let before = try #require(try InputDecoder().decode(input).claims)
    let after = try RedactionSamples.receipt(try RedactionSamples.redactor(replacingAll: 1).redact(input))
    try RedactionChecks.sameStructure(before, after)
  }

  @Test(
    "under the authority's certificates everything is test-signed, and never authentic",
    arguments: RedactionSamples.published)
  func verdict(_ file: String) throws {
    guard file.hasSuffix(".b64") else { return }
    let output = try RedactionSamples.redactor().redact(try RedactionSamples.published(file)).write(.compact)
    let untrusted = try InputDecoder().decode(output)
    #expect(untrusted.authenticity?.verdict == .untrustedChain)
    #expect(untrusted.judgement?.authenticReceipt == nil)
    for certificate in try #require(untrusted.authenticity?.certificates) {
      #expect(certificate.subject.contains("TEST REDACTED") && certificate.subject.contains("not Apple"))
    }
    let root = try TrustAnchor.read(Array(try RedactionAuthority().anchorsPEM().utf8))
    let trusted = try InputDecoder(authenticator: Authenticator(anchors: root)).decode(output)
    #expect(trusted.authenticity?.verdict == .testSigned, "\(trusted.authenticity?.reason ?? "")")
    #expect(
      trusted.authenticity?.digestAlgorithm
        == (try InputDecoder().decode(try RedactionSamples.published(file)).authenticity?.digestAlgorithm))
  }

  @Test("a receipt and Apple's answer about it have the same pseudonyms")
  func linked() throws {
    let redactor = try RedactionSamples.redactor(replacingAll: 3)
    let receipt = try RedactionSamples.receipt(
      try redactor.redact(try RedactionSamples.published("sandbox-sha1-nine-purchases.b64")))
    let answer = try RedactionSamples.json(
      try redactor.redact(try RedactionSamples.published("sandbox-sha1-nine-purchases.verifyReceipt.json")))
    let printed = try #require((answer["receipt"] as? [String: Any])?["in_app"] as? [[String: Any]])
    #expect(printed.count == 9)
    for (purchase, element) in zip(receipt.inApp, printed) {
      #expect(element["transaction_id"] as? String == purchase.transactionID)
      #expect(element["original_transaction_id"] as? String == purchase.originalTransactionID)
      #expect(element["web_order_line_item_id"] as? String == purchase.webOrderLineItemID.map { String($0) })
      #expect(element["product_id"] as? String == purchase.productID)
    }
    #expect((answer["receipt"] as? [String: Any])?["bundle_id"] as? String == receipt.bundleIdentifier)
  }

  @Test("an answer keeps its members, their order and everything that is no identifier")
  func answer() throws {
    let input = try RedactionSamples.published("sandbox-sha1-nine-purchases.verifyReceipt.json")
    let before = try JSONReader().read(input)
    let redaction = try RedactionSamples.redactor().redact(input)
    guard case .object(let members) = try JSONReader().read(redaction.write(.compact)) else {
      Issue.record("no JSON object")
      return
    }
    #expect(members.first == JSONValue.Member("redacted", .bool(true)))
    let identifiers: Set = ["transaction_id", "original_transaction_id", "web_order_line_item_id", "latest_receipt"]
    #expect(
      RedactionChecks.masked(.object(Array(members.dropFirst())), identifiers)
        == RedactionChecks.masked(before, identifiers))
  }
}

/// What redaction must not change.
enum RedactionChecks {
  static func sameStructure(_ before: Receipt, _ after: Receipt, shift: Int64 = 0) throws {
    #expect(after.attributes.map(\.type) == before.attributes.map(\.type))
    #expect(after.attributes.map(\.version) == before.attributes.map(\.version))
    #expect(after.irregularities.map(\.kind) == before.irregularities.map(\.kind))
    for type in [Int64(4), 5, 6, 7] {
      func lengths(_ receipt: Receipt) -> [Int] { receipt.attributes.filter { $0.type == type }.map(\.value.count) }
      #expect(lengths(after) == lengths(before))
    }
    #expect(after.receiptType == before.receiptType)
    #expect(after.creationDate?.text == before.creationDate?.text)
    #expect(after.originalPurchaseDate?.text == before.originalPurchaseDate?.text)
    try #require(after.inApp.count == before.inApp.count)
    var names: [String: String] = [:]
    func same(_ kind: String, _ old: String?, _ new: String?) {
      #expect((old == nil) == (new == nil))
      guard let old, let new else { return }
      #expect(names[kind + old, default: new] == new, "one value, two pseudonyms")
      names[kind + old] = new
      if old.contains(where: { $0 != "0" }) { #expect(old != new && old.count == new.count) }
    }
    for (old, new) in zip(before.inApp, after.inApp) {
      #expect(new.attributes.map(\.type) == old.attributes.map(\.type))
      #expect(new.productTypeNumber == old.productTypeNumber)
      #expect(new.quantity == old.quantity)
      #expect(new.trialPeriodFlag == old.trialPeriodFlag)
      #expect(new.purchaseDate?.text == old.purchaseDate?.text)
      #expect(new.originalPurchaseDate?.text == old.originalPurchaseDate?.text)
      #expect(new.expiresDate?.text == old.expiresDate?.text)
      same("transaction ", old.transactionID, new.transactionID)
      same("transaction ", old.originalTransactionID, new.originalTransactionID)
      same("web ", old.webOrderLineItemID.map { String($0) }, new.webOrderLineItemID.map { String($0) })
      same("product ", old.productID, new.productID)
    }
    for kind in ["transaction ", "web ", "product "] {
      let images = names.filter { $0.key.hasPrefix(kind) }.map(\.value)
      #expect(Set(images).count == images.count, "two values, one pseudonym")
    }
  }

  /// A document with nothing left of some members but that they are there.
  static func masked(_ value: JSONValue, _ names: Set<String>) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { JSONValue.Member($0.name, names.contains($0.name) ? .null : masked($0.value, names)) })
    case .array(let elements): .array(elements.map { masked($0, names) })
    default: value
    }
  }
}
