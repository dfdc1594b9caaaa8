/// The languages of what people read. Help, manuals and JSON are English.
package enum SummaryLanguage: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"
  /// Chinese in simplified characters.
  case chinese = "zh-Hans"

  /// The language of the first supported tag (BCP 47, `de-CH`, or a POSIX locale, `de_CH.UTF-8`); English if no tag is
  /// supported.
  package init(firstOf tags: [String]) {
    self = tags.lazy.compactMap(Self.language).first ?? .english
  }

  private static func language(_ tag: String) -> SummaryLanguage? {
    let name = tag.prefix { $0 != "." && $0 != "@" }.lowercased()
    let parts = name.split { $0 == "-" || $0 == "_" }
    switch parts.first {
    case "en", "c", "posix": return .english
    case "de": return .german
    // Traditional characters would need a separate table.
    case "zh":
      let isTraditional = ["hant", "tw", "hk", "mo"].contains { parts.contains($0) }
      return isTraditional && !parts.contains("hans") ? nil : .chinese
    default: return nil
    }
  }

  /// The end of a sentence, with the space before the next one.
  var ends: String { self == .chinese ? "。" : ". " }

  /// The comma between the elements of a list.
  package var comma: String { self == .chinese ? "，" : ", " }

  /// `3 January 2026`, in UTC; with hours and minutes if they matter.
  func date(_ instant: Instant, withTime: Bool, namesZone: Bool = false) -> String {
    let clock = ClockReading(instant, offsetSeconds: 0)
    let year = clock.date.year
    let day = clock.date.day
    let words: Message =
      switch clock.date.month {
      case 1: "\(day) January \(year)"
      case 2: "\(day) February \(year)"
      case 3: "\(day) March \(year)"
      case 4: "\(day) April \(year)"
      case 5: "\(day) May \(year)"
      case 6: "\(day) June \(year)"
      case 7: "\(day) July \(year)"
      case 8: "\(day) August \(year)"
      case 9: "\(day) September \(year)"
      case 10: "\(day) October \(year)"
      case 11: "\(day) November \(year)"
      default: "\(day) December \(year)"
      }
    let date = words.text(in: self)
    guard withTime else { return date }
    let time = padded(clock.hour, to: 2) + ":" + padded(clock.minute, to: 2) + (namesZone ? " UTC" : "")
    return date + (self == .chinese ? " " : ", ") + time
  }
}
