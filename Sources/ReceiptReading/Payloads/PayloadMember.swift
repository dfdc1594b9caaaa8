/// What is known of one member of signed data: its type, its meaning, and how `redact` is to treat it.
///
/// `explain` and `inspect` read these rows. Apple may leave out every member, and adds new ones between versions.
package struct PayloadMember: Sendable {
  /// The version of Apple's service that brought a member.
  package enum Since: Sendable {
    /// App Store Server API.
    case api(String)
    /// App Store Server Notifications.
    case notifications(String)
    /// Operating systems, for what devices sign.
    case system(String)

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
  package let label: String
  package let meaning: String
  /// `nil` if the payload had it from the beginning, or if the version is not recorded.
  package let since: Since?
  /// The rule of `redact`; `nil` for a value whose contents have rules of their own.
  package let redaction: FieldRule?

  /// - Parameter redaction: the rule, where it does not follow from the type.
  init(
    _ name: String, _ type: PayloadType, _ label: String, _ meaning: String, since: Since? = nil,
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

/// The type of a member. Its values are written as JSON says, unless something else is noted.
package indirect enum PayloadType: Sendable {
  /// Milliseconds since 1970, a number; Xcode's have a fraction.
  case milliseconds
  /// Decimal digits in a string.
  case identifier
  case text
  case integer
  /// Thousandths of the unit of the currency that stands beside it.
  case price
  /// Thousandths of a percent: 100,000 is all.
  case share
  case flag
  case uuid
  /// A length of time as ISO 8601 writes it: `P1M`.
  case period
  /// One of a few words or numbers. Apple adds values between versions.
  case enumeration(PayloadWords)
  case object(PayloadTable)
  case list(of: PayloadType)
  /// A JWS in a string, with a payload of this kind.
  case signed(SignedPayloadKind)

  /// The rule of `redact` that follows from the type; `nil` where the values themselves decide.
  fileprivate var ordinaryRedaction: FieldRule? {
    switch self {
    case .milliseconds: .date
    case .price: ValueFormat.number(9)
    case .share: ValueFormat.number(6)
    case .flag: ValueFormat.flag
    case .period: ValueFormat.period
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
  /// What it is, for people, with its article: `a transaction`.
  package let title: String
  /// In the order in which people read them.
  package let members: [PayloadMember]
  /// The source of the facts.
  package let source: String
  private let rows: [String: PayloadMember]

  /// - Parameter service: Apple's service that documents it, where the name alone does not tell.
  init(name: String, title: String, service: String? = nil, members: [PayloadMember]) {
    self.name = name
    self.title = title
    self.members = members
    rows = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    source = "Apple, " + (service.map { $0 + ", " } ?? "") + name
  }

  /// The row of a member; `nil` for a member that is not known.
  package subscript(name: String) -> PayloadMember? { rows[name] }
}

/// The values of an enumeration.
package struct PayloadWords: Sendable {
  package struct Value: Sendable {
    /// As it is in the payload: `FREE_TRIAL`, or the digits of a number.
    package let code: String
    /// A few words for people: `free trial`.
    package let words: String
    /// What it means, in whole sentences; empty if the entries of verifyReceipt's fields explain it.
    package let meaning: String
    /// What to do, in whole sentences; empty if no action is needed.
    package let action: String

    init(_ code: String, _ words: String, _ meaning: String = "", _ action: String = "") {
      self.code = code
      self.words = words
      self.meaning = meaning
      self.action = action
    }
  }

  /// The member that has these values; of several the first.
  package let name: String
  package let values: [Value]

  init(_ name: String, _ values: [Value]) {
    self.name = name
    self.values = values
  }

  package subscript(code: String) -> Value? { values.first { $0.code == code } }

  /// Numbers of one digit are kept, whether they are known or not: they identify no one.
  fileprivate var redaction: FieldRule {
    if values.allSatisfy({ $0.code.utf8.allSatisfy(\.isASCIIDigit) }) { return ValueFormat.flag }
    let codes = Set(values.map(\.code))
    return .common { codes.contains($0) }
  }
}
