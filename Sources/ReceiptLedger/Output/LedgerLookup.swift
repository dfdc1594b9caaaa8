import ReceiptKit

/// What a ledger knows of the purchases in what a customer sent.
package struct LedgerLookup: Sendable {
  private var rows: [(purchase: PurchaseRecord, known: LedgerHistory.Purchase?)] = []
  /// The number of purchases that were not looked up.
  private var omitted = 0
  private let text: LedgerText

  private let now: Instant

  /// The maximum number of original transactions that are looked up, those of the newest purchases first.
  private static let maximumLookups = 20
  private static let maximumRows = 1_000

  static let advice: Message = """
    If the customer paid and nothing is here, the purchase was never presented: ask the customer to restore purchases \
    in the app.
    """

  fileprivate init(of purchases: [PurchaseRecord], in ledger: Ledger, now: Instant, _ text: LedgerText) throws {
    self.text = text
    self.now = now
    var histories: [String: LedgerHistory] = [:]
    for purchase in purchases where rows.count < Self.maximumRows {
      guard let original = purchase.originalTransactionID ?? purchase.transactionID else { continue }
      if histories[original] == nil {
        guard histories.count < Self.maximumLookups else { continue }
        histories[original] = try ledger.history(of: original, as: .transaction, now: now)
      }
      let known = histories[original]?.purchases.first {
        $0.record.transactionID?.isSame(as: purchase.transactionID) ?? false
      }
      rows.append((purchase, known))
    }
    omitted = purchases.count - rows.count
  }

  package func write(to page: inout TextPage) {
    let known = rows.compactMap(\.known)
    let accounts = known.compactMap(\.account).reduce(into: [String]()) { accounts, account in
      if !accounts.contains(where: { $0.isSame(as: account) }) { accounts.append(account) }
    }
    page.heading("What the ledger knows of it")
    page.paragraph(
      text.say(
        "{1} of {2} purchases are in the ledger.", StyledText(known.count.grouped), StyledText(rows.count.grouped)))
    page.paragraph(
      known.isEmpty
        ? text.say(Self.advice)
        : accounts.isEmpty
          ? text.say("No account has it, by what this ledger knows.")
          : text.say("They belong to: {1}.", text.names(.account, accounts)))
    if !rows.isEmpty {
      page.table(
        TextTable(
          (["PRODUCT", "BOUGHT", "IN THE LEDGER", "ORDER", "ACCOUNT", "TRANSACTION"] as [Message]).map {
            TextTable.Column($0)
          }, rows.map { cells($0.purchase, $0.known) }, isNeeded: true))
    }
    guard omitted > 0 else { return }
    page.paragraph(
      StyledText(
        omitted == 1
          ? "1 more purchase was not looked up." : "\(grouped: omitted) more purchases were not looked up.", .faint))
  }

  private func cells(_ purchase: PurchaseRecord, _ known: LedgerHistory.Purchase?) -> [StyledText] {
    let transaction = purchase.transactionID.map { StyledText($0.displayed(limit: 200)) } ?? StyledText("")
    return [
      purchase.productID.map { StyledText($0.displayed(limit: 200)) } ?? text.say("unknown"),
      purchase.purchased.map { text.when($0) } ?? StyledText(""),
      known.map { text.state(of: $0, at: now) } ?? StyledText("not in the ledger", .warning).said(in: text.language),
      known?.order.map { text.order($0) } ?? StyledText(""),
      known?.account.map { text.account($0) } ?? StyledText(""),
      known == nil ? transaction : text.name(.transaction, purchase.transactionID),
    ]
  }
}

extension Ledger {
  /// Looks up the purchases of what a customer sent, the newest first. Nothing is recorded.
  package func lookUp(
    _ purchases: [PurchaseRecord], now: Instant, in language: SummaryLanguage
  ) throws -> LedgerLookup {
    try LedgerLookup(of: purchases, in: self, now: now, LedgerText(language: language))
  }
}
