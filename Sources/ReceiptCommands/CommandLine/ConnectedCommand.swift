/// The commands that need a network or a database. Only the connected program has them.
package enum ConnectedCommand: String, CaseIterable {
  case verify, history, migrate, notifications, api, messages, reports, serve, ledger

  package var abstract: String {
    switch self {
    case .verify: "Ask Apple's verifyReceipt about a receipt (uploads it)."
    case .history: "Ask Apple for everything that a customer bought (sends an id)."
    case .migrate: "Move stored receipts from verifyReceipt to the App Store Server API."
    case .notifications: "Ask Apple what it told your server, and whether that arrived."
    case .api: "Make one call of the App Store Server API."
    case .messages: "Manage what customers see before they cancel a subscription."
    case .reports: "Report external purchases to Apple."
    case .serve: "Run your own verifyReceipt server, a page and a purchase service."
    case .ledger: "Keep a record of purchases: none is lost or honoured twice."
    }
  }
}
