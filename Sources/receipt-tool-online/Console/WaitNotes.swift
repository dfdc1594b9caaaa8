import Dispatch
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// Reports waits of more than a second on standard error. Only code on `queue` uses the state.
final class WaitNotes: @unchecked Sendable {
  private let console: Console
  private let queue = DispatchQueue(label: "wait-notes")
  /// The number of reports, so that a reminder about an earlier report prints nothing.
  private var generation = 0

  init(_ console: Console) { self.console = console }

  /// Receives the present state of the client.
  func report(_ progress: RemoteProgress) {
    queue.async { [self] in
      generation += 1
      switch progress {
      case .asking(let server, let number, _):
        let waiting: Message =
          number > 1
          ? "waiting for \(server.rawValue) to answer, try \(number)" : "waiting for \(server.rawValue) to answer"
        remind(afterSeconds: 1, waiting, generation)
      case .pausing(let pause, let reason, let next, let all):
        guard pause > .seconds(1) else { return }
        console.note("\(reason); waiting \(pause.text) before try \(next) of \(all)")
      }
    }
  }

  /// Ends the wait.
  func stop() {
    queue.sync { generation += 1 }
  }

  private func remind(afterSeconds seconds: Int, _ text: Message, _ expected: Int) {
    // Reports one second after the start, then every 10 seconds.
    queue.asyncAfter(deadline: .now() + .seconds(seconds == 1 ? 1 : 10)) { [self] in
      guard generation == expected else { return }
      console.note("\(text): \(seconds) s so far")
      remind(afterSeconds: seconds + 10, text, expected)
    }
  }
}
