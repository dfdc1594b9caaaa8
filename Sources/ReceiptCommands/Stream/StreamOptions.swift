import ArgumentParser
import ReceiptKit

/// Options of every command that processes streams.
struct StreamOptions: ParsableArguments {
  @Flag(
    help:
      """
      One input a line, from files (no app bundles) or standard input, plain or compressed (gzip, zstd); one line of \
      output for each. --field implies it.
      """
  )
  var stream = false

  @OptionGroup var records: RecordOptions

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
      (records.identifierField != nil, "--id-field"), (!records.keep.isEmpty, "--keep"), (records.csv, "--csv"),
      (records.tsv, "--tsv"), (jobs != nil, "--jobs"), (unordered, "--unordered"),
      (summary != nil, "--summary"),
    ]
    for option in given where option.isGiven && !isStream { throw UsageError("\(option.name)", needs: "--stream") }
    try records.check()
    guard summary != "-" else { throw UsageError("--summary - is not a file; results go to standard output") }
  }

  /// Whether each line is an input.
  var isStream: Bool { stream || records.field != nil }

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
    let format = records.format(maximumBytes: maximumBytes)
    return StreamSettings(format: format, jobs: jobs, isUnordered: unordered, summary: summary)
  }
}

/// The settings for processing a stream.
package struct StreamSettings: Sendable {
  var format: RecordFormat
  /// The number of threads; `nil` uses one per processor.
  var jobs: Int?
  var isUnordered = false
  /// The file for the summary.
  var summary: String?

  /// Makes settings for lines in the order of the input; see the properties.
  package init(format: RecordFormat, jobs: Int?, summary: String?) {
    self.init(format: format, jobs: jobs, isUnordered: false, summary: summary)
  }

  init(format: RecordFormat, jobs: Int?, isUnordered: Bool, summary: String?) {
    self.format = format
    self.jobs = jobs
    self.isUnordered = isUnordered
    self.summary = summary
  }
}
