import ReceiptKit
import ReceiptMint
import Testing

/// What was minted is read back, for every row of FORMAT.md's table, in any combination and with any value.
@Suite("Round trip")
struct RoundTripTests {
  @Test("random descriptions: mint, then decode, equals", arguments: [1, 2, 3, 4] as [UInt64])
  func random(_ seed: UInt64) throws {
    var random = RandomReceipt(seed: seed)
    var purchases = 0
    for round in 0..<100 {
      let description = random.receipt()
      let receipt = try Receipt(payload: try description.payload())
      #expect(differences(description, receipt).isEmpty, "seed \(seed), round \(round)")
      #expect(receipt.inApp.count == description.inApp.count)
      for (expected, found) in zip(description.inApp, receipt.inApp) {
        #expect(differences(expected, found).isEmpty, "seed \(seed), round \(round)")
      }
      // Only what cannot be said in ASCII is odd about them.
      let isASCII = description.ageRating?.utf8.allSatisfy { $0 < 0x80 } ?? true
      #expect(receipt.irregularities.map(\.attributeType) == (isASCII ? [] : [10]), "seed \(seed), round \(round)")
      purchases += receipt.inApp.count
    }
    #expect(purchases > 100)
  }

  /// The names of all properties that are not what was minted.
  private func differences(_ expected: ReceiptDescription, _ found: Receipt) -> [String] {
    var differences = Differences()
    differences.check("0", expected.receiptType, found.receiptType)
    differences.check("1", expected.appItemID, found.appItemID)
    differences.check("2", expected.bundleIdentifier, found.bundleIdentifier)
    differences.check("3", expected.applicationVersion, found.applicationVersion)
    differences.check("4", expected.opaqueValue, found.opaqueValue)
    var hash: [UInt8]?
    if case .octets(let octets)? = expected.deviceHash { hash = octets }
    differences.check("5", hash, found.deviceHash)
    differences.check("6", expected.attribute6, found.raw(6))
    differences.check("7", expected.attribute7, found.raw(7))
    differences.check("8", date: expected.secondCreationDate, found.secondCreationDate)
    differences.check("9", expected.generatorVersion == nil ? nil : 0x5033_3035, found.generatorVersionNumber)
    differences.check("10", expected.ageRating, found.ageRating)
    differences.check("11", expected.developerID, found.developerID)
    differences.check("12", date: expected.creationDate, found.creationDate)
    differences.check("13", expected.osVersion, found.osVersionNumber)
    differences.check("14", expected.attribute14.map(DEREncoder.integer), found.raw(14))
    differences.check("15", expected.downloadID, found.downloadID)
    differences.check("16", expected.versionExternalIdentifier, found.versionExternalIdentifier)
    differences.check("18", date: expected.originalPurchaseDate, found.originalPurchaseDate)
    differences.check("19", expected.originalApplicationVersion, found.originalApplicationVersion)
    differences.check("20", expected.attribute20.map(DEREncoder.utf8String), found.raw(20))
    differences.check("21", date: expected.expirationDate, found.expirationDate)
    differences.check("25", expected.platform, found.platform)
    differences.check("32", date: expected.preorderDate, found.preorderDate)
    return differences.names
  }

  private func differences(_ expected: InAppDescription, _ found: InAppPurchase) -> [String] {
    var differences = Differences()
    differences.check("1701", expected.quantity, found.quantity)
    differences.check("1702", expected.productID, found.productID)
    differences.check("1703", expected.transactionID, found.transactionID)
    differences.check("1704", date: expected.purchaseDate, found.purchaseDate)
    differences.check("1705", expected.originalTransactionID, found.originalTransactionID)
    differences.check("1706", date: expected.originalPurchaseDate, found.originalPurchaseDate)
    differences.check("1707", expected.productType, found.productTypeNumber)
    differences.check("1708", date: expected.expiresDate, found.expiresDate)
    differences.check("1710", expected.itemID, found.productItemID)
    differences.check("1711", expected.webOrderLineItemID, found.webOrderLineItemID)
    differences.check("1712", date: expected.cancellationDate, found.cancellationDate)
    differences.check("1713", expected.isTrialPeriod, found.isTrialPeriod)
    differences.check("1719", expected.isInIntroOfferPeriod, found.isInIntroOfferPeriod)
    differences.check("1720", expected.cancellationReason, found.cancellationReason)
    differences.check("1721", expected.promotionalOfferID, found.promotionalOfferID)
    differences.check("1722", expected.ownershipType, found.ownershipType)
    return differences.names
  }

  @Test("types of products and environments by FORMAT.md")
  func words() throws {
    var description = ReceiptDescription()
    let environments: [(String, ReceiptEnvironment?)] = [
      ("Production", .production), ("ProductionVPP", .production), ("ProductionSandbox", .sandbox),
      ("ProductionVPPSandbox", .sandbox), ("Xcode", .xcode), ("production", nil), ("", nil), ("Sandbox", nil),
    ]
    for (type, environment) in environments {
      description.receiptType = type
      #expect(try Receipt(payload: try description.payload()).environment == environment)
    }
    let types: [(Int64, ProductType?)] = [
      (0, .nonConsumable), (1, .consumable), (2, .nonRenewingSubscription), (3, .autoRenewableSubscription),
      (4, .freeSubscription), (5, nil), (-1, nil),
    ]
    var purchase = InAppDescription()
    for (number, type) in types {
      purchase.productType = number
      description.inApp = [purchase]
      #expect(try Receipt(payload: try description.payload()).inApp.first?.productType == type)
    }
  }
}

extension Receipt {
  /// The octets of the first attribute of a type.
  func raw(_ type: Int64) -> [UInt8]? {
    attributes.first { $0.type == type }.map { Array(payload[$0.value]) }
  }
}

/// The names of properties that are not what was minted.
private struct Differences {
  private(set) var names: [String] = []

  mutating func check<Value: Equatable>(_ name: String, _ expected: Value?, _ found: Value?) {
    if expected != found { names.append("\(name): \(String(describing: expected)) != \(String(describing: found))") }
  }

  mutating func check(_ name: String, date expected: String?, _ found: ReceiptDate?) {
    check(name, expected.flatMap { $0.isEmpty ? nil : $0 }, found?.text)
    check(name, ReceiptDates.milliseconds(expected), found?.instant.milliseconds)
  }
}
