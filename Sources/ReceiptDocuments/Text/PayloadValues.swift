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
    // The first transaction of a chain is its own original transaction. The pattern compares with `original`.
    case ("originalTransactionId", .text(let original)?):
      if case .text(original)? = self["transactionId"] { return StyledText("") }
    case ("originalPurchaseDate", .date(let original)?):
      if case .date(original)? = self["purchaseDate"] { return StyledText("") }
    // A quantity of 1 is no news; of several seats, it is their number.
    case ("quantity", .integer(let number)?):
      if case .object(let seats)? = self["multiSeatInfo"] { return self.seats(number, .object(seats)) }
      if number == 1 { return StyledText("") }
    // That of every notification of version 2.
    case ("version", .text("2.0")?): return StyledText("")
    // The currency follows every price.
    case ("currency", .text?):
      if table.members.contains(where: { if case .price? = self[$0.name] { true } else { false } }) {
        return StyledText("")
      }
    // Green, if the period runs.
    case ("expiresDate", .date(let end)?):
      return StyledText(layout.dated(end), end > layout.now && self["revocationDate"] == nil ? .good : .plain)
    // Pairs, of which the second is named in the line of the first.
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
