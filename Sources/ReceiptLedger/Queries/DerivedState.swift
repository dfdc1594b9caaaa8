/// States that nothing writes down, because they follow from what else is known: as SQL.
enum DerivedState {
  /// Where a presentation `n` stands: refunded, if Apple took back everything that it has, or restored.
  static let order = """
    CASE WHEN n.state IN ('accepted', 'verified', 'rejected') AND coalesce(
      (SELECT min(p.state = 'refunded') FROM purchase p WHERE p.presentation_id = n.id),
      (SELECT min(p.state = 'refunded') FROM claim c JOIN purchase p ON p.transaction_id = c.transaction_id
        WHERE c.presentation_id = n.id AND c.outcome = 'restored'), 0) THEN 'refunded' ELSE n.state END
    """

  /// Where a subscription `s` stands: lapsed, if its period ended and Apple was not asked since.
  ///
  /// - Parameter now: a parameter of the statement, in milliseconds since 1970.
  static func subscription(_ now: String) -> String {
    "CASE WHEN s.state = 'active' AND s.expires_at <= \(now) THEN 'lapsed' ELSE s.state END"
  }
}
