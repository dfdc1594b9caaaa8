import ReceiptKit
import ReceiptMint
import Testing

/// What `decode` prints is minted again, and decoded, and is the same.
@Suite("Descriptions")
struct DescriptionRoundTripTests {
  private static let now = Instant(milliseconds: 1_766_774_387_000)

  private static func document(_ payload: [UInt8], showsAttributes: Bool) throws -> JSONValue {
    let bytes = Array(try EnvelopeMinter(try Mint.authority.chain()).envelope(payload: payload).mint().base64.utf8)
    let decoded = try InputDecoder().decode(bytes)
    var writer = JSONWriter(layout: .compact)
    DecodeDocument(decoded, showsAttributes: showsAttributes).write(to: &writer, head: DocumentHead(source: "-"))
    return try JSONReader().read(writer.bytes)
  }

  private static func payload(_ subject: MintSubject) throws -> [UInt8] {
    switch subject {
    case .receipt(let receipt): return try receipt.payload()
    case .payload(let payload, _): return payload
    case .transaction: throw MintError.impossible("a transaction receipt")
    }
  }

  @Test("random receipts: mint, decode, mint from that, decode, equal", arguments: [11, 12, 13, 14] as [UInt64])
  func random(_ seed: UInt64) throws {
    var random = RandomReceipt(seed: seed)
    // Values of which no receipt was ever seen are among them.
    let reader = DescriptionReader(creationDate: Self.now, allowsInvalid: true)
    for round in 0..<50 {
      var description = random.receipt()
      // What has no date would get one.
      if description.creationDate?.isEmpty ?? true { description.creationDate = "2020-07-22T17:39:08Z" }
      let document = try Self.document(try description.payload(), showsAttributes: false)
      let again = try Self.document(try Self.payload(try reader.read(document)), showsAttributes: false)
      #expect(again["receipt"] == document["receipt"], "seed \(seed), round \(round)")
      #expect(again["environment"] == document["environment"], "seed \(seed), round \(round)")
    }
  }

  @Test("random lists of attributes are minted to the octet", arguments: [21, 22] as [UInt64])
  func attributes(_ seed: UInt64) throws {
    var random = RandomReceipt(seed: seed)
    for round in 0..<50 {
      var description = random.receipt()
      description.extraAttributes = [
        RawAttribute(type: 4_711, version: -2, value: [0xFF, UInt8(round)]), .utf8(2, "again"), .ia5(16, "no number"),
      ]
      let payload = try description.payload()
      let document = try Self.document(payload, showsAttributes: true)
      let subject = try DescriptionReader(creationDate: Self.now).read(document)
      #expect(try Self.payload(subject) == payload, "seed \(seed), round \(round)")
    }
  }

