import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
import ReceiptMint
@testable import ReceiptReading
import TestSupport

/// What a customer may use after a notification, for every type and subtype, each status, and each transaction that can
/// stand in it.
///
/// The expectation is written from the facts about `data.status` and from the order in which they decide, and not from
/// the code. Six consumers are asked: Holdings, the first sentence, `--is-active`, `validate --active`, what the
/// notification's text says of access, and the page's document.
@Suite("Holdings: every notification, every status", .thorough)
struct HoldingsTableTests {
  /// Every type and subtype that is about a purchase, those that came later, and some that do not exist.
  private static let names: [(String, String?)] =
    NotificationMeaning.all.filter { $0.content == "data" && $0.type != "TEST" }.map { ($0.type, $0.subtype) }
    + [
      ("REFUND", "SEATS"), ("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY"), ("EXPIRED", "SOMETHING_NEW"),
      ("REVOKE", "SOMETHING_NEW"), ("SOMETHING_NEW", nil),
    ]

  /// Day 100: the moment at which Apple signs.
  private static let moment = CombinedSamples.date(100)

  @Test("six consumers find what the facts say, and the type decides nothing", arguments: NotificationContent.all)
  func table(_ content: NotificationContent) throws {
    let expected = content.expected
    for (type, subtype) in Self.names {
      let place: Comment = "\(type) \(subtype ?? "-") \(content)"
      let text = SignedDataSamples.jws(try content.payload(type, subtype))
      let decoded = InspectSamples.authentic(try InputDecoder(authenticator: Authenticator(anchors: [])).decode(text))
      let history = try PurchaseHistory(decoded)
      let status = SubscriptionStatus(history, at: Self.moment)
      guard let holding = status.holdings.subscriptions.first else {
        // Nothing in it names the subscription.
        #expect(content.period == .none && content.renewal == .none, place)
        continue
      }
      #expect(holding.access == expected.access, place)
      if let until = expected.until { #expect(holding.state.activeUntil == CombinedSamples.date(until), place) }
      // --is-active
      #expect(status.claimsActive(CombinedSamples.product) == (expected.access == .yes), place)
      // The first sentence.
      let summary = SummaryText(decoded, at: Self.moment)
      let sentence = try #require(summary.lines.first).text.replacing("Test: ", with: "")
      #expect(Self.access(sentence) == expected.access, "\(type) \(subtype ?? "-") \(content) \(sentence)")
      // validate --active
      let check = try CheckSamples.validate(decoded, now: Self.moment) { $0.activeProducts = [CombinedSamples.product] }
      if status.knows(CombinedSamples.product) {
        #expect(check["active_subscription"]?.outcome == (expected.access == .yes ? .passed : .failed), place)
      }
      // What the notification's text says of access.
      var page = TextPage(InspectSamples.layout(200))
      page.jws(try SignedDataSamples.signature(content.payload(type, subtype)), parts: [])
      let words = [Holding.Access.yes: "yes: ", .no: "no: ", .unknown: "cannot tell: "][expected.access] ?? ""
      #expect(page.text.contains(try Regex("Access then +" + words)), place)
    }
  }

  @Test(
    "the page's document finds the same, and its mark is green for nothing else", arguments: NotificationContent.all)
  func page(_ content: NotificationContent) throws {
    guard content.period != .none || content.renewal != .none else { return }
    func production(_ payload: String) -> String { payload.replacing("Sandbox", with: "Production") }
    let payload = try content.payload("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED") {
      try CombinedSamples.sign($0, production($1))
    }
    let text = try CombinedSamples.sign(.notification, production(payload))
    var question = Examination.Question(Expectations(), now: Self.moment, in: .english)
    question.expectations.bundleIdentifiers = ["com.example.reader"]
    // As if the authority of the tests were Apple's.
    let anchors = try CombinedSamples.reader.decoder.authenticator.anchors.map {
      TrustAnchor($0.certificate, origin: .pinned)
    }
    let page = PageDocument([PastedItem(text)], question, InputDecoder(authenticator: Authenticator(anchors: anchors)))
    let expected = content.expected.access
    let sentence = try #require(page.lines.first).text
    #expect(Self.access(sentence) == expected, "\(content) \(page.lines)")
    // In a grace period the customer has it, and has to be told.
    let isInGrace = sentence.hasPrefix("Payment failed; access continues")
    let tone: PurchaseSummary.Tone = expected == .no ? .bad : expected == .yes && !isInGrace ? .good : .caution
    #expect(page.tone == tone, "\(content) \(page.lines)")
  }

  private static func access(_ sentence: String) -> Holding.Access {
    let yes = ["Subscribed", "Free trial", "Shared", "Payment failed; access continues"]
    if yes.contains(where: sentence.hasPrefix) { return .yes }
    let no = ["Refunded", "Expired", "Payment failed: not paid", "No longer shared"]
    return no.contains(where: sentence.hasPrefix) ? .no : .unknown
  }
}

extension NotificationContent {
  /// Whether the customer may use it, and until which day where the facts name one.
  fileprivate var expected: (access: Holding.Access, until: Int64?) {
    // 1. Status 5, or every transaction of the running period revoked.
    if status == 5 || period == .running && isRevoked { return (.no, nil) }
    switch status {
    // 2. Status 4: until the end that Apple names; without one at the longest 28 days after the end of the period.
    case 4?:
      if period == .running { return (.yes, nil) }
      return (.yes, renewal == .grace ? 106 : period == .earlier ? 90 + 28 : nil)
    // 3. Status 1: until the newest end known; the transaction may be another period's.
    case 1?: return (.yes, period == .running || renewal == .plain ? 120 : nil)
    // 4.
    case 2?, 3?: return (.no, nil)
    // 5. No status: the revocation and the dates, which speak for their own period only.
    default:
      if period == .running { return (.yes, 120) }
      if renewal == .plain { return (.unknown, nil) }
      if isRevoked { return (.no, nil) }
      if renewal == .grace { return (.yes, 106) }
      return (period == .earlier ? .no : .unknown, nil)
    }
  }

  /// - Parameter sign: makes a JWS of a payload.
  fileprivate func payload(
    _ type: String, _ subtype: String?,
    _ sign: (SignedPayloadKind, String) throws -> String = { SignedDataSamples.jws($1) }
  ) throws -> String {
    typealias Samples = CombinedSamples
    var transaction: String?
    if period != .none {
      let month: Int64 = period == .running ? 4 : 3
      let revocation =
        #","revocationDate":\#(Samples.date(99).milliseconds),"revocationReason":0,"revocationType":"REFUND_FULL""#
      transaction = Samples.transaction(month, signed: 100, isRevoked ? revocation : "")
    }
    let signed = renewalMembers { Samples.date($0).milliseconds }.map { Samples.renewal(signed: 100, $0) }
    let parts =
      [
        status.map { #""status":\#($0)"# },
        try transaction.map { #""signedTransactionInfo":"\#(try sign(.transaction, $0))""# },
        try signed.map { #""signedRenewalInfo":"\#(try sign(.renewal, $0))""# },
      ].compactMap(\.self).map { "," + $0 }.joined()
    return #"{"notificationType":"\#(type)","# + (subtype.map { #""subtype":"\#($0)","# } ?? "")
      + #""notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","#
      + #""signedDate":\#(Samples.date(100).milliseconds),"data":{"bundleId":"com.example.reader","#
      + #""environment":"Sandbox"\#(parts)}}"#
  }
}
