extension TextPage {
  /// Writes the pieces that a history was combined from: the latest ones, and all unproven ones.
  mutating func pieces(_ history: PurchaseHistory) {
    guard !history.pieces.isEmpty else { return }
    heading("Pieces: \(grouped: history.pieces.count)", "by date")
    let latestStart = max(0, history.pieces.count - Self.mostPieces)
    let earlier = history.pieces.prefix(latestStart).filter { !$0.isProven }.suffix(Self.mostPieces)
    let shown = earlier + history.pieces.dropFirst(latestStart)
    let left = history.pieces.count - shown.count
    if left > 0 {
      let unproven = history.pieces.prefix(latestStart).count { !$0.isProven } - earlier.count
      let words: Message = unproven == 0 ? "all proven" : "\(grouped: unproven) of them not proven"
      paragraph(
        StyledText("\(grouped: left) earlier ones, \(words), are not shown; --json lists them.", .warning), indent: 2)
    }
    let rows = shown.map { piece in
      [
        StyledText("\(piece.number)"), piece.knownUntil.map { StyledText($0.instant.utcText) } ?? StyledText("no date"),
        StyledText(
          Message(english: piece.authenticity?.verdict.rawValue ?? "none"), piece.isProven ? .plain : .warning),
        StyledText(piece.kind.title), StyledText(piece.place),
      ]
    }
    let columns: [TextTable.Column] = [
      .init(""), .init("DATE"), .init("PROOF"), .init("WHAT", foldableTo: 13),
    ]
    // No pointer is broken: the column is as wide as the longest one.
    let longest = shown.flatMap { $0.place.split(separator: " ") }.map { displayWidth(of: String($0)) }.max() ?? 0
    let whole = TextTable(columns + [.init("WHERE", foldableTo: longest)], rows)
    guard whole.widths(fitting: layout.width - 2) == nil else {
      table(whole)
      return
    }
    table(TextTable(columns, rows.map { Array($0.dropLast()) }))
    for row in rows { paragraph(row[0] + StyledText("  ") + row[4], indent: 2, hanging: 5) }
  }

  private static let mostPieces = 100

  /// Writes the notifications of a history.
  mutating func notifications(_ history: PurchaseHistory) {
    guard !history.notifications.isEmpty else { return }
    heading("Notifications: \(grouped: history.notifications.count)", "by date")
    for notification in latest(50, of: history.notifications) {
      let statement = history.statement(notification.statement)
      let name =
        notification.type.displayed(limit: 100) + (notification.subtype.map { "/" + $0.displayed(limit: 100) } ?? "")
      let access =
        notification.advice.map {
          StyledText($0.effect == .rule ? "as a rule: \($0.words)" as Message : "in this case: \($0.words)")
        } ?? StyledText("not known, which changes nothing", .warning)
      paragraph(
        (statement.date.map { StyledText($0.utcText) } ?? StyledText("no date")) + .spaces(2)
          + StyledText(name, .heading)
          + StyledText(", ") + access + StyledText(statement.piece.map { " (piece \($0))" as Message } ?? "")
          + StyledText(statement.isProven ? "" : ", not proven", .warning),
        indent: 2, hanging: 3)
      var words = StyledText("")
      if let (word, role) = notification.access?.words {
        words = words + StyledText("Access then: ") + StyledText("\(word). ", role)
      }
      if let advice = notification.advice { words = words + StyledText(advice.event) }
      if !words.text.isEmpty { paragraph(words, indent: 5) }
    }
  }

  /// The last elements of a list, after a sentence about those that are left out.
  private mutating func latest<Element>(_ maximum: Int, of all: [Element]) -> ArraySlice<Element> {
    let left = all.count - maximum
    if left > 0 {
      paragraph(StyledText("\(grouped: left) earlier ones are not shown; --json lists them.", .warning), indent: 2)
    }
    return all.suffix(maximum)
  }
}

extension PurchaseHistory.Kind {
  /// A few words for a table.
  fileprivate var title: Message {
    switch self {
    case .receipt: "app receipt"
    case .transactionReceipt: "iOS 6 receipt"
    case .verifyReceiptResponse: "answer of verifyReceipt"
    case .notificationV1: "notification, version 1"
    case .notificationV2: "notification"
    case .signedTransaction: "transaction"
    case .signedRenewal: "renewal information"
    case .signedAppTransaction: "AppTransaction"
    case .signedHistory, .combined: "several"
    case .decodedPayload: "decoded payload"
    case .otherProgram: "object of another program"
    }
  }
}
