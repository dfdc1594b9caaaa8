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
    case .word(let word): StyledText(word.said)
    case .unknown(let code): StyledText("\"\(code.displayed())\", which is not known", .warning)
    case .list(let elements):
      elements.isEmpty
        ? StyledText("none") : StyledText(elements.prefix(50).map(\.summary).summarized(49, separator: ", "))
    case .object(let members): StyledText(JSONValue.object(members).summary)
    case .signed(let text): StyledText(JSONValue.string(text).summary)
    }
  }
}

extension PayloadWords.Value {
  /// The words, with the number if the code is one: `active (1)`.
  var said: Message { code.utf8.allSatisfy(\.isASCIIDigit) ? "\(words) (\(code))" : words }
}

/// The members of one object by name, including those that are written together with others.
struct PayloadValues {
  /// Members that have been written, or need not be written.
  var written: Set<String> = []
  /// The currency of the prices in this object.
  let currency: String?
  private let table: PayloadTable
  private let values: [String: JSONValue]

  init(_ members: [JSONValue.Member], _ table: PayloadTable, currency: String?) {
    self.table = table
    // If a name occurs twice, the first member counts.
    values = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    self.currency = values["currency"]?.stringValue ?? currency
  }

  /// The value in the payload; `null` counts as absent.
  subscript(raw name: String) -> JSONValue? { values[name].flatMap { $0 == .null ? nil : $0 } }

  /// The value in the type from the table.
  subscript(name: String) -> PayloadValue? {
    guard let value = self[raw: name] else { return nil }
    return table[name]?.type.read(value)
  }

  /// The text of a member that is written together with other members, which then count as written. Empty if nothing
  /// need be written; `nil` if the member is written alone.
  mutating func composed(_ member: PayloadMember, _ layout: TextLayout) -> StyledText? {
    switch (member.name, self[member.name]) {
    case ("originalTransactionId", .text(let original)?):
      // The first transaction of a chain is its own original transaction.
      if case .text(original)? = self["transactionId"] { return StyledText("") }
    case ("originalPurchaseDate", .date(let original)?):
      if case .date(original)? = self["purchaseDate"] { return StyledText("") }
    case ("quantity", .integer(let number)?):
      if case .object(let seats)? = self["multiSeatInfo"] { return self.seats(number, .object(seats)) }
      if number == 1 { return StyledText("") }
    case ("version", .text("2.0")?): return StyledText("")
    case ("currency", .text?):
      // The currency follows every price.
      if table.members.contains(where: { if case .price? = self[$0.name] { true } else { false } }) {
        return StyledText("")
      }
    case ("expiresDate", .date(let end)?):
      return StyledText(layout.dated(end), end > layout.now && self["revocationDate"] == nil ? .good : .plain)
    case ("storefront", .text(let country)?):
      guard case .text(let number)? = take("storefrontId") else { return nil }
      return StyledText("\(country.displayed()) (\(number.displayed()))")
    case ("applicationVersion", .text(let version)?):
      guard case .text(let original)? = take("originalApplicationVersion") else { return nil }
      return StyledText("\(version.displayed()) (original version: \(original.displayed()))")
    case ("billingPeriodNumber", .integer(let number)?):
      guard case .integer(let total)? = take("totalBillingPeriods") else { return nil }
      return StyledText("\(number) of \(total)")
    case ("offerType", .word(let offer)?): return self.offer(offer)
    case ("revocationDate", .date(let date)?): return revocation(date, layout)
    default: break
    }
    return nil
  }

  /// The value of a member that is written together with another one, if it can be read. It then counts as written.
  private mutating func take(_ name: String) -> PayloadValue? {
    guard let value = self[name] else { return nil }
    if case .unknown = value { return nil }
    written.insert(name)
    return value
  }

  /// `10 seats, 2 given back, 9.99 USD each on average`
  private mutating func seats(_ quantity: Int64, _ info: JSONValue) -> StyledText {
    let revoked = info["revokedSeatQuantity"].flatMap { PayloadType.integer.read($0) }
    var seats = SeatCount(bought: quantity)
    if case .integer(let number)? = revoked { seats.givenBack = number }
    if case .price(let price)? = take("price") { seats.averagePrice = price }
    return StyledText(StatusWords.seats(seats, currency: currency))
  }

  /// `promotional offer, free trial, for 1 month, named winter`
  private mutating func offer(_ offer: PayloadWords.Value) -> StyledText {
    var words = [offer.words]
    if case .word(let discount)? = take("offerDiscountType") { words.append(discount.words) }
    if case .period(let period)? = take("offerPeriod") {
      words.append("for \(PayloadWording.period(period) ?? "\(period.displayed())")")
    }
    if case .text(let name)? = take("offerIdentifier") { words.append("named \(name.displayed())") }
    return StyledText(words.joined(separator: ", "))
  }

  /// `2025-12-01 09:30:00 UTC, 11 months ago: a part of the price was refunded, 60 %, because of an issue with the app`
  private mutating func revocation(_ date: Instant, _ layout: TextLayout) -> StyledText {
    var words: [Message] = []
    if case .word(let type)? = take("revocationType") { words.append(type.words) }
    if case .share(let share)? = take("revocationPercentage") { words.append("\(PayloadWording.share(share))") }
    if case .word(let reason)? = take("revocationReason") { words.append(reason.words) }
    let dated = layout.dated(date)
    return StyledText(words.isEmpty ? dated : "\(dated): \(words.joined(separator: ", "))", .bad)
  }
}
