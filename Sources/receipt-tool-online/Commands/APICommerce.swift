import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

struct AdvancedCommerce: ChangingCall {
  static let help = CallHelp(
    name: "advanced-commerce", abstract: "Make a call of the Advanced Commerce API.",
    text: """
      CALL is cancel, change-metadata, change-price, migrate, revoke or request-refund. FILE has the request as JSON, \
      and what breaks a rule of Apple's is not sent. What is signed in the answer is verified.
      """,
    examples: [
      "api advanced-commerce --app reader cancel \\\n    2000000123456789 commerce.json",
      "api advanced-commerce --app reader --yes revoke \\\n    2000000123456789 commerce.json",
      "api advanced-commerce --app reader --yes request-refund \\\n    2000000123456789 - < commerce.json",
    ], takesFile: true)

  @Argument(help: "The call.")
  var call: AdvancedCommerceCall

  @Argument(help: "The transaction.")
  var id: String

  @Argument(help: "The JSON of the request; - reads standard input.", completion: .file())
  var file: String

  func change(_ console: Console) throws -> PlannedChange {
    let body = try call.rules.read(file, console)
    guard let change = AppStoreServerChange.advancedCommerce(call, id, body) else {
      throw UsageError("'\(id.displayed(limit: 80))' is not an id of a transaction")
    }
    return PlannedChange(change: change, what: "\(call.title): the purchase \(id)")
  }
}

extension AdvancedCommerceCall: ExpressibleByArgument {}
