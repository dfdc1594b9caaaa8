import ReceiptKit
import ReceiptLedger

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `ledger add --stream`: what waits together is committed together, and answered only then.
struct LedgerStream {
  let ledger: Ledger
  let reader: PresentationReader
  let rules: AddingRules
  /// The most lines of one commit.
  let batch: Int

  /// So many bytes of lines wait at most, whatever their number.
  private static let maximumWaiting = 32 << 20

  /// One line of input, in its place.
  private enum Line {
    case presentation(source: String)
    case failure(source: String, ReceiptError)
  }

  func run(maximumBytes: Int) throws -> ExitStatus {
    var lines = try LineReader(maximumBytes: maximumBytes)
    var worst = ExitStatus.success
    var number = 0
    var isEmpty = true
    var isOver = false
    while !isOver {
      var waiting: [Line] = []
      var presentations: [Presentation] = []
      var fault: ReceiptError?
      var bytes = 0
      // What more has come meanwhile is read before anything is committed; whoever waits for an answer never waits for it.
      while waiting.count < batch, bytes < Self.maximumWaiting, waiting.isEmpty || lines.isReady {
        do throws(ReceiptError) {
          guard let line = try lines.next() else {
            isOver = true
            break
          }
          number += 1
          bytes += line.count
          if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
          do throws(StreamLineError) {
            let (source, presentation) = try reader.read(line, number: number, now: Clock.now)
            waiting.append(.presentation(source: source))
            presentations.append(presentation)
          } catch {
            waiting.append(.failure(source: error.source, error.error))
          }
        } catch {
          // Nothing that follows can be read; what came before is answered.
          fault = error
          isOver = true
          break
        }
      }
      isEmpty = isEmpty && waiting.isEmpty
      worst = max(worst, try answer(waiting, presentations))
      if let fault {
        Console.report(fault, source: "-")
        worst = max(worst, ExitStatus(fault))
      }
    }
    guard isEmpty, worst == .success else { return worst }
    Console.report(message: "there was no line: nothing was decided", hint: nil)
    return .notAReceipt
  }

  private func answer(_ lines: [Line], _ presentations: [Presentation]) throws -> ExitStatus {
    guard !lines.isEmpty else { return .success }
    var decisions = try ledger.add(presentations, rules: rules, now: Clock.now).makeIterator()
    var worst = ExitStatus.success
    var writer = JSONWriter(layout: .compact, reservingCapacity: lines.count * 1_024)
    for line in lines {
      switch line {
      case .failure(let source, let error):
        worst = max(worst, ExitStatus(error))
        ErrorDocument.write(error, schema: DecisionDocument.schema, head: DocumentHead(source: source), to: &writer)
      case .presentation(let source):
        guard let decision = decisions.next() else { continue }
        let status = ExitStatus(decision)
        worst = max(worst, status)
        DecisionDocument(decision, source: source, exitCode: status.rawValue).write(to: &writer)
      }
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
  let decoder: InputDecoder
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
        Array(input.utf8), decoder: decoder, validator: Validator(expectations: expectations, now: now),
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
