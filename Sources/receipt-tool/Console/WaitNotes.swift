import Dispatch
import ReceiptRemote

/// Says on standard error what is waited for, once that takes more than a second. Its state belongs to its queue.
final class WaitNotes: @unchecked Sendable {
  private let queue = DispatchQueue(label: "wait-notes")
  /// Counts what was reported: a reminder of something older says nothing.
  private var generation = 0

  /// Takes in what the client does now.
  func report(_ progress: VerifyReceiptProgress) {
    queue.async { [self] in
      generation += 1
      switch progress {
      case .asking(let server, let number, _):
        let again = number > 1 ? ", try \(number)" : ""
        remind(afterSeconds: 1, "waiting for \(server.rawValue) to answer\(again)", generation)
      case .pausing(let pause, let reason, let next, let all):
        guard pause > .seconds(1) else { return }
        Console.note("\(reason); waiting \(pause.text) before try \(next) of \(all)")
      }
    }
  }

  /// Nothing is waited for any more.
  func stop() {
    queue.sync { generation += 1 }
  }

  private func remind(afterSeconds seconds: Int, _ text: String, _ expected: Int) {
    // 1 s after the beginning, then every 10 s.
    queue.asyncAfter(deadline: .now() + .seconds(seconds == 1 ? 1 : 10)) { [self] in
      guard generation == expected else { return }
      Console.note("\(text): \(seconds) s so far")
      remind(afterSeconds: seconds + 10, text, expected)
    }
  }
}
