import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote
import SystemLibrary

/// A request to the App Store Server API about a customer: the ids, the app, and the servers.
struct HistoryQuestion {
  static let unknownOrder = CommandFailure(
    "Apple knows no such order", hint: "order ids are those on invoices of production", status: .negative)

  /// The input may be asked about, and has no purchase.
  static let withoutPurchase = ReceiptError(
    .otherFormat, "it has no purchase, so that there is no id to ask by",
    hint: "give the id of a transaction, or the order id of the customer's invoice")

  /// The requested part of a history.
  enum Part {
    /// Every transaction, and the state of the subscriptions if there are any.
    case everything
    /// Every transaction.
    case transactions
    case subscriptions
    case refunds
  }

  /// By what Apple is asked.
  private enum Key {
    /// Transactions of the customer, which are tried in order.
    case transactions([String])
    case order(String)
  }

  private let key: Key
  /// The app of a proven input.
  let bundle: String?
  /// The right server for the input; `nil` if it is unknown.
  private(set) var servers: RemoteServers?

  /// The maximum number of identifiers of an input that are tried. It is rare that Apple does not know one.
  private static let maximumIdentifiers = 5

  /// - Throws: a ``ReceiptError`` if the input cannot be read or belongs to another app, a ``CommandFailure`` if
  ///   it is not proven.
  init(
    _ input: String, access: AppAccess, decoder: InputDecoder, maximumBytes: Int, admittingUnverified: Bool,
    _ console: Console
  ) throws {
    if let key = try Self.key(named: input) {
      self.init(key)
      return
    }
    let settings = InputSettings(sources: [input], maximumBytes: maximumBytes)
    let history = try PurchaseHistoryReader(decoder).read(try settings.read(input, console))
    try self.init(history, access: access, admittingUnverified: admittingUnverified)
  }

  private init(_ key: Key) {
    self.key = key
    bundle = nil
  }

  /// The question about an id or an order; `nil` for any other text.
  init?(identifier text: String) {
    guard let key = Self.key(text) else { return nil }
    self.init(key)
  }

  /// The question about the newest purchases of a history.
  ///
  /// - Throws: a ``ReceiptError`` if the history does not fit, a ``CommandFailure`` if it is not proven.
  init(_ history: PurchaseHistory, access: AppAccess, admittingUnverified: Bool) throws {
    guard history.unread.isEmpty else {
      throw ReceiptError(
        .otherFormat, "only a part of it was read; not read: \(UnreadPart.sentence(history.unread))",
        hint: "give one receipt or one piece of signed data")
    }
    let objection = Self.objection(to: history, access)
    if !admittingUnverified, let objection {
      throw CommandFailure(objection, status: .negative)
    }
    if let bundle = history.bundleID, let expected = access.bundleIdentifier, bundle != expected {
      throw ReceiptError(
        .otherFormat, "it is of the app \(bundle.displayed(limit: 100)), and the key of \(expected)",
        hint: "ask with the key and the bundle id of its own app")
    }
    // The newest identifiers come first, because an older one may belong to another customer of the same device.
    var identifiers: [String] = []
    for purchase in history.purchases.sorted(by: {
      ($0.purchased?.milliseconds ?? .min) > ($1.purchased?.milliseconds ?? .min)
    }) {
      guard let identifier = purchase.originalTransactionID ?? purchase.transactionID,
        !identifiers.contains(identifier), identifiers.count < Self.maximumIdentifiers
      else { continue }
      identifiers.append(identifier)
    }
    guard !identifiers.isEmpty else { throw Self.withoutPurchase }
    key = .transactions(identifiers)
    // The sender of an unproven input must not choose the app for which the key signs.
    bundle = objection == nil ? history.bundleID : nil
    let server: RemoteServer? =
      switch history.environment {
      case "Production", "PROD": .production
      case "Sandbox", "ProductionSandbox": .sandbox
      default: nil
      }
    if history.environment == "Xcode" || history.environment == "LocalTesting" {
      throw ReceiptError(
        .otherFormat,
        "it was made on a developer's machine (environment \(history.environment ?? "")); no server knows it",
        hint: "buy in the sandbox, and ask about that")
    }
    if let server, let endpoint = access.servers[server], endpoint.isApple {
      servers = RemoteServers(only: server, endpoint)
    }
  }

