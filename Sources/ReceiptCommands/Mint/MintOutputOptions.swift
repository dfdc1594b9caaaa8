import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The output of minted receipts.
struct MintOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      base64 on one line, der, pem, request (the body of a request to verifyReceipt), or answer (what verifyReceipt \
      would answer if it trusted the anchor). Of signed data base64 is the JWS, and request the body of a request \
      from Apple.
      """,
      valueName: "format"))
  var format: MintFormat = .base64

  @Option(
    // The next argument is the value, even if it begins with a minus sign, so that -1 is refused as a number.
    parsing: .unconditional,
    help: ArgumentHelp("Mint so many, all different, one a line.", valueName: "count"),
    transform: MintContentOptions.number(1...1_000_000_000))
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads for --count. (default: as many as there are processors)", valueName: "count"),
    transform: MintContentOptions.number(1...64))
  var jobs: Int?

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "The folder for the files of --scenario, new or empty. It gets anchor.pem, too, for --trust-anchor.",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Flag(help: "Print --flaw list as JSON.")
  var json = false

  func validate() throws {
    guard count == nil || ![.der, .pem].contains(format) else {
      throw UsageError("--count prints a line each: \(format.rawValue) has no lines")
    }
    guard jobs == nil || count != nil else { throw UsageError("--jobs", needs: "--count") }
  }

  /// The given options that have no effect on a scenario.
  var onlyForSingles: [String] {
    let given = [("--format", format != .base64), ("--count", count != nil), ("--json", json)]
    return given.filter(\.1).map(\.0)
  }

  /// Rejects formats that signed data does not have.
  func validate(_ kind: SignedPayloadKind) throws {
    let isSent = [.notification, .realtime].contains(kind)
    guard format == .base64 || (format == .request && isSent) else {
      throw UsageError("--format \(format.rawValue) means nothing to --jws \(kind.rawValue)")
    }
  }

  /// Mints and prints.
  func print(
    _ source: @escaping MintSource, _ minter: ReceiptMinter, _ server: MintedAnswers, _ console: Console
  ) throws {
    try printEach(console) { number throws(MintError) in try text(try minter.mint(try source(number)), server) }
  }

  /// Prints signed data in the same way.
  func print(_ source: @escaping SignedDataSource, _ minter: JWSMinter, _ console: Console) throws {
    try printEach(console) { number throws(MintError) in
      let text = try minter.mint(try source(number))
      return Array((format == .request ? "{\"signedPayload\":\"\(text)\"}" : text).utf8)
    }
  }

  /// Prints one text, or with `--count` many, a line each.
  private func printEach(
    _ console: Console, _ mint: @escaping @Sendable (Int) throws(MintError) -> [UInt8]
  ) throws {
    guard let count else {
      // Apple refuses even a newline, so the output to a file has none. On a terminal it needs one.
      try console.write(try mint(0) + (console.isTerminal && format != .der ? [0x0A] : []))
      return
    }
    let threads = jobs ?? processorCount
    var start = 0
    while start < count {
      // Enough work to occupy every thread, and little enough to be written quickly.
      let end = min(count, start + threads * 64)
      let lines = WorkerThread.map(start..<end, threads: threads) { number -> Result<[UInt8], MintError> in
        Result { () throws(MintError) in try mint(number) + [0x0A] }
      }
      var chunk: [UInt8] = []
      for line in lines { chunk += try line.get() }
      try console.write(chunk)
      start = end
    }
  }

  /// The receipt in the format of `--format`, without a line break at its end.
  private func text(_ minted: MintedOutput, _ server: MintedAnswers) throws(MintError) -> [UInt8] {
    switch format {
    case .base64: return Array(minted.base64.utf8)
    case .der: return minted.bytes
    case .pem:
      guard let pem = minted.pem else {
        throw MintError.impossible("a transaction receipt is not ASN.1: it has no PEM")
      }
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
