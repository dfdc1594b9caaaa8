/// A notification, and the attempts to send it.
package struct SentNotification: Sendable {
  package let signedPayload: String
  private let payload: JSONValue
  private let verdict: Authenticity.Verdict
  /// The attempts with Apple's word for what came of each, in chronological order.
  package let attempts: [(date: Instant?, result: String)]

  /// - Parameter around: the object that contains the notification. Only TLS protects the attempts.
  package init(_ text: String, _ payload: JSONValue, _ verdict: Authenticity.Verdict, around: JSONValue) {
    signedPayload = text
    self.payload = payload
    self.verdict = verdict
    attempts = Self.attempts(around)
  }

  /// The notifications of a saved answer of Get Notification History, or of Get Test Notification Status, in its order;
  /// empty for anything else.
  ///
  /// - Parameter read: the inputs in the answer that were read already, so that nothing is proven twice.
  static func all(in bytes: [UInt8], _ read: [ExaminedInput], _ worker: ReceiptWorker) -> [SentNotification] {
    guard let text = JSONText.document(bytes),
      (text["notificationHistory"] ?? text["sendAttempts"]) != nil,
      let answer = try? JSONReader().read(bytes)
    else { return [] }
    let known = read.reduce(into: [:]) { $0.merge($1.signedData) { first, _ in first } }
    var items = [answer]
    if case .array(let elements)? = answer["notificationHistory"] { items = elements }
    return items.compactMap { item in
      guard let text = item["signedPayload"]?.stringValue,
        let decoded = known[text] ?? (try? worker.decode(Array(text.utf8))),
        case .jws(let signature) = decoded.document
      else { return nil }
      // A decoder that does not verify gives no verdict: that proves nothing, either.
      return SentNotification(
        text, signature.payload, decoded.authenticity?.verdict ?? .badSignature, around: item)
    }
  }

  /// `sendAttempts` of an answer or of one notification in it.
  private static func attempts(_ around: JSONValue) -> [(date: Instant?, result: String)] {
    guard case .array(let listed)? = around["sendAttempts"] else { return [] }
    return listed.map { attempt in
      var date: Instant?
      if case .number(let digits)? = attempt["attemptDate"] { date = Int64(digits).map(Instant.init(milliseconds:)) }
      return (date, attempt["sendAttemptResult"]?.stringValue ?? "")
    }.sorted { ($0.date?.milliseconds ?? .min) < ($1.date?.milliseconds ?? .min) }
  }

  /// Whether an attempt was a success; `nil` without any.
  package var isDelivered: Bool? {
    attempts.isEmpty ? nil : attempts.contains { $0.result == SendAttemptResult.success.rawValue }
  }

  /// The type; empty without one.
  package var type: String { payload["notificationType"]?.stringValue ?? "" }
  private var subtype: String? { payload["subtype"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// When it was signed; 1970 without a date.
  package var signed: Instant {
    if case .number(let digits)? = payload["signedDate"], let number = Int64(digits) {
      return Instant(milliseconds: number)
    }
    return Instant(milliseconds: 0)
  }

  /// What it says of access, and what to do.
  private var outcome: NotificationOutcome {
    NotificationOutcome(of: payload, at: signed)
  }

  /// The line of `--json`; its schema is receipt-tool/notification/1.
  package var line: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    let advice = outcome.advice
    writer.object { writer in
      writer.member("schema", "receipt-tool/notification/1")
      writer.member("uuid", payload["notificationUUID"]?.stringValue)
      writer.member("type", type)
      writer.member("subtype", subtype)
      writer.member("signed", signed.rfc3339)
      writer.member("verdict", verdict.rawValue)
      writer.member("access", advice?.access.rawValue)
      writer.member("event", advice?.event)
      writer.member("delivered", optional: isDelivered)
      writer.objects("attempts", attempts) { writer, attempt in
        writer.member("date", attempt.date?.rfc3339)
        writer.member("result", attempt.result)
      }
      writer.member("signed_payload", signedPayload)
    }
    writer.endLine()
    return writer.bytes
  }

  /// The notification as text, for people.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    write(to: &page)
    page.blank()
    return page.text
  }

  /// Writes what happened, what to do, and what came of the attempts.
  func write(to page: inout TextPage) {
    page.heading(
      "\(type.displayed(limit: 100) + (subtype.map { "/" + $0.displayed(limit: 100) } ?? ""))", "\(signed.rfc3339)")
    if verdict != .authentic { page.field("Proof", Message(english: verdict.rawValue), .warning) }
    if let advice = outcome.advice {
      page.paragraph(StyledText(advice.event), indent: 2)
      // A server must not act on a notification whose signature is not proven, so no advice is printed.
      if verdict.isAtLeast(.testSigned) {
        page.field("Access", "\(advice.words). \(advice.detail)")
        if advice.action != "" { page.field("What to do", advice.action) }
      }
    } else {
      page.paragraph(StyledText("! This type or subtype is not known to this version.", .warning), indent: 2)
    }
    page.field("Arrived", arrival, isDelivered.map { $0 ? .good : .bad } ?? .warning)
    for attempt in attempts where attempt.result != SendAttemptResult.success.rawValue {
      let words = SendAttemptResult(rawValue: attempt.result)?.words ?? "not known here"
      let date: Message = attempt.date.map { "\($0.rfc3339)" } ?? "at an unknown time"
      page.field("", "\(date): \(attempt.result.displayed(limit: 60)), \(words)")
    }
  }

  private var arrival: Message {
    guard !attempts.isEmpty else { return "not tried: Apple lists no attempts" }
    guard let success = attempts.firstIndex(where: { $0.result == SendAttemptResult.success.rawValue }) else {
      return attempts.count == 1 ? "no, after 1 attempt" : "no, after \(attempts.count) attempts"
    }
    return success == 0 ? "yes, at once" : "yes, at attempt \(success + 1)"
  }
}
