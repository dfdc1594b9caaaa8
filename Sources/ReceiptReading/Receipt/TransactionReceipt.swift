/// What an iOS 6 transaction receipt (`SKPaymentTransaction.transactionReceipt`) claims: one purchase.
///
///     {
///       "signature" = "base64"; "purchase-info" = "base64";
///       "environment" = "Sandbox"; "pod" = "100"; "signing-status" = "0";
///     }
///
/// No value here is trusted: see ``DecodedInput/judgement``. Even in an authentic receipt, only `purchaseInfo` is
/// signed. Anyone who passes the receipt on can change every other entry, `environment` included.
public struct TransactionReceipt: Sendable {
  /// One line of a property list.
  public struct Entry: Equatable, Sendable {
    /// The text before the equals sign, unescaped.
    package let key: String
    /// The text after the key, unescaped.
    package let value: String
    /// The start of the key, in bytes from the start of its list.
    package let offset: Int
  }

  /// The outer entries, in the order of the bytes, unknown ones included. None of them is signed.
  public let entries: [Entry]
  /// The octets of `purchase-info`, decoded from base64. The signature covers its own version byte, followed by exactly
  /// these octets.
  package let purchaseInfo: [UInt8]
  /// The entries of `purchase-info`, in the order of the bytes, unknown ones included.
  package let purchaseEntries: [Entry]
  /// The octets of `signature`, decoded from base64; `nil` if the entry is missing, empty or not base64.
  package let signatureBlob: [UInt8]?

  /// Decodes a receipt without verifying it.
  ///
  /// - Parameter propertyList: the text after the base64 of the whole receipt was decoded; its size must be bounded.
  /// - Throws: `.invalidPropertyList` for a list that is damaged, lacks `purchase-info`, or has `purchase-info` or
  ///   `signature` twice; `.invalidEncoding` if `purchase-info` is not padded standard base64 (white space is allowed).
  ///   A damaged signature is not an error: the judgement then says that the signature does not match the bytes.
  package init(_ propertyList: [UInt8]) throws(ReceiptError) {
    entries = try PropertyList.entries(propertyList)
    // If one of these occurred twice, readers could disagree about which one was signed.
    for key in [Self.signatureKey, Self.purchaseInfoKey] {
      let found = entries.filter { $0.key == key }
      guard let second = found.dropFirst().first else { continue }
      throw ReceiptError(
        .invalidPropertyList, "`\(key)` occurs \(found.count) times, again at byte \(second.offset)",
        offset: second.offset)
    }
    guard let entry = entries.first(where: { $0.key == Self.purchaseInfoKey }) else {
      throw ReceiptError(
        .invalidPropertyList,
        "the property list has no `\(Self.purchaseInfoKey)`, where a transaction receipt says what was bought")
    }
    guard let purchaseInfo = Self.base64(entry.value) else {
      throw ReceiptError(
        .invalidEncoding, "`\(Self.purchaseInfoKey)` at byte \(entry.offset) is not base64", offset: entry.offset)
    }
    self.purchaseInfo = purchaseInfo
    do throws(ReceiptError) {
      purchaseEntries = try PropertyList.entries(purchaseInfo)
    } catch {
      throw ReceiptError(
        error.code, "in the decoded `\(Self.purchaseInfoKey)`: \(error.message)", offset: error.offset,
        hint: error.hint)
    }
    signatureBlob = entries.first { $0.key == Self.signatureKey }.flatMap { Self.base64($0.value) }
  }

  /// The value of the first outer entry with this key, `pod` for example.
  package func entry(_ key: String) -> String? {
    entries.first { $0.key == key }?.value
  }

  /// The value of the first entry of `purchase-info` with this key, `quantity` for example.
  public func purchaseEntry(_ key: String) -> String? {
    purchaseEntries.first { $0.key == key }?.value
  }

  static let signatureKey = "signature"
  private static let purchaseInfoKey = "purchase-info"

  /// Uses the standard alphabet and padding. White space is skipped, because people wrap lines.
  private static func base64(_ text: String) -> [UInt8]? {
    let characters = text.utf8.filter { !$0.isASCIISpace }
    return Base64.decodeCanonical(characters)
  }
}

extension TransactionReceipt {
  /// `bid`: the bundle identifier.
  public var bundleIdentifier: String? { purchaseEntry("bid") }
  /// `bvrs`: the version of the app, `CFBundleVersion`.
  public var applicationVersion: String? { purchaseEntry("bvrs") }
  /// `product-id`.
  public var productID: String? { purchaseEntry("product-id") }
  /// `transaction-id`.
  public var transactionID: String? { purchaseEntry("transaction-id") }
  /// `original-transaction-id`: the first purchase, for renewals and restored purchases.
  package var originalTransactionID: String? { purchaseEntry("original-transaction-id") }
  /// `quantity`, as written.
  package var quantity: String? { purchaseEntry("quantity") }
  /// `purchase-date-ms`: when the purchase was made, or restored. Certificates are judged at this moment, because the
  /// receipt has no date of its own and is made with the purchase.
  public var purchaseInstant: Instant? { instant("purchase-date-ms") }
  /// `original-purchase-date-ms`.
  package var originalPurchaseInstant: Instant? { instant("original-purchase-date-ms") }
  /// `expires-date`, in milliseconds here; subscriptions only.
  package var expiresInstant: Instant? { instant("expires-date") }

  /// The environment that the receipt claims: production if it claims none (observed: `environment` is present in
  /// sandbox only); `nil` for a word that Apple does not use.
  ///
  /// **Never proven**, whatever the verdict: the entry is outside the signed part, and a sandbox receipt without it
  /// looks like one from production.
  package var environment: ReceiptEnvironment? {
    guard let word = entry("environment") else { return .production }
    return ReceiptEnvironment(rawValue: word)
  }

  /// Reads only decimal digits without a sign, as devices write them.
  private func instant(_ key: String) -> Instant? {
    guard let digits = purchaseEntry(key), digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int64(digits).map { Instant(milliseconds: $0) }
  }
}
