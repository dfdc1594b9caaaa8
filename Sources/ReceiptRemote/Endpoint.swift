import ReceiptKit

/// The URL of a server of verifyReceipt or of the App Store Server API: HTTPS anywhere, plain HTTP on this machine
/// only.
///
///     https://buy.itunes.apple.com/verifyReceipt    http://127.0.0.1:8080/verifyReceipt    http://[::1]:8080/
///
/// The grammar is a strict subset of RFC 3986: scheme, host, port, path and query in ASCII. User names, passwords and
/// fragments are rejected, because they do not belong in a request with a secret; a token is separate (`token`).
public struct Endpoint: Hashable, Sendable {
  /// Apple's server for receipts of the App Store.
  public static let production = Endpoint(appleHost: "buy.itunes.apple.com", path: "/verifyReceipt")
  /// Apple's server for receipts of sandbox accounts, TestFlight and App Review.
  public static let sandbox = Endpoint(appleHost: "sandbox.itunes.apple.com", path: "/verifyReceipt")
  /// Apple's server for the App Store Server API; the path depends on the call.
  package static let appStoreServer = Endpoint(appleHost: "api.storekit.apple.com", path: "/")
  /// The App Store Server API of the sandbox.
  package static let appStoreServerSandbox = Endpoint(appleHost: "api.storekit-sandbox.apple.com", path: "/")

  /// Apple's hosts: the ones above, and the names that the App Store Server API had until 2026.
  private static let appleHosts: Set<String> = [
    "buy.itunes.apple.com", "sandbox.itunes.apple.com", "api.storekit.apple.com", "api.storekit-sandbox.apple.com",
    "api.storekit.itunes.apple.com", "api.storekit-sandbox.itunes.apple.com",
  ]

  /// The whole URL.
  package let url: String
  /// The host name or address, without brackets, in lower case.
  package let host: String
  /// Whether the connection is encrypted and the server's certificate verified.
  package let isSecure: Bool

  /// The credential for a request. Apple's verifyReceipt requires none; the App Store Server API requires a new one for
  /// each request.
  package var token: BearerToken?

  /// Whether the URL is on one of Apple's hosts, with any path or port.
  package var isApple: Bool { Self.appleHosts.contains(host.hasSuffix(".") ? String(host.dropLast()) : host) }

  /// Whether the name alone shows that the host is this machine.
  package var isLoopback: Bool { Self.isLoopback(host) }

  private init(appleHost host: String, path: String) {
    self.host = host
    isSecure = true
    url = "https://\(host)\(path)"
  }

  /// The URL of a path and query below the path of this one, without its token.
  ///
  /// - Parameter target: the path and query; begins with `/` and contains only characters of URLs.
  func appending(_ target: String) -> Endpoint {
    let base = url.prefix { $0 != "?" }
    return Endpoint(self, url: (base.hasSuffix("/") ? base.dropLast() : base) + target)
  }

  private init(_ other: Endpoint, url: String) {
    host = other.host
    isSecure = other.isSecure
    self.url = url
  }

  /// Reads a URL.
  ///
  /// - Throws: the reason why it cannot be used. The message does not quote the text.
  package init(_ text: String) throws(InvalidEndpoint) {
    guard text.utf8.allSatisfy(Self.isAllowed) else {
      throw InvalidEndpoint("a URL with characters that URLs do not have")
    }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let scheme = parts.first.flatMap { String($0) }?.lowercased()
    guard let scheme, scheme == "https" || scheme == "http",
      text.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
    else { throw InvalidEndpoint("a URL begins with https:// (http:// on this machine only)") }
    let rest = text.dropFirst(scheme.count + 3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw InvalidEndpoint("a URL with a user name or password in it; a token is given apart")
    }
    let host = try Self.host(of: authority)
    isSecure = scheme == "https"
    guard isSecure || Self.isLoopback(host) else {
      throw InvalidEndpoint("plain HTTP to another machine: receipts and secrets travel by https:// only")
    }
    self.host = host
    let path = rest.dropFirst(authority.count)
    url = "\(scheme)://\(authority)" + (path.hasPrefix("/") ? "" : "/") + path
  }

  /// The host of an authority (RFC 3986, 3.2), without brackets and in lower case. The port is checked, too.
  private static func host(of authority: Substring) throws(InvalidEndpoint) -> String {
    let host: Substring
    let port: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { throw InvalidEndpoint("a URL with [ and no ]") }
      host = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
      guard host.utf8.contains(UInt8(ascii: ":")),
        host.utf8.allSatisfy({ $0.hexValue != nil || $0 == UInt8(ascii: ":") })
      else { throw InvalidEndpoint("a URL with brackets around something that is not an IPv6 address") }
    } else {
      host = authority.prefix { $0 != ":" }
      port = authority.dropFirst(host.count)
      guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(isHostCharacter), !host.hasPrefix("."),
        !host.hasPrefix("-")
      else { throw InvalidEndpoint("a URL without a valid host name") }
    }
    guard port.isEmpty || isPort(port) else {
      throw InvalidEndpoint("a URL whose port is not a number from 1 to 65535")
    }
    return host.lowercased()
  }

  /// Whether a text is a colon and a number from 1 to 65535.
  private static func isPort(_ text: Substring) -> Bool {
    // `Int` also reads a number with a sign.
    guard text.hasPrefix(":"), !text.hasPrefix(":+"), let number = Int(text.dropFirst()) else { return false }
    return (1...65_535).contains(number)
  }

  /// Whether the name alone shows that a host is this machine.
  ///
  /// These names are `localhost` (RFC 6761), 127.0.0.0/8 as four numbers, and `::1`.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    // For any other notation (127.1, 0177.0.0.1), resolvers disagree about the address.
    return octets.count == 4 && octets.first == "127"
      && octets.allSatisfy { octet in UInt8(octet).map { String($0) == octet } ?? false }
  }

  /// Whether a byte is printable ASCII that RFC 3986 allows in a URL. `'` is refused: it ends quotations in shells.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""'#<>\^`{|}"#.utf8.contains(byte)
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

/// Why a text cannot be an ``Endpoint``.
package struct InvalidEndpoint: Error, Equatable, Sendable {
  /// The fault, without a final full stop.
  package let message: Message

  init(_ message: Message) {
    self.message = message
  }
}
