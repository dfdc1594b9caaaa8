import GRDB
import ReceiptKit

/// Says of every purchase of a presented receipt what it is, by the table of ``CustomerRule``.
struct Judge {
  let db: Database
  let rules: AddingRules

  func items(of presentation: Presentation) throws -> [Decision.Item] {
    var seen: Set<String> = []
    return try presentation.receipt.purchases.compactMap { purchase in
      if let transaction = purchase.transactionID, !seen.insert(transaction).inserted { return nil }
      var (outcome, entry) = try outcome(of: purchase, presentation)
      let isAsked = presentation.isAbout(purchase)
      // What belongs to another account is reported, whatever the order is about.
      if !isAsked, outcome != .replay || entry?.account == presentation.account { outcome = .other }
      return Decision.Item(purchase: purchase, outcome: outcome, holder: entry?.holder, isAsked: isAsked)
    }
  }

  private func outcome(
    of purchase: PurchaseRecord, _ presentation: Presentation
  ) throws -> (PurchaseOutcome, PurchaseBook.Entry?) {
    guard let transaction = purchase.transactionID else { return (.nameless, nil) }
    let book = PurchaseBook(db: db)
    if let entry = try book.entry(ofTransaction: transaction) {
      // Apple told of it, and nobody presented it yet: it goes to the first order that does.
      let isFree = entry.order == nil && (entry.account == nil || entry.account == presentation.account)
      if isFree { return (entry.state == .refunded || isRefunded(purchase) ? .refunded : .new, nil) }
      return (outcome(of: purchase, held: entry, presentation), entry)
    }
    if isRefunded(purchase) { return (.refunded, nil) }
    let rule = CustomerRule.of(purchase)
    // The original itself is looked for among its copies and periods too: whichever came first decides whose they are.
    guard rule.key == .originalTransaction,
      let entry = try book.entry(ofOriginal: purchase.originalTransactionID ?? transaction), let account = entry.account
    else { return (.new, nil) }
    if account != presentation.account { return (.replay, entry) }
    return rule.renews ? (.new, nil) : (outcome(of: purchase, held: entry, presentation), entry)
  }

  private func outcome(
    of purchase: PurchaseRecord, held entry: PurchaseBook.Entry, _ presentation: Presentation
  ) -> PurchaseOutcome {
    guard entry.account == presentation.account else { return .replay }
    if entry.order == presentation.order { return .duplicate }
    let device = presentation.device?.fingerprint
    let isOtherDevice = device != nil && entry.device != nil && device != entry.device
    let mayComeAgain = CustomerRule.of(purchase).mayComeAgain(
      onOtherDevice: isOtherDevice, restoreIsAllowed: rules.allowsRestore)
    guard mayComeAgain else { return .replay }
    return entry.state == .refunded || isRefunded(purchase) ? .refunded : .restored
  }

  private func isRefunded(_ purchase: PurchaseRecord) -> Bool {
    purchase.cancelled != nil || purchase.isCancelledWithoutDate
  }
}

extension DeviceGUID {
  /// What a ledger keeps of a device: enough to tell it from another, not the GUID itself.
  var fingerprint: [UInt8] { Array(DigestAlgorithm.sha256.digest(octets).prefix(16)) }
}
