/// Facts that both programs state about themselves: for users, they are one tool.
package enum ToolFacts {
  package static let name = "receipt-tool"
  package static let version = "1.0.0"

  /// The environment variable with the shared secret.
  package static let secretVariable = "APPSTORE_SHARED_SECRET"

  /// The commands that send receipts or ids to Apple, or to a server named instead. A test compares this list, the help
  /// and the README with the commands that use a transport.
  package static let uploading = [
    "verify", "compare", "history", "migrate", "notifications", "api", "messages", "reports", "ledger run",
    "serve --run",
    "serve --app",
  ]
}
