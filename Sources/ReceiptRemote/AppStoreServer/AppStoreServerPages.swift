import ReceiptKit

/// The state of reading the pages of one answer. This type makes sure that the pages end, and that they belong to the
/// requested customer.
///
/// A history that was requested without a revision has every transaction of the customer, including finished
/// consumables (Apple, "Get Transaction History", version 2), and Apple signs each one again. So the identifier of the
/// request must be in it: as a transaction, as an original transaction, or as the download, which all transactions of a
/// customer name (`appTransactionId`). A family member has separate transactions for shared purchases (Apple,
/// "Supporting Family Sharing in your app"). An upgrade or a crossgrade keeps the original transaction; a migration
/// that changes it keeps the old one as `previousOriginalTransactionId`. But for a purchase that StoreKit 1 restored,
/// Apple knows several transaction identifiers (app-store-server-library-node, issue 28), and a history need not
/// contain all of them. If one is missing, Get Transaction Info tells whether it belongs to the same download.
package struct AppStoreServerPages: Sendable {
  /// The maximum number of pages, more than any history has: each page has 20 transactions.
  private static let maximum = 50_000
  /// The maximum number of consecutive empty pages. Apple sends an empty page only as the last one.
  private static let maximumEmpty = 100

  /// The number of pages so far.
  package private(set) var count = 0
  /// The next request; `nil` after the last page.
  private(set) var next: AppStoreServerRequest?
  /// The server of the first page.
  private(set) var server: RemoteServer?
  private var revisions: Set<String>
  /// The payloads of the page before, without their signing dates.
  private var previousPayloads: [JSONValue] = []
  private var environment: String?
  /// The number of empty pages since the last one that was not empty.
  private var emptyPages = 0
  /// The identifier that the history must still contain; `nil` after it occurred, and for answers that need not contain
  /// it.
  private var expectedIdentifier: String?
  private var hasTransactions = false
  /// The `appTransactionId` of the first transaction that names one.
  private(set) var customer: String?
  /// The original transactions of the customer; `nil` if not all are known.
  private let purchases: Set<String>?

  /// Makes the state for a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - purchases: the original transactions of the customer, if all are known. An answer with another one is
  ///     rejected.
  package init(_ request: AppStoreServerRequest, of purchases: Set<String>? = nil) {
    next = request
    revisions = Set([request.revision].compactMap(\.self))
    self.purchases = purchases
    if request.call.name == AppStoreServerCall.history.name, request.revision == nil, !request.isNarrowed {
      expectedIdentifier = request.identifier
    }
  }

  /// Accepts a page.
  ///
  /// - Returns: why the page cannot be the next one; `nil` if it can.
  mutating func take(_ answer: AppStoreServerAnswer) -> RemoteFault? {
    count += 1
    let host = answer.record.endpoint.host
    if let named = answer.environment {
      guard named == environment ?? named else {
        return RemoteFault(
          .foreignAnswer, "\(host) gave page \(count.grouped) of another environment than the pages before",
          hint: "nothing of it may be used for this app; look at what answered")
      }
      environment = named
    }
    if let fault = faultOfOtherCustomer(answer) { return fault }
    // Only calls whose answers have signed data have items that can be missing.
    emptyPages = answer.items.isEmpty && next?.call.isSigned == true ? emptyPages + 1 : 0
    guard emptyPages < Self.maximumEmpty || !answer.hasMore else {
      return RemoteFault(
        .repeatedPage, "\(host) gave \(emptyPages.grouped) pages without anything and has more",
        hint: "ask again later from the last revision that was good")
    }
    // Apple signs again for each answer, so signing dates differ.
    let payloads = answer.items.map { $0.payload.removing("signedDate") }
    let isRepeated = !payloads.isEmpty && payloads == previousPayloads
    previousPayloads = payloads
    let isNewRevision = answer.revision.map { revisions.insert($0).inserted } ?? false
    let objection: Message? =
      if isRepeated {
        "\(host) gave a page \(count.grouped) that is the page before it"
      } else if !answer.hasMore {
        nil
      } else if !isNewRevision {
        "\(host) gave a revision that was there before"
      } else if count == Self.maximum {
        "\(host) gave \(count.grouped) pages and has more"
      } else {
        nil
      }
    if let objection {
      return RemoteFault(.repeatedPage, objection, hint: "ask again later from the last revision that was good")
    }
    server = answer.record.server
    next?.revision = answer.revision
    if !answer.hasMore { next = nil }
    return nil
  }

  /// Why a page cannot be about the customer; `nil` if it can.
  private mutating func faultOfOtherCustomer(_ answer: AppStoreServerAnswer) -> RemoteFault? {
    let host = answer.record.endpoint.host
    for item in answer.items {
      if let purchases, let original = item.payload["originalTransactionId"]?.stringValue, !purchases.contains(original)
      {
        return RemoteFault(
          .foreignAnswer,
          "the answer of \(host) is refused as a whole: \(item.pointer) is of the purchase "
            + "\(original.displayed(limit: 100)), which is not in the customer's history",
          hint: "ask again: it may have been bought between the two answers; else look at what answered")
      }
      guard item.kind == .transaction else { continue }
      hasTransactions = true
      customer = customer ?? item.payload["appTransactionId"]?.stringValue
      let names = [
        "transactionId", "originalTransactionId", "appTransactionId", "previousOriginalTransactionId",
      ]
      if names.contains(where: { item.payload[$0]?.stringValue == expectedIdentifier }) { expectedIdentifier = nil }
    }
    return nil
  }

  /// The requested identifier, if there are transactions and none of them names it.
  var missingIdentifier: String? { hasTransactions ? expectedIdentifier : nil }
}
