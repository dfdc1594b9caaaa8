// Says whether the customer who sent a receipt may use a subscription of an app now.
//
//     may-use APP PRODUCT [ANCHOR] <receipt.b64
//
// ANCHOR is a file with the certificate of a test authority (receipt-tool mint, Xcode). Without it only receipts that
// Apple signed in production count. Ends with 0 for yes, 1 for no, 64 for wrong usage and 65 for an input that cannot
// be read.

import Foundation
import ReceiptKit

let arguments = Array(CommandLine.arguments.dropFirst())
guard (2...3).contains(arguments.count) else {
  FileHandle.standardError.write(Data("usage: may-use APP PRODUCT [ANCHOR] <receipt.b64\n".utf8))
  exit(64)
}

// The library reads no clock and no file: the caller does, and hands over what it read.
let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
let input = [UInt8](FileHandle.standardInput.readDataToEndOfFile())

var expectations = Expectations()
expectations.bundleIdentifiers = [arguments[0]]
expectations.activeProducts = [arguments[1]]

do {
  var decoder = InputDecoder()
  // Signed data (JWS) without a date is judged at this time.
  decoder.currentTime = now
  if arguments.count == 3 {
    let certificate = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
    decoder.authenticator = Authenticator(anchors: try TrustAnchor.read(certificate))
    expectations.allowsTestSigned = true
  } else {
    expectations.environments = [.production]
  }
  let validation = Validator(expectations: expectations, now: now).validate(try decoder.decode(input))
  // A check that was skipped has not passed: only this verdict is a yes.
  guard validation.verdict == .passed else {
    print("no: \(validation.verdict.rawValue)")
    for check in validation.checks where check.outcome == .failed || (check.wasRequested && check.outcome == .skipped) {
      print("  \(check.identifier): \(check.reason ?? "")")
    }
    exit(1)
  }
  print("yes")
} catch let error as ReceiptError {
  print("cannot be read: \(error.message)")
  if let hint = error.hint { print("hint: \(hint)") }
  exit(65)
} catch {
  print("cannot be read: \(error)")
  exit(65)
}
