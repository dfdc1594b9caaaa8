import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// The size of a name and the rest of a small object.
  private static let nameLimit = 16 << 10

  /// The routes that change whole accounts.
  var accountChanges: [Route] { [erasureRoute, mergeRoute, transferRoute, consentRoute] }

  /// What a customer says about telling Apple how purchases were used. The shop's backend passes it on as it does
  /// purchases, so it needs no more than their scope.
  private var consentRoute: Route {
    Route("/v1/accounts/{name}/consent", [.post], scope: .present, operation: Self.consentOperation) { [self] call in
      let name = try call.name(try Query(call.query, [.pathName]))
      return try await reader.answer(
        call, limit: Self.nameLimit,
        waiting: { body in
          let now = settings.clock()
          let consent = try Self.readConsent(body, now: now)
          let recorded = try await change { [ledger = service.ledger] in
            try ledger.record(consent, of: name, now: now)
          }
          var writer = JSONWriter(layout: .compact)
          Consent.write(recorded.consent, of: name, event: recorded.event, to: &writer)
          return .json(writer)
        })
    }
  }

  /// Reads `given`, `source` and perhaps `at` from a body that has no other member.
  private static func readConsent(_ body: [UInt8], now: Instant) throws -> Consent {
    let form = #"the body is not {"given": true, "source": "TEXT"}, perhaps with at: "2026-01-31T12:00:00Z""#
    guard let document = try? JSONReader(maximumDepth: 2, maximumValues: 10).read(body),
      case .object(let members) = document, document.repeatedName == nil,
      members.allSatisfy({ ["given", "source", "at"].contains($0.name) }),
      case .bool(let isGiven)? = document["given"], let source = document["source"]?.stringValue
    else { throw Problem.body(form) }
    guard let value = document["at"] else { return Consent(isGiven: isGiven, source: source, at: now) }
    guard let date = value.stringValue.flatMap({ ReceiptDate(moment: $0) }) else { throw Problem.body(form) }
    return Consent(isGiven: isGiven, source: source, at: date.instant)
  }

  private static let consentOperation = Operation(
    "consent", "Record whether a customer agrees that Apple is told how purchases were used",
    """
    Without consent Apple's questions about refunds get no answer. The latest statement counts: one that is older, or \
    the same again, changes nothing, and event is null then.
    """,
    parameters: [.pathName],
    body: [("application/json", "consent")],
    answers: [.json("What counts now", "ledger-consent")])

  private var mergeRoute: Route {
    moveRoute("/v1/accounts/{name}/merge", Self.mergeOperation) { try $0.merge(account: $1, into: $2, now: $3) }
  }

  private var transferRoute: Route {
    moveRoute("/v1/transactions/{name}/transfer", Self.transferOperation) {
      try $0.transfer(transaction: $1, to: $2, now: $3)
    }
  }

  /// - Parameter move: the change: it moves the account or transaction in the path to the account in the body.
  private func moveRoute(
    _ path: String, _ operation: Operation,
    _ move: @escaping @Sendable (Ledger, String, String, Instant) throws -> LedgerMerge
  ) -> Route {
    Route(path, [.post], scope: .administer, operation: operation) { [self] call in
      let name = try call.name(try Query(call.query, [.pathName]))
      return try await reader.answer(
        call, limit: Self.nameLimit,
        waiting: { body in
          let target = try Self.target(body)
          return Self.reply(
            try await change { [ledger = service.ledger, clock = settings.clock] in
              try move(ledger, name, target, clock())
            })
        })
    }
  }

  /// Changes the ledger, and wakes the followers of its events.
  private func change<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let result = try await LedgerThreads.writing.run(reportingTo: settings.log, work)
    notifier.wake()
    return result
  }

  private var erasureRoute: Route {
    Route("/v1/accounts/{name}", [.delete], scope: .administer, operation: Self.erasureOperation) { [self] call in
      try await erase(try call.name(try Query(call.query, [.pathName])))
    }
  }

  private func erase(_ name: String) async throws -> Reply {
    let erased = try await change { [ledger = service.ledger, clock = settings.clock] in
      try ledger.erase(account: name, now: clock())
    }
    if let remainder = erased.remainder { settings.log?(.error, "an erasure is not finished: \(remainder.message)") }
    return .object { writer in
      writer.member("schema", "receipt-tool/ledger-erasure/1")
      writer.member("event", erased.event.map { Int($0) })
      writer.member("orders", erased.orders)
      writer.member("purchases", erased.purchases)
      writer.member("subscriptions", erased.subscriptions)
      writer.member("receipts", erased.receipts)
      writer.member("events", erased.events)
      writer.member("is_finished", erased.remainder == nil)
    }
  }

  private static func reply(_ merged: LedgerMerge) -> Reply {
    return .object { writer in
      writer.member("schema", "receipt-tool/ledger-merge/1")
      writer.member("event", Int(merged.event))
      writer.member("orders", merged.orders)
      writer.member("purchases", merged.purchases)
      writer.member("subscriptions", merged.subscriptions)
    }
  }

  /// Reads `into` from a body that has no other member: another member could be meant to have an effect.
  private static func target(_ body: [UInt8]) throws -> String {
    guard case .object(let members)? = try? JSONReader(maximumDepth: 2, maximumValues: 10).read(body),
      members.count == 1,
      members[0].name == "into", case .string(let name) = members[0].value
    else { throw Problem.body(#"the body is not {"into": "NAME"}"#) }
    return name
  }

  private static let erasureOperation = Operation(
    "erase", "Erase an account at its customer's request",
    """
    Its orders, purchases, subscriptions and receipts go, and its events lose their contents; the event \
    account_erased says which. Keyed hashes of its transactions stay, so that no account gets them again. With \
    is_finished false the file may still have octets of it: send the request again.
    """,
    parameters: [.pathName],
    answers: [.json("What was erased", "ledger-erasure")])

  private static let mergeOperation = Operation(
    "merge", "Make one account of two that belong to one customer",
    "All that is the account's in the path belongs to the one in the body from then on, and the first one is unknown.",
    parameters: [.pathName],
    body: [("application/json", "merge")],
    answers: [.json("What the account got, and the number of the event", "ledger-merge")])

  private static let transferOperation = Operation(
    "transfer", "Move a purchase to another account by hand",
    """
    All of the subscription or kept product of the transaction in the path belongs to the account in the body from \
    then on; of other purchases the one transaction. 400 for the account that has it, and while an order with it \
    waits for Apple.
    """,
    parameters: [.pathName],
    body: [("application/json", "merge")],
    answers: [.json("What the account got, and the number of the event", "ledger-merge")])
}
