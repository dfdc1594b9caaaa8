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
    self.bundle = bundle
    self.customer = customer
    self.transaction = transaction
    self.original = original
    self.product = product
    self.purchased = purchased
    self.purchase = purchase
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
    // Neither a transaction nor an original transaction may occur in both.
    var known: Set<NameInApp> = []
    for customer in customers {
      for transaction in customer.transactions {
        known.insert(NameInApp(bundle: customer.bundle, name: transaction.identifier))
        known.insert(NameInApp(bundle: customer.bundle, name: transaction.original))
      }
    }
    let byCustomer = Dictionary(grouping: purchases) { NameInApp(bundle: $0.bundle, name: $0.customer) }
    let families = Dictionary(grouping: purchases) { NameInApp(bundle: $0.bundle, name: $0.original) }
    for (owner, purchases) in byCustomer.sorted(by: { $0.key < $1.key }) {
      // Customers of scenarios are named by a number, or by a text of their files.
      var customer = ScenarioCustomer(bundle: owner.bundle, appTransactionID: nil, name: "ledger " + owner.name)
      for purchase in purchases {
        let family = NameInApp(bundle: purchase.bundle, name: purchase.original)
        let transaction = NameInApp(bundle: purchase.bundle, name: purchase.transaction)
        guard !known.contains(transaction), !known.contains(family) else {
          throw ScenarioFault(nil, "the scenario and the ledger both have the purchase \(purchase.original)")
        }
        customer.transactions.append(purchase.scenarioTransaction(family: families[family] ?? [], environment))
      }
      customer.transactions.sort { $0.identifier.precedes(identifier: $1.identifier) }
      bundles.insert(owner.bundle)
      customers.append(customer)
    }
  }
}

/// The name of a customer, a transaction or an original transaction, which only one app has.
private struct NameInApp: Hashable, Comparable {
  let bundle: String
  let name: String

  static func < (one: NameInApp, other: NameInApp) -> Bool { (one.bundle, one.name) < (other.bundle, other.name) }
}

extension RecordedPurchase {
  /// - Parameter family: the purchases with the same original transaction.
  fileprivate func scenarioTransaction(
    family: [RecordedPurchase], _ environment: String
  ) -> ScenarioTransaction {
    let purchaseDate = purchased.milliseconds
    let ownedPayload = payload(environment)
    var statements = [SignedStatement(signed: purchaseDate, payload: ownedPayload, modified: purchaseDate)]
    var replacedAt: Int64?
    // A ledger knows of some that they were taken back, and not when: they count for nothing from the beginning.
    if let endedAt = purchase.cancelled?.milliseconds ?? (purchase.isTakenBack ? purchaseDate : nil) {
      // An upgrade also ends a period: another product of the subscription begins at its end. An end at the purchase
      // date is no date of its own: then any other product counts that begins while the period runs.
      let hasOwnEndDate = endedAt != purchaseDate
      replacedAt =
        family.filter { other in
          guard other.product != product, other.purchased > purchased else { return false }
          let beganAtItsEnd = other.purchased.milliseconds == endedAt
          let beganWhileItRan = purchase.expires.map { other.purchased < $0 } ?? false
          return beganAtItsEnd || !hasOwnEndDate && beganWhileItRan
        }.map(\.purchased.milliseconds).min()
      // What replaced it may be unknown.
      if purchase.isUpgraded == true { replacedAt = replacedAt ?? max(endedAt, purchaseDate) }
      if replacedAt == nil {
        let date = max(endedAt, purchaseDate)
        var revoked = ownedPayload.setting("revocationDate", .whole(date))
        if let reason = purchase.cancellationReason { revoked = revoked.setting("revocationReason", .whole(reason)) }
        statements.append(SignedStatement(signed: date, payload: revoked, modified: date))
      }
    }
    return ScenarioTransaction(
      identifier: transaction, original: original, statements: statements, upgraded: replacedAt)
  }

  private func payload(_ environment: String) -> JSONValue {
    .present(
      ("transactionId", .string(transaction)), ("originalTransactionId", .string(original)),
      ("bundleId", .string(bundle)), ("productId", .string(product)),
      ("purchaseDate", .whole(purchased.milliseconds)),
      ("expiresDate", purchase.expires.map { .whole($0.milliseconds) }),
      ("type", purchase.productType?.storeKitName.map(JSONValue.string)),
      ("inAppOwnershipType", .string(purchase.ownership ?? "PURCHASED")), ("environment", .string(environment)))
  }
}
