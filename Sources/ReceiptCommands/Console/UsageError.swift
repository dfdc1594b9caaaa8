import ReceiptKit

/// A mistake in the command line. Nothing has been done yet.
///
/// `validate()` and the closures that read arguments throw it, too. ArgumentParser wraps it in an error of its own, of
/// which it offers only the English text; ``init(in:)`` finds it there.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  let message: Message
  /// `nil` refers to the command's help.
  let hint: Message?

  package init(_ message: Message, hint: Message? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Two options of which only one may be given.
  package init(_ first: String, excludes second: String) { self.init("\(first) and \(second) exclude each other") }

  /// An option that means nothing without another one.
  package init(_ option: String, needs other: String) { self.init("\(option) needs \(other)") }

  /// Finds the error that `validate()` or the reader of an option threw, in the error that ArgumentParser threw; `nil`
  /// if the fault is ArgumentParser's own finding.
  init?(in error: any Error) {
    guard let found = Self.search(error, levels: 4) else { return nil }
    self = found
  }

  /// - Parameter levels: how deep the search goes; ArgumentParser's own errors are nested, and values can be endless.
  private static func search(_ value: Any, levels: Int) -> UsageError? {
    if let found = value as? UsageError { return found }
    guard levels > 0 else { return nil }
    for part in Mirror(reflecting: value).children {
      guard let found = search(part.value, levels: levels - 1) else { continue }
      // The reader of an option does not know its name, which stands beside the error.
      guard part.label == "unableToParseValue", let option = longName(part.value, levels: 3) else { return found }
      return UsageError("--\(option): \(found.message)", hint: found.hint)
    }
    return nil
  }

  /// The long name of an option in ArgumentParser's description of it, such as `bundle-id`.
  private static func longName(_ value: Any, levels: Int) -> String? {
    guard levels > 0 else { return nil }
    for part in Mirror(reflecting: value).children {
      if part.label == "long", let name = part.value as? String { return name }
      if let name = longName(part.value, levels: levels - 1) { return name }
    }
    return nil
  }

  package var description: String { message.description }
}
