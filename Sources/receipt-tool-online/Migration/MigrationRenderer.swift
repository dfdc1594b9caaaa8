import ReceiptCommands
import ReceiptKit
import SystemLibrary

/// Documents of `migrate`: what was recorded about an input, or what is answered now.
struct MigrationRenderer: DocumentRenderer {
  /// What became of an input.
  enum Content {
    case recorded(JSONValue)
    case new(Migration)
  }

  let state: MigrationState
  let inquiry: CustomerInquiry
  let worker: ReceiptWorker

  var schema: String { Migration.schema }

  func read(_ input: [UInt8]) throws(ReceiptError) -> Content {
    var asked: Migration?
    let recorded = try state.recorded(input) { () throws(ReceiptError) in
      let migration = try inquiry.ask(about: input, with: worker)
      asked = migration
      guard migration.isFinal else { return nil }
      var members = OutputBuffer()
      var writer = JSONWriter(appendingCompactMembersTo: &members)
      migration.writeMembers(to: &writer)
      writer.returnBuffer(to: &members)
      return members.bytes
    }
    return recorded.map(Content.recorded) ?? .new(asked ?? Migration())
  }

  func verdict(on content: Content) -> DocumentVerdict {
    let outcome =
      switch content {
      case .new(let migration): migration.outcome
      // An outcome that only a newer version knows needs a person.
      case .recorded(let members): members["outcome"]?.stringValue.flatMap(Migration.Outcome.init) ?? .refused
      }
    let status: ExitStatus =
      if outcome.needsPerson {
        .negative
      } else if outcome == .unanswered {
        max(.tryAgain, inquiry.result.status)
      } else {
        .success
      }
    return DocumentVerdict(outcome.rawValue, exitCode: status.rawValue)
  }

  func write(_ content: Content, head: DocumentHead, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", schema)
      writer.members(head)
      switch content {
      case .new(let migration): migration.writeMembers(to: &writer)
      case .recorded(let recorded):
        guard case .object(let members) = recorded else { return }
        for member in members {
          writer.key(member.name)
          writer.value(member.value)
        }
      }
    }
    writer.endLine()
  }
}

/// The lines of `migrate`, and which of them need a person.
final class MigrationLines: LineRenderer {
  /// The lines that need a person, or cannot be read.
  struct Attention: Sendable {
    private(set) var count = 0
    /// The first ones.
    private var first: [(source: String, line: Int, word: String)] = []

    /// Whether there are several sources, so that a line needs the name of its own.
    private let namesSources: Bool

    private static let maximum = 10

    init(namesSources: Bool) { self.namesSources = namesSources }

    mutating func add(_ item: StreamItem, _ verdict: DocumentVerdict) {
      count += 1
      guard let line = item.line else { return }
      // Threads come here in any order.
      first.append((item.source, line, verdict.word))
      first.sort { ($0.source, $0.line) < ($1.source, $1.line) }
      first = first.dropLast(max(0, first.count - Self.maximum))
    }

    /// `line 12 (differs), line 40 (unproven) and 7 more`
    var text: Message {
      let lines = first.map { ("line \($0.line) (\($0.word))" as Message).of(namesSources ? $0.source : "-") }
        .joined(separator: ", ")
      return count > first.count ? "\(lines) and \(grouped: count - first.count) more" : lines
    }
  }

  private let lines: DocumentLines
  private let attention: Locked<Attention>

  init(_ renderer: MigrationRenderer, _ attention: Locked<Attention>) {
    lines = DocumentLines(renderer)
    self.attention = attention
  }

  func appendLine(of input: Span<UInt8>, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    note(lines.appendLine(of: input, item: item, to: &output), item)
  }

  func appendLine(for error: ReceiptError, item: StreamItem, to output: inout OutputBuffer) -> DocumentVerdict {
    note(lines.appendLine(for: error, item: item, to: &output), item)
  }

  private func note(_ verdict: DocumentVerdict, _ item: StreamItem) -> DocumentVerdict {
    guard verdict.isError || verdict.exitCode == ExitStatus.negative.rawValue else { return verdict }
    attention.withLock { $0.add(item, verdict) }
    return verdict
  }
}
