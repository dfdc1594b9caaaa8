import ArgumentParser
import ReceiptKit

/// `--at`
package enum JudgingTime: Sendable {
  case now
  case at(Instant)

  package init(_ text: String) throws {
    if text == "now" {
      self = .now
      return
    }
    guard let date = ReceiptDate(moment: text) else {
      throw UsageError(
        """
        '\(text)' is not a time; use 2024-01-31, 2024-01-31 12:00 (UTC), 2024-01-31T12:00:00Z, \
        2024-01-31T12:00:00+0100 or now
        """)
    }
    self = .at(date.instant)
  }

  /// The time, where `now` is the time of the run.
  package func instant(_ console: Console) -> Instant {
    switch self {
    case .now: console.now
    case .at(let instant): instant
    }
  }
}

extension Option where Value == JudgingTime? {
  /// `--at`. The next argument is its value, even if it begins with a dash.
  package init(judging help: String) {
    self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: "time"), transform: JudgingTime.init)
  }
}
