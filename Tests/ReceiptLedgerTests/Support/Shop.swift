import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptLedger

/// A ledger in a folder of its own, with receipts minted for it.
final class Shop {
  static let authority = Result { try TestAuthority(seed: "receipt-ledger tests", keySize: .bits1024) }
  /// 2026-01-01T00:00:00Z, a week after the receipts were made.
  static let start = Instant(milliseconds: 1_767_225_600_000)

  /// That of every receipt.
  static let bundle = "com.example.test"

  let folder: URL
  let ledger: Ledger
  private let database: (server: PostgreSQLServer, name: String)?
  let minter: EnvelopeMinter
  let decoder: InputDecoder
  var expectations = Expectations()
  var rules = AdmissionRules()
  var now = Shop.start

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("receipt-ledger-\(UUID().uuidString)")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = TestStorage.isPostgreSQL ? try PostgreSQLServer.shared.get() : nil
    database = try server.map { ($0, try $0.makeDatabase()) }
    ledger = try Ledger(
      path: database.map { $0.server.url($0.name) } ?? folder.appendingPathComponent("ledger.sqlite").path,
      environment: .sandbox, makingFor: [Shop.bundle], lockTimeout: 10,
      erasureKey: server.map { _ in folder.appendingPathComponent("erasure-key").path })
    minter = EnvelopeMinter(try Shop.authority.get().chain())
    decoder = InputDecoder(
      authenticator: Authenticator(
        anchors: try TrustAnchor.read(Array(Shop.jwsMinter.get().anchors.map(\.pem).joined().utf8))))
    expectations.allowsTestSigned = true
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
    database.map { $0.server.drop($0.name) }
  }

  var path: String { ledger.path }

  func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// What a ledger refuses with.
  static func error(_ body: () throws -> Void) -> LedgerError? {
    do {
      try body()
      return nil
    } catch {
      return error as? LedgerError
    }
  }

  /// A signed receipt with these purchases.
  func receipt(
    _ purchases: InAppDescription..., created: String = "2025-12-26T18:39:47Z",
    _ change: (inout ReceiptDescription) -> Void = { _ in }
  ) throws -> [UInt8] {
    try receipt(purchases, created: created, change)
  }

  func receipt(
    _ purchases: [InAppDescription], created: String = "2025-12-26T18:39:47Z",
    _ change: (inout ReceiptDescription) -> Void = { _ in }
  ) throws -> [UInt8] {
    var description = ReceiptDescription.sandboxSample()
    description.creationDate = created
    description.inApp = purchases
    change(&description)
    return try minter.mint(description).bytes
  }

  func presentation(
    _ receipt: [UInt8], order: String, account: String = "jane", _ change: (inout Presentation) -> Void = { _ in }
  ) -> Presentation {
    let judged = PresentedReceipt(
      receipt, worker: ReceiptWorker(decoder), validator: Validator(expectations: expectations, now: now),
      environment: .sandbox)
    var presentation = Presentation(order: order, account: account, receipt: judged)
    change(&presentation)
    return presentation
  }

  @discardableResult
  func add(
    _ receipt: [UInt8], order: String, account: String = "jane", _ change: (inout Presentation) -> Void = { _ in }
  ) throws -> Decision {
    now.milliseconds += 1_000
    return try ledger.add(presentation(receipt, order: order, account: account, change), rules: rules, now: now)
  }

  /// Adds the order `S` of a subscription that ends on 2026-01-02, a day after the clock begins.
  func subscribe() throws {
    let receipt = try receipt(.monthly("1000", from: "2025-12-01T00:00:00Z", to: "2026-01-02T00:00:00Z"))
    #expect(try add(receipt, order: "S").decision == .accept)
  }

  /// Sets the clock.
  func move(to day: String) { now = Said.instant(day) }

  /// What the purchase service does with a request.
  func decide(_ request: Presentation) throws -> [Decision?] {
    try ledger.numbered([try ledger.record([request], rules: rules, now: now)])[0]
  }

  /// Words of all events after a number.
  func events(since sequence: Int64 = 0) throws -> [String] { try ledger.events(since: sequence).map(\.name) }

  /// What a runner does until nothing more is due at `now`.
  @discardableResult
  func run(_ apple: ScriptedVerifier, _ change: (inout Runner.Settings) -> Void = { _ in }) async throws
    -> Runner.Summary
  {
    var settings = Runner.Settings()
    settings.rate = 0
    settings.polls = true
    change(&settings)
    let now = now
    return try await Runner(ledger: ledger, verifier: apple, settings: settings) { now }.pass { _, _ in }
  }
}

