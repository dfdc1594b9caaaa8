import ReceiptKit

/// The changes that clients have made, each with its time on the stand-in's clock, in milliseconds since 1970. For each
/// transaction, only a limited number of changes is kept.
struct ClientWrites: Sendable {
  /// The extension of a period.
  struct Extension: Sendable {
    /// From when on it counts, on the stand-in's clock.
    let at: Int64
    /// The modification time that clients get.
    let modified: Int64
    /// The transaction of the period.
    let transaction: String
    /// The time by which the period was extended, in milliseconds.
    let added: Int64
  }

  /// New values of members.
  struct Change: Sendable {
    /// From when on they count, on the stand-in's clock.
    let at: Int64
    /// The modification time that clients get.
    let modified: Int64
    let members: [JSONValue.Member]
  }

  /// The extensions of periods, by original transaction.
  var extensions: [String: [Extension]] = [:]
  /// The tokens by original transaction, each list in chronological order.
  private(set) var accountTokens: [String: [Change]] = [:]
  /// When the app finished each transaction, by transaction.
  var finished: [String: Int64] = [:]
  /// The changes of transactions by their identifiers, and of renewal information by ``renewalKey(of:)``.
  private(set) var changes: [String: [Change]] = [:]
  private var lastModified: Int64 = 0

  /// The maximum number of tokens of one subscription. If there are more, the oldest ones are removed.
  private static let maximumTokens = 100

  /// The key of the renewal information of a subscription in ``changes``.
  static func renewalKey(of original: String) -> String { "renewal " + original }

  /// The modification time of a change at a moment. It is later than every earlier modification time, because clients
  /// ask for everything after the last one that they know, and the clock may stand still or be set back.
  mutating func modificationTime(at now: Int64) -> Int64 {
    lastModified = max(now, lastModified) + 1
    return lastModified
  }

  /// Records the latest modification time that a client has received. Later changes get a later one, so that the
  /// client's revision finds them.
  mutating func noteDelivered(upTo modified: Int64) {
    lastModified = max(lastModified, modified)
  }

  /// Changes the values of members from a moment on.
  ///
  /// - Parameter subject: a key of ``changes``.
  mutating func change(_ subject: String, _ members: [JSONValue.Member], at now: Int64) {
    changes[subject, default: []].append(Change(at: now, modified: modificationTime(at: now), members: members))
  }

  /// Sets the token that applies from a moment on, until the moment of the next token.
  mutating func set(_ token: String, of original: String, at now: Int64) {
    var tokens = (accountTokens[original] ?? []).filter { $0.at != now }
    tokens.insert(
      Change(at: now, modified: modificationTime(at: now), members: [.init("appAccountToken", .string(token))]),
      at: tokens.firstIndex { $0.at > now } ?? tokens.count)
    accountTokens[original] = tokens.suffix(Self.maximumTokens)
  }
}
