/// The identifier of a key, from the file name that App Store Connect gives to it.
///
///     SubscriptionKey_2X9R4HXF34.p8    an In-App Purchase key
///     AuthKey_2X9R4HXF34.p8            a key of another service, such as the App Store Connect API
package struct AppleKeyFileName: Equatable, Sendable {
  /// The identifier.
  package let keyIdentifier: String
  /// Whether the name belongs to an In-App Purchase key.
  package let isForInAppPurchase: Bool

  /// Reads the last part of a path; `nil` for a name that App Store Connect does not use.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".p8"), let separator = name.firstIndex(of: "_") else { return nil }
    let kind = name[..<separator]
    let identifier = name[name.index(after: separator)...].dropLast(3)
    guard kind == "SubscriptionKey" || kind == "AuthKey", identifier.utf8.count == 10,
      identifier.utf8.allSatisfy({
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      })
    else { return nil }
    keyIdentifier = String(identifier)
    isForInAppPurchase = kind == "SubscriptionKey"
  }
}
