import ReceiptKit

/// A request to the App Store Server API whose token was valid.
struct APIQuestion: Sendable {
  /// The app that the token is for.
  let bundle: String
  /// The stand-in's time.
  let now: Int64
  /// The decoded segments of the path in the places of the braces.
  let parameters: [String: String]
  let query: APIQuery
  let body: [UInt8]

  /// The identifier in the path.
  var identifier: String { parameters["id"] ?? "" }

  /// The body: a JSON object in which no name occurs twice.
  ///
  /// - Throws: 4000000.
  func object() throws(APIError) -> JSONValue {
    guard let value = try? JSONReader(maximumDepth: 8, maximumValues: 100_000).read(body), case .object = value,
      value.repeatedName == nil
    else { throw APIError(4_000_000) }
    return value
  }

  /// The body, if it follows Apple's rules.
  ///
  /// - Throws: the code of the first fault.
  func object(_ rules: RequestRules) throws(APIError) -> JSONValue {
    let body = try object()
    if let fault = rules.faults(in: body).first { throw APIError(fault.code) }
    return body
  }
}

/// The query of a request. Like Apple's server, it ignores unknown parameters.
struct APIQuery: Sendable {
  private let values: [String: [String]]

  /// - Throws: 4000000 for text that is not percent-encoded UTF-8.
  init(_ text: String?) throws(APIError) {
    var values: [String: [String]] = [:]
    for pair in (text ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Query.decoded(parts[0]), let value = Query.decoded(parts.count == 2 ? parts[1] : "") else {
        throw APIError(4_000_000)
      }
      values[name, default: []].append(value)
    }
    self.values = values
  }

  /// All values of a parameter.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of a parameter; `nil` if it is absent.
  ///
  /// - Throws: the code if the parameter occurs twice.
  func single(_ name: String, otherwise code: Int64) throws(APIError) -> String? {
    guard all(name).count < 2 else { throw APIError(code) }
    return all(name).first
  }

  /// The value of a parameter; it must be one of these words.
  func word(_ name: String, _ words: [String], otherwise code: Int64) throws(APIError) -> String? {
    guard let value = try single(name, otherwise: code) else { return nil }
    guard words.contains(value) else { throw APIError(code) }
    return value
  }

  /// The value of a parameter, `true` or `false`. Apple's Python library writes `True` and `False`.
  func flag(_ name: String, otherwise code: Int64) throws(APIError) -> Bool? {
    try word(name, ["true", "false", "True", "False"], otherwise: code).map { $0.lowercased() == "true" }
  }

  /// Milliseconds since 1970.
  func moment(_ name: String, otherwise code: Int64) throws(APIError) -> Int64? {
    guard let value = try single(name, otherwise: code) else { return nil }
    guard let number = Int64(value), number >= 0, Instant.writable.contains(Instant(milliseconds: number)) else {
      throw APIError(code)
    }
    return number
  }
}
