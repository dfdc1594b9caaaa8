import ArgumentParser
import ReceiptKit

/// Which part of a line is the input, and what is passed through.
package struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The lines are JSON objects (or a table), and the input is this member (column), or one inside of others: a.b, \
      or /a/b.
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

  package init() {}

  /// Rejects options that exclude each other or need another one.
  package func check() throws {
    let given: [(isGiven: Bool, name: String)] = [
      (identifierField != nil, "--id-field"), (!keep.isEmpty, "--keep"), (csv, "--csv"), (tsv, "--tsv"),
    ]
    for option in given where option.isGiven && field == nil {
      throw UsageError("\(option.name) needs --field, which says where the input is")
    }
    guard !(csv && tsv) else { throw UsageError("--csv", excludes: "--tsv") }
    guard !keptNames.contains("") else { throw UsageError("--keep has an empty name") }
    var seen: Set<String> = []
    if let twice = keptNames.first(where: { !seen.insert($0).inserted }) {
      throw UsageError("--keep has '\(twice)' twice, and members and columns have names of their own")
    }
  }

  /// Rejects a delimiter if no table is read or written that could use it.
  ///
  /// - Parameter isWritten: whether a table is written.
  package func checkDelimiter(ofTable isWritten: Bool = false) throws {
    guard let delimiter else { return }
    guard csv || isWritten else { throw UsageError("--delimiter", needs: "--csv") }
    guard !isWritten || Delimiter.usual.contains(delimiter.byte) else {
      throw UsageError("a table is written with a comma, ';', '|' or tab between its cells")
    }
  }

  private var keptNames: [String] {
    keep.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The format of the records.
  ///
  /// - Parameter maximumBytes: the maximum length of a line.
  package func format(maximumBytes: Int) -> RecordFormat {
    var format = RecordFormat(maximumBytes: maximumBytes)
    if let field {
      format.shape =
        csv ? .quotedTable(delimiter: delimiter?.byte ?? Delimiter.comma) : tsv ? .tabTable : .jsonLines
      format.field = field
    }
    format.identifierField = identifierField
    format.kept = keptNames
    return format
  }
}
