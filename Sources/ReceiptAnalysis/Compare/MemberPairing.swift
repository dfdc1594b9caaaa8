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
    var left: [Int] = []
    for (index, member) in apple.enumerated() {
      if !seen.insert(member.name).inserted {
        repeated.insert(index)
      } else if let partner = indexes[member.name] {
        partners[index] = partner
        taken[partner] = true
      } else if !isServerField(member.name) {
        left.append(index)
      }
    }
    unmatchedLocal = local.indices.filter { !taken[$0] }
    guard !left.isEmpty, !unmatchedLocal.isEmpty else { return }
    for sign in [Self.spelling, Self.content] {
      pair(
        left.filter { partners[$0] == nil }.map { ($0, sign(apple[$0])) }, unmatchedLocal.map { ($0, sign(local[$0])) })
    }
  }

  /// Pairs the members that have the same sign, if only one member on each side has that sign. A sign is the result of
  /// ``spelling(_:)`` or ``content(_:)``.
  private mutating func pair(_ apple: [(index: Int, sign: String?)], _ local: [(index: Int, sign: String?)]) {
    let unique = Self.unique(local)
    var paired: Set<Int> = []
    for (sign, index) in Self.unique(apple) {
      guard let index, let partner = unique[sign], let partner else { continue }
      partners[index] = partner
      paired.insert(partner)
    }
    unmatchedLocal.removeAll { paired.contains($0) }
  }

  /// Indexes by sign; `nil` for a sign that is not unique.
  private static func unique(_ members: [(index: Int, sign: String?)]) -> [String: Int?] {
    var indexes: [String: Int?] = [:]
    for (index, sign) in members {
      guard let sign else { continue }
      indexes.updateValue(indexes.keys.contains(sign) ? nil : index, forKey: sign)
    }
    return indexes
  }

  /// The sign of a name that is written differently: `productId` and `product_id` have the same one.
  private static func spelling(_ member: JSONValue.Member) -> String? {
    String(decoding: SearchName(member.name).text, as: UTF8.self)
  }

  /// The sign of a value: its type and its text. All lists have the same sign; `nil` for values that prove nothing.
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
