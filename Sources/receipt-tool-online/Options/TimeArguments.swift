import ArgumentParser
import ReceiptCommands
import ReceiptKit

extension Duration {
  /// Reads a length of time: `30`, `0.5`, `30s`, `500ms`, `2m`.
  static func argument(_ text: String) throws -> Duration {
    guard let number = milliseconds(text[...], ["": 1_000, "ms": 1, "s": 1_000, "m": 60_000]),
      (1...86_400_000).contains(number)
    else {
      throw UsageError("'\(text)' is not a length of time; use seconds (30, 0.5) or 500ms, 30s, 2m, at most a day")
    }
    return .milliseconds(Int64(number.rounded()))
  }

  /// Reads the time limit of `serve`: `30`, `0.5`, `500ms`.
  static func timeLimit(_ text: String) throws -> Duration {
    guard let duration = upToTenMinutes(text[...]), duration >= .milliseconds(100) else {
      throw UsageError("'\(text)' is not a time to wait; use seconds (30, 0.5) or 500ms, from 100ms to 600s")
    }
    return duration
  }

  /// Reads the delay of answers of `serve`: `0.25`, `250ms`, `1.5s`, or a range such as `200ms-2s`.
  static func delay(_ text: String) throws -> ClosedRange<Duration> {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map(upToTenMinutes)
    guard bounds.count <= 2, let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last else {
      throw UsageError("'\(text)' is not a delay; use seconds (1.5), 250ms or a range like 200ms-2s, at most 600s")
    }
    return first...last
  }

  /// A duration of up to ten minutes, in seconds without a unit; `nil` for anything else.
  private static func upToTenMinutes(_ text: Substring) -> Duration? {
    guard let number = milliseconds(text, ["": 1_000, "ms": 1, "s": 1_000]), (0...600_000).contains(number) else {
      return nil
    }
    return .milliseconds(number)
  }

  /// - Parameter units: the units that may stand behind the number, in milliseconds.
  private static func milliseconds(_ text: Substring, _ units: [String: Double]) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), let unit = units[String(text[digits.endIndex...])] else { return nil }
    return number * unit
  }
}

extension DurationText {
  /// Reads a length of time: `90s`, `30m`, `12h`, `16d`, `2w`.
  static func argument(_ text: String) throws -> DurationText {
    do throws(ExpectationError) {
      return try DurationText(text)
    } catch {
      throw UsageError(error.message + (error.hint.map { "; \($0)" } ?? ""))
    }
  }
}
