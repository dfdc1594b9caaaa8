/// Finds corresponding statements of the receipt and the signed data, and compares them.
struct TransactionMatching {
  private let decoded: DecodedInput
  /// The receipt as verifyReceipt prints it.
  private let local: JSONValue
  private let merge: HistoryMerge
  private let provenHistory: PurchaseHistory?
  /// The proven signed data, with ``HistoryPiece/number``.
  private let provenPieces: [(number: Int, piece: FoundPiece)]
  /// When the receipt was made.
  private let madeAt: Instant?
  /// The last moment about which the signed data can know anything.
  private let knownUntil: Instant?
  let hasWholeHistory: Bool
  private(set) var fields = FieldCollector(keepsEqual: true)
  private(set) var sharedCount = 0
  private(set) var onlyReceiptCount = 0
  private(set) var onlySignedCount = 0
  /// The number of proven transactions whose payload could not be found again by their identifier.
  private(set) var unmatchedCount = 0
  /// The cause if the app or the environment differs; it then explains every transaction that one side lacks.
  private var mismatch: DifferenceCause?

  /// The newest proven statement about one transaction.
  private struct Statement {
    let purchase: PurchaseRecord
    let payload: JSONValue
    /// ``HistoryPiece/number``
    let pieceNumber: Int

    var signedAt: Instant? { purchase.statement?.date }
  }

  init(_ decoded: DecodedInput, _ local: JSONValue, _ history: PurchaseHistory, _ merge: HistoryMerge) {
    self.decoded = decoded
    self.local = local
    self.merge = merge
    provenHistory = history.proven
    madeAt = decoded.madeAt
    provenPieces = merge.pieces.enumerated().filter { $1.isSignedData && $1.isProven }.map { ($0 + 1, $1) }
    knownUntil = provenPieces.compactMap(\.piece.history.knownUntil?.instant).max()
    hasWholeHistory = merge.pieces.contains { $0.endsHistory }
  }

  mutating func compare() {
    compareApp()
    let (statements, order) = provenStatements()
    let list = local.purchases
    let isTransaction = local["in_app"] == nil
    var seen: Set<String> = []
    for (index, purchase) in list.enumerated() {
      let pointer = isTransaction ? "/receipt" : "/receipt/in_app/\(index)"
      guard let identifier = purchase["transaction_id"]?.scalarText, let statement = statements[identifier] else {
        onlyReceiptCount += 1
        addReceiptOnly(purchase, index, pointer)
        continue
      }
      if seen.insert(identifier).inserted { sharedCount += 1 }
      let pair = TransactionPair(
        local: purchase, payload: statement.payload, madeAt: madeAt, signedAt: statement.signedAt)
      for member in TransactionMember.ofTransaction {
        compareMember(member, pair, at: pointer, identifier, statement.pieceNumber)
      }
    }
    for identifier in order where !seen.contains(identifier) {
      guard let statement = statements[identifier] else { continue }
      onlySignedCount += 1
      // An iOS 6 receipt has one purchase and says nothing about others.
      if !isTransaction { addSignedOnly(statement, identifier) }
    }
    addRenewals()
  }

  /// The proven statements that count, and their transactions in the order of the pieces.
  private mutating func provenStatements() -> (byIdentifier: [String: Statement], order: [String]) {
    var statements: [String: Statement] = [:]
    var order: [String] = []
    for purchase in provenHistory?.purchases ?? [] {
      guard let number = purchase.statement?.piece, merge.pieces[number - 1].isSignedData else { continue }
      guard let identifier = purchase.transactionID, let payload = merge.pieces[number - 1].payload(.transaction),
        payload["transactionId"]?.scalarText == identifier
      else {
        unmatchedCount += 1
        continue
      }
      order.append(identifier)
      statements[identifier] = Statement(purchase: purchase, payload: payload, pieceNumber: number)
    }
    return (statements, order)
  }

