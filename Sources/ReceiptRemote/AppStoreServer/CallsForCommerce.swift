import ReceiptKit

/// The calls of the Advanced Commerce API and of the External Purchase Server API. ``AppStoreServerCall`` explains the
/// fields of a row.
extension AppStoreServerCall {
  /// One row for each call of the Advanced Commerce API.
  package static let commerce = AdvancedCommerceCall.allCases.map { call in
    AppStoreServerCall(
      // The change is not repeatable: Apple refuses a second request with the same requestReferenceId.
      name: call.rawValue, title: call.title, operation: "advancedCommerce-" + call.rawValue, method: .post,
      path: "/advancedCommerce/v1/\(call.path)/{id}", parameters: [.id("The transaction.")], body: .json(call.rules),
      answer: .purchase, change: Change { "\(call.title): the purchase \($0["id"])" })
  }

  /// The subcommand that makes one of the calls of the Advanced Commerce API. It is no call itself, so it has no path.
  package static let anyCommerce = AppStoreServerCall(
    name: "advanced-commerce", title: "Advanced Commerce API", operation: "", method: .post, path: "",
    parameters: [
      CallParameter(
        place: .query, member: Member("call", .word(AdvancedCommerceCall.self)), input: .argument("call"),
        form: .word(AdvancedCommerceCall.self, hasDefault: false), help: "The call.", example: "cancel"),
      .id("The transaction."),
    ], body: .json(RequestRules([])), change: Change { _ in "" },
    command: Command(
      .api, "Make a call of the Advanced Commerce API.",
      """
      CALL is cancel, change-metadata, change-price, migrate, revoke or request-refund. FILE has the request as JSON, \
      and what breaks a rule of Apple's is not sent. What is signed in the answer is verified.
      """), choices: commerce)

  /// Reports the sales for an external purchase token.
  package static let sendReport = AppStoreServerCall(
    name: "send", title: "Send External Purchase Report", operation: "sendReport", method: .put,
    path: "/externalPurchase/v1/reports", body: .json(.report),
    answer: .identifier("requestIdentifier", isRepeated: true),
    change: Change { "Send the report \($0["requestIdentifier"]) about external purchases" }, since: "1.0",
    asksOneServer: true,
    command: Command(
      .reports, "Send a report about an external purchase token.",
      """
      FILE has the report as JSON, with its requestIdentifier. If Apple refuses it, send all of it again with the same \
      requestIdentifier; a correction is a restatement with another one.
      """))

  /// A report about an external purchase token.
  package static let report = AppStoreServerCall(
    name: "show", title: "Retrieve External Purchase Report", operation: "report", method: .get,
    path: "/externalPurchase/v1/reports/{id}",
    parameters: [.id("The requestIdentifier of the report.", "\"$REQUEST\"")], since: "1.0",
    command: Command(.reports, "Ask for a report that was sent."))
}

extension AdvancedCommerceCall: RequestWord {}
