import Foundation
import LoopbackServer
import SystemLibrary

/// What a loopback server replies where a script says it: `reply PATH KIND …`. `PATH` is a part of the path, or `*`; of
/// several replies for one path each is given once, in order, and the last one from then on.
final class ScriptedReplies: Sendable {
  private let rules = Locked<[(path: String, replies: [Reply], given: Int)]>([])

  /// Takes the words of a line behind `reply`; with none all replies are forgotten.
  func add(_ words: [String]) throws {
    guard let path = words.first else { return rules.withLock { $0 = [] } }
    add(path, try Self.reply(Array(words.dropFirst())))
  }

  func add(_ path: String, _ reply: Reply) {
    rules.withLock { rules in
      if let index = rules.firstIndex(where: { $0.path == path }) {
        rules[index].replies.append(reply)
      } else {
        rules.append((path, [reply], 0))
      }
    }
  }

  func reply(to request: LoopbackServer.Request) -> Reply? {
    rules.withLock { rules in
      guard let index = rules.firstIndex(where: { $0.path == "*" || request.line.path.contains($0.path) }) else {
        return nil
      }
      rules[index].given += 1
      return rules[index].replies[min(rules[index].given, rules[index].replies.count) - 1]
    }
  }

  /// `status 21005`, `http 503 FIELD…`, `json TEXT`, `raw TEXT`, `error 4040010`, `silence`.
  private static func reply(_ words: [String]) throws -> Reply {
    let number = words.dropFirst().first.flatMap { Int($0) }
    let more = Array(words.dropFirst(2))
    switch (words.first, number) {
    case ("status", let status?): return .status(status, more.joined(), fields: ["Retry-After: 0"])
    case ("http", let status?): return .http(status, fields: more)
    case ("error", let code?): return Answers.error(code)
    case ("json", _): return .json(words[1])
    case ("raw", _): return .raw(Array(words.dropFirst().joined(separator: " ").utf8))
    case ("silence", _): return .silence
    default: throw Unknown(words: words)
    }
  }

  private struct Unknown: Error {
    let words: [String]
  }
}