extension Ledger {
  /// Takes in what Apple says, as if it were proven.
  func record(_ history: PurchaseHistory, now: Instant) throws -> [LedgerEvent] {
    try storage.write { db in
      try believe(history, except: erased(db), db, now)
    } number: {
      $0 = $0.numbered($1)
    }
  }
}

extension InAppDescription {
  /// A purchase of one kind, with only what the kind needs.
  static func purchase(
    _ transaction: String, original: String? = nil, product: String = "com.example.coins", type: Int64? = 1,
    at date: String = "2025-12-26T17:43:07Z", expires: String? = nil
  ) -> InAppDescription {
    var purchase = InAppDescription()
    purchase.quantity = 1
    purchase.productID = product
    purchase.transactionID = transaction
    purchase.originalTransactionID = original ?? transaction
    purchase.purchaseDate = date
    purchase.originalPurchaseDate = date
    purchase.productType = type
    purchase.expiresDate = expires
    return purchase
  }

  /// A consumable that Apple took back, as a later receipt tells of it.
  static func refunded(_ transaction: String) -> InAppDescription {
    var refunded = purchase(transaction)
    refunded.cancellationDate = "2025-12-26T18:00:00Z"
    refunded.cancellationReason = 1
    return refunded
  }

  static func monthly(
    _ transaction: String, original: String = "1000", from start: String, to end: String
  ) -> InAppDescription {
    purchase(
      transaction, original: original, product: "com.example.monthly", type: 3, at: start, expires: end)
  }
}

/// Answers as a test says, and remembers what it was asked.
actor ScriptedVerifier: AppleVerifier {
  nonisolated let timeout: Int64
  private var replies: [AppleReply]
  private let delay: Duration
  private let isLiteral: Bool
  private(set) var calls: [(endpoint: LedgerEnvironment, receipt: [UInt8])] = []
  private(set) var mostAtOnce = 0
  private var atOnce = 0

  /// The last reply is given again and again.
  ///
  /// - Parameter isLiteral: whether a bare status 0 stays bare. Apple's always has the receipt that was asked about.
  init(_ replies: [AppleReply], delay: Duration = .zero, timeout: Int64 = 1_000, isLiteral: Bool = false) {
    self.isLiteral = isLiteral
    self.replies = replies
    self.delay = delay
    self.timeout = timeout
  }

  init(_ documents: String...) throws {
    self.init(try documents.map { .answer(try VerifyReceiptResponse(Array($0.utf8))) })
  }

  func ask(_ receipt: [UInt8], at endpoint: LedgerEnvironment) async -> AppleReply {
    calls.append((endpoint, receipt))
    atOnce += 1
    mostAtOnce = max(mostAtOnce, atOnce)
    if delay > .zero { try? await Task.sleep(for: delay) }
    atOnce -= 1
    let reply = replies.count > 1 ? replies.removeFirst() : replies[0]
    guard !isLiteral, case .answer(let response) = reply, response.status.code == 0, response.receipt == nil else {
      return reply
    }
    return (try? .answer(VerifyReceiptResponse(Array(Self.answer(to: receipt).utf8)))) ?? reply
  }

  /// What Apple answers to a receipt that is valid, as far as a ledger looks at it.
  private static func answer(to receipt: [UInt8]) throws -> String {
    let history = try PurchaseHistory(try InputDecoder().decode(receipt))
    let purchases = history.purchases.map { purchase in
      Said.purchase(
        purchase.transactionID ?? "", original: purchase.originalTransactionID, product: purchase.productID ?? "",
        from: purchase.purchased?.rfc3339 ?? "", to: purchase.expires?.rfc3339,
        cancelled: purchase.cancelled?.rfc3339)
    }
    return Said.answer(purchases)
  }
}

extension AppleReply {
  static func status(_ status: Int, _ more: String = "") throws -> AppleReply {
    .answer(try VerifyReceiptResponse(Array("{\"status\":\(status)\(more)}".utf8)))
  }
}
