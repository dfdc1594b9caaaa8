/// The faults in the times of a developer's token: `iat` and `exp`, whole seconds since 1970.
///
/// Every broken rule is reported: a time in milliseconds is wrong, and so is the resulting lifetime.
struct TokenTimes {
  private(set) var findings: [Diagnosis.Finding] = []
  /// Whether the token lacks `iat`, as tokens of Apple's own Python library do.
  private(set) var hasNoStart = false
  private let token: JSONWebSignature
  private let kind: ForeignToken
  private var issued: Int64?
  private var expires: Int64?

  /// - Parameter now: the moment of use; if `nil`, the age of the token is not judged.
  init(_ token: JSONWebSignature, _ kind: ForeignToken, at now: Instant?) {
    self.token = token
    self.kind = kind
    read()
    let clock = now.map { $0.milliseconds / 1_000 }
    if kind == .storeKitRequest {
      if let issued, let clock { judgeRequest(issued, clock) }
    } else if checkLifetime(clock), let clock {
      checkAge(clock)
    }
  }

  private mutating func add(_ cause: Cause, _ details: Message) {
    findings.append(Diagnosis.Finding(cause, details: details))
  }

  private mutating func read() {
    var faults: [Message] = []
    for (name, time) in [("iat", \Self.issued), ("exp", \Self.expires)] {
      guard let value = token.payload[name] else {
        if let fault = faultOfMissing(name) { faults.append(fault) }
        continue
      }
      guard case .number(let digits) = value, let number = Int64(digits), number > 0 else {
        faults.append("`\(name)` is \(ClaimText.shown(value))")
        continue
      }
      let unit = Self.unit(of: number)
      if let unit { faults.append("`\(name)` is in \(unit.name): \(number), where \(number / unit.ofSecond) is meant") }
      self[keyPath: time] = number / (unit?.ofSecond ?? 1)
    }
    if !faults.isEmpty { add(.tokenTimes, "\(faults.joined(separator: "; ")).") }
  }

  /// Without `exp`, a token is valid for the maximum time. A client secret must have `exp`.
  private mutating func faultOfMissing(_ name: String) -> Message? {
    if name == "exp" { return kind == .clientSecret ? "`exp` is missing" : nil }
    guard kind == .api, token.payload["exp"] != nil else { return "`iat` is missing" }
    hasNoStart = true
    return nil
  }

  /// The unit of a time that is too large to be in seconds; `nil` for a time in seconds. As seconds, such a number
  /// would be in the year 5138 or later.
  private static func unit(of number: Int64) -> (name: Message, ofSecond: Int64)? {
    switch number {
    case ..<100_000_000_000: nil
    case ..<100_000_000_000_000: ("milliseconds", 1_000)
    case ..<100_000_000_000_000_000: ("microseconds", 1_000_000)
    default: ("nanoseconds", 1_000_000_000)
    }
  }

  /// Whether the token is ever valid, as far as that is known.
  private mutating func checkLifetime(_ clock: Int64?) -> Bool {
    guard let expires else { return true }
    guard let issued else {
      if let clock, expires - clock > longestLifetime {
        add(.tokenLifetime, "`exp` is \(ClaimText.duration(expires - clock)) ahead, and `iat` does not say since when.")
      }
      return true
    }
    guard expires > issued else {
      add(.tokenLifetime, "`exp` is not later than `iat`.")
      return false
    }
    // Tokens of other services look like those for the push service but have `exp` and other limits.
    if expires - issued > longestLifetime, kind != .provider {
      let life: Message = "`exp` is \(ClaimText.duration(expires - issued)) later than `iat`."
      let isScoped = token.payload["scope"] != nil && isForConnect
      add(.tokenLifetime, isScoped ? "\(life) A `scope` of nothing but GET allows six months." : life)
    }
    return true
  }

  private mutating func checkAge(_ clock: Int64) {
    if let issued, issued > clock { add(.tokenEarly, "`iat` is \(ClaimText.duration(issued - clock)) ahead.") }
    guard let end = expires ?? issued.map({ $0 + longestLifetime }), end <= clock else { return }
    let ago: Message = "That was \(ClaimText.duration(clock - end)) ago."
    let isLimitedByAge = kind == .provider && expires == nil
    add(.tokenExpired, isLimitedByAge ? "The push service takes it for an hour after `iat`. \(ago)" : ago)
  }

  /// Judges the age of a request. Apple measures the age from `iat`, but does not document a maximum age. So no age
  /// counts as a fault.
  private mutating func judgeRequest(_ issued: Int64, _ clock: Int64) {
    if issued > clock { add(.tokenEarly, "`iat` is \(ClaimText.duration(issued - clock)) ahead.") }
  }

  private var isForConnect: Bool { kind == .connect || kind == .connectIndividual }

  /// The maximum number of seconds between `iat` and `exp`, or the maximum age of a token without `exp`.
  private var longestLifetime: Int64 {
    switch kind {
    // Six months, which have at most 184 days; otherwise 20 minutes.
    case .connect, .connectIndividual: readsOnly ? 184 * 86_400 : 20 * 60
    // Six months (Apple, "Creating a client secret").
    case .clientSecret: 15_777_000
    default: 60 * 60
    }
  }

  /// Whether `scope` contains only requests that read (Apple, "Generating tokens for API requests").
  private var readsOnly: Bool {
    guard case .array(let requests)? = token.payload["scope"], !requests.isEmpty else { return false }
    return requests.allSatisfy { $0.stringValue?.hasPrefix("GET ") ?? false }
  }
}
