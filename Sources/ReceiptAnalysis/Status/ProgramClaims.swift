/// What objects of another program say about purchases. Nothing of it is signed by Apple.
package struct ProgramClaims: Equatable, Sendable {
  /// A purchase in a state that gives nothing: pending, failed, expired, taken back, or not known.
  package struct Statement: Equatable, Sendable {
    package var product: String?
    package var transaction: String?
    package var original: String?
    package var state: ProgramState
    /// Why it failed, in the words of the program.
    package var reason: String?
    /// When it was bought, if that is what it says.
    package var purchased: Instant?
    /// When it ended or was taken back, if the program says so.
    package var date: Instant?
    /// When the program reported it.
    package var reported: Instant?
    /// The end of the time that was paid for, if it was taken back or stopped before it.
    package var end: Instant?
    /// Whether it renews, if the program says so.
    package var willRenew: Bool?
    /// Whether the program says that it was not refunded.
    fileprivate var isNoRefund = false
    /// Whether the program says that it was restored, and not when it ends.
    fileprivate var isRestored = false

    /// Whether the statement says that a purchase in the same document is over or was taken back.
    fileprivate func takesBack(_ purchase: PurchaseRecord) -> Bool {
      if let transaction, let other = purchase.transactionID {
        // A renewal may be named by its original transaction.
        let isOtherPeriod = (end ?? date).flatMap { ended in purchase.expires.map { $0 != ended } } ?? false
        // A refund or a revocation concerns the transaction, any other end only the period that ended then.
        return transaction == other && (state >= .revoked || state >= .cancelled && !isOtherPeriod)
      }
      // A purchase and what it grants are listed apart.
      let isLater = (date ?? end).flatMap { ended in purchase.purchased.map { $0 > ended } } ?? false
      return state >= .revoked && product != nil && product == purchase.productID && !isLater
    }

    /// Whether two statements name the same product, and no different transactions.
    fileprivate func isOfSamePayment(as other: Statement) -> Bool {
      product != nil && product == other.product
        && (transaction == other.transaction || transaction == nil || other.transaction == nil)
    }

    /// Whether two statements name different original transactions.
    fileprivate func isOfOtherSubscription(than statement: Statement) -> Bool {
      original != nil && statement.original != nil && original != statement.original
    }
  }

  /// The program; `nil` if it is not known.
  package var program: String?
  /// The member that would hold the signed form, if the program gives one.
  package var signedForm: String?
  /// What the program says of purchases that give nothing.
  package var statements: [Statement] = []
  /// Whether there are words around the objects that are not understood.
  package var hasOtherWords = false
  /// Names of members that were not understood, and may say that it is otherwise.
  package private(set) var notUnderstood: [String] = []
  /// The transactions that it names, each with its original one.
  package private(set) var transactions: [String] = []

  /// Removes statements that other statements in the same document make needless: above all that a period is over, if
  /// there is a later period of the product.
  fileprivate mutating func removeNeedlessStatements() {
    // A log prints each state of a payment, and the last one counts.
    statements = statements.enumerated().filter { index, statement in
      guard [.pending, .deferred].contains(statement.state) else { return true }
      return !statements[(index + 1)...].contains { $0.state > .deferred && $0.isOfSamePayment(as: statement) }
    }.map(\.element)
    statements = statements.filter { statement in
      // A cancelled entitlement, if the purchase that granted it says that it was not refunded.
      let isExplained = statements.contains {
        $0.isNoRefund && $0.product == statement.product && [nil, $0.date].contains(statement.date)
      }
      if statement.state == .cancelled, statement.transaction == nil, isExplained { return false }
      // A later row about the same transaction.
      let isTakenBack = statements.contains {
        $0.transaction != nil && $0.transaction == statement.transaction && $0.state >= .revoked
      }
      if isTakenBack, statement.state < .revoked { return false }
      guard statement.state == .expired || statement.state == .unknown, let product = statement.product else {
        return true
      }
      // Without a date: an expiry stays, and an unknown state gives way to any other statement about the product.
      guard let date = statement.date else {
        return statement.state == .expired
          || !statements.contains {
            $0.product == product && $0 != statement && !$0.isOfOtherSubscription(than: statement)
          }
      }
      // With a date: a later date of the product says more.
      return !statements.contains { other in
        other.product == product && !other.isOfOtherSubscription(than: statement)
          && (other.end ?? other.date).map { $0 > date } ?? false
      }
    }
  }

  fileprivate static let maximumTransactions = 10
  private static let maximumNames = 5

  fileprivate mutating func add(notUnderstood names: [String]) {
    for name in names where notUnderstood.count < Self.maximumNames && !notUnderstood.contains(name) {
      notUnderstood.append(name)
    }
  }

  fileprivate mutating func add(transactions others: [String?]) {
    for case let identifier? in others
    where transactions.count < Self.maximumTransactions && !transactions.contains(identifier) {
      // Xcode counts from 0, and programs have ids of their own; Apple's have more digits.
      let isApples = (9...20).contains(identifier.utf8.count) && identifier.utf8.allSatisfy(\.isASCIIDigit)
      if isApples { transactions.append(identifier) }
    }
  }
}

