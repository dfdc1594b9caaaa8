import ReceiptKit

/// Turns one chunk after another into lines, on one thread.
final class StreamWorker {
  private let reader: RecordReader
  private let lines: any LineRenderer
  private let format: RecordFormat
  private var output = OutputBuffer()
  private var tally = StreamTally()
  /// Members that were asked for, and have had no value yet.
  private var absent: Set<String>

  /// Lines are handed over when they are as long as this together, also in the middle of a chunk: empty lines give
  /// error documents of a hundred times their length.
  private static let handover = 4 << 20
  /// An ordinary chunk's lines; what one unusual receipt took beyond this is given back.
  private static let ordinaryCapacity = 16 << 20

  init(_ format: RecordFormat, _ lines: any LineRenderer) {
    reader = RecordReader(format)
    self.format = format
    self.lines = lines
    absent = Set(format.columns.dropFirst().map(\.name))
  }

  /// Works the chunk and hands its lines to the gate, in whose order they are written.
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
      (item.line, item.identifier, item.kept) = (failure.line, nil, [])
      tally.add(lines.appendLine(for: failure.error, item: item, to: &output))
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
        tally.add(lines.appendLine(of: chunk.bytes.span.extracting(range), item: item, to: &output))
      case .own(let own): tally.add(lines.appendLine(of: own.span, item: item, to: &output))
      }
    } catch {
      tally.add(lines.appendLine(for: error, item: item, to: &output))
    }
    if !absent.isEmpty { find(item) }
    // A record of a table may have line breaks in it; the last one of a source need not have any.
    let breaks = format.quotes == nil ? 1 : bytes.count(of: .lineFeed, in: record)
    item.line = item.line.map { $0 + breaks }
  }

  private func find(_ item: StreamItem) {
    if let name = format.identifierField, item.identifier ?? .null != .null { absent.remove(name) }
    for member in item.kept where member.value != .null { absent.remove(member.name) }
  }
}
