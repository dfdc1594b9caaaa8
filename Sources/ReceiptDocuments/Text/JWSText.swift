extension TextPage {
  /// Writes a text in place of a verdict for inputs without one: unverified content must not look verified.
  mutating func notVerified(_ document: DecodedInput.Document) {
    let what: Message =
      switch document {
      case .jws(let signature) where ForeignToken(signature) != nil: "a token (JWT), not a receipt"
      case .jws: "a StoreKit 2 signature object (JWS), not a receipt"
      default: "its signature was not looked at"
      }
    paragraph(StyledText("! NOT VERIFIED", .warning) + StyledText(" — \(what)"), hanging: 2)
    paragraph(
      StyledText("Its signature was not checked: anyone could have written what follows."), indent: 2)
  }

  /// Writes the payload of a JWS for people, according to the known facts about its kind.
  ///
  /// - Parameter parts: the decoded signed data inside the payload.
  mutating func jws(_ signature: JSONWebSignature, parts: [SignedPart] = []) {
    guard ForeignToken(signature) == nil, let kind = SignedPayloadKind(signature.payload),
      case .object(let members) = signature.payload
    else {
      uninterpretedJWS(signature)
      return
    }
    var writer = PayloadWriter(page: self, parts: parts)
    if kind == .notification {
      writer.notification(members)
    } else {
      writer.page.field("Kind", kind.words)
      writer.object(members, kind.table)
    }
    writer.writeUnknown(UnknownFacts(signature.payload, parts: parts).facts)
    self = writer.page
  }

  /// Writes the members of a token, or of a JWS of an unknown kind, without interpretation.
  private mutating func uninterpretedJWS(_ signature: JSONWebSignature) {
    if let token = ForeignToken(signature) {
      field("Kind", token.words)
      if token.isSecret {
        paragraph(
          StyledText("It is a secret until it expires, as good as a password: do not pass it on.", .warning), indent: 2)
      }
    } else {
      field("Kind", "not known: its members are those of no payload that Apple documents", .warning)
    }
    for (title, value) in [("Header" as Message, signature.header), ("Payload", signature.payload)] {
      heading(title)
      guard case .object(let members) = value else {
        paragraph(StyledText(value.summary), indent: 2)
        continue
      }
      self.members(members.map { ($0.name, $0.value) })
    }
  }

  /// Names and values in two columns.
  ///
  /// - Parameter repeated: for each member, whether its name occurred before; empty if none did.
  mutating func members(_ members: [(name: String, value: JSONValue)], repeated: [Bool] = []) {
    let nameWidth = min(
      30, layout.width / 2,
      2 + (members.map { displayWidth(of: $0.name.displayed(limit: 100).terminalSafe) }.max() ?? 0))
    for (index, member) in members.enumerated() {
      var text: Message = "\(member.value.summary)"
      // In the App Store Server API, dates are milliseconds since 1970, and their names end in Date.
      if member.name.hasSuffix("Date"), case .number(let digits) = member.value,
        let instant = Instant(payloadMilliseconds: digits)
      {
        text = "\(text) (\(layout.dated(instant)))"
      }
      let name = StyledText(member.name.displayed(limit: 100), .label)
      let isRepeated = index < repeated.count && repeated[index]
      field(isRepeated ? name + StyledText(" (again)", .label) : name, StyledText(text), nameWidth: nameWidth)
    }
  }
}

extension SignedPayloadKind {
  fileprivate var words: Message {
    switch self {
    case .transaction: "signed transaction of StoreKit 2: one purchase or renewal"
    case .renewal: "signed renewal information: what a subscription does next; it names no app"
    case .notification: "server notification, version 2"
    case .appTransaction: "signed app transaction: the purchase or download of the app itself"
    case .realtime: "realtime request: Apple asks what to show a customer who is about to cancel"
    }
  }
}

extension JSONValue {
  /// The length from which a text is shortened.
  private static let longText = 240

  /// The value on one line, shortened if it is long.
  var summary: Message {
    switch self {
    case .string(let text):
      guard text.unicodeScalars.count > Self.longText else { return "\(text)" }
      let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
      return "\(start)… (\(grouped: text.unicodeScalars.count) characters)"
    case .array(let elements) where elements.contains(where: { ($0.stringValue?.utf8.count ?? 0) > Self.longText }):
      return elements.count == 1 ? "1 long text" : "\(grouped: elements.count) long texts"
    default:
      return JSONValue.string(compactText).summary
    }
  }
}

extension PayloadWriter {
  /// Writes a server notification: first the event and its meaning, then its subject, then the signed data inside.
  mutating func notification(_ members: [JSONValue.Member]) {
    let payload = JSONValue.object(members)
    let meaning = writeEvent(of: payload)
    page.blank()
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
    let state = StatusWords.state(holding, retryDays: outcome.subscription?.retryDays ?? 60) { "\($0.utcText)" }
    page.field(
      StyledText(outcome.moment == nil ? "Access" : "Access then", .label),
      StyledText(words, role) + StyledText(": \(state)"))
  }

  private mutating func writeAdvice(_ advice: NotificationAdvice, _ outcome: NotificationOutcome) {
    page.paragraph(StyledText(advice.event), indent: 2)
    writeAccess(outcome)
    let hasHolding = outcome.holding != nil
    page.field(
      StyledText(!hasHolding ? "Access" : advice.effect == .rule ? "As a rule" : "In this case", .label),
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
    guard let around = payload[content], let value = around[member.name], value != .null else { return }
    let proven = parts.first { $0.pointer == "/\(content)/\(member.name)" }
    let verdict = proven?.authenticity.map { Message(english: $0.verdict.rawValue) }
    page.heading(member.label, verdict ?? "not verified")
    if let authenticity = proven?.authenticity, !authenticity.verdict.isAtLeast(.testSigned) {
      warn(authenticity.reason)
    }
    if let contradiction = proven?.contradiction { warn(contradiction) }
    let signature = proven?.signature ?? value.stringValue.flatMap(JSONWebSignature.init(text:))
    if signature?.payloadIsNull == true {
      page.paragraph(StyledText("It says nothing: its payload is null."), indent: 2)
      return
    }
    guard let signature, case .object(let members) = signature.payload
    else {
      if proven?.contradiction == nil { warn("`\(member.name)` is not a readable JWS") }
      return
    }
    if let found = SignedPayloadKind(signature.payload), found != kind {
      warn("This is \(Message(english: found.table.title)), where Apple sends \(Message(english: kind.table.title)).")
    }
    // Members of the enclosing object are not repeated. An AppTransaction calls its environment receiptType.
    let same = ["bundleId", "appAppleId", "environment", "receiptType"].filter { name in
      let outer = around[name == "receiptType" ? "environment" : name]
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
