/// The unsigned members of an answer of the App Store Server API: the app, the environment and, in Get All Subscription
/// Statuses, the status of each subscription.
///
/// Because these members are unsigned, no state follows from them. If the signed data contradicts them, the answer was
/// edited, or combined from two answers.
struct AnswerClaims {
  /// Claims about the data below a pointer.
  private struct Claims {
    let pointer: String
    var app: String?
    var environment: String?
    var status: JSONValue?
    var original: String?
  }

  /// Real answers have a few claims. In a document with more than this, the rest is ignored.
  private static let maximumClaims = 10_000
  /// The maximum number of statuses that are repeated in notes.
  private static let maximumNotes = 20

  private var claims: [Claims] = []
  private var places = JSONPlaces()

  init(_ document: some JSONNode) {
    visit(document)
  }

  /// - Parameter list: the name of the list that contains the value.
  private mutating func visit(_ value: some JSONNode, in list: String? = nil) {
    if list == "lastTransactions", value.memberNodes != nil {
      return note(status: value["status"]?.shallow, original: value["originalTransactionId"]?.shallow.identifier)
    }
    if Self.isAnswer(value) {
      note(app: value["bundleId"]?.stringValue, environment: value["environment"]?.stringValue)
    }
    value.forEachChild { position, name, child in
      places.enter(at: position, name: name)
      visit(child, in: name ?? list)
      places.leave()
    }
  }

  private static func isAnswer(_ value: some JSONNode) -> Bool {
    ["signedTransactions", "notificationHistory", "data"].contains { value[$0]?.elementNodes != nil }
  }

  private mutating func note(
    app: String? = nil, environment: String? = nil, status: JSONValue? = nil, original: String? = nil
  ) {
    let status = status == .null ? nil : status
    guard claims.count < Self.maximumClaims else { return }
    guard app != nil || environment != nil || status != nil || original != nil else { return }
    let place = places.keep()
    claims.append(
      Claims(
        pointer: places.pointer(to: place), app: app, environment: environment, status: status, original: original))
  }

  /// Adds the contradictions between claims and pieces, and the unsigned status, to the first piece that they concern.
  func compare(to pieces: inout [FoundPiece]) {
    guard !claims.isEmpty else { return }
    let piecesBelow = indexes(of: pieces)
    for claim in claims {
      guard let below = piecesBelow[claim.pointer], let first = below.first else { continue }
      let histories = below.map { pieces[$0].history }
      let messages = [
        Self.difference("the app", claim.app, histories.lazy.compactMap(\.bundleID)),
        Self.difference("the environment", claim.environment, histories.lazy.compactMap(\.environment)),
        Self.difference(
          "the original transaction", claim.original, histories.lazy.compactMap(\.originalTransactionID),
          at: claim.pointer),
        claim.status.flatMap { Self.statusDifference($0, histories, at: claim.pointer) },
      ]
      pieces[first].history.irregularities += messages.compactMap { message in
        message.map {
          PurchaseIrregularity(.contradiction, pieces[first].history.purchases.first?.transactionID, $0)
        }
      }
    }
    for claim in claims.lazy.filter({ $0.status != nil }).prefix(Self.maximumNotes) {
      guard let first = piecesBelow[claim.pointer]?.first, let status = claim.status else { continue }
      let code = status.identifier ?? status.kind.description
      let shown = code.displayed(limit: 40)
      let words: Message = PayloadWords.subscriptionStatus[code].map { "\(shown) (\($0.words))" } ?? "\(shown)"
      pieces[first].history.notes.append("the answer says at \(claim.pointer): status \(words); nothing signs that")
    }
  }

  /// The pieces below the pointer of each claim, in one pass over the pieces.
  private func indexes(of pieces: [FoundPiece]) -> [String: [Int]] {
    let claimed = Set(claims.map(\.pointer))
    var indexes: [String: [Int]] = [:]
    for (index, piece) in pieces.enumerated() {
      var rest = piece.pointer[...]
      while let slash = rest.lastIndex(of: "/") {
        rest = rest[..<slash]
        let pointer = String(rest)
        if claimed.contains(pointer) { indexes[pointer, default: []].append(index) }
      }
    }
    return indexes
  }

  private static func difference(
    _ what: Message, _ claimed: String?, _ signed: some Sequence<String>, at pointer: String? = nil
  ) -> Message? {
    guard let claimed, let other = signed.first(where: { !$0.utf8.elementsEqual(claimed.utf8) }) else { return nil }
    let said = claimed.displayed(limit: 100)
    let signed = other.displayed(limit: 100)
    return pointer.map { "the answer says at \($0) that \(what) is \(said), and the signed data \(signed)" }
      ?? "the answer says that \(what) is \(said), and the signed data \(signed)"
  }

  private static func statusDifference(
    _ status: JSONValue, _ histories: [PurchaseHistory], at pointer: String
  ) -> Message? {
    let words = PayloadWords.subscriptionStatus
    let code = status.identifier ?? status.kind.description
    let said: Message = "the answer says at \(pointer) that the status is \(code.displayed(limit: 40))"
    guard let claimed = words[code] else { return "\(said), which is not known" }
    guard let possible = possibleStatuses(histories), !possible.contains(code) else { return nil }
    let described = possible.map { "\($0) (\(words[$0]?.words ?? ""))" as Message }
    let list = described.joined { "\($0) or \($1)" }
    return "\(said) (\(claimed.words)), and by the signed data it was \(list)"
  }

  /// The statuses that agreed with the signed data when it was signed; `nil` if the signed data does not determine the
  /// status.
  private static func possibleStatuses(_ histories: [PurchaseHistory]) -> [String]? {
    let purchases = histories.flatMap(\.purchases)
    let renewal = histories.lazy.flatMap(\.renewals).first
    let dates = purchases.compactMap(\.statement?.date) + [renewal?.statement?.date].compactMap { $0 }
    guard let moment = dates.max(), let purchase = purchases.first, purchase.isUpgraded != true else { return nil }
    let periods = Subscription.periods(of: purchases, isMixed: false)
    // Without a status, because that is what is compared with the result.
    let evidence = SubscriptionEvidence(periods, renewal, [], PurchaseHistory(.signedHistory), at: moment)
    let state = evidence.holding().state
    // Another period runs than the one that was taken back.
    if case .earlierOnly = state { return nil }
    if purchase.isRefunded(by: moment) { return ["5"] }
    switch state {
    case .active: return ["1"]
    case .gracePeriod: return ["4"]
    case .billingRetry: return ["3"]
    // A transaction does not say why no other one follows it.
    case .expired, .lapsed: return renewal == nil ? ["2", "3", "4"] : ["2"]
    case .refunded, .noLongerShared, .refundedOrUnshared, .seatTakenBack: return ["5"]
    default: return nil
    }
  }
}

extension PurchaseHistory {
  /// The subscription of a piece.
  fileprivate var originalTransactionID: String? {
    purchases.first?.originalTransactionID ?? renewals.first?.originalTransactionID
  }
}

extension JSONValue {
  /// A string, or the digits of a number: identifiers and codes are written in both forms.
  fileprivate var identifier: String? { stringValue ?? numberValue }
}
