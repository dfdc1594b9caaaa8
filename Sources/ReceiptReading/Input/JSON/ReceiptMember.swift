/// The names of receipts, both as JSON members and as form fields.
package struct ReceiptMember {
  /// The name in lower case without separators: `receipt-data`, `receiptData` and `receipt_data` are one name.
  let name: StaticString
  /// The only spelling that determines the kind of a JSON object with such a member.
  let exactly: StaticString?
  let layer: InputLayer

  private init(_ name: StaticString, exactly: StaticString? = nil, is layer: InputLayer = .json) {
    self.name = name
    self.exactly = exactly
    self.layer = layer
  }

  /// The names by preference: if a document has several, the first of this list is used.
  static let all: [ReceiptMember] = [
    ReceiptMember("receiptdata", exactly: "receipt-data", is: .verifyReceiptRequest),
    ReceiptMember("latestreceipt", exactly: "latest_receipt", is: .verifyReceiptResponse),
    ReceiptMember("signedpayload", exactly: "signedPayload", is: .notification),
    ReceiptMember("transactionreceipt"),
    ReceiptMember("appstorereceipt"),
    ReceiptMember("appstorereceiptdata"),
    ReceiptMember("appreceipt"),
    ReceiptMember("base64receipt"),
    ReceiptMember("receiptbase64"),
    ReceiptMember("base64encodedreceipt"),
    ReceiptMember("encodedreceipt"),
    ReceiptMember("receiptstring"),
    ReceiptMember("iosreceipt"),
    ReceiptMember("applereceipt"),
    ReceiptMember("receipt"),
    // Unity; RevenueCat's API; Flutter's in_app_purchase.
    ReceiptMember("payload"),
    ReceiptMember("fetchtoken"),
    ReceiptMember("serververificationdata"),
    ReceiptMember("localverificationdata"),
    ReceiptMember("verificationdata"),
    // App Store Server API and StoreKit 2.
    ReceiptMember("signedtransactioninfo"),
    ReceiptMember("signedtransaction"),
    ReceiptMember("signedtransactions"),
    ReceiptMember("signedapptransactioninfo"),
    ReceiptMember("jwsrepresentation"),
    ReceiptMember("jwsrepresentationios"),
    ReceiptMember("signedrenewalinfo"),
  ]

  /// The preference of a name (0 is best), or `nil` for any other name.
  static func rank(of name: some Collection<UInt8>) -> Int? {
    guard name.count >= 7, name.count <= 40 else { return nil }
    let plain = name.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map(\.asciiLowercase)
    return all.firstIndex { $0.name.withUTF8Buffer { $0.elementsEqual(plain) } }
  }

  /// Whether the last name of a JSON pointer is a spelling of `receipt-data`.
  package static func namesReceiptData(_ pointer: String) -> Bool {
    rank(of: pointer.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()) == 0
  }

  /// Whether a member with this name contains the bundle identifier of the document's app.
  ///
  /// The names are `bundle_id` (verifyReceipt), `bid` (notifications) and `bundleId` (App Store Server API).
  static func namesBundle(_ name: some Collection<UInt8>) -> Bool {
    guard name.count >= 3, name.count <= 20 else { return false }
    let plain = name.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map(\.asciiLowercase)
    return bundleNames.contains { $0.withUTF8Buffer { $0.elementsEqual(plain) } }
  }

  private static let bundleNames: [StaticString] = ["bid", "bundleid", "bundleidentifier"]

  /// The kind of a JSON object that has a member of exactly this name.
  static func layer(of name: some Collection<UInt8>, rank: Int) -> InputLayer {
    let member = all[rank]
    guard let exactly = member.exactly, exactly.withUTF8Buffer({ $0.elementsEqual(name) }) else { return .json }
    return member.layer
  }

  /// Whether a text begins like a receipt in base64: an envelope, a property list (`ewo`), or a signature object
  /// (`eyJ`).
  static func looksLikeReceipt(_ text: some Collection<UInt8>) -> Bool {
    text.count >= 64 && text.beginsLikeReceipt
  }

  /// A closer examination of texts without other signs of a receipt: a certificate also begins with `MII`, and any
  /// token of a web service with `eyJ`.
  static func isReceipt(_ text: some Collection<UInt8>) -> Bool {
    guard looksLikeReceipt(text) else { return false }
    if text.starts(with: "eyJ") {
      // Without dots, it is wrapped JSON.
      guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return true }
      return isSignedByApple(text[..<dot])
    }
    return text.starts(with: "ewo") || OuterElement.isSignedData(decoded(text.prefix(64)))
  }

  /// Whether a text is the header of a signature object by Apple, which contains Apple's certificates.
  static func isSignedByApple(_ header: some Collection<UInt8>) -> Bool {
    decoded(header).firstOffset(of: Array("\"x5c\"".utf8)) != nil
  }

  private static func decoded(_ text: some Collection<UInt8>) -> [UInt8] {
    let text = Array(text)
    return (try? Base64.decodeRepairing(text, 0..<text.count).bytes) ?? []
  }
}
