import ReceiptKit
import SystemLibrary

/// One line on a terminal with the progress of a stream: inputs, rate, errors, and the remaining time if it is known.
struct StreamProgress {
  private let console: Console
  private let start = Clock.seconds
  private var lastShown = Clock.seconds
  private var isShown = false
  /// The number of bytes to read; `nil` if a source is not a file.
  private let totalBytes: Int?
  private static let interval = 0.2

  /// Makes the progress of these sources; `nil` if it would not be visible, or if the lines go to the same terminal.
  init?(_ sources: [String], _ console: Console) {
    guard console.isErrorTerminal, !console.isTerminal, console.canMove else { return nil }
    self.console = console
    let sizes = sources.map { ByteSource.size(of: $0, console) }
    totalBytes = sizes.contains(nil) ? nil : sizes.compactMap(\.self).reduce(0, +)
  }

  /// Shows the progress, unless it was shown a moment ago.
  mutating func show(_ tally: StreamTally, bytesRead: Int) {
    let now = Clock.seconds
    guard now - lastShown >= Self.interval else { return }
    lastShown = now
    isShown = true
    let text = Self.text(
      tally, bytesRead: bytesRead, of: totalBytes, after: now - start, width: console.width(of: console.errorOutput),
      console.said)
    console.draw("\r" + text + "\u{1B}[K")
  }

  /// Removes the progress line.
  mutating func clear() {
    if isShown { console.draw("\r\u{1B}[K") }
    isShown = false
  }

  /// `12,000 inputs, 3,100/s, 2 errors, 41%, 1:07 left`; shortened on a narrow terminal, because a longer line could
  /// not be overwritten.
  ///
  /// - Parameter said: renders a message.
  static func text(
    _ tally: StreamTally, bytesRead: Int, of totalBytes: Int?, after seconds: Double, width: Int,
    _ said: (Message) -> String = \.description
  ) -> String {
    var parts = [said("\(grouped: tally.items) inputs"), "\(rate(tally.items, seconds).grouped)/s"]
    parts.append(said(tally.errors == 1 ? "1 error" : "\(grouped: tally.errors) errors"))
    if let totalBytes, totalBytes > 0, bytesRead > 0 {
      let share = min(1, Double(bytesRead) / Double(totalBytes))
      // A hundred hours at most: an estimate beyond that means nothing, and is too large for the line.
      let left = Int(min(seconds * (1 - share) / share, 100 * 3_600))
      let minutes = left % 3_600 / 60
      let hours = left < 3_600 ? "" : "\(left / 3_600):" + (minutes < 10 ? "0" : "")
      parts.append("\(Int(share * 100))%")
      let time = "\(hours)\(minutes):\(left % 60 < 10 ? "0" : "")\(left % 60)"
      parts.append(said("\(time) left"))
    }
    // If the last column is used, some terminals move the cursor to the next line.
    while parts.count > 1, parts.joined(separator: ", ").count >= width { parts.removeLast() }
    return String(parts.joined(separator: ", ").prefix(max(0, width - 1)))
  }

  /// The number of inputs per second, rounded.
  static func rate(_ count: Int, _ seconds: Double) -> Int {
    seconds > 0 ? Int(min(Double(count) / seconds, 1e15).rounded()) : 0
  }
}
