@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// Payloads as Apple writes them, in JWS that nobody signed: texts do not depend on the signature.
enum SignedDataSamples {
  /// A JWS with this payload, and a signature of the right length.
  static func jws(_ payload: String) -> String {
    [#"{"alg":"ES256","x5c":["AA","AA","AA"]}"#, payload].map { part in
      InputSamples.base64(Array(part.utf8)).replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    }.joined(separator: ".") + "." + String(repeating: "A", count: 86)
  }

  static func signature(_ payload: String) throws -> JSONWebSignature {
    JSONWebSignature(header: .object([]), payload: try JSONReader().read(Array(payload.utf8)))
  }

  /// The text of `inspect` below the verdict.
  static func text(_ payload: String, _ width: Int = 80, parts: [SignedPart] = []) throws -> String {
    var page = TextPage(InspectSamples.layout(width))
    page.jws(try signature(payload), parts: parts)
    return page.text
  }

  /// 2026-11-21T06:00:00Z, six hours before the moment of all texts.
  static let signed = 1_795_240_800_000
  /// A month before.
  static let bought = 1_792_562_400_000
  /// A month later.
  static let nextEnd = 1_797_832_800_000

  /// A transaction of a subscription, with further members.
  static func transaction(
    _ more: String = "", from start: Int = bought, expires: Int = nextEnd, reason: String = "RENEWAL",
    product: String = "com.example.reader.monthly", quantity: Int = 1
  ) -> String {
    #"{"transactionId":"2000000000000002","originalTransactionId":"2000000000000001","webOrderLineItemId":"2000000000000009","#
      + #""bundleId":"com.example.reader","productId":"\#(product)","#
      + #""subscriptionGroupIdentifier":"21000000","purchaseDate":\#(start),"originalPurchaseDate":1764000000000,"#
      + #""expiresDate":\#(expires),"quantity":\#(quantity),"type":"Auto-Renewable Subscription","#
      + #""inAppOwnershipType":"PURCHASED","signedDate":\#(signed),"environment":"Production","#
      + #""transactionReason":"\#(reason)","storefront":"DEU","storefrontId":"143443","price":9990,"currency":"EUR","#
      + #""appTransactionId":"704000000000000001"\#(more)}"#
  }

  /// A transaction of something that is bought once.
  static func purchase(
    _ type: String, _ more: String = "", quantity: Int = 3, ownership: String = "PURCHASED"
  ) -> String {
    #"{"transactionId":"2000000000000003","originalTransactionId":"2000000000000003","bundleId":"com.example.reader","#
      + #""productId":"com.example.reader.coins","purchaseDate":\#(signed),"originalPurchaseDate":\#(signed),"quantity":\#(quantity),"#
      + #""type":"\#(type)","inAppOwnershipType":"\#(ownership)","signedDate":\#(signed),"environment":"Production","#
      + #""transactionReason":"PURCHASE","storefront":"JPN","storefrontId":"143462","price":1500000,"currency":"JPY"\#(more)}"#
  }

  static func renewal(
    _ more: String = "", status: Int = 1, ends: Int = nextEnd, product: String = "com.example.reader.monthly"
  ) -> String {
    #"{"originalTransactionId":"2000000000000001","productId":"com.example.reader.monthly","#
      + #""autoRenewProductId":"\#(product)","autoRenewStatus":\#(status),"renewalDate":\#(ends),"renewalPrice":9990,"#
      + #""currency":"EUR","environment":"Production","signedDate":\#(signed),"#
      + #""recentSubscriptionStartDate":1764000000000\#(more)}"#
  }

  static let appTransaction =
    #"{"receiptType":"Production","appAppleId":1234567890,"bundleId":"com.example.reader","applicationVersion":"42","#
    + #""versionExternalIdentifier":812345678,"receiptCreationDate":1795240800000,"originalPurchaseDate":1764000000000,"#
    + #""originalApplicationVersion":"7","deviceVerification":"sGDnpg+ozb8uwDSuCDZ2oVZo1CKrbB8ujR8VxCxhykRwyBIK6x6XCyERm8yWrzE8","#
    + #""deviceVerificationNonce":"7edea87d-98f0-42d0-9682-49ca81022f73","preorderDate":1763000000000,"#
    + #""appTransactionId":"704000000000000001","originalPlatform":"iOS","storeType":"CONSUMER"}"#

  static let realtime =
    #"{"originalTransactionId":"2000000000000001","appAppleId":1234567890,"productId":"com.example.reader.monthly","#
    + #""userLocale":"en-US","requestIdentifier":"0d6f7d0e-7d5a-4a41-8a2b-94b0e9a0a001","signedDate":1795240800000,"#
    + #""environment":"Production"}"#

  /// A notification with a member that says what it is about.
  static func notification(_ type: String, _ subtype: String?, _ content: String) -> String {
    #"{"notificationType":"\#(type)","# + (subtype.map { #""subtype":"\#($0)","# } ?? "")
      + #""notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0","signedDate":\#(signed),\#(content)}"#
  }

  /// `data` with what is signed inside it.
  static func data(
    _ transaction: String?, _ renewal: String? = nil, status: Int? = nil, _ more: String = "",
    environment: String = "Production"
  ) -> String {
    #""data":{"appAppleId":1234567890,"bundleId":"com.example.reader","bundleVersion":"42","#
      + #""environment":"\#(environment)""# + (status.map { #","status":\#($0)"# } ?? "") + more
      + (transaction.map { #","signedTransactionInfo":"\#(jws($0))""# } ?? "")
      + (renewal.map { #","signedRenewalInfo":"\#(jws($0))""# } ?? "") + "}"
  }
}
