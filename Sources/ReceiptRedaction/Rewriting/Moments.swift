import ReceiptKit

/// The moments that an object states in milliseconds. Its dates in Pacific time are rewritten from them.
struct Moments {
  /// The first value of each member in milliseconds that belongs to a date in Pacific time, by name.
  private var moments: [String: Instant] = [:]

  /// - Parameter members: each member's name, and its value as a string.
  init(_ members: some Sequence<(String, () -> String?)>) {
    var wanted: Set<String> = []
    for (name, _) in members { wanted.formUnion(Self.names(for: name)) }
    guard !wanted.isEmpty else { return }
    for (name, text) in members where wanted.remove(name) != nil {
      moments[name] = text().flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
    }
  }

  /// The moment of a date in Pacific time, taken from another field.
  func sibling(of name: String) -> Instant? {
    guard !moments.isEmpty else { return nil }
    return Self.names(for: name).lazy.compactMap { moments[$0] }.first
  }

  /// The names under which an object may have the same date in milliseconds, for the name of a date in Pacific time;
  /// empty for any other name.
  private static func names(for name: String) -> [String] {
    guard name.utf8.suffix(3).elementsEqual("pst".utf8), case .date? = FieldRule.field(named: name).rule else {
      return []
    }
    // `expires_date_pst` and `expires_date_ms`; `expires-date-formatted-pst` and `expires-date`.
    return [name.dropLast(3) + "ms", String(name.dropLast("-formatted-pst".count))]
  }
}
