/// Sources of facts, in the wording of the entries.
package enum FactSource {
  static let responseBody = "Apple, verifyReceipt responseBody"
  package static let guide = "Apple, Receipt Validation Programming Guide"
  static let status = "Apple, verifyReceipt status"
  package static let v1 = "Apple, App Store Server Notifications V1, notification_type"
  package static let v2 = "Apple, App Store Server Notifications V2, notificationType"
  package static let v2Subtype = "Apple, App Store Server Notifications V2, subtype"
  package static let observed = "observed on 226 Apple-signed receipts"
  package static let here = "receipt-tool"

  package static let statusAddress: StaticString = "https://developer.apple.com/documentation/appstorereceipts/status"
  package static let v2Address: StaticString =
    "https://developer.apple.com/documentation/appstoreservernotifications/notificationtype"

  /// The address of Apple's page, for terminals that show links; `nil` if the source is not a single page of Apple's.
  package static func address(of source: some StringProtocol) -> StaticString? {
    switch String(source) {
    case status: statusAddress
    case responseBody: "https://developer.apple.com/documentation/appstorereceipts/responsebody"
    case v2: v2Address
    case v2Subtype: "https://developer.apple.com/documentation/appstoreservernotifications/subtype"
    case "Apple, App Store Server Notifications V2, data":
      "https://developer.apple.com/documentation/appstoreservernotifications/data"
    case "Apple, JWSTransactionDecodedPayload":
      "https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload"
    case "Apple, JWSRenewalInfoDecodedPayload":
      "https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload"
    case "Apple, App Store Server API, error codes":
      "https://developer.apple.com/documentation/appstoreserverapi/error_codes"
    default: nil
    }
  }
}
