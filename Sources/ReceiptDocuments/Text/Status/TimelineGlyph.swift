/// The glyph of a period. Every glyph is one column wide and distinguishable without colours. Raw values are the
/// classes of its colours of `ReportStyle`.
enum TimelineGlyph: String, CaseIterable {
  case trial
  case introductory
  case offer
  case paid
  case unknown
  case refunded
  case upgraded
  case doubtful

  init(_ period: Subscription.Period, at moment: Instant) {
    if period.isDoubtful {
      self = .doubtful
    } else if period.isTakenBack(at: moment) {
      self = .refunded
    } else if period.replacement != nil {
      self = .upgraded
    } else {
      switch period.payment {
      case .trial: self = .trial
      case .introductory: self = .introductory
      case .offer: self = .offer
      // This customer did not pay for a shared or assigned period.
      case .paid: self = period.purchase.isOfAnotherPayer ? .unknown : .paid
      case .free, .unknown: self = .unknown
      }
    }
  }

  var character: String { row.character }
  var role: TextRole { row.role }
  var words: Message { row.words }
  /// The priority in a mark for several periods: rare and important glyphs win.
  var weight: Int { row.weight }

  private var row: (character: String, role: TextRole, weight: Int, words: Message) {
    switch self {
    case .trial: ("T", .label, 4, "free trial")
    case .introductory: ("I", .label, 3, "introductory price")
    case .offer: ("O", .label, 2, "other offer")
    case .paid: ("●", .good, 1, "paid")
    case .unknown: ("○", .good, 1, "period")
    case .refunded: ("✗", .bad, 6, "taken back")
    case .upgraded: ("↑", .warning, 5, "changed to another product")
    case .doubtful: ("?", .warning, 0, "not proven")
    }
  }
}

extension PurchaseRecord {
  /// Whether a member of the family shares the purchase, or an organization assigned it.
  var isOfAnotherPayer: Bool { ownership == "FAMILY_SHARED" || ownership == "ASSIGNED" }
}
