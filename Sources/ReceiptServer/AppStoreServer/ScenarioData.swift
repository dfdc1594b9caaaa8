import ReceiptKit

/// What the files of scenarios and the receipts that were presented say: customers, their transactions, subscriptions
/// and notifications, each as of the moments at which it was signed.
///
/// Everything in it was proven. It holds every statement of each transaction, so that any moment can be looked at.
package struct ScenarioData: Sendable {
  /// `Sandbox`, `Production`: that of all files and receipts; empty before the first of them.
  package internal(set) var environment: String
  /// When the first of the files was signed.
  package let begin: Instant
  /// The apps.
  var bundles: Set<String>
  /// Apple's numbers of the apps, where files or receipts name them.
  var appleIDs: [String: Int64]
  var customers: [ScenarioCustomer]
  /// In the order in which they were signed.
  let notifications: [ScenarioNotification]

  /// Reads and proves the files of folders.
  ///
  /// - Parameters:
  ///   - folders: of each folder its files, with their paths.
  ///   - decoder: knows whom to trust.
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
  /// - Parameter begin: where the clock begins.
  package init(emptyAt begin: Instant) {
    self.init(environment: "", begin: begin, bundles: [], appleIDs: [:], customers: [], notifications: [])
  }

  init(
    environment: String, begin: Instant, bundles: Set<String>, appleIDs: [String: Int64], customers: [ScenarioCustomer],
    notifications: [ScenarioNotification]
  ) {
    (self.environment, self.begin, self.bundles, self.appleIDs) = (environment, begin, bundles, appleIDs)
    (self.customers, self.notifications) = (customers, notifications)
  }
}

/// Why a scenario cannot be served.
package struct ScenarioFault: Error {
  /// The file; `nil` if it is all of them.
  package let path: String?
  /// The fault.
  package let error: ReceiptError

  init(_ path: String?, _ message: String, hint: String? = nil) {
    self.path = path
    error = ReceiptError(.invalidRecord, message, hint: hint)
  }

  init(_ path: String, _ error: ReceiptError) { (self.path, self.error) = (path, error) }
}

/// One payload, as of the moment at which it was signed.
struct Statement: Sendable {
  /// Milliseconds since 1970.
  let signed: Int64
  let payload: JSONValue
  /// When its content was stated first: that of an earlier statement with the same content.
  var modified: Int64
}

/// A transaction with everything that was ever said of it.
struct ScenarioTransaction: Sendable {
  let identifier: String
  let original: String
  /// In the order of their signing dates.
  var statements: [Statement]
  /// When an upgrade ended it: the files of a scenario state the newest purchase only.
  var upgraded: Int64?
  /// When the receipt that tells of it was made; `nil` for what files tell.
  var receiptDate: Int64?
}

/// What belongs to one customer of one app.
struct ScenarioCustomer: Sendable {
  let bundle: String
  let appTransactionID: String?
  /// What separates it from the other customers of the app, for good.
  let name: String
  /// In the order of their identifiers.
  var transactions: [ScenarioTransaction] = []
  /// Renewal infos by the original transaction.
  var renewals: [String: [Statement]] = [:]
  /// Payloads of AppTransactions, from files of their own or made of receipts.
  var appTransactions: [Statement] = []
}

/// A notification that is sent at a moment.
struct ScenarioNotification: Sendable {
  let signed: Int64
  /// With the signed data in it opened, to be signed again.
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

  /// The same with this value for a member, which stands last if it was not there.
  func setting(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(Member(name, value))
    }
    return .object(members)
  }

  /// The same without a member.
  func removing(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }

  static func whole(_ number: Int64) -> JSONValue { .number(String(number)) }
}
