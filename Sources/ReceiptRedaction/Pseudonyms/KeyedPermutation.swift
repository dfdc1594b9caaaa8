import ReceiptKit

/// A permutation of all texts of one shape that only the key's holder can compute.
///
/// A shape says how many symbols each place has: ten for a digit, 26 for a letter, 256 for an octet. Because it is a permutation,
/// different values stay different, so that counts and references are what they were; and because it is one single cycle, no value
/// is its own pseudonym.
///
///     σ    a Feistel network of ten rounds over the two halves of the places (as FF1 of NIST SP 800-38G, which adds numbers where
///          this adds place by place); the round function is HMAC-SHA-256
///     P(x) = σ(σ⁻¹(x) + 1), where + 1 counts through all texts of the shape
///
/// P is σ's conjugate of a cycle through all texts, and so a cycle through all texts itself.
struct KeyedPermutation {
  private static let rounds = 10
  /// Longer texts are masked instead: with this many symbols two of them never meet by chance.
  private static let maximumPlaces = 128

  private let authentication: MessageAuthentication
  private let radices: [Int]

  /// - Parameters:
  ///   - key: the user's.
  ///   - domain: sets permutations of one shape apart.
  ///   - radices: symbols of each place, 1 to 256.
  init(key: RedactionKey, domain: [UInt8], radices: [Int]) throws(ReceiptError) {
    // A key of its own for each domain and shape; each part is preceded by its length, so that no two joints are alike.
    var message = Array("receipt-tool redact 1".utf8)
    message += Self.octets(domain.count) + domain
    message += Self.octets(radices.count) + radices.map { UInt8(truncatingIfNeeded: $0 - 1) }
    authentication = MessageAuthentication(key: try MessageAuthentication(key: key.octets).code(message))
    self.radices = radices
  }

  /// The image of a text: every place below its radix, as in the text itself.
  func image(of places: [Int]) throws(ReceiptError) -> [Int] {
    switch places.count {
    case 0: return []
    // One place has no halves: it is moved on by a secret distance.
    case 1:
      guard radices[0] > 1 else { return places }
      let distance = try stream([], [radices[0] - 1])[0]
      return [(places[0] + 1 + distance) % radices[0]]
    case ...Self.maximumPlaces: return try feistel(successor(of: try inverse(places)))
    default: return add(places[...], try stream([0xFF] + places.map { UInt8(truncatingIfNeeded: $0) }, radices), 1)
    }
  }

  private var middle: Int { radices.count / 2 }

  private func feistel(_ places: [Int]) throws(ReceiptError) -> [Int] {
    var (left, right) = (places[..<middle].map(\.self), places[middle...].map(\.self))
    for round in 0..<Self.rounds { try turn(round, &left, &right, 1) }
    return left + right
  }

  private func inverse(_ places: [Int]) throws(ReceiptError) -> [Int] {
    var (left, right) = (places[..<middle].map(\.self), places[middle...].map(\.self))
    for round in (0..<Self.rounds).reversed() { try turn(round, &left, &right, -1) }
    return left + right
  }

  /// One round: a half is moved by what the other one and the key say.
  private func turn(_ round: Int, _ left: inout [Int], _ right: inout [Int], _ sign: Int) throws(ReceiptError) {
    let label = UInt8(truncatingIfNeeded: round)
    if round.isMultiple(of: 2) {
      let mask = try stream([label] + left.map { UInt8(truncatingIfNeeded: $0) }, Array(radices[middle...]))
      right = add(right[...], mask, sign, from: middle)
    } else {
      let mask = try stream([label] + right.map { UInt8(truncatingIfNeeded: $0) }, Array(radices[..<middle]))
      left = add(left[...], mask, sign)
    }
  }

  private func add(_ places: ArraySlice<Int>, _ mask: [Int], _ sign: Int, from start: Int = 0) -> [Int] {
    zip(places, mask).enumerated().map { index, pair in
      let radix = radices[start + index]
      return (pair.0 + (sign > 0 ? pair.1 : radix - pair.1)) % radix
    }
  }

  /// The next text of the shape; the first one after the last.
  private func successor(of places: [Int]) -> [Int] {
    var places = places
    for index in places.indices.reversed() {
      places[index] += 1
      if places[index] < radices[index] { break }
      places[index] = 0
    }
    return places
  }

  /// One number below each radix, all equally likely, from the key and a message.
  private func stream(_ message: [UInt8], _ radices: [Int]) throws(ReceiptError) -> [Int] {
    let seed = try authentication.code([0] + message)
    var block = seed
    var position = 0
    var counter = 0
    var numbers: [Int] = []
    numbers.reserveCapacity(radices.count)
    for radix in radices {
      while true {
        if position == block.count {
          counter += 1
          block = try authentication.code([1] + seed + Self.octets(counter))
          position = 0
        }
        let octet = Int(block[position])
        position += 1
        // What is above the last multiple of the radix would make small numbers more likely.
        if octet < 256 - 256 % radix {
          numbers.append(octet % radix)
          break
        }
      }
    }
    return numbers
  }

  /// A number in eight octets.
  private static func octets(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}