  private mutating func compareApp() {
    // An iOS 6 receipt calls it `bid`.
    let name = local["bundle_id"] == nil ? "bid" : "bundle_id"
    compareClaim("/bundleId", \.bundleIdentifier, with: local[name], at: "/receipt/\(name)", .anotherApp)
    compareClaim(
      "/environment", \.environment, with: decoded.environment.map(JSONValue.string), at: "/environment",
      .anotherEnvironment)
    guard let (number, piece) = provenPieces.last(where: { $0.piece.payload(.appTransaction) != nil }),
      let payload = piece.payload(.appTransaction)
    else { return }
    let pair = TransactionPair(
      local: local, payload: payload, madeAt: madeAt, signedAt: piece.history.knownUntil?.instant)
    for member in TransactionMember.ofAppTransaction { compareMember(member, pair, at: "/receipt", nil, number) }
  }

  /// Compares the app or the environment with the first proven piece that names one.
  private mutating func compareClaim(
    _ pointer: String, _ claim: (DecodedInput) -> String?, with ours: JSONValue?, at localPointer: String,
    _ causeIfDifferent: DifferenceCause
  ) {
    for (number, piece) in provenPieces {
      guard let theirs = piece.decoded.flatMap(claim).map(JSONValue.string) else { continue }
      var field = ComparedField(
        kind: .equal, pointer: pointer, localPointer: ours == nil ? nil : localPointer, local: ours, apple: theirs,
        piece: number)
      if ours?.isIdentical(to: theirs) != true {
        field.kind = ours == nil ? .onlyApple : .different
        field.cause = causeIfDifferent
        field.note = "nothing that is signed for one is true of the other"
        mismatch = mismatch ?? causeIfDifferent
      }
      return fields.add(field)
    }
  }

  private mutating func compareMember(
    _ member: TransactionMember, _ pair: TransactionPair, at pointer: String, _ transactionID: String?,
    _ pieceNumber: Int
  ) {
    func present(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }
    // A date in milliseconds, or else as text: `purchase_date_ms`, `purchase_date`.
    let names = member.isDate ? [member.receiptName + "_ms", member.receiptName] : [member.receiptName]
    let name = names.first { present(pair.local[$0]) != nil } ?? member.receiptName
    let ours = present(pair.local[name])
    let theirs = present(member.value(pair))
    guard ours != nil || theirs != nil else { return }
    var field = ComparedField(
      kind: .different, pointer: JSONPointer.append(member.signedName, to: ""),
      localPointer: ours == nil ? nil : JSONPointer.append(name, to: pointer), local: ours, apple: theirs,
      transactionID: transactionID, piece: pieceNumber)
    switch (ours, theirs) {
    case (let ours?, let theirs?):  // Both have it.
      if let (cause, note) = difference(member, pair, ours, theirs) {
        field.cause = cause
        field.note = note
      } else {
        field.kind = .equal
      }
    case (nil, _):  // Only the signed data has it.
      field.kind = .onlyApple
      let (cause, note) =
        member.explanation(pair)
        ?? (member.receiptMayLack
          ? (.serverState, "signed data has it; receipts, or older ones, do not")
          : (.contradicted, "signed data says so, and the receipt does not"))
      field.cause = cause
      field.note = note
    case (_, nil):  // Only the receipt has it.
      field.kind = .onlyLocal
      field.pointer = field.localPointer ?? ""
      let explanation = member.explanation(pair)
      if explanation == nil, member.signedMayLack { return }
      let (cause, note) = explanation ?? (.contradicted, "the receipt says so, and signed data does not")
      field.cause = cause
      field.note = note
    }
    fields.add(field)
  }

  /// Returns `nil` if the two agree.
  private func difference(
    _ member: TransactionMember, _ pair: TransactionPair, _ ours: JSONValue, _ theirs: JSONValue
  ) -> (DifferenceCause, Message)? {
    if member.isDate, let one = pair.localDate(member.receiptName), let other = pair.signedDate(member.signedName) {
      if one == other { return nil }
      if one.second == other.second {
        return (.milliseconds, "the same second: receipts have no milliseconds")
      }
      return member.explanation(pair)
        ?? (.contradicted, "\(one.rfc3339) in the receipt, \(other.rfc3339) in the signed data")
    }
    if !member.isDate, let one = ours.scalarText, let other = theirs.scalarText, one.utf8.elementsEqual(other.utf8) {
      return nil
    }
    return member.explanation(pair)
      ?? (.contradicted, "the receipt and the signed data say different things of the same")
  }

