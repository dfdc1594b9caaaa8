/// The members of one purchase in another program's object, by their meaning. ``ProgramContradiction`` says whether
/// something else in the object denies the purchase.
struct ProgramPurchase {
  private(set) var texts: [ProgramMember: String] = [:]
  private(set) var dates: [ProgramMember: Instant] = [:]
  /// When the program reported it.
  private(set) var reported: Instant?
  /// Whether words stand around the object that are not understood.
  private(set) var hasOtherWords = false
  /// Names of members that nobody knows, and whose values may say in which state it is.
  private(set) var notUnderstood: [String] = []
  private(set) var environment: String?
  /// Why it failed, in the words of the program.
  private(set) var reason: String?
  private(set) var renews: Bool?
  /// What was noticed about dates and numbers, as sentences.
  private(set) var notes: [Message] = []
  /// Whether it is in a list of single values, such as the dates of products by their names.
  private(set) var isOfValueList = false
  /// The most cautious state that any member says.
  private var statedState: ProgramState?
  private let program: OtherProgram
  /// Whether it was cancelled. Programs call the end of the renewal and a refund by this word.
  private var isCancelled = false
  /// Whether a flag says that it was not refunded.
  private(set) var deniesRefund = false
  /// Whether it was restored. Its date is then that of the restoration.
  private(set) var isRestored = false
  private var originalDate: Instant?
  /// Whether the name of a date says that something was bought, and not only that it begins.
  private var hasDateOfPurchase = false
  /// The rank, in ``ProgramMember/names``, of the name from which each text and date was read; lower ranks are better.
  private var ranks: [ProgramMember: Int] = [:]

  /// The state: a purchase only if one is stated and no member contradicts.
  var state: ProgramState {
    let cautious = isCancelled && !deniesRefund ? max(statedState ?? .cancelled, .cancelled) : statedState
    // What the customer bought, and does not share, is taken back by a refund alone.
    if cautious == .revoked, texts[.ownership] == "PURCHASED" { return .refunded }
    if let cautious { return cautious }
    // A date in a list does not say that anything was paid. A list of what is active does: `OtherProgram.List.state`.
    if isOfValueList { return .unknown }
    // Offers and prices have a start and an end, too.
    let isNamed = texts[.transaction] != nil || texts[.original] != nil
    if program.name == nil, !isNamed, !hasDateOfPurchase, dates[.purchased] != nil { return .unknown }
    return dates[.purchased] == nil && dates[.end] == nil ? .unknown : .purchased
  }

  /// Whether a member says that it was bought or is active, beside its dates.
  var isStated: Bool { statedState == .purchased }

  /// Whether nothing is said but the names of a product and a transaction.
  var saysNothing: Bool { statedState == nil && !isCancelled && dates.isEmpty }

  /// Every purchase in an object of a program.
  static func all(of object: JSONValue, _ program: OtherProgram) -> [ProgramPurchase] {
    guard !program.lists.isEmpty else { return [ProgramPurchase(object, program)] }
    var found: [ProgramPurchase] = []
    guard case .object(let around) = object else { return [] }
    let hasOtherWords = around.contains { $0.value.stringValue == ProgramMember.otherWords }
    let isDenied = ProgramContradiction.isPossible(besideListsOf: program, around)
    // The indices in `found` of values without members, by their product.
    var indices: [String?: Int] = [:]
    for list in program.lists {
      for (name, value) in values(of: object, list.path[...]) {
        var purchase = ProgramPurchase(program)
        purchase.isOfValueList = list.value != nil
        if case .object(let members) = value {
          // An object of lists, and not of members of a purchase: `all` beside `active`.
          if members.allSatisfy({ $0.value.form.hasContents }) { continue }
          purchase.readPurchase(members)
        } else if let meaning = list.value {
          purchase.readValue(value, as: meaning, named: name ?? "")
        } else {
          continue
        }
        // An object of the list that says nothing.
        if !purchase.isOfValueList, purchase.texts.isEmpty, purchase.saysNothing { continue }
        // What stands beside the lists is true of what is in them.
        if purchase.isOfValueList { purchase.hasOtherWords = hasOtherWords }
        if isDenied { purchase.add(.unknown) }
        if let key = list.key, purchase.texts[key] == nil { purchase.texts[key] = name }
        if let state = list.state { purchase.add(state) }
        // What several lists say of one product belongs together.
        if purchase.isOfValueList, let earlier = indices[purchase.product] {
          found[earlier].merge(purchase)
        } else {
          if purchase.isOfValueList { indices[purchase.product] = found.count }
          found.append(purchase)
        }
      }
    }
    guard found.isEmpty else { return found }
    // Where the lines of a list were read without their indentation, its members stand beside those of the object.
    let flat = ProgramPurchase(object, program)
    return flat.product == nil ? [] : [flat]
  }

