/// The values that distinguish minted receipts, except those set by options. They are derived from a seed and a number.
struct MintIdentity {
  let opaqueValue: [UInt8]
  let deviceGUID: [UInt8]
  let attribute6: [UInt8]
  let attribute7: [UInt8]
  /// 15 or 16 digits, like download identifiers of the App Store; some exceed 2^53.
  let downloadID: Int64
  /// A number that follows from the seed alone.
  private let base: Int64
  private let number: Int

  /// The identity of receipt `number` of a run.
  init(seed: String, number: Int) throws(MintError) {
    var common = try SeededGenerator(seed: seed, label: "identifiers")
    base = Self.number(try common.bytes(8))
    self.number = number
    var own = try SeededGenerator(seed: seed, label: "receipt \(number)")
    opaqueValue = try own.bytes(16)
    deviceGUID = try own.bytes(16)
    attribute6 = try own.bytes(64)
    attribute7 = try own.bytes(48)
    downloadID = 500_000_000_000_000 + Self.number(try own.bytes(8)) % 9_000_000_000_000_000
  }

  /// A transaction identifier that no other receipt of the run has: 16 digits that begin with 2 in the sandbox, 15 that
  /// begin with 49 in production, as in receipts of 2020 and later.
  ///
  /// - Parameters:
  ///   - place: the index of the purchase in its receipt, below `count`.
  ///   - count: the number of identifiers in each receipt of the run.
  func transactionID(_ place: Int, of count: Int, isSandbox: Bool) -> String {
    String((isSandbox ? 2_000_000_000_000_000 : 490_000_000_000_000) + serial(place, of: count))
  }

  /// A web order line item identifier, as for ``transactionID(_:of:isSandbox:)``.
  func webOrderLineItemID(_ place: Int, of count: Int, isSandbox: Bool) -> Int64 {
    (isSandbox ? 2_100_000_000_000_000 : 491_000_000_000_000) + serial(place, of: count)
  }

  /// What an identifier of the App Store names.
  enum StoreItem: Int64 {
    case app = 1
    case developer = 2
    /// Callers divide it by 10, because the identifier of a version has nine digits.
    case version = 3
    case product = 10
  }

  /// Ten digits that are the same in every receipt of a run. The factors only spread the identifiers.
  func storeID(_ item: StoreItem) -> Int64 {
    1_000_000_000 + (base / 7 + item.rawValue * 104_729) % 8_000_000_000
  }

  /// Runs through 10^12 numbers from a place that follows from the seed.
  private func serial(_ place: Int, of count: Int) -> Int64 {
    (base + Int64(number) &* Int64(count) + Int64(place)) % 1_000_000_000_000
  }

  /// Below 2^62, so that sums do not overflow.
  private static func number(_ octets: [UInt8]) -> Int64 {
    octets.reduce(0) { ($0 & 0x003F_FFFF_FFFF_FFFF) << 8 | Int64($1) } & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// `elements` in an order that follows from the seed: purchases in real receipts are not in chronological order.
  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var rest = elements
    var result: [Element] = []
    var state = UInt64(truncatingIfNeeded: base) | 1
    while !rest.isEmpty {
      // Knuth's multiplier for 64 bits; the high bits are the most random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      result.append(rest.remove(at: Int((state >> 33) % UInt64(rest.count))))
    }
    return result
  }
}
