import ReceiptKit

/// Values in the bodies of requests. A member that is `null` counts as absent, because the libraries of some languages
/// write `null`.
enum APIValue {
  static func present(_ body: JSONValue, _ name: String) -> JSONValue? {
    body[name].flatMap { $0 == .null ? nil : $0 }
  }

  static func text(_ body: JSONValue, _ name: String, _ code: Int64) throws(APIError) -> String? {
    guard let value = present(body, name) else { return nil }
    guard let text = value.stringValue else { throw APIError(code) }
    return text
  }

  static func flag(_ body: JSONValue, _ name: String, _ code: Int64) throws(APIError) -> Bool? {
    guard let value = present(body, name) else { return nil }
    guard case .bool(let flag) = value else { throw APIError(code) }
    return flag
  }

  /// A number within a range.
  static func number(
    _ body: JSONValue, _ name: String, _ range: ClosedRange<Int64>, _ code: Int64
  ) throws(APIError) -> Int64? {
    guard let value = present(body, name) else { return nil }
    guard let number = value.wholeNumber, range.contains(number) else { throw APIError(code) }
    return number
  }

  /// A string that must be one of these words.
  static func word(_ body: JSONValue, _ name: String, _ words: [String], _ code: Int64) throws(APIError) -> String? {
    guard let text = try text(body, name, code) else { return nil }
    guard words.contains(text) else { throw APIError(code) }
    return text
  }

  /// The same value, which must be present.
  static func required<Value>(_ value: Value?, _ code: Int64) throws(APIError) -> Value {
    guard let value else { throw APIError(code) }
    return value
  }
}
