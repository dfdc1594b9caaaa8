/// The glyph of a period. Every glyph is one column wide and differs from the others without colours.
enum TimelineGlyph: CaseIterable {
  case trial
  case introductory
  case offer
  case paid
  case unknown
  case refunded
  case upgraded

  init(_ period: Subscription.Period, at moment: Instant) {
    if period.isRefunded(at: moment) {
      self = .refunded
    } else if period.upgrade != nil {
      self = .upgraded
    } else {
      switch period.kind {
      case .trial: self = .trial
      case .introductory: self = .introductory
      case .offer: self = .offer
      case .paid: self = .paid
      case .unknown: self = .unknown
      }
    }
  }

  var character: String {
    switch self {
    case .trial: "T"
    case .introductory: "I"
    case .offer: "O"
    case .paid: "●"
    case .unknown: "○"
    case .refunded: "✗"
    case .upgraded: "↑"
    }
  }

  var role: TextRole {
    switch self {
    case .trial, .introductory, .offer: .label
    case .paid, .unknown: .good
    case .refunded: .bad
    case .upgraded: .warning
    }
  }

  var words: String {
    switch self {
    case .trial: "free trial"
    case .introductory: "introductory price"
    case .offer: "other offer"
    case .paid: "paid"
    case .unknown: "period"
    case .refunded: "refunded"
    case .upgraded: "changed to another product"
    }
  }

  /// The priority in a mark that stands for several periods: rare and important ones win.
  var weight: Int {
    switch self {
    case .refunded: 6
    case .upgraded: 5
    case .trial: 4
    case .introductory: 3
    case .offer: 2
    case .paid, .unknown: 1
    }
  }
}
