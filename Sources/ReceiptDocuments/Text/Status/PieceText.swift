extension TextPage {
  /// What a history was put together from.
  mutating func pieces(_ history: PurchaseHistory) {
    guard !history.pieces.isEmpty else { return }
    heading("Pieces: \(history.pieces.count.grouped)", "by date")
    let shown = latest(100, of: history.pieces)
    table(
      TextTable(
        [
          .init(""), .init("DATE (UTC)"), .init("PROOF"), .init("WHAT", foldableTo: 20), .init("WHERE", foldableTo: 12),
        ],
        shown.map { piece in
          [
            StyledText(String(piece.number)), StyledText(piece.knownUntil?.instant.utcText ?? "no date"),
            StyledText(piece.authenticity?.verdict.rawValue ?? "none", piece.isProven ? .plain : .warning),
            StyledText(piece.kind.title), StyledText(piece.place),
          ]
        }))
  }

  /// What the notifications of a history tell.
  mutating func notifications(_ history: PurchaseHistory) {
    guard !history.notifications.isEmpty else { return }
    heading("Notifications: \(history.notifications.count.grouped)", "by date")
    for notification in latest(50, of: history.notifications) {
      let statement = history.statement(notification.statement)
      let name =
        notification.type.displayed(limit: 100) + (notification.subtype.map { "/" + $0.displayed(limit: 100) } ?? "")
      let access =
        notification.meaning.map { StyledText("access: " + $0.access.words, $0.access.role) }
        ?? StyledText("access: not known", .warning)
      paragraph(
        StyledText(statement.date?.utcText ?? "no date") + StyledText("  ") + StyledText(name, .heading)
          + StyledText(", ") + access + StyledText(statement.piece.map { " (piece \($0))" } ?? "")
          + StyledText(statement.isProven ? "" : ", not proven", .warning),
        indent: 2, hanging: 3)
      if let meaning = notification.meaning { paragraph(StyledText(meaning.event), indent: 5) }
    }
  }

  /// The last of a list, behind a sentence about those that are left out.
  private mutating func latest<Element>(_ maximum: Int, of all: [Element]) -> ArraySlice<Element> {
    let left = all.count - maximum
    if left > 0 {
      paragraph(StyledText("\(left.grouped) earlier ones are not shown; --json lists them.", .warning), indent: 2)
    }
    return all.suffix(maximum)
  }
}

extension HistoryPiece {
  fileprivate var place: String {
    let name = source.map { $0 == "-" ? "standard input" : $0.displayed(limit: 100) } ?? ""
    return [name, pointer].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PurchaseHistory.Kind {
  /// A few words for a table.
  fileprivate var title: String {
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
    }
  }
}
