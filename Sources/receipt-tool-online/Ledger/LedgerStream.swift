import ReceiptCommands
import ReceiptKit
import ReceiptLedger

/// `ledger add --stream`: what waits together is committed together, and answered only then.
struct LedgerStream {
  let ledger: Ledger
  let reader: PresentationReader
  let rules: AdmissionRules
  /// The most lines of one commit.
  let batch: Int

  /// So many bytes of lines wait at most, whatever their number.
  private static let maximumWaiting = 32 << 20

  /// Lines that wait for one commit.
  private struct Waiting {
    /// For each line its name and, if it could not be read, the error. Lines without an error have a presentation.
    var lines: [(source: String, error: ReceiptError?)] = []
    var presentations: [Presentation] = []
    var bytes = 0
  }

  func run(maximumBytes: Int) throws -> ExitStatus {
    let format = RecordFormat(maximumBytes: maximumBytes)
    let input = ChunkReader(["-"], format, goesOnBehindLongRecords: false)
    var chunk = Chunk()
    var waiting = Waiting()
    var worst = ExitStatus.success
    var isEmpty = true
    var fault: ReceiptError?
    // Nothing that follows a fault can be read; what came before is answered.
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
        (position, number) = (end, number + 1)
        isEmpty = isEmpty && waiting.lines.isEmpty
        if waiting.lines.count >= batch || waiting.bytes >= Self.maximumWaiting {
          worst = max(worst, try answer(&waiting))
        }
      }
      // Lines that have already arrived join the same commit. If none has, answer now: the sender may wait for it.
      if !input.isReady { worst = max(worst, try answer(&waiting)) }
    }
    worst = max(worst, try answer(&waiting))
    if let fault {
      Console.report(fault, source: "-")
      worst = max(worst, ExitStatus(fault))
    }
    guard isEmpty, worst == .success else { return worst }
    Console.report(message: "there was no line: nothing was decided", hint: nil)
    return .notAReceipt
  }

  private func take(_ line: [UInt8], number: Int, _ waiting: inout Waiting) {
    waiting.bytes += line.count
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    do throws(StreamLineError) {
      let (source, presentation) = try reader.read(line, number: number, now: Clock.now)
      waiting.lines.append((source, nil))
      waiting.presentations.append(presentation)
    } catch {
      waiting.lines.append((error.source, error.error))
    }
  }

  private func answer(_ waiting: inout Waiting) throws -> ExitStatus {
    defer { waiting = Waiting() }
    guard !waiting.lines.isEmpty else { return .success }
    var decisions = try ledger.add(waiting.presentations, rules: rules, now: Clock.now).makeIterator()
    var worst = ExitStatus.success
    var writer = JSONWriter(layout: .compact, reservingCapacity: waiting.lines.count * 1_024)
    for (source, error) in waiting.lines {
      let status: ExitStatus
      if let error {
        status = ExitStatus(error)
        ErrorDocument.write(error, schema: Decision.schema, head: DocumentHead(source: source), to: &writer)
      } else {
        guard let decision = decisions.next() else { continue }
        status = ExitStatus(decision)
        decision.write(source: source, exitCode: status.rawValue, to: &writer)
      }
      worst = max(worst, status)
    }
    Console.write(writer.bytes)
    return worst
  }
}

/// A line that presents nothing, and what it calls itself.
struct StreamLineError: Error {
  let source: String
  let error: ReceiptError
}

/// Reads one line of a stream as a presentation.
struct PresentationReader {
  let worker: ReceiptWorker
  let expectations: Expectations
  let environment: Ledger.Environment
  let options: LedgerStreamOptions
  let applicationUsername: String?
  let orderedAt: Instant?

  func read(
    _ line: [UInt8], number: Int, now: Instant
  ) throws(StreamLineError) -> (source: String, presentation: Presentation) {
    var source = "line \(number)"
    do throws(ReceiptError) {
      let document = try JSONReader(maximumDepth: 8, maximumValues: 10_000).read(line)
      guard case .object = document else { throw ReceiptError(.invalidRecord, "a line that is no JSON object") }
      if let twice = document.repeatedMember {
        throw ReceiptError(.invalidRecord, "a line with `\(twice)` twice in one object; which one counts?")
      }
      if let name = text(document[options.idField]) { source = name }
      let input = try required(document, options.receiptField)
      var expectations = expectations
      expectations.products = try list(document, "product") ?? expectations.products
      if let guid = text(document["device_guid"]) {
        expectations.deviceGUID = try value("device_guid", guid, DeviceGUID.init)
      }
      let receipt = PresentedReceipt(
        Array(input.utf8), worker: worker, validator: Validator(expectations: expectations, now: now),
        environment: environment)
      var presentation = Presentation(
        order: try name(document, options.orderField), account: try name(document, options.accountField),
        receipt: receipt)
      presentation.applicationUsername = text(document["application_username"]) ?? applicationUsername
      presentation.device = expectations.deviceGUID
      presentation.products = expectations.products
      presentation.transactions = try list(document, "transaction") ?? []
      presentation.orderedAt = orderedAt
      if let time = text(document["ordered_at"]) {
        guard let date = ReceiptDate(time) else {
          throw ReceiptError(.invalidRecord, "`ordered_at` is no time", hint: "use 2024-01-31T12:00:00Z")
        }
        presentation.orderedAt = date.instant
      }
      return (source, presentation)
    } catch {
      throw StreamLineError(source: source, error: error)
    }
  }

  private func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text
    // Order numbers are written both ways.
    case .number(let digits)?: digits
    default: nil
    }
  }

  private func required(_ document: JSONValue, _ name: String) throws(ReceiptError) -> String {
    guard let text = text(document[name]), !text.isEmpty else {
      throw ReceiptError(
        .invalidRecord, "a line without `\(name)`", hint: "options like --order-field name the members")
    }
    return text
  }

  private func name(_ document: JSONValue, _ field: String) throws(ReceiptError) -> String {
    let name = try required(document, field)
    if let problem = LedgerName.problem(name) { throw ReceiptError(.invalidRecord, "`\(field)`: \(problem)") }
    return name
  }

  private func list(_ document: JSONValue, _ name: String) throws(ReceiptError) -> [String]? {
    switch document[name] {
    case nil, .null?: return nil
    case .array(let elements)?:
      let texts = elements.compactMap(text)
      guard texts.count == elements.count, !texts.isEmpty else {
        throw ReceiptError(.invalidRecord, "`\(name)` is no list of strings")
      }
      return texts
    default:
      guard let text = text(document[name]), !text.isEmpty else {
        throw ReceiptError(.invalidRecord, "`\(name)` is no string")
      }
      return [text]
    }
  }

  private func value<Value>(
    _ name: String, _ text: String, _ read: (String) throws(ExpectationError) -> Value
  ) throws(ReceiptError) -> Value {
    do throws(ExpectationError) {
      return try read(text)
    } catch {
      throw ReceiptError(.invalidRecord, "`\(name)`: \(error.message)", hint: error.hint)
    }
  }
}
