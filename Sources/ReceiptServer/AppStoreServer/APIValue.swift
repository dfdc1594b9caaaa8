import ReceiptKit

/// Values in the bodies of requests. A member that is `null` counts as absent, because the libraries of some languages
/// write `null`. A value of another kind throws the given code.
extension JSONValue {
  /// A member of this object.
  func present(_ name: String) -> JSONValue? {
    self[name].flatMap { $0 == .null ? nil : $0 }
  }

  func text(_ name: String, otherwise code: Int64) throws(APIError) -> String? {
    guard let value = present(name) else { return nil }
    guard let text = value.stringValue else { throw APIError(code) }
    return text
  }

  func flag(_ name: String, otherwise code: Int64) throws(APIError) -> Bool? {
    guard let value = present(name) else { return nil }
    guard case .bool(let flag) = value else { throw APIError(code) }
    return flag
  }

  /// A number within a range.
  func number(_ name: String, in range: ClosedRange<Int64>, otherwise code: Int64) throws(APIError) -> Int64? {
    guard let value = present(name) else { return nil }
    guard let number = value.wholeNumber, range.contains(number) else { throw APIError(code) }
    return number
  }

  /// A string that must be one of these words.
  func word(_ name: String, _ words: [String], otherwise code: Int64) throws(APIError) -> String? {
    guard let text = try text(name, otherwise: code) else { return nil }
    guard words.contains(text) else { throw APIError(code) }
    return text
  }
}
