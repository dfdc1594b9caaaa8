import ReceiptKit
import ReceiptRemote

/// A request to the App Store Server API whose token was valid.
struct APIQuestion: Sendable {
  let call: AppStoreServerCall
  /// The app that the token is for.
  let bundle: String
  /// The stand-in's time, in milliseconds since 1970.
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
  func anyObject() throws(APIError) -> JSONValue {
    guard let value = try? JSONReader(maximumDepth: 8, maximumValues: 100_000).read(body), case .object = value,
      value.repeatedName == nil
    else { throw APIError(4_000_000) }
    return value
  }

  /// The body, if it follows the rules of the call.
  ///
  /// - Throws: the code of the first fault.
  func object() throws(APIError) -> JSONValue {
    let body = try anyObject()
    if let fault = call.fault(in: body) { throw APIError(fault.code) }
    return body
  }
}

/// The query of a request. Like Apple's server, it ignores unknown parameters.
struct APIQuery: Sendable {
  private let values: [String: [String]]

  /// - Throws: 4000000 for text that is not percent-encoded UTF-8, and the code of a value that Apple does not accept.
  init(_ text: String?, _ call: AppStoreServerCall) throws(APIError) {
    var values: [String: [String]] = [:]
    for pair in (text ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Query.decoded(parts[0]), let value = Query.decoded(parts.count == 2 ? parts[1] : "") else {
        throw APIError(4_000_000)
      }
      values[name, default: []].append(value)
    }
    self.values = values
    for parameter in call.parameters where parameter.place == .query {
      let given = all(parameter.name)
      if !parameter.isRepeatable, given.count > 1 { throw APIError(parameter.member.code) }
      for text in given {
        if let fault = parameter.fault(in: text) { throw APIError(fault.code) }
      }
    }
  }

  /// The value of a parameter that the call checks.
  subscript(name: String) -> String? { all(name).first }

  /// `true` or `false`. Apple's Python library writes `True` and `False`.
  func flag(_ name: String) -> Bool? { self[name].map { $0.lowercased() == "true" } }

  /// All values of a parameter.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of a parameter; `nil` if it is absent.
  ///
  /// - Throws: the code if the parameter occurs twice.
  func single(_ name: String, otherwise code: Int64) throws(APIError) -> String? {
    guard all(name).count < 2 else { throw APIError(code) }
    return all(name).first
  }
}
