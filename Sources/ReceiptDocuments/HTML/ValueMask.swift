/// Replaces values that may identify a person by `…`.
///
/// A text that is one of the values is replaced as a whole. In other texts, only values of more than four characters
/// are replaced: shorter ones also occur in words and numbers. Long values are replaced piece by piece, so that no
/// input makes the search long.
package struct ValueMask: Sendable {
  private static let mark = "…"
  private static let shortest = 5
  private static let longest = 64

  private let values: Set<String>
  private var pieces: Set<ArraySlice<UInt8>> = []
  /// The lengths of the pieces by their first bytes, the longest first.
  private var lengths: [ArraySlice<UInt8>: [Int]] = [:]

  init(_ values: [String]) {
    self.values = Set(values)
    for value in values {
      var rest = value.unicodeScalars[...]
      while rest.count >= Self.shortest {
        // What is left over is not too short to be replaced.
        let count = rest.count < Self.longest + Self.shortest ? rest.count : Self.longest
        pieces.insert(Array(String(rest.prefix(count)).utf8)[...])
        rest = rest.dropFirst(count)
      }
    }
    for piece in pieces { lengths[piece.prefix(Self.shortest), default: []].append(piece.count) }
    lengths = lengths.mapValues { Set($0).sorted(by: >) }
  }

  /// The text without the values, from left to right.
  package func masked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let trimmed = bytes.drop { $0.isASCIISpace }.reversed().drop { $0.isASCIISpace }.reversed()
    guard !values.contains(String(decoding: trimmed, as: UTF8.self)) else { return Self.mark }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      let fitting = lengths[rest.prefix(Self.shortest)]?.first { pieces.contains(rest.prefix($0)) }
      if fitting == nil { kept.append(byte) } else { kept += Self.mark.utf8 }
      rest = rest.dropFirst(fitting ?? 1)
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
