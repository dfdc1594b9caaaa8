extension ReferenceEntry {
  /// The entries for members of signed data and for the values of its enumerations. They come from ``PayloadTable``.
  static let signedData: [ReferenceEntry] = members + values

  /// A member and its object.
  private typealias Place = (table: PayloadTable, member: PayloadMember)

  private static let places: [Place] = PayloadTable.all.flatMap { table in
    table.members.map { (table, $0) }
  }

  /// One entry for each name: several payloads have `offerType`, with a different meaning in each.
  private static let members: [ReferenceEntry] = grouped(places) { $0.member.name }.map { name, places in
    // Facts that are the same in all payloads are stated once, at the end.
    let forms = grouped(places) { $0.member.form }
    let form = forms.count == 1 ? forms[0].key : ""
    let meanings = grouped(places) { $0.member.meaning + (forms.count == 1 ? "" : $0.member.form) }
    let text =
      meanings.count == 1
      ? "\(meanings[0].key)\(form) A member of \(titles(places))."
      : meanings.map { "In \(titles($0.elements)): \($0.key)" }.joined(separator: " ") + form
    var sources: [String] = []
    for place in places {
      let source = place.table.source + (place.member.since.map { ", since \($0.text)" } ?? "")
      if !sources.contains(source) { sources.append(source) }
    }
    let named = sources.prefix(3).joined(separator: "; ")
    let rest = sources.count - 3
    return ReferenceEntry(.signedField, name, text, source: rest > 0 ? "\(named); and \(rest) more" : named)
  }

  private static func titles(_ places: [Place]) -> String {
    let titles = grouped(places) { $0.table.title }.map(\.key)
    guard let last = titles.last, titles.count > 1 else { return titles.joined() }
    return titles.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Values that no field of verifyReceipt has. The others have no meaning of their own here (``PayloadWords/Value``):
  /// the entries of those fields explain them.
  private static let values: [ReferenceEntry] = {
    let used = places.compactMap { place in place.member.type.words.map { (place: place, words: $0) } }
    return grouped(used, by: \.words.identity).flatMap { _, uses -> [ReferenceEntry] in
      let names = grouped(uses, by: \.place.member.name).map(\.key)
      let words = uses[0].words
      return words.values.filter { !$0.meaning.isEmpty }.map { value in
        let isNumber = value.code.utf8.allSatisfy(\.isASCIIDigit)
        return ReferenceEntry(
          .fieldValue, "\(names[0])=\(value.code)",
          aliases: names.dropFirst().map { "\($0)=\(value.code)" } + (isNumber ? [] : [value.code]), value.meaning,
          value.action.isEmpty ? .noOne : .developer, value.action, source: uses[0].place.table.source)
      }
    }
  }()

  /// Groups elements by key, in the order in which the keys first occur.
  private static func grouped<Element>(
    _ elements: [Element], by key: (Element) -> String
  ) -> [(key: String, elements: [Element])] {
    var order: [String] = []
    var groups: [String: [Element]] = [:]
    for element in elements {
      let key = key(element)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(element)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}

extension PayloadWords {
  /// Two enumerations may belong to members with the same name.
  fileprivate var identity: String { name + "=" + values.map(\.code).joined(separator: ",") }
}

extension PayloadMember {
  /// The values and the type, after a space; empty if the meaning is sufficient.
  fileprivate var form: String {
    [type.words?.list, type.explanation].compactMap(\.self).map { " " + $0 }.joined()
  }
}

extension PayloadWords {
  /// `Values: 1 (introductory offer), 2 (promotional offer).`
  fileprivate var list: String {
    // Words that begin with the code explain it elsewhere.
    let values = values.map { $0.words.description.hasPrefix($0.code) ? $0.code : "\($0.code) (\($0.words))" }
    return "Values: \(values.joined(separator: ", "))."
  }
}

extension PayloadType {
  /// The form of the value, if the meaning does not state it.
  fileprivate var explanation: String? {
    switch self {
    case .milliseconds: "Milliseconds since 1970, a number."
    case .identifier: "Decimal digits in a string."
    case .price: "A number in thousandths of the currency's unit: 9990 is 9.99."
    case .share: "A number in thousandths of a percent: 100000 is all."
    case .flag: "true or false."
    case .period: "A length of time as ISO 8601 writes it: P1M is a month."
    case .integer: "A number."
    case .list: "A list."
    case .object: "An object."
    case .text, .uuid, .enumeration, .signed: nil
    }
  }
}
