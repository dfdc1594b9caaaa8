// The only type of CoreGraphics that another package names.
public struct CGFloat: Hashable, Sendable {
  public init(_ value: Double) {}
}
