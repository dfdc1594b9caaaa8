/// The error as the server or libpq describes it.
struct PostgreSQLError: Error {
  /// SQLSTATE (PostgreSQL's documentation, appendix A); empty if the connection is lost.
  let state: String
  /// The message without a final line feed. The message contains no password, because libpq was given none.
  let message: String
  /// Whether the connection can no longer be used.
  let isLost: Bool

  /// Whether the same transaction may succeed if it is repeated, because it conflicted with another one or was part of
  /// a deadlock.
  var isConflict: Bool { state == "40001" || state == "40P01" }
}
