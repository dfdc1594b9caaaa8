/// Combines pieces into one history.
struct HistoryMerge {
  /// The pieces by date. ``HistoryPiece/number`` numbers them from 1.
  let pieces: [FoundPiece]
  /// The pieces that do not count, by index, with the owner of their data: they are unproven and of another app,
  /// environment or customer than the proven data.
  private let foreign: [Int: Message]

  init(_ found: [FoundPiece]) {
    pieces = found.enumerated().map { (piece: $1, order: $1.order, offset: $0) }.sorted { one, other in
      if one.order.date != other.order.date { return one.order.date < other.order.date }
      return one.order.key == other.order.key
        ? one.offset < other.offset : one.order.key.lexicographicallyPrecedes(other.order.key)
    }.map(\.piece)
    foreign = Self.findForeign(pieces)
  }

  private static func findForeign(_ pieces: [FoundPiece]) -> [Int: Message] {
    var foreign: [Int: Message] = [:]
    let values: [(KeyPath<PurchaseHistory, String?>, (String, String) -> Message)] = [
      (\.bundleID, { "of the app \($0), and what is proven of \($1)" }),
      (\.environment, { "of the environment \($0), and what is proven of \($1)" }),
      (\.customerID, { "of the customer \($0), and what is proven of \($1)" }),
    ]
    for (value, words) in values {
      guard let own = pieces.lazy.filter(\.isProven).compactMap({ $0.history[keyPath: value] }).first else { continue }
      for (index, piece) in pieces.enumerated() where !piece.isProven && foreign[index] == nil {
        guard let other = piece.history[keyPath: value], !other.utf8.elementsEqual(own.utf8) else { continue }
        foreign[index] = words(other.displayed(limit: 100), own.displayed(limit: 100))
      }
    }
    return foreign
  }

  /// The pieces that count.
  private var counted: some Sequence<(offset: Int, element: FoundPiece)> {
    pieces.enumerated().lazy.filter { foreign[$0.offset] == nil }
  }

  /// - Throws: `.otherFormat` for pieces of two apps, environments or customers, if both or neither are proven.
  func history(_ kind: PurchaseHistory.Kind) throws(ReceiptError) -> PurchaseHistory {
    var result = PurchaseHistory(kind)
    result.bundleID = try only(\.bundleID) { "data of two apps: \($0) and \($1)" }
    result.environment = try only(\.environment) { "data of two environments: \($0) and \($1)" }
    result.customerID = try only(\.customerID) { "data of two customers: \($0) and \($1)" }
    // What names no app may be of another one.
    if pieces.contains(where: { $0.isProven && !$0.history.purchases.isEmpty && $0.history.bundleID == nil }) {
      result.bundleID = nil
    }
    judge(&result)
    let dated = pieces.contains(where: \.isProven) ? pieces.filter(\.isProven) : pieces
    result.knownUntil = dated.compactMap(\.history.knownUntil).max { $0.instant < $1.instant }
    result.pieces = pieces.enumerated().map { index, piece in
      HistoryPiece(
        number: index + 1, source: piece.source, pointer: piece.pointer, kind: piece.history.kind,
        knownUntil: piece.history.knownUntil, authenticity: piece.history.authenticity)
    }
    var seenNotes: Set<Message> = []
    for (index, piece) in pieces.enumerated() {
      // Also what a piece that does not count left unread, because that may belong to the app of the proven data.
      result.unread += piece.history.unread.filter { $0.kind != .morePages || !isCompleted(piece) }
      if let whose = foreign[index] {
        result.irregularities.append(
          PurchaseIrregularity(
            .contradiction, piece.history.purchases.first?.transactionID,
            "\(result.pieces[index].name) is not proven and \(whose): it does not count"))
        continue
      }
      result.irregularities += piece.history.irregularities
      result.notes += piece.history.notes.filter { seenNotes.insert($0).inserted }
    }
    result.refusedCount = foreign.count
    let proven = pieces.lazy.filter(\.isProven).map(\.history)
    result.provenNames = (proven.compactMap(\.bundleID).first, proven.compactMap(\.environment).first)
    result.sharesNothing = sharesNothing
    mergePurchases(into: &result)
    mergeRenewals(into: &result)
    mergeNotifications(into: &result)
    result.statuses = counted.flatMap { index, piece in
      piece.history.statuses.map { status in
        var status = status
        status.statement = located(status.statement, index)
        return status
      }
    }
    addNotes(to: &result)
    return result
  }

