/// The JSON Schemas of the documents. The files of `Schemas/` are embedded through symbolic links in the target.
enum DocumentSchemas {
  /// The schemas by the name of the command.
  static let all: [(name: String, text: [UInt8])] = [
    ("decode", PackageResources.decode_1_schema_json),
    ("validate", PackageResources.validate_1_schema_json),
    ("diagnose", PackageResources.diagnose_1_schema_json),
    ("status", PackageResources.status_1_schema_json),
    ("compare", PackageResources.compare_1_schema_json),
    ("diff", PackageResources.diff_1_schema_json),
    ("ledger-decision", PackageResources.ledger_decision_1_schema_json),
    ("ledger-entitlements", PackageResources.ledger_entitlements_1_schema_json),
    ("ledger-erasure", PackageResources.ledger_erasure_1_schema_json),
    ("ledger-event", PackageResources.ledger_event_1_schema_json),
    ("ledger-merge", PackageResources.ledger_merge_1_schema_json),
    ("ledger-show", PackageResources.ledger_show_1_schema_json),
  ]
}
