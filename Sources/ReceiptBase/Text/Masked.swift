/// A value that must stay hidden. Printing it, also by `dump` or in a debugger, shows a mask and no part of it.
public protocol Masked: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Masked {
  /// The replacement for hidden text.
  package static var mask: String { "********" }

  /// Eight asterisks for every value.
  public var description: String { Self.mask }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Returns no children, because mirrors print stored properties.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
