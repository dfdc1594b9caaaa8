import ReceiptKit

/// The content of scenario files and presented receipts: customers, their transactions, subscriptions and
/// notifications, each as of the moments at which it was signed.
///
/// All data was proven. Every statement about each transaction is kept, so that the stand-in can show any moment.
package struct ScenarioData: Sendable {
  /// The environment of all files and receipts, `Sandbox` or `Production`; empty before the first of them.
  package internal(set) var environment: String
  /// When the first of the files was signed.
  package let begin: Instant
  /// The apps.
  var bundles: Set<String>
  /// Apple's numbers of the apps, if files or receipts name them.
  var appleIDs: [String: Int64]
  var customers: [ScenarioCustomer]
  /// The notifications, in the order of signing.
  let notifications: [ScenarioNotification]

  /// Reads and proves the files of folders.
  ///
  /// - Parameters:
  ///   - folders: the files of each folder, with their paths.
  ///   - decoder: decides whom to trust.
  /// - Throws: ``ScenarioFault`` for the first file that cannot be read, is not proven or contradicts another one.
  package init(folders: [[(path: String, bytes: [UInt8])]], decoder: InputDecoder) throws(ScenarioFault) {
    var reader = ScenarioReader(decoder: decoder)
    for (number, files) in folders.enumerated() {
      for file in files { try reader.read(file.bytes, path: file.path, folder: number) }
    }
    self = try reader.data()
  }

  /// Data without any customer.
  ///
  /// - Parameter begin: the time at which the clock begins.
  package init(emptyAt begin: Instant) {
    self.init(environment: "", begin: begin, bundles: [], appleIDs: [:], customers: [], notifications: [])
  }

  init(
    environment: String, begin: Instant, bundles: Set<String>, appleIDs: [String: Int64], customers: [ScenarioCustomer],
    notifications: [ScenarioNotification]
  ) {
    self.environment = environment
    self.begin = begin
    self.bundles = bundles
    self.appleIDs = appleIDs
    self.customers = customers
    self.notifications = notifications
  }
}

/// Why a scenario cannot be served.
package struct ScenarioFault: Error {
  /// The file; `nil` if the fault concerns all files.
  package let path: String?
  /// The fault.
  package let error: ReceiptError

  init(_ path: String?, _ message: Message, hint: Message? = nil) {
    self.path = path
    error = ReceiptError(.invalidRecord, message, hint: hint)
  }

  init(_ path: String, _ error: ReceiptError) {
    self.path = path
    self.error = error
  }
}

/// One payload, as of the moment at which it was signed.
struct SignedStatement: Sendable {
  /// Milliseconds since 1970.
  let signed: Int64
  let payload: JSONValue
  /// When this content was first stated: the date of the first statement with the same content.
  var modified: Int64
}

/// A transaction with every statement about it.
struct ScenarioTransaction: Sendable {
  let identifier: String
  let original: String
  /// The statements, in the order of their signing dates.
  var statements: [SignedStatement]
  /// When an upgrade ended the transaction; `nil` if none did. No statement says it, because the files of a scenario
  /// describe only the newest purchase.
  var upgraded: Int64?
  /// When the receipt with the transaction was made; `nil` if it comes from files.
  var receiptDate: Int64?
}

/// The data of one customer of one app.
struct ScenarioCustomer: Sendable {
  let bundle: String
  let appTransactionID: String?
  /// A name that permanently distinguishes the customer from the other customers of the app.
  let name: String
  /// The transactions, in the order of their identifiers.
  var transactions: [ScenarioTransaction] = []
  /// Renewal infos by the original transaction.
  var renewals: [String: [SignedStatement]] = [:]
  /// Payloads of AppTransactions, from their own files or made from receipts.
  var appTransactions: [SignedStatement] = []
  /// The receipts in files, in the order of their dates.
  var receipts: [ScenarioReceipt] = []
}

/// A receipt of a customer.
struct ScenarioReceipt: Sendable {
  /// When the receipt was made.
  let signed: Int64
  let receipt: Receipt
  let base64: String
}

/// A notification and the moment at which it is sent.
struct ScenarioNotification: Sendable {
  let signed: Int64
  /// The payload with decoded signed data in it, to be signed again.
  let payload: JSONValue
  let bundle: String

  var identifier: String { payload["notificationUUID"]?.stringValue ?? "" }
}

extension JSONValue {
  /// A whole number.
  var wholeNumber: Int64? {
    guard case .number(let digits) = self else { return nil }
    return Int64(digits)
  }

  /// The milliseconds of a member.
  func milliseconds(_ name: String) -> Int64? {
    self[name].flatMap { Instant(millisecondsIn: $0) }?.milliseconds
  }

  /// The same object with this value for a member. A new member comes last.
  func setting(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(Member(name, value))
    }
    return .object(members)
  }

  static func whole(_ number: Int64) -> JSONValue { .number(String(number)) }
}
