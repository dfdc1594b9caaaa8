/// Explains why a JSON document contains no receipt.
package enum MissingReceipt {
  /// The error for a document. What is recognised for sure comes before what other programs may write, too.
  static func error(_ document: some JSONNode) -> ReceiptError {
    if hasPrivateKey(document, depth: 8) {
      return .keyOrCertificate("JSON with a private key (PEM)", isSecret: true, at: 0)
    }
    if let error = SalesReport.error(document) { return error }
    if let error = OtherProgram.error(in: document, onlyKnown: true) { return error }
    if let error = errorOfAPI(document) { return error }
    if document["subscriptionGroups"] != nil, document["nonRenewingSubscriptions"] ?? document["products"] != nil {
      return storeKitConfiguration
    }
    let token = document["externalPurchaseToken"] ?? document
    if token["externalPurchaseId"]?.stringValue != nil { return externalPurchaseToken(token) }
    if let error = emptyAnswer(document, depth: 3) ?? decodedPartOfAnswer(document) { return error }
    let program = OtherProgram.error(in: document, onlyKnown: false)
    // Programs have statuses of their own.
    if program == nil, let error = status(document) { return error }
    if let error = notification(document) { return error }
    if let kind = decodedPayload(document, depth: 8) {
      let (words, form) = decodedPayloads[kind] ?? ("decoded data", "the text that it was decoded from")
      return decoded(words, from: form)
    }
    if let program { return program }
    if let error = ErrorText.error(ErrorText.mentions(in: document)) ?? programError(document) { return error }
    if document["receipt-data"] != nil {
      return ReceiptError(
        .invalidJSON, "a request of verifyReceipt without a text in receipt-data",
        hint: "the program that made it had no receipt: look at what the app read from the device"
      ).withCause(.badRequest)
    }
    return ReceiptError(
      .invalidJSON, "JSON without a receipt in it: no member such as receipt-data or latest_receipt holds one",
      hint: "paste the receipt's base64 text itself")
  }

  /// The error for an error of the App Store Connect API or of the App Store Server API.
  private static func errorOfAPI(_ document: some JSONNode) -> ReceiptError? {
    if let error = document["errors"]?.elementNodes?.first(where: { _ in true }),
      let status = error["status"]?.stringValue, status.utf8.count == 3, status.utf8.allSatisfy(\.isASCIIDigit)
    {
      if status == "401" { return refusedToken("App Store Connect API") }
      return ReceiptError(
        .invalidJSON, "an error of the App Store Connect API, \(status)",
        hint: "its title and detail say what was wrong"
      ).withCause(.apiError)
    }
    // Programs on devices use the same name for codes of their own, some of which have as many digits.
    if let code = document["errorCode"]?.numberValue, ErrorText.isServerCode(code) {
      return ReceiptError(
        .invalidJSON, "an error of the App Store Server API, \(code)",
        hint: "receipt-tool explain \(code) says what it means"
      ).withCause(.apiError)
    }
    return nil
  }

  /// The error for an answer of verifyReceipt, or a part of one, that was decoded and holds no receipt.
  private static func decodedPartOfAnswer(_ document: some JSONNode) -> ReceiptError? {
    if let members = document["receipt"]?.memberNodes {
      let isDecoded = members.contains { $0.name == "in_app" || $0.name == "bundle_id" || $0.name == "bid" }
      if isDecoded {
        return ReceiptError(
          .invalidJSON, "an answer of verifyReceipt with the decoded receipt only: the signed bytes are not in it",
          hint: statusReads
        ).withCause(.responseWithoutReceipt)
      }
    }
    if isPartOfAnswer(document) {
      return ReceiptError(
        .invalidJSON, "a part of an answer of verifyReceipt, decoded: the signed bytes are not in it",
        hint: statusReads
      ).withCause(.responseWithoutReceipt)
    }
    return nil
  }

  /// The error for a notification of version 1, as Apple writes it, or with the names of a program in Go.
  private static func notification(_ document: some JSONNode) -> ReceiptError? {
    func member(_ name: String, _ ofGo: String) -> String? { (document[name] ?? document[ofGo])?.stringValue }
    guard let type = member("notification_type", "NotificationType") else { return nil }
    let names = [type, member("bid", "BID"), member("environment", "Environment")]
      .compactMap { $0?.displayed(limit: 60) }.joined(separator: ", ")
    let answer = document["unified_receipt"] ?? document["UnifiedReceipt"]
    let isEmpty = isEmptyList(answer?["latest_receipt_info"] ?? answer?["LatestReceiptInfo"])
    let what: Message = "a server notification of version 1 (\(names)) without a receipt in it"
    var hint: Message = "for its purchases, give the notification as it came from Apple"
    let lists = ["unified_receipt", "latest_receipt_info", "latest_expired_receipt_info"]
    if type == "CONSUMPTION_REQUEST" {
      hint = """
        the customer asked Apple for a refund: say within 12 hours how much was used (Send Consumption Information)
        """
    } else if !isEmpty, lists.contains(where: { document[$0] != nil }) {
      hint = statusReads
    }
    return ReceiptError(
      .invalidJSON,
      isEmpty
        ? "\(what): its list of purchases is empty, and nothing in it is signed" : "\(what): nothing in it is signed",
      hint: hint
    ).withCause(.responseWithoutReceipt)
  }

  /// The error for an answer of verifyReceipt that is nothing but a status.
  private static func status(_ document: some JSONNode) -> ReceiptError? {
    guard let status = document["status"]?.numberValue,
      status == "0" || status.utf8.count == 5 && status.hasPrefix("21")
    else { return nil }
    let findsCause: Message = "to find its cause, paste what was sent to Apple: the value of receipt-data"
    return ReceiptError(
      .invalidJSON, "an answer of verifyReceipt with status \(status) and no receipt in it",
      hint: status != "0"
        ? "look up the status with receipt-tool explain \(status); \(findsCause)"
        : "paste what was sent to Apple: the value of receipt-data",
      supportHint: findsCause
    ).withCause(.responseWithoutReceipt)
  }

  /// The error for an object with which a plug-in reports an error, by a number of its own.
  private static func programError(_ document: some JSONNode) -> ReceiptError? {
    guard let code = document["errorCode"]?.numberValue, document["errorMessage"]?.stringValue != nil else {
      return nil
    }
    return ReceiptError(
      .otherFormat, "an error of a program or a plug-in with the number \(code.displayed(limit: 20)), and no receipt",
      hint: "the program knows what its number means: the App Store Server API has numbers of seven digits"
    ).withCause(.errorText)
  }

  /// Whether a document is a part of an answer of verifyReceipt: its receipt, a list of purchases, or one purchase.
  package static func isPartOfAnswer(_ document: some JSONNode) -> Bool {
    if document["in_app"]?.elementNodes != nil {
      return document["bundle_id"] != nil || document["receipt_type"] != nil
    }
    guard let elements = document.elementNodes else { return DecodedKind.isPurchaseOfAnswer(document) }
    return elements.contains { _ in true } && elements.allSatisfy { DecodedKind.isPurchaseOfAnswer($0) }
  }

  /// The error for the answer 401, which gives no further reason.
  static func refusedToken(_ service: String) -> ReceiptError {
    var error = ReceiptError(
      .otherFormat, "the answer 401 of the \(service), which did not take the token", offset: 0,
      hint: "give the token that was sent to receipt-tool diagnose, which says what is wrong with it"
        + (service == "App Store Server API" ? "; an app that was never released gets 401 from production, too" : "")
    ).withCause(.apiError)
    error.namesCommand = true
    return error
  }

  private static func hasPrivateKey(_ value: some JSONNode, depth: Int) -> Bool {
    if value.form == .string {
      guard let text = value.stringValue, text.utf8.count > 26 else { return false }
      let bytes = Array(text.utf8)
      return ["-----BEGIN ", "PRIVATE KEY-----"].allSatisfy { bytes.firstOffset(of: Array($0.utf8)) != nil }
    }
    guard depth > 0, value.form.hasContents else { return false }
    return value.memberNodes?.contains { hasPrivateKey($0.value, depth: depth - 1) }
      ?? value.elementNodes?.contains { hasPrivateKey($0, depth: depth - 1) } ?? false
  }

  private static var storeKitConfiguration: ReceiptError {
    var error = ReceiptError(
      .otherFormat, "a StoreKit configuration file of Xcode: products for tests, and no purchase",
      hint: "receipt-tool mint --products FILE makes test receipts of these products"
    )
    error.namesCommand = true
    return error
  }

  /// The token that StoreKit gives to an app that sells elsewhere.
  private static func externalPurchaseToken(_ document: some JSONNode) -> ReceiptError {
    let app = document["bundleId"]?.stringValue?.displayed(limit: 60)
    let token: Message = app.map { "an external purchase token of \($0)" } ?? "an external purchase token"
    let type = document["tokenType"]?.stringValue.map { " (\($0.displayed(limit: 20)))" } ?? ""
    return ReceiptError(
      .invalidJSON, "\(token)\(type), and no purchase",
      hint: "report it by its externalPurchaseId with the External Purchase Server API, also if nothing was bought"
    ).withCause(.externalPurchaseToken)
  }

  /// The error for an answer of the App Store Server API whose list is empty: of transactions, refunds, orders,
  /// statuses or notifications.
  private static func emptyAnswer(_ document: some JSONNode, depth: Int) -> ReceiptError? {
    guard depth > 0, document.form == .object, let members = document.memberNodes else { return nil }
    if isEmptyList(document["notificationHistory"]) {
      return answerWithout(
        "notifications (Get Notification History)",
        "Apple sent no notification that matches, in the time that was asked about or at all")
    }
    let namesApp = ["bundleId", "appAppleId", "environment"].contains { document[$0] != nil }
    if isEmptyList(document["signedTransactions"]) {
      if let status = document["status"]?.numberValue {
        return answerWithout(
          "transactions (Look Up Order ID)",
          status == "0" ? "the order number is valid, and lists nothing" : "the order number is not one of this app")
      }
      if case .bool(true)? = document["hasMore"]?.shallow {
        return answerWithout(
          "transactions, and with more pages", "ask for the next page, with the revision of this one")
      }
      return namesApp
        ? answerWithout(
          "transactions (Get Transaction History)",
          "the customer's history has no transaction that matches: look at the filters and the environment")
        : answerWithout("transactions (Get Refund History)", "the customer has no refunds in this app and environment")
    }
    if namesApp, let groups = document["data"]?.elementNodes,
      groups.allSatisfy({ isEmptyList($0["lastTransactions"]) })
    {
      return answerWithout(
        "subscriptions (Get All Subscription Statuses)",
        "the customer has no subscription in this app and environment, or none of the status that was asked for")
    }
    for member in members {
      if let error = emptyAnswer(member.value, depth: depth - 1) { return error }
    }
    return nil
  }

  private static func answerWithout(_ what: Message, _ hint: Message) -> ReceiptError {
    ReceiptError(.invalidJSON, "an answer of the App Store Server API without \(what)", hint: hint)
      .withCause(.answerWithoutPurchases)
  }

  private static func isEmptyList(_ value: (some JSONNode)?) -> Bool {
    value?.elementNodes.map { !$0.contains { _ in true } } ?? false
  }

  /// The kind of the first decoded payload in a document.
  private static func decodedPayload(_ value: some JSONNode, depth: Int) -> DecodedKind? {
    guard value.form.hasContents else { return nil }
    if let kind = DecodedKind(value) { return kind }
    guard depth > 0 else { return nil }
    return value.memberNodes?.lazy.compactMap { decodedPayload($0.value, depth: depth - 1) }.first
      ?? value.elementNodes?.lazy.compactMap { decodedPayload($0, depth: depth - 1) }.first
  }

  /// The decoded payloads, with the place of the signed form of each.
  private static let decodedPayloads: [DecodedKind: (words: Message, signed: Message)] = [
    .notification: ("a decoded notification", "signedPayload, as it came from Apple"),
    .appTransaction: (
      "a decoded AppTransaction", "jwsRepresentation of its VerificationResult in StoreKit, or signedAppTransactionInfo"
    ),
    .transaction: ("a decoded transaction", "signedTransactionInfo, or jwsRepresentation in StoreKit"),
    .renewal: ("decoded renewal information", "signedRenewalInfo, or jwsRepresentation in StoreKit"),
    .realtime: ("a decoded request of retention messaging", "signedPayload, as it came from Apple"),
  ]

  /// The error for a part of signed data that was decoded, as debuggers of tokens show it.
  static func decoded(_ what: Message, from signed: Message) -> ReceiptError {
    ReceiptError(
      .invalidJSON, "\(what): the signature that proves it is not in it",
      hint: "for a proof paste the signed form, three parts joined by dots: \(signed)"
    ).withCause(.decodedTransaction)
  }

  /// The error for the decoded header of a JWS, with or without the rest. Its certificates are not receipts.
  static func decodedHeader(_ document: some JSONNode) -> ReceiptError? {
    let hasHeader = document["x5c"]?.elementNodes != nil && document["alg"] != nil
    guard hasHeader || document["header"]?["x5c"]?.elementNodes != nil else { return nil }
    return decodedJWS
  }

  static let decodedJWS = decoded(
    "a JWS that was taken apart and decoded", from: "the text that was given to the program that decoded it")

  /// The error for the other form of a JWS (RFC 7515, 7.2), which Apple does not use.
  static func jsonSerialization(_ document: some JSONNode) -> ReceiptError? {
    guard document["payload"]?.stringValue != nil, document["protected"] ?? document["signatures"] != nil else {
      return nil
    }
    return ReceiptError(
      .invalidJSON, "a JWS in its JSON form: what Apple signs has the compact form",
      hint: "join protected, payload and signature with dots, in this order"
    ).withCause(.decodedTransaction)
  }

  /// The error for what Unity's fake store writes instead of a receipt.
  static func fakeReceipt(_ bytes: [UInt8]) -> ReceiptError? {
    guard bytes.firstOffset(of: Array("is a fake receipt".utf8)) != nil else { return nil }
    return ReceiptError(
      .otherFormat, "a purchase in Unity's fake store, which the editor and builds for tests use: nothing was bought",
      hint: "buy on a device, in the sandbox: only the App Store makes receipts")
  }

  /// The error for a member without a text, or with the word that a program writes for a value that it does not have.
  static func emptyMember(_ member: String, _ bytes: [UInt8]) -> ReceiptError? {
    let text = InputText(bytes)
    let word = String(decoding: bytes[text.core].prefix(20), as: UTF8.self)
    let isWord = ["undefined", "null", "nil", "None", "(null)", "[object Object]"].contains(word)
    guard isWord || text.core.isEmpty else { return nil }
    return ReceiptError(
      .emptyInput,
      isWord ? "the member \(member) is `\(word)`, which is no receipt" : "the member \(member) is empty", offset: 0,
      hint: "the program that made the document had no receipt: look at what the app read from the device")
  }

  /// Whether a part of a receipt was replaced by a character that is repeated, `MIISegYJKoZIhvcNXXXXXXXXXX`, or all of
  /// it by a word.
  static func isMasked(_ receipt: [UInt8]) -> Bool {
    if receipt.count < OtherText.minimumBytes {
      let word = receipt.map(\.asciiLowercase)
      if ["redact", "masked", "omitted", "removed"].contains(where: { word.firstRange(of: $0.utf8) != nil }) {
        return true
      }
    }
    var count = 0
    var last: UInt8?
    for byte in receipt.prefix(256) + receipt.suffix(64) {
      count = byte == last ? count + 1 : 1
      last = byte
      if count == 8, "Xx*#".utf8.contains(byte) { return true }
    }
    return false
  }

  /// The error for a document whose receipt or signed data is masked.
  ///
  /// - Parameter name: the name of its member.
  static func masked(_ document: some JSONNode, _ name: String?) -> ReceiptError {
    let hint: Message = "give all of it as it came from Apple, with nothing masked in it"
    if let name = name.map(OtherProgram.plain), name.hasPrefix("signed") || name.hasPrefix("jws") {
      return ReceiptError(.truncated, "signed data that was masked or left out", hint: hint)
        .withCause(.signedDataCut)
    }
    var reason = error(document)
    // Nothing else is known of it.
    if [nil, .badRequest].contains(reason.cause) {
      reason.message = "JSON without a whole receipt in it"
      reason.hint = hint
      reason.cause = .truncated
    }
    reason.message = "\(reason.message); the receipt was masked"
    return reason
  }

  /// The error for a receipt in an answer of verifyReceipt of which too little is left to read.
  static func cutLatestReceipt(_ count: Int) -> ReceiptError {
    ReceiptError(
      .truncated,
      count == 1
        ? "the `latest_receipt` of this verifyReceipt answer was cut to 1 character"
        : "the `latest_receipt` of this verifyReceipt answer was cut to \(count) characters",
      offset: count,
      hint:
        """
        the answer was shortened where it was published or logged; use the original, or the receipt-data that was sent\
        ; \(statusReads)
        """
    ).withCause(.latestReceiptCut)
  }

  /// The remedy for an answer or a notification whose receipt is missing or cannot be read.
  static let statusReads: Message = "to read its lists of purchases, use receipt-tool status"
}
