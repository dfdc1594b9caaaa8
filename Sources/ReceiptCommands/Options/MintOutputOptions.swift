import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The output of minted receipts.
struct MintOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "base64 on one line, der, pem, request (the body of a request to verifyReceipt), or answer (what verifyReceipt would answer if it trusted the anchor).",
      valueName: "format"))
  var format: MintFormat = .base64

  @Option(
    help: ArgumentHelp("Mint so many, all different, one a line.", valueName: "number"),
    transform: MintContentOptions.number(1...1_000_000_000))
  var count: Int?

  @Option(
    help: ArgumentHelp("Threads for --count. (default: as many as there are processors)", valueName: "number"),
    transform: MintContentOptions.number(1...64))
  var jobs: Int?

  @Flag(help: "Print --flaw list as JSON.")
  var json = false

  func validate() throws {
    guard count == nil || ![.der, .pem].contains(format) else {
      throw ValidationError("--count prints a line each: \(format.rawValue) has no lines")
    }
    guard jobs == nil || count != nil else { throw ValidationError("--jobs needs --count") }
  }

  /// Mints and prints.
  func print(_ source: MintSource, _ minter: ReceiptMinter, _ server: MintedAnswers) throws {
    guard let count else {
      let minted = try minter.mint(try source.subject(0))
      // Apple refuses even a newline, so that a file made of this has none; on a terminal it needs one.
      Console.write(try text(minted, server) + (Terminal.isTerminal && format != .der ? [0x0A] : []))
      return
    }
    let threads = jobs ?? processorCount
    var start = 0
    while start < count {
      // Enough work to justify every thread, and no more than is quickly written.
      let end = min(count, start + threads * 64)
      let lines = Workers.map(start..<end, threads: threads) { number -> Result<[UInt8], MintError> in
        Result { () throws(MintError) in try text(try minter.mint(try source.subject(number)), server) + [0x0A] }
      }
      var chunk: [UInt8] = []
      for line in lines { chunk += try line.get() }
      Console.write(chunk)
      start = end
    }
  }

  private func text(_ minted: MintedOutput, _ server: MintedAnswers) throws(MintError) -> [UInt8] {
    switch format {
    case .base64: return Array(minted.base64.utf8)
    case .der: return minted.bytes
    case .pem:
      guard let pem = minted.pem else { throw MintError.impossible("a transaction receipt is no ASN.1: it has no PEM") }
      return Array(pem.utf8.dropLast())
    case .request: return Array("{\"receipt-data\":\"\(minted.base64)\"}".utf8)
    case .answer: return server.answer(to: minted, layout: count == nil ? .pretty : .compact)
    }
  }
}

/// `--format` of mint
enum MintFormat: String, ExpressibleByArgument, CaseIterable {
  case base64, der, pem, request, answer
}
