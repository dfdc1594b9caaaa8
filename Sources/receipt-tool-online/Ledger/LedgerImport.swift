import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `receipt-tool ledger import`
struct LedgerImport: LedgerSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put what `ledger export --all` wrote into an empty ledger, and prove that it is the same.",
    discussion: """
      The ledger is a file or a PostgreSQL database, and is made if it does not exist; one that has recorded something \
      is refused. All lines are read before anything is written: one that is damaged, or has a member that is unknown, \
      is refused, and so is a file that was cut off. Before the commit everything is exported once more, and has to be \
      the same to the byte. Numbers of events go on where they were, so nothing may be recorded in the other ledger \
      any more. If accounts were erased, the key of erased purchases stays where it is: name it with --erasure-key \
      from then on.

      EXAMPLES
        receipt-tool ledger export --all --database shop.sqlite > all.ndjson
        receipt-tool ledger import all.ndjson --database copy.sqlite
        receipt-tool ledger import all.ndjson --database postgres://shop@/shop

      \(ExitStatus.help(
        [
          .success: "everything is there",
          .unreadable: "the export cannot be read or is damaged, or the ledger is not empty",
          .outputFailed: "the ledger cannot be read or written; then nothing was imported",
        ]))
      """
  )

  @Argument(
    help: ArgumentHelp("The file with the export; gzip and zstd are read too.", valueName: "file"),
    completion: .file())
  var file: String

  @OptionGroup var ledger: LedgerOptions

  func validate() throws {
    guard file != "-" else { throw UsageError("import takes no -; the file is read twice") }
  }

  func performOnLedger(_ console: Console) throws -> ExitStatus {
    do {
      let count = try ledger.make(from: { try ExportedFile(file, console).next }, console)
      console.note("imported \(count) rows; record nothing in the other ledger any more")
      return .success
    } catch let error as ReceiptError {
      console.report(error, source: file)
      return ExitStatus(error)
    }
  }
}

/// The lines of a file, one by one.
private final class ExportedFile {
  /// The maximum length of a line: that of a stored receipt in hexadecimal digits.
  private static let longestLine = 256 << 20

  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var rest: ArraySlice<UInt8> = []
  private var isAtEnd = false

  init(_ name: String, _ console: Console) throws {
    source = try ByteSource(name, console, isQuiet: true)
  }

  /// The next line with its line feed; `nil` after the last one.
  func next() throws -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[...end]
        rest = rest[(end + 1)...]
        return line
      }
      line += rest
      guard line.count <= Self.longestLine else { throw ReceiptError(.unreadable, "a line of the export is too long") }
      rest = []
      guard !isAtEnd else { return line.isEmpty ? nil : line }
      let count = try buffer.withUnsafeMutableBytes { bytes throws(ReceiptError) in try source.read(into: bytes) }
      isAtEnd = count == 0
      rest = buffer[..<count]
    }
  }
}
