extension TextPage {
  /// Replaces a verdict for inputs without one: unverified content must not look verified.
  mutating func notVerified(_ document: DecodedInput.Document) {
    let what =
      switch document {
      case .jws: "a StoreKit 2 signature object (JWS), not a receipt"
      default: "its signature was not looked at"
      }
    paragraph(StyledText("! NOT VERIFIED", .warning) + StyledText(" — \(what)"), hanging: 2)
    paragraph(
      StyledText("Nobody has checked its signature: anybody could have written what follows."), indent: 2)
  }

  /// The members of a JWS.
  mutating func jws(_ signature: JSONWebSignature) {
    for (title, value) in [("Header", signature.header), ("Payload", signature.payload)] {
      heading(title, "not verified")
      guard case .object(let members) = value else {
        paragraph(StyledText(value.summary), indent: 2)
        continue
      }
      let nameWidth = min(
        30, layout.width / 2,
        2 + (members.map { displayWidth(of: $0.name.displayed(limit: 100).terminalSafe) }.max() ?? 0))
      for member in members {
        var text = member.value.summary
        // App Store Server API: dates are milliseconds since 1970, and their names end in Date.
        if member.name.hasSuffix("Date"), case .number(let digits) = member.value, let milliseconds = Int64(digits),
          milliseconds.magnitude < 1 << 53
        {
          text += " (\(layout.dated(Instant(milliseconds: milliseconds))))"
        }
        field(member.name.displayed(limit: 100), text, nameWidth: nameWidth)
      }
    }
  }
}

extension JSONValue {
  /// The value on one line, cut if it is long.
  fileprivate var summary: String {
    switch self {
    case .string(let text):
      let limit = 240
      guard text.unicodeScalars.count > limit else { return text }
      let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
      return start + "… (\(text.unicodeScalars.count.grouped) characters)"
    case .array(let elements) where elements.contains(where: { ($0.stringValue?.utf8.count ?? 0) > 240 }):
      return elements.count == 1 ? "1 long text" : "\(elements.count.grouped) long texts"
    default:
      var writer = JSONWriter(layout: .compact)
      writer.value(self)
      return JSONValue.string(String(decoding: writer.bytes, as: UTF8.self)).summary
    }
  }
}
