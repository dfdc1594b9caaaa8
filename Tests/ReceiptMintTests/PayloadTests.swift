import ReceiptMint
import TestSupport
import Testing

/// Attributes are encoded as the table of FORMAT.md says. The expected octets are written by hand.
struct PayloadTests {
  /// Type, version and value of each attribute in a SET, in the order of the bytes. Reads well-formed DER only.
  private func attributes(_ set: [UInt8]) throws -> [(type: Int, version: Int, value: String)] {
    func elements(_ octets: ArraySlice<UInt8>) throws -> [(tag: UInt8, content: ArraySlice<UInt8>)] {
      var found: [(tag: UInt8, content: ArraySlice<UInt8>)] = []
      var rest = octets
      while let tag = rest.popFirst() {
        let first = rest.popFirst()
        var length = Int(try #require(first))
        if length >= 0x80 {
          let count = length - 0x80
          length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
          rest = rest.dropFirst(count)
        }
        try #require(length <= rest.count)
        found.append((tag, rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      return found
    }
    let outer = try elements(set[...])
    #expect(outer.map(\.tag) == [0x31])
    return try elements(try #require(outer.first).content).map { attribute in
      #expect(attribute.tag == 0x30)
      let parts = try elements(attribute.content)
      try #require(parts.map(\.tag) == [0x02, 0x02, 0x04])
      let numbers = parts.prefix(2).map { $0.content.reduce(0) { $0 << 8 | Int($1) } }
      return (numbers[0], numbers[1], Shared.hex(parts[2].content))
    }
  }

  @Test func everyReceiptAttribute() throws {
    var receipt = ReceiptDescription()
    #expect(try receipt.payload() == [0x31, 0x00])
    receipt.order = .xcode
    receipt.receiptType = "Xcode"
    receipt.appItemID = 128
    receipt.bundleIdentifier = "é"
    receipt.applicationVersion = ""
    receipt.opaqueValue = [0xFF]
    receipt.deviceHash = .octets([5, 5])
    receipt.attribute6 = []
    receipt.attribute7 = [0x0C, 0x00]
    receipt.secondCreationDate = ""
    receipt.generatorVersion = "P305"
    receipt.ageRating = "4+"
    receipt.developerID = -1
    receipt.creationDate = "T"
    receipt.osVersion = 180_602
    receipt.attribute14 = 0
    receipt.downloadID = .max
    receipt.versionExternalIdentifier = 256
    receipt.inApp = [InAppDescription()]
    receipt.originalPurchaseDate = "2"
    receipt.originalApplicationVersion = "1"
    receipt.attribute20 = ""
    receipt.expirationDate = "3"
    receipt.platform = 3
    receipt.preorderDate = "4"
    receipt.extraAttributes = [RawAttribute(type: 2, version: 7, value: [0xDE, 0xAD])]
    let expected: [(Int, String)] = [
      (0, "0c0558636f6465"), (1, "02020080"), (2, "0c02c3a9"), (3, "0c00"), (4, "ff"), (5, "0505"), (6, ""),
      (7, "0c00"), (8, "1600"), (9, "020450333035"), (10, "1602342b"), (11, "0201ff"), (12, "160154"),
      (13, "020302c17a"), (14, "020100"), (15, "02087fffffffffffffff"), (16, "02020100"), (17, "3100"),
      (18, "160132"), (19, "0c0131"), (20, "0c00"), (21, "160133"), (25, "020103"),
      (32, "160134"), (2, "dead"),
    ]
    let found = try attributes(try receipt.payload())
    #expect(found.map(\.type) == expected.map(\.0))
    #expect(found.map(\.value) == expected.map(\.1))
    #expect(found.map(\.version) == Array(repeating: 1, count: 24) + [7])
  }

  @Test func everyPurchaseAttribute() throws {
    var purchase = InAppDescription()
    purchase.quantity = 1
    purchase.productID = "p"
    purchase.transactionID = "t"
    purchase.purchaseDate = "1"
    purchase.originalTransactionID = "o"
    purchase.originalPurchaseDate = "2"
    purchase.productType = 3
    purchase.expiresDate = ""
    purchase.unknown[1709] = ""
    purchase.itemID = 0
    purchase.webOrderLineItemID = 0x71A_FD50_E748_2D
    purchase.cancellationDate = ""
    purchase.isTrialPeriod = true
    purchase.unknown[1714] = "4"
    purchase.unknown[1715] = "5"
    purchase.unknown[1716] = "6"
    purchase.unknown[1717] = "7"
    purchase.unknown[1718] = "8"
    purchase.isInIntroOfferPeriod = false
    purchase.cancellationReason = 1
    purchase.promotionalOfferID = "x"
    purchase.ownershipType = 0
    purchase.extraAttributes = [.integer(9999, -129), .utf8(1702, "again")]
    let expected: [(Int, String)] = [
      (1701, "020101"), (1702, "0c0170"), (1703, "0c0174"), (1704, "160131"), (1705, "0c016f"), (1706, "160132"),
      (1707, "020103"), (1708, "1600"), (1709, "0c00"), (1710, "020100"), (1711, "0207071afd50e7482d"),
      (1712, "1600"), (1713, "020101"), (1714, "0c0134"), (1715, "0c0135"), (1716, "0c0136"), (1717, "0c0137"),
      (1718, "0c0138"), (1719, "020100"), (1720, "020101"), (1721, "0c0178"), (1722, "020100"), (9999, "0202ff7f"),
      (1702, "0c05616761696e"),
    ]
    let found = try attributes(purchase.encoded(order: .xcode))
    #expect(found.map(\.type) == expected.map(\.0))
    #expect(found.map(\.value) == expected.map(\.1))
  }

  /// The order in sandbox-sha256-g5.b64, but that the lengths of bundle identifier and receipt type compare otherwise
  /// there.
  @Test func orderAndVersionsOfApple() throws {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = ["3", "1", "2"].map { InAppDescription.subscriptionSample(transactionID: $0) }
    let found = try attributes(try receipt.payload())
    let types = [8, 20, 1, 3, 11, 15, 16, 25, 10, 14, 13, 19, 9, 4, 2, 0, 5, 12, 18, 7, 6, 17, 17, 17]
    #expect(found.map(\.type) == types)
    #expect(found.map(\.version) == types.map { $0 == 4 ? 2 : 1 })
    let transactions = found.suffix(3).map(\.value)
    #expect(zip(transactions, ["0c0133", "0c0131", "0c0132"]).allSatisfy { $0.contains("020206a70201010403" + $1) })
    let listing = try OpenSSLCommand.run(
      ["asn1parse", "-inform", "DER", "-in", "payload"], files: ["payload": try receipt.payload()])
    #expect(listing.status == 0, "\(listing.errors)")
  }

  /// SHA-1 over GUID ‖ opaque value ‖ bundle identifier with its header, by `openssl dgst`.
  @Test func deviceHash() throws {
    var receipt = ReceiptDescription()
    receipt.bundleIdentifier = "com.example.test"
    receipt.opaqueValue = [1, 2, 3]
    receipt.deviceHash = .device(guid: ReceiptDescription.sampleGUID)
    let message = ReceiptDescription.sampleGUID + [1, 2, 3] + [0x0C, 16] + Array("com.example.test".utf8)
    let theirs = try OpenSSLCommand.run(["dgst", "-sha1", "-r", "message"], files: ["message": message])
    #expect(try attributes(try receipt.payload()).first { $0.type == 5 }?.value == String(theirs.text.prefix(40)))
  }
}
