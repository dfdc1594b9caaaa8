/// The meaning of a server notification of version 2: the event, its effect on access, and the task of the server.
package struct NotificationMeaning: Equatable, Sendable {
  /// The effect on the customer's access.
  package enum Access: String, CaseIterable, Sendable {
    /// Access begins, or continues for another period.
    case grant
    /// Access continues unchanged.
    case keep
    /// Access ends, because the paid period is over.
    case end
    /// Access is withdrawn, although the customer paid for it.
    case takeBack = "take_back"
    /// Withdrawn access is restored.
    case giveBack = "give_back"
    /// The notification is not about the access of a customer.
    case nothing

    /// What to do about access, in a few words.
    package var words: String {
      switch self {
      case .grant: "grant it"
      case .keep: "keep it"
      case .end: "end it"
      case .takeBack: "take it back"
      case .giveBack: "give it back"
      case .nothing: "not affected"
      }
    }
  }

  /// `notificationType`
  package let type: String
  /// `subtype`; `nil` for notifications without one.
  package let subtype: String?
  /// The event, in whole sentences.
  package let event: String
  package let access: Access
  /// The effect on access, in whole sentences.
  package let accessDetail: String
  /// The task of the server, in whole sentences; empty if there is no task.
  package let action: String
  /// The number of hours within which the server must act.
  package let hours: Int?
  /// The member of the payload with the subject: one of ``PayloadTable/notificationContents``.
  package let content: String

  init(
    _ type: String, _ subtype: String? = nil, _ event: String, _ access: Access, _ accessDetail: String,
    _ action: String = "", hours: Int? = nil, content: String = "data"
  ) {
    self.type = type
    self.subtype = subtype
    self.event = event
    self.access = access
    self.accessDetail = accessDetail
    self.action = action
    self.hours = hours
    self.content = content
  }

  /// `EXPIRED/VOLUNTARY`; without a subtype `TEST`.
  package var name: String { type + (subtype.map { "/" + $0 } ?? "") }

  /// The meaning of a type and a subtype; `nil` if the two do not occur together.
  package static func of(_ type: String, _ subtype: String?) -> NotificationMeaning? {
    rows(of: type).first { $0.subtype == subtype }
  }

  /// The meaning of a type and a subtype for a customer who pays every month and has committed to a number of months;
  /// `nil` if it is the same as for others.
  package static func ofCommitment(_ type: String, _ subtype: String?) -> NotificationMeaning? {
    commitments.first { $0.type == type && $0.subtype == subtype }
  }

  /// All meanings of a type, starting with the meaning without a subtype; empty for an unknown type.
  package static func rows(of type: String) -> [NotificationMeaning] {
    let type = otherNames[type] ?? type
    return all.filter { $0.type == type }
  }

  /// Apple's changelog says MIGRATE where its table of types and its libraries say MIGRATION.
  package static let otherNames = ["MIGRATE": "MIGRATION"]

  /// Every type once, in the order of the table.
  package static let types: [String] = all.map(\.type).withoutRepetitions
  /// Every subtype once, in the order of the table.
  package static let subtypes: [String] = all.compactMap(\.subtype).withoutRepetitions
}

extension [String] {
  fileprivate var withoutRepetitions: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
