import ReceiptKit

/// A call of the App Store Server API that changes nothing. Source of the rows: Apple, "App Store Server API", and its page
/// "Identifying rate limits".
public struct AppStoreServerCall: Sendable {
  /// Where the signed data of an answer stands.
  enum Content: Sendable {
    /// One member of the answer.
    case member(String, SignedItem.Kind)
    /// `signedTransactions`, a list.
    case transactions
    /// `data[].lastTransactions[]`, each with `signedTransactionInfo` and `signedRenewalInfo`.
    case statuses
  }

  /// Its name in this software. Stable; it appears in JSON output.
  public let name: String
  /// Its name at Apple: `Get Transaction Info`.
  public let title: String
  /// The path before the identifier.
  let path: String
  /// How many requests a second Apple allows in production, counted over an hour; the sandbox allows a tenth.
  public let rate: Int
  /// The version of the API that brought it.
  public let since: String
  let content: Content
  /// Whether an answer may be one page of several, each with a `revision`.
  public let hasPages: Bool

  /// One transaction, by its own identifier.
  public static let transaction = AppStoreServerCall(
    name: "transaction", title: "Get Transaction Info", path: "/inApps/v1/transactions/", rate: 50, since: "1.8",
    content: .member("signedTransactionInfo", .transaction), hasPages: false)
  /// All transactions of a customer.
  public static let history = AppStoreServerCall(
    name: "history", title: "Get Transaction History", path: "/inApps/v2/history/", rate: 50, since: "1.12",
    content: .transactions, hasPages: true)
  /// The state of each subscription of a customer.
  public static let statuses = AppStoreServerCall(
    name: "statuses", title: "Get All Subscription Statuses", path: "/inApps/v1/subscriptions/", rate: 50, since: "1.0",
    content: .statuses, hasPages: false)
  /// The refunded transactions of a customer.
  public static let refunds = AppStoreServerCall(
    name: "refunds", title: "Get Refund History", path: "/inApps/v2/refund/lookup/", rate: 10, since: "1.6",
    content: .transactions, hasPages: true)
  /// The transactions of an order, by the identifier on the customer's invoice.
  public static let order = AppStoreServerCall(
    name: "order", title: "Look Up Order ID", path: "/inApps/v1/lookup/", rate: 10, since: "1.1",
    content: .transactions, hasPages: false)
  /// The download of the app by a customer.
  public static let appTransaction = AppStoreServerCall(
    name: "app-transaction", title: "Get App Transaction Info", path: "/inApps/v1/transactions/appTransactions/",
    rate: 50, since: "1.17", content: .member("signedAppTransactionInfo", .appTransaction), hasPages: false)

  /// All of them.
  public static let all = [transaction, history, statuses, refunds, order, appTransaction]
}

/// A call about one identifier.
public struct AppStoreServerRequest: Sendable {
  /// What is asked.
  public let call: AppStoreServerCall
  /// A transaction, an original transaction, an app transaction or an order.
  public let identifier: String
  /// Where to begin in a call with pages: `revision` of an earlier answer to the same question.
  public var revision: String?

  /// Makes a request.
  ///
  /// - Returns: `nil` for an identifier that Apple's never look like: they have 1 to 64 letters, digits and hyphens.
  public init?(_ call: AppStoreServerCall, _ identifier: String, revision: String? = nil) {
    let isWord = identifier.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    guard isWord, (1...64).contains(identifier.utf8.count) else { return nil }
    (self.call, self.identifier, self.revision) = (call, identifier, revision)
  }

  /// Path and query behind the host.
  var target: String {
    call.path + identifier + (revision.map { "?revision=" + Self.percentEncoded($0) } ?? "")
  }

  /// Everything but the unreserved characters of RFC 3986 as octets in hexadecimal digits.
  private static func percentEncoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
