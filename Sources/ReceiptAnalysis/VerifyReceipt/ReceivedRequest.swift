/// A request to verifyReceipt as it was received: the body of a POST.
///
///     { "receipt-data": "MII...", "password": "...", "exclude-old-transactions": true }
///
/// Source: Apple, "requestBody" of verifyReceipt. Members with other names are ignored.
struct ReceivedRequest {
  /// The receipt as it was sent, often not in the required form.
  let receiptData: [UInt8]
  /// The shared secret in the request.
  let password: [UInt8]?
  /// Whether the client wants only the latest transaction of each subscription.
  let excludesOldTransactions: Bool

  /// A request has three members; a body with many more is not a request.
  private static let reader = JSONReader(maximumDepth: 16, maximumValues: 4096)

  /// - Throws: `.invalidJSON` for a body that is not a request. The message contains no part of the body.
  init(_ body: [UInt8]) throws(ReceiptError) {
    let document: JSONValue
    do throws(JSONError) {
      document = try Self.reader.tree(body, 0..<body.count)
    } catch {
      throw ReceiptError(.invalidJSON, Self.reason(body, error))
    }
    guard case .object(let members) = document else {
      throw ReceiptError(.invalidJSON, "the body of the request is not a JSON object")
    }
    guard case .string(let data)? = Self.value("receipt-data", members) else {
      throw ReceiptError(.invalidJSON, "the request has no string receipt-data")
    }
    receiptData = Array(data.utf8)
    switch Self.value("password", members) {
    case nil, .null?: password = nil
    case .string(let text)?: password = Array(text.utf8)
    default: throw ReceiptError(.invalidJSON, "the password of the request is not a string")
    }
    switch Self.value("exclude-old-transactions", members) {
    case nil, .null?, .bool(false)?, .string("false")?: excludesOldTransactions = false
    case .bool(true)?, .string("true")?: excludesOldTransactions = true
    default: throw ReceiptError(.invalidJSON, "exclude-old-transactions is neither true nor false")
    }
  }

  /// An explanation for a request without a password, in whole sentences; `nil` for a request with a password, and for
  /// a body that is no request.
  static func missingPassword(_ body: [UInt8]) -> Message? {
    guard let request = try? ReceivedRequest(body), request.password == nil,
      case .object(let members)? = try? reader.read(body)
    else { return nil }
    let missing: Message = "The receipt has subscriptions, and the request no password."
    let names = ["password", "sharedsecret"]
    let other = members.first { member in
      member.name != "password" && names.contains(member.name.lowercased().filter(\.isLetter))
    }
    return other.map { "\(missing) It is `password`, and not `\($0.name.displayed(limit: 40))`." } ?? missing
  }

  /// Why a body is not a request; `nil` for a request.
  static func fault(_ body: [UInt8]) -> Message? {
    do throws(ReceiptError) {
      _ = try ReceivedRequest(body)
      return nil
    } catch {
      return error.message
    }
  }

  init(receiptData: [UInt8], password: [UInt8]?, excludesOldTransactions: Bool) {
    self.receiptData = receiptData
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
  }

  private static func reason(_ body: [UInt8], _ error: JSONError) -> Message {
    if body.isEmpty { return "the request has no body" }
    // The first two octets of gzip (RFC 1952, 2.3.1).
    if body.starts(with: [0x1F, 0x8B]) { return "the body of the request is compressed with gzip; send it as it is" }
    return "the body of the request is \(error.isLimit ? error.message : "not JSON")"
  }

  /// Reads a member. If its name occurs twice, the last one counts (measured for `receipt-data`, September 2026).
  private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue? {
    members.last { $0.name == name }?.value
  }
}