  /// Adds a purchase that only the receipt has.
  private mutating func addReceiptOnly(_ purchase: JSONValue, _ index: Int, _ pointer: String) {
    var reader = FieldReader(purchase)
    let date = reader.date("purchase_date")
    let (cause, note): (DifferenceCause, Message) =
      if let mismatch {
        (mismatch, "")
      } else if let date, let knownUntil, date > knownUntil {
        (.signedEarlier, "bought \(date.rfc3339), after the newest of the data was signed at \(knownUntil.rfc3339)")
      } else if !hasWholeHistory {
        (.notGiven, "the signed data is not a whole history, and says nothing of it")
      } else if decoded.isConsumable(index) {
        (.notInHistory, "not in the history; version 1 of the history leaves finished consumables out")
      } else {
        (.notInHistory, "not in the history, which claims to be whole")
      }
    fields.add(
      ComparedField(
        kind: .onlyLocal, pointer: pointer, localPointer: pointer, local: purchase,
        transactionID: purchase["transaction_id"]?.scalarText, cause: cause, note: note))
  }

  /// Adds a transaction that only the signed data has.
  private mutating func addSignedOnly(_ statement: Statement, _ identifier: String) {
    let (cause, note): (DifferenceCause, Message) =
      mismatch.map { ($0, "") } ?? explanation(ofSignedOnly: statement, identifier)
    fields.add(
      ComparedField(
        kind: .onlyApple, pointer: "", apple: statement.payload, transactionID: identifier,
        piece: statement.pieceNumber, cause: cause, note: note))
  }

  private func explanation(ofSignedOnly statement: Statement, _ identifier: String) -> (DifferenceCause, Message) {
    let purchase = statement.purchase
    let date: Message = purchase.purchased.map { "\($0.rfc3339)" } ?? "at an unknown time"
    let isFirst = purchase.originalTransactionID == identifier
    let isSignedLater = if let signedAt = statement.signedAt, let madeAt { signedAt > madeAt } else { false }
    // `isKnown` decides only about a late payment, of which only data that was signed later can tell.
    let change = madeAt.map {
      HistoryChange.Cause(ofAdded: purchase, since: $0, isKnown: isSignedLater && !isFirst)
    }
    return switch change {
    case .renewed?, .bought?:
      (
        .renewedSince,
        isFirst ? "bought \(date), after this receipt was made" : "renewed \(date), after this receipt was made"
      )
    case .paidLate?:
      (
        .renewedSince,
        "a period from \(date) on; a payment in a grace period is for the period that has begun meanwhile"
      )
    case _ where purchase.productType == .consumable: (.consumableLeftOut, HistoryMatching.finishedConsumable)
    case _ where purchase.ownership == "FAMILY_SHARED": (.familyShared, "shared by a member of the family")
    default:
      (
        .notInReceipt,
        """
        bought \(date), and not in the receipt, which was made \
        \(madeAt.map { "\($0.rfc3339)" } ?? "at an unknown time" as Message)
        """
      )
    }
  }

  /// Adds the content of `pending_renewal_info` of an answer. No receipt contains it.
  private mutating func addRenewals() {
    for renewal in provenHistory?.renewals ?? [] {
      guard let number = renewal.statement?.piece, let payload = merge.pieces[number - 1].payload(.renewal) else {
        continue
      }
      fields.add(
        ComparedField(
          kind: .onlyApple, pointer: "", apple: payload, transactionID: renewal.originalTransactionID, piece: number,
          cause: .serverState, note: "renewal information; no receipt contains it"))
    }
  }
}

extension FoundPiece {
  /// The proven payload of a kind: the payload itself, or one inside it.
  fileprivate func payload(_ kind: SignedPayloadKind) -> JSONValue? {
    guard isProven, let decoded, case .jws(let signature) = decoded.document else { return nil }
    return ([signature.payload] + decoded.signedParts.compactMap(\.signature?.payload)).first {
      SignedPayloadKind($0) == kind
    }
  }
}
