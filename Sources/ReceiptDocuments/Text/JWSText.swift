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
