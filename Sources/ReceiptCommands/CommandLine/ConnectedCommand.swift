/// The commands that need a network or a database, which are in the connected program.
package enum ConnectedCommand: String {
  case verify, history, notifications, api, serve, ledger

  package var abstract: String {
    switch self {
    case .verify: "Ask Apple's verifyReceipt about a receipt (uploads it)."
    case .history: "Ask Apple for everything that a customer bought (sends an id)."
    case .notifications: "Ask Apple what it told your server, and whether that arrived."
    case .api: "Make one call of the App Store Server API."
    case .serve: "Answer like Apple's verifyReceipt, on this machine."
    case .ledger: "Remember purchases: none lost, none honoured twice."
    }
  }
}
