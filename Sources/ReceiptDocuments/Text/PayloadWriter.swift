/// Writes the payload of signed data for people, member by member, with unknown members at the end.
struct PayloadWriter {
  var page: TextPage
  /// The decoded signed data inside the payload.
  let parts: [SignedPart]

  init(page: TextPage, parts: [SignedPart]) {
    self.page = page
    self.parts = parts
  }

  /// Where an object stands, and what is known there.
  struct Place {
    var indent = 2
    /// Members that are written elsewhere, or that the reader already knows.
    var written: Set<String> = []
    /// The currency of prices, if the object itself has none.
    var currency: String?
  }

  /// Writes the members of an object in the order of the table. ``writeUnknown(_:)`` writes the members that the table
  /// does not have.
  mutating func object(_ members: [JSONValue.Member], _ table: PayloadTable, _ place: Place = Place()) {
    var values = PayloadValues(members, table, currency: place.currency)
    values.written = place.written
    for member in table.members where !values.written.contains(member.name) {
      guard let value = values[raw: member.name] else { continue }
      guard let read = member.type.read(value) else {
        let words: Message = "\(value.summary), which is not of the type that Apple documents"
        page.field(member.label, words, .warning, indent: place.indent)
        continue
      }
      if let composed = values.composed(member, page.layout) {
        if !composed.isEmpty { page.field(StyledText(member.label, .label), composed, indent: place.indent) }
      } else {
        writeValue(read, member, values, place)
      }
    }
  }

  private mutating func writeValue(
    _ value: PayloadValue, _ member: PayloadMember, _ values: PayloadValues, _ place: Place
  ) {
    var inner = place
    // Names take 13 columns, and a value needs ten to be readable.
    inner.indent = min(place.indent + 2, page.layout.width - 23)
    inner.currency = values.currency
    inner.written = []
    switch (value, member.type) {
    case (.object(let members), .object(let table)):
      page.group(member.label, indent: place.indent)
      object(members, table, inner)
    case (.list(let elements), .list(of: .object(let table))):
      for (index, element) in elements.prefix(Self.mostElements).enumerated() {
        page.group("\(member.label) \(index + 1) of \(grouped: elements.count)", indent: place.indent)
        guard case .object(let members) = element else {
          page.paragraph(StyledText("\(element.summary), which is not an object", .warning), indent: inner.indent)
          continue
        }
        object(members, table, inner)
      }
      if elements.count > Self.mostElements {
        let more = elements.count - Self.mostElements
        page.paragraph(
          StyledText("… and \(grouped: more) more (decode lists them all)", .warning), indent: inner.indent)
      }
    default:
      let words = page.layout.words(value, currency: values.currency)
      page.field(StyledText(member.label, .label), words, indent: place.indent)
    }
  }

  /// Writes the facts that the tables do not contain. Apple adds members and values between versions; they are not
  /// faults.
  mutating func writeUnknown(_ unknown: [UnknownFacts.Fact]) {
    guard !unknown.isEmpty else { return }
    page.heading("New to this version: \(grouped: unknown.count)")
    page.members(
      unknown.prefix(Self.mostElements).map { ($0.name, $0.value) },
      repeated: unknown.prefix(Self.mostElements).map { $0.kind == .repeated })
    guard unknown.count > Self.mostElements else { return }
    let more = unknown.count - Self.mostElements
    page.paragraph(StyledText("… and \(grouped: more) more (decode lists them all)", .warning), indent: 2)
  }

  /// The maximum number of elements of a list that are written.
  private static let mostElements = 20
}

extension TextLayout {
  /// The value of one member in words.
  func words(_ value: PayloadValue, currency: String? = nil) -> StyledText {
    switch value {
    case .date(let instant) where instant.isOfYear1:
      StyledText("not known (Xcode writes the year 1)")
    case .date(let instant): StyledText(dated(instant))
    case .integer(let number): StyledText(String(number))
    case .price(let milliunits): StyledText(PayloadWording.money(milliunits, currency: currency))
    case .share(let thousandths): StyledText(PayloadWording.share(thousandths))
    case .flag(let flag): StyledText(flag ? "yes" : "no")
    case .text(let text): StyledText(text.displayed())
    case .period(let text): StyledText(PayloadWording.period(text) ?? "\(text.displayed())")
    case .word(let word): StyledText(word.wordsWithNumber)
    case .unknown(let code): StyledText("\"\(code.displayed())\", which is not known", .warning)
    // The first 49 elements, and how many more there are.
    case .list(let elements):
      elements.isEmpty ? StyledText("none") : StyledText(elements.map(\.summary).summarized(49, separator: ", "))
    case .object(let members): StyledText(JSONValue.object(members).summary)
    case .signed(let text): StyledText(JSONValue.string(text).summary)
    }
  }
}

extension PayloadWords.Value {
  /// The words, with the number if the code is one: `active (1)`.
  var wordsWithNumber: Message { code.utf8.allSatisfy(\.isASCIIDigit) ? "\(words) (\(code))" : words }
}
