import ReceiptKit
import ReceiptMint
import Testing

/// What is odd about a payload of sound structure is kept and reported, never fatal.
@Suite("Odd payloads")
struct OddityTests {
  private func decode(_ attributes: RawAttribute...) throws -> Receipt {
    var description = ReceiptDescription()
    description.extraAttributes = attributes
    return try Receipt(payload: try description.payload())
  }

  /// One value with what becomes of it: its text or digits, or `nil`, and whether it is reported.
  typealias Row = (type: Int64, value: [UInt8], kept: String?, isOdd: Bool)

  private static let rows: [Row] = [
    // UTF8String
    (2, [0x0C, 1, 0x41], "A", false), (2, [0x0C, 0], "", false), (2, [0x16, 1, 0x41], "A", true),
    (2, [0x13, 1, 0x41], "A", true), (2, [0x04, 1, 0x41], nil, true), (2, [0x02, 1, 0x41], nil, true),
    (2, [0x2C, 3, 0x0C, 1, 0x41], nil, true), (2, [0x0C, 0x80, 0, 0], nil, true), (2, [], nil, true),
    (2, [0x0C], nil, true), (2, [0x0C, 2, 0x41], nil, true), (2, [0x0C, 1, 0x41, 0], nil, true),
    (2, [0x0C, 1, 0xFF], "\u{FFFD}", true), (2, [0x0C, 3, 0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", true),
    (2, [0x0C, 0x81, 1, 0x41], "A", false), (2, [0x8C, 1, 0x41], nil, true),
    // IA5String
    (10, [0x16, 2, 0x34, 0x2B], "4+", false), (10, [0x0C, 2, 0x34, 0x2B], "4+", true),
    (10, [0x16, 2, 0xC3, 0xA9], "é", true), (10, [0x16, 1, 0xE9], "\u{FFFD}", true),
    // INTEGER
    (1, [0x02, 1, 0], "0", false), (1, [0x02, 1, 0xFF], "-1", false), (1, [0x02, 2, 0, 0xFF], "255", false),
    (1, [0x02, 8, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "9223372036854775807", false),
    (1, [0x02, 8, 0x80, 0, 0, 0, 0, 0, 0, 0], "-9223372036854775808", false),
    (1, [0x02, 9, 0, 0x80, 0, 0, 0, 0, 0, 0, 0], nil, true), (1, [0x02, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], nil, true),
    (1, [0x02, 0], nil, true), (1, [0x0C, 1, 0x31], nil, true), (1, [0x02, 1, 5, 0], nil, true), (1, [], nil, true),
    (1, [0x22, 3, 0x02, 1, 5], nil, true), (1, [0x0A, 1, 5], nil, true),
  ]

  @Test("values that their types do not foresee", arguments: rows)
  func value(_ row: Row) throws {
    let receipt = try decode(RawAttribute(type: row.type, value: row.value))
    let kept: String? =
      switch row.type {
      case 1: receipt.appItemID.map(String.init)
      case 2: receipt.bundleIdentifier
      default: receipt.ageRating
      }
    #expect(kept == row.kept)
    #expect(receipt.irregularities.map(\.kind) == (row.isOdd ? [.oddValue] : []))
    #expect(receipt.irregularities.allSatisfy { $0.attributeType == row.type && $0.offset == 2 })
    #expect(receipt.raw(row.type) == row.value)
  }

  @Test("raw octets are never taken for DER", arguments: [4, 5, 6, 7] as [Int64])
  func raw(_ type: Int64) throws {
    for value in [[], [0x0C, 1, 0x41], [0x02, 9], [0xFF]] as [[UInt8]] {
      let receipt = try decode(RawAttribute(type: type, value: value))
      #expect(receipt.irregularities.isEmpty)
      #expect(receipt.raw(type) == value)
    }
  }

  @Test("unknown types are kept and reported", arguments: [22, 23, 24, 26, 1_701, 99, -1, .max, .min] as [Int64])
  func unknown(_ type: Int64) throws {
    let receipt = try decode(RawAttribute(type: type, version: -7, value: [1, 2, 3]))
    let attribute = try #require(receipt.attributes.first)
    #expect(attribute.type == type && attribute.version == -7)
    #expect(receipt.raw(type) == [1, 2, 3])
    #expect(receipt.irregularities.map(\.kind) == [.unknownType])
    #expect(receipt.irregularities.first?.attributeType == type)
  }

  @Test("of duplicates the first counts, and each further one is reported")
  func duplicates() throws {
    let receipt = try decode(.utf8(2, "first"), .utf8(2, "second"), .integer(1, 1), .utf8(2, "third"), .integer(1, 2))
    #expect(receipt.bundleIdentifier == "first" && receipt.appItemID == 1)
    #expect(receipt.attributes.count == 5)
    #expect(receipt.irregularities.map(\.kind) == [.duplicate, .duplicate, .duplicate])
    #expect(receipt.irregularities.map(\.attributeType) == [2, 2, 1])
    let offsets = [1, 3, 4].map { receipt.attributes[$0].offset }
    #expect(receipt.irregularities.map(\.offset) == offsets)
  }

  @Test("a second creation date cannot move the time of judging")
  func secondDate() throws {
    let receipt = try decode(.ia5(12, "never"), .ia5(12, "2020-07-22T17:39:08Z"))
    #expect(receipt.creationDate == nil)
    #expect(receipt.irregularities.map(\.kind) == [.oddValue, .duplicate])
  }

  @Test("purchases may repeat, and keep the order of the bytes")
  func order() throws {
    let ids = ["3", "1", "2", "1"]
    for order in AttributeOrder.allCases {
      var description = ReceiptDescription.sandboxSample()
      description.order = order
      description.inApp = ids.map { .subscriptionSample(transactionID: $0) }
      let receipt = try Receipt(payload: try description.payload())
      #expect(receipt.inApp.map(\.transactionID) == ids)
      #expect(receipt.irregularities.isEmpty)
    }
  }

  @Test(
    "a purchase that cannot be read is reported, the others are read",
    arguments: [[], [0x31], [0x30, 0], [0x31, 3, 0x30, 1, 0], [0x31, 0, 0], [0x31, 0x80, 0, 0]] as [[UInt8]])
  func brokenPurchase(_ value: [UInt8]) throws {
    let good = InAppDescription.subscriptionSample(transactionID: "1").encoded(order: .apple)
    let receipt = try decode(
      RawAttribute(type: 17, value: good), RawAttribute(type: 17, value: value), RawAttribute(type: 17, value: good))
    #expect(receipt.inApp.count == 2)
    #expect(receipt.attributes.count == 3)
    #expect(receipt.irregularities.map(\.kind) == [.oddValue])
    #expect(receipt.irregularities.first?.offset == receipt.attributes[1].offset)
  }

  @Test("offsets count from the payload, in purchases too")
  func offsets() throws {
    var description = ReceiptDescription.sandboxSample()
    description.inApp = [.subscriptionSample()]
    let receipt = try Receipt(payload: try description.payload())
    for attribute in receipt.attributes + receipt.inApp.flatMap(\.attributes) {
      #expect(receipt.payload[attribute.offset] == 0x30)
      #expect(attribute.value.lowerBound > attribute.offset && attribute.value.upperBound <= receipt.payload.count)
      let raw = RawAttribute(
        type: attribute.type, version: attribute.version, value: Array(receipt.payload[attribute.value]))
      #expect(receipt.payload[attribute.offset...].starts(with: raw.encoded))
    }
  }

  @Test("an octet behind a value, inside the attribute, is reported")
  func trailing() throws {
    let attribute = DEREncoder.sequence(
      DEREncoder.integer(1), DEREncoder.integer(1), DEREncoder.octetString([0x02, 1, 7]), DEREncoder.null)
    let receipt = try Receipt(payload: DEREncoder.set([attribute]))
    #expect(receipt.appItemID == 7)
    #expect(receipt.irregularities.map(\.kind) == [.oddValue])
  }
}
