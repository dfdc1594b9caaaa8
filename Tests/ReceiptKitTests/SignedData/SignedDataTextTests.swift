import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

@Suite("Signed data: text")
struct SignedDataTextTests {
  private typealias Sample = SignedDataSamples
  private static let types = Result { Set(try SignedDataSpecification.rows.map(\.type)).sorted() }

  @Test("every type of a notification with every subtype", arguments: try types.get())
  func notifications(_ type: String) throws {
    var all = ""
    for row in try SignedDataSpecification.rows where row.type == type {
      let payload = NotificationSamples.payload(row.type, row.subtype)
      for width in [30, 80, 140] { InspectGolden.expectFits(try Sample.text(payload, width), width) }
      all += "==> \(row.type) \(row.subtype ?? "without a subtype") <==\n" + (try Sample.text(payload)) + "\n"
    }
    #expect(!all.contains("to this version") && !all.contains("!"))
    try InspectGolden.expect(all, is: "inspect-notification-\(type)-80")
  }

  @Test(
    "the other kinds of payload",
    arguments: [
      ("transaction", Sample.transaction()), ("renewal", Sample.renewal()), ("app-transaction", Sample.appTransaction),
      ("realtime", Sample.realtime),
    ])
  func kinds(_ name: String, _ payload: String) throws {
    let text = try Sample.text(payload)
    InspectGolden.expectFits(text, 80)
    try InspectGolden.expect(text, is: "inspect-signed-\(name)-80")
  }

  @Test("every offer, commitment, and what Apple may add one day")
  func rareMembers() throws {
    let more =
      #","offerType":4,"offerIdentifier":"back.50","offerDiscountType":"ONE_TIME","isUpgraded":true,"billingPlanType":"MONTHLY","#
      + #""commitmentInfo":{"billingPeriodNumber":3,"totalBillingPeriods":12,"commitmentPrice":119880,"#
      + #""commitmentExpiresDate":1800000000000,"novelty":1},"appAccountToken":"7edea87d-98f0-42d0-9682-49ca81022f73","#
      + #""groupType":"CONSUMER","role":{"name":"ADMIN"},"newDate":1795240800000"#
    try InspectGolden.expect(try Sample.text(Sample.transaction(more)), is: "inspect-signed-rare-80")
    let renewal =
      #","offerType":2,"offerIdentifier":"winter","renewalBillingPlanType":"MONTHLY","commitmentInfo":{"#
      + #""commitmentAutoRenewProductId":"com.example.reader.monthly","commitmentAutoRenewStatus":0,"#
      + #""commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1800000000000,"commitmentRenewalPrice":119880}"#
    try InspectGolden.expect(try Sample.text(Sample.renewal(renewal)), is: "inspect-signed-commitment-80")
  }

  @Test("values that are not known, or of another type, are shown and are no error")
  func oddValues() throws {
    let payload =
      #"{"transactionId":2000000000000002,"originalTransactionId":null,"productId":["a"],"purchaseDate":"soon","#
      + #""expiresDate":"1797832800000","revocationDate":1e400,"price":9.99,"currency":7,"offerType":9,"#
      + #""offerDiscountType":"GIFT","environment":"Moon","isUpgraded":"maybe","commitmentInfo":[],"#
      + #""advancedCommerceInfo":{"items":[1,{"SKU":"a"}],"descriptors":"none"},"quantity":99999999999999999999,"#
      + #""transactionId":"3"}"#
    try InspectGolden.expect(try Sample.text(payload), is: "inspect-signed-odd-80")
  }

  @Test("a type or a subtype that is not known is no error")
  func unknownNotifications() throws {
    let type = try Sample.text(Sample.notification("BORROWED", "TWICE", Sample.data(Sample.transaction())))
    #expect(type.contains("Notification: BORROWED/TWICE\n") && type.contains("not known to this version"))
    #expect(type.contains("Transaction  2000000000000002"))
    let subtype = try Sample.text(Sample.notification("EXPIRED", "TWICE", Sample.data(Sample.transaction())))
    let words = subtype.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Known subtypes: none, VOLUNTARY, BILLING_RETRY, PRICE_INCREASE, PRODUCT_NOT_FOR_SALE."))
    // It takes nothing away: the transaction says what the customer may use.
    #expect(words.contains("Access then yes: active until 2026-12-21 06:00:00"))
    #expect(try Sample.text(#"{"notificationUUID":"a"}"#).contains("has no notificationType"))
    #expect(try Sample.text(#"{"notificationType":1,"subtype":2}"#).contains("has no notificationType"))
  }

