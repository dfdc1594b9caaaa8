/// What signed data says, decoded, without the signatures: from logs and debuggers, and as `jsonRepresentation` of StoreKit, which has the
/// members of the payload (Apple, Transaction and RenewalInfo).
///
/// They are claims, which can be read and prove nothing, like a saved answer of verifyReceipt.
struct DecodedPayloads {
  /// In the order of the document.
  private(set) var pieces: [FoundPiece] = []
  private let source: String?
  private var places = JSONPlaces()

  /// - Parameter document: one without signed data.
  init(_ document: JSONValue, from source: String?) {
    self.source = source
    visit(document)
  }

  private mutating func visit(_ value: JSONValue) {
    if let history = PurchaseHistory(decodedPayload: value) {
      let place = places.keep()
      pieces.append(FoundPiece(history: history, source: source, pointer: places.pointer(to: place)))
    } else if case .object(let members) = value {
      for (position, member) in members.enumerated() {
        places.enter(position, member.name)
        visit(member.value)
        places.leave()
      }
    } else if case .array(let elements) = value {
      for (position, element) in elements.enumerated() {
        places.enter(position, nil)
        visit(element)
        places.leave()
      }
    }
  }
}

extension PurchaseHistory {
  /// The claims of a decoded payload; `nil` for what tells of no purchase, of no renewal and of no customer.
  fileprivate init?(decodedPayload payload: JSONValue) {
    guard payload["x5c"] == nil, let history = try? PurchaseHistory(payload, asPiece: true) else { return nil }
    self = history
    kind = .decodedPayload
    unverifiedBecause = "decoded, without the signature; nothing proves that Apple signed it"
  }
}
