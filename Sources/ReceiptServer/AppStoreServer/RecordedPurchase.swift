import ReceiptKit

/// A purchase from a ledger or another record. The stand-in returns it as Apple would.
///
/// A record has no price, storefront, group or renewal information, so its signed data lacks these members.
package struct RecordedPurchase: Sendable {
  let bundle: String
  let customer: String
  let transaction: String
  let original: String
  let product: String
  let purchased: Instant
  let purchase: PurchaseRecord

  /// Makes a purchase from a record.
  ///
  /// - Parameters:
  ///   - purchase: the purchase.
  ///   - bundle: its app.
  ///   - customer: the owner, under a name that no other customer of the app has.
  /// - Returns: `nil` for a purchase without its transaction, its product or its date.
  package init?(_ purchase: PurchaseRecord, of bundle: String, for customer: String) {
    guard let transaction = purchase.transactionID, transaction.isIdentifier,
      let product = purchase.productID, let purchased = purchase.purchased
    else { return nil }
    let original = purchase.originalTransactionID ?? transaction
    guard original.isIdentifier else { return nil }
    (self.bundle, self.customer, self.transaction, self.original) = (bundle, customer, transaction, original)
    (self.product, self.purchased, self.purchase) = (product, purchased, purchase)
  }
}

extension ScenarioData {
  /// Adds recorded purchases, each as a transaction of its customer. A purchase is known from its date on, and its
  /// refund or revocation from its own date on.
  ///
  /// - Parameter environment: `Sandbox` or `Production`.
  /// - Throws: ``ScenarioFault`` if files are for another environment, or contain a purchase that is recorded, too.
  package mutating func add(_ purchases: [RecordedPurchase], environment: String) throws(ScenarioFault) {
    guard self.environment.isEmpty || self.environment == environment else {
      throw ScenarioFault(
        nil, "the scenario is of the environment \(self.environment), and the ledger of \(environment)",
        hint: "one server is one environment: start another for it")
    }
    self.environment = environment
    var known: Set<String> = []
    for customer in customers {
      for transaction in customer.transactions {
        known.formUnion([transaction.identifier, transaction.original].map { "\(customer.bundle) \($0)" })
      }
    }
    let groups = Dictionary(grouping: purchases) { "\($0.bundle)\n\($0.customer)" }
    let subscriptions = Dictionary(grouping: purchases) { "\($0.bundle) \($0.original)" }
    for (_, purchases) in groups.sorted(by: { $0.key < $1.key }) {
      guard let first = purchases.first else { continue }
      var customer = ScenarioCustomer(bundle: first.bundle, appTransactionID: nil, name: "ledger " + first.customer)
      for purchase in purchases {
        let family = "\(purchase.bundle) \(purchase.original)"
        guard !known.contains("\(purchase.bundle) \(purchase.transaction)"), !known.contains(family) else {
          throw ScenarioFault(nil, "the scenario and the ledger both have the purchase \(purchase.original)")
        }
        customer.transactions.append(purchase.served(beside: subscriptions[family] ?? [], environment))
      }
      customer.transactions.sort { $0.identifier.precedes(identifier: $1.identifier) }
      bundles.insert(first.bundle)
      customers.append(customer)
    }
  }
}

extension RecordedPurchase {
  /// - Parameter others: the purchases with the same original transaction.
  fileprivate func served(beside others: [RecordedPurchase], _ environment: String) -> ScenarioTransaction {
    let begun = purchased.milliseconds
    let kept = payload(environment)
    var statements = [Statement(signed: begun, payload: kept, modified: begun)]
    let ended = purchase.cancelled?.milliseconds
    var upgraded: Int64?
    if let ended {
      // An upgrade also ends a period, with or without a date: another product of the subscription begins while this
      // one runs.
      upgraded =
        others.filter { other in
          other.product != product && other.purchased > purchased
            && (other.purchased.milliseconds == ended
              || ended == begun && purchase.expires.map { other.purchased < $0 } ?? false)
        }.map(\.purchased.milliseconds).min()
      if upgraded == nil {
        let date = max(ended, begun)
        var revoked = kept.setting("revocationDate", .whole(date))
        if let reason = purchase.cancellationReason { revoked = revoked.setting("revocationReason", .whole(reason)) }
        statements.append(Statement(signed: date, payload: revoked, modified: date))
      }
    }
    return ScenarioTransaction(
      identifier: transaction, original: original, statements: statements, upgraded: upgraded)
  }

  private func payload(_ environment: String) -> JSONValue {
    .present(
      ("transactionId", .string(transaction)), ("originalTransactionId", .string(original)),
      ("bundleId", .string(bundle)), ("productId", .string(product)),
      ("purchaseDate", .whole(purchased.milliseconds)),
      ("expiresDate", purchase.expires.map { .whole($0.milliseconds) }),
      ("type", purchase.productType?.signedName.map(JSONValue.string)),
      ("inAppOwnershipType", .string(purchase.ownership ?? "PURCHASED")), ("environment", .string(environment)))
  }
}
