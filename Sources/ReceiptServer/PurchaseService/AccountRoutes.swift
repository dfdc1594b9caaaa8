import HTTPTypes
import ReceiptKit
import ReceiptLedger

/// The routes that read accounts, orders and transactions.
struct AccountRoutes: Sendable {
  private let service: ServiceSettings
  private let settings: ServerSettings

  init(_ service: ServiceSettings, _ settings: ServerSettings) {
    (self.service, self.settings) = (service, settings)
  }

  var all: [Route] {
    [entitlements, history("accounts", .account), history("orders", .order), history("transactions", .transaction)]
  }

  private var entitlements: Route {
    let questions = EntitlementQuestions(service, log: settings.log)
    var route = Route(
      "/v1/accounts/{name}/entitlements", [.get], operation: Self.entitlements,
      begin: { call in
        let now = settings.clock()
        let query = try Query(call.query, Self.question)
        let languages = query.all("language")
        let question = Ledger.EntitlementQuestion(
          account: try call.name(query), moment: try query.moment(now: now) ?? now,
          language: languages.isEmpty ? nil : SummaryLanguage(firstOf: languages))
        let known = call.headers[values: .ifNoneMatch].flatMap { $0.split(separator: ",") }
          .map { $0.trimmingSpaces.drop(prefix: "W/") }
        let frames = query.flag("replies") ? settings.page.frames : nil
        return .called { finish in questions.ask(question) { finish($0.map { Self.reply($0, frames, known) }) } }
      })
    route.scope = .read
    return route
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

  private func history(_ plural: String, _ subject: LedgerHistory.Subject) -> Route {
    var route = Route("/v1/\(plural)/{name}", [.get], operation: Self.history(plural, subject)) { call in
      let name = try call.name(try Query(call.query, [.name]))
      let found = try await LedgerThreads.run(settings.log) { [ledger = service.reading, clock = settings.clock] in
        try ledger.history(of: name, as: subject, now: clock())
      }
      guard !found.subjects.isEmpty else {
        throw Problem(.unknown, "The name is unknown", .notFound, "this ledger knows no such \(subject.rawValue)")
      }
      var writer = JSONWriter(layout: .compact, reservingCapacity: 1 << 12)
      found.write(to: &writer)
      return .json(writer)
    }
    route.scope = .read
    return route
  }

  private static let question = [
    QueryParameter(
      "at", "The moment of the question, if not now.", example: "2026-01-31T12:00:00Z", kind: .moment),
    QueryParameter(
      "language", "A language of the reader (BCP 47), the best first: asks for the summary.", example: "de-CH",
      kind: .language, isRepeatable: true),
    QueryParameter(
      "replies", "Add replies to the customer that say the same; with language.", example: "true", kind: .flag),
    .name,
  ]

  private static let entitlements = Operation(
    "entitlements", "What an account may use, and until when",
    """
    Subscriptions while a period or Apple's grace period is running, and what is bought once and kept, each with the \
    purchase that it follows from. An account that is unknown may use nothing. The ETag changes when the answer does, \
    and with If-None-Match an answer that is the same is 304.
    """,
    parameters: question,
    headers: [
      Operation.Header(name: "If-None-Match", description: "ETags of earlier answers.", example: tag.example)
    ],
    answers: [
      Operation.Answer(
        code: "200", description: "What it may use", content: [("application/json", "ledger-entitlements")],
        headers: [tag]),
      Operation.Answer(code: "304", description: "The same as before", headers: [tag]),
    ])

  private static let tag = Operation.Header(
    name: "ETag", description: "Stands for what the account may use, and not for the moment of the question.",
    example: #""1f0c3e5d7a9b8c6d4e2f0a1b3c5d7e9f""#, pattern: #"^"[0-9a-f]{32}"$"#)

  private static func history(_ plural: String, _ subject: LedgerHistory.Subject) -> Operation {
    Operation(
      plural, "Everything that is known of one \(subject.rawValue)",
      "Who presented what, whose it is and what Apple said, in the order in which it happened.",
      parameters: [.name],
      answers: [
        Operation.Answer(code: "200", description: "The history", content: [("application/json", "ledger-show")])
      ])
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let rest = drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
  }

  fileprivate func drop(prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self }
}
