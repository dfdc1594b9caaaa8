// Verifies a signed transaction of StoreKit 2, and prints what it says, as Examples/apple/verify_transaction.py does.
//
//     verify-transaction APP ANCHORS <transaction.jws
//
// ANCHORS is a file with the roots of a test authority. In production there are none: ReceiptKit has Apple's, and
// `environments` is [.production]. Ends with 1 if nothing is proven.

import Foundation
import ReceiptKit

let anchors = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2])))
let decoder = InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(anchors)))
let decoded = try decoder.decode([UInt8](FileHandle.standardInput.readDataToEndOfFile()))

var expectations = Expectations()
expectations.bundleIdentifiers = [CommandLine.arguments[1]]
expectations.environments = [.sandbox]
expectations.allowsTestSigned = true
let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
let validation = Validator(expectations: expectations, now: now).validate(decoded)
guard validation.verdict == .passed, case .jws(let transaction) = decoded.document else {
  print("refused: \(decoded.authenticity?.reason ?? ""), \(validation.verdict)")
  exit(1)
}
for name in ["transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "expiresDate"] {
  switch transaction.payload[name] {
  case .string(let value)?, .number(let value)?: print("\(name): \(value)")
  default: break
  }
}