  private var product: String? { texts[.product] }

  /// Adds what another list says of the same product.
  private mutating func merge(_ other: ProgramPurchase) {
    dates.merge(other.dates) { own, _ in own }
    if let state = other.statedState { add(state) }
    isCancelled = isCancelled || other.isCancelled
  }

  /// The values at a path, each with the name of its last `*` that was a member: `entitlements.*` finds in
  /// `{"entitlements": {"pro": {…}}}` the object with the name `pro`.
  private static func values(
    of value: JSONValue, _ path: ArraySlice<String>, _ name: String? = nil
  ) -> [(name: String?, value: JSONValue)] {
    guard let step = path.first else { return [(name, value)] }
    switch value {
    case .object(let members):
      return members.lazy.filter {
        step == "*"
          ? $0.name != ProgramMember.surroundingWords : OtherProgram.plain($0.name) == OtherProgram.plain(step)
      }
      .flatMap { values(of: $0.value, path.dropFirst(), step == "*" ? $0.name : name) }
    case .array(let elements) where step == "*":
      return elements.flatMap { values(of: $0, path.dropFirst(), name) }
    default: return []
    }
  }

  /// A purchase of which nothing is known yet.
  private init(_ program: OtherProgram) { self.program = program }

  private init(_ object: JSONValue, _ program: OtherProgram) {
    self.program = program
    if case .object(let members) = object { readPurchase(members) }
  }

  /// Members whose value is an object that belongs to the purchase.
  private static let nestedObjects: Set = [
    "payment", "transaction", "products", "product", "eventproperties", "renewalinfo", "transactioninfo",
    "subscriptioninfo",
  ]
  /// The same in objects of known programs.
  private static let nestedObjectsOfPrograms: Set = ["properties", "plan", "subscription"]
  private static let maximumDepth = 3

  private mutating func readPurchase(_ members: [JSONValue.Member]) {
    let isOfNotification = members.contains { ProgramMember.notificationKinds.contains(OtherProgram.plain($0.name)) }
    readMembers(members, depth: Self.maximumDepth, in: "", isOfNotification: isOfNotification)
    if deniesRefund, isCancelled { renews = false }
    // What begins when it ends is not the date of a period. Adapty renews what lasts for ever on its last day.
    if let purchased = dates[.purchased], let end = dates[.end], purchased >= end { dates[.purchased] = nil }
    // The date of a period says more than that of the first purchase.
    if isRestored, dates[.end] == nil, let originalDate { dates[.purchased] = originalDate }
  }

  /// - Parameters:
  ///   - parent: the plain name of the member that contains these; empty for the purchase itself.
  ///   - isOfNotification: whether the kind of a notification stands beside them.
  private mutating func readMembers(
    _ members: [JSONValue.Member], depth: Int, in parent: String, isOfNotification: Bool
  ) {
    for member in members {
      let plain = OtherProgram.plain(member.name)
      let name = OtherProgram.withoutUnit(plain)
      if Self.isAbsent(member.value) {
        // PHP's `print_r` prints nothing for `false`.
        if member.value.stringValue == "", ProgramContradiction.isConfirmation(plain) {
          add(.unknown)
        }
        continue
      }
      let isNested =
        Self.nestedObjects.contains(name) || program.name != nil && Self.nestedObjectsOfPrograms.contains(name)
      if depth > 0, isNested, member.value.stringValue == nil {
        readNested(member.value, depth: depth - 1, in: plain)
      } else if member.value.stringValue.map(OtherProgram.plain) == "freetrial" {
        texts[.trial] = "true"
      } else if plain == "id", parent == "transaction" {
        readValue(member.value, as: .transaction, named: member.name)
      } else if let meaning = program.meaning(member.name) {
        // Beside the kind of a notification, `status` is about the work on the notification, not about the purchase.
        if isOfNotification, plain == "status", let state = Self.stateOfWork(member.value) {
          if state == .pending { add(.unknown) }
        } else {
          readValue(member.value, as: meaning, named: member.name)
        }
      } else {
        // `subscriptionIsActive` is read as `isActive`, but only if that is known.
        if let rest = OtherProgram.withoutPrefix(name),
          ProgramMember.flags[rest] != nil || ProgramMember.marks[rest] != nil
        {
          readSign(member, rest)
        } else {
          readSign(member, name)
        }
      }
    }
  }

