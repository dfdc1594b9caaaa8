import ReceiptAnalysis

/// The options of a template. `nil` keeps the template's own value.
public struct TemplateOptions: Sendable {
  /// The environment that it claims.
  public var environment: MintEnvironment?
  /// Attribute 2.
  public var bundleIdentifier = "com.example.app"
  /// Attribute 3.
  public var applicationVersion = "1"
  /// Attribute 19.
  public var originalApplicationVersion: String?
  /// Attribute 12: when the receipt is made. Fractions of a second are dropped.
  public var creationDate: Instant
  /// The product of the purchases.
  public var product: String?
  /// The quantity of a consumable in one purchase.
  public var quantity: Int64?
  /// How often a subscription was renewed.
  public var renewals: Int?
  /// The length of a subscription period; 30 days by default.
  public var period: SubscriptionPeriod?
  /// Whether a subscription begins with a free trial.
  public var hasTrial = false
  /// Whether the first paid period has an introductory price.
  public var hasIntroductoryOffer = false
  /// Whether the latest purchase was refunded.
  public var isCancelled = false
  /// Whether a subscription lapsed for one period before it was renewed for the last time.
  public var hasGap = false
  /// The number of purchases of a large receipt.
  public var purchases: Int?
  /// The device of attribute 5; nil: one that follows from the seed.
  public var deviceGUID: [UInt8]?

  /// The defaults, for a receipt made at a time.
  public init(creationDate: Instant) {
    self.creationDate = Instant(milliseconds: creationDate.milliseconds / 1_000 * 1_000)
  }
}

/// The length of a subscription period.
public enum SubscriptionPeriod: Hashable, Sendable {
  /// Seconds, of which every day has 86,400.
  case seconds(Int64)
  /// Calendar months: the 31st becomes the last day of a shorter month.
  case months(Int)

  /// The accepted forms.
  public static let acceptedForms = "use 5m, 12h, 7d, 1w, 1mo or 1y, or ISO 8601: P1W, P1M, P1Y"

  /// Reads a length: a whole number from 1 with a unit, or StoreKit's form; at most 100 years. `nil` for anything else.
  ///
  /// Units are `s`, `m` for minutes, `h`, `d`, `w`, `mo`, `y`; StoreKit writes `P3D`, `P1W`, `P1M`, `P1Y`.
  public init?(_ text: String) {
    let isISO = text.hasPrefix("P")
    let body = isISO ? text.dropFirst() : text[...]
    let digits = body.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, let number = Int(digits), number > 0, number <= 36_525 * 86_400 else { return nil }
    let unit = String(body.dropFirst(digits.count))
    let units: [String: Int] =
      isISO
      ? ["D": 86_400, "W": 604_800] : ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    let months: [String: Int] = isISO ? ["M": 1, "Y": 12] : ["mo": 1, "y": 12]
    if let length = units[unit], number <= 36_525 * 86_400 / length {
      self = .seconds(Int64(number * length))
    } else if let length = months[unit], number <= 1_200 / length {
      self = .months(number * length)
    } else {
      return nil
    }
  }

  /// The moment so many periods after another, or before it if `count` is negative.
  func moment(_ count: Int, after start: Instant) -> Instant {
    switch self {
    case .seconds(let seconds): return Instant(milliseconds: start.milliseconds + Int64(count) * seconds * 1_000)
    case .months(let months): return start.addingMonths(count * months)
    }
  }

  /// Its approximate length, in milliseconds.
  var milliseconds: Int64 {
    switch self {
    case .seconds(let seconds): seconds * 1_000
    case .months(let months): Int64(months) * 30 * 86_400_000
    }
  }
}

extension Instant {
  /// The same day and time in another month; the last day of that month if it is too short.
  func addingMonths(_ count: Int) -> Instant {
    let text = rfc3339
    guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)),
      let day = Int(text.dropFirst(8).prefix(2))
    else { return self }
    let months = year * 12 + month - 1 + count
    // No month is shorter than 28 days, so one of these exists, except for years of other than four digits.
    for candidate in stride(from: day, through: min(day, 28), by: -1) {
      let date = "\(Self.padded(months / 12, 4))-\(Self.padded(months % 12 + 1, 2))-\(Self.padded(candidate, 2))"
      if let found = ReceiptDate(date + text.dropFirst(10)) { return found.instant }
    }
    // No dates exist before the year 1 and after 9999; the written form is invalid, too.
    return Instant(milliseconds: milliseconds + Int64(count) * 30 * 86_400_000)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
