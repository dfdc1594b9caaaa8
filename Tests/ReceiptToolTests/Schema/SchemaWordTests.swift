import Foundation
import ReceiptKit
import ReceiptLedger
import ReceiptRedaction
import Testing

/// The words that a schema lists are those that the library can write.
@Suite("Words of the JSON Schemas")
struct SchemaWordTests {
  /// The place of a list in a schema, and the words of the type that is written there.
  private static let lists: [(schema: String, path: String, words: [String])] = [
    ("decode-1", "$defs/errorDocument/properties/error/properties/code", words(of: ReceiptError.Code.self)),
    ("decode-1", "$defs/input/properties/layers/items", words(of: InputLayer.self)),
    (
      "decode-1", "$defs/jwsDocument/properties/jws/properties/unknown/items/properties/kind",
      words(of: UnknownFacts.Kind.self)
    ),
    ("decode-1", "$defs/environment", words(of: ReceiptEnvironment.self)),
    ("decode-1", "$defs/authenticity/properties/verdict", words(of: Authenticity.Verdict.self)),
    ("decode-1", "$defs/authenticity/properties/judged_at_source", words(of: Authenticity.JudgedAt.Source.self)),
    ("decode-1", "$defs/authenticity/properties/digest_algorithm", words(of: DigestAlgorithm.self)),
    ("decode-1", "$defs/step/properties/step", words(of: Authenticity.Step.Name.self)),
    ("decode-1", "$defs/step/properties/outcome", words(of: Authenticity.Step.Outcome.self)),
    ("decode-1", "$defs/irregularity/properties/kind", words(of: ReceiptIrregularity.Kind.self)),
    ("compare-1", "$defs/cause", DifferenceCause.ofAnswers.map(\.rawValue)),
    ("compare-1", "$defs/field/properties/kind", words(of: ComparedField.Kind.self)),
    ("compare-1", "$defs/report/properties/verdict", words(of: Comparison.Verdict.self)),
    (
      "compare-1", "$defs/report/properties/status_agreement/properties/outcome",
      words(of: StatusAgreement.Outcome.self)
    ),
    (
      "compare-1", "$defs/report/properties/response/properties/follow_up", words(of: VerifyReceiptStatus.FollowUp.self)
    ),
    ("compare-transactions-1", "$defs/cause", DifferenceCause.ofSignedData.map(\.rawValue)),
    ("diff-1", "$defs/cause", words(of: HistoryChange.Cause.self)),
    ("diff-1", "$defs/side", words(of: HistoryDifference.Side.self)),
    ("diff-1", "$defs/change/properties/kind", words(of: HistoryChange.Kind.self)),
    ("diff-1", "$defs/change/properties/subject", words(of: HistoryChange.Subject.self)),
    ("diff-1", "$defs/difference/properties/verdict", words(of: HistoryDifference.Verdict.self)),
    ("ledger-event-1", "properties/event", words(of: LedgerEventKind.self)),
    ("ledger-decision-1", "$defs/decision/properties/decision", words(of: LedgerDecision.self)),
    (
      "ledger-decision-1", "$defs/decision/properties/purchases/items/properties/outcome",
      words(of: PurchaseOutcome.self)
    ),
    (
      "ledger-decision-1", "$defs/decision/properties/purchases/items/properties/rule", CustomerRule.all.map(\.name)
    ),
    ("ledger-decision-1", "$defs/decision/properties/reports/items/properties/report", words(of: LedgerReport.self)),
    ("ledger-list-1", "properties/state", words(of: ListedState.self)),
    ("offer-1", "properties/kind", words(of: SignedOfferKind.self)),
    ("offer-check-1", "properties/form", words(of: OfferCheck.Form.self)),
    ("redact-1", "$defs/item/properties/action", words(of: RedactionItem.Action.self)),
    ("redact-1", "$defs/item/properties/kind", words(of: ValueKind.self)),
    ("status-1", "$defs/input/properties/kind", words(of: PurchaseHistory.Kind.self)),
    (
      "status-1", "$defs/statusDocument/properties/authenticity/properties/verdict",
      words(of: Authenticity.Verdict.self)
    ),
    (
      "status-1", "$defs/statusDocument/properties/as_of/properties/source", words(of: StatusRenderer.MomentSource.self)
    ),
    (
      "status-1", "$defs/statusDocument/properties/known_until/properties/source",
      words(of: PurchaseHistory.Knowledge.Source.self)
    ),
    ("status-1", "$defs/subscription/properties/state", Holding.State.names),
    ("status-1", "$defs/subscription/properties/claimed_state", Holding.State.names),
    ("status-1", "$defs/period/properties/kind", words(of: Subscription.Payment.self)),
    ("status-1", "$defs/period/properties/upgraded", words(of: Subscription.Replacement.self)),
    ("status-1", "$defs/period/properties/offer_kind", words(of: PurchaseRecord.OfferKind.self)),
    ("status-1", "$defs/notification/properties/access", words(of: NotificationMeaning.Access.self)),
    ("status-1", "$defs/irregularity/properties/kind", words(of: PurchaseIrregularity.Kind.self)),
  ]

  private static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> [String] {
    type.allCases.map(\.rawValue)
  }

  @Test("are those that the library can write", arguments: lists)
  func complete(_ schema: String, _ path: String, _ words: [String]) throws {
    var value: Any? = try SchemaCheck.read(schema)
    for key in path.split(separator: "/") { value = (value as? [String: Any])?[String(key)] }
    let listed = try #require((value as? [String: Any])?["enum"] as? [Any])
    // null stands where there may be no word.
    #expect(listed.compactMap { $0 as? String } == words)
  }
}