  /// Reads an object that belongs to the purchase, or a list of products.
  private mutating func readNested(_ value: JSONValue, depth: Int, in plain: String) {
    if case .object(let members) = value { readMembers(members, depth: depth, in: plain, isOfNotification: false) }
    guard case .array(let elements) = value else { return }
    if let id = elements.first?["id"]?.stringValue, replaces("productid", for: .product) { setText(.product, id) }
    if ProgramContradiction.isPossible(in: value) { add(.unknown) }
  }

  /// The state of the program's own work on a notification: `pending`, `done`; `nil` for any other state.
  private static func stateOfWork(_ value: JSONValue) -> ProgramState? {
    value.stringValue.map { ProgramState(word: $0) }.flatMap { [.purchased, .pending].contains($0) ? $0 : nil }
  }

  /// Reads a member of which the name, or the value `true` or `false`, says in which state the purchase is.
  ///
  /// The first of these counts: words around the object that are not understood, the kind of a notification, a flag, a
  /// reason in words, the end of the renewal, a mark, an error, missing ownership, any other sign of a contradiction.
  private mutating func readSign(_ member: JSONValue.Member, _ plain: String) {
    if member.name == ProgramMember.surroundingWords, member.value.stringValue == ProgramMember.otherWords {
      hasOtherWords = true
    } else if ProgramMember.notificationKinds.contains(plain),
      let kind = member.value.stringValue.map(OtherProgram.plain),
      let state = ProgramMember.notifications[kind]
    {
      add(state)
      if kind == ProgramMember.consumptionRequest {
        notes.append("The customer asked Apple for a refund. Apple asks how much of the purchase was used.")
      }
    } else if let states = ProgramMember.flags[plain] {
      if ProgramMember.refunds.contains(plain), Self.flag(member.value) == false { deniesRefund = true }
      switch Self.flag(member.value) {
      case true?: states.ifTrue.map { add($0) }
      case false?: states.ifFalse.map { add($0) }
      // `"refunded": "2026-11-01"` says that it was refunded, too.
      case nil: states.ifTrue.map { add($0 == .purchased ? .unknown : $0) }
      }
    } else if ["cancelreason", "cancellationreason", "expirationreason"].contains(plain),
      // A reason can be a word of the program's states. Numbers of its states say nothing here.
      let word = member.value.stringValue, word.contains(where: \.isLetter),
      let state = program.states[OtherProgram.plain(word)], state > .unknown
    {
      add(state)
    } else if ProgramMember.renewalEnds.contains(plain) {
      if Self.flag(member.value) != false { renews = false }
    } else if let state = ProgramMember.marks[plain] {
      if state == .cancelled, Self.isOfCustomer(member.value) { isCancelled = true } else { add(state) }
    } else if ["error", "errorcode", "errormessage"].contains(plain), member.value.numberValue != "0" {
      add(.failed)
      if let text = member.value.stringValue ?? member.value.numberValue {
        reason = reason.map { "\($0) \(text)" } ?? text
      }
    } else if ["owned", "isowned"].contains(plain), Self.flag(member.value) == false, program.name == nil {
      // In cordova-plugin-purchase, what was not delivered yet is not owned.
      add(.unknown)
    } else if ProgramContradiction.isPossible(in: member.value, named: plain) {
      add(.unknown)
    } else if program.name == nil, !ProgramContradiction.isHarmless(member.value, named: plain) {
      notUnderstood.append(member.name)
    }
  }

