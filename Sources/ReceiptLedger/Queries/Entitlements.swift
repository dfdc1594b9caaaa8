import ReceiptKit

/// What an account may use at one moment, according to the ledger.
///
/// This corresponds to Apple's `Transaction.currentEntitlements`: subscriptions while a period or Apple's grace period
/// is running, and products that are bought once and kept. Consumables are left out, because only the app knows whether
/// they were used.
///
/// A customer has one subscription of a group at a time (Apple, App Store Connect Help, "Auto-renewable subscription
/// information"): a later one replaces the earlier one. See ``Replaced``.
package struct LedgerEntitlements: Sendable {
  /// One product that the account may use.
  struct Entitlement: Sendable {
    let productID: String
    /// The word of ``CustomerRule/name``: `auto-renewable`, `non-consumable`.
    let kind: String
    /// `active`, or `grace_period` while Apple grants access and tries to charge.
    let state: String
    /// When the purchase was made, or when the period began.
    let since: Instant?
    /// When access ends; `nil` if Apple states no end.
    let until: Instant?
    /// Whether the subscription renews; `nil` if that is not known.
    let willRenew: Bool?
    /// The subscription group; `nil` for other products, and if Apple did not name it. Receipts never name it.
    let groupID: String?
    /// The customer's commitment to a number of monthly payments; `nil` without one.
    var commitment: Commitment?
    /// What the customer said to a higher price of the next period; `nil` if none is asked for.
    var priceIncrease: RenewalRecord.PriceIncrease?
    let purchase: Proof
  }

  /// How far the customer is in a commitment to a number of monthly payments.
  struct Commitment: Sendable {
    /// The number of the period; the first is 1.
    let period: Int64?
    /// The number of periods.
    let periods: Int64?
    /// When the commitment ends.
    let ends: Instant?
    /// Whether another commitment follows; `false` if the customer cancelled, `nil` if that is not known.
    var renews: Bool?

    /// - Returns: `nil` for a purchase without a commitment.
    init?(_ purchase: PurchaseRecord) {
      guard purchase.commitmentEnds != nil || purchase.commitmentPeriod != nil else { return nil }
      period = purchase.commitmentPeriod
      periods = purchase.commitmentPeriods
      ends = purchase.commitmentEnds
    }
  }

  /// A subscription whose period is still running although another one of the same group has replaced it.
  ///
  /// Apple keeps the original transaction when a customer changes to another product of the group, and ends the earlier
  /// period. If the original transactions differ, the earlier subscription counts as replaced. This ends when Apple
  /// makes a statement about the earlier subscription after the later one began: then the two belong to two customers
  /// of the App Store, and both count. They also do if Apple signed two customers (`appTransactionId`). A subscription
  /// that the family shares does not replace the customer's own one, and is not replaced by it.
  struct Replaced: Sendable {
    let productID: String
    let groupID: String
    /// The transaction of the subscription that replaced this one.
    let by: String
    let purchase: Proof
  }

  /// The purchase that an entitlement follows from, and the evidence for it.
  struct Proof: Sendable {
    let transactionID: String
    let originalTransactionID: String
    /// The order; `nil` for a renewal that Apple reported.
    let order: String?
    /// The order that was refused because of a refund that no longer stands. The account has the purchase since, but
    /// no accepted order has it.
    let refusedOrder: String?
    /// The app. For a renewal that Apple reported, it is the app of the subscription's order.
    let bundleID: String?
    /// SHA-256 of the receipt that was presented for the order.
    let sha256: [UInt8]?
    /// Whether Apple confirmed the order.
    let isVerified: Bool
    /// The date of the latest signed data about the purchase.
    let signedAt: Instant?
  }

  let account: String
  let moment: Instant
  let environment: LedgerEnvironment
  /// Whether the ledger knows the account.
  package let isKnown: Bool
  /// The entitlements, sorted by product and then by transaction.
  fileprivate(set) var entitlements: [Entitlement] = []
  /// The replaced subscriptions, sorted by product and then by transaction.
  fileprivate(set) var replaced: [Replaced] = []
  /// Purchases whose kind of product no source states. They may be consumables.
  fileprivate(set) var unjudged: [Proof] = []

  /// The answer to "has she paid?" for all of the account's purchases, in the language of the question; `nil` if the
  /// question names no language.
  fileprivate(set) var summary: SummaryText?
  /// The summary of the entitlements, for replies to the customer.
  fileprivate(set) var findings: PurchaseSummary?

  /// Whether the account may use a product.
  package func includes(_ product: String) -> Bool { entitlements.contains { product.isSame(as: $0.productID) } }
}

