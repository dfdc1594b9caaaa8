import ReceiptAnalysis

/// The options of a template. `nil` keeps the template's own value.
package struct TemplateOptions: Sendable {
  /// The environment that the receipt claims.
  package var environment: MintEnvironment?
  /// Attribute 2.
  package var bundleIdentifier = "com.example.app"
  /// Attribute 3.
  package var applicationVersion = "1"
  /// Attribute 19.
  package var originalApplicationVersion: String?
  /// Attribute 12: when the receipt is made. Fractions of a second are dropped.
  package var creationDate: Instant
  /// The product of the purchases.
  package var product: String?
  /// The quantity of a consumable in one purchase.
  package var quantity: Int64?
  /// The number of renewals of a subscription.
  package var renewals: Int?
  /// The length of a subscription period; 30 days by default.
  package var period: SubscriptionPeriod?
  /// Whether a subscription begins with a free trial.
  package var hasTrial = false
  /// Whether the first paid period has an introductory price.
  package var hasIntroductoryOffer = false
  /// Whether the latest purchase was refunded.
  package var isCancelled = false
  /// Whether a subscription lapsed for one period before its last renewal.
  package var hasGap = false
  /// The number of purchases of a large receipt.
  package var purchases: Int?
  /// The device of attribute 5; nil means a device that is derived from the seed.
  package var deviceGUID: [UInt8]?

  /// The defaults, for a receipt made at a time.
  package init(creationDate: Instant) {
    self.creationDate = Instant(milliseconds: creationDate.milliseconds / 1_000 * 1_000)
  }
}

/// The length of a subscription period.
package enum SubscriptionPeriod: Hashable, Sendable {
  /// Seconds. A day always has 86,400.
  case seconds(Int64)
  /// Calendar months: the 31st becomes the last day of a shorter month.
  case months(Int)

  /// The accepted forms.
  package static let acceptedForms: Message = "use 5m, 12h, 7d, 1w, 1mo or 1y, or ISO 8601: P1W, P1M, P1Y"

  /// Reads a length: a whole number from 1 with a unit, or StoreKit's form; at most 100 years. `nil` for anything else.
  ///
  /// Units are `s`, `m` for minutes, `h`, `d`, `w`, `mo`, `y`; StoreKit writes `P3D`, `P1W`, `P1M`, `P1Y`.
  package init?(_ text: String) {
    let isISO = text.hasPrefix("P")
    let body = isISO ? String(text.dropFirst()) : text
    let unit = String(body.drop { ("0"..."9").contains($0) })
    let months: [String: Int] = isISO ? ["M": 1, "Y": 12] : ["mo": 1, "y": 12]
    if let length = months[unit], let number = Int(body.dropLast(unit.count)), (1...1_200 / length).contains(number) {
      self = .months(number * length)
    } else if !isISO || unit == "D" || unit == "W",
      let length = DurationText(written: isISO ? body.lowercased() : body),
      length.milliseconds > 0
    {
      self = .seconds(length.milliseconds / 1_000)
    } else {
      return nil
    }
  }

  /// The moment `count` periods after another moment, or before it if `count` is negative.
  func moment(_ count: Int, after start: Instant) -> Instant {
    switch self {
    case .seconds(let seconds): return Instant(milliseconds: start.milliseconds + Int64(count) * seconds * 1_000)
    case .months(let months): return start.addingMonths(count * months)
    }
  }

  /// The approximate length of the period, in milliseconds.
  var milliseconds: Int64 {
    switch self {
    case .seconds(let seconds): seconds * 1_000
    case .months(let months): Int64(months) * 30 * 86_400_000
    }
  }
}

extension Instant {
  /// The same day and time in another month; the last day of that month if the month is too short.
  func addingMonths(_ count: Int) -> Instant {
    let today = ClockReading(self, offsetSeconds: 0).date
    let (year, month) = floorDivide(today.year * 12 + today.month - 1 + count, by: 12)
    let day = min(today.day, CivilDate.days(inMonth: month + 1, of: year))
    // Dates before the year 1 and after 9999 do not exist; they cannot be written validly either.
    guard (1...9_999).contains(year), let date = CivilDate(year: year, month: month + 1, day: day) else {
      return adding(days: Int64(count) * 30)
    }
    return adding(days: Int64(date.daysSince1970 - today.daysSince1970))
  }
}
