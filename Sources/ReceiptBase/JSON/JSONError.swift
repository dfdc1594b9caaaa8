/// Why a text is no JSON, or more of it than a reader takes.
public struct JSONError: Error, Equatable, Sendable {
  /// One sentence without a final full stop: what is wrong, and where.
  public let message: String
  /// The offset of the fault in bytes.
  public let offset: Int
}