  /// Judges the whole, which is only as reliable as the weakest piece that counts. Signed but unproven data says more
  /// than unsigned data.
  private func judge(_ result: inout PurchaseHistory) {
    func weakest(_ judgements: [Judgement]) -> Judgement? {
      judgements.min { $0.authenticity.verdict.strength < $1.authenticity.verdict.strength }
    }
    let counted = counted.map(\.element)
    result.provenJudgement = weakest(counted.filter(\.isProven).compactMap(\.history.judgement))
    result.refusingStatus = counted.lazy.compactMap(\.history.refusingStatus).first
    result.unproven = unproven
    let unsigned = counted.first { $0.history.judgement == nil }
    let signed = weakest(counted.compactMap(\.history.judgement))
    // An unsigned piece is the weakest, unless a signed one is not proven.
    guard let unsigned, signed.map({ $0.authenticity.verdict.isAtLeast(.testSigned) }) ?? true else {
      result.judgement = signed
      return
    }
    result.unverifiedBecause = unproven ?? unsigned.history.unverifiedBecause ?? "not verified"
  }

  /// The unproven pieces and the reasons; `nil` if all are proven, and for a single piece.
  private var unproven: Message? {
    let places = pieces.enumerated().filter { !$0.element.isProven }
    guard pieces.count > 1, !places.isEmpty else { return nil }
    let words = places.map { index, piece -> Message in
      let place = HistoryPiece.place(piece.source, piece.pointer)
      let reason = piece.history.authenticity?.reason ?? piece.history.unverifiedBecause ?? "not verified"
      return place.isEmpty
        ? "piece \(grouped: index + 1): \(reason)" : "piece \(grouped: index + 1), \(place): \(reason)"
    }
    let count = places.count
    let all = pieces.count
    return count == 1
      ? "1 of \(grouped: all) pieces is not proven: \(words.summarized())"
      : "\(grouped: count) of \(grouped: all) pieces are not proven: \(words.summarized())"
  }

  /// Whether another input is the last page of the same list. This is not signed: pages between the two can be missing.
  private func isCompleted(_ piece: FoundPiece) -> Bool {
    guard let key = piece.page?.key else { return false }
    return pieces.contains { $0.page?.isLast == true && $0.page?.key == key }
  }

  /// A statement of a piece, with the number, the date and the proof of the piece.
  private func located(_ own: PurchaseStatement?, _ index: Int) -> PurchaseStatement {
    let piece = pieces[index]
    let date = own?.date ?? piece.history.knownUntil?.instant
    return PurchaseStatement(
      date: date, piece: index + 1, isProven: piece.isProven,
      isTransaction: own?.isTransaction ?? false)
  }

  private func mergePurchases(into result: inout PurchaseHistory) {
    var groups: [String: [PurchaseRecord]] = [:]
    var order: [String] = []
    for (index, piece) in counted {
      for var purchase in piece.history.purchases {
        purchase.statement = located(purchase.statement, index)
        guard let identifier = purchase.transactionID else {
          // A purchase without an identifier is kept separately.
          result.purchases.append(purchase)
          continue
        }
        if groups[identifier] == nil { order.append(identifier) }
        groups[identifier, default: []].append(purchase)
      }
    }
    for identifier in order {
      guard let chosen = PurchaseChoice(groups[identifier] ?? []) else { continue }
      result.purchases.append(chosen.purchase)
      result.irregularities += chosen.irregularities
    }
  }

  /// Merges the renewal information, which names no app. Unless an enclosing notification names the app, renewal
  /// information counts only beside a transaction of its subscription, and is as reliable as that transaction.
  private func mergeRenewals(into result: inout PurchaseHistory) {
    // The subscriptions of the transactions that name an app, and whether such a transaction is proven.
    var subscriptions: [String: Bool] = [:]
    for purchase in result.purchases {
      guard let original = purchase.originalTransactionID, let piece = purchase.statement?.piece,
        pieces[piece - 1].history.bundleID != nil
      else { continue }
      let isProven = purchase.statement?.isProven == true
      subscriptions[original] = isProven || subscriptions[original] == true
    }
    var groups: [String: [RenewalRecord]] = [:]
    for (index, piece) in counted {
      for var renewal in piece.history.renewals {
        var statement = located(renewal.statement, index)
        let original = renewal.originalTransactionID
        if piece.history.bundleID == nil {
          guard let isProven = original.flatMap({ subscriptions[$0] }) else {
            result.irregularities.append(
              PurchaseIrregularity(
                .contradiction, original,
                "renewal information without a transaction of its subscription: it names no app, and does not count"))
            continue
          }
          statement.isProven = statement.isProven && isProven
        }
        renewal.statement = statement
        guard let original else {
          result.renewals.append(renewal)
          continue
        }
        groups[original, default: []].append(renewal)
      }
    }
    for (original, statements) in groups.sorted(by: { $0.key < $1.key }) {
      let sorted = statements.sorted { $0.outranks($1) }
      guard let chosen = sorted.first, let own = chosen.statement else { continue }
      result.renewals.append(chosen)
      result.earlierRenewals += sorted.dropFirst()
      let isContradicted = sorted.contains { other in
        other.statement?.isProven == true && other.statement?.date == own.date && other.orderKey != chosen.orderKey
      }
      if own.isProven, own.date != nil, isContradicted {
        result.irregularities.append(
          PurchaseIrregularity(
            .contradiction, original,
            "two proven pieces of renewal information of the same date differ; one is taken, and a newer one settles it"
          ))
      }
    }
  }

