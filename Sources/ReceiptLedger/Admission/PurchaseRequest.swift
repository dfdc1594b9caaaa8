import ReceiptKit

/// A presentation that a client may send again without harm, because it names the request with a key of its own.
package struct PurchaseRequest: Sendable {
  /// What a client calls a request, and what stood in it.
  package struct Key: Sendable {
    /// SHA-256 of the key, and of who chose it.
    let name: [UInt8]
    /// SHA-256 of the body.
    let body: [UInt8]

    /// - Parameters:
    ///   - key: the key, as the client sent it.
    ///   - owner: who chose it: two clients may choose the same one.
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
  /// Decides on requests, in their order, and records them in one commit: all of them or, if it throws, none.
  ///
  /// - Returns: for each the decision, which is on disk when this returns; `nil` if its key was used before with another body. Then
  ///   nothing was decided.
  /// - Throws: a ``LedgerError``; then nothing was recorded.
  package func decide(_ requests: [PurchaseRequest], rules: AdmissionRules, now: Instant) throws -> [Decision?] {
    try requests.forEach { try Self.checkNames($0.presentation) }
    return try storage.write { db in
      let admission = Admission(db: db, rules: rules, now: now, apps: try admittedApps(db), erased: try erased(db))
      return try db.map(requests, names: \.names) { request in
        let known = try request.key.flatMap { try $0.body(db) }
        guard known == nil || known == request.key?.body else { return nil }
        let decision = try admission.add(request.presentation)
        if known == nil { try request.key?.record(db, now, decision.presentation) }
        return decision
      }
    } number: { decisions, numbers in
      for index in decisions.indices {
        guard let row = decisions[index]?.event else { continue }
        decisions[index]?.event = numbers[row] ?? row
      }
    }
  }
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
    try db.change(
      "INSERT INTO request (key, body, at, presentation_id) VALUES (?, ?, ?, ?)",
      [name, body, now.milliseconds, presentation])
  }
}
