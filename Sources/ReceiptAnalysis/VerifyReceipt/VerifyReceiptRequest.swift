/// A request to verifyReceipt: the body of its POST.
///
///     { "receipt-data": "MII...", "password": "...", "exclude-old-transactions": true }
///
/// Source: Apple, "requestBody" of verifyReceipt. Printing a request, also by `dump` or in a debugger, shows no password.
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

  /// Makes a request from an input in any form, of which it sends the canonical base64.
  ///
  /// - Throws: `.otherFormat` for inputs that verifyReceipt does not know: bare payloads and signed data of StoreKit 2.
  public init(
    _ input: RecognizedInput, password: String? = nil, excludesOldTransactions: Bool = false
  ) throws(ReceiptError) {
    guard let canonical = input.canonicalBase64 else {
      throw ReceiptError(
        .otherFormat, "verifyReceipt takes app receipts and iOS 6 transaction receipts, not this (\(input.formatName))",
        hint: "receipt-tool diagnose says what it is and what to do with it")
    }
    self.init(receiptData: canonical, password: password, excludesOldTransactions: excludesOldTransactions)
  }

  /// The JSON to send; UTF-8 on one line.
  public var body: [UInt8] { body(password: password) }

  /// The same with eight asterisks in place of the password, for display.
  public var maskedBody: [UInt8] { body(password: password == nil ? nil : Self.mask) }

  private func body(password: String?) -> [UInt8] {
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
  /// Its size and whether it has a password; neither the password nor the receipt.
  public var description: String {
    "verifyReceipt request (\(receiptData.utf8.count.grouped) characters, \(password == nil ? "no password" : "password"))"
  }
}
