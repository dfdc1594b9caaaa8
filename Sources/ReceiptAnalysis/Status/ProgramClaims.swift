/// What objects of another program say about purchases. Nothing of it is signed by Apple.
package struct ProgramClaims: Equatable, Sendable {
  /// A purchase in a state that gives nothing: pending, failed, expired, taken back, or not known.
  package struct Statement: Equatable, Sendable {
    package var product: String?
    package var transaction: String?
    package var state: ProgramState
    /// When it ended or was taken back, if the program says so.
    package var date: Instant?
  }

  /// The program; `nil` if it is not known.
  package var program: String?
  /// The member that would hold the signed form, if the program gives one.
  package var signedForm: String?
  /// What the program says of purchases that give nothing.
  package var statements: [Statement] = []
  /// The transactions that it names.
  package var transactions: [String] = []
}

extension PurchaseHistory {
  /// The maximum number of purchases of other programs that are read.
  private static let maximumProgramPurchases = 1_000

  /// The claims of other programs' objects in a document; `nil` if there are none.
  init?(ofOtherPrograms document: JSONValue) {
    let objects = OtherProgram.objects(in: document)
    guard let first = objects.first, !first.program.isGoogles else { return nil }
    self.init(.otherProgram)
    let name = first.program.name
    unverifiedBecause =
      "an object of \(name.map(Message.init(english:)) ?? "another program"); nothing in it is signed by Apple"
    var claims = ProgramClaims(program: name, signedForm: first.program.signedForm)
    var left = Self.maximumProgramPurchases
    for (program, object) in objects where program.name == name {
      for purchase in ProgramPurchase.all(of: object, program) where name != nil || !purchase.saysNothing {
        guard left > 0 else { break }
        left -= 1
        add(purchase, to: &claims)
      }
    }
    // Names alone are no claim.
    guard name != nil || left < Self.maximumProgramPurchases else { return nil }
    let speaker: Message = name.map { "\($0)" } ?? "the program"
    for statement in claims.statements.prefix(20) {
      let subject = (statement.product ?? statement.transaction)?.displayed(limit: 100)
      let state = Message(english: statement.state.words)
      let note: Message = subject.map { "\(speaker) says of \($0): \(state)" } ?? "\(speaker) says: \(state)"
      notes.append(note.capitalized)
    }
    self.claims = claims
  }

  private mutating func add(_ purchase: ProgramPurchase, to claims: inout ProgramClaims) {
    bundleID = bundleID ?? purchase.texts[.app]
    environment = environment ?? purchase.environment
    for note in purchase.notes where !notes.contains(note) { notes.append(note) }
    let product = purchase.texts[.product]
    // Another list of the same object has said more about this product.
    let isKnown = claims.statements.contains { $0.product == product } || purchases.contains { $0.productID == product }
    if purchase.isShort, isKnown { return }
    let identifier = purchase.texts[.transaction] ?? purchase.texts[.original]
    if let identifier, claims.transactions.count < 10, !claims.transactions.contains(identifier),
      // Xcode counts from 0, and programs have ids of their own; Apple's have more digits.
      (9...20).contains(identifier.utf8.count), identifier.utf8.allSatisfy(\.isASCIIDigit)
    {
      claims.transactions.append(identifier)
    }
    guard purchase.state == .purchased, purchase.dates[.purchased] != nil else {
      var statement = ProgramClaims.Statement(product: product, transaction: identifier, state: purchase.state)
      // An end alone does not say that anything was paid.
      if statement.state == .purchased, purchase.dates[.end] != nil { statement.state = .unknown }
      statement.date = purchase.dates[purchase.state < .revoked ? .end : .revoked]
      if purchase.state == .grace || purchase.state == .billingRetry, let grace = purchase.dates[.grace] {
        statement.state = .grace
        statement.date = grace
      }
      if statement.state == .grace, purchase.dates[.grace] == nil { statement.date = nil }
      // What has an end and is not active has ended.
      if statement.state == .inactive, statement.date != nil { statement.state = .expired }
      // A purchase and what it grants are listed apart, and say the same.
      let isSaid = claims.statements.contains {
        ($0.product, $0.state, $0.date) == (statement.product, statement.state, statement.date)
      }
      if !isSaid || product == nil { claims.statements.append(statement) }
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
    guard record.expires != nil, let renews = purchase.renews, let original = record.originalTransactionID else {
      return
    }
    var renewal = RenewalRecord()
    renewal.originalTransactionID = original
    renewal.productID = product
    renewal.willRenew = renews
    renewals.append(renewal)
  }
}
