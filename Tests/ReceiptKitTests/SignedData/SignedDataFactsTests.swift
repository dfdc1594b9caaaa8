import Foundation
import ReceiptKit
import Testing

@testable import ReceiptRedaction

@Suite("Signed data: facts")
struct SignedDataFactsTests {
  private static let tables = Dictionary(PayloadTable.all.map { ($0.name, $0) }) { first, _ in first }

  private func word(_ type: PayloadType) -> String {
    switch type {
    case .milliseconds: "ms"
    case .identifier: "id"
    case .text: "str"
    case .integer: "int"
    case .price: "milli"
    case .share: "share"
    case .flag: "bool"
    case .uuid: "uuid"
    case .period: "period"
    case .enumeration: "enum"
    case .object: "object"
    case .signed: "jws"
    case .list(let element): word(element) + "[]"
    }
  }

  @Test(
    "every member is in its table, with its type, and no other one",
    arguments: try SignedDataSpecification.section("members"))
  func members(_ row: TableCase) throws {
    let table = try #require(Self.tables[row.text])
    let expected = row.expected.joined(separator: " ").replacing(", ", with: ",").split { $0 == "," }.map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " "))
    }
    #expect(table.members.map { "\($0.name) \(word($0.type))" }.sorted() == expected.sorted())
    for member in table.members {
      #expect(member.meaning.hasSuffix("."), "\(member.name)")
      #expect(member.label.description.count <= 12, "\(member.label)")
      #expect(Reference.answer("signed_field:" + member.name).entries.map(\.key) == [member.name], "\(member.name)")
      #expect(Reference.answer(member.name).entries.contains { $0.kind == .signedField }, "\(member.name)")
    }
  }

  @Test("there are no other tables, and every enumeration was looked at")
  func tables() throws {
    #expect(Set(Self.tables.keys) == Set(try SignedDataSpecification.section("members").map(\.text)))
    let members = PayloadTable.all.flatMap(\.members).filter { $0.type.words != nil }.map(\.name)
    #expect(Set(members) == Set(try SignedDataSpecification.section("values").map(\.text)))
  }

  @Test("versions", arguments: try SignedDataSpecification.section("since which version of the App Store Server API"))
  func since(_ row: TableCase) {
    for name in row.words() {
      let found = PayloadTable.all.flatMap(\.members).filter { $0.name == name }.compactMap { $0.since?.text }
      #expect(found.contains("App Store Server API \(row.text)"), "\(name)")
    }
  }

  @Test(
    "every value of an enumeration is known, and can be asked for",
    arguments: try SignedDataSpecification.section("values"))
  func values(_ row: TableCase) {
    let expected = row.expected[0].split(separator: "|").map(String.init)
    let words = PayloadTable.all.flatMap(\.members).filter { $0.name == row.text }.compactMap(\.type.words)
    #expect(Set(words.flatMap { $0.values.map(\.code) }) == Set(expected))
    for value in expected {
      #expect(!Reference.answer("\(row.text)=\(value)").entries.isEmpty, "\(row.text)=\(value)")
      if !value.allSatisfy(\.isNumber) { #expect(!Reference.answer(value).entries.isEmpty, "\(value)") }
    }
  }

  @Test("every type of a notification with its subtypes, and no other one")
  func notifications() throws {
    let rows = try SignedDataSpecification.rows
    let known = NotificationMeaning.all.map { "\($0.type)/\($0.subtype ?? "-") \($0.content)" }
    #expect(known.sorted() == rows.map { "\($0.type)/\($0.subtype ?? "-") \($0.content)" }.sorted())
    #expect(NotificationMeaning.types.count == 24 && NotificationMeaning.subtypes.count == 22)
    for row in NotificationMeaning.all {
      for text in [row.event, row.accessDetail] { #expect(text.hasSuffix("."), "\(row.name)") }
      #expect(row.hours == (row.type == "CONSUMPTION_REQUEST" ? 12 : nil))
      #expect(PayloadTable.notificationContents.contains(row.content))
    }
    for row in rows {
      #expect(Reference.answer(row.type).entries.contains { $0.kind == .notificationV2 && $0.key == row.type })
      guard let subtype = row.subtype else { continue }
      #expect(Reference.answer(subtype).entries.contains { $0.kind == .notificationSubtype && $0.key == subtype })
      #expect(Reference.answer("\(row.type)/\(subtype)").entries.map(\.key) == ["\(row.type)/\(subtype)"])
    }
  }

  /// Where SIGNED-DATA.md or Apple's page of the type says so.
  @Test("what notifications mean for access", arguments: try SignedDataSpecification.section("access"))
  func access(_ row: TableCase) {
    for name in row.expected.flatMap({ $0.split(separator: " ") }) {
      #expect(NotificationMeaning.all.first { $0.name == name }?.access.rawValue == row.text, "\(name)")
    }
  }

  @Test("the name of the changelog finds the name of the table")
  func otherName() {
    #expect(Reference.answer("MIGRATE").entries.map(\.key) == ["MIGRATION"])
    #expect(NotificationMeaning.of("MIGRATE", nil)?.type == "MIGRATION")
    #expect(NotificationMeaning.of("MIGRATION", nil)?.event.contains("MIGRATE") == true)
    #expect(NotificationMeaning.of("TEST", "SUMMARY") == nil && NotificationMeaning.rows(of: "NEW").isEmpty)
  }

  @Test("rules of redaction are those that redact has, where it has one")
  func redaction() throws {
    let probes =
      try SignedDataSpecification.section("values").flatMap { $0.expected[0].split(separator: "|").map(String.init) }
      + [
        "", "0", "9", "10", "123456", "1234567", "999999999", "1234567890", "P1M", "P12M", "EUR", "eur", "EURO", "1.0",
        "true", "jane", "PROD",
      ]
    for member in PayloadTable.all.flatMap(\.members) {
      // redact goes by names: `status` is also an answer of verifyReceipt, and version 1 has types of its own.
      guard let known = FieldRule.field(named: member.name).rule, let rule = member.redaction,
        !["status", "notificationType"].contains(member.name)
      else { continue }
      switch (known, rule) {
      case (.common(let first), .common(let second)):
        for probe in probes { #expect(first(probe) == second(probe), "\(member.name) \(probe)") }
      case (.identifier(let first), .identifier(let second)),
        (.encodedIdentifier(let first), .encodedIdentifier(let second)):
        #expect(first == second, "\(member.name)")
      case (.identifierBehind(let first, _), .identifierBehind(let second, _)): #expect(first == second)
      case (.app, .app), (.product, .product), (.date, .date), (.secret, .secret): break
      default: Issue.record("\(member.name): \(known) and \(rule)")
      }
    }
  }

  @Test("only what has contents of its own is without a rule of redaction")
  func rules() {
    for member in PayloadTable.all.flatMap(\.members) {
      let word = word(member.type)
      #expect((member.redaction == nil) == (word.hasPrefix("object") || word == "jws"), "\(member.name)")
    }
  }
}

@Suite("Signed data: kinds of payload")
struct SignedPayloadKindTests {
  private func kind(_ text: String) throws -> SignedPayloadKind? {
    SignedPayloadKind(try JSONReader().read(Array(text.utf8)))
  }

  @Test("by the members that every payload of a kind has")
  func kinds() throws {
    #expect(try kind(#"{"transactionId":"1","productId":"a","purchaseDate":1}"#) == .transaction)
    #expect(try kind(#"{"purchaseDate":1}"#) == .transaction)
    #expect(try kind(#"{"originalTransactionId":"1","autoRenewProductId":"a","autoRenewStatus":1}"#) == .renewal)
    #expect(try kind(#"{"notificationType":"TEST","data":{"transactionId":"1"}}"#) == .notification)
    #expect(try kind(#"{"receiptType":"Sandbox","bundleId":"a","appTransactionId":"1"}"#) == .appTransaction)
    #expect(
      try kind(#"{"originalTransactionId":"1","appAppleId":1,"productId":"a","userLocale":"en-US"}"#) == .realtime)
  }

  @Test("what has no mark of a kind is of no kind")
  func none() throws {
    for text in ["{}", "[]", "1", #""transactionId""#, #"{"environment":"Sandbox","signedDate":1}"#, #"{"data":{}}"#] {
      #expect(try kind(text) == nil, "\(text)")
    }
  }

  @Test("of several kinds the first one, however the members are ordered")
  func several() throws {
    #expect(try kind(#"{"transactionId":"1","notificationType":"TEST"}"#) == .notification)
    #expect(try kind(#"{"autoRenewStatus":1,"transactionId":"1"}"#) == .transaction)
  }

  @Test("marks are members of their own table only")
  func marks() throws {
    for kind in SignedPayloadKind.allCases {
      for member in kind.table.members {
        let object = JSONValue.object([.init(member.name, .number("1"))])
        guard let found = SignedPayloadKind(object) else { continue }
        #expect(found == kind, "\(member.name)")
      }
    }
  }

  @Test(
    "published samples", .enabled(if: SignedSamples.areHere, SignedSamples.missing),
    arguments: [
      ("apple-test-notification.json", SignedPayloadKind.notification), ("mock-testNotification", .notification),
      ("mock-wrongBundleId", .notification), ("xcode-signed-transaction", .transaction),
      ("xcode-signed-renewal-info", .renewal), ("xcode-signed-app-transaction", .appTransaction),
    ])
  func published(_ name: String, _ kind: SignedPayloadKind) throws {
    let bytes = try SignedSamples.file(name)
    let signature = try #require(try InputDecoder().decode(bytes).document.signature)
    #expect(SignedPayloadKind(signature.payload) == kind)
    // Every member that Apple and Xcode wrote is in the table.
    guard case .object(let members) = signature.payload else { return }
    for member in members {
      let row = kind.table.members.first { $0.name == member.name }
      #expect(row?.type.read(member.value) != nil, "\(member.name)")
    }
  }
}

@Suite("Signed data: values in words")
struct PayloadWordingTests {
  @Test("prices", arguments: try TableCase.read("values", "prices"))
  func money(_ row: TableCase) throws {
    let parts = row.text.split(separator: " ")
    let milliunits = try #require(Int64(parts[0]))
    #expect(PayloadWording.money(milliunits, currency: String(parts[1])).description == row.expected[0])
  }

  @Test("a price without a currency says so")
  func noCurrency() {
    #expect(PayloadWording.money(9_990, currency: nil).description == "9.99 (of an unknown currency)")
  }

  @Test("shares", arguments: try TableCase.read("values", "shares"))
  func share(_ row: TableCase) throws {
    #expect(PayloadWording.share(try #require(Int64(row.text))) == row.expected[0])
  }

  @Test(
    "periods", arguments: try TableCase.read("values", "periods") + TableCase.read("values", "no periods"))
  func period(_ row: TableCase) { #expect(PayloadWording.period(row.text)?.description == row.expected.first) }

  @Test(
    "dates",
    arguments: try TableCase.read("dates", "milliseconds of signed data") + TableCase.read("dates", "no milliseconds"))
  func dates(_ row: TableCase) {
    #expect(Instant(payloadMilliseconds: row.text)?.milliseconds == row.expected.first.flatMap { Int64($0) })
  }
}
