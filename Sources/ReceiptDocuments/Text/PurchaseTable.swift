/// Purchases in columns: one line each if that fits, otherwise two lines, otherwise a list of names and values.
struct PurchaseTable {
  private let layout: TextLayout
  private let purchases: [PurchaseCells]
  private static let indent = 2

  /// - Parameter replaced: the transactions of periods that Apple ended for another product.
  init(_ purchases: [InAppPurchase], replaced: Set<String>, _ layout: TextLayout) {
    self.layout = layout
    self.purchases = purchases.map { purchase in
      PurchaseCells(purchase, isReplaced: purchase.transactionID.map(replaced.contains) ?? false, layout)
    }
  }

  func write(to page: inout TextPage) {
    if page.isForBrowser { return page.table(whole) }
    if writeLines(&page) || writePairs(&page) { return }
    writeList(&page)
  }

  /// All columns, including a separate one for the refund.
  private var whole: TextTable {
    TextTable(
      [
        .init("PRODUCT"), .init("TYPE"), .init("PURCHASED"), .init("EXPIRES"), .init("ENDED"),
        .init("OFFER"), .init("TRANSACTION"), .init("ORIGINAL"),
      ],
      purchases.map {
        [$0.product, $0.type, $0.purchased, $0.expires, $0.cancelled, $0.notes, $0.transaction, $0.original]
      })
  }

  /// Writes one line for each purchase. If the lines are too wide for a wide terminal, seconds or original transactions
  /// are left out.
  ///
  /// - Returns: whether the lines fit; if not, nothing is written.
  private func writeLines(_ page: inout TextPage) -> Bool {
    if writeLines(&page, hasSeconds: true, hasOriginal: true) { return true }
    // Two lines without omissions are better than one line with omissions, unless the user made the window this wide.
    guard layout.width >= 120 else { return false }
    if writeLines(&page, hasSeconds: false, hasOriginal: true) { return true }
    guard writeLines(&page, hasSeconds: false, hasOriginal: false) else { return false }
    page.blank()
    page.paragraph(
      StyledText("Original transactions do not fit here; decode shows them, as does a wider window.", .faint),
      indent: PurchaseTable.indent)
    return true
  }

  private func writeLines(_ page: inout TextPage, hasSeconds: Bool, hasOriginal: Bool) -> Bool {
    func date(_ text: StyledText) -> StyledText { hasSeconds ? text : text.withoutSeconds }
    let table = TextTable(
      [
        .init("PRODUCT", foldableTo: 48), .init("TYPE"), .init("TRANSACTION"), .init("ORIGINAL"),
        .init("PURCHASED"), .init("EXPIRES"), .init("OFFER", foldableTo: 12),
      ],
      purchases.map {
        [
          $0.product, $0.type, $0.transaction, hasOriginal ? $0.original : StyledText(""), date($0.purchased),
          date($0.expires), $0.notes,
        ]
      }
    ).said(in: layout.language)
    guard let widths = table.widths(fitting: layout.width - PurchaseTable.indent) else { return false }
    page.line(.spaces(PurchaseTable.indent) + table.header(widths))
    for row in purchases.indices {
      for line in table.lines(row: row, widths) { page.line(.spaces(PurchaseTable.indent) + line) }
      writeCancellation(of: purchases[row], &page)
    }
    return true
  }

  /// Writes a cancellation on a separate line: it is rare, and more important than the row above it.
  private func writeCancellation(of purchase: PurchaseCells, _ page: inout TextPage) {
    guard !purchase.cancelled.isEmpty else { return }
    page.paragraph(StyledText("✗ ", .bad) + purchase.cancelled, indent: 2 * PurchaseTable.indent, hanging: 2)
  }

  /// Writes the product on the first line, date and number on the second, and a cancellation on the third.
  ///
  /// - Returns: whether the lines fit; if not, nothing is written.
  private func writePairs(_ page: inout TextPage) -> Bool {
    let first = PurchaseTable.indent
    let second = 2 * PurchaseTable.indent
    let what = TextTable(
      [.init("PRODUCT", foldableTo: 20), .init("TYPE"), .init("OFFER", foldableTo: 12)],
      purchases.map { [$0.product, $0.type, $0.notes] }
    ).said(in: layout.language)
    let when = TextTable(
      [
        .init("TRANSACTION", foldableTo: 12), .init("PURCHASED"), .init("EXPIRES"),
        .init("ORIGINAL", foldableTo: 12),
      ],
      purchases.map { [$0.transaction, $0.purchased, $0.expires, $0.original] }
    ).said(in: layout.language)
    guard let above = what.widths(fitting: layout.width - first),
      let below = when.widths(fitting: layout.width - second)
    else { return false }
    page.line(.spaces(first) + what.header(above))
    page.line(.spaces(second) + when.header(below))
    for row in purchases.indices {
      for line in what.lines(row: row, above) { page.line(.spaces(first) + line) }
      for line in when.lines(row: row, below) { page.line(.spaces(second) + line) }
      writeCancellation(of: purchases[row], &page)
    }
    return true
  }

