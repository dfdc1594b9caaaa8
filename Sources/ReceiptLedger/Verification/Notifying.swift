import ReceiptKit

/// The result of a statement that was handed in.
package struct StatementOutcome: Sendable {
  /// The changes; empty if the statement is not believed, or contained nothing new.
  package var events: [LedgerEvent] = []
  /// Why the statement is not believed, in a sentence without a final full stop; `nil` if it is believed.
  package var doubt: String?
  /// Original transactions of known subscriptions whose requests to Apple the statement brought forward; empty if the
  /// statement is believed.
  package var broughtForward: [String] = []
  /// Original transactions of known subscriptions whose requests to Apple are not brought forward.
  ///
  /// The rate of such requests is limited, and Apple's own request for a later retry takes precedence.
  package var notBroughtForward: [String] = []
  /// A remark on a believed statement that caused no event: one sentence without a final full stop.
  package var note: String?
  /// Whether the statement is a notification of version 2 that is believed and was unknown before.
  package var isNew = false
}

extension Ledger {
  /// Records a statement that was handed in.
  ///
  /// - Parameters:
  ///   - secret: the app's shared secret, which proves a notification of version 1.
  ///   - allowsTestSigned: whether a notification that only the user's anchor proves counts, too.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` or `.otherApp` if it does not belong to this ledger. Nothing is
  ///   then changed.
  package func receive(
    _ statement: ReceivedStatement, provenBy secret: Secret?, allowsTestSigned: Bool, now: Instant
  ) throws -> StatementOutcome {
    switch statement {
    case .unsigned(let statement): try receiveUnsigned(statement, provenBy: secret, now: now)
    case .signed(let notification, let body):
      try receiveNotification(notification, body: body, allowsTestSigned: allowsTestSigned, now: now)
    }
  }

  /// Records a statement that claims to come from Apple.
  ///
  /// No part of the statement is signed. It is believed if it contains the secret that only Apple and the app's owner
  /// know. Otherwise it does not change what the ledger knows; it may only bring requests to Apple forward, at a
  /// limited rate.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - secret: the app's shared secret; `nil` believes nothing.
  ///   - now: the moment of its arrival.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` if the statement names no environment or another one than this
  ///   ledger's, `.otherApp` if it is not about an app of the ledger. Nothing is then changed.
  package func receiveUnsigned(
    _ statement: AppleStatement, provenBy secret: Secret?, now: Instant
  ) throws -> StatementOutcome {
    try refuseOther(environments: statement.environments)
    let doubt = Self.doubt(about: statement, secret)
    return try numberedWrite { db in
      let terms = try terms(db)
      try refuseOther(apps: [statement.history.bundleID].compactMap(\.self), terms.apps)
      if let doubt {
        let requests = try TaskStore(db: db, now: now).bringForward(about: statement.history)
        return StatementOutcome(
          doubt: doubt, broughtForward: requests.broughtForward, notBroughtForward: requests.notBroughtForward)
      }
      let erased = try erased(terms, db)
      let isErased = try erased.isIn(statement.history)
      let events = try believe(statement.history, except: erased, db, now)
      return StatementOutcome(events: events, note: isErased ? Self.erasedNote : nil)
    }
  }

  /// Answers a notification of version 2 according to its claims, before any part of it is proven. The ledger does not
  /// change.
  ///
  /// A forger gains nothing: the proven notification is compared again, and only a proven notification is recorded.
  ///
  /// - Returns: the answer if no proof is needed, because the notification was recorded before or contradicts itself;
  ///   `nil` if it must be proven.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` and `.otherApp` as ``receiveUnsigned(_:provenBy:now:)``.
  package func answer(to claims: NotificationClaims) throws -> StatementOutcome? {
    if let contradiction = claims.contradiction { return StatementOutcome(doubt: contradiction) }
    try refuseOther(environments: claims.environments)
    return try read { db in
      try refuseOther(apps: claims.bundleIDs, terms(db).apps)
      let isKnown = try db.isTrue("SELECT EXISTS (SELECT 1 FROM notification WHERE uuid = ?)", [claims.identifier])
      return isKnown ? Self.alreadyKnown : nil
    }
  }

