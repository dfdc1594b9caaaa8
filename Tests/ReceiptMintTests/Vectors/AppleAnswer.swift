import Foundation
import ReceiptMint

/// What verifyReceipt would print for a receipt that is described, by the rules of FORMAT.md and with Foundation's
/// calendar.
struct AppleAnswer {
  private let gmt = AppleAnswer.formatter("Etc/GMT")
  private let pacific = AppleAnswer.formatter("America/Los_Angeles")

  private static func formatter(_ zone: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = TimeZone(identifier: zone)
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return formatter
  }

  func receipt(_ receipt: ReceiptDescription) -> OrderedJSON {
    var members: [(String, OrderedJSON)] = []
    members += text("receipt_type", receipt.receiptType)
    members += number("adam_id", receipt.appItemID)
    members += number("app_item_id", receipt.appItemID)
    members += text("bundle_id", receipt.bundleIdentifier)
    members += text("application_version", receipt.applicationVersion)
    members.append(("download_id", receipt.downloadID.map(OrderedJSON.number) ?? .null))
    members += number("version_external_identifier", receipt.versionExternalIdentifier)
    members += date("receipt_creation_date", receipt.creationDate)
    members += date("preorder_date", receipt.preorderDate)
    members += date("original_purchase_date", receipt.originalPurchaseDate)
    members += text("original_application_version", receipt.originalApplicationVersion, unlessEmpty: true)
    // No receipt that has this date was ever seen with Apple's answer: its place is ours.
    members += date("expiration_date", receipt.expirationDate)
    members.append(("in_app", .list(receipt.inApp.map(purchase))))
    return .object(members)
  }

  func purchase(_ purchase: InAppDescription) -> OrderedJSON {
    var members: [(String, OrderedJSON)] = []
    members += text("quantity", purchase.quantity.map(String.init))
    members += text("product_id", purchase.productID)
    members += text("transaction_id", purchase.transactionID)
    members += text("original_transaction_id", purchase.originalTransactionID)
    members += date("purchase_date", purchase.purchaseDate)
    members += date("original_purchase_date", purchase.originalPurchaseDate)
    members += date("expires_date", purchase.expiresDate)
    members += date("cancellation_date", purchase.cancellationDate)
    let line = purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) }
    members += text("web_order_line_item_id", line)
    members += text("is_trial_period", purchase.isTrialPeriod.map { $0 ? "true" : "false" })
    members += text("is_in_intro_offer_period", purchase.isInIntroOfferPeriod.map { $0 ? "true" : "false" })
    members += text("cancellation_reason", purchase.cancellationReason.map(String.init))
    members += text("promotional_offer_id", purchase.promotionalOfferID, unlessEmpty: true)
    members += text("in_app_ownership_type", purchase.ownershipType.map { $0 == 0 ? "PURCHASED" : String($0) })
    return .object(members)
  }

  private func text(_ name: String, _ value: String?, unlessEmpty: Bool = false) -> [(String, OrderedJSON)] {
    guard let value, !(unlessEmpty && value.isEmpty) else { return [] }
    return [(name, .text(value))]
  }

  private func number(_ name: String, _ value: Int64?) -> [(String, OrderedJSON)] {
    value.map { [(name, .number($0))] } ?? []
  }

  /// Three members for a date that Foundation can read, with or without milliseconds; none for any other.
  func date(_ name: String, _ value: String?) -> [(String, OrderedJSON)] {
    guard let value, !value.isEmpty else { return [] }
    let reader = DateFormatter()
    reader.locale = Locale(identifier: "en_US_POSIX")
    reader.timeZone = TimeZone(identifier: "Etc/GMT")
    reader.dateFormat = value.contains(".") ? "yyyy-MM-dd'T'HH:mm:ss.SSSXX" : "yyyy-MM-dd'T'HH:mm:ssXX"
    guard let date = reader.date(from: value) else { return [] }
    let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
    return [
      (name, .text(gmt.string(from: date) + " Etc/GMT")),
      (name + "_ms", .text(String(milliseconds))),
      (name + "_pst", .text(pacific.string(from: date) + " America/Los_Angeles")),
    ]
  }
}
