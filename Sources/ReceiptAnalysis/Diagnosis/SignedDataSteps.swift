extension Diagnostician {
  /// The steps for signed data that was meant for verifyReceipt: what to send instead, how to judge it here, and what
  /// to ask Apple.
  ///
  /// - Parameter bundleIdentifiers: the user's apps. The payload's own claim is not an expectation.
  static func steps(forSignedData signature: JSONWebSignature, bundleIdentifiers: [String]) -> [Message] {
    let kind = SignedPayloadKind(signature.payload)
    let instead: Message = """
      Do not send it to verifyReceipt: receipt-data takes only the app receipt in base64 (the file at \
      Bundle.main.appStoreReceiptURL), and no other member of the request takes signed data.
      """
    return [instead, command(for: kind, bundleIdentifiers.first), serverCall(for: kind, signature)].compactMap(\.self)
  }

  private static func command(for kind: SignedPayloadKind?, _ bundleIdentifier: String?) -> Message {
    let app = bundleIdentifier.map { "--bundle-id " + $0.displayed(limit: 155) } ?? "--bundle-id ID"
    let validate = "receipt-tool validate \(app) FILE"
    let judge: Message =
      bundleIdentifier == nil ? "\(validate), where ID is the bundle identifier of your app" : "\(validate)"
    return switch kind {
    case .transaction, .appTransaction: "Judge it here: \(judge)."
    case .notification:
      """
      Read here what it means for access: receipt-tool inspect FILE. Judge it with \(judge). Apple sends it again \
      until your server answers it with HTTP 200.
      """
    case .renewal:
      """
      Read it here: receipt-tool inspect FILE. It names no app: judge it together with the transaction of its \
      subscription.
      """
    case .realtime: "Read it here: receipt-tool inspect FILE. The server that Apple asked has to answer it."
    case nil: "Read it here: receipt-tool inspect FILE"
    }
  }

  /// The call of the App Store Server API that returns the present state.
  private static func serverCall(for kind: SignedPayloadKind?, _ signature: JSONWebSignature) -> Message? {
    let host: String
    switch signature.environment {
    case "Production": host = "https://api.storekit.apple.com"
    case "Sandbox": host = "https://api.storekit-sandbox.apple.com"
    default: return nil
    }
    let call: (name: String, path: String)?
    switch kind {
    case .transaction:
      call = identifier("transactionId", signature).map { ("Get Transaction Info", "/inApps/v1/transactions/\($0)") }
    case .renewal, .realtime:
      call = identifier("originalTransactionId", signature).map {
        ("Get All Subscription Statuses", "/inApps/v1/subscriptions/\($0)")
      }
    case .appTransaction:
      call = identifier("appTransactionId", signature).map {
        ("Get App Transaction Info", "/inApps/v1/transactions/appTransactions/\($0)")
      }
    case .notification, nil: call = nil
    }
    return call.map {
      """
      Ask Apple what is true now, with the App Store Server API, which needs a key of yours: \($0.name), GET \
      \($0.path) at \(host)
      """
    }
  }

  /// An identifier that can be part of a URL.
  private static func identifier(_ name: String, _ signature: JSONWebSignature) -> String? {
    guard let text = signature.payload[name]?.stringValue, (1...20).contains(text.utf8.count),
      text.utf8.allSatisfy(\.isASCIIDigit), text != "0"
    else { return nil }
    return text
  }
}
