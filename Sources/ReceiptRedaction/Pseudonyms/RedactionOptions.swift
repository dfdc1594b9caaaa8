/// Options for replacing more than the default.
public struct RedactionOptions: Equatable, Sendable {
  /// The treatment of dates.
  public var dates: DatePolicy = .keep
  /// Whether product identifiers, groups and offers are replaced.
  public var replacesProducts = false
  /// Whether the bundle identifier and the app's numbers are replaced. Products, whose names often begin with it, are
  /// then replaced too.
  public var replacesApp = false

  /// The app, its products and dates are kept.
  public init() {}
}
