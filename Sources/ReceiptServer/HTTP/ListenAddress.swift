/// The address to listen on: `127.0.0.1:8080`, `[::1]:0`, `localhost:8080`.
package struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  /// A name or an address, without brackets.
  package let host: String
  /// 0 lets the system choose.
  package let port: Int

  /// `127.0.0.1:8080`
  package static let standard = ListenAddress(host: "127.0.0.1", port: 8080)

  private init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `ADDRESS:PORT`; an IPv6 address must be in brackets.
  ///
  /// - Returns: `nil` for anything else.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = Int(digits), port <= 65_535
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else { return nil }
    self.init(host: String(host), port: port)
  }

  /// Whether only programs on this machine can reach the address.
  package var isLoopback: Bool { Self.isLoopback(host) }

  /// Whether a name or an address, without brackets, belongs to this machine.
  package static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host == "::1" { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // Every name below localhost is this machine (RFC 6761, 6.3).
    if labels.last == "localhost" { return labels.allSatisfy(isLabel) }
    // In other notations, for example with leading zeros, the numbers are ambiguous.
    return labels.count == 4 && labels[0] == "127"
      && labels.allSatisfy { label in UInt8(label).map { String($0) == label } ?? false }
  }

  /// Whether the text is a label of a name according to RFC 1123.
  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// `http://127.0.0.1:8080`, with the actual port.
  func url(port: Int) -> String { "http://\(bracketed):\(port)" }

  /// `127.0.0.1:8080`
  package var description: String { "\(bracketed):\(port)" }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
}
