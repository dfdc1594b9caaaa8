import ReceiptKit
import ReceiptReading
import TestSupport
import Testing

/// Objects that other programs make of purchases: what they say is their claim, and nothing that gives nothing is
/// called bought.
@Suite("Objects of other programs")
struct OtherProgramTests {
  private static let moment = Instant(milliseconds: 1_795_737_600_000)

  /// The first sentences about an input, and the marks in front of them.
  private static func answer(
    _ text: String, at moment: Instant = moment, in language: SummaryLanguage = .english
  ) throws -> (text: String, tones: [PurchaseSummary.Tone], history: PurchaseHistory) {
    let history = try PurchaseHistoryReader().read(Array(text.utf8))
    let summary = PurchaseSummary(SubscriptionStatus(history, at: moment))
    let words = SummaryText(summary, in: language)
    return ((words.lines.map(\.text) + words.remarks).joined(separator: "\n"), words.lines.map(\.tone), history)
  }

  private static func error(_ text: String) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try PurchaseHistoryReader().read(Array(text.utf8))
      return nil
    } catch { return error }
  }

  /// One object of each row: what is before its state, and its state's member. `STATE` is replaced.
  static let rows: [(program: String, object: String)] = [
    (
      "StoreKit",
      #"{"id":"2000000000000001","originalID":"2000000000000001","productID":"com.example.pro","#
        + #""productType":"consumable","purchaseDate":1790000000000,STATE}"#
    ),
    (
      "OpenIAP",
      #"{"id":"2000000000000001","productId":"com.example.pro","platform":"ios","#
        + #""transactionDate":1790000000000,STATE}"#
    ),
    (
      "react-native-iap",
      #"{"productId":"com.example.pro","transactionId":"2000000000000001","transactionReceipt":"","#
        + #""transactionDate":1790000000000,STATE}"#
    ),
    (
      "tauri-plugin-iap",
      #"{"orderId":"2000000000000001","packageName":"com.example","productId":"com.example.pro","#
        + #""originalId":"2000000000000001","purchaseToken":"1","jwsRepresentation":"","purchaseTime":1790000000000,STATE}"#
    ),
    (
      "Unity IAP",
      #"{"Store":"AppleAppStore","TransactionID":"2000000000000001","Payload":"","#
        + #""productId":"com.example.pro","purchaseDate":1790000000000,STATE}"#
    ),
    (
      "SKPaymentTransaction",
      #"{"transactionIdentifier":"2000000000000001","payment":{"productIdentifier":"com.example.pro"},"#
        + #""transactionState":"purchased","transactionTimeStamp":1790000000,STATE}"#
    ),
    (
      "Flutter",
      #"{"productID":"com.example.pro","purchaseID":"2000000000000001","#
        + #""pendingCompletePurchase":true,"transactionDate":"1790000000000",STATE}"#
    ),
    (
      "Godot",
      #"{"request":"purchase","result":"success","productID":"com.example.pro","#
        + #""purchaseDate":1790000000000,STATE}"#
    ),
    (
      "cordova-plugin-purchase",
      #"{"className":"Receipt","transactions":[{"className":"Transaction","transactionId":"2000000000000001","#
        + #""products":[{"id":"com.example.pro"}],"purchaseDate":"2026-09-21T13:33:20.000Z",STATE}]}"#
    ),
    (
      "iaptic",
      #"{"id":"com.example.app","latest_receipt":true,"collection":[{"id":"com.example.pro","#
        + #""purchaseDate":1790000000000,STATE}]}"#
    ),
    (
      "expo-in-app-purchases",
      #"{"acknowledged":false,"orderId":"2000000000000001","productId":"com.example.pro","purchaseState":1,"#
        + #""purchaseTime":1790000000000,STATE}"#
    ),
    (
      ".NET",
      #"{"Id":"2000000000000001","ProductId":"com.example.pro","TransactionDateUtc":"2026-09-21T13:33:20Z","#
        + #""PurchaseToken":"",STATE}"#
    ),
    (
      "RevenueCat",
      #"{"originalAppUserId":"$RCAnonymousID:1","entitlements":{"all":{"pro":{"productIdentifier":"com.example.pro","#
        + #""latestPurchaseDate":"2026-09-21T13:33:20Z",STATE}}}}"#
    ),
    (
      "RevenueCat",
      #"{"api_version":"1.0","event":{"product_id":"com.example.pro","transaction_id":"2000000000000001","#
        + #""purchased_at_ms":1790000000000,STATE}}"#
    ),
    (
      "RevenueCat",
      #"{"request_date":"2026-11-01T00:00:00Z","subscriber":{"subscriptions":{"com.example.pro":{"#
        + #""purchase_date":"2026-09-21T13:33:20Z",STATE}}}}"#
    ),
    (
      "Adapty",
      #"{"profileId":"1","accessLevels":{"premium":{"vendorProductId":"com.example.pro","#
        + #""activatedAt":"2026-09-21T13:33:20.000000+0000",STATE}}}"#
    ),
    (
      "Qonversion",
      #"{"productId":"com.example.pro","renewState":"will_renew","isActive":true,"#
        + #""startedDate":1790000000,STATE}"#
    ),
    (
      "Superwall",
      #"{"object":"event","type":"renewal","projectId":1,"applicationId":1,"data":{"productId":"com.example.pro","#
        + #""transactionId":"2000000000000001","purchasedAt":1790000000000,STATE}}"#
    ),
    (
      "Apphud",
      #"{"productId":"com.example.pro","isInRetryBilling":false,"isAutorenewEnabled":true,"#
        + #""startedAt":"2026-09-21T13:33:20Z",STATE}"#
    ),
    (
      "Glassfy",
      #"{"customid":"jane","productid":"com.example.pro","transaction_id":"2000000000000001","source":"S2S","type":5001,"#
        + #""purchase_date_ms":1790000000000,STATE}"#
    ),
    (
      "IAPHUB",
      #"{"productSku":"com.example.pro","orderId":"2000000000000001","isSubscription":false,"#
        + #""purchaseDate":"2026-09-21T13:33:20Z",STATE}"#
    ),
    (
      "node-apple-receipt-verify",
      #"{"productId":"com.example.pro","transactionId":"2000000000000001","purchaseDate":1790000000000,"#
        + #""isTrialPeriod":false,"bundleId":"com.example",STATE}"#
    ),
    (
      "SwiftyStoreKit",
      #"{"productId":"com.example.pro","transactionId":"2000000000000001","#
        + #""subscriptionExpirationDate":null,"purchaseDate":"2026-09-21T13:33:20Z",STATE}"#
    ),
    ("It", #"{"productId":"com.example.pro","transactionId":"2000000000000001","purchaseDate":1790000000000,STATE}"#),
  ]

  /// Members that say that a purchase gives nothing, or whose meaning the reader does not know.
  static let states = [
    #""status":"pending""#, #""state":"deferred""#, #""purchaseState":"failed""#, #""status":"refunded""#,
    #""status":"REVOKED""#, #""subscriptionStatus":"expired""#, #""status":"PurchaseStatus.error""#,
    #""status":"canceled""#, #""status":77"#, #""status":"something new""#, #""isExpired":true"#, #""isActive":false"#,
    #""isRefunded":true"#, #""refunded":"yes""#, #""revocationDate":1794000000000"#,
    #""refundedAt":"2026-11-01T10:00:00Z""#,
    #""cancellationDate":"unreadable""#, #""error":{"code":2}"#, #""isPending":true"#, #""expirationDate":"soon""#,
    #""status":"purchased","isRefunded":true"#, #""isActive":true,"revokedAt":"2026-11-01""#,
    #""status":"active","expirationReason":"BILLING_ERROR""#,
    #""expirationDate":"2026-10-21T13:33:20Z","isActive":true"#,
  ]

  @Test("each program of the table has a row here")
  func everyProgram() throws {
    let named = try Self.rows.map { row in
      try Self.answer(row.object.replacing("STATE", with: #""quantity":1"#)).history.claims?.program
    }
    for program in OtherProgram.all where !program.isGoogles {
      #expect(named.contains(program.name), "\(program.name ?? "")")
    }
  }

  @Test("no row says bought, and none is green, beside a state that gives nothing", arguments: rows.indices)
  func neverBought(_ index: Int) throws {
    let (program, object) = Self.rows[index]
    for state in Self.states {
      let (text, tones, history) = try Self.answer(object.replacing("STATE", with: state))
      #expect(!text.contains("Bought") && !text.contains("Subscribed"), "\(program) \(state): \(text)")
      #expect(!tones.contains(.good), "\(program) \(state)")
      #expect(text.contains(program), "\(program) \(state): \(text)")
      #expect(
        !SubscriptionStatus(history, at: Self.moment).claimsAccess(to: "com.example.pro"), "\(program) \(state)")
    }
  }

  @Test("a stated purchase is told as the program's claim, never in green", arguments: rows.indices)
  func bought(_ index: Int) throws {
    let (program, object) = Self.rows[index]
    let (text, tones, history) = try Self.answer(object.replacing("STATE", with: #""quantity":1"#))
    #expect(text.contains(program), "\(text)")
    let says = program == "It" ? "It claims: " : " says: "
    #expect(text.contains(says + "Bought on 21 September 2026"), "\(text)")
    #expect(tones == [.caution])
    #expect(history.kind == .otherProgram && history.authenticity == nil)
  }

  @Test("members whose names are few are no payload of Apple's")
  func fewNames() throws {
    let refunded = #"{"transactionId":"2000001020000004","productId":"com.example.monthly","status":"refunded"}"#
    let (answer, _, history) = try Self.answer(refunded)
    #expect(history.kind == .otherProgram && answer.contains("It claims: Refunded"), "\(answer)")
    for text in [
      #"{"transactionId":"2000001020000004","productId":"com.example.monthly"}"#,
      #"{"originalApplicationVersion":"1.0","transactionId":"2000001020000004","productId":"a.b"}"#,
    ] {
      let error = try #require(Self.error(text))
      #expect(error.cause == .otherProgram)
      #expect(error.message.description.contains("2000001020000004"), "\(error.message)")
    }
    // An id alone is no purchase.
    #expect(Self.error(#"{"transactionId":"2000001020000004","note":"a"}"#)?.cause != .otherProgram)
  }

  @Test(
    "prints of logs, consoles and frameworks are claims, and what is not there says nothing",
    arguments: [
      (
        "2026-11-20T08:00:00.123Z info: decoded purchase {\n  productId: 'com.example.pro',\n  "
          + "transactionId: '2000000000000001',\n  purchaseDate: 1790000000000\n}", "Bought on 21 September 2026"
      ),
      (
        "flutter: ---- purchases ----\nflutter: productID: com.example.pro\nflutter: purchaseID: null\n"
          + "flutter: status: PurchaseStatus.pending\nflutter: error: null", "says: Pending"
      ),
      (
        "shop=> select * from orders;\n-[ RECORD 1 ]-+----------------\nproduct_id     | com.example.pro\n"
          + "transaction_id | 2000000000000001\nexpires_at     | 2026-11-12 08:00:00+00\nin_billing_retry |\n"
          + "is_in_billing_retry | t\nstatus | BILLING_RETRY\n(1 row)",
        "Payment failed: not paid since 12 November 2026"
      ),
      (
        "mysql> SELECT * FROM orders\\G\n*************************** 1. row ***************************\n"
          + "    product_id: com.example.pro\ntransaction_id: 2000000000000001\n         state: purchased\n"
          + " purchase_date: 2026-09-21 13:33:20\n  expires_date: NULL\n1 row in set (0.00 sec)",
        "Bought on 21 September 2026"
      ),
      (
        "[811:40211] DEBUG: delegate\ncustomerInfo: <CustomerInfo:\noriginalAppUserId=jane,\n"
          + "entitlements=[\"pro\": <EntitlementInfo: \"\nidentifier=pro,\nisActive=false,\n"
          + "expirationDate=Optional(2026-11-09 10:00:31 +0000),\nproductIdentifier=com.example.pro\n\">]\n>",
        "RevenueCat says: Expired on 9 November 2026"
      ),
      (
        "result: {\n    plus = \"<QONEntitlement: id=plus,\\nisActive=1,\\nrenewState=canceled (enum value = 2),"
          + "\\nproductID=com.example.pro,\\nstartedDate=2025-12-18 09:12:00 +0000,"
          + "\\nexpirationDate=2026-12-18 09:12:00 +0000>\";\n}",
        "Qonversion says: Subscribed until 18 December 2026"
      ),
      (
        "[0:] returned: ProductId:com.example.pro| IsAutoRenewing:False | State:Deferred | Id:\n[0:] done",
        ".NET InAppBilling says: Deferred"
      ),
      (
        "Receipt is valid. Contents:\nproductID: com.example.pro\ntransactionID: 2000000000000001\n"
          + "purchaseDate: 11/14/2026 18:22:07\nsubscriptionExpirationDate: 01/01/0001 00:00:00\n"
          + "cancellationDate: 11/24/2026 09:14:00\nisFreeTrial: 0\nisIntroductoryPricePeriod: 0",
        "Unity IAP says: Revoked on 24 November 2026"
      ),
      (
        "x [log] - [CdvPurchase] order(a)\n[log] [{\"className\":\"Receipt\",\"transactions\":["
          + "{\"className\":\"Transaction\",\"transactionId\":\"a\",\"state\":\"initiated\","
          + "\"products\":[{\"id\":\"com.example.pro\"}]}]}]",
        "cordova-plugin-purchase says: Pending"
      ),
      (
        "main.go:87: tx=&{TransactionID:2000000000000001 ProductID:com.example.pro PurchaseDate:1790000000000 "
          + "ExpiresDate:1796882400000 IsUpgraded:true RevocationDate:1795000000000}",
        "Replaced by another product on 18 November 2026"
      ),
      (
        #"{"vendorProductId":"com.example.pro","isActive":true,"activatedAt":"2026-09-21T00:00:00Z","#
          + #""expiresAt":"2026-10-21T00:00:00Z","isInGracePeriod":true}"#,
        "Adapty says: Payment failed; access continues for some days"
      ),
      (
        #"{"api_version":"1.0","event":{"type":"BILLING_ISSUE","product_id":"com.example.pro","#
          + #""purchased_at_ms":1790000000000,"expiration_at_ms":1792592000000,"#
          + #""grace_period_expiration_at_ms":4000000000000}}"#,
        "Payment failed; access continues until"
      ),
      (
        #"{"request_date":"2026-11-20T08:00:00Z","subscriber":{"subscriptions":{"com.example.pro":{"#
          + #""purchase_date":"2026-11-20T10:00:00Z","expires_date":"2099-12-20T10:00:00Z","#
          + #""ownership_type":"FAMILY_SHARED"}}}}"#,
        "Shared by a family member until 20 December 2099"
      ),
      (
        #"{"productId":"com.example.pro","originalTransactionId":"2000000000000001","autoRenewStatus":0,"#
          + #""expiresDate":4000000000000,"status":1}"#,
        "whether it was paid for is not said"
      ),
      (
        #"{"purchases":{"a":{"productId":"apple:com.example.pro","platform":"apple","#
          + #""purchaseId":"apple:2000000000000001","transactionId":"apple:2000000000000002","#
          + #""purchaseDate":"2026-09-21T13:33:20Z"}}}"#,
        "Apple can be asked about: 2000000000000002"
      ),
      (
        "product_id | com.example.pro\ntransaction_id | 2000000000000001\n"
          + "original_transaction_id | 2000000000000001\npurchase_date | 2026-04-02 07:30:00+00\n"
          + "expires_date | 2099-04-02 07:30:00+00\nrevocation_date | 2026-11-15 12:00:00+00",
        "Revoked on 15 November 2026"
      ),
      (
        #"{"product_id":"com.example.pro","transaction_id":"2000000000000001","#
          + #""original_transaction_id":"2000000000000001","purchase_date":1790000000,"expires_date":1792592000}"#,
        "ended on 21 October 2026"
      ),
      (
        #"LOG {"results": [{"acknowledged": false, "orderId": "", "productId": "com.example.pro", "#
          + #""purchaseState": 4, "purchaseTime": 0}]}"#, "expo-in-app-purchases says: Deferred"
      ),
      (
        #"{"object":"subscription","product_id":"prod1","current_period_ends_at":1795172400000,"#
          + #""status":"in_billing_retry","store_subscription_identifier":"2000000000000001"}"#,
        "RevenueCat says: Payment failed: not paid since 20 November 2026"
      ),
      (
        #"{"event_type":"subscription_refunded","profile_id":"x","event_properties":{"#
          + #""vendor_product_id":"com.example.pro","transaction_id":"2000000000000001","#
          + #""purchase_date":"2026-11-12T09:00:00.000000+0000"}}"#,
        "Adapty says: Refunded"
      ),
      (
        "<SKPaymentTransaction: 0x1>{\n    payment = \"<SKPayment: 0x2>\";\n    transactionState = 4;\n"
          + "    error = (null);\n    transactionIdentifier = 2000000000000001;\n}", "says: Deferred"
      ),
      (
        "TransactionId: 7\nProductID: com.example.pro\nExpirationDate: Optional(2020-12-16 23:49:34 +0000)",
        "Expired on"
      ),
      (
        "flutter: {productID: com.example.pro, purchaseID: 2000000000000001, status: PurchaseStatus.canceled, "
          + "verificationData: Instance of 'PurchaseVerificationData'}", "says: Failed: nothing was paid"
      ),
      (
        "<SKPaymentTransaction: 0x600003a1c2b0>{\n    payment = \"<SKPayment: 0x600003a1c3a0>\";\n"
          + "    transactionState = 2;\n    transactionIdentifier = 2000000000000001;\n}", "says: Failed"
      ),
      (
        "<QuerySet [{'product_id': 'com.example.pro', 'transaction_id': '2000000000000001', "
          + "'purchase_date': datetime.datetime(2026, 9, 21, 13, 33, tzinfo=datetime.timezone.utc)}]>",
        "Bought on 21 September 2026"
      ),
      (
        "&{TransactionID:2000000000000001 ProductID:com.example.pro PurchaseDate:1790000000000 RevocationDate:0}",
        "Bought on 21 September 2026"
      ),
      (
        #"{"request_date":"2026-11-20T08:00:00Z","subscriber":{"subscriptions":{"com.example.pro":{"#
          + #""purchase_date":"2026-11-20T10:00:00Z","refunded_at":"2026-11-22T10:00:00Z"}}}}"#,
        "Refunded on 22 November 2026"
      ),
      // Names and values between the words of a log, on one line or behind a prefix of each line.
      (
        "I/flutter (31077): purchase-updated: productId: com.example.pro, transactionId: 2000000000000001, "
          + "transactionReceipt: , purchaseToken: null, originalTransactionDateIOS: 2026-02-11 09:03:12.000, "
          + "transactionDate: 2026-09-21 13:33:20.000, transactionStateIOS: TransactionState.purchasing",
        "Pending: nothing was paid yet"
      ),
      (
        "2026-11-18 21:07:44.310 App[9921:301177] updatedTransactions: (\n    \"<SKPaymentTransaction: 0x28>\"\n)\n"
          + "2026-11-18 21:07:44.312 App[9921:301177] transactionState = 4\n"
          + "2026-11-18 21:07:44.313 App[9921:301177] payment.productIdentifier = com.example.pro",
        "Deferred: nothing was paid yet"
      ),
      (
        "updated <SKPaymentTransaction: 0x28> productIdentifier=com.example.pro transactionState=4 id=(null)",
        "Deferred: nothing was paid yet"
      ),
      (
        "sqlite> select * from subs;\n    product_id = com.example.pro\n    expires_date = 1794952800\n"
          + "    transaction_id = 2000000000000001\n    is_in_billing_retry = 1\n    grace_expires_at = ",
        "Payment failed: not paid since 17 November 2026"
      ),
      (
        "productId\n\"com.example.pro\"\nexpiryDate\nDecember 22, 2026 at 5:05:00 PM UTC+9\n(timestamp)\nstatus\n"
          + "\"active\"\npurchaseDate\nNovember 22, 2026 at 5:05:00 PM UTC+9",
        "Subscribed until 22 December 2026"
      ),
      // Rows below a line of names: the newest period counts.
      (
        " product_id      | transaction_id   | expires_date           | revocation_date        | environment | user\n"
          + "-----------------+------------------+------------------------+------------------------"
          + "+-------------+--------------------------------------------------------\n"
          + " com.example.pro | 2000000000000001 | 2026-10-07 10:00:00+00 |                        | Production  | 1\n"
          + " com.example.pro | 2000000000000002 | 2026-12-07 10:00:00+00 | 2026-11-10 14:20:00+00 | Production  | 1\n"
          + "(2 rows)",
        "It claims: Revoked on 10 November 2026; it was to end on 7 December 2026"
      ),
      (
        "id,product_id,transaction_id,refunded_at\n1,com.example.pro,2000000000000001,2026-11-10T14:20:00Z",
        "It claims: Refunded on 10 November 2026"
      ),
      (
        "product_id        transaction_id     refunded_at\n----------        --------------     -----------\n"
          + "com.example.pro   2000000000000001   2026-11-10T14:20:00Z",
        "It claims: Refunded on 10 November 2026"
      ),
      // Go: members without a value, and words behind the object.
      (
        "{TransactionID:2000000000000001 Line: ProductID:com.example.pro Group: Empty: ExpiresDate:0 "
          + "RevocationDate:1794000000000 OwnershipType:PURCHASED Last:}, RevocationReason = 27491",
        "It claims: Refunded on 6 November 2026"
      ),
      // Go prints a date that is not there with its names; of a program's own console nothing decides.
      (
        "verify: {Environment:Production LatestReceiptInfo:[{ProductID:com.example.pro TransactionID:2000000000000001 "
          + "ExpiresDate:{ExpiresDate:2026-11-21 04:00:00 Etc/GMT ExpiresDateMS:1795233600000} "
          + "CancellationDate:{CancellationDate: CancellationDateMS: CancellationDatePST:} CancellationReason:}]}",
        "Expired on 21 November 2026"
      ),
      // What one object says of a purchase is not lost in another one.
      (
        "flutter: PurchaseID: 2000000000000001\nflutter: status: PurchaseStatus.restored\n"
          + "flutter: ProductID: com.example.pro\nflutter: pendingCompletePurchase: true\n"
          + #"flutter: Local Verification: {"transactionId":"2000000000000001","productId":"com.example.pro","#
          + #""purchaseDate":1788430272000,"type":"Consumable","inAppOwnershipType":"PURCHASED","#
          + #""revocationDate":1794470400000}"#,
        "Refunded on 12 November 2026"
      ),
      (
        "event,product_id,transaction_id,purchase_date,expires_date,is_refund\n"
          + "renewal,com.example.pro,2000000000000001,2026-11-01T00:00:00Z,2026-12-01T00:00:00Z,false\n"
          + "cancellation,com.example.pro,2000000000000001,2026-11-01T00:00:00Z,2026-12-01T00:00:00Z,true",
        "Refunded, at an unknown time; it was to end on 1 December 2026"
      ),
      (
        "[DOTNET] ProductId:com.example.pro | IsAcknowledged:  | AutoRenewing:False | State:PaymentPending | Id:",
        ".NET InAppBilling says: Pending"
      ),
      (
        "ProductId:com.example.pro | IsAcknowledged:False | AutoRenewing:False | State:Deferred | Id:2000000000000001",
        ".NET InAppBilling says: Deferred: nothing was paid yet, it waits for approval — com.example.pro"
      ),
      (
        "flutter: productID: com.example.pro, purchaseID: 1, status: PurchaseStatus.canceled, error: null",
        "Flutter's in_app_purchase says: Failed: nothing was paid"
      ),
      (
        #"{"ok":false,"data":{"code":6778003,"error":{"message":"expired"},"expiryDate":"2026-11-18T06:21:09.000Z","#
          + #""id":"com.example.pro"}}"#,
        "cordova-plugin-purchase says: Expired on 18 November 2026"
      ),
      (
        "x: eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlFTURDQ0E3YWdBd0lCQWdJUWFQb1Bs\u{2026} (4312 chars)\n"
          + #"payload: {"transactionId":"2000000000000001","productId":"com.example.pro","type":"Consumable","#
          + #""purchaseDate":1788430272000,"inAppOwnershipType":"PURCHASED","revocationDate":1794470400000}"#,
        "It claims: Refunded on 12 November 2026"
      ),
      (
        "▿ Transaction\n  ▿ id : 2000000000000001\n  - originalID : 2000000000000001\n"
          + "  - productID : \"com.example.pro\"\n  - productType : nonConsumable\n"
          + "  - purchaseDate : 2026-11-06 12:00:00 +0000\n"
          + "  ▿ revocationDate : Optional<Date>\n    ▿ some : 2026-11-25 18:00:00 +0000\n",
        "StoreKit says: Revoked on 25 November 2026"
      ),
      (
        "<QONEntitlement: id=plus,\nisActive=1,\nproductID=com.example.pro,\n"
          + "renewState=billing issue (enum value = 3),\nexpirationDate=2026-12-18 09:12:00 +0000>",
        "Payment failed; access continues until 18 December 2026"
      ),
      // Ruby
      (
        "irb(main):004:0> receipt\n=> {:product_id=>\"com.example.pro\", :item=>nil, :refunded=>true, "
          + ":transaction_id=>\"2000000000000001\"}",
        "It claims: Refunded"
      ),
      (
        "#<Receipt:0x07 @product_id=\"com.example.pro\", @expires_at=#<DateTime: 2026-11-05T06:15:00+00:00 "
          + "((2461350j,22500s,0n),+0s,2299161j)>, @transaction_id=\"2000000000000001\">",
        "It claims: Expired on 5 November 2026"
      ),
      // Typographic quotation marks of an editor.
      (
        "{ “product_id”: “com.example.pro”, “transaction_id”: “2000000000000001”, “status”: “refunded” }",
        "It claims: Refunded"
      ),
      // Swift's dump of StoreKit's transaction: what the customer bought was refunded.
      (
        "▿ StoreKit.Transaction\n  - id: 2000000000000001\n  - originalID: 2000000000000001\n"
          + "  - productID: \"com.example.pro\"\n  ▿ revocationDate: Optional(2026-11-03 08:00:00 +0000)\n"
          + "    ▿ some: 2026-11-03 08:00:00 +0000\n      - timeIntervalSinceReferenceDate: 815385600.0\n"
          + "  - ownershipType: StoreKit.Transaction.OwnershipType(rawValue: \"PURCHASED\")\n",
        "It claims: Refunded on 3 November 2026"
      ),
      // What RevenueCat and Qonversion know of a renewal.
      (
        #"{"originalAppUserId":"a","entitlements":{"all":{"pro":{"productIdentifier":"com.example.pro","isActive":true,"#
          + #""latestPurchaseDate":"2026-11-18T07:00:58Z","expirationDate":"2026-12-02T07:00:58Z","periodType":"TRIAL","#
          + #""unsubscribeDetectedAt":"2026-11-22T19:41:00Z"}}}}"#,
        "Free trial until 2 December 2026, auto-renew off"
      ),
      (
        #"{"originalAppUserId":"a","entitlements":{"all":{"pro":{"productIdentifier":"com.example.pro","isActive":true,"#
          + #""latestPurchaseDate":"2026-11-18T07:00:58Z","expirationDate":"2026-12-02T07:00:58Z","#
          + #""billingIssueDetectedAt":"2026-11-22T19:41:00Z"}}}}"#,
        "Payment failed; access continues until 2 December 2026"
      ),
      (
        #"{"productSku":"com.example.pro","subscriptionState":"expired","orderId":"987363770000001","#
          + #""expirationDate":"2026-11-12T17:34:33.256Z"}"#,
        "IAPHUB says: Expired on 12 November 2026"
      ),
      (
        #"{"customid":"a","productid":"com.example.pro","source":"S2S","type":5004,"environment":"P","#
          + #""expire_date_ms":1795327200000,"is_in_billing_retry_period":true}"#,
        "Glassfy says: Payment failed: not paid since 22 November 2026"
      ),
      (
        "[store.js] DEBUG: state: com.example.pro -> approved\n{\"id\":\"com.example.pro\",\"alias\":\"pro\","
          + "\"state\":\"approved\",\"canPurchase\":false,\"owned\":false}",
        "cordova-plugin-purchase says: Bought, at an unknown time"
      ),
      (
        "<StoreTransaction:\n    identifier=\"2000000000000001\"\n    product=\"com.example.pro\"\n    "
          + "date=\"2026-09-21 13:33:20 +0000\"\n    quantity=1\n>", "RevenueCat says: Bought on 21 September 2026"
      ),
      (
        "&account.billing_info = Profile {\n    platform: Some(\n        AppStore(\n            Info {\n                "
          + "original_transaction_id: \"2000000000000001\",\n                subscription_product_id: \"pro\",\n"
          + "                expiration_time: 1794643200000,\n                account_state: Expired,\n"
          + "            },\n        ),\n    ),\n    last: 0,\n}", "Expired on 14 November 2026"
      ),
      (
        "level=info msg=hook body=\"{\\\"productId\\\":\\\"com.example.pro\\\",\\\"transactionId\\\":\\\"2000000000000001\\\","
          + "\\\"status\\\":\\\"refunded\\\"}\" code=200", "It claims: Refunded"
      ),
      (
        // Elixir, one log line with its escapes, and a word before each line.
        "%{\"a\" => %{\"productId\" => \"com.example.pro\", \"transactionId\" => \"1\", \"status\" => \"refunded\"}}",
        "It claims: Refunded"
      ),
      (
        #"I 'status {\n  "productId": "com.example.pro",\n  "transactionId": "1",\n  "status": "refunded"\n}'"#,
        "It claims: Refunded"
      ),
      (
        "Why?\nJS: {\nJS:   \"productId\": \"com.example.pro\",\nJS:   \"transactionId\": \"1\",\n"
          + "JS:   \"status\": \"refunded\"\nJS: }", "It claims: Refunded"
      ),
      (
        "Receipt #1:\nproductID: com.example.pro\npurchaseDate: 9/21/2026 1:33:20 PM\ntransactionID: 2000000000000001\n"
          + "apple_cancellationDate: 10/13/2026 9:44:11 PM", "Revoked on 13 October 2026"
      ),
      (
        "transactionId | String | 2000000000000001 | the id\nproductId | String | com.example.pro | the product\n"
          + "purchaseDate | Number | 1790000000000 | when", "Bought on 21 September 2026 — com.example.pro"
      ),
      (
        "paymentQueue 1\n  transactionState : purchasing\n  transactionIdentifier : nil\n  "
          + "payment.productIdentifier : com.example.pro\npaymentQueue 2\n  transactionState : purchased\n  "
          + "transactionIdentifier : 2000000000000001\n  transactionDate : 2026-09-21 13:33:20 +0000\n  "
          + "payment.productIdentifier : com.example.pro", "SKPaymentTransaction says: Bought on 21 September 2026"
      ),
      (
        "{ productId: 'com.example.pro', transactionId: '2000000000000001', "
          + "purchaseDate: Timestamp { _seconds: 1790000000, _nanoseconds: 0 } }", "Bought on 21 September 2026"
      ),
      // RevenueCat in Dart and in Objective-C: what several lists say of one product belongs together.
      (
        "flutter: CustomerInfo(entitlements: EntitlementInfos(all: {}, active: {}), allPurchaseDates: {pro_year: "
          + "2026-11-22T11:18:07Z}, activeSubscriptions: [pro_year], allExpirationDates: {pro_year: "
          + "2026-12-22T11:18:07Z}, originalAppUserId: $RCAnonymousID:0)\nflutter: entitlements.active: {}",
        "RevenueCat says: Subscribed until 22 December 2026 — pro_year"
      ),
      (
        "CustomerInfo(entitlements: EntitlementInfos(all: {}, active: {}), activeSubscriptions: [], allExpirationDates: "
          + "{pro_year: 2026-12-22T11:18:07Z}, originalAppUserId: a)",
        "RevenueCat says: Until 22 December 2026; whether it was paid for is not said — pro_year"
      ),
      (
        "<PurchaserInfo\n originalApplicationVersion: 2.4,\n activeSubscriptions: {\n    \"com.example.pro\" = "
          + "\"expiresAtDate: 2026-12-19 10:02:11 +0000\";\n},\n nonConsumablePurchases: {(\n    \"com.example.font\"\n)},"
          + "\noriginalAppUserId: jane,\nentitlements: {\n},\n>",
        "RevenueCat says: Subscribed until 19 December 2026 — com.example.pro.\n"
          + "RevenueCat says: Bought, at an unknown time — com.example.font"
      ),
      // A stated purchase beside an end; a renewal beside an end that says nothing of a payment.
      (
        "{ productId: 'pro', transactionId: '1', purchaseState: 'purchased', expirationDate: '2026-12-24T00:00:00Z' }",
        "Subscribed until 24 December 2026"
      ),
      (
        "{ productId: 'pro', transactionId: '1', purchaseState: 'pending', expirationDate: '2026-12-24T00:00:00Z' }",
        "Pending: nothing was paid yet"
      ),
      (
        "{ productId: 'pro', transactionId: '1', autoRenewStatus: 1, expiresDate: 1797251400000, status: 1 }",
        "Until 14 December 2026; whether it was paid for is not said, auto-renew on"
      ),
      (
        "onPurchaseSuccess {\n  \"id\": \"1\",\n  \"productId\": \"pro\",\n  \"platform\": \"ios\",\n  "
          + "\"transactionDate\": 1795503610000,\n  \"purchaseState\": \"purchased\",\n  \"expirationDateIOS\": "
          + "1798095610000,\n  \"renewalInfoIOS\": {\"willAutoRenew\": false, \"pendingUpgradeProductId\": \"b\"}\n}\n"
          + "Will auto-renew: false\nPending upgrade: b", "Subscribed until 24 December 2026, auto-renew off"
      ),
      (
        #"{"purchases":[{"productId":"apple:pro","platform":"apple","purchaseId":"apple:2000000000000001","#
          + #""transactionId":"apple:2000000000000002","purchaseDate":"2026-09-21T13:33:20Z","#
          + #""expirationDate":"2026-12-21T13:33:20Z","renewalIntent":"Lapse"}]}"#,
        "iaptic says: Subscribed until 21 December 2026, auto-renew off"
      ),
      // Programs are named by their own members, and not by Apple's.
      (
        "0: product-id: com.example.pro\n1: transaction-id: 2000000000000001\n2: is-trial-period: false\n"
          + "3: purchase-date: 2026-10-12 08:20:10 Etc/GMT\n4: expires-date-formatted: 2026-11-12 08:20:10 Etc/GMT\n"
          + "5: expires-date: 1794471610000", "It claims: Expired on 12 November 2026"
      ),
      (
        "[SwiftyStoreKit.ReceiptItem(productId: \"pro\", transactionId: \"1\", purchaseDate: 2026-10-02 13:20:00 +0000, "
          + "subscriptionExpirationDate: Optional(2026-11-02 14:20:00 +0000), isTrialPeriod: false)]",
        "SwiftyStoreKit says: The last known period ended on 2 November 2026"
      ),
      (
        "LOG {\"errorCode\": 0, \"responseCode\": 2, \"results\": []}",
        "expo-in-app-purchases says: Failed: nothing was"
      ),
      ("LOG {\"responseCode\": 3, \"results\": []}", "expo-in-app-purchases says: Deferred"),
      // An object beside a purchase that says nothing of one.
      (
        "LOG {\"productId\":\"pro\",\"transactionId\":\"1\",\"purchaseDate\":1790000000000}\n"
          + "LOG Running \"a\" with {\"rootTag\":1,\"initialProps\":{\"root\":false}}",
        "It claims: Bought on 21 September 2026 — pro.\nWords beside it were not understood"
      ),
      // Sentences of logs.
      (
        "2026-11-21 08:00:00 INFO transaction 2000000000000001 for product com.example.pro expired at "
          + "2026-11-20T10:00:00Z", "It claims: Expired on 20 November 2026 — com.example.pro"
      ),
      (
        "Apple refunded transaction 2000000000000001 (com.example.pro) on 2026-11-21 09:00:00 +0000",
        "It claims: Refunded on 21 November 2026 — com.example.pro"
      ),
      (
        "Product 'com.example.gems' was bought 2 times\nPurchased com.example.gems on 2/3/2026 4:18:22 PM\n"
          + "Purchased com.example.gems on 9/21/2026 1:33:20 PM", "It claims: Bought on 21 September 2026"
      ),
      (
        "This user is entitled to: com.example.pro (App Store, expires Mar 3, 2027); prod_123 (Stripe).",
        "It claims: Subscribed until 3 March 2027 — com.example.pro"
      ),
      ("com.example.pro is active until 24 Dec 2026", "It claims: Subscribed until 24 December 2026"),
      (
        "state(for: com.example.pro) = isPurchased(MerchantKit.PurchasedProductInfo(expiryDate: "
          + "Optional(2026-06-26 10:39:48 +0000)))", "It claims: Expired on 26 June 2026 — com.example.pro"
      ),
      ("com.a.b -> refunded(App.Info(expiryDate: 2027-06-26 10:39:48 +0000))", "It claims: Refunded"),
    ])
  func prints(_ text: String, _ words: String) throws {
    let (answer, tones, history) = try Self.answer(text)
    #expect(answer.contains(words), "\(answer)")
    #expect(history.kind == .otherProgram && !tones.contains(.good))
  }

  @Test("an object that is cut off anywhere says what stands there, and nothing is bought", arguments: rows.indices)
  func cut(_ index: Int) throws {
    let (program, object) = Self.rows[index]
    let whole = object.replacing("STATE", with: #""quantity":1,"comment":"thank you""#)
    var count = 0
    for length in stride(from: 1, to: whole.count, by: 3) {
      for part in [String(whole.prefix(length)), "\(whole.prefix(length))...", "[info] \(whole.prefix(length))"] {
        guard let (text, tones, history) = try? Self.answer(part) else { continue }
        count += 1
        #expect(!text.contains("Bought") && !tones.contains(.good), "\(part): \(text)")
        #expect(text.contains("a part of it is missing") && history.unread.isCut, "\(program) \(part): \(text)")
      }
    }
    #expect(count > 5, "\(program)")
  }

  @Test(
    "what stands in an object that is cut off is said, and that a part of it is missing",
    arguments: [
      (
        #"{"transactionId":"2000000000000001","productId":"com.example.pro","purchaseDate":1790000000000,"#
          + #""type":"Consumable","revocationDate":1791000000000,"revocationRea"#, "Revoked on 3 October 2026"
      ),
      (
        #"{"transactionId":"2000000000000001","productId":"com.example.pro","purchaseDate":1790000000000,"#
          + #""type":"Consumable","signedDate":1790000000000,"envi"#, "Whether it was paid for is not said"
      ),
      (
        "{ productId: 'com.example.pro',\n  transactionId: '2000000000000001',\n  status: 'expired',\n  "
          + "expirationDate: '2026-11-01T10:00:00Z',\n  ...", "Expired on 1 November 2026"
      ),
      (
        #"{"status":0,"environment":"Production","latest_receipt_info":[{"product_id":"com.example.pro","#
          + #""transaction_id":"1","original_transaction_id":"1","purchase_date_ms":"1790000000000","#
          + #""expires_date_ms":"1792000000000"},{"product_id":"com.exa"#, "The last known period ended"
      ),
      (
        // The beginning is missing, too.
        "\"expiresDate\": 1790000000000,\n \"bundleId\": \"com.a\" },\n { \"productId\": \"com.example.pro\", "
          + "\"transactionId\": \"2000000000000001\", \"expirationDate\": 1790000000000, \"bundleId\": \"co",
        "Expired on 21 September 2026"
      ),
      (
        "{ auto_renew_status: 1,\n  status: 0,\n  receipt:\n   { expires_date: '1798379498000', product_id: 'pro',\n"
          + "     original_transaction_id: '1', transaction_id: '2', purchase_date_ms: '1790000000000' },\n"
          + "  latest_receipt_info:\n   { original_purchase_date_pst: '2026-03-27 06:50:43 America/Los_Angeles',\n",
        "Until 27 December 2026; whether it was paid for is not said, auto-renew on"
      ),
      (
        // A fence around it, and both ends missing.
        "Look:\n```json\n\n\"expires_date_ms\": \"1770000000000\" },\n { \"product_id\": \"pro\", "
          + "\"transaction_id\": \"2000000000000001\", \"expires_date_ms\": \"1790000000000\" },\n "
          + "{ \"product_id\": \"gold\", \"e\n```", "It claims: Expired on 21 September 2026 — pro"
      ),
      (
        "Here's an example:\n\nin_app: \n [ { product_id: 'pro',\n transaction_id: '2000000000000001',\n "
          + "expires_date_ms: '1778774613000' } ] },\nlatest_receipt_info: \n [ [Object],\n [Object] ],",
        "It claims: Expired on 14 May 2026 — pro"
      ),
      (
        "product_id: 'pro',\n transaction_id: '2000000000000001',\n cancellation_date_ms: '1778774613000' } ] },\n"
          + " environment: 'Production',", "It claims: Revoked on 14 May 2026 — pro"
      ),
      (
        "#<Store::Receipts:0x007fa6 @attributes={\"product_id\"=>\"com.example.pro\", \"transaction_id\"=>\"1\", "
          + "\"expires_date\"=>\"2026-11-10 14:32:32 Etc/GMT\"}, @receipts=[#<Store::InAppRec", "Expired on 10"
      ),
    ])
  func cutFacts(_ text: String, _ words: String) throws {
    let (answer, tones, _) = try Self.answer(text)
    #expect(answer.contains("a part of it is missing") && answer.contains(words), "\(answer)")
    #expect(!tones.contains(.good))
  }

  @Test("an object beside the text of an error says its state, and the error is named")
  func besideError() throws {
    let text =
      "flutter: productID: com.example.pro, purchaseID: null, status: PurchaseStatus.canceled\n"
      + "flutter: PlatformException(storekit_duplicate_product_object, There is a pending transaction, null)"
    let (answer, _, history) = try Self.answer(text)
    #expect(answer.contains("says: Failed: nothing was paid"), "\(answer)")
    #expect(history.notes.contains { $0.description.contains("explain storekit_duplicate_product_object") })
  }

  @Test(
    "the date of an event is the latest at which it was refunded",
    arguments: [
      #"{"api_version":"1.0","event":{"type":"CANCELLATION","cancel_reason":"CUSTOMER_SUPPORT","#
        + #""product_id":"com.example.pro","event_timestamp_ms":1790000000000}}"#,
      #"{"event_type":"subscription_refunded","event_datetime":"2026-09-21T13:33:20.000000+0000","#
        + #""event_properties":{"vendor_product_id":"com.example.pro"}}"#,
      #"{"event_name":"subscription_refunded","custom_user_id":"","product_id":"com.example.pro","time":1790000000}"#,
    ])
  func eventDates(_ text: String) throws {
    let answer = try Self.answer(text).text
    #expect(answer.contains("Refunded on or before 21 September 2026"), "\(answer)")
  }

  @Test("words beside a purchase that are not understood are said, and doubtful ones take the purchase back")
  func otherWords() throws {
    let object = #"{"productId":"com.example.pro","transactionId":"2000000000000001","purchaseDate":1790000000000}"#
    for words in ["hello world\n", "Is this the one that my customer did not send to us?\n", "\u{8D2D}\u{4E70}: "] {
      let answer = try Self.answer(words + object).text
      #expect(answer.contains("Bought on 21 September 2026"), "\(answer)")
      #expect(answer.contains("Words beside it were not understood; they may say otherwise."), "\(answer)")
    }
    #expect(try !Self.answer(object).text.contains("Words beside it"))
    // An answer of Apple's in Ruby, in a question of many words.
    let question = "We get back from Apple's servers this answer, and I do not know what it means:\n"
    let ruby =
      #"{"status"=>0, "receipt"=>{"bundle_id"=>"com.example.app", "in_app"=>[{"product_id"=>"com.example.pro","#
      + #""transaction_id"=>"2000000000000001", "purchase_date_ms"=>"1790000000000"}]}}"#
    let asked = try Self.answer(question + ruby)
    #expect(asked.text.contains("It claims: Bought on 21 September 2026"), "\(asked.text)")
    #expect(asked.text.contains("Words beside it were not understood"), "\(asked.text)")
    #expect(throws: BelievedStatus.Objection.self) {
      try SubscriptionStatus(asked.history, at: Self.moment).believed(admittingUnverified: true)
    }
    let error = #expect(throws: ReceiptError.self) { try Self.answer("Refund: " + ruby) }
    #expect(error?.hint?.description.contains("give it without them") ?? false, "\(error.debugDescription)")
    let refunded = "\u{9000}\u{6B3E}: " + object
    #expect(try !Self.answer(refunded).text.contains("Bought"))
  }

  @Test("JSON of which beginning and brackets are missing, and JSON in a text in quotation marks")
  func missingBeginning() throws {
    let object =
      #"{"product_id":"com.example.pro","transaction_id":"2000000000000001","expires_date_ms":"1770000000000"}"#
    let texts = [
      object + #"]}, "version": "9.0.81", "valid": true }"#,
      object + #", {"product_id":"com.example.other"}]}}"#,
      #""Completed purchase: {\n  \"productId\" : \"com.example.pro\",\n  \"transactionId\" : \"2000000000000001\","#
        + #"\n  \"expiresDate\" : 1770000000000\n}""#,
    ]
    for text in texts {
      let answer = try Self.answer(text).text
      #expect(answer.contains("Expired on 2 February 2026"), "\(answer)")
    }
  }

  @Test("what contains a purchase, or stands beside it, is heeded")
  func around() throws {
    let object =
      #"{"productId":"com.example.pro","transactionId":"2000000000000001","state":"purchased","#
      + #""purchaseDate":1790000000000,"expirationDate":"2033-05-18T00:00:00Z"}"#
    let decoded =
      #"{"productId":"com.example.pro","transactionId":"2000000000000001","type":"Auto-Renewable Subscription","#
      + #""purchaseDate":1790000000000,"expiresDate":2000000000000,"bundleId":"com.example.app"}"#
    let answer =
      #"{"status":0,"receipt":{"bundle_id":"a","in_app":[{"product_id":"com.example.pro","transaction_id":"1000","#
      + #""original_transaction_id":"1000","purchase_date_ms":"1790000000000","expires_date_ms":"2000000000000"}]}}"#
    var answered = 0
    for purchase in [object, decoded, answer] {
      for text in [
        #"{"refunded":true,"purchase":X}"#, #"{"status":"refunded","purchase":X}"#, #"{"isActive":false,"body":X}"#,
        #"{"purchase":X,"refundedAt":1790000000000}"#, #"{"purchase":X,"cancellationReason":"customer"}"#,
        #"[X,{"transactionId":"2000000000000001","refunded":true}]"#, #"["refunded",X]"#,
        #"{"note":"refunded","purchase":X}"#,
      ] {
        // Some are refused.
        guard let (said, _, history) = try? Self.answer(text.replacing("X", with: purchase)) else { continue }
        answered += 1
        #expect(!said.contains("Subscribed") || said.contains("Words beside it"), "\(text): \(said)")
        let status = SubscriptionStatus(history, at: Self.moment)
        let believed = try? status.believed(admittingUnverified: true)
        #expect(believed == nil || !status.claimsAccess(to: "com.example.pro"), "\(text): \(said)")
      }
      let (plain, _, _) = try Self.answer(
        #"{"success":true,"status":200,"error":null,"purchase":X}"#.replacing("X", with: purchase))
      #expect(plain.contains("Subscribed") && !plain.contains("Words beside it"), "\(plain)")
    }
    #expect(answered > 18, "\(answered) of 24")
    // However much stands before it.
    let padding = String(repeating: #"{"a":{}},"#, count: 11_000)
    let far = try Self.answer(#"{"purchase":\#(object),"list":[\#(padding){}],"more":{"refunded":true}}"#)
    #expect(!far.text.contains("Subscribed"), "\(far.text)")
  }

  @Test(
    "sentences and what stands beside them: nothing is bought that may be otherwise",
    arguments: [
      "com.example.gems has not been purchased, transaction 2000000000000001",
      "purchase of com.example.gems failed, transaction 2000000000000001",
      "Purchased com.example.gems 2000000000000001 but the payment is pending",
      "Purchased com.example.gems on 2026-11-05 10:00:00 +0000\nRefunded com.example.gems on 2026-11-06 10:00:00 +0000",
      "Purchased com.example.gems on 2026-11-05 10:00:00 +0000. It was refunded.",
      "Purchased com.example.gems on 2026-11-05 10:00:00 +0000.\nThe charge was given back later.",
      "Processing transaction 2000000000000001 for com.example.gems, purchased",
      "Could not finish transaction 2000000000000001 of com.example.gems, purchased on 2026-11-05 10:00:00 +0000",
      "You are billed if com.example.pro is purchased, 2000000000000001",
      "I think com.example.pro should be purchased by 2000000000000001",
      "com.example.pro 2000000000000001 purchased: no",
      "com.example.pro 2000000000000001 purchased by mistake and returned",
      "com.example.pro -> notPurchased(App.Info(expiryDate: 2027-06-26 10:39:48 +0000))",
      "com.example.pro was bought on 2026-11-05 10:00:00 +0000 {\"refunded\":true}", "OBJECT\nstate: 3",
      #"OBJECT LOG {"type":"chargeback"}"#, #"OBJECT LOG {"paid":false}"#, #"OBJECT LOG {"x":[1,"given back"]}"#,
      #"OBJECT LOG {"code":"E_CANCELLED"}"#, #"{"responseCode":1,"results":[]}"#,
      "{ productId: 'a', transactionId: '1', purchaseState: 'purchased', expirationDate: '2026-12-24', refunded: true }",
      "[ { productId: 'a', transactionId: '1', purchaseDate: 1790000000000 }, [Object] ]",
      #"{"x":"it was refunded"} com.example.gems was purchased on 2026-11-05 10:00:00 +0000"#, "refunded CUSTOMER",
      "CUSTOMER\nrefunded", #"CUSTOMER {"x":"REVOKED"}"#, "[REFUNDED] CUSTOMER",
      #"{"refunded":true,"originalAppUserId":"a","entitlements":{},"activeSubscriptions":["pro"]}"#,
    ])
  func sentences(_ text: String) throws {
    let object = #"{"productId":"a.b","transactionId":"2000000000000001","purchaseDate":1790000000000}"#
    let customer =
      "CustomerInfo(entitlements: EntitlementInfos(all: {}), activeSubscriptions: [a.b], allExpirationDates: {a.b: "
      + "2030-12-22T11:18:07Z}, originalAppUserId: x)"
    let whole = text.replacing("OBJECT", with: object).replacing("CUSTOMER", with: customer)
    guard let (said, tones, history) = try? Self.answer(whole) else { return }
    #expect(!said.contains("Bought") && !said.contains("Subscribed") && !tones.contains(.good), "\(said)")
    let status = SubscriptionStatus(history, at: Self.moment)
    #expect((try? status.believed(admittingUnverified: true)) == nil || history.purchases.isEmpty, "\(said)")
  }

  @Test("an object beside a purchase is said not to be understood, also in a long text")
  func besideOther() throws {
    let object = #"log {"productId":"pro","transactionId":"1","purchaseDate":1790000000000}"#
    for length in [1, 70_000] {
      let text = object + #" log {"note":"\#(String(repeating: "a ", count: length))"}"#
      let said = (try? Self.answer(text))?.text ?? ""
      #expect(!said.contains("Bought") || said.contains("Words beside it were not understood"), "\(length): \(said)")
    }
  }

  @Test("members without brackets: no value loses its end to the name behind it")
  func looseMembers() throws {
    let rows =
      #"log: "revocationReason": 1, "inAppOwnershipType": "PURCHASED","# + "\n"
      + #""purchaseDate": 1700000000000, "transactionId": "2000000111111111", "expiresDate": 1700000900000,"# + "\n"
      + #""bundleId": "com.example.app", "productId": "com.example.pro""#
    let (said, _, history) = try Self.answer(rows)
    #expect(!said.contains("Bought") && !said.contains("\", "), "\(said)")
    #expect(!SubscriptionStatus(history, at: Self.moment).claimsAccess(to: "com.example.pro"))
    // Without a beginning, something is missing, and it is not read as a whole.
    let cut = String(rows.dropFirst(5))
    #expect((try? Self.answer(cut).text)?.contains("a part of it is missing") ?? true)
  }

  @Test("what is no purchase, no purchase of Google's and no purchase of production")
  func notBought() throws {
    let app =
      #"{"className":"Transaction","transactionId":"appstore.application","state":"approved","#
      + #""products":[{"id":"com.example.app"}],"platform":"ios-appstore"}"#
    let (text, _, history) = try Self.answer(app)
    #expect(!text.contains("Bought") && history.purchases.isEmpty, "\(text)")
    #expect(history.notes.contains { $0.description.contains("is the app itself") })
    let server =
      #"{"platform":"IOS","productId":"com.example.pro","purchaseToken":"2000000000000001","state":"Active","#
      + #""originalTransactionId":"2000000000000001","expiresAt":1770000000000}"#
    #expect(try Self.answer(server).text.contains("Expired on 2 February 2026"))
    let sandbox =
      #"{"receipt_type":"ProductionSandbox","bundle_id":"com.example.app","in_app":[{"product_id":"com.example.pro","#
      + #""transaction_id":"2000000000000001","purchase_date_ms":"1770000000000"}]}"#
    #expect(try Self.answer(sandbox).text.contains("Test: Bought on 2 February 2026"))
  }

  private static let otherwise = [
    "refundedAt: 2026-02-01, PURCHASE1\nrefundedAt: 2026-02-01, PURCHASE2\nrefundedAt: 2026-02-01, PURCHASE3",
    "ended: productId: com.example.pro\nended: transactionId: 1\nended: purchaseDate: 2026-01-01T00:00:00Z",
    "purchaseState: 2 OBJECT", "purchaseState 12 OBJECT", "purchaseState2 OBJECT", "onHold OBJECT",
    "purchaseStateInactive OBJECT", "isActive: 0 OBJECT", "ended:\nPURCHASE1", "PURCHASE1, s...",
    "[ANSWER,{\"productId\":\"com.example.pro\",\"transactionId\":\"1\",\"status\":\"refunded\"}]",
    "refunded [ANSWER]",
    "refunded: ANSWER", "{\"subscriptionActive\":false,REST", "{\"appleStatus\":\"expired\",REST",
  ]

  @Test("what may say otherwise beside a purchase is not passed over")
  func otherwise() throws {
    var answered = 0
    for pattern in Self.otherwise {
      var text = pattern
      for number in 1...3 {
        text.replace(
          "PURCHASE\(number)",
          with:
            "productId: com.example.pro, transactionId: 200000000000000\(number), purchaseDate: 2026-01-01T00:00:00Z")
      }
      let rest = #""productId":"com.example.pro","transactionId":"1","purchaseDate":1790000000000}"#
      text.replace("OBJECT", with: "{" + rest)
      text.replace("REST", with: rest)
      text.replace(
        "ANSWER",
        with: #"{"status":0,"latest_receipt_info":[{"product_id":"com.example.pro","transaction_id":"1","#
          + #""original_transaction_id":"1","purchase_date_ms":"1790000000000"}]}"#)
      guard let (answer, _, history) = try? Self.answer(text) else { continue }
      answered += 1
      #expect(!answer.contains("Bought"), "\(answer)")
      #expect(!SubscriptionStatus(history, at: Self.moment).claimsAccess(to: "com.example.pro"))
    }
    // Some are refused, as texts that are not read.
    #expect(answered >= 10, "\(answered) of \(Self.otherwise.count)")
  }

  @Test("where words beside it are not understood, nothing is active")
  func otherWordsAreNotActive() throws {
    let object = #"hello {"productId":"com.example.pro","transactionId":"1","purchaseDate":1790000000000}"#
    let status = SubscriptionStatus(try Self.answer(object).history, at: Self.moment)
    #expect(throws: BelievedStatus.Objection.self) { try status.believed(admittingUnverified: true) }
    let alone = SubscriptionStatus(try Self.answer(String(object.dropFirst(6))).history, at: Self.moment)
    _ = try alone.believed(admittingUnverified: true)
  }

  @Test("what stands beside signed data that a program left out is said, and that it was not read")
  func leftOut() throws {
    let text =
      #"{"raw":{"signedPayload":"eyJhbGciOiJFUzI1NiIsIng1Yy...redacted...signedPayloadJWS..."},"transaction":"#
      + #"{"transactionId":"1","productId":"com.example.pro","purchaseDate":1790000000000,"type":"Consumable"}}"#
    let answer = try Self.answer(text).text
    #expect(answer.contains("only a part of it was read") && answer.contains("claims: Bought on 21"), "\(answer)")
  }

  @Test("words that contradict an object beside them are not dropped")
  func contradictingWords() throws {
    let object = #"{"productId":"com.example.pro","transactionId":"2000000000000001","purchaseDate":1790000000000}"#
    for words in ["Purchase failed for ", "[warn] refund of ", "pending transaction "] {
      let (answer, tones, _) = try Self.answer(words + object)
      #expect(answer.contains("Whether it was paid for is not said") && !answer.contains("Bought"), "\(answer)")
      #expect(!tones.contains(.good))
    }
    let words = [
      "Payment declined: ", "unpaid: ", "Chargeback: ", "fraud! ", "erstattet: ", "SKPaymentTransactionState 2: ",
      "refunded: {purchase: ", "Refunded by Apple: {\"a\":{\"b\":", "purchase called back: ",
    ]
    for words in words {
      let end = words.contains("purchase: ") ? "}" : words.contains("\"b\"") ? "}}" : ""
      let (answer, _, _) = try Self.answer(words + object + end)
      #expect(answer.contains("is not said") && !answer.contains("Bought"), "\(words): \(answer)")
    }
    for after in [" was given back", "\nchargeback received"] {
      #expect(try !Self.answer(object + after).0.contains("Bought"), "\(after)")
    }
    for lines in [
      "[REFUND] productId: com.a\n[REFUND] transactionId: 2000000000000001\n[REFUND] purchaseDate: 1790000000000",
      "Refunded: ProductId:com.a| TransactionDateUtc:2026-01-02T03:04:05Z| State:Purchased | Id:2000000000000001",
    ] {
      #expect(try !Self.answer(lines).0.contains("Bought"), "\(lines)")
    }
    // Types and cases, words before a bracket, words alone in a line, and words within a value.
    let names = "productId: \"com.example.pro\", transactionId: \"2000000000000001\", purchaseDate: 1790000000000"
    let lines = "productId: com.example.pro\ntransactionId: 2000000000000001\npurchaseDate: 2026-09-21T13:33:20Z\n"
    for text in [
      "Refunded(\(names))", ".pending(\(names))", "Result.failure(Purchase(\(names)))", "refunded { \(names) }",
      "not { \(names) }", "#<Refund \(names)>", "purchaseReversed { \(names) }", "refunded\n" + lines,
      lines + "refunded:\n", lines + "status: purchased...\n", "Refund:\n" + lines, lines + "refund: true\n",
      lines + "paid: false\n", "{\"refundStatus\":\"APPROVED\"," + object.dropFirst(),
      "{\"result\":\"failed\"," + object.dropFirst(), "{\"status\":\"not.purchased\"," + object.dropFirst(),
      lines.replacing("20Z", with: "20Z (refunded)"), lines.replacing("pro", with: "pro refunded"),
    ] {
      #expect((try? Self.answer(text))?.text.contains("Bought") != true, "\(text)")
    }
    // A receipt in the middle of a value counts more than the object around it.
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/expired.b64"), as: UTF8.self).filter {
      !$0.isNewline
    }
    for text in [
      "{\"x\":\"receipt \(receipt)\"," + object.dropFirst(), "{ \(names), x: 'saved \(receipt) ok' }",
      lines + "log: receipt \(receipt)\n",
    ] {
      #expect((try? Self.answer(text))?.text.contains("Bought on 21 September 2026") != true, "\(text.prefix(80))")
    }
    // Another object is not left out.
    for other in [" Purchase(state=denied)", " <Purchase: state=denied>", " [state: denied]", " (state: unpaid)"] {
      let both = "Purchase(productId=com.a, transactionId=1, purchaseDate=1790000000)" + other
      #expect((try? Self.answer(both))?.text.contains("Bought") != true, "\(other)")
    }
    #expect(try Self.answer("[info] purchase: " + object).0.contains("Bought on 21 September 2026"))
  }

  @Test("Unity's subscription as lines of words says whether it has expired")
  func unity() throws {
    let lines = """
      Product ID: com.example.pro
      Purchase Date: 12/1/2025 12:00:00 AM
      Expire Date: 1/1/2026 12:00:00 AM
      Is Subscribed: False
      Is Expired: True
      Is Auto Renewing: False
      """
    let text = try Self.answer(lines).text
    #expect(text.contains("Unity IAP says: Expired"), "\(text)")
    let running = lines.replacing("False", with: "TRUE").replacing("Is Expired: True", with: "Is Expired: False")
      .replacing("1/1/2026", with: "12/31/2026")
    let other = try Self.answer(running).text
    #expect(!other.contains("Expired"), "\(other)")
  }

  @Test("a purchase in Unity's fake store counts as no purchase")
  func fakeStore() {
    let text = #"{"Store":"fake","TransactionID":"1","Payload":"{ \"this\" : \"is a fake receipt\" }"}"#
    #expect(Self.error(text)?.message.description.contains("Unity's fake store") == true)
  }

  @Test("an iOS purchase without a token is not Google's, and Google's is")
  func google() throws {
    for token in [#""""#, "null", #""2000001020000001""#] {
      let text = #"{"productId":"a.b","platform":"ios","purchaseState":"purchased","purchaseToken":\#(token)}"#
      #expect(try Self.answer(text).history.kind == .otherProgram)
    }
    #expect(Self.error(#"{"productId":"a.b","purchaseToken":"abc","packageName":"a"}"#)?.cause == .googlePlay)
    #expect(Self.error(#"{"productId":"a.b","purchaseToken":"","transactionId":"1"}"#)?.cause != .googlePlay)
  }

  @Test("what is said in German and Chinese has no English in it")
  func languages() throws {
    for state in Self.states {
      let object = Self.rows[0].object.replacing("STATE", with: state)
      let english = Set(try Self.answer(object).text.split(separator: "\n"))
      for language in [SummaryLanguage.german, .chinese] {
        let other = try Self.answer(object, in: language).text.split(separator: "\n")
        #expect(english.isDisjoint(with: other), "\(state)")
      }
    }
  }

  @Test("hostile objects: many, deep and wide")
  func hostile() {
    let object = Self.rows[0].object.replacing("STATE", with: #""status":"pending""#)
    _ = Self.error("[" + Array(repeating: object, count: 20_000).joined(separator: ",") + "]")
    _ = Self.error(String(repeating: #"{"a":"#, count: 400) + object + String(repeating: "}", count: 400))
    let wide = (0..<20_000).map { #""productId\#($0)":"\#($0)""# }.joined(separator: ",")
    _ = Self.error(#"{"transactionId":"1","productId":"a","status":"pending",\#(wide)}"#)
  }
}

extension SubscriptionStatus {
  fileprivate func claimsAccess(to product: String) -> Bool {
    Holdings(history, at: moment).access(to: product) == .yes
  }
}
