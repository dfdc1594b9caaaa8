/// What is replaced beyond what always is.
public struct RedactionOptions: Equatable, Sendable {
  /// What becomes of dates.
  public var dates: DatePolicy = .keep
  /// Whether product identifiers, groups and offers are replaced.
  public var replacesProducts = false
  /// Whether the bundle identifier and the app's numbers are replaced. Products, whose names often begin with it, are then too.
  public var replacesApp = false

  /// The app, its products and dates stay.
  public init() {}
}
