import HTTPTypes
import ReceiptKit

extension StandIn {
  /// The clock of the stand-in: `GET /_clock` reads it, `POST /_clock` sets or moves it.
  ///
  ///     {"now": "2026-01-31T12:00:00Z"}    {"now": 1769860800000}    {"advance": 86400}
  func clockRoutes(_ reader: BodyReader) -> [Route] {
    [
      Route("/_clock", [.get], operation: Self.readOperation) { _ in self.reply(self.clock.now) },
      Route("/_clock", [.post], operation: Self.setOperation) { call in
        try await reader.answer(call, limit: 4_096) { body in
          let now = try self.setClock(body)
          self.deliveries.wake()
          return self.reply(now)
        }
      },
    ]
  }

  private static let readOperation = Operation(
    "readClock", "Reads the clock of the stand-in for the App Store Server API",
    "now is a time (RFC 3339); notifications_waiting is the number of notifications that are due and not sent yet.",
    answers: [.json("The time")])

  private static let setOperation = Operation(
    "clock", "Sets or moves the clock of the stand-in for the App Store Server API",
    "now is a time (RFC 3339) or milliseconds since 1970; advance is a number of seconds, which may be negative.",
    body: [("application/json", "any")],
    answers: [.json("The time")])

  private func reply(_ milliseconds: Int64) -> Reply {
    let now = Instant(milliseconds: milliseconds)
    return .object { writer in
      writer.member("now", now.rfc3339)
      writer.key("now_ms")
      writer.integer(now.milliseconds)
      // The notifications that are due and not sent yet.
      writer.member("notifications_waiting", deliveries.waiting(at: now.milliseconds))
    }
  }

  /// - Returns: the new time.
  private func setClock(_ body: [UInt8]) throws -> Int64 {
    guard let value = try? JSONReader(maximumDepth: 2, maximumValues: 8).read(body), case .object(let members) = value,
      members.count == 1, let change = Self.change(members[0])
    else {
      throw Problem.body(
        "it is neither a time nor a number of seconds to go on",
        hint: #"{"now": "2026-01-31T12:00:00Z"}, {"now": 1769860800000} or {"advance": 86400}"#)
    }
    guard let now = clock.set(change) else {
      throw Problem.body(
        "the clock cannot be set to that time",
        hint: "certificates of signed data hold from \(StandInClock.range.lowerBound.rfc3339) to "
          + StandInClock.range.upperBound.rfc3339)
    }
    return now
  }

  private static func change(_ member: JSONValue.Member) -> StandInClock.Change? {
    switch (member.name, member.value) {
    case ("now", .string(let text)): return ReceiptDate(moment: text).map { .to($0.instant.milliseconds) }
    case ("now", let value): return value.wholeNumber.map { .to($0) }
    case ("advance", let value):
      guard let (milliseconds, overflows) = value.wholeNumber?.multipliedReportingOverflow(by: 1_000), !overflows else {
        return nil
      }
      return .by(milliseconds)
    default: return nil
    }
  }
}