extension PurchaseHistory {
  /// The maximum number of purchases of other programs that are read.
  private static let maximumProgramPurchases = 1_000

  /// The claims of other programs' objects in a document; `nil` if there are none.
  ///
  /// - Parameter isDoubtful: whether a part of the document is missing that may say that it is otherwise, or something
  ///   around the purchases does.
  init?(ofOtherPrograms document: JSONValue, isDoubtful: Bool) {
    let objects = OtherProgram.objects(in: document)
    guard let first = objects.first, !first.program.isGooglePlay else { return nil }
    self.init(.otherProgram)
    let name = first.program.name
    unverifiedBecause =
      "an object of \(name.map(Message.init(english:)) ?? "another program"); nothing in it is signed by Apple"
    var claims = ProgramClaims(program: name, signedForm: first.program.signedForm)
    var remaining = Self.maximumProgramPurchases
    // What another program says beside them may take them back.
    if objects.contains(where: { $0.program.name != name && $0.program.name != nil }) {
      unread.append(UnreadPart(.purchases, at: ""))
    }
    for (program, object) in objects where program.name == name || program.name == nil {
      for var purchase in ProgramPurchase.all(of: object, program) where name != nil || !purchase.saysNothing {
        guard remaining > 0 else {
          // What takes a purchase back may stand behind them.
          if unread.isEmpty { unread.append(UnreadPart(.purchases, at: "")) }
          break
        }
        remaining -= 1
        // Every object of cordova-plugin-purchase has the app itself, too.
        if purchase.texts[.transaction] == KnownError.appItself {
          notes.append("\(KnownError.appItself) is the app itself, and no purchase in it.")
          continue
        }
        if isDoubtful { purchase.add(.unknown) }
        add(purchase, to: &claims)
      }
    }
    claims.removeNeedlessStatements()
    // A payment that was pending before it was made.
    claims.statements.removeAll { statement in
      statement.state == .pending && statement.transaction == nil
        && purchases.contains { $0.productID == statement.product }
    }
    // A later row about the same transaction, or what a purchase of the same product granted.
    purchases.removeAll { purchase in
      claims.statements.contains { $0.takesBack(purchase) }
    }
    // Names alone are no claim.
    guard name != nil || remaining < Self.maximumProgramPurchases else { return nil }
    if claims.transactions.isEmpty {
      claims.add(
        transactions: Self.values(in: document, as: [.transaction, .original]).map { $0.stringValue ?? $0.numberValue })
    }
    if environment == nil {
      let named = Set(Self.values(in: document, as: [.environment]).compactMap { ProgramPurchase.environment($0) })
      environment = named.count == 1 ? named.first : nil
    }
    let speaker: Message = name.map { "\($0)" } ?? "the program"
    for statement in claims.statements.prefix(20) where statement.state != .unknown {
      let subject = (statement.product ?? statement.transaction)?.displayed(limit: 100)
      let state =
        statement.isRestored
        ? "restored: it was bought earlier, and a subscription may have ended since"
        : Message(english: statement.state.words)
      let note: Message = subject.map { "\(speaker) says of \($0): \(state)" } ?? "\(speaker) says: \(state)"
      notes.append(note.capitalized)
    }
    self.claims = claims
  }