  /// Writes a list of names and values, for narrow windows and hostile values.
  private func writeList(_ page: inout TextPage) {
    for (index, purchase) in purchases.enumerated() {
      if index > 0 { page.blank() }
      page.paragraph(purchase.product, indent: 2, hanging: 2)
      let fields: [(Message, StyledText)] = [
        ("type", purchase.type), ("transaction", purchase.transaction), ("original", purchase.original),
        ("purchased", purchase.purchased), ("expires", purchase.expires), ("ended", purchase.cancelled),
        ("trial, offer", purchase.notes),
      ]
      for (name, value) in fields where !value.isEmpty {
        page.field(StyledText(name, .label), value, indent: 4, nameWidth: 14)
      }
    }
  }
}

extension StyledText {
  /// A date as ``Instant/utcText`` writes it, in 19 characters, without the seconds. Any other text is unchanged.
  fileprivate var withoutSeconds: StyledText {
    guard pieces.count == 1, let piece = pieces.first, piece.text.utf8.count == 19 else { return self }
    return StyledText(String(piece.text.dropLast(3)), piece.role)
  }
}

/// The cells of one purchase.
private struct PurchaseCells {
  let product: StyledText
  let type: StyledText
  let transaction: StyledText
  /// The original transaction, if it differs from the transaction.
  let original: StyledText
  let purchased: StyledText
  let expires: StyledText
  let cancelled: StyledText
  let notes: StyledText

  init(_ purchase: InAppPurchase, isReplaced: Bool, _ layout: TextLayout) {
    let identifier = purchase.productID.flatMap { $0.isEmpty ? nil : $0 }
    product = .product(identifier)
    type = StyledText(purchase.typeWords)
    transaction = StyledText(purchase.transactionID?.displayed() ?? "-")
    original = StyledText(
      purchase.originalTransactionID.flatMap { $0 == purchase.transactionID ? nil : $0.displayed() } ?? "")
    purchased = StyledText(purchase.purchaseDate?.instant.utcText ?? "-")
    let expiry = purchase.expiresDate?.instant
    let isRunning = purchase.cancellationDate == nil && expiry.map { $0 > layout.now } ?? false
    expires = StyledText(expiry?.utcText ?? "", isRunning ? .good : .plain)
    cancelled = StyledText(purchase.cancellationWords(isReplaced: isReplaced), .bad)
    notes = StyledText(purchase.notes.joined(separator: ", "))
  }
}

extension InAppPurchase {
  /// The name of the kind of product, and the quantity unless it is 1.
  fileprivate var typeWords: Message {
    let name: Message?
    switch productType {
    case .nonConsumable?: name = "non-consumable"
    case .consumable?: name = "consumable"
    case .nonRenewingSubscription?: name = "non-renewing"
    case .autoRenewableSubscription?: name = "auto-renewable"
    case .freeSubscription?: name = "free subscription"
    case nil: name = productTypeNumber.map { "type \($0)" }
    }
    guard let quantity, quantity != 1 else { return name ?? "" }
    return name.map { "\($0) × \(quantity)" } ?? "× \(quantity)"
  }

  /// The kind, date and reason of a cancellation; empty if there is no cancellation.
  fileprivate func cancellationWords(isReplaced: Bool) -> Message {
    let reason: Message? =
      switch cancellationReason {
      case 1?: "reason 1: a reported problem with the app"
      case 0?: "reason 0: another reason"
      case let number?: "reason \(number)"
      case nil: nil
      }
    if cancellationDate == nil, reason == nil { return "" }
    let date: Message = cancellationDate.map { "\($0.instant.utcText)" } ?? "without a date"
    let what = isReplaced ? StatusWords.endedForAnother : StatusWords.takenBack(PurchaseRecord(self))
    return reason.map { "\(what) \(date), \($0)" } ?? "\(what) \(date)"
  }

  fileprivate var notes: [Message] {
    var notes: [Message] = []
    if isTrialPeriod == true { notes.append("trial") }
    if isInIntroOfferPeriod == true { notes.append("intro offer") }
    if let offer = promotionalOfferID, !offer.isEmpty { notes.append("offer \(offer.displayed())") }
    // The number for family sharing was never seen, so it is shown without interpretation.
    if let ownershipType, ownershipType != 0 { notes.append("ownership \(ownershipType)") }
    return notes
  }
}
