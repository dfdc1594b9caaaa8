/// Something that must not be seen. Printing it, also by `dump` or in a debugger, shows a mask and nothing of it.
public protocol Masked: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Masked {
  /// Eight asterisks, whatever the value is.
  public var description: String { VerifyReceiptRequest.mask }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// No children: mirrors print stored properties.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
