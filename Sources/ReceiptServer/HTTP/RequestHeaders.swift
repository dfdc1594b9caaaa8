import HTTPTypes
import NIOHTTP1

/// The header fields of a request, by their names as the rest of the server knows them.
///
/// Each value goes through an `HTTPField`, which removes spaces around it and replaces characters that no field may
/// have.
extension HTTPHeaders {
  /// The value of a field. Several lines with one name form one list (RFC 9110, 5.3).
  subscript(name: HTTPField.Name) -> String? {
    // Most of the requested fields are absent or occur once.
    guard let first = first(name: name.canonicalName) else { return nil }
    let values = self[values: name]
    return values.count > 1 ? values.joined(separator: ", ") : HTTPField(name: name, value: first).value
  }

  /// The value of each line of a name, in their order.
  subscript(values name: HTTPField.Name) -> [String] {
    self[name.canonicalName].map { HTTPField(name: name, value: $0).value }
  }

  func contains(_ name: HTTPField.Name) -> Bool { first(name: name.canonicalName) != nil }
}

extension HTTPField.Name {
  /// The field with the authority of a request.
  static let host = HTTPField.Name("Host")
}
