/// A value that must stay hidden. Printing it, also by `dump` or in a debugger, shows a mask and no part of it.
public protocol Masked: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Masked {
  /// The replacement for hidden text.
  package static var mask: String { "********" }

  /// The mask: eight asterisks, whatever the value.
  public var description: String { Self.mask }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children; otherwise `dump` would print the stored properties.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
