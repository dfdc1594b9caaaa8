import ReceiptKit

/// The summary of a stream at its end.
struct StreamSummary {
  /// The name of the document's schema. Within one version, keys may be added but not removed.
  static let schema = "receipt-tool/stream-summary/1"

  let command: String
  let sources: [String]
  let tally: StreamTally
  /// The exit status of the process.
  let status: ExitStatus
  let jobs: Int
  let seconds: Double

  /// The members of every summary; later versions may have more.
  private static let members = [
    "command", "sources", "exit_code", "inputs", "errors", "outcomes", "error_codes", "failed_sources", "jobs",
    "seconds", "inputs_per_second",
  ]

  /// Whether a file is a whole summary.
  static func isSummary(_ file: [UInt8]) -> Bool {
    guard let summary = try? JSONReader().read(file), case .object(let found) = summary else { return false }
    return summary["schema"] == .string(schema) && Set(found.map(\.name)).isSuperset(of: members)
  }

  /// The summary as text: `1,000 inputs in 0.52 s (1,923/s): 990 authentic, 10 errors (10 truncated)`
  var text: Message {
    let rate = StreamProgress.rate(tally.items, seconds)
    let seconds = Self.decimal(seconds)
    let pace: Message =
      tally.items == 1
      ? "1 input in \(seconds) s (\(grouped: rate)/s)"
      : "\(grouped: tally.items) inputs in \(seconds) s (\(grouped: rate)/s)"
    return tally.items == 0 ? pace : "\(pace): \(tally.text)"
  }

  /// The summary as JSON, for programs.
  var json: [UInt8] {
    var writer = JSONWriter(layout: .pretty)
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("command", command)
      writer.member("sources", sources)
      writer.member("exit_code", Int(status.rawValue))
      writer.member("inputs", tally.items)
      writer.member("errors", tally.errors)
      for (name, counts) in [("outcomes", tally.outcomes), ("error_codes", tally.errorCodes)] {
        writer.key(name)
        writer.object { writer in
          for (word, count) in StreamTally.sorted(counts) { writer.member(word, count) }
        }
      }
      writer.key("failed_sources")
      writer.array { writer in
        for (source, error) in tally.failedSources {
          writer.object { writer in
            writer.member("source", source)
            writer.member("code", error.code.rawValue)
            writer.member("message", error.message.description)
          }
        }
      }
      writer.member("jobs", jobs)
      writer.key("seconds")
      writer.value(.number(Self.decimal(seconds)))
      writer.member("inputs_per_second", StreamProgress.rate(tally.items, seconds))
    }
    writer.endLine()
    return writer.bytes
  }

  /// The number with two digits after the decimal point.
  private static func decimal(_ seconds: Double) -> String {
    let hundredths = Int((max(0, min(seconds, 1e12)) * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
