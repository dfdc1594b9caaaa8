/// The checks of `validate`, in their own words.
enum CheckEntries {
  static let all: [ReferenceEntry] = Check.all.map { check in
    ReferenceEntry(.check, check.identifier, check.summary, check.actor, check.action)
  }
}
