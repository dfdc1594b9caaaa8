/// Pairs the members of an object in the receipt with those in Apple's answer.
struct MemberPairing {
  /// For each of Apple's members, the index of the receipt's member.
  private(set) var partners: [Int?]
  /// Apple's members whose name occurred earlier in the same object.
  private(set) var repeated: Set<Int> = []
  /// Members that only the receipt has, in its order.
  private(set) var unmatchedLocal: [Int] = []

  typealias Members = [JSONValue.Member]

  /// - Parameter isServerField: whether only Apple's servers use a name; such a name is never a new name for another
  ///   member.
  init(local: Members, apple: Members, isServerField: (String) -> Bool) {
    partners = Array(repeating: nil, count: apple.count)
    let indexes = Dictionary(local.indices.map { (local[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    var taken = Array(repeating: false, count: local.count)
    var unpaired: [Int] = []
    for (index, member) in apple.enumerated() {
      if !seen.insert(member.name).inserted {
        repeated.insert(index)
      } else if let partner = indexes[member.name] {
        partners[index] = partner
        taken[partner] = true
      } else if !isServerField(member.name) {
        unpaired.append(index)
      }
    }
    unmatchedLocal = local.indices.filter { !taken[$0] }
    guard !unpaired.isEmpty, !unmatchedLocal.isEmpty else { return }
    for key in [Self.spelling, Self.content] {
      pair(
        unpaired.filter { partners[$0] == nil }.map { ($0, key(apple[$0])) },
        unmatchedLocal.map { ($0, key(local[$0])) })
    }
  }

  /// Pairs the members that have the same key, if only one member on each side has that key. A key is the result of
  /// ``spelling(_:)`` or ``content(_:)``.
  private mutating func pair(_ apple: [(index: Int, key: String?)], _ local: [(index: Int, key: String?)]) {
    let localIndexes = Self.uniqueIndexes(local)
    var paired: Set<Int> = []
    for (key, index) in Self.uniqueIndexes(apple) {
      guard let partner = localIndexes[key] else { continue }
      partners[index] = partner
      paired.insert(partner)
    }
    unmatchedLocal.removeAll { paired.contains($0) }
  }

  /// Indexes by key, without the keys that several members have.
  private static func uniqueIndexes(_ members: [(index: Int, key: String?)]) -> [String: Int] {
    var indexes: [String: [Int]] = [:]
    for (index, key) in members { if let key { indexes[key, default: []].append(index) } }
    return indexes.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// The key of a name that is written differently: `productId` and `product_id` have the same one.
  private static func spelling(_ member: JSONValue.Member) -> String? {
    String(decoding: SearchName(member.name).text, as: UTF8.self)
  }

  /// The key of a value: its type and its text. All lists have the same key; `nil` for values that prove nothing.
  private static func content(_ member: JSONValue.Member) -> String? {
    switch member.value {
    case .array: "array"
    case .object, .null, .bool: nil
    // Every object has several short values, such as "1" and 0, that prove nothing.
    case .string(let text), .number(let text): text.utf8.count >= 3 ? "\(member.value.kind)\(text)" : nil
    }
  }

  /// Whether the members with the same name on both sides are in another order.
  var isDisordered: Bool {
    let paired = partners.compactMap(\.self)
    return zip(paired, paired.dropFirst()).contains { $0 > $1 }
  }
}