  @Test("what does not belong together is said")
  func contradictions() throws {
    let both = Sample.notification("TEST", nil, Sample.data(nil) + #","summary":{"failedCount":1}"#)
    #expect(try Sample.text(both).contains("! It has data and summary, of which Apple sends one only."))
    let wrong = Sample.notification("RESCIND_CONSENT", nil, Sample.data(Sample.transaction()))
    #expect(try Sample.text(wrong).contains("! It has data, where Apple sends appData."))
    let swapped = Sample.notification("DID_RENEW", nil, Sample.data(Sample.renewal(), Sample.transaction()))
    let text = try Sample.text(swapped)
    #expect(text.contains("! This is renewal information, where Apple sends a transaction."))
    #expect(text.contains("! This is a transaction, where Apple sends renewal information."))
    let other = Sample.notification("DID_RENEW", nil, Sample.data(Sample.transaction(), environment: "Sandbox"))
    // The environment of the transaction differs from the one around it, so it is shown.
    #expect(try Sample.text(other).components(separatedBy: "Environment  ").count == 3)
    let broken = Sample.notification("DID_RENEW", nil, #""data":{"signedTransactionInfo":"eyJ","signedRenewalInfo":7}"#)
    let lines = try Sample.text(broken)
    #expect(lines.contains("! `signedTransactionInfo` is not a readable JWS"))
    #expect(lines.contains("! `signedRenewalInfo` is not a readable JWS"))
    #expect(try Sample.text(Sample.notification("TEST", nil, #""data":7"#)).contains("not of the type"))
  }

  @Test("what was found out about a part stands beside it")
  func proofs() throws {
    let payload = Sample.notification("DID_RENEW", nil, Sample.data(Sample.transaction(), Sample.renewal()))
    var authenticity = try #require(try InspectSamples.decode(.sandboxSample()).authenticity)
    authenticity.verdict = .badSignature
    authenticity.reason = "something was changed"
    let part = SignedPart(
      pointer: "/data/signedTransactionInfo", signature: nil, authenticity: authenticity, contradiction: "it is another"
    )
    let text = try Sample.text(payload, parts: [part])
    #expect(text.contains("\nTransaction  bad-signature\n  ! something was changed\n  ! it is another\n  Product "))
    #expect(text.contains("\nRenewal info  not verified\n  Product "))
  }

  @Test(
    "hostile values of every member stay in their lines, and the text is short", arguments: SignedPayloadKind.allCases)
  func hostile(_ kind: SignedPayloadKind) throws {
    func object(_ table: PayloadTable, _ text: String, depth: Int) -> JSONValue {
      .object(
        [.init(text, .string(text))]
          + table.members.map { member in
            let value: JSONValue =
              switch member.type {
              case .object(let inner) where depth < 4: object(inner, text, depth: depth + 1)
              case .list(of: .object(let inner)) where depth < 4:
                .array([object(inner, text, depth: depth + 1), .string(text)])
              case .list: .array([.string(text), .number("1")])
              default: .string(text)
              }
            return .init(member.name, value)
          })
    }
    for text in InspectSamples.hostileStrings + [String(repeating: "\u{1B}", count: 1 << 16)] {
      let signature = JSONWebSignature(header: .object([]), payload: object(kind.table, text, depth: 0))
      for width in [30, 80, 200] {
        var page = TextPage(InspectSamples.layout(width))
        page.jws(signature)
        InspectGolden.expectFits(page.text, width)
        #expect(page.text.utf8.count < 400_000)
      }
    }
  }

  @Test("lists without end are cut, and say so")
  func longLists() throws {
    let items = #"{"items":["# + Array(repeating: #"{"SKU":"a"}"#, count: 5_000).joined(separator: ",") + "]}"
    let text = try Sample.text(Sample.transaction(#","advancedCommerceInfo":\#(items)"#))
    #expect(text.contains("Items 20 of 5,000\n") && !text.contains("Items 21 of"))
    #expect(text.contains("… and 4,980 more (decode lists them all)"))
    let unknown = (0..<5_000).map { #","x\#($0)":1"# }.joined()
    let other = try Sample.text(Sample.transaction(unknown))
    #expect(other.contains("New to this version: 5,000") && other.contains("… and 4,980 more"))
    let offers = Array(repeating: #""a""#, count: 5_000).joined(separator: ",")
    #expect(try Sample.text(Sample.renewal(#","eligibleWinBackOfferIds":[\#(offers)]"#)).utf8.count < 4_000)
  }
}
