import ReceiptKit

/// Turns one chunk after another into lines, on one thread.
final class StreamWorker {
  private let reader: RecordReader
  private let renderer: any LineRenderer
  private let format: RecordFormat
  private var output = OutputBuffer()
  private var tally = StreamTally()
  /// Requested members that have had no value yet.
  private var absent: Set<String>

  /// The size at which lines are passed on, even in the middle of a chunk: the error document of an empty line is a
  /// hundred times as long as the line.
  private static let handover = 4 << 20
  /// The capacity for an ordinary chunk's lines. Memory beyond it, used by an unusual receipt, is released.
  private static let ordinaryCapacity = 16 << 20

  init(_ format: RecordFormat, _ renderer: any LineRenderer) {
    reader = RecordReader(format)
    self.format = format
    self.renderer = renderer
    // The first one is the input.
    absent = Set(format.columns.dropFirst().map(\.name))
  }

  /// Processes the chunk and passes its lines to the gate, which writes them in order.
  func work(_ chunk: Chunk, _ gate: OutputGate) {
    var item = StreamItem(source: chunk.source, line: chunk.firstLine)
    var position = chunk.records.lowerBound
    chunk.bytes.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<chunk.records.upperBound])
      while position < bytes.count {
        let record = position..<RecordCutter.endOfRecord(bytes, from: position, format.quotes)
        append(chunk, bytes, record, &item)
        position = record.upperBound
        if output.count >= Self.handover { hand(over: gate.write, chunk) }
      }
    }
    if let failure = chunk.failure {
      item.line = failure.line
      item.identifier = nil
      item.kept = []
      tally.add(renderer.appendLine(for: failure.error, item: item, to: &output))
      if failure.line == nil { tally.failedSources.append((chunk.source, failure.error)) }
    }
    hand(over: gate.finish, chunk)
  }

  private func hand(over write: (inout OutputBuffer, inout StreamTally, Chunk) -> Void, _ chunk: Chunk) {
    let isLarge = output.count > Self.ordinaryCapacity
    tally.absent = absent
    write(&output, &tally, chunk)
    if isLarge { output = OutputBuffer() }
  }

  private func append(
    _ chunk: Chunk, _ bytes: UnsafeRawBufferPointer, _ record: Range<Int>, _ item: inout StreamItem
  ) {
    item.identifier = nil
    if !item.kept.isEmpty { item.kept = [] }
    do throws(ReceiptError) {
      switch try reader.read(bytes, record, chunk.columns, &item) {
      case .range(let range):
        tally.add(renderer.appendLine(of: chunk.bytes.span.extracting(range), item: item, to: &output))
      case .own(let own): tally.add(renderer.appendLine(of: own.span, item: item, to: &output))
      }
    } catch {
      tally.add(renderer.appendLine(for: error, item: item, to: &output))
    }
    if !absent.isEmpty { removeFromAbsent(item) }
    // A record of a table may contain line breaks; the last one of a source may have none.
    let breaks = format.quotes == nil ? 1 : bytes.count(of: .lineFeed, in: record)
    item.line = item.line.map { $0 + breaks }
  }

  /// Removes the members that have a value in this item from ``absent``.
  private func removeFromAbsent(_ item: StreamItem) {
    if let name = format.identifierField, item.identifier ?? .null != .null { absent.remove(name) }
    for member in item.kept where member.value != .null { absent.remove(member.name) }
  }
}
