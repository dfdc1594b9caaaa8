/// Options for replacing more than the default.
package struct RedactionOptions: Equatable, Sendable {
  /// The treatment of dates.
  package var dates: DatePolicy = .keep
  /// Whether product identifiers, groups and offers are replaced.
  package var replacesProducts = false
  /// Whether the bundle identifier and the app's numbers are replaced. Products, whose names often begin with the
  /// bundle identifier, are then replaced, too.
  package var replacesApp = false

  /// Makes options that keep the app, its products and dates.
  package init() {}
}
