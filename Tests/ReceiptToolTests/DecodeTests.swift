import ReceiptMint
import Testing

@Suite("decode, run as a program")
struct DecodeTests {
  @Test("Scripts/decode.txt", arguments: try CommandScript.cases("decode"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      try place.file("two.der", Minted.receipt { $0.inApp = [.subscriptionSample(), .subscriptionSample()] }.bytes)
      try place.file("none.der", Minted.receipt { $0.inApp = [] }.bytes)
      try place.file("digits.der", Minted.receipt { $0.downloadID = 9_223_372_036_854_775_807 }.bytes)
      try place.file("transaction.b64", Minted.authority.get().transactionChain(.two).mint(.sample).base64.utf8)
      place.variables["PRODUCT"] = ["\"\(TransactionDescription.sample.purchaseInfo[.productID] ?? "")\""]
    }
  }
}
