import NIOConcurrencyHelpers
import ReceiptKit

/// The permissions of a token. Raw values are the words of `--token-file`.
package enum TokenScope: String, CaseIterable, Sendable {
  /// Present purchases, and record consents.
  case present
  /// Read entitlements, histories and events.
  case read
  /// Merge and erase accounts.
  case administer
}

/// One of the tokens of a server, from the file of `--token-file`.
///
/// The file contains either one token and nothing else, which permits everything; or a line for each token:
///
///     # name  scopes        token              requests a second, if they are limited
///     shop    present,read  1d6f2c0a9b8e7f53…  50
///     support read          77aa0c1be2d3f465…
package struct AccessToken: Sendable {
  /// The name of the token in the log.
  let name: String
  let scopes: Set<TokenScope>
  let secret: Secret
  /// Requests a second; `nil`: any number.
  let rate: Int?

  private static let maximumCount = 1_000

  /// Reads the content of a file.
  ///
  /// - Throws: the fault of the content, without quoting any token.
  package static func all(in bytes: [UInt8]) throws(InvalidSecretFile) -> [AccessToken] {
    let lines = try InvalidSecretFile.lines(of: bytes)
    if lines.count == 1, lines[0].words.count == 1 {
      let secret = try secret(lines[0].words[0], nil)
      return [AccessToken(name: "token", scopes: Set(TokenScope.allCases), secret: secret, rate: nil)]
    }
    guard lines.count <= maximumCount else { throw InvalidSecretFile("it has more than \(maximumCount) tokens") }
    var tokens: [AccessToken] = []
    var names: Set<String> = []
    var secrets: Set<String> = []
    for (number, words) in lines {
      let token = try token(words, line: number)
      guard names.insert(token.name).inserted, secrets.insert(String(words[2])).inserted else {
        throw InvalidSecretFile("line \(number) has the name or the token of another line")
      }
      tokens.append(token)
    }
    return tokens
  }

  /// Whether the text can be a name in logs and metrics.
  static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 64 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }

  private static func token(_ words: [Substring], line: Int) throws(InvalidSecretFile) -> AccessToken {
    guard (3...4).contains(words.count) else {
      throw InvalidSecretFile("line \(line) is not: name, scopes, token and perhaps requests a second")
    }
    let name = words[0]
    guard isName(name) else {
      throw InvalidSecretFile("the name in line \(line) has other characters than a-z, 0-9, - _ and .")
    }
    let scopes = words[1].split(separator: ",", omittingEmptySubsequences: false).map {
      TokenScope(rawValue: String($0))
    }
    guard !scopes.contains(nil) else {
      let known = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidSecretFile("line \(line) has an unknown scope; known are \(known)")
    }
    var rate: Int?
    if words.count == 4 {
      guard let number = Int(words[3]), (1...1_000_000).contains(number) else {
        throw InvalidSecretFile("line \(line): the requests a second are no number from 1 to 1000000")
      }
      rate = number
    }
    return AccessToken(
      name: String(name), scopes: Set(scopes.compactMap { $0 }), secret: try secret(words[2], line), rate: rate)
  }

  private static func secret(_ word: Substring, _ line: Int?) throws(InvalidSecretFile) -> Secret {
    do throws(InvalidSecret) {
      return try BearerToken(Array(word.utf8)).secret
    } catch {
      throw InvalidSecretFile((line.map { "the token in line \($0): " } ?? "") + error.reason)
    }
  }
}

/// The valid tokens, and the used part of their rates.
final class AccessControl: Sendable {
  /// The tokens, and the meters by their names.
  private let state: NIOLockedValueBox<(tokens: [AccessToken], meters: [String: RateMeter])>

  init(_ tokens: [AccessToken]) {
    state = NIOLockedValueBox((tokens, [:]))
  }

  /// Replaces the tokens. The used part of their rates stays used.
  func replace(_ tokens: [AccessToken]) {
    state.withLockedValue { $0.tokens = tokens }
  }

  /// The token that passes a test. All tokens are tested, so that the time reveals nothing.
  func token(where matches: (Secret) -> Bool) -> AccessToken? {
    let tokens = state.withLockedValue { $0.tokens }
    var found: AccessToken?
    for token in tokens where matches(token.secret) { found = token }
    return found
  }

  /// Whether the token with this name still exists and has this permission.
  func allows(_ name: String?, _ scope: TokenScope) -> Bool {
    state.withLockedValue { state in
      state.tokens.contains { $0.name == name && $0.scopes.contains(scope) }
    }
  }

  /// Counts a request.
  ///
  /// - Returns: whether the rate of its token allows the request.
  func use(_ token: AccessToken, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let rate = token.rate else { return true }
    return state.withLockedValue { $0.meters[token.name, default: RateMeter(now)].take(rate: rate, at: now) }
  }
}

/// A limit on requests per second. Requests that were not used in the last second may be made all at once.
struct RateMeter: Sendable {
  /// The requests that may be made at ``time``; `nil` before the first one, when all of a second may be made.
  private var left: Double?
  private var time: ContinuousClock.Instant

  init(_ now: ContinuousClock.Instant) {
    time = now
  }

  /// Counts one request, if the rate allows it.
  mutating func take(rate: Int, at now: ContinuousClock.Instant) -> Bool {
    let full = Double(rate)
    let grown = (left ?? full) + (now - time) / .seconds(1) * full
    time = now
    left = min(full, grown)
    guard let left, left >= 1 else { return false }
    self.left = left - 1
    return true
  }
}
