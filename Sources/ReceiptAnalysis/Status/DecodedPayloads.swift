/// Decoded payloads of signed data, without signatures: from logs and debuggers, and from StoreKit's
/// `jsonRepresentation`, which has the members of the payload (Apple, Transaction and RenewalInfo).
///
/// Like a saved answer of verifyReceipt, they are readable claims that prove nothing.
struct DecodedPayloads {
  /// The pieces, in the order of the document.
  private(set) var pieces: [FoundPiece] = []
  private let source: String?
  private var places = JSONPlaces()

  /// - Parameter document: a document without signed data.
  init(_ document: JSONValue, from source: String?) {
    self.source = source
    visit(document)
  }

  private mutating func visit(_ value: JSONValue) {
    if let history = PurchaseHistory(decodedPayload: value) {
      let place = places.keep()
      pieces.append(FoundPiece(history: history, source: source, pointer: places.pointer(to: place)))
      return
    }
    let first = pieces.count
    value.forEachChild { position, name, child in
      places.enter(position, name)
      visit(child)
      places.leave()
    }
    // An element of `lastTransactions` contains the status beside its payloads.
    guard case .number(let digits)? = value["status"], let code = Int64(digits),
      let original = value["originalTransactionId"]?.stringValue, pieces.count > first
    else { return }
    let date = pieces[first...].compactMap { $0.history.knownUntil?.instant }.max()
    pieces[first].history.statuses = [
      StatusRecord(originalTransactionID: original, code: code, statement: PurchaseStatement(date: date))
    ]
  }
}

extension PurchaseHistory {
  /// The claims of a decoded payload; `nil` for a payload without a purchase, a renewal or a customer.
  fileprivate init?(decodedPayload payload: JSONValue) {
    guard payload["x5c"] == nil, let history = try? PurchaseHistory(payload, asPiece: true) else { return nil }
    self = history
    kind = .decodedPayload
    unverifiedBecause = "decoded, without the signature; nothing proves that Apple signed it"
  }
}