  /// Records a server notification of version 2, which is believed because it is proven.
  ///
  /// Each notification counts once. Of Apple's signed statements about one purchase or renewal, the one that was signed
  /// last counts, in whatever order they arrive.
  ///
  /// - Parameters:
  ///   - notification: the notification.
  ///   - body: the body of Apple's request, for receivers that get it, too; `nil` if it came another way.
  ///   - allowsTestSigned: whether a notification that only the user's anchor proves counts, too; never in a ledger for
  ///     production.
  ///   - now: the moment of its arrival.
  /// - Throws: a ``LedgerError``; `.otherEnvironment` and `.otherApp` as ``receiveUnsigned(_:provenBy:now:)``. Nothing
  ///   is then changed.
  package func receiveNotification(
    _ notification: SignedNotification, body: [UInt8]? = nil, allowsTestSigned: Bool = false, now: Instant
  ) throws -> StatementOutcome {
    if let doubt = doubt(about: notification, allowsTestSigned: allowsTestSigned, now) {
      return StatementOutcome(doubt: doubt)
    }
    let claims = notification.claims
    try refuseOther(environments: claims.environments)
    return try numberedWrite { db in
      let terms = try terms(db)
      try refuseOther(apps: claims.bundleIDs, terms.apps)
      if try erased(terms, db).isIn(notification.history) { return StatementOutcome(note: Self.erasedNote) }
      let count = try db.run(
        "INSERT INTO notification (uuid, name, signed_at, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [claims.identifier, notification.name, notification.signedAt, now])
      guard count > 0 else { return Self.alreadyKnown }
      try HistoryStore(db: db, now: now, source: notification.name, wasAskedNow: false)
        .recordSigned(notification.purchase)
      try recordDeadline(of: notification, db, now)
      try ForwardedNotifications(db).add(notification, body, for: terms.forwardReceivers, now: now)
      try ConsumptionStore(db: db, now: now).closeDeclined(by: notification)
      let events = try Self.appendedEvents(db)
      return StatementOutcome(events: events, note: events.isEmpty ? Self.note(notification) : nil, isNew: true)
    }
  }

  /// Commits a statement, and numbers its events.
  private func numberedWrite(_ body: (Database) throws -> StatementOutcome) throws -> StatementOutcome {
    try storage.write(body) { outcome, numbers in outcome.events = outcome.events.numbered(numbers) }
  }

  /// Why a notification is not believed.
  private func doubt(about notification: SignedNotification, allowsTestSigned: Bool, _ now: Instant) -> String? {
    environment.doubt(about: notification.purchase, allowsTestSigned: allowsTestSigned, now)
      ?? Self.doubt(aboutDate: notification.signedAt, now) ?? notification.claims.contradiction
  }

  /// Why a signing date is not believed.
  fileprivate static func doubt(aboutDate signedAt: Instant, _ now: Instant) -> String? {
    signedAt.isPossibleDate(at: now) ? nil : "it was signed in the future; is the clock right?"
  }

  /// Records Apple's question about a purchase, which the server must answer in time, and an event for it.
  private func recordDeadline(of notification: SignedNotification, _ db: Database, _ now: Instant) throws {
    guard let meaning = notification.meaning, let hours = meaning.hours,
      let purchase = notification.history.purchases.first
    else { return }
    let deadline = Instant(milliseconds: notification.signedAt.milliseconds + Int64(hours) * 3_600_000)
    try ConsumptionStore(db: db, now: now).open(notification, until: deadline)
    let store = PurchaseStore(db: db)
    let entry = try purchase.transactionID.flatMap { try store.entry(ofTransaction: $0) }
    try db.appendEvent(
      .consumptionRequested, at: now, presentation: try entry?.presentation ?? store.family(of: purchase)?.presentation,
      transaction: purchase.transactionID,
      original: purchase.originalTransactionID
    ) { writer in
      writer.member("product_id", purchase.productID)
      writer.member("reason", notification.consumptionReason)
      writer.member("answer_by", deadline.rfc3339)
      writer.member("source", notification.name)
    }
  }

  /// The meaning of a notification that caused no event.
  private static func note(_ notification: SignedNotification) -> String {
    guard let meaning = notification.meaning else {
      let what = notification.meanings.isEmpty ? "notification" : "subtype"
      return "\(notification.name): this \(what) is not known; what is signed in it changed no order's purchase"
    }
    // Events already say what to do about a purchase. This notification caused none: its content was known or outdated,
    // or belongs to no order.
    let action = notification.history.purchases.isEmpty ? meaning.action : ""
    let words = [meaning.event, action].filter { !$0.isEmpty }.joined(separator: " ")
    return
      "\(notification.name): no order's purchase changed. \(words.hasSuffix(".") ? String(words.dropLast()) : words)"
  }

  private static let alreadyKnown = StatementOutcome(note: "it is known already: it changes nothing again")

  /// The note for a statement about purchases of an erased account.
  private static let erasedNote = "it is about a purchase of which nothing is stored: \(ErasedPurchases.text)"

  /// Refuses a statement that is not about apps of the ledger.
  ///
  /// - Parameters:
  ///   - named: every app that the statement names; all of them must be the ledger's.
  ///   - own: the apps of the ledger.
  private func refuseOther(apps named: [String], _ own: [String]) throws {
    guard !named.isEmpty else { throw LedgerError(.otherApp, "it does not say which app it is about") }
    for app in named where !own.contains(where: { $0.isSame(as: app) }) {
      throw LedgerError(.otherApp, "it is about an app that the ledger is not for: \(app)")
    }
  }

  /// Why an unsigned statement is not believed.
  private static func doubt(about statement: AppleStatement, _ secret: Secret?) -> String? {
    guard statement.history.kind == .notificationV1 else {
      return "a saved answer of verifyReceipt proves nothing"
    }
    guard let secret else { return "no shared secret is set up that it would have to carry" }
    return statement.contains(secret) ? nil : "it does not carry the shared secret"
  }

  /// Records Apple's statements about purchases, inside a transaction. The caller must have made sure that the
  /// statements are Apple's.
  ///
  /// - Parameter erased: the erased purchases; statements about them are not stored.
  /// - Returns: the events that it caused; empty if nothing was new.
  func believe(
    _ history: PurchaseHistory, except erased: ErasedPurchases, _ db: Database, _ now: Instant
  ) throws -> [LedgerEvent] {
    let source = history.notificationType ?? history.kind.rawValue
    try HistoryStore(db: db, now: now, source: source, wasAskedNow: false)
      .recordUnsigned(erased.without(history))
    return try Self.appendedEvents(db)
  }

  /// Refuses a statement that is not about the ledger's environment.
  private func refuseOther(environments named: [String]) throws {
    guard !named.isEmpty else {
      throw LedgerError(.otherEnvironment, "it does not say which environment it is about")
    }
    for name in named where LedgerEnvironment(named: name) != environment {
      throw LedgerError(
        .otherEnvironment, "it is about \(name), and '\(path)' is a ledger for \(environment.rawValue)")
    }
  }

  /// The events that a transaction appended, with their row numbers.
  static func appendedEvents(_ db: Database) throws -> [LedgerEvent] {
    guard !db.appendedEvents.isEmpty else { return [] }
    let rows = db.appendedEvents.map { String($0) }.joined(separator: ",")
    return try db.rows(LedgerEvent.query + " WHERE e.rowid IN (\(rows)) ORDER BY e.rowid", isCached: false)
      .map(LedgerEvent.init)
  }
}

extension LedgerEnvironment {
  /// Why a ledger for this environment does not believe signed data; `nil` if it believes it.
  ///
  /// - Parameter allowsTestSigned: whether data that only the user's anchor proves counts, too; never in a ledger for
  ///   production.
  func doubt(about purchase: SignedPurchase, allowsTestSigned: Bool, _ now: Instant) -> String? {
    for judgement in purchase.judgements {
      switch judgement {
      case .authentic: break
      case .testSigned where allowsTestSigned && self != .production: break
      case .testSigned(let receipt):
        return self == .production
          ? "it is only test-signed, and the ledger is for production"
          : "\(receipt.authenticity.reason); test-signed data was not allowed"
      case .untrusted(let authenticity): return authenticity.reason.description
      }
    }
    return Ledger.doubt(aboutDate: purchase.transactionSignedAt, now)
      ?? Ledger.doubt(aboutDate: purchase.renewalSignedAt, now)
  }
}
