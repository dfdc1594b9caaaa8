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

  /// - Parameter texts: how many texts with JSON in them may stand inside each other.
  private mutating func visit(_ value: JSONValue, texts: Int = 2) {
    if case .string(let text) = value, texts > 0, text.utf8.first == UInt8(ascii: "{"),
      let inner = JSONText.document(Array(text.utf8))
    {
      return visit(inner.tree, texts: texts - 1)
    }
    if let history = PurchaseHistory(decodedPayload: value) {
      let place = places.keep()
      pieces.append(FoundPiece(history: history, source: source, pointer: places.pointer(to: place)))
      return
    }
    let first = pieces.count
    value.forEachChild { position, name, child in
      places.enter(at: position, name: name)
      visit(child, texts: texts)
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
    guard payload["x5c"] == nil, DecodedKind(payload) != nil else { return nil }
    var notes: [Message] = []
    let readable = Self.withDates(payload, &notes)
    guard let history = try? PurchaseHistory(readable, asPiece: true) else { return nil }
    self = history
    kind = .decodedPayload
    environment = environment.map { ProgramPurchase.environments[$0.lowercased()] ?? $0 }
    self.notes += notes
    unverifiedBecause = "decoded, without the signature; nothing proves that Apple signed it"
  }

  /// The same payload with its dates in milliseconds, which programs often store in seconds or as text.
  private static func withDates(_ value: JSONValue, _ notes: inout [Message]) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        if let digits = member.value.numberValue, identifiers.contains(member.name),
          RoundedNumber.hasLostDigits(digits)
        {
          notes.append(RoundedNumber.note(member.name, digits))
        }
        if case .object = member.value { return JSONValue.Member(member.name, withDates(member.value, &notes)) }
        guard member.name.hasSuffix("Date"), member.value != .null else { return member }
        guard let date = ProgramDate(member.value) else {
          // Read as milliseconds, such a number is a date of 1970, which is worse than none. `false` in its place is
          // reported as unreadable.
          return member.value.numberValue == nil ? member : JSONValue.Member(member.name, .bool(false))
        }
        if let unit = date.unit, unit != .milliseconds { notes.append(date.note(member.name, unit)) }
        return JSONValue.Member(member.name, .number(String(date.instant.milliseconds)))
      })
  }

  private static let identifiers: Set = [
    "transactionId", "originalTransactionId", "webOrderLineItemId", "previousOriginalTransactionId",
  ]
}
