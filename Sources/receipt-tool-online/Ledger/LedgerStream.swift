import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `ledger add --stream`: lines that wait together are committed together, and answered only after that.
struct LedgerStream {
  let console: Console
  /// The file of lines; `-` for standard input.
  let source: String
  let ledger: Ledger
  let reader: PresentationReader
  let worker: ReceiptWorker
  let rules: AdmissionRules
  /// The maximum number of lines of one commit.
  let batch: Int

  /// The maximum number of bytes in waiting lines, whatever the number of lines.
  private static let maximumWaiting = 32 << 20

  /// Lines that wait for one commit.
  private struct Waiting {
    /// The name of each line and its error, if it could not be read. Lines without an error have a presentation.
    var lines: [(source: String, error: ReceiptError?)] = []
    var presentations: [Presentation] = []
    var bytes = 0
  }

  func run(maximumBytes: Int) throws -> ExitStatus {
    let format = RecordFormat(maximumBytes: maximumBytes)
    let input = ChunkReader([source], format, console, goesOnBehindLongRecords: false)
    var chunk = Chunk()
    var waiting = Waiting()
    var worst = ExitStatus.success
    var isEmpty = true
    var fault: ReceiptError?
    // The input after a fault cannot be read. The lines before the fault are still answered.
    while fault == nil, input.next(&chunk) {
      fault = chunk.failure?.error
      var number = chunk.firstLine
      var position = chunk.records.lowerBound
      while position < chunk.records.upperBound {
        let (line, end) = chunk.line(at: position)
        guard line.count <= maximumBytes else {
          fault = format.tooLarge
          break
        }
        take(line, number: number, &waiting)
        position = end
        number += 1
        isEmpty = isEmpty && waiting.lines.isEmpty
        if waiting.lines.count >= batch || waiting.bytes >= Self.maximumWaiting {
          worst = max(worst, try answer(&waiting))
        }
      }
      // Lines that have already arrived join the same commit. If no line is ready, the answers are sent now, because
      // the sender may wait for them.
      if !input.isReady { worst = max(worst, try answer(&waiting)) }
    }
    worst = max(worst, try answer(&waiting))
    if let fault {
      console.report(fault, source: source)
      worst = max(worst, ExitStatus(fault))
    }
    guard isEmpty, worst == .success else { return worst }
    console.report(message: "there was no line: nothing was decided", hint: nil)
    return .notAReceipt
  }

  private func take(_ line: [UInt8], number: Int, _ waiting: inout Waiting) {
    waiting.bytes += line.count
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    let (source, read) = reader.read(line, name: "line \(number)", worker: worker, now: console.now)
    switch read {
    case .success(let presentation):
      waiting.lines.append((source, nil))
      waiting.presentations.append(presentation)
    case .failure(let error): waiting.lines.append((source, error))
    }
  }

  private func answer(_ waiting: inout Waiting) throws -> ExitStatus {
    defer { waiting = Waiting() }
    guard !waiting.lines.isEmpty else { return .success }
    var decisions = try ledger.add(waiting.presentations, rules: rules, now: console.now).makeIterator()
    var worst = ExitStatus.success
    var writer = JSONWriter(layout: .compact, reservingCapacity: waiting.lines.count * 1_024)
    for (source, error) in waiting.lines {
      let status: ExitStatus
      if let error {
        status = ExitStatus(error)
        writer.errorDocument(error, schema: Decision.schema, head: DocumentHead(source: source))
      } else {
        guard let decision = decisions.next() else { continue }
        status = ExitStatus(decision)
        decision.write(source: source, to: &writer)
      }
      worst = max(worst, status)
    }
    try console.write(writer.bytes)
    return worst
  }
}