extension Ledger {
  /// Returns what an account may use.
  ///
  /// Purchases that wait for Apple count only after Apple's answer. Rows lost with a damaged page are missing silently,
  /// so a program that asks only once must check for damage first (``refuseDamage()``).
  ///
  /// - Parameters:
  ///   - account: the name of the account.
  ///   - moment: the moment of the question. Statements that the ledger received after this moment count, too.
  package func entitlements(of account: String, at moment: Instant) throws -> LedgerEntitlements {
    try entitlements(of: [EntitlementQuestion(account: account, moment: moment)])[0]
  }

  /// The account and the moment of a question.
  package struct EntitlementQuestion: Sendable {
    package let account: String
    package let moment: Instant
    /// The language of the summary; `nil` for none.
    package let language: SummaryLanguage?

    package init(account: String, moment: Instant, language: SummaryLanguage? = nil) {
      self.account = account
      self.moment = moment
      self.language = language
    }
  }

  /// Answers several questions. The purchases for all of them are looked up together.
  ///
  /// - Returns: an answer to each question, in their order.
  package func entitlements(of questions: [EntitlementQuestion]) throws -> [LedgerEntitlements] {
    try read { db in
      var rows: [[UInt8]: [StoredRow]] = [:]
      for row in try Self.rows(of: questions.map(\.account), db) {
        let holder: String = try row["holder"]
        rows[Array(holder.utf8), default: []].append(row)
      }
      return try questions.map { question in
        try question.answer(rows[Array(question.account.utf8)] ?? [], db, in: environment)
      }
    }
  }

  /// The order of the account that was refused while the purchase, or the first period of its subscription, was
  /// refunded.
  private static let refusedOrder = """
    (SELECT o.order_id FROM presentation o WHERE o.account = k.holder AND o.state IN ('rejected', 'refunded')
      AND (o.id IN (SELECT c.presentation_id FROM claim c
          WHERE c.transaction_id = p.transaction_id AND c.holder_id = c.presentation_id)
        OR o.id = (SELECT s.presentation_id FROM subscription s
          WHERE s.original_transaction_id = \(PurchaseKey.family("p"))))
      AND NOT EXISTS (SELECT 1 FROM presentation a
        WHERE a.order_id = o.order_id AND a.account = o.account AND a.state IN ('accepted', 'verified'))
      ORDER BY o.id LIMIT 1)
    """

  /// The settled purchases of accounts, oldest first: those of their orders, and those that they have without an order.
  /// `holder` is the account of a row.
  private static func rows(of accounts: [String], _ db: Database) throws -> [StoredRow] {
    guard let last = accounts.last else { return [] }
    // Only a few list lengths are used, so that few statements have to be prepared.
    var count = 1
    while count < accounts.count { count *= 2 }
    let padded = accounts + Array(repeating: last, count: count - accounts.count)
    // `(?1), (?2)`
    let places = (1...count).map { "(?\($0))" }.joined(separator: ", ")
    return try db.rows(
      """
      WITH asked (account) AS (VALUES \(places))
      SELECT k.holder, \(StatementStore.statementColumns), n.order_id, r.sha256, p.state = 'verified' AS is_verified,
        coalesce(r.bundle_id, (SELECT b.bundle_id FROM subscription s JOIN presentation o ON o.id = s.presentation_id
          JOIN receipt b ON b.id = o.receipt_id WHERE s.original_transaction_id = \(PurchaseKey.family("p")))) AS \
          bundle_id,
        CASE WHEN p.presentation_id IS NULL THEN \(refusedOrder) END AS refused_order
      FROM (
        SELECT a.account AS holder, q.transaction_id AS held FROM asked a JOIN presentation m ON m.account = a.account
          JOIN purchase q ON q.presentation_id = m.id
        UNION SELECT a.account, q.transaction_id FROM asked a JOIN purchase q ON q.account = a.account) k
      JOIN purchase p ON p.transaction_id = k.held
      LEFT JOIN presentation n ON n.id = p.presentation_id LEFT JOIN receipt r ON r.id = n.receipt_id
      \(StatementStore.joins)
      WHERE coalesce(n.account, p.account) = k.holder AND p.state IN ('accepted', 'verified', 'refunded')
      ORDER BY p.purchased_at NULLS FIRST, p.transaction_id
      """, StatementArguments(padded))
  }
}

