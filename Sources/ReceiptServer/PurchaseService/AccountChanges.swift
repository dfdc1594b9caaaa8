import HTTPTypes
import ReceiptKit
import ReceiptLedger

/// What changes accounts as a whole.
struct AccountChanges: Sendable {
  /// A name and the rest of a small object.
  private static let limit = 16 << 10

  private let service: ServiceSettings
  private let settings: ServerSettings
  private let reader: BodyReader
  private let news: EventNews

  init(_ service: ServiceSettings, _ settings: ServerSettings, _ reader: BodyReader, _ news: EventNews) {
    (self.service, self.settings, self.reader, self.news) = (service, settings, reader, news)
  }

  var all: [Route] { [erasure, merge] }

  private var merge: Route {
    var route = Route("/v1/accounts/{name}/merge", [.post], operation: Self.merge) { call in
      let name = try call.name(try Query(call.query, [.name]))
      return try await reader.answer(
        call, limit: Self.limit, waiting: { try await merge(name, into: try Self.target($0)) })
    }
    route.scope = .administer
    return route
  }

  private var erasure: Route {
    var route = Route("/v1/accounts/{name}", [.delete], operation: Self.erasure) { call in
      return try await erase(try call.name(try Query(call.query, [.name])))
    }
    route.scope = .administer
    return route
  }

  private func erase(_ name: String) async throws -> Reply {
    let erased = try await LedgerThreads.run(settings.log, .writing) {
      [ledger = service.ledger, clock = settings.clock] in
      try ledger.erase(account: name, now: clock())
    }
    news.wake()
    if let remainder = erased.remainder { settings.log?("error: an erasure is not finished: \(remainder.message)") }
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-erasure/1")
      writer.member("event", erased.event.map { Int($0) })
      writer.member("orders", erased.orders)
      writer.member("purchases", erased.purchases)
      writer.member("subscriptions", erased.subscriptions)
      writer.member("receipts", erased.receipts)
      writer.member("events", erased.events)
      writer.member("is_finished", erased.remainder == nil)
    }
    writer.endLine()
    return .json(writer)
  }

  private func merge(_ name: String, into target: String) async throws -> Reply {
    let merged = try await LedgerThreads.run(settings.log, .writing) {
      [ledger = service.ledger, clock = settings.clock] in
      try ledger.merge(account: name, into: target, now: clock())
    }
    news.wake()
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-merge/1")
      writer.member("event", Int(merged.event))
      writer.member("orders", merged.orders)
      writer.member("purchases", merged.purchases)
      writer.member("subscriptions", merged.subscriptions)
    }
    writer.endLine()
    return .json(writer)
  }

  /// `into` of a body that has nothing else: a member with another name could be meant to do something.
  private static func target(_ body: [UInt8]) throws -> String {
    guard case .object(let members)? = try? JSONReader(maximumDepth: 2, maximumValues: 10).read(body),
      members.count == 1,
      members[0].name == "into", case .string(let name) = members[0].value
    else { throw Problem.body(#"the body is not {"into": "NAME"}"#) }
    return name
  }

  private static let erasure = Operation(
    "erase", "Erase an account at its customer's request",
    "Its orders, purchases, subscriptions and receipts go, and its events lose their contents; the event account_erased says which. Keyed "
      + "hashes of its transactions stay, so that no account gets them again. With is_finished false the file may still have octets of it: "
      + "send the request again.",
    parameters: [.name],
    answers: [
      Operation.Answer(code: "200", description: "What was erased", content: [("application/json", "ledger-erasure")])
    ])

  private static let merge = Operation(
    "merge", "Make one account of two that belong to one customer",
    "All that is the account's in the path belongs to the one in the body from then on, and the first one is unknown.",
    parameters: [.name],
    body: [("application/json", "merge")],
    answers: [
      Operation.Answer(
        code: "200", description: "What the account got, and the number of the event",
        content: [("application/json", "ledger-merge")])
    ])
}