  /// The values with one of these meanings anywhere in a document, for programs that write them beside the purchase.
  private static func values(in document: JSONValue, as meanings: Set<ProgramMember>) -> [JSONValue] {
    var found: [JSONValue] = []
    func visit(_ value: JSONValue, _ depth: Int) {
      guard depth > 0, found.count < ProgramClaims.maximumTransactions else { return }
      if case .object(let members) = value {
        for member in members {
          if let meaning = OtherProgram.unknown.meaning(member.name), meanings.contains(meaning) {
            found.append(member.value)
          }
          visit(member.value, depth - 1)
        }
      } else if case .array(let elements) = value {
        for element in elements { visit(element, depth - 1) }
      }
    }
    // As deep as ``OtherProgram/objects(in:)`` looks.
    visit(document, 8)
    return found
  }

  private mutating func add(_ purchase: ProgramPurchase, to claims: inout ProgramClaims) {
    bundleID = bundleID ?? purchase.texts[.app]
    environment = environment ?? purchase.environment
    for note in purchase.notes where !notes.contains(note) { notes.append(note) }
    // Other words may say that nothing was bought, and nothing better.
    if purchase.state == .purchased {
      if purchase.hasOtherWords { claims.hasOtherWords = true }
      claims.add(notUnderstood: purchase.notUnderstood)
    }
    let product = purchase.texts[.product]
    // Another list of the same object has said more about this product.
    let isKnown = claims.statements.contains { $0.product == product } || purchases.contains { $0.productID == product }
    if purchase.isOfValueList, isKnown { return }
    let identifier = purchase.identifier
    claims.add(transactions: [identifier, purchase.texts[.original]])
    guard purchase.state == .purchased, purchase.dates[.purchased] != nil else {
      let statement = ProgramClaims.Statement(purchase)
      // A purchase and what it grants are listed apart, and say the same.
      let isRepeated = claims.statements.contains {
        ($0.product, $0.state, $0.date) == (statement.product, statement.state, statement.date)
      }
      if !isRepeated || product == nil { claims.statements.append(statement) }
      return
    }
    var record = PurchaseRecord()
    record.productID = product
    record.transactionID = identifier
    record.originalTransactionID = purchase.texts[.original] ?? identifier
    record.purchased = purchase.dates[.purchased]
    record.expires = purchase.dates[.end]
    record.ownership = purchase.texts[.ownership]
    record.isTrial = purchase.texts[.trial].map { _ in true }
    purchases.append(record)
    guard record.expires != nil, purchase.renews != nil || purchase.texts[.next] != nil else { return }
    var renewal = RenewalRecord()
    renewal.originalTransactionID = record.originalTransactionID
    renewal.productID = product
    renewal.willRenew = purchase.renews
    renewal.renewsAs = purchase.texts[.next]
    renewals.append(renewal)
  }
}

extension ProgramClaims.Statement {
  /// What a program says of a purchase that gives nothing, or of which it does not say when it was bought.
  fileprivate init(_ purchase: ProgramPurchase) {
    self.init(product: purchase.texts[.product], transaction: purchase.identifier, state: purchase.state)
    original = purchase.texts[.original]
    reason = purchase.reason
    purchased = purchase.dates[.purchased]
    // An end alone does not say that anything was paid.
    if state == .purchased, !purchase.isStated { state = .unknown }
    date = purchase.dates[purchase.state < .revoked ? .end : .revoked]
    if purchase.state == .grace || purchase.state == .billingRetry, let grace = purchase.dates[.grace] {
      state = .grace
      date = grace
    }
    if state == .grace, purchase.dates[.grace] == nil { date = nil }
    // What has an end and is not active has ended.
    if state == .inactive, date != nil { state = .expired }
    end = purchase.dates[.end].flatMap { $0 == date ? nil : $0 }
    willRenew = purchase.renews
    isNoRefund = purchase.deniesRefund && purchase.state != .cancelled
    isRestored = purchase.isRestored && state == .purchased
    // A date before the purchase is not that of a report about it.
    reported = purchase.reported.flatMap { moment in
      purchase.dates[.purchased].map { $0 < moment } ?? true ? moment : nil
    }
  }
}

extension ProgramPurchase {
  /// The transaction, or else the original transaction.
  fileprivate var identifier: String? { texts[.transaction] ?? texts[.original] }
}
