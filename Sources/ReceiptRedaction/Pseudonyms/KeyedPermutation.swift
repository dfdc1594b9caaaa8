import ReceiptKit

/// A permutation of all texts of one shape that only the key's holder can compute.
///
/// A shape gives the number of symbols for each place: ten for a digit, 26 for a letter, 256 for an octet. Because the
/// function is a permutation, different values stay different, and counts and references are preserved. Because it is a
/// single cycle, no value is its own pseudonym.
///
///     σ    a Feistel network of ten rounds over the two halves of the places (as FF1 of NIST SP 800-38G, which
///          adds numbers where this adds place by place); the round function is ``KeyedNumbers``
///     P(x) = σ(σ⁻¹(x) + 1), where + 1 counts through all texts of the shape
///
/// P is σ's conjugate of a cycle through all texts, and therefore such a cycle itself.
struct KeyedPermutation {
  private static let rounds = 10
  /// Longer texts are masked instead: with this many symbols a collision by chance is practically impossible.
  private static let maximumPlaces = 128

  /// Makes permutations of the same shape differ.
  let domain: [UInt8]
  /// The number of symbols of each place, less one, so that 256 fits into an octet as well.
  let highest: [UInt8]

  /// The image of a text: every place is at most its highest symbol, as in the text itself.
  func image(of places: [UInt8], _ numbers: inout KeyedNumbers) throws(ReceiptError) -> [UInt8] {
    var places = places
    guard !places.isEmpty else { return places }
    try numbers.setTopic(domain: domain, shape: highest)
    switch places.count {
    // A text with one place has no halves, so the place is shifted by a secret distance.
    case 1:
      guard highest[0] > 0 else { return places }
      try numbers.begin(step: 0, Span(), drawing: 1)
      let distance = try numbers.next(below: Int(highest[0]))
      places[0] = UInt8((Int(places[0]) + 1 + distance) % (Int(highest[0]) + 1))
    case ...Self.maximumPlaces:
      for round in (0..<Self.rounds).reversed() { try turn(round, &places, &numbers, isInverse: true) }
      increment(&places)
      for round in 0..<Self.rounds { try turn(round, &places, &numbers, isInverse: false) }
    default:
      // The text itself determines by how much each place moves, so that nothing can undo it.
      try numbers.begin(step: .max, places.span, drawing: places.count)
      try move(&places, 0..<places.count, &numbers, isInverse: false)
    }
    return places
  }

  /// Performs one round: numbers that depend on one half and the key change the other half.
  private func turn(
    _ round: Int, _ places: inout [UInt8], _ numbers: inout KeyedNumbers, isInverse: Bool
  ) throws(ReceiptError) {
    let middle = places.count / 2
    let first = 0..<middle
    let second = middle..<places.count
    let moved = round.isMultiple(of: 2) ? second : first
    let other = round.isMultiple(of: 2) ? first : second
    try numbers.begin(step: UInt8(round), places.span.extracting(other), drawing: moved.count)
    try move(&places, moved, &numbers, isInverse: isInverse)
  }

  /// Adds a number to each of these places, or takes it away again.
  private func move(
    _ places: inout [UInt8], _ moved: Range<Int>, _ numbers: inout KeyedNumbers, isInverse: Bool
  ) throws(ReceiptError) {
    var symbols = places.mutableSpan
    let highest = highest.span
    for index in moved {
      let radix = Int(highest[index]) + 1
      let number = try numbers.next(below: radix)
      let sum = Int(symbols[index]) + (isInverse ? radix - number : number)
      symbols[index] = UInt8(truncatingIfNeeded: sum < radix ? sum : sum - radix)
    }
  }

  /// Changes a text to the next one of the shape; after the last text, the first one follows.
  private func increment(_ places: inout [UInt8]) {
    for index in places.indices.reversed() {
      if places[index] < highest[index] {
        places[index] += 1
        break
      }
      places[index] = 0
    }
  }
}
