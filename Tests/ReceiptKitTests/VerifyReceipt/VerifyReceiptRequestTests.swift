import Foundation
import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptReading

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
    #expect(
      try object(request.maskedBody) == [
        "receipt-data": "MIIA+/8=", "password": "********", "exclude-old-transactions": true,
      ])
    #expect(try object(VerifyReceiptRequest(receiptData: "x").maskedBody) == ["receipt-data": "x"])
  }

  @Test("shows its password nowhere")
  func secret() {
    let request = VerifyReceiptRequest(receiptData: "MIIA", password: "0123456789abcdef")
    var dumped = ""
    dump(request, to: &dumped)
    dump([Optional(request)], to: &dumped)
    for text in [
      "\(request)", request.debugDescription, String(reflecting: request), String(describing: [request]), dumped,
      String(decoding: request.maskedBody, as: UTF8.self),
    ] {
      #expect(!text.contains("0123456789abcdef") && !text.isEmpty, "\(text)")
    }
    #expect(String(decoding: request.body, as: UTF8.self).contains("0123456789abcdef"))
  }

  @Test("has canonical base64, whatever was pasted")
  func canonical() throws {
    let der = try EnvelopeMinter(try Mint.authority.chain()).mint(.sandboxSample()).bytes
    let base64 = Data(der).base64EncodedString()
    let wrapped = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
    for text in [base64, wrapped, "\"\(base64)\"\n", base64.replacingOccurrences(of: "+", with: "-")] {
      let input = try InputRecognizer().recognize(Array(text.utf8))
      #expect(try VerifyReceiptRequest(input).receiptData == base64)
    }
    let jws = try InputRecognizer().recognize(try PackageFiles.read("TestReceipts/jws.jws"))
    #expect {
      try VerifyReceiptRequest(jws)
    } throws: {
      ($0 as? ReceiptError)?.code == .otherFormat
    }
  }
}
