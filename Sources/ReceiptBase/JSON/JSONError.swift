/// Why a text is not JSON, or exceeds the limits of a reader.
public struct JSONError: Error, Equatable, Sendable {
  /// One sentence without a final full stop: the fault and its place.
  public let message: String
  /// The offset of the fault in bytes.
  public let offset: Int
}
