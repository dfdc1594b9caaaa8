import ArgumentParser
import ReceiptKit

/// Options of every command that processes streams.
struct StreamOptions: ParsableArguments {
  @Flag(
    help:
      """
      One input a line, from files (no app bundles) or standard input, plain or compressed (gzip, zstd); one line of \
      output for each.
      """
  )
  var stream = false

  @Option(
    help: ArgumentHelp(
      """
      The lines are JSON objects (or a table), and the input is this member (column), or one inside of others: a.b, \
      or /a/b. Implies --stream.
      """,
      valueName: "name"))
  var field: String?

  @Option(
    name: .customLong("id-field"),
    help: ArgumentHelp("Pass this member or column through as \"id\".", valueName: "name"))
  var identifierField: String?

  @Option(
    help: ArgumentHelp("Pass these through as members of \"kept\": a,b. Repeat for more.", valueName: "names"))
  var keep: [String] = []

  @Flag(
    help:
      """
      The input is a table with commas (or --delimiter) and a line of column names; cells may be quoted as in RFC 4180.
      """
  )
  var csv = false

  @Flag(help: "The same with tabs; nothing is quoted, a quotation mark is a character like others.")
  var tsv = false

  @Option(
    help: ArgumentHelp(
      """
      The character between the cells of a --csv table, and of one that is written: ';', '|', tab or another one. \
      (default: a comma)
      """,
      valueName: "character"),
    transform: Delimiter.init)
  var delimiter: Delimiter?

  @Option(
    help: ArgumentHelp("How many threads work. (default: as many as there are processors)", valueName: "count"),
    transform: StreamOptions.count)
  var jobs: Int?

  @Flag(help: "Write lines as they are ready, not in the order of the input.")
  var unordered = false

  @Option(
    help: ArgumentHelp(
      """
      Write what became of the stream to this file, as JSON, at its end; an older summary is replaced, and no other \
      file.
      """,
      valueName: "file"),
    completion: .file())
  var summary: String?

  func validate() throws {
    let given: [(isGiven: Bool, name: String)] = [
      (identifierField != nil, "--id-field"), (!keep.isEmpty, "--keep"), (csv, "--csv"),
      (tsv, "--tsv"), (jobs != nil, "--jobs"), (unordered, "--unordered"),
      (summary != nil, "--summary"),
    ]
    for option in given where option.isGiven && !isStream { throw UsageError("\(option.name)", needs: "--stream") }
    for option in given[..<4] where option.isGiven && field == nil {
      throw UsageError("\(option.name) needs --field, which says where the input is")
    }
    guard !(csv && tsv) else { throw UsageError("--csv", excludes: "--tsv") }
    guard summary != "-" else { throw UsageError("--summary - is not a file; results go to standard output") }
    guard !names.contains("") else { throw UsageError("--keep has an empty name") }
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      throw UsageError("--keep has '\(twice)' twice, and members and columns have names of their own")
    }
  }

  /// Whether each line is an input.
  var isStream: Bool { stream || field != nil }

  /// Rejects a delimiter if no table is read or written that could use it.
  ///
  /// - Parameter isWritten: whether a table is written.
  func checkDelimiter(ofTable isWritten: Bool = false) throws {
    guard let delimiter else { return }
    guard csv || isWritten else { throw UsageError("--delimiter", needs: "--csv") }
    guard !isWritten || Delimiter.usual.contains(delimiter.byte) else {
      throw UsageError("a table is written with a comma, ';', '|' or tab between its cells")
    }
  }

  private var names: [String] {
    keep.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func count(_ text: String) throws -> Int {
    guard let count = Int(text), (1...256).contains(count) else {
      throw UsageError("'\(text)' is not a number of threads; use 1 to 256")
    }
    return count
  }

  /// The values of these options, without ArgumentParser; `nil` without `--stream`.
  ///
  /// - Parameter maximumBytes: the maximum length of a line.
  func settings(maximumBytes: Int) -> StreamSettings? {
    guard isStream else { return nil }
    var format = RecordFormat(maximumBytes: maximumBytes)
    if let field {
      format.shape =
        csv ? .quotedTable(delimiter: delimiter?.byte ?? Delimiter.comma) : tsv ? .tabTable : .jsonLines
      format.field = field
    }
    format.identifierField = identifierField
    format.kept = names
    return StreamSettings(format: format, jobs: jobs, isUnordered: unordered, summary: summary)
  }
}

/// The settings for processing a stream.
struct StreamSettings: Sendable {
  var format: RecordFormat
  /// The number of threads; `nil` uses one per processor.
  var jobs: Int?
  var isUnordered = false
  /// The file for the summary.
  var summary: String?
}
