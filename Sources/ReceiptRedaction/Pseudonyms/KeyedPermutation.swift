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
  /// Symbols of each place, less one: 256 of them fit into an octet as well.
  private let highest: [UInt8]

  /// - Parameters:
  ///   - key: what the user's key makes codes with.
  ///   - domain: sets permutations of one shape apart.
  ///   - highest: the highest symbol of each place: one less than it has symbols.
  init(key: MessageAuthentication, domain: [UInt8], highest: [UInt8]) throws(ReceiptError) {
    authentication = try MessageAuthentication(key: key.code(Self.message(domain: domain, highest: highest)))
    self.highest = highest
  }

  /// From what a permutation's key is made. A key of its own for each domain and shape; each part is preceded by its length, so that
  /// no two joints are alike.
  static func message(domain: [UInt8], highest: [UInt8]) -> [UInt8] {
    var message = Array("receipt-tool redact 1".utf8)
    message.reserveCapacity(message.count + domain.count + highest.count + 16)
    append(domain.count, to: &message)
    message += domain
    append(highest.count, to: &message)
    message += highest
    return message
  }

  /// The image of a text: every place at most its highest symbol, as in the text itself.
  func image(of places: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var places = places
    var numbers = Numbers(authentication)
    switch places.count {
    case 0: break
    // One place has no halves: it is moved on by a secret distance.
    case 1:
      guard highest[0] > 0 else { return places }
      try numbers.begin([])
      let distance = try numbers.next(below: Int(highest[0]))
      places[0] = UInt8((Int(places[0]) + 1 + distance) % radix(0))
    case ...Self.maximumPlaces:
      for round in (0..<Self.rounds).reversed() { try turn(round, &places, &numbers, isInverse: true) }
      increment(&places)
      for round in 0..<Self.rounds { try turn(round, &places, &numbers, isInverse: false) }
    default:
      try numbers.begin([0xFF] + places)
      for index in places.indices { try move(&places[index], radix(index), &numbers, isInverse: false) }
    }
    return places
  }

  private func radix(_ index: Int) -> Int { Int(highest[index]) + 1 }

  /// One round: a half is moved by what the other one and the key say.
  private func turn(
    _ round: Int, _ places: inout [UInt8], _ numbers: inout Numbers, isInverse: Bool
  ) throws(ReceiptError) {
    let middle = places.count / 2
    let (said, moved) =
      round.isMultiple(of: 2) ? (0..<middle, middle..<places.count) : (middle..<places.count, 0..<middle)
    try numbers.begin([UInt8(round)], places[said])
    for index in moved { try move(&places[index], radix(index), &numbers, isInverse: isInverse) }
  }

  private func move(
    _ place: inout UInt8, _ radix: Int, _ numbers: inout Numbers, isInverse: Bool
  ) throws(ReceiptError) {
    let number = try numbers.next(below: radix)
    place = UInt8((Int(place) + (isInverse ? radix - number : number)) % radix)
  }

  /// The next text of the shape; the first one after the last.
  private func increment(_ places: inout [UInt8]) {
    for index in places.indices.reversed() {
      if places[index] < highest[index] {
        places[index] += 1
        break
      }
      places[index] = 0
    }
  }

  /// A number in eight octets.
  fileprivate static func append(_ number: Int, to octets: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) { octets.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}

/// Numbers below given ones, all equally likely, from a key and a message.
private struct Numbers {
  private let authentication: MessageAuthentication
  /// What the codes are made of; its memory is used again.
  private var message: [UInt8] = []
  private var seed: [UInt8] = []
  private var block: [UInt8] = []
  private var position = 0
  private var counter = 0

  init(_ authentication: MessageAuthentication) {
    self.authentication = authentication
    message.reserveCapacity(192)
  }

  /// Numbers of another message, in two parts.
  mutating func begin(_ first: [UInt8], _ second: ArraySlice<UInt8> = []) throws(ReceiptError) {
    message.removeAll(keepingCapacity: true)
    message.append(0)
    message += first
    message += second
    try authentication.code(message, into: &seed)
    (position, counter) = (0, 0)
  }

  mutating func next(below radix: Int) throws(ReceiptError) -> Int {
    // What is above the last multiple of the radix would make small numbers more likely.
    let limit = 256 - 256 % radix
    while true {
      if position == MessageAuthentication.length {
        counter += 1
        message.removeAll(keepingCapacity: true)
        message.append(1)
        message += seed
        KeyedPermutation.append(counter, to: &message)
        try authentication.code(message, into: &block)
        position = 0
      }
      let octet = Int(counter == 0 ? seed[position] : block[position])
      position += 1
      if octet < limit { return octet % radix }
    }
  }
}
