import ReceiptKit

/// The action on the values of one field.
package struct RedactionItem: Equatable, Sendable {
  /// The action on a value. Raw values are stable and appear in JSON output.
  package enum Action: String, CaseIterable, Sendable {
    /// The value was replaced by a pseudonym.
    case replaced
    /// The value was removed.
    case removed
    /// The value was replaced by another moment.
    case moved
    /// The test authority signed the value again.
    case signedAgain = "signed_again"
    /// The value was not changed.
    case kept
  }

  /// The action.
  package let action: Action
  /// What the value identifies.
  package let kind: ValueKind
  /// The place: names joined by dots, `[]` for the elements of a list, ` > ` where encoded content begins.
  ///
  /// An example is `latest_receipt > in_app[].transaction_id`. Names that a person may have chosen are replaced here
  /// too.
  package let place: String
  /// The number of values.
  package internal(set) var count: Int
}

/// Collects the changes, in the order in which fields were first found.
final class RedactionLog {
  private(set) var items: [RedactionItem] = []
  /// The index in `items` for each action, kind and place.
  private var indexes: [String: Int] = [:]
  private let isOn: Bool

  /// - Parameter isOn: whether to collect.
  init(isOn: Bool) {
    self.isOn = isOn
  }

  /// The place for an item; if no items are collected, the place is empty and the closure is not called.
  func place(_ make: @autoclosure () -> String) -> String { isOn ? make() : "" }

  func note(_ action: RedactionItem.Action, _ kind: ValueKind, _ place: @autoclosure () -> String) {
    guard isOn else { return }
    let place = place()
    let name = "\(action.rawValue) \(kind.rawValue) \(place)"
    if let index = indexes[name] {
      items[index].count += 1
    } else {
      indexes[name] = items.count
      items.append(RedactionItem(action: action, kind: kind, place: place, count: 1))
    }
  }
}
