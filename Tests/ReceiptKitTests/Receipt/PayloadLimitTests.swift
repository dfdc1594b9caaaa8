import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// What breaks the structure, or is too much, is refused with a code and the offset where it stands, at once.
@Suite("Limits of payload and envelope")
struct PayloadLimitTests {
  private func refusal(_ payload: [UInt8], budget: Int = 250_000) -> ReceiptError? {
    #expect(throws: ReceiptError.self) { try Receipt(payload: payload, maximumAttributes: budget) }
  }

  private static let attribute = RawAttribute(type: 99, value: []).encoded

  /// Each broken payload with the offset of its fault.
  private static let broken: [(payload: [UInt8], offset: Int)] = [
    ([], 0), ([0x31], 0), ([0x31, 1], 0), ([0x30, 0], 0), ([0x31, 0x80, 0, 0], 0), ([0x31, 0, 0], 2),
    ([0x31, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], 0), ([0x31, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 0),
    ([0x31, 2, 0x02, 0], 2), ([0x31, 2, 0x30, 0], 4), ([0x31, 2, 0x30, 1], 2), ([0x31, 1, 0x30], 2),
    ([0x31, 5, 0x30, 3, 0x02, 1, 1], 7), ([0x31, 5, 0x30, 3, 0x04, 1, 1], 4),
    ([0x31, 8, 0x30, 6, 0x02, 1, 1, 0x02, 1, 1], 10), ([0x31, 10, 0x30, 8, 0x02, 1, 1, 0x02, 1, 1, 0x0C, 0], 10),
    // A type of no octets, and one of nine.
    ([0x31, 9, 0x30, 7, 0x02, 0, 0x02, 1, 1, 0x04, 0], 2),
    ([0x31, 18, 0x30, 16, 0x02, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 1, 1, 0x04, 0], 2),
    // A constructed value.
    ([0x31, 12, 0x30, 10, 0x02, 1, 1, 0x02, 1, 1, 0x24, 2, 0x04, 0], 2),
    ([0x04, 3, 0x31, 0], 0), ([0x04, 2, 0x31, 0, 0], 4), ([0x04, 4, 0x04, 2, 0x31, 0], 0),
  ]

  @Test("broken structures", arguments: broken)
  func structure(_ row: (payload: [UInt8], offset: Int)) throws {
    let error = try #require(refusal(row.payload))
    #expect(error.code == .invalidPayload)
    #expect(error.offset == row.offset, "\(error.message)")
  }

  @Test("the budget of attributes counts those of purchases")
  func budget() throws {
    let five = DEREncoder.set(Array(repeating: Self.attribute, count: 5))
    #expect(try Receipt(payload: five, maximumAttributes: 5).attributes.count == 5)
    let tooMany = try #require(refusal(five, budget: 4))
    #expect(tooMany.code == .invalidPayload)
    #expect(tooMany.offset == 2 + 4 * Self.attribute.count)

    // One purchase of five attributes costs six; the rest of the receipt must not hide that it is cut.
    let purchase = RawAttribute(type: 17, value: five).encoded
    #expect(try Receipt(payload: DEREncoder.set([purchase]), maximumAttributes: 6).inApp.first?.attributes.count == 5)
    #expect(refusal(DEREncoder.set([purchase]), budget: 5)?.code == .invalidPayload)
    #expect(refusal(DEREncoder.set([purchase, Self.attribute]), budget: 3)?.code == .invalidPayload)
  }

  private func quickly(_ bytes: [UInt8], _ code: ReceiptError.Code, location: SourceLocation = #_sourceLocation) {
    let clock = ContinuousClock()
    let start = clock.now
    let error = #expect(throws: ReceiptError.self, sourceLocation: location) { try InputDecoder().decode(bytes) }
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: location)
    #expect(error?.offset != nil, sourceLocation: location)
    // Seconds, where a mistake costs minutes; a debug build on a busy machine needs some of it.
    #expect(clock.now - start < .seconds(10), sourceLocation: location)
  }

  private static let oid: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

  @Test("a hundred thousand nested levels, definite and indefinite")
  func nesting() throws {
    let levels = 100_000
    quickly(Array(repeatElement([0x30, 0x80] as [UInt8], count: levels).joined()), .invalidEnvelope)
    let closed = [UInt8](repeating: 0, count: 2 * levels + 2)
    quickly(
      [0x30, 0x80] + Self.oid + Array(repeatElement([0xA0, 0x80] as [UInt8], count: levels).joined()) + closed,
      .invalidASN1)
    // Definite lengths, from the inside out; five octets a level.
    var nested: [UInt8] = []
    for level in stride(from: levels, through: 1, by: -1) {
      let length = (levels - level) * 5
      nested += [UInt8(length & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length >> 16), 0x83, 0x30]
    }
    nested.reverse()
    quickly(DEREncoder.sequence(Self.oid, nested), .invalidASN1)
  }

  @Test("depth and number of elements")
  func depthAndElements() throws {
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce(DEREncoder.null) { inner, _ in DEREncoder.sequence(inner) }
    }
    func walk(_ bytes: [UInt8], _ limits: ASN1Limits) throws {
      try limits.visit(bytes.span, 0..<bytes.count)
    }
    try walk(nested(32), ASN1Limits())
    let deep = #expect(throws: ReceiptError.self) { try walk(nested(33), ASN1Limits()) }
    #expect(deep?.offset == 64)
    let wide = DEREncoder.sequence(Array(repeating: DEREncoder.null, count: 9))
    try walk(wide, ASN1Limits(elements: 10))
    let error = #expect(throws: ReceiptError.self) { try walk(wide, ASN1Limits(elements: 9)) }
    #expect(error?.offset == 2 + 8 * 2)
  }

  @Test("two million empty elements")
  func elements() throws {
    let nulls = Array(repeatElement([0x05, 0x00] as [UInt8], count: 2_000_001).joined())
    quickly(DEREncoder.sequence(Self.oid, DEREncoder.context(0, nulls)), .invalidASN1)
  }

  @Test("lengths of four gigabytes and more", arguments: [4, 5, 8])
  func length(_ octets: Int) throws {
    let header = [0x80 | UInt8(octets)] + [UInt8](repeating: 0x7F, count: octets)
    let inner = Self.oid + [0xA0, 0x80, 0x30] + header
    quickly([0x30, 0x80] + inner + [UInt8](repeating: 0, count: 200), .invalidASN1)
    let whole = DEREncoder.sequence(Self.oid, [0xA0] + header + [UInt8](repeating: 0, count: 200))
    quickly(whole, .invalidASN1)
  }

  @Test("nothing at all")
  func nothing() throws {
    quickly([], .emptyInput)
    #expect(throws: ReceiptError.self) { try SignedData([]) }
    #expect(throws: ReceiptError.self) { try Certificate(der: []) }
    #expect(throws: ReceiptError.self) { try TrustAnchor.read([]) }
  }
}
