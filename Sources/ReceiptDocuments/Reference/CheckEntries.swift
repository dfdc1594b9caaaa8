/// The checks of `validate`, in their own words.
enum CheckEntries {
  static let all: [ReferenceEntry] = Checks.all.map { check in
    ReferenceEntry(.check, check.identifier, check.summary, check.remedy.actor, check.remedy.action)
  }
}
