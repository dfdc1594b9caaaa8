/// The commands that need a network or a database, which are in the connected program.
package enum ConnectedCommand: String {
  case verify, serve, ledger

  package var abstract: String {
    switch self {
    case .verify: "Ask Apple's verifyReceipt about a receipt (uploads it)."
    case .serve: "Answer like Apple's verifyReceipt, on this machine."
    case .ledger: "Remember purchases: none lost, none honoured twice."
    }
  }
}
