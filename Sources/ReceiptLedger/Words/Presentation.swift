import ReceiptKit

/// A receipt presented for an order.
package struct Presentation: Sendable {
  /// The shop's identifier of the order.
  package var order: String
  /// The shop's name of the customer's account.
  package var account: String
  /// The receipt.
  package var receipt: PresentedReceipt
  /// When the order was made; `nil` means now.
  package var orderedAt: Instant?
  /// `applicationUsername` of the payment, as the app sent it.
  package var applicationUsername: String?
  /// The GUID of the device that presents the receipt.
  package var device: DeviceGUID?
  /// The account's `appAccountToken`, a UUID, from the shop's own records.
  package var accountToken: String?
  /// The products that the order is about; empty means any.
  package var products: [String] = []
  /// The transactions that the order is about; empty means any.
  package var transactions: [String] = []
  /// The client's key of the request; `nil` without one.
  package var key: RequestKey?

  /// Makes a presentation about everything in the receipt.
  package init(order: String, account: String, receipt: PresentedReceipt) {
    self.order = order
    self.account = account
    self.receipt = receipt
  }

  /// Makes a presentation of the device, for the account and about the products that are expected.
  package init(order: String, account: String, receipt: PresentedReceipt, expectations: Expectations) {
    self.init(order: order, account: account, receipt: receipt)
    device = expectations.deviceGUID
    accountToken = expectations.accountToken
    products = expectations.products
  }

  /// Whether the order does not name any purchases.
  var isAboutEverything: Bool { products.isEmpty && transactions.isEmpty }

  /// Whether the order is about a purchase.
  func isAbout(_ purchase: PurchaseRecord) -> Bool {
    let isProduct = products.isEmpty || products.contains { $0.isSame(as: purchase.productID) }
    let isTransaction = transactions.isEmpty || transactions.contains { $0.isSame(as: purchase.transactionID) }
    return isProduct && isTransaction
  }
}
