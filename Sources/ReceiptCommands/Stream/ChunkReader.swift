import ReceiptKit

/// Reads all sources, one after another, in chunks of whole records. Only one thread at a time may use it.
///
/// Its memory is bounded: no part of a record that is longer than the limit is kept.
package final class ChunkReader {
  private let format: RecordFormat
  private let console: Console
  private let isQuiet: Bool
  /// Whether reading continues after a record that is too long. Otherwise the source ends there at once.
  private let goesOnBehindLongRecords: Bool
  private var remaining: ArraySlice<String>
  private var name = ""
  private var source: ByteSource?
  private var columns: TableColumns?
  /// The start of the next record.
  private var rest: [UInt8] = []
  /// The number of the line in which `rest` begins.
  private var line = 1
  /// What ended the source while a record that is too long was skipped. It is reported behind that record.
  private var interruption: ReceiptError?
  private var sequence = 0
  /// The bytes that were read from the sources before this one.
  private var bytesOfEarlierSources = 0
  /// The number of records of this source that were passed on.
  private var recordCount = 0

  package init(
    _ sources: [String], _ format: RecordFormat, _ console: Console, isQuiet: Bool = false,
    goesOnBehindLongRecords: Bool = true
  ) {
    self.format = format
    self.console = console
    self.isQuiet = isQuiet
    self.goesOnBehindLongRecords = goesOnBehindLongRecords
    remaining = sources[...]
  }

  /// Reads the next chunk. It waits only for the first record of the chunk.
  ///
  /// - Returns: whether there was a further chunk.
  package func next(_ chunk: inout Chunk) -> Bool {
    repeat {
      var failure = interruption
      interruption = nil
      if failure == nil, source == nil {
        guard let next = remaining.popFirst() else { return false }
        failure = open(next)
      }
      chunk.begin(name, with: rest, atLine: line)
      if let failure { chunk.fail(with: failure) } else { fill(&chunk) }
    } while chunk.records.isEmpty && chunk.failure == nil
    chunk.columns = columns
    chunk.bytesRead = bytesOfEarlierSources + (source?.bytesRead ?? 0)
    chunk.sequence = sequence
    sequence += 1
    return true
  }

  /// Whether ``next(_:)`` would return without waiting, with a chunk or at the end.
  package var isReady: Bool { source?.isReady ?? true }

  private func open(_ name: String) -> ReceiptError? {
    self.name = name
    rest = []
    line = 1
    recordCount = 0
    columns = nil
    do throws(ReceiptError) { source = try ByteSource(name, console, isQuiet: isQuiet) } catch { return error }
    return nil
  }

  private func close() {
    bytesOfEarlierSources += source?.bytesRead ?? 0
    source = nil
    rest = []
  }

  private func fill(_ chunk: inout Chunk) {
    // The number of bytes in the chunk: those of ``rest``, and what is read behind them.
    var count = rest.count
    var cutter = RecordCutter(format.quotes, isAtStart: line == 1)
    chunk.withBytes(count) { cutter.scan($0) }
    while let source {
      // If the only record is an empty line, the next chunk shows whether it is the last line, which is not an input.
      let isOnlyEmpty = cutter.records == 1 && lengthOfHeldEmptyLine(chunk, cutter) > 0
      // The chunk is full, or more of it would have to be waited for.
      if cutter.end > 0, !isOnlyEmpty, count >= format.portion || !source.isReady {
        return cut(&chunk, cutter, count)
      }
      // An open cell needs no check here: `RecordCutter` breaks a cell that is longer than a record may be.
      if cutter.end == 0, count > format.maximumBytes, !cutter.isQuoted { return skipRecord(&chunk, count) }
      chunk.makeRoom(behind: count)
      switch read(source, &chunk, from: count) {
      case .failure(let error):
        // Records before the fault are good; the last one may be incomplete.
        cut(&chunk, cutter, cutter.end)
        chunk.fail(with: interrupted(error))
        return close()
      case .success(0): return finish(&chunk, cutter, count)
      case .success(let more): count += more
      }
      chunk.withBytes(count) { cutter.scan($0) }
    }
  }

  private func read(_ source: ByteSource, _ chunk: inout Chunk, from start: Int) -> Result<Int, ReceiptError> {
    chunk.bytes.withUnsafeMutableBytes { buffer in
      let end = min(buffer.count, start + format.portion)
      do throws(ReceiptError) {
        return .success(try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Passes on the whole records and keeps the bytes after them.
  private func cut(_ chunk: inout Chunk, _ cutter: RecordCutter, _ count: Int) {
    let held = lengthOfHeldEmptyLine(chunk, cutter)
    let end = cutter.end - held
    rest = Array(chunk.bytes[end..<count])
    addRecords(&chunk, 0..<end, records: cutter.records - (held > 0 ? 1 : 0), header: cutter.firstEnd)
    line += cutter.lineBreaks - (held > 0 ? 1 : 0)
  }

  /// The length of the last whole record if it is an empty line and not the first line of the source; otherwise 0. Such
  /// a line is kept for the next chunk: if the source ends behind it, it is not an input.
  private func lengthOfHeldEmptyLine(_ chunk: Chunk, _ cutter: RecordCutter) -> Int {
    guard line > 1 || cutter.records > 1, cutter.end > 0 else { return 0 }
    let last = chunk.bytes[..<cutter.end].suffix(3)
    let breakLength = last.dropLast().last == .carriageReturn ? 2 : 1
    // The line is empty if only its break follows the previous line, or the start of the chunk.
    let isWholeChunk = cutter.end == breakLength && cutter.records == 1
    return isWholeChunk || last.dropLast(breakLength).last == .lineFeed ? breakLength : 0
  }

  /// Ends the source. The remaining bytes are a record, too.
  private func finish(_ chunk: inout Chunk, _ cutter: RecordCutter, _ count: Int) {
    var cutter = cutter
    chunk.withBytes(count) { cutter.finish($0) }
    let isLastWhole = cutter.end == count
    let held = isLastWhole ? lengthOfHeldEmptyLine(chunk, cutter) : 0
    addRecords(
      &chunk, 0..<count - held, records: cutter.records + (isLastWhole ? 0 : 1) - (held > 0 ? 1 : 0),
      header: cutter.firstEnd > 0 ? cutter.firstEnd : count)
    if columns == nil, format.delimiter != nil, chunk.failure == nil { chunk.fail(with: TableColumns.missing) }
    close()
  }

  /// Adds records to the chunk, except the first record of a table, which names the columns.
  private func addRecords(_ chunk: inout Chunk, _ range: Range<Int>, records count: Int, header headerEnd: Int) {
    chunk.records = range
    recordCount += count
    guard format.delimiter != nil, columns == nil, headerEnd > 0 else { return }
    recordCount -= 1
    chunk.records = headerEnd..<range.upperBound
    chunk.firstLine += chunk.withBytes(headerEnd) { $0.count(of: .lineFeed, in: 0..<headerEnd) }
    do throws(ReceiptError) {
      columns = try chunk.bytes.span.extracting(..<headerEnd).withUnsafeBytes { bytes throws(ReceiptError) in
        try TableColumns(header: bytes.startAfterByteOrderMark..<bytes.endOfText(0..<headerEnd), bytes, format)
      }
    } catch {
      chunk.records = 0..<0
      chunk.fail(with: error)
      close()
    }
  }

  /// Skips a record that is longer than the limit, up to the next line break. None of it is kept.
  private func skipRecord(_ chunk: inout Chunk, _ count: Int) {
    chunk.fail(with: format.tooLarge, inLine: line)
    rest = []
    guard goesOnBehindLongRecords else { return close() }
    // Cells before the long one may contain line breaks.
    line += 1 + chunk.withBytes(count) { $0.count(of: .lineFeed, in: 0..<count) }
    while let source {
      switch read(source, &chunk, from: 0) {
      case .failure(let error):
        interruption = interrupted(error)
        return close()
      case .success(0): return close()
      case .success(let more):
        guard let end = chunk.withBytes(more, { $0.firstIndex(of: .lineFeed, in: 0..<more) }) else { continue }
        rest = Array(chunk.bytes[(end + 1)..<more])
        // The columns of a table are unknown without its first line.
        if format.delimiter != nil, columns == nil { close() }
        return
      }
    }
  }

  /// Why a source ended early. Only an unreadable source can end in the middle; other faults, such as that of an
  /// archive, come before its first record.
  private func interrupted(_ error: ReceiptError) -> ReceiptError {
    guard error.code == .unreadable else { return error }
    var error = error
    error.message =
      recordCount == 1 ? "\(error.message), after 1 item" : "\(error.message), after \(grouped: recordCount) items"
    return error
  }
}
