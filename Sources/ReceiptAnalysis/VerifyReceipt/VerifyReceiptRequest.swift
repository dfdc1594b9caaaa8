/// A request to verifyReceipt: the body of its POST.
///
///     { "receipt-data": "MII...", "password": "...", "exclude-old-transactions": true }
///
/// Source: Apple, "requestBody" of verifyReceipt. Printing a request, also by `dump` or in a debugger, shows no
/// password.
public struct VerifyReceiptRequest: Equatable, Sendable {
  /// The receipt, sent unchanged. Apple accepts only standard base64, padded, on one line.
  public var receiptData: String
  /// The app-specific shared secret; Apple requires it for auto-renewable subscriptions.
  public var password: String?
  /// Whether `latest_receipt_info` is to contain only the latest transaction of each subscription.
  public var excludesOldTransactions: Bool

  /// Makes a request from text that is already canonical base64.
  public init(receiptData: String, password: String? = nil, excludesOldTransactions: Bool = false) {
    self.receiptData = receiptData
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
  }

  /// The JSON to send; UTF-8 on one line.
  public var body: [UInt8] {
    var writer = JSONWriter(layout: .compact, reservingCapacity: receiptData.utf8.count + 256)
    writer.object { writer in
      writer.member("receipt-data", receiptData)
      if let password { writer.member("password", password) }
      if excludesOldTransactions { writer.member("exclude-old-transactions", true) }
    }
    return writer.bytes
  }
}

extension VerifyReceiptRequest: Masked {
  /// The size of the request and whether it has a password, but neither the password nor the receipt.
  public var description: String {
    """
    verifyReceipt request (\(receiptData.utf8.count.grouped) characters, \
    \(password == nil ? "no password" : "password"))
    """
  }
}
