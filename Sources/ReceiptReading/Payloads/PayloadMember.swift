/// The known facts about one member of signed data: its type, its meaning, and its treatment by `redact`.
///
/// `explain`, `inspect` and `mint` read these rows. Apple may omit any member, and adds new ones between versions.
package struct PayloadMember: Sendable {
  /// The version of Apple's service that brought a member.
  package enum Since: Sendable {
    /// App Store Server API.
    case api(String)
    /// App Store Server Notifications.
    case notifications(String)
    /// A version of the operating systems, for data that devices sign.
    case system(String)

    /// Bundles of subscriptions.
    static let bundles = Since.system("StoreKit 27")

    /// `App Store Server API 1.15`
    package var text: String {
      switch self {
      case .api(let version): "App Store Server API " + version
      case .notifications(let version): "App Store Server Notifications " + version
      case .system(let version): version
      }
    }
  }

  /// Apple's name.
  package let name: String
  package let type: PayloadType
  /// A name for people, of at most twelve letters.
  package let label: Message
  package let meaning: String
  /// The version that introduced the member; `nil` if the payload always had it, or if the version is not recorded.
  package let since: Since?
  /// The rule of `redact`; `nil` for a value whose contents have their own rules.
  package let redaction: FieldRule?

  /// - Parameter redaction: the rule, if it does not follow from the type.
  init(
    _ name: String, _ type: PayloadType, _ label: Message, _ meaning: String, since: Since? = nil,
    redaction: FieldRule? = nil
  ) {
    self.name = name
    self.type = type
    self.label = label
    self.meaning = meaning
    self.since = since
    self.redaction = redaction ?? type.ordinaryRedaction
  }
}

/// The type of a member. Values are JSON values of the obvious type, unless noted otherwise.
package indirect enum PayloadType: Sendable {
  /// Milliseconds since 1970, as a number; Xcode writes a fraction.
  case milliseconds
  /// Decimal digits in a string.
  case identifier
  case text
  case integer
  /// Thousandths of a unit of the currency in the same object.
  case price
  /// Thousandths of a percent: 100,000 is all.
  case share
  case flag
  case uuid
  /// A length of time in ISO 8601 format: `P1M`.
  case period
  /// One of a few words or numbers. Apple adds values between versions.
  case enumeration(PayloadWords)
  case object(PayloadTable)
  case list(of: PayloadType)
  /// A JWS in a string, with a payload of this kind.
  case signed(SignedPayloadKind)

  /// The rule of `redact` that follows from the type; `nil` if the values themselves decide.
  fileprivate var ordinaryRedaction: FieldRule? {
    switch self {
    case .milliseconds: .date
    case .price: .number(9)
    case .share: .number(6)
    case .flag: .flag
    case .period: .period
    case .enumeration(let words): words.redaction
    case .list(let element): element.ordinaryRedaction
    case .identifier, .text, .uuid, .integer: .identifier(.unknown)
    case .object, .signed: nil
    }
  }
}

/// The members of one JSON object.
package struct PayloadTable: Sendable {
  /// Apple's name of the type: `JWSTransactionDecodedPayload`.
  package let name: String
  /// A name for people, with an article: `a transaction`.
  package let title: String
  /// The members, in the order in which people read them.
  package let members: [PayloadMember]
  /// The source of the facts.
  package let source: String
  private let rows: [String: PayloadMember]

  /// - Parameter service: Apple's service that documents the object, if the name alone does not show it.
  init(name: String, title: String, service: String? = nil, members: [PayloadMember]) {
    self.name = name
    self.title = title
    self.members = members
    rows = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    source = "Apple, " + (service.map { $0 + ", " } ?? "") + name
  }

  /// The row of a member; `nil` for an unknown member.
  package subscript(name: String) -> PayloadMember? { rows[name] }
}

/// The values of an enumeration.
package struct PayloadWords: Sendable {
  package struct Value: Sendable {
    /// The value in the payload: `FREE_TRIAL`, or the digits of a number.
    package let code: String
    /// A few words for people: `free trial`.
    package let words: Message
    /// The meaning of the member, in whole sentences; empty if the entries of verifyReceipt's fields explain it.
    package let meaning: String
    /// What to do, in whole sentences; empty if no action is needed.
    package let action: String

    init(_ code: String, _ words: Message, _ meaning: String = "", _ action: String = "") {
      self.code = code
      self.words = words
      self.meaning = meaning
      self.action = action
    }
  }

  /// The member with these values; if there are several, the first.
  package let name: String
  package let values: [Value]

  init(_ name: String, _ values: [Value]) {
    self.name = name
    self.values = values
  }

  package subscript(code: String) -> Value? { values.first { $0.code == code } }

  /// Whether the values are numbers in the payload, and not strings.
  package var areNumbers: Bool { values.allSatisfy { $0.code.utf8.allSatisfy(\.isASCIIDigit) } }

  /// Numbers of one digit are kept, whether they are known or not: they identify no one.
  fileprivate var redaction: FieldRule {
    if areNumbers { return .flag }
    let codes = Set(values.map(\.code))
    return .common { codes.contains($0) }
  }
}
