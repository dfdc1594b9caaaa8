/// Decides what the spaces in a base64 text were: `+` signs that form decoding removed, or stray white space.
///
/// Two or three readings are decoded, and the one whose bytes are complete is chosen: its outer ASN.1 length equals the
/// number of bytes, or all its bytes are text (a receipt may be wrapped in base64 twice). If no reading is complete,
/// the text itself decides.
struct SpaceChoice {
  private enum Reading: CaseIterable {
    case innerAreLost
    case allAreStray
    case allAreLost
  }

  private(set) var values: [UInt8]
  private(set) var plusSignsRestored = 0
  private(set) var spacesRemoved = 0

  init(_ scanner: Base64Scanner) {
    values = scanner.symbols
    guard values.contains(where: { $0 >= Base64Scanner.innerSpace }) else { return }
    let readings = Reading.allCases.map { SpaceChoice.apply($0, to: scanner.symbols) }
    if let whole = readings.first(where: { SpaceChoice.isWhole(Base64.pack($0.values).bytes) }) {
      self = whole
      return
    }
    self = SpaceChoice.spacesLookLost(scanner) ? readings[0] : readings[1]
  }

  private init() { values = [] }

  private static func apply(_ reading: Reading, to symbols: [UInt8]) -> SpaceChoice {
    var choice = SpaceChoice()
    choice.values.reserveCapacity(symbols.count)
    for symbol in symbols {
      let isLost =
        switch symbol {
        case Base64Scanner.innerSpace: reading != .allAreStray
        case Base64Scanner.edgeSpace: reading == .allAreLost
        default: false
        }
      if isLost {
        // The value of `+`.
        choice.values.append(62)
        choice.plusSignsRestored += 1
      } else if symbol >= Base64Scanner.innerSpace {
        choice.spacesRemoved += 1
      } else {
        choice.values.append(symbol)
      }
    }
    return choice
  }

  /// Whether the bytes are exactly one ASN.1 element, or are all text.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    if first == 0x30 || first == 0x31, bytes.count > 1, bytes[1] >= 0x80 {
      return OuterElement.extent(of: bytes) == .ends(bytes.count)
    }
    return bytes.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || ($0 >= 0x09 && $0 <= 0x0D) }
  }

  /// Whether the spaces look like lost `+` signs.
  ///
  /// A long text without `+` suggests that plus signs were lost (one character in 64 is a `+`). Equal distances between
  /// the spaces suggest line wrapping.
  private static func spacesLookLost(_ scanner: Base64Scanner) -> Bool {
    guard scanner.plusSigns == 0, scanner.urlSafeCharacters == 0 else { return false }
    var distance: Int?
    var previous: Int?
    for (index, symbol) in scanner.symbols.enumerated() where symbol == Base64Scanner.innerSpace {
      let step = index - (previous ?? -1)
      if let distance, distance != step { return true }
      distance = step
      previous = index
    }
    return previous.map { $0 + 1 } == distance
  }
}
