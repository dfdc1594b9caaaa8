import ReceiptCommands
import ReceiptKit
import ReceiptServer
import SystemLibrary

/// Writes the lines of a log to standard error on a separate thread.
///
/// An unread pipe accepts 64 KiB and then blocks the writer, which must not be a thread that answers requests.
final class LogWriter: @unchecked Sendable {
  /// The maximum number of waiting lines. Further lines are counted and dropped.
  static let capacity = 4_096

  // The lock guards all these properties.
  private var waiting: [String] = []
  private var lost = 0
  private var isWriting = false
  private var isOver = false
  private let lock = Locked(())
  /// There is something to write, or no more will come.
  private let change = Condition()
  private var thread: WorkerThread?
  private let console: Console
  private let format: @Sendable (LogLevel, String) -> String

  /// - Parameter format: makes a line from a message.
  init(_ console: Console, format: @escaping @Sendable (LogLevel, String) -> String) {
    self.console = console
    self.format = format
    thread = WorkerThread { [self] in
      while writeNext() {}
    }
  }

  /// Queues a message without ever blocking.
  func write(_ level: LogLevel, _ message: String) { write(line: format(level, message)) }

  /// Queues a line, and never blocks.
  func write(line: String) {
    lock.withLock { _ in
      guard !isOver else { return }
      if waiting.count < Self.capacity { waiting.append(line) } else { lost += 1 }
      change.notify()
    }
  }

  /// Accepts no more lines, and waits until all are written, but at most half a second.
  func finish() {
    lock.withLock { _ in
      isOver = true
      change.notify()
    }
    // In a process with more than this run, the thread must end with it. Otherwise an unread pipe may block the thread
    // for ever, and the process ends all the same.
    guard console.ownsProcess else {
      thread?.join()
      return
    }
    for _ in 0..<100 {
      if lock.withLock({ _ in waiting.isEmpty && lost == 0 && !isWriting }) { return }
      usleep(5_000)
    }
  }

  /// - Returns: whether there may be more lines.
  private func writeNext() -> Bool {
    let (lines, missing, isLast) = lock.withLock { _ in
      while waiting.isEmpty, lost == 0, !isOver { change.wait(with: lock) }
      defer {
        waiting = []
        lost = 0
      }
      isWriting = true
      return (waiting, lost, isOver)
    }
    for line in lines { console.note(Message(english: line)) }
    if missing > 0 {
      let line = format(.info, "\(missing.grouped) lines of the log were lost: it was not read in time")
      console.note(Message(english: line))
    }
    lock.withLock { _ in isWriting = false }
    return !isLast
  }
}
