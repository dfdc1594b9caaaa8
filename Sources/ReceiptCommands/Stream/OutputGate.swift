import ReceiptKit
import SystemLibrary

/// Receives the lines of all workers and writes them, in the order of the input or in the order of arrival.
///
/// A worker that is ahead of the others waits here and reads no further input. This bounds the memory.
final class OutputGate: @unchecked Sendable {
  // Access every property only while holding the lock.
  private let lock = Locked(())
  /// One condition for each worker that can be ahead. Consecutive chunk numbers have different ones.
  private let turns: [Condition]
  /// The number of the chunk that is written next.
  private var turn = 0
  private let isOrdered: Bool
  private let isQuiet: Bool
  private let console: Console
  /// A worker has ended, or output has failed.
  private let ending = Condition()
  private var endedWorkers = 0
  /// Why no further output can be written; `nil` if it can.
  private var failure: UnwrittenOutput?
  private(set) var tally = StreamTally()
  private var progress: StreamProgress?

  /// - Parameters:
  ///   - workers: the maximum number of workers.
  ///   - isOrdered: whether lines are written in the order of the input.
  ///   - isQuiet: whether to print nothing on standard error.
  init(workers: Int, isOrdered: Bool, isQuiet: Bool, progress: StreamProgress?, _ console: Console) {
    turns = (0..<max(1, workers)).map { _ in Condition() }
    self.isOrdered = isOrdered
    self.isQuiet = isQuiet
    self.progress = progress
    self.console = console
  }

  /// Writes a part of a chunk's lines and empties the buffer. The chunk keeps its turn.
  func write(_ output: inout OutputBuffer, _ tally: inout StreamTally, _ chunk: Chunk) {
    lock.withLock { _ in writeInTurn(&output, &tally, chunk) }
  }

  /// Writes the last lines of a chunk, empties the buffer, and passes the turn on.
  func finish(_ output: inout OutputBuffer, _ tally: inout StreamTally, _ chunk: Chunk) {
    lock.withLock { _ in
      writeInTurn(&output, &tally, chunk)
      turn += 1
      if isOrdered { turns[turn % turns.count].notify() }
    }
  }

  /// Records that a worker has ended.
  func workerEnded() {
    lock.withLock { _ in
      endedWorkers += 1
      ending.notify()
    }
  }

  /// Waits until this number of workers has ended or output has failed, and removes the progress line from the
  /// terminal.
  ///
  /// - Throws: why not everything could be written. Workers may then still wait for input.
  func waitForEnd(of workers: Int) throws(UnwrittenOutput) {
    let failure: UnwrittenOutput? = lock.withLock { _ in
      while endedWorkers < workers, self.failure == nil { ending.wait(with: lock) }
      progress?.clear()
      return self.failure
    }
    if let failure { throw failure }
  }

  /// Whether further lines are useless.
  var hasFailed: Bool { lock.withLock { _ in failure != nil } }

  /// Waits for the turn of the chunk, writes its lines, and shows what became of them.
  private func writeInTurn(_ output: inout OutputBuffer, _ tally: inout StreamTally, _ chunk: Chunk) {
    while isOrdered && turn != chunk.sequence { turns[chunk.sequence % turns.count].wait(with: lock) }
    if failure == nil { writeLines(output) }
    output.removeAll()
    self.tally.add(tally)
    if !tally.failedSources.isEmpty { progress?.clear() }
    if !isQuiet { for (source, error) in tally.failedSources { console.report(error, source: source) } }
    if failure == nil { progress?.show(self.tally, bytesRead: chunk.bytesRead) }
    tally = StreamTally()
  }

  private func writeLines(_ output: borrowing OutputBuffer) {
    do throws(UnwrittenOutput) {
      try console.writeLines(output)
    } catch {
      failure = error
      ending.notify()
    }
  }
}
