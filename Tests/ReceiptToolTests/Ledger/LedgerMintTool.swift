import Foundation
import ReceiptMint
import Testing

private let isMinting = ProcessInfo.processInfo.environment["LEDGER_MINT"] != nil

/// Not a test: writes the input of Benchmarks/ledger, because no program that is shipped signs receipts.
@Suite("Minting for benchmarks", .enabled(if: isMinting, "runs for Benchmarks/ledger only"))
struct LedgerMintTool {
  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String, otherwise: Int) -> Int {
    environment[name].flatMap { Int($0) } ?? otherwise
  }

  @Test("mints")
  func mint() throws {
    let folder = URL(fileURLWithPath: try #require(Self.environment["LEDGER_MINT"]))
    let purchases = Self.number("LEDGER_MINT_PURCHASES", otherwise: 1_000)
    let each = Self.number("LEDGER_MINT_A_RECEIPT", otherwise: 100)
    // Keys of the size of Apple's: verifying them is part of the work.
    let chain = try TestAuthority(seed: "receipt-ledger benchmark", keySize: .bits2048).chain()
    let minter = ReceiptMinter(chain)
    try Data(chain.root.pem.utf8).write(to: folder.appendingPathComponent("root.pem"))
    let lines = folder.appendingPathComponent("lines.ndjson")
    try Data().write(to: lines)
    let file = try FileHandle(forWritingTo: lines)
    var receipt = ReceiptDescription.sandboxSample()
    for number in 0..<purchases / each {
      receipt.inApp = (0..<each).map { LedgerTool.coins("T\(number * each + $0)") }
      let line = LedgerTool.line(try minter.mint(receipt).base64, order: "O\(number)", account: "A\(number)")
      try file.write(contentsOf: Data((line + "\n").utf8))
    }
    try file.close()
  }
}
