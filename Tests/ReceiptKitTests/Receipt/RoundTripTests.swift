import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

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
    var names: [String] = []
    func check<Value: Equatable>(_ name: String, _ expected: Value?, _ found: Value?) {
      if expected != found { names.append("\(name): \(String(describing: expected)) != \(String(describing: found))") }
    }
    func check(_ name: String, date expected: String?, _ found: ReceiptDate?) {
      check(name, expected.flatMap { $0.isEmpty ? nil : $0 }, found?.text)
      check(name, ReceiptDates.milliseconds(expected), found?.instant.milliseconds)
    }
    check("0", expected.receiptType, found.receiptType)
    check("1", expected.appItemID, found.appItemID)
    check("2", expected.bundleIdentifier, found.bundleIdentifier)
    check("3", expected.applicationVersion, found.applicationVersion)
    check("4", expected.opaqueValue, found.opaqueValue)
    var hash: [UInt8]?
    if case .octets(let octets)? = expected.deviceHash { hash = octets }
    check("5", hash, found.deviceHash)
    check("6", expected.attribute6, found.raw(6))
    check("7", expected.attribute7, found.raw(7))
    check("8", date: expected.secondCreationDate, found.secondCreationDate)
    check("9", expected.generatorVersion, found.generatorVersion)
    check("9", expected.generatorVersion == nil ? nil : 0x5033_3035, found.generatorVersionNumber)
    check("10", expected.ageRating, found.ageRating)
    check("11", expected.developerID, found.developerID)
    check("12", date: expected.creationDate, found.creationDate)
    check("13", expected.osVersion, found.osVersionNumber)
    check("14", expected.attribute14.map(DEREncoder.integer), found.raw(14))
    check("15", expected.downloadID, found.downloadID)
    check("16", expected.versionExternalIdentifier, found.versionExternalIdentifier)
    check("18", date: expected.originalPurchaseDate, found.originalPurchaseDate)
    check("19", expected.originalApplicationVersion, found.originalApplicationVersion)
    check("20", expected.attribute20.map(DEREncoder.utf8String), found.raw(20))
    check("21", date: expected.expirationDate, found.expirationDate)
    check("25", expected.platform, found.platform)
    return names
  }

  private func differences(_ expected: InAppDescription, _ found: InAppPurchase) -> [String] {
    var names: [String] = []
    func check<Value: Equatable>(_ name: String, _ expected: Value?, _ found: Value?) {
      if expected != found { names.append("\(name): \(String(describing: expected)) != \(String(describing: found))") }
    }
    func check(_ name: String, date expected: String?, _ found: ReceiptDate?) {
      check(name, expected.flatMap { $0.isEmpty ? nil : $0 }, found?.text)
      check(name, ReceiptDates.milliseconds(expected), found?.instant.milliseconds)
    }
    check("1701", expected.quantity, found.quantity)
    check("1702", expected.productID, found.productID)
    check("1703", expected.transactionID, found.transactionID)
    check("1704", date: expected.purchaseDate, found.purchaseDate)
    check("1705", expected.originalTransactionID, found.originalTransactionID)
    check("1706", date: expected.originalPurchaseDate, found.originalPurchaseDate)
    check("1707", expected.productType, found.productTypeNumber)
    check("1708", date: expected.expiresDate, found.expiresDate)
    check("1710", expected.itemID, found.productItemID)
    check("1711", expected.webOrderLineItemID, found.webOrderLineItemID)
    check("1712", date: expected.cancellationDate, found.cancellationDate)
    check("1713", expected.isTrialPeriod, found.isTrialPeriod)
    check("1719", expected.isInIntroOfferPeriod, found.isInIntroOfferPeriod)
    check("1720", expected.cancellationReason, found.cancellationReason)
    check("1721", expected.promotionalOfferID, found.promotionalOfferID)
    check("1722", expected.ownershipType, found.ownershipType)
    return names
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
