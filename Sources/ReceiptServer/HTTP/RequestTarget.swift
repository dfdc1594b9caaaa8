/// The target of a request (RFC 9112, 3.2): in origin form, or in absolute form.
struct RequestTarget {
  /// The authority of the absolute form in lower case; `nil` for other forms. It takes precedence over `Host`, which
  /// must be equal to it.
  let host: String?
  /// The part before the question mark, as it was sent.
  let path: String
  /// The part after the question mark, as it was sent; `nil` if absent.
  let query: String?

  init(_ target: String) {
    var rest = target[...]
    if !target.utf8.starts(with: "/".utf8), let scheme = target.firstRange(of: "://") {
      rest = target[scheme.upperBound...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      host = rest[..<end].lowercased()
      rest = rest[end...].prefix { $0 != "#" }
    } else {
      host = nil
    }
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    let path = String(rest[..<(mark ?? rest.endIndex)])
    self.path = path.isEmpty ? "/" : path
    query = mark.map { String(rest[rest.utf8.index(after: $0)...]) }
  }
}
