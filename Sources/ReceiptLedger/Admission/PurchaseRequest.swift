import ReceiptKit

/// A presentation that a client can safely send again, because the client gave the request its own key.
package struct PurchaseRequest: Sendable {
  /// The client's name for a request, and a digest of its body.
  package struct Key: Sendable {
    /// SHA-256 of the key and of the client that chose it.
    let name: [UInt8]
    /// SHA-256 of the body.
    let body: [UInt8]

    /// - Parameters:
    ///   - key: the key, as the client sent it.
    ///   - owner: the client that chose the key: two clients may choose the same key.
    ///   - body: the body of the request.
    package init(_ key: String, of owner: String, body: [UInt8]) {
      name = DigestAlgorithm.sha256.digest(Array("\(owner.utf8.count):\(owner)\(key)".utf8))
      self.body = DigestAlgorithm.sha256.digest(body)
    }
  }

  package let presentation: Presentation
  package let key: Key?

  package init(_ presentation: Presentation, key: Key?) {
    (self.presentation, self.key) = (presentation, key)
  }
}

extension Ledger {
  /// Decides on requests, in their order, and records all of them in one commit.
  ///
  /// - Returns: the decisions, which are on disk when the function returns. ``numbered(_:)`` returns them with the
  ///   numbers of their events.
  /// - Throws: a ``LedgerError``. Nothing is then recorded.
  package func record(
    _ requests: [PurchaseRequest], rules: AdmissionRules, now: Instant
  ) throws -> RecordedDecisions {
    try requests.forEach { try Self.checkNames($0.presentation) }
    let (decisions, unnumbered) = try storage.commit { db in
      try db.map(requests, expecting: LedgerTerms.query, names: \.names) {
        try admission(db, rules, now)
      } _: { admission, request in
        let known = try request.key.flatMap { try $0.body(db) }
        guard known == nil || known == request.key?.body else { return nil as Decision? }
        let decision = try admission.add(request.presentation)
        if known == nil { try request.key?.record(db, now, decision.presentation) }
        return decision
      }
    }
    return RecordedDecisions(decisions: decisions, unnumbered: unnumbered)
  }

  /// The decisions of one commit or several, with the numbers of their events.
  ///
  /// - Returns: for each commit, and each of its requests, the decision; `nil` if the request's key was used before
  ///   with another body.
  /// - Throws: a ``LedgerError`` if the numbers are unknown. The decisions are recorded nevertheless.
  package func numbered(_ recorded: [RecordedDecisions]) throws -> [[Decision?]] {
    let unnumbered = recorded.flatMap(\.unnumbered)
    let numbers = unnumbered.isEmpty ? [:] : try storage.numbers(of: unnumbered)
    return recorded.map { recorded in
      recorded.decisions.map { decision in
        guard var decision else { return nil }
        decision.event = decision.event.map { numbers[$0] ?? $0 }
        return decision
      }
    }
  }
}

/// The decisions of one commit. The numbers of their events may become known only later.
package struct RecordedDecisions: Sendable {
  fileprivate let decisions: [Decision?]
  /// The rows of events that have no numbers yet.
  fileprivate let unnumbered: [Int64]
}

extension PurchaseRequest {
  fileprivate var names: LedgerNames {
    var names = LedgerNames(presentation)
    if let key { names.requests = [key.name] }
    return names
  }
}

extension PurchaseRequest.Key {
  /// The digest of the body with which the key was used before.
  fileprivate func body(_ db: Database) throws -> [UInt8]? {
    if db.unknown.requests.contains(name) { return nil }
    return try db.value("SELECT body FROM request WHERE key = ?", [name])
  }

  fileprivate func record(_ db: Database, _ now: Instant, _ presentation: Int64?) throws {
    try db.put(Self.insertion, [name, body, now.milliseconds, presentation])
  }

  private static let insertion = InsertStatement("request", "key", "body", "at", "presentation_id")
}
