/// The checks of `validate`, in their own words.
enum CheckEntries {
  static let all: [ReferenceEntry] = Checks.all.map { check in
    ReferenceEntry(
      .check, check.identifier, check.summary, actor(check.remedy.actor), check.remedy.action, source: FactSource.here)
  }

  private static func actor(_ actor: CheckRemedy.Actor) -> ReferenceEntry.Actor {
    switch actor {
    case .developer: .developer
    case .support: .support
    case .customer: .customer
    case .apple: .apple
    }
  }
}
