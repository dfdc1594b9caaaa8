extension InputText {
  /// The number of digits of an identifier. A shorter number is just a number.
  private static let identifierLengths = 6...20

  /// Short identifiers that people paste instead of a receipt: transaction and order identifiers, UUIDs, shared
  /// secrets.
  func readIdentifier() throws(ReceiptError) -> InputFinding? {
    let text = bytes[core]
    guard text.count <= 80 else { return nil }
    // Numbers of errors, which are shorter than those of transactions.
    if text.count == 7, text.allSatisfy(\.isASCIIDigit), let error = errorText { throw error }
    if text.starts(with: "StoreKitTest_Transaction_".utf8) {
      throw identifier(
        "RevenueCat's name for a purchase in Xcode (StoreKit testing)",
        "no server of Apple's knows it: grant nothing for it, and look in the sandbox for a purchase of Apple's")
    }
    if Self.identifierLengths.contains(text.count), text.allSatisfy(\.isASCIIDigit) { throw transactionIdentifier }
    if text.isUUID { throw identifier("a UUID", "it may name a device, a customer or a request") }
    if text.count == 32, text.allSatisfy({ $0.hexValue != nil }) {
      throw identifier(
        "32 hexadecimal digits, as an app-specific shared secret has",
        "treat it as a password, and paste the receipt itself")
    }
    if text.elementsEqual(KnownError.appItself.utf8) {
      throw identifier(
        "the name that a plug-in (cordova-plugin-purchase) has for the receipt of the app",
        "take the receipt itself: in the plug-in, transaction.appStoreReceipt")
    }
    if text.starts(with: "GPA.") {
      throw identifier(
        "an order number of Google Play", "Google's purchases are verified with the Google Play Developer API"
      ).withCause(.googlePlay)
    }
    if Self.isOrder(text) {
      var error = identifier(
        "an order number, as on the invoice that Apple mails to a customer",
        "receipt-tool history \(String(decoding: text, as: UTF8.self)) asks Apple for what was bought with it"
      ).withCause(.orderNumber)
      error.namesCommand = true
      throw error
    }
    return nil
  }

  /// Ten to twelve letters and digits that start with M, on the invoice that Apple mails to the customer.
  static func isOrder(_ text: ArraySlice<UInt8>) -> Bool {
    (10...12).contains(text.count) && text.first == UInt8(ascii: "M") && !text.starts(with: "MII")
      && text.allSatisfy { $0.isASCIIDigit || ($0 >= 0x41 && $0 <= 0x5A) } && text.contains(where: \.isASCIIDigit)
  }

  private var transactionIdentifier: ReceiptError {
    ReceiptError(
      .transactionIdentifier,
      "a transaction identifier of \(core.count) digits: it names a purchase and contains nothing of it",
      offset: core.lowerBound,
      hint:
        "ask the App Store Server API for the transaction (Get Transaction Info, "
        + "GET /inApps/v1/transactions/{transactionId}) and paste the signedTransactionInfo that it answers; "
        + "or take the app receipt from the device "
        + "(the file at Bundle.main.appStoreReceiptURL)")
  }

  private func identifier(_ name: Message, _ hint: Message) -> ReceiptError {
    ReceiptError(.otherFormat, "\(name), not a receipt", offset: core.lowerBound, hint: hint)
  }
}

extension ReceiptError {
  /// The error for a text that names a purchase, an app or a secret; `nil` for other texts.
  package static func identifier(_ text: String) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try InputText(Array(text.utf8)).readIdentifier()
      return nil
    } catch {
      return error
    }
  }
}
