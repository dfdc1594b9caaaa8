import ReceiptKit
import Testing

@testable import ReceiptAnalysis

@Suite("Reference")
struct ReferenceTests {
  private func expect(_ kind: ReferenceEntry.Kind, _ keys: [String]) {
    let known = Reference.entries.filter { $0.kind == kind }.map(\.key)
    #expect(Set(keys).subtracting(known) == [], "\(kind)")
    for key in keys {
      #expect(Reference.answer(key).entries.contains { $0.kind == kind && $0.key == key }, "\(key)")
      #expect(Reference.answer(kind.rawValue + ":" + key).entries.map(\.kind) == [kind], "\(key)")
    }
  }

  @Test("knows everything that the code knows")
  func complete() {
    expect(.verdict, Authenticity.Verdict.allCases.map(\.rawValue))
    expect(.step, Authenticity.Step.Name.allCases.map(\.rawValue) + Authenticity.Step.Outcome.allCases.map(\.rawValue))
    expect(.judgingTime, Authenticity.JudgedAt.Source.allCases.map(\.rawValue))
    expect(.check, Check.all.map(\.identifier))
    expect(.cause, Cause.allCases.map(\.rawValue))
    expect(
      .comparison,
      DifferenceCause.allCases.map(\.rawValue) + ComparedField.Kind.allCases.map(\.rawValue)
        + Comparison.Verdict.allCases.map(\.rawValue))
    expect(
      .difference,
      HistoryChange.Cause.allCases.map(\.rawValue) + HistoryChange.Kind.allCases.map(\.rawValue)
        + HistoryDifference.Verdict.allCases.map(\.rawValue))
    expect(.stage, Diagnosis.Stage.Name.allCases.map(\.rawValue))
    expect(.layer, InputLayer.allCases.map(\.rawValue))
    expect(.errorCode, ReceiptError.Code.allCases.map(\.rawValue))
    expect(.irregularity, ReceiptIrregularity.Kind.allCases.map(\.rawValue))
    expect(.ledgerRule, CustomerRule.all.map(\.name))
    expect(.ledgerDecision, LedgerDecision.allCases.map(\.rawValue))
    expect(.purchaseOutcome, PurchaseOutcome.allCases.map(\.rawValue))
    expect(.ledgerEvent, LedgerEventKind.allCases.map(\.rawValue))
    #expect(Reference.answer("ledger-rules").entries.count > CustomerRule.all.count)
    expect(.environment, ReceiptEnvironment.allCases.map(\.rawValue))
    expect(.productType, ProductType.allCases.map { String($0.rawValue) })
    expect(.format, ["pkcs7", "payload", "transaction-receipt", "jws"])
    expect(
      .word,
      Subscription.Payment.allCases.map(\.rawValue) + PurchaseRecord.OfferKind.allCases.map(\.rawValue)
        + ReferenceEntry.Actor.allCases.map(\.rawValue))
    for word in Holding.State.names + PurchaseHistory.Kind.allCases.map(\.rawValue)
      + PurchaseHistory.Knowledge.Source.allCases.map(\.rawValue) + PurchaseIrregularity.Kind.allCases.map(\.rawValue)
      + StatusAgreement.Outcome.allCases.map(\.rawValue) + VerifyReceiptStatus.FollowUp.allCases.map(\.rawValue)
    { #expect(!Reference.answer(word).entries.isEmpty, "\(word)") }
    expect(.statusCode, ["0"] + (21000...21010).map { String($0) })
    expect(.cancellationReason, ["0", "1"])
    expect(.expirationIntent, (1...5).map { String($0) })
  }

  @Test("knows every row of the attribute tables, and every key that verifyReceipt prints")
  func attributes() {
    func check(_ rows: [AttributeRow]) {
      for row in rows {
        #expect(row.meaning.hasSuffix("."), "\(row.type)")
        #expect(Reference.answer(String(row.type)).entries.contains { $0.kind == .attributeType }, "\(row.type)")
        let kind: ReferenceEntry.Kind = row.printed == .never ? .attributeType : .field
        #expect(Reference.answer(row.name).entries.contains { $0.kind == kind }, "\(row.name)")
        for second in row.names.dropFirst() { #expect(!Reference.answer(second).entries.isEmpty) }
        guard row.printed == .date else { continue }
        for suffix in ["_ms", "_pst"] { #expect(!Reference.answer(row.name + suffix).entries.isEmpty, "\(row.name)") }
      }
    }
    check(Receipt.table.rows)
    check(InAppPurchase.table.rows)
  }

  @Test("knows the error codes of the App Store Server API, by number and by name")
  func serverErrors() {
    // Apple, "Error codes": those that may pass.
    let retryable: [Int64] = [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_001]
    #expect(AppStoreServerError.all.filter(\.isRetryable).map(\.code) == retryable)
    #expect(AppStoreServerError.all.map(\.code) == AppStoreServerError.all.map(\.code).sorted())
    expect(
      .apiError,
      AppStoreServerError.all.map { String($0.code) } + ["HTTP 401"] + AppStoreServerError.unnumbered.map(\.name))
    // Of Advanced Commerce 130, seven of which are those of the other calls; of retention messaging 26.
    #expect(AppStoreServerError.advancedCommerce.count == 123)
    #expect(AppStoreServerError.all.allSatisfy { $0.name != nil })
    expect(.reportError, ExternalPurchaseError.all.map(\.name))
    // Apple's numbers of 1.2.0 end with 39, of which 37 and 38 are not known; three names have no known number.
    #expect(ExternalPurchaseError.all.compactMap(\.code) == [Int](1...36) + [39])
    #expect(ExternalPurchaseError.all.count { $0.code == nil } == 3)
    #expect(Reference.answer("NoAvailableSeats").entries.map(\.kind) == [.apiError])
    for (code, name) in [
      ("4000028", "InvalidStorefront"), ("4000087", "SKULengthExceeded"), ("4090001", "MessageAlreadyExists"),
      ("4000006", "InvalidTransactionId"), ("4040001", "AccountNotFound"), ("4040010", "TransactionIdNotFound"),
      ("4040019", "AppTransactionDoesNotExist"), ("4290000", "RateLimitExceeded"),
      ("5000001", "GeneralInternalRetryable"),
    ] {
      #expect(Reference.answer(name).entries.map(\.key) == [code])
      #expect(Reference.answer("errorCode=" + code).entries.map(\.key) == [code])
    }
    #expect(Reference.answer("4000001").entries.isEmpty)
  }

  /// Apple's words, and what they say: corrections of September 2026.
  @Test("says what Apple's words mean, and nothing that was found wrong", arguments: try TableCase.read("reference"))
  func corrections(_ row: TableCase) {
    let entries = Reference.answer(row.text).entries
    let text = entries.map { "\($0.key) \($0.meaning) \($0.action) \($0.source)" }.joined(separator: " ")
    for words in row.expected {
      #expect(words.hasPrefix("! ") ? !text.contains(words.dropFirst(2)) : text.contains(words), "\(text)")
    }
  }

  @Test("finds names however they are written, and every meaning of a name")
  func names() {
    #expect(Reference.answer("did-renew").entries.map(\.kind) == [.notificationV1, .notificationV2])
    #expect(Reference.answer("Expires Date").entries.map(\.key) == ["expires_date", "expiresDate"])
    #expect(Reference.answer("21150").entries.map(\.key) == ["21100-21199"])
    #expect(Reference.answer("21099").entries.isEmpty && Reference.answer("21200").entries.isEmpty)
    #expect(Reference.answer("expiration_intent=2").entries.map(\.key) == ["2"])
    #expect(NotificationMeaning.of("DID_CHANGE_RENEWAL_STATUS", nil)?.event.contains("turned renewal off") == true)
    #expect(NotificationMeaning.of("REVOKE", nil)?.event.contains("refunded") == true)
    let zero = Reference.answer("0").entries.map(\.kind)
    #expect(zero == [.statusCode, .attributeType, .productType, .cancellationReason])
    #expect(Reference.answer("consumable").entries.map(\.kind) == [.productType, .ledgerRule])
    #expect(Reference.answer("device_hash").entries.map(\.kind) == [.attributeType, .check])
  }

  @Test("knows every value that a request of consumption may have, and no other")
  func consumption() {
    for member in RequestRules.consumptionV1.members {
      #expect(!Reference.answer("api_member:" + member.name).entries.isEmpty || member.name == "appAccountToken")
      guard case .number(let range) = member.kind else { continue }
      for value in range { #expect(!Reference.answer("\(member.name)=\(value)").entries.isEmpty, "\(member.name)") }
      #expect(Reference.answer("\(member.name)=\(range.upperBound + 1)").entries.isEmpty, "\(member.name)")
    }
  }

  @Test("names the known values of a field whose value it does not know")
  func unknownValues() {
    let unknown = Reference.unknownValue("expiration_intent=9")
    #expect(unknown?.field == "expiration_intent" && unknown?.value == "9")
    #expect(unknown?.values == ["1", "2", "3", "4", "5"])
    #expect(Reference.unknownValue("extendReasonCode=9")?.values == ["0", "1", "2", "3"])
    #expect(Reference.unknownValue("product_id=x")?.values == [])
    for question in ["expiration_intent", "qqqq=1", "=", "Code=2", ""] {
      #expect(Reference.unknownValue(question) == nil, "\(question)")
    }
  }

  @Test("finds the errors inside a text, Apple's and others', and nothing in other texts")
  func errorTexts() {
    func keys(_ text: String) -> [String]? { Reference.answer(inText: text)?.entries.map(\.qualifiedKey) }
    #expect(keys("Error Domain=SKErrorDomain Code=2 \"(null)\"") == ["storekit_error:paymentCancelled"])
    #expect(keys("APIException{apiError=TRANSACTION_ID_NOT_FOUND}") == ["api_error:4040010"])
    #expect(keys("failed: APIException 401") == ["api_error:HTTP 401"])
    #expect(keys("receiptInvalid, status: 21004") == ["status_code:21004"])
    #expect(keys("receipt error 21150") == ["status_code:21100-21199"])
    #expect(keys("StoreKitTest_Transaction_7d5d_3") == ["storekit_error:StoreKitTest_Transaction"])
    #expect(keys("error 4000001") == nil && keys("my receipt expires tomorrow") == nil && keys("") == nil)
  }

  @Test("suggests what is close, and nothing for what is not")
  func suggestions() {
    #expect(Reference.answer("expires_dat").suggestions.first == "expires_date")
    #expect(Reference.answer("21077").suggestions.contains("21007"))
    #expect(Reference.answer("bad_signatrue").suggestions.first == "bad-signature")
    #expect(Reference.answer("qqqqqqqq").suggestions.isEmpty)
    #expect(Reference.answer("").entries.isEmpty && Reference.answer("").suggestions.isEmpty)
    #expect(Reference.answer(String(repeating: "x", count: 1 << 20)).suggestions.isEmpty)
  }

  @Test("entries are whole sentences, and none is there twice")
  func entries() {
    var names: Set<String> = []
    for entry in Reference.entries {
      #expect(names.insert(entry.qualifiedKey).inserted, "\(entry.qualifiedKey)")
      #expect(entry.meaning.hasSuffix(".") || entry.meaning.hasSuffix("?"), "\(entry.qualifiedKey)")
      #expect(!entry.meaning.contains("  ") && !entry.meaning.contains(".."), "\(entry.qualifiedKey)")
      #expect(entry.actor == .noOne || !entry.action.isEmpty, "\(entry.qualifiedKey)")
      #expect(!entry.source.isEmpty)
    }
    #expect(names.count > 250)
  }
}
