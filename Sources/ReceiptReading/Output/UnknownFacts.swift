/// Members and values in signed data that this version does not know, because Apple adds some between versions.
///
/// They are not faults and do not change any answer. This type lists them for the JSON of `decode` and the text of
/// `inspect`.
package struct UnknownFacts {
  /// Raw values are stable and appear in JSON output.
  package enum Kind: String, CaseIterable, Sendable {
    /// A member that the table of its object does not have.
    case member = "new_member"
    /// A value that its enumeration does not have, or whose type differs from Apple's documentation.
    case value = "new_value"
    /// An unknown type of a notification, or an unknown subtype of its type.
    case notification = "new_notification"
    /// A member whose name already occurred; the first member counts.
    case repeated = "repeated_member"
  }

  package struct Fact: Equatable, Sendable {
    package let kind: Kind
    /// The place of the fact: a JSON pointer (RFC 6901) that continues through signed data into its payload.
    package let pointer: String
    /// The name for people, with the names of the enclosing objects: `commitmentInfo.novelty`.
    package let name: String
    package let value: JSONValue
  }

  package private(set) var facts: [Fact] = []
  private let parts: [SignedPart]

  /// - Parameters:
  ///   - payload: the decoded payload; nothing in it is trusted.
  ///   - kind: the kind of the payload; `nil` determines it from the members. A payload of an unknown kind has no new
  ///     facts.
  ///   - parts: the decoded signed data inside the payload.
  package init(_ payload: JSONValue, as kind: SignedPayloadKind? = nil, parts: [SignedPart] = []) {
    self.parts = parts
    guard let kind = kind ?? SignedPayloadKind(payload), case .object(let members) = payload else { return }
    search(at: members, kind.table, Place())
    if kind == .notification { checkNotificationType(of: payload) }
  }

  private struct Place {
    var pointer = ""
    var name = ""
    /// What names of members begin with here: `commitmentInfo.`
    var path = ""

    func member(_ member: String) -> Place {
      Place(pointer: JSONPointer.append(member, to: pointer), name: path + member, path: path + member + ".")
    }

    func element(_ index: Int) -> Place { Place(pointer: pointer + "/\(index)", name: name, path: path) }

    /// The place of the payload inside signed data. The path of names starts again there; the pointer goes on.
    func payload(of member: String) -> Place { Place(pointer: pointer, name: name, path: member + ".") }
  }

  private mutating func search(at members: [JSONValue.Member], _ table: PayloadTable, _ place: Place) {
    var seen: Set<String> = []
    for member in members {
      let memberPlace = place.member(member.name)
      guard let row = table[member.name] else {
        add(.member, member.value, memberPlace)
        continue
      }
      guard seen.insert(member.name).inserted else {
        add(.repeated, member.value, memberPlace)
        continue
      }
      search(at: member.value, row.type, memberPlace, member.name)
    }
  }

  private mutating func search(at value: JSONValue, _ type: PayloadType, _ place: Place, _ name: String) {
    // null counts as absent.
    guard value != .null else { return }
    switch (type, type.read(value)) {
    case (.object(let table), .object(let members)?): search(at: members, table, place)
    case (.list(let elementType), .list(let elements)?):
      for (index, element) in elements.enumerated() { search(at: element, elementType, place.element(index), name) }
    case (.signed(let kind), _):
      guard let inner = payload(of: value, place) else { return add(.value, value, place) }
      if case .object(let members) = inner { search(at: members, kind.table, place.payload(of: name)) }
    case (_, .unknown?), (_, nil): add(.value, value, place)
    default: break  // A value that Apple documents.
    }
  }

  /// The payload of a JWS, or the object that a program which decoded the notification put in its place; `nil` if the
  /// value is neither.
  private func payload(of value: JSONValue, _ place: Place) -> JSONValue? {
    if case .object = value { return value }
    if let part = parts.first(where: { $0.pointer == place.pointer }) { return part.signature?.payload }
    return value.stringValue.flatMap(JSONWebSignature.init(text:))?.payload
  }

  private mutating func checkNotificationType(of payload: JSONValue) {
    guard let value = payload["notificationType"], let type = value.stringValue else { return }
    let rows = NotificationMeaning.rows(of: type)
    if rows.isEmpty { add(.notification, value, Place().member("notificationType")) }
    guard let subtypeValue = payload["subtype"], let subtype = subtypeValue.stringValue else { return }
    if !rows.contains(where: { $0.subtype == subtype }) {
      add(.notification, subtypeValue, Place().member("subtype"))
    }
  }

  private mutating func add(_ kind: Kind, _ value: JSONValue, _ place: Place) {
    facts.append(Fact(kind: kind, pointer: place.pointer, name: place.name, value: value))
  }
}
