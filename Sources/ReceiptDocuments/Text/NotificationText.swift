extension PayloadWriter {
  /// Writes a server notification: first the event and its meaning, then its subject, then the signed data inside.
  mutating func notification(_ members: [JSONValue.Member]) {
    let payload = JSONValue.object(members)
    let meaning = writeEvent(of: payload)
    page.blank()
    // `data`, `summary` and so on, of which there should be one.
    let contents = PayloadTable.notificationContents.filter { name in payload[name].map { $0 != .null } ?? false }
    if contents.count > 1 {
      let found = contents.joined { "\($0) and \($1)" }
      warn("It has \(found), of which Apple sends one only.")
    } else if let meaning, let content = contents.first, content != meaning.content {
      warn("It has \(content), where Apple sends \(meaning.content).")
    }
    // What is not an object is written with the other members.
    let shown = contents.filter { if case .object? = payload[$0] { true } else { false } }
    for content in shown {
      guard let table = Self.table(of: content), case .object(let inner)? = payload[content] else { continue }
      let signed = table.members.filter { $0.type.signedKind != nil }
      object(inner, table, Place(written: Set(signed.map(\.name))))
    }
    object(members, .notification, Place(written: Set(["notificationType", "subtype"] + shown)))
    for content in shown {
      for member in Self.table(of: content)?.members ?? [] {
        if let kind = member.type.signedKind { writeSignedData(member, kind, of: content, in: payload) }
      }
    }
  }

  private static func table(of content: String) -> PayloadTable? {
    if case .object(let table)? = PayloadTable.notification[content]?.type { table } else { nil }
  }

  /// Writes the event, its meaning, and what to do.
  ///
  /// - Returns: the meaning; `nil` if the type, or the subtype with this type, is unknown.
  private mutating func writeEvent(of payload: JSONValue) -> NotificationMeaning? {
    guard case .string(let type)? = payload["notificationType"] else {
      page.heading("Notification: of no type")
      warn("It does not say what happened: it has no notificationType.")
      return nil
    }
    let subtype = payload["subtype"].flatMap { $0 == .null ? nil : $0.stringValue ?? $0.summary.description }
    let name = type.displayed(limit: 100) + (subtype.map { "/" + $0.displayed(limit: 100) } ?? "")
    page.heading("Notification: \(name)", link: FactSource.v2Address)
    let outcome = NotificationOutcome(of: payload, at: page.layout.now)
    // The outcome ignores a subtype that is not a text, and would give the advice of the type alone. So the subtype is
    // looked up as it is shown, too.
    if NotificationMeaning.of(type, subtype) != nil, let advice = outcome.advice {
      writeAdvice(advice, outcome)
      return advice.meaning
    }
    let rows = NotificationMeaning.rows(of: type)
    if rows.isEmpty {
      warn("This type is not known to this version. Apple documents it at notificationType.")
    } else {
      let known = rows.map { $0.subtype.map { "\($0)" } ?? "none" as Message }.joined(separator: ", ")
      warn("The type is known, but not with this subtype. Known subtypes: \(known).")
    }
    if outcome.holding != nil {
      writeAccess(outcome)
    } else {
      page.field("Access", "not known. Look at the transaction.", .warning)
    }
    return nil
  }

  private mutating func writeAccess(_ outcome: NotificationOutcome) {
    guard let holding = outcome.holding else { return }
    let (words, role) = holding.access.words
    // Ages are omitted: this was the state when the notification was signed, and the state may have changed since.
    // 60 days as for any subscription without a commitment.
    let state = StatusWords.state(holding, retryDays: outcome.subscription?.retryDays ?? 60) { "\($0.utcText)" }
    page.field(
      StyledText(outcome.moment == nil ? "Access" : "Access then", .label),
      StyledText(words, role) + StyledText(": \(state)"))
  }

  private mutating func writeAdvice(_ advice: NotificationAdvice, _ outcome: NotificationOutcome) {
    page.paragraph(StyledText(advice.event), indent: 2)
    writeAccess(outcome)
    let hasHolding = outcome.holding != nil
    var label: Message = "Access"
    if hasHolding { label = advice.effect == .rule ? "As a rule" : "In this case" }
    page.field(
      StyledText(label, .label),
      StyledText(advice.words, hasHolding ? .plain : advice.meaning.access.role) + StyledText(". ")
        + StyledText(advice.detail))
    page.field("What to do", advice.action == "" ? "nothing" : advice.action)
    if let hours = advice.hours { page.field("By when", "within \(hours) hours of its arrival", .warning) }
  }

  private mutating func warn(_ text: Message) {
    page.paragraph(StyledText("! ", .warning) + StyledText(text), indent: 2, hanging: 2)
  }

  /// Writes signed data inside the notification: a member of `data`, `summary` and so on.
  private mutating func writeSignedData(
    _ member: PayloadMember, _ kind: SignedPayloadKind, of content: String, in payload: JSONValue
  ) {
    guard let enclosing = payload[content], let value = enclosing[member.name], value != .null else { return }
    let decoded = parts.first { $0.pointer == "/\(content)/\(member.name)" }
    let verdict = decoded?.authenticity.map { Message(english: $0.verdict.rawValue) }
    page.heading(member.label, verdict ?? "not verified")
    if let authenticity = decoded?.authenticity, !authenticity.verdict.isAtLeast(.testSigned) {
      warn(authenticity.reason)
    }
    if let contradiction = decoded?.contradiction { warn(contradiction) }
    let signature = decoded?.signature ?? value.stringValue.flatMap(JSONWebSignature.init(text:))
    if signature?.payloadIsNull == true {
      page.paragraph(StyledText("It says nothing: its payload is null."), indent: 2)
      return
    }
    guard let signature, case .object(let members) = signature.payload else {
      // Of a decoded part, this is its contradiction, which is written above.
      if decoded?.contradiction == nil { warn("`\(member.name)` is not a readable JWS") }
      return
    }
    if let found = SignedPayloadKind(signature.payload), found != kind {
      warn("This is \(Message(english: found.table.title)), where Apple sends \(Message(english: kind.table.title)).")
    }
    // Members of the enclosing object are not repeated. An AppTransaction calls its environment receiptType.
    let same = ["bundleId", "appAppleId", "environment", "receiptType"].filter { name in
      let outer = enclosing[name == "receiptType" ? "environment" : name]
      return outer != nil && signature.payload[name] == outer
    }
    object(members, kind.table, Place(written: Set(same)))
  }
}

extension PayloadType {
  /// What signed data a member of this type holds; `nil` for any other type.
  fileprivate var signedKind: SignedPayloadKind? {
    if case .signed(let kind) = self { kind } else { nil }
  }
}

extension NotificationMeaning.Access {
  var role: TextRole {
    switch self {
    case .grant, .giveBack: .good
    case .end, .takeBack: .bad
    case .keep, .nothing: .plain
    }
  }
}

extension Holding.Access {
  var words: (Message, TextRole) {
    switch self {
    case .yes: ("yes", .good)
    case .no: ("no", .bad)
    case .unknown: ("cannot tell", .warning)
    }
  }
}
