import ReceiptKit

/// What was done to the values of one field.
public struct RedactionItem: Equatable, Sendable {
  /// What is done to a value. Raw values are stable and appear in JSON output.
  public enum Action: String, CaseIterable, Sendable {
    /// A pseudonym stands in its place.
    case replaced
    /// It is gone.
    case removed
    /// Another moment stands in its place.
    case moved
    /// It was signed again, by the test authority.
    case resigned = "signed_again"
    /// It is what it was.
    case kept
  }

  /// What was done.
  public let action: Action
  /// What the value identifies.
  public let kind: ValueKind
  /// Where: names joined by dots, `[]` for the elements of a list, ` > ` where something encoded begins:
  /// `latest_receipt > in_app[].transaction_id`. Names that somebody may have chosen are replaced here too.
  public let place: String
  /// How many values.
  public internal(set) var count: Int
}

/// Collects what was done, in the order in which fields were met first.
final class RedactionLog {
  private(set) var items: [RedactionItem] = []
  private var places: [String: Int] = [:]
  private let isOn: Bool

  /// - Parameter isOn: whether anything is collected.
  init(isOn: Bool) {
    self.isOn = isOn
  }

  /// A place to note something at; empty, and not made, if nothing is collected.
  func place(_ make: @autoclosure () -> String) -> String { isOn ? make() : "" }

  func note(_ action: RedactionItem.Action, _ kind: ValueKind, _ place: @autoclosure () -> String) {
    guard isOn else { return }
    let place = place()
    let name = "\(action.rawValue) \(kind.rawValue) \(place)"
    if let index = places[name] {
      items[index].count += 1
    } else {
      places[name] = items.count
      items.append(RedactionItem(action: action, kind: kind, place: place, count: 1))
    }
  }
}