  /// Why a history is not proven for the requested servers; `nil` if it is proven.
  private static func objection(to history: PurchaseHistory, _ access: AppAccess) -> Message? {
    switch history.authenticity?.verdict {
    case .authentic?: nil
    case .testSigned? where !access.asksApple: nil
    case .testSigned?: "test-signed: Apple does not know it"
    case let verdict?:
      "\(Message(english: verdict.rawValue)) (\(history.authenticity?.reason ?? "")): its ids are its sender's choice"
    case nil: "\(history.unverifiedBecause ?? "not verified"): its ids are its sender's choice"
    }
  }

  /// The identifier, if one was given instead of a file; `nil` for a file.
  ///
  /// - Throws: a usage error for a text that could be either.
  private static func key(named text: String) throws -> Key? {
    guard let key = key(text) else { return nil }
    guard access(text, F_OK) != 0 else {
      throw UsageError("'\(text)' could be an id or a file: ./\(text) is the file; leave the folder for the id")
    }
    return key
  }

  /// The identifier in a text; `nil` for any other text. Order ids on Apple's invoices begin with M.
  private static func key(_ text: String) -> Key? {
    let isNumber = (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isOrder =
      text.utf8.first == UInt8(ascii: "M") && (8...25).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    guard isNumber || isOrder else { return nil }
    return isNumber ? .transactions([text]) : .order(text)
  }

  /// Asks, and hands over each page.
  ///
  /// - Parameter takeOrder: receives the answer about an order, which names the transactions to ask about.
  func ask(
    _ connection: AppStoreServerConnection, _ part: Part, since revision: String?,
    takeOrder: (AppStoreServerAnswer) -> Void = { _ in },
    take: (AppStoreServerAnswer, AppStoreServerCall) throws -> Void
  ) throws {
    var identifiers: [String]
    switch key {
    case .transactions(let given): identifiers = given
    case .order(let order):
      identifiers = []
      if let request = AppStoreServerRequest(.order, order) {
        try connection.askForAll(request) { answer in
          takeOrder(answer)
          identifiers += answer.items.compactMap { $0.payload["originalTransactionId"]?.stringValue }
        }
      }
      guard !identifiers.isEmpty else { throw Self.unknownOrder }
    }
    while let identifier = identifiers.first {
      identifiers.removeFirst()
      do {
        return try ask(connection, identifier, part, since: revision, take: take)
      } catch let failure as AppStoreServerFailure where failure.fault.apiCode == 4_040_010 && !identifiers.isEmpty {
        continue  // Apple does not know this transaction: the next one may be known.
      }
    }
  }

  private func ask(
    _ connection: AppStoreServerConnection, _ identifier: String, _ part: Part, since revision: String?,
    take: (AppStoreServerAnswer, AppStoreServerCall) throws -> Void
  ) throws {
    func askForAll(
      _ call: AppStoreServerCall, of purchases: Set<String>? = nil, _ look: (AppStoreServerAnswer) -> Void = { _ in }
    ) throws {
      guard let request = AppStoreServerRequest(call, identifier, revision: call.hasRevisions ? revision : nil) else {
        throw ReceiptError(
          .otherFormat, "'\(identifier.displayed(limit: 80))' is not an id of a transaction", hint: nil)
      }
      var pages = AppStoreServerPages(request, of: purchases)
      while let answer = try connection.next(of: &pages) {
        look(answer)
        try take(answer, call)
      }
    }
    switch part {
    case .refunds: try askForAll(.refunds)
    case .subscriptions: try askForAll(.statuses)
    case .transactions: try askForAll(.history)
    case .everything:
      var hasSubscription = false
      var purchases: Set<String> = []
      try askForAll(.history) { answer in
        for item in answer.items {
          if item.payload["type"]?.stringValue == "Auto-Renewable Subscription" { hasSubscription = true }
          if let original = item.payload["originalTransactionId"]?.stringValue { purchases.insert(original) }
        }
      }
      // The changes since a revision are not the whole history, which must contain every subscription.
      if hasSubscription { try askForAll(.statuses, of: revision == nil ? purchases : nil) }
    }
  }
}
