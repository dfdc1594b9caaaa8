import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// The routes that read accounts, orders and transactions.
  var accountRoutes: [Route] {
    [
      entitlementsRoute, historyRoute("accounts", .account), historyRoute("orders", .order),
      historyRoute("transactions", .transaction),
    ]
  }

  private var entitlementsRoute: Route {
    Route(
      "/v1/accounts/{name}/entitlements", [.get], scope: .read, operation: Self.entitlementsOperation
    ) { [self] call in
      let now = settings.clock()
      let query = try Query(call.query, Self.entitlementParameters)
      let languages = query.all("language")
      let question = Ledger.EntitlementQuestion(
        account: try call.name(query), moment: try query.moment(now: now) ?? now,
        language: languages.isEmpty ? nil : SummaryLanguage(firstOf: languages))
      // If-None-Match compares without the mark of weak tags (RFC 9110, 13.1.2).
      let known = call.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }
        .map { $0.trimmingSpaces.drop(prefix: "W/") }
      let found = try await withCheckedThrowingContinuation { questions.add((question, $0), work: answer) }
      return Self.reply(found, query.flag("replies") ? settings.page.frames : nil, known)
    }
  }

  /// A question, and what waits for the answer or a ``Problem``.
  typealias WaitingQuestion = (
    question: Ledger.EntitlementQuestion, continuation: CheckedContinuation<LedgerEntitlements, any Error>
  )

  /// Answers questions about entitlements. Questions that arrive while a query is running share the next query.
  private func answer(_ batch: [WaitingQuestion]) {
    do {
      for (waiting, found) in zip(batch, try service.reading.entitlements(of: batch.map(\.question))) {
        waiting.continuation.resume(returning: found)
      }
    } catch let error as LedgerError {
      guard batch.count > 1, error.code == .unusableName else {
        let problem = Problem(error, settings.log)
        for waiting in batch { waiting.continuation.resume(throwing: problem) }
        return
      }
      // One of the questions is at fault, so each question is asked separately.
      for waiting in batch { answer([waiting]) }
    } catch {
      for waiting in batch { waiting.continuation.resume(throwing: error) }
    }
  }

  private static func reply(_ found: LedgerEntitlements, _ frames: ReplyFrames?, _ known: [Substring]) -> Reply {
    let tag = "\"\(hexadecimal(Array(found.digest(replies: frames).prefix(16))))\""
    let isSame = known.contains(tag[...]) || known.contains("*")
    var reply: Reply
    if isSame {
      reply = Reply(.notModified, type: nil, .bytes([]))
    } else {
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 10)
      found.write(to: &writer, replies: frames)
      reply = .json(writer)
    }
    reply.fields[.eTag] = tag
    // The document contains the moment of the question, but the access stays the same until it changes.
    reply.fields[.cacheControl] = "private, no-cache"
    return reply
  }

  private func historyRoute(_ plural: String, _ subject: LedgerHistory.Subject) -> Route {
    Route(
      "/v1/\(plural)/{name}", [.get], scope: .read, operation: Self.historyOperation(plural, subject)
    ) { [self] call in
      let name = try call.name(try Query(call.query, [.pathName]))
      let found = try await LedgerThreads.reading.run(reportingTo: settings.log) { [self] in
        try service.reading.history(of: name, as: subject, now: settings.clock())
      }
      guard !found.subjects.isEmpty else {
        throw Problem(.unknown, "The name is unknown", .notFound, "this ledger knows no such \(subject.rawValue)")
      }
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 12)
      found.write(to: &writer)
      return .json(writer)
    }
  }

  private static let entitlementParameters = [
    QueryParameter(
      "at", "The moment of the question, if not now.", example: "2026-01-31T12:00:00Z", kind: .moment),
    QueryParameter(
      "language", "A language of the reader (BCP 47), the best first: asks for the summary.", example: "de-CH",
      kind: .language, isRepeatable: true),
    QueryParameter(
      "replies", "Add replies to the customer that say the same; with language.", example: "true", kind: .flag),
    .pathName,
  ]

  private static let entitlementsOperation = Operation(
    "entitlements", "What an account may use, and until when",
    """
    Subscriptions while a period or Apple's grace period is running, and what is bought once and kept, each with the \
    purchase that it follows from. An account that is unknown may use nothing. The ETag changes when the answer does, \
    and with If-None-Match an answer that is the same is 304.
    """,
    parameters: entitlementParameters,
    headers: [
      Operation.Header(name: "If-None-Match", description: "ETags of earlier answers.", example: tag.example)
    ],
    answers: [
      .json("What it may use", "ledger-entitlements", headers: [tag]),
      Operation.Answer(code: "304", description: "The same as before", headers: [tag]),
    ])

  private static let tag = Operation.Header(
    name: "ETag", description: "Stands for what the account may use, and not for the moment of the question.",
    example: #""1f0c3e5d7a9b8c6d4e2f0a1b3c5d7e9f""#, pattern: #"^"[0-9a-f]{32}"$"#)

  private static func historyOperation(_ plural: String, _ subject: LedgerHistory.Subject) -> Operation {
    Operation(
      plural, "Everything that is known of one \(subject.rawValue)",
      "Who presented what, whose it is and what Apple said, in the order in which it happened.",
      parameters: [.pathName],
      answers: [.json("The history", "ledger-show")])
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let rest = drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
  }

  fileprivate func drop(prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self }
}
