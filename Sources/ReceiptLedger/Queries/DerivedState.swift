/// States that are not stored, because they follow from other data: as SQL.
enum DerivedState {
  /// The state of a presentation `n`: refunded, if Apple refunded everything that it has, or restored.
  static let order = """
    CASE WHEN n.state IN ('accepted', 'verified', 'rejected') AND coalesce(
      (SELECT min(CASE WHEN p.state = 'refunded' THEN 1 ELSE 0 END) FROM purchase p WHERE p.presentation_id = n.id),
      (SELECT min(CASE WHEN p.state = 'refunded' THEN 1 ELSE 0 END) FROM claim c JOIN purchase p ON p.transaction_id = c.transaction_id
        WHERE c.presentation_id = n.id AND c.outcome = 'restored'), 0) = 1 THEN 'refunded' ELSE n.state END
    """

  /// The state of a subscription `s`: lapsed, if its period ended and Apple was not asked since.
  ///
  /// - Parameter now: a parameter of the statement, in milliseconds since 1970.
  static func subscription(_ now: String) -> String {
    "CASE WHEN s.state = 'active' AND s.expires_at <= \(now) THEN 'lapsed' ELSE s.state END"
  }
}