extension Ledger.EntitlementQuestion {
  /// Answers the question.
  ///
  /// - Parameter rows: the rows of the account's purchases.
  fileprivate func answer(
    _ rows: [StoredRow], _ db: Database, in environment: LedgerEnvironment
  ) throws -> LedgerEntitlements {
    // An account with purchases is known.
    var found = LedgerEntitlements(
      account: account, moment: moment, environment: environment,
      isKnown: try !rows.isEmpty || db.isKnown(account: account))
    let history = try PurchaseHistory(stored: rows)
    let status = SubscriptionStatus(history, at: moment)
    let proofs = Dictionary(try rows.map { (try $0["transaction_id"] as String, try LedgerEntitlements.Proof($0)) }) {
      first, _ in first
    }
    found.unjudged = history.purchases.filter { purchase in
      !purchase.isSubscriptionPeriod && purchase.productType == nil && !purchase.isRefunded(by: moment)
        && purchase.purchased.map { $0 <= moment } ?? true
    }.compactMap { $0.transactionID.flatMap { proofs[$0] } }
    let purchases = Dictionary(history.purchases.map { ($0.transactionID, $0) }) { first, _ in first }
    for holding in status.holdings.purchases where holding.access == .yes {
      guard case .transaction(let transaction?) = holding.basis, let purchase = purchases[transaction],
        let proof = proofs[transaction], let product = purchase.productID, let type = purchase.productType,
        type != .consumable
      else { continue }
      found.entitlements.append(
        LedgerEntitlements.Entitlement(
          productID: product, kind: CustomerRule.of(purchase).name, state: RenewalState.active.rawValue,
          since: purchase.purchased, until: nil, willRenew: nil, groupID: nil, purchase: proof))
    }
    let running = status.subscriptions.compactMap { RunningSubscription($0, proofs, at: moment) }
    for subscription in running {
      let entitlement = subscription.entitlement
      // If several subscriptions replaced this one, the latest of them counts, which no other one replaced.
      let newer = running.filter { $0.replaces(subscription) }.map(\.entitlement)
        .max {
          ($0.since?.milliseconds ?? 0, $0.purchase.transactionID) < (
            $1.since?.milliseconds ?? 0, $1.purchase.transactionID
          )
        }
      if let newer, let group = entitlement.groupID {
        found.replaced.append(
          LedgerEntitlements.Replaced(
            productID: entitlement.productID, groupID: group, by: newer.purchase.transactionID,
            purchase: entitlement.purchase))
      } else {
        found.entitlements.append(entitlement)
      }
    }
    found.entitlements.sort {
      ($0.productID, $0.purchase.transactionID) < ($1.productID, $1.purchase.transactionID)
    }
    found.replaced.sort { ($0.productID, $0.purchase.transactionID) < ($1.productID, $1.purchase.transactionID) }
    if let language {
      let findings = summary(status, found)
      found.summary = SummaryText(findings, in: language, namesZone: true)
      found.findings = findings
    }
    return found
  }

  private func summary(_ status: SubscriptionStatus, _ found: LedgerEntitlements) -> PurchaseSummary {
    var replaced: [String: String] = [:]
    for one in found.replaced {
      let by = found.entitlements.first { $0.purchase.transactionID.isSame(as: one.by) }?.productID
      replaced[one.purchase.originalTransactionID] = by ?? one.by
    }
    return PurchaseSummary(recorded: status, isTest: found.environment == .sandbox, replaced: replaced)
  }
}

extension LedgerEntitlements.Proof {
  fileprivate init(_ row: StoredRow) throws {
    let transaction: String = try row["transaction_id"]
    self.init(
      transactionID: transaction, originalTransactionID: try row["original_transaction_id"] ?? transaction,
      order: try row["order_id"], refusedOrder: try row["refused_order"], bundleID: try row["bundle_id"],
      sha256: try row["sha256"],
      isVerified: try row["is_verified"], signedAt: try row["signed_at"])
  }
}