  /// Whether a member that stands around a purchase says that it was cancelled, or any state but a purchase.
  static func isSignAgainst(_ member: JSONValue.Member) -> Bool {
    var around = ProgramPurchase(OtherProgram.unknown)
    around.readSign(member, OtherProgram.withoutUnit(OtherProgram.plain(member.name)))
    return around.isCancelled || around.statedState.map { $0 > .purchased } ?? false
  }

  /// Whether a cancellation was at a date, or has a reason by which a customer or a payment ends a subscription. Any
  /// other one may be a refund.
  private static func isOfCustomer(_ value: JSONValue) -> Bool {
    if ProgramDate(value) != nil { return true }
    let reason = OtherProgram.plain(value.stringValue ?? "")
    return ["voluntar", "unsubscribe", "billing"].contains(where: reason.contains) && !reason.contains("refund")
  }

  /// Apple's names of the environments, by the words of other programs in lower case.
  static let environments = [
    "sandbox": "Sandbox", "s": "Sandbox", "productionsandbox": "Sandbox", "production": "Production",
    "prod": "Production", "p": "Production",
  ]

  /// The environment that `"sandbox": true` or `"environment": "prod"` means.
  static func environment(_ value: JSONValue) -> String? {
    if let isSandbox = flag(value) { return isSandbox ? "Sandbox" : "Production" }
    return value.stringValue.map { environments[$0.lowercased()] ?? $0 }
  }

  private mutating func readValue(_ value: JSONValue, as meaning: ProgramMember, named name: String) {
    switch meaning {
    case .state: readState(value)
    case .purchased, .end, .grace, .revoked: readDate(value, as: meaning, named: name)
    case .event: reported = reported ?? ProgramDate(value)?.instant
    case .environment:
      // The first member counts.
      environment = environment ?? Self.environment(value)
    case .renews:
      if let flag = Self.flag(value) { renews = flag }
      // `canceled (enum value = 2)` of Objective-C.
      switch value.stringValue.map({ OtherProgram.plain(String($0.prefix { $0 != "(" })) }) {
      case "renew", "willrenew": renews = true
      case "lapse", "canceled", "cancelled": renews = false
      case "billingissue": add(.billingRetry)
      case let word?: if ProgramState(word: word) > .unknown { add(.unknown) }
      case nil: break
      }
    case .ownership:
      if Self.flag(value) == true || value.stringValue?.lowercased().hasPrefix("family") ?? false {
        texts[.ownership] = "FAMILY_SHARED"
      } else if value.stringValue?.lowercased() == "purchased" {
        texts[.ownership] = "PURCHASED"
      }
    case .trial:
      if Self.flag(value) == true || value.stringValue?.lowercased() == "trial" { texts[.trial] = "true" }
    case .product, .transaction, .original, .app, .store, .quantity, .next:
      if let text = value.stringValue ?? value.numberValue, replaces(name, for: meaning) { setText(meaning, text) }
      if let digits = value.numberValue, meaning != .quantity, RoundedNumber.hasLostDigits(digits) {
        notes.append(RoundedNumber.note(name, digits))
      }
    }
  }

  private mutating func setText(_ meaning: ProgramMember, _ text: String) {
    guard text.utf8.count <= 255 else { return }
    // `com.example.pro refunded`: the words behind a name may deny the purchase.
    if text.contains(" "), ProgramContradiction.isPossible(inText: text) { add(.unknown) }
    // iaptic puts the platform before every name.
    texts[meaning] = text.hasPrefix("apple:") ? String(text.dropFirst(6)) : text
  }

  private mutating func readState(_ value: JSONValue) {
    let word = value.stringValue ?? value.numberValue
    let plain = word.map(OtherProgram.plain) ?? ""
    if let word, plain.hasSuffix("restored") || word == program.restored { isRestored = true }
    if plain == "trial" || plain == "freetrial" || plain == "trialstarted" { texts[.trial] = "true" }
    if let state = program.states[plain] { return add(state) }
    if case .bool(let flag) = value { return add(flag ? .purchased : .inactive) }
    add(value.stringValue.map { ProgramState(word: $0) } ?? .unknown)
  }

