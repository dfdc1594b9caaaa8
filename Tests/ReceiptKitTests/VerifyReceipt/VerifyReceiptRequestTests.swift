import Foundation
import ReceiptKit
import Testing

@Suite("Request to verifyReceipt")
struct VerifyReceiptRequestTests {
  private func object(_ bytes: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test("is Apple's JSON")
  func body() throws {
    var request = VerifyReceiptRequest(receiptData: "MIIA+/8=")
    #expect(String(decoding: request.body, as: UTF8.self) == "{\"receipt-data\":\"MIIA+/8=\"}")
    request.password = "se\"cret\\\u{1}é"
    request.excludesOldTransactions = true
    #expect(
      try object(request.body) == [
        "receipt-data": "MIIA+/8=", "password": "se\"cret\\\u{1}é", "exclude-old-transactions": true,
      ])
  }

  @Test("shows its password nowhere")
  func secret() {
    let request = VerifyReceiptRequest(receiptData: "MIIA", password: "0123456789abcdef")
    var dumped = ""
    dump(request, to: &dumped)
    dump([Optional(request)], to: &dumped)
    for text in [
      "\(request)", request.debugDescription, String(reflecting: request), String(describing: [request]), dumped,
    ] {
      #expect(!text.contains("0123456789abcdef") && !text.isEmpty, "\(text)")
    }
    #expect(String(decoding: request.body, as: UTF8.self).contains("0123456789abcdef"))
  }
}
