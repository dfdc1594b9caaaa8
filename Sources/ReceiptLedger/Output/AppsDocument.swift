import ReceiptKit

/// The JSON document of `ledger apps`.
extension LedgerApps {
  /// Names the schema of the document. Within one version keys are only added.
  public static let schema = "receipt-tool/ledger-apps/1"

  /// Writes the whole document.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("apps", named)
      writer.key("other_apps")
      writer.array { writer in
        for other in others {
          writer.object { writer in
            writer.member("bundle_id", other.bundleID)
            writer.member("orders", other.orders)
          }
        }
      }
    }
    writer.endLine()
  }
}