  private mutating func readDate(_ value: JSONValue, as meaning: ProgramMember, named name: String) {
    if case .object(let members) = value,
      let inner = members.first(where: { program.meaning($0.name) == meaning && !Self.isAbsent($0.value) })
    {
      // Go prints an embedded struct under its own name: `ExpiresDate:{ExpiresDate:… ExpiresDateMS:…}`.
      return readDate(inner.value, as: meaning, named: name)
    }
    // Go writes 0 for a date that is not there.
    if value.numberValue == "0" { return }
    guard let date = ProgramDate(value) else {
      // `03/04/2026` may be one of two days, but nothing in it contradicts the purchase.
      if meaning == .purchased, let text = value.stringValue, text.contains(where: \.isNumber),
        !ProgramContradiction.isPossible(inText: text)
      {
        return
      }
      // Something was taken back at an unreadable time, or ends at one.
      return add(meaning == .revoked ? .revoked : .unknown)
    }
    if let unit = date.unit, unit != .milliseconds { notes.append(date.note(name, unit)) }
    if date.assumesUTC { notes.append(ProgramDate.noteOfUTC(name)) }
    let plain = OtherProgram.plain(name)
    if meaning == .purchased, ["purchas", "transact", "renewed", "activated"].contains(where: plain.contains) {
      hasDateOfPurchase = true
    }
    if meaning == .purchased, plain.hasPrefix("original") { originalDate = originalDate ?? date.instant }
    if meaning == .revoked { add(plain.hasPrefix("refund") ? .refunded : .revoked) }
    if replaces(name, for: meaning) { dates[meaning] = date.instant }
  }

  /// Whether the value of this name replaces what was read for the meaning, because its name is better than the names
  /// so far. The name is then the best so far.
  private mutating func replaces(_ name: String, for meaning: ProgramMember) -> Bool {
    let plain = OtherProgram.plain(name)
    // A name that is not in the list is worse than all that are.
    let rank =
      [plain, OtherProgram.withoutUnit(plain)].lazy.compactMap(meaning.names.firstIndex).first ?? meaning.names.count
    if let best = ranks[meaning], best <= rank { return false }
    ranks[meaning] = rank
    return true
  }

  /// Adds a state that a member says. The most cautious one counts.
  mutating func add(_ state: ProgramState) { statedState = statedState.map { max($0, state) } ?? state }

  /// Whether a value is one of those that programs write in place of a missing one.
  static func isAbsent(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text):
      absent.contains(text) || absentDates.contains(where: text.hasPrefix) || text.hasSuffix("<nil>)")
    case .number, .bool: false
    case .array(let elements): elements.isEmpty
    // Go prints a struct without values with its names.
    case .object(let members):
      members.allSatisfy { $0.name == ProgramMember.surroundingWords || isAbsent($0.value) }
    }
  }

  /// `NSNull` of Objective-C, `NaT` of pandas, `\N` of MySQL, and others.
  private static let absent: Set = [
    "", "null", "undefined", "None", "nil", "(null)", "NULL", "<nil>", "<null>", "[null]", "\\N", "NaN", "NaT", "N/A",
    "n/a", "-", "Optional(nil)", "Invalid Date", "Invalid date",
  ]
  /// What dates without a value are in .NET, MySQL and in milliseconds.
  private static let absentDates = ["0001-01-01", "01/01/0001", "1/1/0001", "0000-00-00", "1970-01-01T00:00:00"]

  /// A value as yes or no; `nil` for values that are neither.
  static func flag(_ value: JSONValue) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .number("1"): true
    case .number("0"): false
    case .string(let text):
      // PostgreSQL prints `t` and `f`, Unity `Result.True`.
      switch text.split(separator: ".").last?.lowercased() {
      case "true", "1", "yes", "t", "y", "on": true
      case "false", "0", "no", "f", "n", "off": false
      default: nil
      }
    default: nil
    }
  }
}
