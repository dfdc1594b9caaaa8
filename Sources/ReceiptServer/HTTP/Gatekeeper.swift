import HTTPTypes
import NIOHTTP1
import ReceiptKit

/// Decides which requests are answered.
///
/// On a loopback address, the danger is a web page in a browser on this machine. A page that resolves its own name to
/// this server (DNS rebinding) could read everything. So only names of this machine are accepted, and requests from
/// other pages are rejected. On any other address, a token is required. If a token is required, the name does not
/// matter on any address: such a page does not know the token, and a proxy for this server has its own name.
struct Gatekeeper: Sendable {
  private let address: ListenAddress
  private let access: AccessControl?

  init(address: ListenAddress, access: AccessControl?) {
    self.address = address
    self.access = access
  }

  /// Throws a ``Problem`` for a request that is rejected.
  ///
  /// - Parameters:
  ///   - isOpen: whether the route requires no token.
  ///   - scope: the scope that the token must have.
  /// - Returns: the name of the token in the request; `nil` if the request has none and the route requires none.
  func admit(_ call: Call, isOpen: Bool, scope: TokenScope?) throws -> String? {
    let (authority, field) = try Self.host(of: call)
    if let coding = call.headers[.transferEncoding], coding.lowercased() != "chunked" {
      throw Problem(
        .transferCoding, "The body is coded in a way that is not known here", .notImplemented,
        "the only transfer coding that is taken is chunked")
    }
    if address.isLoopback, access == nil {
      guard ListenAddress.isLoopback(field.host) || field.host == address.host.lowercased() else {
        throw Problem(
          .host, "The request is for another host", .misdirectedRequest,
          "this server answers to names of this machine only",
          hint: "use http://127.0.0.1 or http://localhost; with --token-file any name is answered to")
      }
    }
    guard Self.isOwn(call.headers, authority) else {
      throw Problem(.origin, "Another page made the request", .forbidden, "requests of other origins are not answered")
    }
    guard let access else { return nil }
    let sent = Self.token(in: call.headers, access)
    // An open route may say more to clients with a token.
    if isOpen { return sent?.name }
    guard let token = sent else {
      var problem = Problem(
        .token, "A token is needed", .unauthorized, "the request has no token, or another one",
        hint: "send Authorization: Bearer TOKEN, or put it into the URL: http://any:TOKEN@host/")
      // Each challenge has its own header line: if two challenges share a line, Chromium sees only the first and never
      // asks for the token.
      for challenge in [#"Bearer realm="receipt-tool""#, #"Basic realm="receipt-tool", charset="UTF-8""#] {
        problem.fields.append(HTTPField(name: .wwwAuthenticate, value: challenge))
      }
      throw problem
    }
    guard access.use(token) else {
      var problem = Problem(
        .rate, "Too many requests with this token", .tooManyRequests,
        "the token may be used \(token.rate ?? 0) times a second")
      problem.fields[.retryAfter] = "1"
      throw problem
    }
    if let scope, !token.scopes.contains(scope) {
      throw Problem(
        .scope, "The token is not for this", .forbidden, "this needs a token with the scope \(scope.rawValue)",
        hint: "the scopes of each token are in the file of --token-file")
    }
    return token.name
  }

  /// The only host of a request, as text and read.
  private static func host(of call: Call) throws -> (authority: String, field: HostField) {
    guard let authority = call.authority, !authority.isEmpty else {
      throw Problem(.host, "The request has no host", .badRequest, "a Host header is missing")
    }
    // A request with two names could bypass rules for one of them.
    if call.hasOtherHosts {
      throw Problem(
        .host, "The request has several hosts", .badRequest,
        "the Host header is there more than once, or the target of the request names another host")
    }
    guard let field = HostField(authority) else {
      throw Problem(
        .host, "The host of the request is malformed", .badRequest,
        "the Host header is not a name or address with or without a port")
    }
    return (authority, field)
  }

  /// The token of a request: a bearer token (RFC 6750), or the password of basic authentication.
  ///
  /// Clients use basic authentication for a URL with a password, and some clients accept nothing but a URL.
  private static func token(in headers: HTTPHeaders, _ access: AccessControl) -> AccessToken? {
    guard let value = headers[.authorization] else { return nil }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let credentials = Array(parts[1].utf8)
    switch parts[0].lowercased() {
    case "bearer": return access.token { $0.matches(credentials) }
    case "basic": return access.token { $0.matchesPassword(ofBasicCredentials: credentials) }
    default: return nil
    }
  }

  /// Whether a request comes from this server's own page, from a person, or from a program other than a browser.
  ///
  /// The header fields that browsers set themselves take precedence over names, because a proxy may have changed
  /// `Host`. Browsers omit these fields over plain HTTP to other machines.
  private static func isOwn(_ headers: HTTPHeaders, _ authority: String) -> Bool {
    guard let origin = headers[.origin] else { return true }
    switch HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
    case "same-origin", "none": return true
    case nil: return origin == "http://\(authority)" || origin == "https://\(authority)"
    default: return false
    }
  }
}
