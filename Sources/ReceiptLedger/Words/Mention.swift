import ReceiptKit

/// A name in the details of a presentation: another account, or a purchase that may be another account's.
///
/// Names are stored in a table of their own, so that erasing an account erases them without a search through sentences.
/// When details are shown, `added(to:order:)` puts them back.
struct Mention: Equatable, Sendable {
  enum Kind: String, CaseIterable {
    /// The account that used the order before.
    case account
    /// The transaction of another receipt that Apple refused.
    case refused
    /// A transaction or a product that the order is about.
    case wanted
  }

  let kind: Kind
  /// `nil` after it was erased.
  let name: String?

  /// The report of an order that another account used before.
  static func reuse(of order: String, by account: String?) -> String {
    "order \(order) was used before by " + (account.map { "account \($0)" } ?? "an account that was erased")
  }

  /// The reason for a purchase that Apple refused with another receipt.
  static func refusal(of transaction: String?, _ rest: String) -> String {
    "Apple refused another receipt with transaction \(transaction ?? "that was erased"): \(rest)"
  }

  /// The transactions and products that an order is about, in one line.
  static func list(_ wanted: [String?]) -> String { wanted.map { $0 ?? "erased" }.joined(separator: ", ") }
}

extension [Mention] {
  /// Puts the names into the details of a presentation, which ``Decision/details`` wrote without them.
  func added(to details: [JSONValue.Member], order: String) -> [JSONValue.Member] {
    guard !isEmpty else { return details }
    return details.map { member in
      guard case .array(let elements) = member.value else { return member }
      return JSONValue.Member(member.name, .array(elements.map { added(to: $0, order) }))
    }
  }

  /// Puts the names into a report or a failed check.
  private func added(to element: JSONValue, _ order: String) -> JSONValue {
    guard case .object(let members) = element else { return element }
    return .object(
      members.map { member in
        JSONValue.Member(member.name, text(member, order).map { .string($0) } ?? member.value)
      })
  }

  /// The text that ``Decision/details`` left out; `nil` for any other member. It writes `null` for `text` and
  /// `expected`, and for `reason` only the part behind the name. A presentation has at most one failure with names, so
  /// the names of a kind are all of one member.
  private func text(_ member: JSONValue.Member, _ order: String) -> String? {
    switch (member.name, member.value) {
    case ("text", .null): first { $0.kind == .account }.map { Mention.reuse(of: order, by: $0.name) }
    case ("expected", .null):
      contains { $0.kind == .wanted } ? Mention.list(filter { $0.kind == .wanted }.map(\.name)) : nil
    case ("reason", .string(let rest)): first { $0.kind == .refused }.map { Mention.refusal(of: $0.name, rest) }
    default: nil
    }
  }
}
