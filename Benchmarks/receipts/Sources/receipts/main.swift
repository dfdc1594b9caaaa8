import ReceiptMint

/// Prints different receipts in base64, one a line, all under one chain of RSA-2048 keys as Apple's are; or, with `root`, the
/// certificate that vouches for them. The same bytes on every machine.
///
/// usage: receipts COUNT | receipts root
let authority = try TestAuthority(seed: "benchmarks")
let chain = try authority.chain()
guard let argument = CommandLine.arguments.dropFirst().first else { throw Usage() }

if argument == "root" {
  print(chain.root.pem, terminator: "")
} else {
  guard let count = Int(argument) else { throw Usage() }
  let minter = ReceiptMinter(chain)
  for number in 0..<count {
    var receipt = ReceiptDescription.sandboxSample()
    receipt.bundleIdentifier = "com.example.app\(number % 997)"
    receipt.downloadID = Int64(number)
    // Two purchases, and about as many bytes in all as Apple's receipts with two have: 7.5 KB.
    receipt.inApp = (0..<2).map { period in
      var purchase = InAppDescription.subscriptionSample()
      purchase.transactionID = String(2_000_000_000_000_000 + 2 * number + period)
      return purchase
    }
    receipt.attribute7 = (0..<2_300).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761 &+ number) >> 7) }
    print(try minter.mint(receipt).base64)
  }
}

/// What the arguments have to be.
struct Usage: Error, CustomStringConvertible {
  let description = "usage: receipts COUNT | receipts root"
}
