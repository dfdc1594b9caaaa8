import ReceiptKit

/// The counted results of the inputs of a stream.
struct StreamTally {
  /// The number of lines.
  private(set) var items = 0
  /// The number of lines that are errors.
  private(set) var errors = 0
  /// Readable inputs by the word for their verdict.
  private(set) var outcomes: [String: Int] = [:]
  /// Unreadable inputs by error code.
  private(set) var errorCodes: [String: Int] = [:]
  /// The worst exit code of all.
  private(set) var exitCode: Int32 = 0
  /// Requested members, besides the input, that have had no value yet.
  var absent: Set<String> = []
  /// Sources that could not be read, or not completely.
  var failedSources: [(source: String, error: ReceiptError)] = []

  /// Counts one line.
  mutating func add(_ outcome: DocumentVerdict) {
    items += 1
    if outcome.isError {
      errors += 1
      errorCodes[outcome.word, default: 0] += 1
    } else {
      outcomes[outcome.word, default: 0] += 1
    }
    exitCode = max(exitCode, outcome.exitCode)
  }

  /// Adds the counts of another tally.
  mutating func add(_ other: StreamTally) {
    // A tally without inputs says nothing of members.
    if items == 0 { absent = other.absent } else if other.items > 0 { absent.formIntersection(other.absent) }
    items += other.items
    errors += other.errors
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    errorCodes.merge(other.errorCodes, uniquingKeysWith: +)
    exitCode = max(exitCode, other.exitCode)
    failedSources += other.failedSources
  }
}

extension StreamTally {
  /// `990 authentic, 7 test-signed, 3 errors (2 truncated, 1 empty_input)`
  var text: Message {
    var parts = Self.sorted(outcomes).map { "\(grouped: $0.count) \($0.word)" as Message }
    if errors > 0 {
      let codes = Self.sorted(errorCodes).map { "\(grouped: $0.count) \($0.word)" as Message }
        .joined(separator: ", ")
      parts.append(errors == 1 ? "1 error (\(codes))" : "\(grouped: errors) errors (\(codes))")
    }
    return parts.joined(separator: ", ")
  }

  /// The words with their counts: the most frequent first, and words of equal count by name.
  static func sorted(_ counts: [String: Int]) -> [(word: String, count: Int)] {
    counts.map { ($0.key, $0.value) }.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }
}
