import ReceiptKit

/// The JSON document of `ledger notify` for a statement that is not believed; a believed one shows in events.
public struct NotifyDocument: Sendable {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-notify/1"

  /// The statement.
  public var statement: AppleStatement
  /// Its source: the path as it was given, or `-`.
  public var source: String
  /// Why it is not believed.
  public var reason: String
  /// The result; `nil` if it was rejected before any lookup.
  public var taken: TakenStatement?
  /// The exit code of the tool for this statement alone.
  public var exitCode: Int32

  /// Makes a document.
  public init(
    _ statement: AppleStatement, source: String, reason: String, taken: TakenStatement?, exitCode: Int32
  ) {
    self.statement = statement
    self.source = source
    self.reason = reason
    self.taken = taken
    self.exitCode = exitCode
  }

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("source", source)
      writer.member("kind", statement.history.kind.rawValue)
      writer.member("notification_type", statement.history.notificationType)
      writer.member("is_believed", false)
      writer.member("reason", reason)
      writer.member("asks_about", taken?.asks ?? [])
      writer.member("not_asked_sooner", taken?.waits ?? [])
      writer.member("exit_code", Int(exitCode))
    }
    writer.endLine()
  }
}
