import ReceiptKit
import ReceiptMint
import Testing

@Suite("Inspect: transaction receipt")
struct InspectTransactionTests {
  private func page(_ description: TransactionDescription, _ width: Int) throws -> String {
    let minted = try TransactionReceiptFixture.chain(.two).mint(description)
    return try Inspection(try InspectSamples.decode(minted.base64)).text(InspectSamples.layout(width))
  }

  @Test("as it looks", arguments: [80, 140])
  func golden(_ width: Int) throws {
    var description = TransactionDescription.sample
    description.purchaseInfo[.quantity] = "2"
    description.purchaseInfo[.expiresDate] = "1447821881000"
    description.purchaseInfo[.isTrialPeriod] = "true"
    let text = try page(description, width)
    InspectGolden.expectFits(text, width)
    try InspectGolden.expect(text, is: "inspect-transaction-\(width)")
  }

  @Test("hostile values stay in their lines")
  func hostile() throws {
    for text in InspectSamples.hostileStrings {
      var description = TransactionDescription.sample
      for key in TransactionDescription.Key.allCases { description.purchaseInfo[key] = text }
      description.environment = text
      for width in [30, 80] { InspectGolden.expectFits(try page(description, width), width) }
    }
    var description = TransactionDescription.sample
    description.purchaseInfo[.purchaseDateMS] = String(Int64.max)
    #expect(try page(description, 80).contains("Purchased    no readable date"))
  }
}
