import Dispatch
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptServer
import SystemLibrary

/// `ledger run` inside `serve`: one pass after another until it is stopped. A fault is reported, and does not prevent
/// the next pass.
///
/// The run has its own thread, because it waits for Apple.
final class BackgroundRun: Sendable {
  /// The interval of requests to the App Store Server API for missed notifications.
  private static let catchUpInterval: Duration = .seconds(600)
  /// The interval of the search for work that has no schedule: subscriptions that the App Store Server API knows.
  private static let passInterval: Duration = .seconds(60)

  private let console: Console
  private let work: LedgerWork
  private let log: ServerLog
  private let stop = Locked(false)

  /// - Parameter log: receives lines for people, which contain no name of a customer.
  init(_ work: LedgerWork, _ console: Console, log: @escaping ServerLog) {
    self.console = console
    self.work = work
    self.log = log
  }

  /// Runs until the task is cancelled. A running request is finished first.
  func run() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "ledger run").async {
          self.loop()
          self.work.end()
          continuation.resume()
        }
      }
    } onCancel: {
      stop.set(true)
    }
  }

  private func loop() {
    // When the last catching up and the last pass began; `nil` before the first.
    var lastCatchUp: ContinuousClock.Instant?
    var lastPass: ContinuousClock.Instant?
    while !stop.current {
      do {
        if let api = work.api, lastCatchUp.map({ .now >= $0 + Self.catchUpInterval }) ?? true {
          lastCatchUp = .now
          let (status, _) = try api.catchUp { _ in }
          if status != .success { log(.error, "the notification history was not taken in; it is asked for again") }
        }
        let isDue = try work.runner.nextDue().map { $0 <= console.now } ?? false
        let isSearchDue = work.api != nil && lastPass.map { .now >= $0 + Self.passInterval } ?? true
        if isDue || isSearchDue {
          lastPass = .now
          if let summary = try work.answerConsumption(isStopped: { [stop] in stop.current }, report: { _ in }) {
            report(summary)
          }
          let runner = work.runner
          let stop = stop
          report(try waiting { try await runner.pass(isStopped: { stop.current }) { _, _ in } })
        }
      } catch {
        log(.error, (error as? LedgerError)?.message.description ?? "\(error)")
        wait(.seconds(5))
      }
      wait(.milliseconds(500))
    }
  }

  private func wait(_ pause: Duration) {
    let end = ContinuousClock.now + pause
    while !stop.current, .now < end { waiting { try? await Task.sleep(for: .milliseconds(100)) } }
  }

  private func report(_ summary: ConsumptionRunner.Summary) {
    guard summary.sent + summary.refused + summary.postponed > 0 else { return }
    var text =
      "told Apple of the use of \(summary.sent) purchases; \(summary.postponed) to be told again, "
      + "\(summary.refused) refused"
    if let reason = summary.refusedKey ?? summary.lastReason { text += ": " + reason }
    log(.info, text)
  }

  private func report(_ summary: Runner.Summary) {
    guard summary.calls > 0 || summary.lost > 0 else { return }
    var text = "asked Apple \(summary.calls) times: \(summary.settled) settled, \(summary.postponed) to be asked again"
    if summary.unreachable > 0 { text += ", \(summary.unreachable) without an answer" }
    if summary.wrongSecrets > 0 { text += "; Apple says that the shared secret is wrong (21004)" }
    if let reason = summary.refusedKey { text += "; " + reason }
    log(.info, text)
  }
}
