import ReceiptKit

/// One call of Apple's APIs for servers: App Store Server API, Retention Messaging, Advanced Commerce and External
/// Purchase Server API.
///
/// The client, the subcommand with its help and completion, the check before sending, the route and the checks of the
/// stand-in, the operation in the OpenAPI document and the table in docs/commands.md come from it.
package struct AppStoreServerCall: Sendable {
  /// The subcommand of a call.
  package struct Command: Sendable {
    /// The commands that have the calls as subcommands.
    package enum Group: String, Sendable { case api, messages, reports }

    package let group: Group
    package let abstract: String
    /// Sentences after Apple's name of the call.
    package let text: String

    init(_ group: Group, _ abstract: String, _ text: String = "") {
      self.group = group
      self.abstract = abstract
      self.text = text
    }
  }

  /// How a call changes something.
  package struct Change: Sendable {
    /// The action as the start of a sentence.
    package let what: @Sendable (CallValues) -> String
    /// Whether a repetition of the same request changes nothing more.
    package let isRepeatable: Bool

    init(isRepeatable: Bool = false, _ what: @escaping @Sendable (CallValues) -> String) {
      self.what = what
      self.isRepeatable = isRepeatable
    }
  }

  /// What an answer has, and where its signed data stands.
  package enum Answer: Sendable {
    /// One member with signed data.
    case member(String, SignedPayloadKind)
    /// `signedTransactions`, a list.
    case transactions
    /// `data[].lastTransactions[]`, each with `signedTransactionInfo` and `signedRenewalInfo`.
    case statuses
    /// `notificationHistory[]`, each with `signedPayload`.
    case notifications
    /// `signedTransactionInfo` and `signedRenewalInfo` of one purchase, if present.
    case purchase
    /// ExtendRenewalDateResponse: `success`, and the `originalTransactionId` of the request. Only TLS protects it, as
    /// the following ones.
    case extended
    /// A member of this name with an identifier. `isRepeated`: it has the value that it has in the request.
    case identifier(String, isRepeated: Bool = false)
    /// Anything, or the status alone.
    case anything
  }

  /// The member of an answer that names the next page. The parameter that requests that page has the same name.
  package enum Paging: String, Sendable {
    case revision
    case paginationToken
  }

  /// The body of a request.
  package enum Body: Sendable {
    /// JSON of the parameters whose place is the body, if there are any.
    case members
    /// JSON from a file, with the rules for it.
    case json(RequestRules)
    /// A PNG.
    case image
  }

  /// The name in this software, which is that of the subcommand. It is stable and appears in JSON output.
  package let name: String
  /// Apple's name: `Get Transaction Info`.
  package let title: String
  /// The name of the operation in the OpenAPI document, and of the stand-in's function.
  package let operation: String
  package let method: RemoteRequest.Method
  /// The path, with the names of parameters in braces.
  package let path: String
  package var parameters: [CallParameter] = []
  package var body = Body.members
  package var answer = Answer.anything
  /// The way in which pages follow each other; `nil` for an answer that is always complete.
  package var paging: Paging?
  /// `nil` if the call changes nothing.
  package var change: Change?
  /// The number of requests per second that Apple allows in production, counted over an hour; the sandbox allows a
  /// tenth. `nil` if the limit is unknown (Apple, "Identifying rate limits").
  package var rate: Int?
  /// The version of the API that introduced the call; empty if it is unknown.
  package var since = ""
  /// Whether only Apple's sandbox has the call.
  package var isOfSandbox = false
  /// Whether the request is sent to the first server only, because it is about the app or a token, and not about one
  /// purchase. The sandbox may know an app that production does not know, but the request was not meant for it.
  package var asksOneServer = false
  /// The HTTP status of an answer.
  package var success = 200
  /// Apple's rule for several members of a body, each of which is correct by itself: the error number and a clause for
  /// a body that breaks it; `nil` for one that follows it.
  package var ruleOfSeveralMembers: @Sendable (JSONValue) -> (code: Int64, reason: Message)? = { _ in nil }
  /// `nil` if the call has no subcommand of its own.
  package var command: Command?
  /// The rows of which the first parameter chooses one, for a subcommand of several calls.
  package var choices: [AppStoreServerCall] = []

  /// Whether an answer may be one of several pages, each with a `revision` with which a caller can request later
  /// changes.
  package var hasRevisions: Bool { paging == .revision }

  /// Whether signed data in the answer is all that the call is about.
  package var isSigned: Bool {
    switch answer {
    case .member, .transactions, .statuses, .notifications: true
    case .purchase, .extended, .identifier, .anything: false
    }
  }

  /// Whether an answer may have several pieces of signed data.
  package var hasSeveral: Bool { if case .member = answer { false } else { isSigned } }

  /// Whether the user gives a file as the body.
  package var takesFile: Bool { if case .members = body { false } else { true } }

  package var hasBody: Bool { takesFile || parameters.contains { $0.place == .body } }

  package var contentType: String { if case .image = body { "image/png" } else { "application/json" } }

  /// The maximum size of a request's body in bytes. JSON has some thousand characters at most, except for reports.
  package var maximumBody: Int {
    switch body {
    case .image: PNGImage.maximumBytes
    case .json where operation == Self.sendReport.operation: 1 << 20
    case .json, .members: 64 << 10
    }
  }

  /// The first fault of a body; `nil` if Apple accepts it.
  package func fault(in body: JSONValue) -> RequestFault? {
    let rules =
      switch self.body {
      case .json(let rules): rules
      case .members, .image: RequestRules(parameters.filter { $0.place == .body }.map(\.member))
      }
    return rules.faults(in: body).first
      ?? ruleOfSeveralMembers(body).map { RequestFault($0.code, "", $0.reason.description) }
  }
}

extension AppStoreServerCall {
  /// All calls.
  package static let all = purchases + notifying + changes + groupCalls + messaging + commerce + [sendReport, report]

  /// The call about a customer's purchases that was made at this URL; `nil` for any other call.
  package init?(ofCustomerAt url: String) {
    let calls = [Self.history, .statuses, .order, .transaction]
    guard let call = calls.first(where: { url.contains($0.path.replacing("{id}", with: "")) }) else { return nil }
    self = call
  }
}