  /// Names, and what is needed to be minted without complaint, by FORMAT.md's table.
  @Test("every member that decode prints can be described, and every attribute that it names")
  func names() throws {
    func value(_ row: AttributeRow) -> String? {
      switch row.encoding {
      case .utf8, .ia5: row.name == "receipt_type" ? "\"Production\"" : "\"1\""
      case .integer: "\"1\""
      case .date: "\"2025-12-26T18:39:47Z\""
      case .bytes: "\"00ff\""
      case .purchase: nil
      }
    }
    let reader = DescriptionReader(creationDate: Self.now)
    for row in Receipt.table.rows {
      guard let value = value(row) else { continue }
      let json = try JSONReader().read(Array(#"{"receipt":{"\#(row.name)":\#(value)}}"#.utf8))
      let receipt = try Receipt(payload: try Self.payload(try reader.read(json)))
      #expect(receipt.attributes.contains { $0.type == row.type }, "\(row.name)")
      #expect(receipt.irregularities.isEmpty, "\(row.name)")
    }
    for row in InAppPurchase.table.rows {
      guard let value = value(row) else { continue }
      // A reason goes with a date only.
      let date = row.type == 1720 ? #","cancellation_date":"2025-12-26T18:39:47Z""# : ""
      let json = try JSONReader().read(Array(#"{"receipt":{"in_app":[{"\#(row.name)":\#(value)\#(date)}]}}"#.utf8))
      let receipt = try Receipt(payload: try Self.payload(try reader.read(json)))
      let types: Set<Int64> = row.type == 1720 ? [1712, 1720] : [row.type]
      #expect(Set(receipt.inApp.first?.attributes.map(\.type) ?? []) == types, "\(row.name)")
      #expect(receipt.irregularities.isEmpty, "\(row.name)")
    }
  }

  @Test("a device has an opaque value; what is left out of a description is left out of all of a run")
  func device() throws {
    let reader = DescriptionReader(creationDate: Self.now)
    let json = try JSONReader().read(Array(#"{"receipt":{"bundle_id":"a.b","device_guid":"001B638445E6"}}"#.utf8))
    let receipt = try Receipt(payload: try Self.payload(try reader.read(json)))
    // SHA-1 of the GUID, the opaque value and the bundle identifier as a UTF8String (Apple, "Validating receipts on the
    // device").
    let octets =
      [0x00, 0x1B, 0x63, 0x84, 0x45, 0xE6] + (try #require(receipt.opaqueValue)) + [0x0C, 3] + Array("a.b".utf8)
    #expect(receipt.deviceHash == (try Digest.sha1.hash(octets)))
    let plain = try JSONReader().read(Array(#"{"receipt":{"in_app":[{"transaction_id":"7"}]}}"#.utf8))
    let varied = try Receipt(payload: try Self.payload(try reader.read(plain).varied(3, seed: "1")))
    #expect(varied.attributes.map(\.type) == [12, 17])
  }

  @Test("no identifier of a run occurs in two of its receipts, however many one has")
  func variations() throws {
    func purchases(_ ids: [Int64]) -> MintSubject {
      var receipt = ReceiptDescription()
      receipt.inApp = ids.map { id in
        var purchase = InAppDescription()
        purchase.transactionID = String(id)
        purchase.webOrderLineItemID = id == 7 ? 0 : id - 500
        return purchase
      }
      return .receipt(receipt)
    }
    for ids in [Array(1_000...2_499), [7], [2_000_000_000_000_001, 2_000_000_000_000_999, 2_000_000_123_456_789]]
      as [[Int64]]
    {
      var transactions: [String] = []
      var items: [Int64] = []
      for number in 0..<5 {
        guard case .receipt(let receipt) = try purchases(ids).varied(number, seed: "s") else { continue }
        transactions += receipt.inApp.compactMap(\.transactionID)
        items += receipt.inApp.compactMap(\.webOrderLineItemID)
      }
      #expect(transactions.count == 5 * ids.count && Set(transactions).count == transactions.count)
      #expect(items.allSatisfy { $0 == 0 } || Set(items).count == items.count)
    }
    var transaction = TransactionDescription()
    transaction.extraEntries = [
      PropertyListEntry("transaction-id", "5"), PropertyListEntry("web-order-line-item-id", "6"),
    ]
    guard case .transaction(let varied) = try MintSubject.transaction(transaction).varied(2, seed: "s") else { return }
    #expect(varied.extraEntries.map(\.value) == ["2005", "2006"])
    for subject in [purchases([1, .max - 1]), .receipt(ReceiptDescription())] {
      #expect(throws: MintError.self) { try subject.varied(1, seed: "s") }
    }
  }

  private static func expectRefusal(_ row: TableCase) throws {
    let json = try JSONReader().read(row.bytes)
    let error = #expect(throws: DescriptionError.self) { try DescriptionReader(creationDate: now).read(json) }
    #expect(error?.pointer == row.expected.first ?? "", "\(error?.message ?? "")")
    #expect(error?.message.isEmpty == false && error?.message.hasSuffix(".") == false)
  }

  @Test(
    "that contradict themselves or the format are refused with the place, and minted where that is allowed",
    arguments: try TableCase.read("descriptions", "contradictions"))
  func refused(_ row: TableCase) throws {
    try Self.expectRefusal(row)
    let json = try JSONReader().read(row.bytes)
    #expect(throws: Never.self) { try DescriptionReader(creationDate: Self.now, allowsInvalid: true).read(json) }
  }

  @Test(
    "what has no shape at all cannot be minted by anybody",
    arguments: try TableCase.read("descriptions", "without a shape"))
  func hopeless(_ row: TableCase) throws {
    try Self.expectRefusal(row)
    let json = try JSONReader().read(row.bytes)
    #expect(throws: DescriptionError.self) {
      try DescriptionReader(creationDate: Self.now, allowsInvalid: true).read(json)
    }
  }

  @Test("that are wrong are in the receipt as they are wrong")
  func invalid() throws {
    let json = try JSONReader().read(
      Array(
        #"{"receipt":{"receipt_creation_date":"yesterday","in_app":[{"quantity":"two","transaction_id":"T1"}]}}"#.utf8))
    let subject = try DescriptionReader(creationDate: Self.now, allowsInvalid: true).read(json)
    let receipt = try Receipt(payload: try Self.payload(subject))
    #expect(Set(receipt.irregularities.compactMap(\.attributeType)) == [12, 1_701])
    #expect(receipt.inApp.first?.transactionID == "T1")
  }

  @Test(
    "a date is what all its forms say, offsets and fractions included",
    arguments: try TableCase.read("descriptions", "dates"))
  func dates(_ row: TableCase) throws {
    let subject = try DescriptionReader(creationDate: Self.now).read(try JSONReader().read(row.bytes))
    guard case .receipt(let receipt) = subject else { throw MintError.impossible("no receipt") }
    #expect(receipt.creationDate ?? "" == row.expected.first ?? "")
  }
}
