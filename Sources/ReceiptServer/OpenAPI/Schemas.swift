import ReceiptKit

/// The schemas of the OpenAPI document.
enum Schemas {
  /// The JSON Schemas of the documents that the server sends, by the name of the command.
  static let documents: [JSONValue.Member] = [
    "decode", "validate", "diagnose", "status", "compare", "diff", "ledger-consent", "ledger-decision",
    "ledger-entitlements", "ledger-erasure", "ledger-event", "ledger-merge", "ledger-show",
  ].compactMap { name in DocumentSchemas.schema(of: name).map { JSONValue.Member(name, $0) } }

  /// Schemas of data that only the server sends or accepts.
  static let own: [JSONValue.Member] = {
    guard case .object(let schemas)? = DocumentSchemas.schema(of: "serve")?["$defs"] else { return [] }
    return schemas
  }()
}