  /// Merges the notifications. Each counts only once, because a notification is delivered again until it is answered.
  private func mergeNotifications(into result: inout PurchaseHistory) {
    var known: [String: NotificationRecord] = [:]
    var others: [NotificationRecord] = []
    for (index, piece) in counted {
      for var notification in piece.history.notifications {
        notification.statement = located(notification.statement, index)
        guard let uuid = notification.uuid else {
          others.append(notification)
          continue
        }
        guard let earlier = known[uuid] else {
          known[uuid] = notification
          continue
        }
        if earlier.statement.isProven == notification.statement.isProven,
          (earlier.type, earlier.subtype) != (notification.type, notification.subtype)
        {
          result.irregularities.append(
            PurchaseIrregularity(
              .contradiction, notification.transactionID,
              "two notifications with the UUID \(uuid.displayed(limit: 100)) tell different things"))
        }
        if notification.statement.outranks(earlier.statement) { known[uuid] = notification }
      }
    }
    result.notifications = (Array(known.values) + others).sorted {
      ($0.statement.piece ?? 0, $0.type) < ($1.statement.piece ?? 0, $1.type)
    }
  }

  private func addNotes(to result: inout PurchaseHistory) {
    let repeated = counted.reduce(0) { $0 + $1.element.history.purchases.count } - result.purchases.count
    if repeated > 0 {
      result.notes.append(
        repeated == 1
          ? "1 other statement about the same transactions gave way to newer or proven ones"
          : "\(grouped: repeated) other statements about the same transactions gave way to newer or proven ones"
      )
    }
    if let unproven, result.judgement != nil { result.notes.append(unproven) }
    if result.sharesNothing { result.notes.append(PurchaseHistory.sharesNothingNote) }
  }

  /// Whether some pieces cannot be linked by a purchase or a subscription, not even through other pieces, although
  /// pieces of one customer could be: two lists of a customer's purchases, or such a list and signed data about
  /// purchases made before the list.
  private var sharesNothing: Bool {
    // A union-find structure: pieces with the same root are linked.
    var links = Array(pieces.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while links[index] != index {
        links[index] = links[links[index]]
        index = links[index]
      }
      return index
    }
    // The first piece with each identifier.
    var owners: [String: Int] = [:]
    var lists: [Int] = []
    // The earliest purchase of each other piece.
    var earliest: [(date: Instant, index: Int)] = []
    for (index, piece) in counted {
      let purchases = piece.history.purchases
      if piece.history.isList {
        if !purchases.isEmpty { lists.append(index) }
      } else if let date = purchases.filter({ $0.productType != .consumable }).compactMap(\.purchased).min() {
        earliest.append((date, index))
      }
      for identifier in purchases.flatMap({ [$0.transactionID, $0.originalTransactionID] }).compactMap(\.self) {
        if let other = owners[identifier] {
          links[root(index)] = root(other)
        } else {
          owners[identifier] = index
        }
      }
    }
    guard let list = lists.first else { return false }
    guard lists.allSatisfy({ root($0) == root(list) }) else { return true }
    let made = lists.compactMap { pieces[$0].history.knownUntil?.instant }.max()
    return earliest.contains { date, index in
      made.map { date < $0 } ?? false && root(index) != root(list)
    }
  }

  /// The single value that all counting pieces have, if they name one.
  private func only(
    _ value: KeyPath<PurchaseHistory, String?>, _ words: (String, String) -> Message
  ) throws(ReceiptError) -> String? {
    let named = counted.compactMap { $0.element.history[keyPath: value] }
    if let first = named.first, let other = named.first(where: { !$0.utf8.elementsEqual(first.utf8) }) {
      throw ReceiptError(
        .otherFormat, words(first.displayed(limit: 100), other.displayed(limit: 100)),
        hint: "give the data of one customer of one app, from one environment")
    }
    return named.first
  }
}

extension PurchaseHistory {
  /// Whether both name the same app and environment, as far as they name one.
  func isOfTheSame(as other: PurchaseHistory) -> Bool {
    [\PurchaseHistory.bundleID, \.environment].allSatisfy { value in
      guard let own = self[keyPath: value], let others = other[keyPath: value] else { return true }
      return own.utf8.elementsEqual(others.utf8)
    }
  }

  /// Whether the piece lists all purchases of a customer, except for finished consumables.
  fileprivate var isList: Bool {
    switch kind {
    case .receipt, .verifyReceiptResponse, .notificationV1: true
    default: false
    }
  }
}
