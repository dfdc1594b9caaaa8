import ReceiptKit

/// The known receipts, inside a transaction.
///
/// One receipt has one row, whatever its form. Anyone can vary certificates, unsigned attributes and the encoding of
/// the envelope without breaking the signature. So a receipt with a valid signature is identified by the digest of its
/// signed content (``PresentedReceipt/signedSHA256``), and only other receipts by the digest of their bytes.
struct ReceiptStore {
  let db: Database

  /// The rows of one receipt, by ``arguments(_:)``. There is a second row if its signature did not hold when this form
  /// was first presented.
  static let rows = "(SELECT id FROM receipt WHERE signed_sha256 = ?1 UNION SELECT id FROM receipt WHERE sha256 = ?2)"

  /// Arguments 1 and 2 of a statement with ``rows``.
  static func arguments(_ receipt: PresentedReceipt) -> StatementArguments {
    [receipt.signedSHA256, receipt.sha256]
  }

  /// Whether a receipt was presented before, in this form or another.
  func isKnown(_ receipt: PresentedReceipt) throws -> Bool {
    if db.unknown.contains(receipt) { return false }
    return try db.isTrue("SELECT EXISTS \(Self.rows)", Self.arguments(receipt))
  }

  /// Stores a receipt, or updates its row, whose verdict stays once the signature held.
  ///
  /// - Parameters:
  ///   - isNew: whether ``isKnown(_:)`` has just returned `false`.
  ///   - body: the bytes of the receipt, if they should be stored. The first stored form is kept.
  ///   - isKept: whether they are stored permanently.
  func record(
    _ receipt: PresentedReceipt, isNew: Bool, body: [UInt8]?, isKept: Bool, now: Instant
  ) throws -> Int64 {
    guard !isNew, let known = try number(of: receipt) else { return try insert(receipt, body, isKept: isKept, now) }
    try db.run(
      """
      UPDATE receipt SET verdict = CASE WHEN signed_sha256 IS NULL THEN ?2 ELSE verdict END,
        signed_sha256 = coalesce(signed_sha256, ?3), is_kept = max(is_kept, ?4), body = coalesce(body, ?5)
      WHERE id = ?1
      """, [known, receipt.verdict?.rawValue, receipt.signedSHA256, isKept, body])
    return known
  }

  /// The row with the same signed content, else the row with the same bytes.
  private func number(of receipt: PresentedReceipt) throws -> Int64? {
    if let signed = receipt.signedSHA256 {
      let known: Int64? = try db.value("SELECT id FROM receipt WHERE signed_sha256 = ?", [signed])
      if let known { return known }
    }
    return try db.value("SELECT id FROM receipt WHERE sha256 = ?", [receipt.sha256])
  }

  private static let insertion = InsertStatement(
    "receipt", key: "id", "sha256", "signed_sha256", "bundle_id", "environment", "created_at", "verdict", "seen_at",
    "is_kept", "body")

  private func insert(_ receipt: PresentedReceipt, _ body: [UInt8]?, isKept: Bool, _ now: Instant) throws -> Int64 {
    try db.insert(
      Self.insertion,
      [
        receipt.sha256, receipt.signedSHA256, receipt.bundleID, receipt.environment, receipt.createdAt,
        receipt.verdict?.rawValue, now, isKept, body,
      ])
  }

  /// Removes the body of a receipt that no task needs and that need not be kept.
  func release(receipt: Int64) throws {
    try db.run(
      """
      UPDATE receipt SET body = NULL WHERE id = ?1 AND is_kept = 0 AND NOT EXISTS (
        SELECT 1 FROM task t JOIN presentation n ON n.id = t.presentation_id WHERE n.receipt_id = ?1)
      """, [receipt])
  }

  /// Decodes a stored receipt again. It was verified before it was stored, so its signature is not verified again.
  static func decode(_ body: [UInt8]) -> DecodedInput? {
    var decoder = InputDecoder(recognizer: InputRecognizer(maximumBytes: max(body.count, 1)))
    decoder.verifies = false
    return try? decoder.decode(body)
  }
}
