/// The members of one purchase in another program's object, by their meaning.
struct ProgramPurchase {
  private(set) var texts: [ProgramMember: String] = [:]
  private(set) var dates: [ProgramMember: Instant] = [:]
  /// When the program reported it.
  private(set) var reported: Instant?
  /// Whether words stand around the object that are not understood.
  private(set) var hasOtherWords = false
  private(set) var environment: String?
  private(set) var renews: Bool?
  /// What was noticed about dates and numbers, as sentences.
  private(set) var notes: [Message] = []
  /// Whether it is only a date beside the name of a product.
  private(set) var isShort = false
  /// The most cautious state that any member says.
  private var statedState: ProgramState?
  private let program: OtherProgram
  /// Whether something was stopped, where a refund is called by the same words.
  private var isCancelled = false
  /// Whether a flag says that it was not refunded.
  private(set) var deniesRefund = false
  /// Whether it was restored. Its date is then that of the restoration.
  private var isRestored = false
  private var originalDate: Instant?
  /// The rank of the name of each text and date; names that stand first are better.
  private var ranks: [ProgramMember: Int] = [:]

  /// The state: a purchase only if one is stated and no member contradicts.
  var state: ProgramState {
    // What the customer bought is taken back by a refund alone.
    let statedState = isCancelled && !deniesRefund ? max(statedState ?? .cancelled, .cancelled) : statedState
    if statedState == .revoked, texts[.ownership] == "PURCHASED" { return .refunded }
    if let statedState { return statedState }
    // A date in a list says nothing of a payment: the list of what is active does.
    if isShort { return .unknown }
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
    let isDenied = denies(besideListsOf: program, around)
    // The places of values without members, by their product.
    var places: [String?: Int] = [:]
    for list in program.lists {
      for (name, value) in values(of: object, list.path[...]) {
        var purchase = ProgramPurchase(program)
        purchase.isShort = list.value != nil
        if case .object(let members) = value {
          // A list that contains others: `all` beside `active`.
          if members.allSatisfy({ $0.value.form.hasContents }) { continue }
          purchase.read(members)
        } else if let meaning = list.value {
          purchase.read(value, as: meaning, named: name ?? "")
        } else {
          continue
        }
        // An object of the list that says nothing.
        if !purchase.isShort, purchase.texts.isEmpty, purchase.saysNothing { continue }
        // What stands beside the lists is true of what is in them.
        if purchase.isShort { purchase.hasOtherWords = hasOtherWords }
        if isDenied { purchase.add(.unknown) }
        if let key = list.key, purchase.texts[key] == nil { purchase.texts[key] = name }
        if let state = list.state { purchase.add(state) }
        // What several lists say of one product belongs together.
        if purchase.isShort, let earlier = places[purchase.product] {
          found[earlier].add(purchase)
        } else {
          if purchase.isShort { places[purchase.product] = found.count }
          found.append(purchase)
        }
      }
    }
    return found
  }

  private var product: String? { texts[.product] }

  /// Adds what another list says of the same product.
  private mutating func add(_ other: ProgramPurchase) {
    dates.merge(other.dates) { own, _ in own }
    if let state = other.statedState { add(state) }
    isCancelled = isCancelled || other.isCancelled
  }

  /// The values at a path, each with the name of its last `*` that was a member.
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

  private init(_ program: OtherProgram) { self.program = program }

  private init(_ object: JSONValue, _ program: OtherProgram) {
    self.program = program
    if case .object(let members) = object { read(members) }
  }

  /// Members whose value is an object that belongs to the purchase.
  private static let inner: Set = [
    "payment", "transaction", "products", "product", "eventproperties", "renewalinfo", "transactioninfo",
  ]
  /// The same in objects of known programs.
  private static let innerOfPrograms: Set = ["properties", "plan", "subscription"]
  private static let maximumDepth = 3

  private mutating func read(_ members: [JSONValue.Member]) {
    let isOfNotification = members.contains { ProgramMember.notificationKinds.contains(OtherProgram.plain($0.name)) }
    read(members, depth: Self.maximumDepth, in: "", isOfNotification: isOfNotification)
    if deniesRefund, isCancelled { renews = false }
    // What begins when it ends is not the date of a period. Adapty renews what lasts for ever on its last day.
    if let purchased = dates[.purchased], let end = dates[.end], purchased >= end { dates[.purchased] = nil }
    // The date of a period says more than that of the first purchase.
    if isRestored, dates[.end] == nil, let originalDate { dates[.purchased] = originalDate }
  }

  /// - Parameter parent: the plain name of the member that contains these; empty for the purchase itself.
  private mutating func read(
    _ members: [JSONValue.Member], depth: Int, in parent: String, isOfNotification: Bool
  ) {
    for member in members where !Self.isAbsent(member.value) {
      let plain = OtherProgram.plain(member.name)
      let name = OtherProgram.withoutUnit(plain)
      let isPart = Self.inner.contains(name) || program.name != nil && Self.innerOfPrograms.contains(name)
      if depth > 0, isPart, member.value.stringValue == nil {
        if case .object(let inner) = member.value {
          read(inner, depth: depth - 1, in: plain, isOfNotification: false)
        }
        if case .array(let elements) = member.value {
          if let id = elements.first?["id"]?.stringValue, isBetter("productid", for: .product) { setText(.product, id) }
          if Self.mayDeny(member.value) { add(.unknown) }
        }
        continue
      }
      if plain == "id", parent == "transaction" {
        read(member.value, as: .transaction, named: member.name)
        continue
      }
      if let meaning = program.meaning(member.name) {
        // The state of the program's own work on the notification: `pending`, `done`.
        if isOfNotification, plain == "status", let word = member.value.stringValue,
          [.purchased, .pending].contains(ProgramState(word: word))
        {
          if ProgramState(word: word) == .pending { add(.unknown) }
          continue
        }
        read(member.value, as: meaning, named: member.name)
        continue
      }
      let rest = OtherProgram.withoutPrefix(name)
      let isSign = rest.map { ProgramMember.flags[$0] != nil || ProgramMember.marks[$0] != nil } ?? false
      readSign(member, isSign ? rest ?? name : name)
    }
  }

  /// Reads a member that only says that something is so.
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
    } else if let flag = ProgramMember.flags[plain] {
      if ProgramMember.refunds.contains(plain), Self.flag(member.value) == false { deniesRefund = true }
      switch Self.flag(member.value) {
      case true?: flag.ifTrue.map { add($0) }
      case false?: flag.ifFalse.map { add($0) }
      // `"refunded": "2026-11-01"` says so, too.
      case nil: flag.ifTrue.map { add($0 == .purchased ? .unknown : $0) }
      }
    } else if ["cancelreason", "cancellationreason", "expirationreason"].contains(plain),
      // The program's numbers are those of its states.
      let known = member.value.stringValue.flatMap({ program.states[OtherProgram.plain($0)] }), known > .unknown,
      member.value.stringValue?.contains(where: \.isLetter) ?? false
    {
      add(known)
    } else if ProgramMember.renewalEnds.contains(plain) {
      if Self.flag(member.value) != false { renews = false }
    } else if let state = ProgramMember.marks[plain] {
      if state == .cancelled, Self.isOfCustomer(member.value) { isCancelled = true } else { add(state) }
    } else if ["error", "errorcode", "errormessage"].contains(plain), member.value.numberValue != "0" {
      add(.failed)
    } else if ["owned", "isowned"].contains(plain), Self.flag(member.value) == false, program.name == nil {
      // In cordova-plugin-purchase, what was not delivered yet is not owned.
      add(.unknown)
    } else if Self.mayContradict(plain, member.value) {
      add(.unknown)
    }
  }

  /// Whether a cancellation was at a date, or has a reason by which a customer or a payment ends a subscription. Any
  /// other one may be a refund.
  private static func isOfCustomer(_ value: JSONValue) -> Bool {
    if ProgramDate(value) != nil { return true }
    let reason = OtherProgram.plain(value.stringValue ?? "")
    return ["voluntar", "unsubscribe", "billing"].contains(where: reason.contains) && !reason.contains("refund")
  }

  /// Whether something around the purchases of a document may say that it is otherwise: a state, a flag or a date in an
  /// object that contains them or stands beside them, its name, or a word in a list. What is too much to look at may
  /// say so.
  static func isContradicted(in document: JSONValue) -> Bool { mayDeny(document, besidePurchases: true) }

  /// Whether anything in a value may say that nothing was bought, or that it was taken back.
  ///
  /// - Parameter besidePurchases: whether purchases in it are passed over, which speak for themselves.
  private static func mayDeny(_ value: JSONValue, besidePurchases: Bool = false) -> Bool {
    var left = 10_000
    func visit(_ value: JSONValue, _ depth: Int) -> Bool {
      guard value.form.hasContents else { return false }
      left -= 1
      guard depth > 0, left > 0 else { return true }
      switch value {
      case .object(let members):
        let isOwn =
          besidePurchases
          && (OtherProgram.isOwnObject(value) || DecodedKind(value) != nil || PurchaseHistory.isResponse(value))
        return !isOwn && members.contains { contradicts($0) || !isOffer($0.name) && visit($0.value, depth - 1) }
      case .array(let elements):
        return elements.contains { element in
          element.stringValue.map { $0.utf8.count <= 40 && ProgramState.isDoubtful($0) } ?? false
            || visit(element, depth - 1)
        }
      default: return false
      }
    }
    return visit(value, 8)
  }

  /// Whether a member speaks of what is offered, or to customers.
  private static func isOffer(_ name: String) -> Bool {
    let plain = OtherProgram.plain(name)
    return descriptions.contains(plain) || possibilities.contains(where: plain.contains)
  }

  /// Whether something beside the lists of a program's object, or the name of a list, may say so.
  private static func denies(besideListsOf program: OtherProgram, _ around: [JSONValue.Member]) -> Bool {
    let lists = Set(program.lists.compactMap(\.path.first).map(OtherProgram.plain))
    return around.contains { member in
      if contradicts(member) { return true }
      guard lists.contains(OtherProgram.plain(member.name)) else { return mayDeny(member.value) }
      guard case .object(let inner) = member.value else { return false }
      return inner.contains { $0.value.form.hasContents && contradicts($0) }
    }
  }

  /// Whether a member around a purchase may say that nothing was bought, or that it was taken back.
  private static func contradicts(_ member: JSONValue.Member) -> Bool {
    if isAbsent(member.value) { return false }
    if member.value.form.hasContents {
      let plain = OtherProgram.withoutUnit(OtherProgram.plain(member.name))
      return OtherProgram.unknown.meaning(member.name) == nil && names(plain)
    }
    switch OtherProgram.unknown.meaning(member.name) {
    // A number is one of many things: 0 in an answer of verifyReceipt.
    case .state?:
      guard let word = member.value.stringValue else { return member.value == .bool(false) }
      return ProgramState(word: word) > .unknown || ProgramState.isDoubtful(word)
    case .revoked?: return member.value.numberValue != "0"
    case nil:
      var around = ProgramPurchase(OtherProgram.unknown)
      around.readSign(member, OtherProgram.withoutUnit(OtherProgram.plain(member.name)))
      return around.isCancelled || around.statedState.map { $0 > .purchased } ?? false
    default: return false
    }
  }

  private static let refusals = [
    "refund", "revo", "chargeback", "chargedback", "void", "cancel", "expire", "fail", "declin", "reject", "deferred",
    "purchasing", "unpaid", "notpaid", "disput", "reversed", "billingissue", "inactive", "invalid", "denied", "fraud",
    "lapsed", "returned", "reimburs", "takenback", "takenaway", "terminat", "suspend", "blocked", "erstatt", "storn",
    "widerruf", "k\u{FC}ndig", "rembours", "reembols", "rimbors", "\u{9000}\u{6B3E}",
  ]
  /// Parts of names that speak of what is possible or is offered, and not of what happened.
  private static let possibilities = [
    "able", "policy", "url", "cancancel", "eligib", "offer", "coupon", "promotion", "discount", "avoid", "failsafe",
    "session", "token",
  ]
  /// Names of texts that are written for customers.
  private static let descriptions: Set = [
    "title", "description", "terms", "name", "displayname", "productname", "localizedtitle", "localizeddescription",
    "user", "segment",
  ]
  private static let confirmations = [
    "paid", "purchased", "valid", "verified", "success", "entitled", "hasaccess",
  ]

  /// Whether a name says that something was taken back, or was never bought.
  private static func names(_ plain: String) -> Bool {
    if possibilities.contains(where: plain.contains) { return false }
    return refusals.contains(where: plain.contains)
      || ["pending", "pendingpurchase", "pendingpurchases", "ended", "onhold"].contains(plain)
  }

  /// Whether a member that is not known may say that nothing was bought, or that it was taken back.
  private static func mayContradict(_ plain: String, _ value: JSONValue) -> Bool {
    if flag(value) == false || ["none", "0.00"].contains(value.stringValue?.lowercased()) {
      return confirmations.contains(where: plain.contains) && !names(plain)
    }
    if names(plain) { return true }
    // Whether the customer agrees to a higher price, what is offered, and what is written for customers.
    if plain.contains("priceincrease") || descriptions.contains(plain) { return false }
    if possibilities.contains(where: plain.contains) { return false }
    if value.form.hasContents { return mayDeny(value) }
    return value.stringValue.map(mayDeny) ?? false
  }

  /// Whether the words of a text may say so. An address, a token or a long text is no statement.
  private static func mayDeny(_ text: String) -> Bool {
    guard text.utf8.count <= 200, !text.contains("://") else { return false }
    if ProgramState(word: text) > .unknown { return true }
    let words = text.split { !$0.isLetter }
    return words.contains { word in
      ProgramState.isDoubtful(String(word)) && !(words.count > 1 && ProgramState.vague.contains(word.lowercased()))
    }
  }

  static let environments = [
    "sandbox": "Sandbox", "s": "Sandbox", "production": "Production", "prod": "Production", "p": "Production",
  ]

  private mutating func read(_ value: JSONValue, as meaning: ProgramMember, named name: String) {
    switch meaning {
    case .state: readState(value)
    case .purchased, .end, .grace, .revoked: readDate(value, as: meaning, named: name)
    case .event: reported = reported ?? ProgramDate(value)?.instant
    case .environment:
      let isSandbox = Self.flag(value)
      let word = value.stringValue.map { Self.environments[$0.lowercased()] ?? $0 }
      environment = environment ?? isSandbox.map { $0 ? "Sandbox" : "Production" } ?? word
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
      if let text = value.stringValue ?? value.numberValue, isBetter(name, for: meaning) { setText(meaning, text) }
      if let digits = value.numberValue, meaning != .quantity, RoundedNumber.hasLostDigits(digits) {
        notes.append(RoundedNumber.note(name, digits))
      }
    }
  }

  private mutating func setText(_ meaning: ProgramMember, _ text: String) {
    guard text.utf8.count <= 255 else { return }
    // `com.example.pro refunded`: what stands behind a name may say so.
    if text.contains(" "), Self.mayDeny(text) { add(.unknown) }
    // iaptic puts the platform before every name.
    texts[meaning] = text.hasPrefix("apple:") ? String(text.dropFirst(6)) : text
  }

  private mutating func readState(_ value: JSONValue) {
    let word = value.stringValue ?? value.numberValue
    let plain = word.map(OtherProgram.plain) ?? ""
    if plain.hasSuffix("restored") || word == program.restored, word != nil { isRestored = true }
    if let known = program.states[plain] {
      return add(known)
    }
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
      // A date that may be one of several days is still one.
      if meaning == .purchased, let text = value.stringValue, text.contains(where: \.isNumber), !Self.mayDeny(text) {
        return
      }
      // Something was taken back at an unreadable time, or ends at one.
      return add(meaning == .revoked ? .revoked : .unknown)
    }
    if let unit = date.unit, unit != .milliseconds { notes.append(date.note(name, unit)) }
    if date.assumesUTC { notes.append(ProgramDate.noteOfUTC(name)) }
    let plain = OtherProgram.plain(name)
    if meaning == .purchased, plain.hasPrefix("original") { originalDate = originalDate ?? date.instant }
    if meaning == .revoked { add(plain.hasPrefix("refund") ? .refunded : .revoked) }
    if isBetter(name, for: meaning) { dates[meaning] = date.instant }
  }

  /// Whether no name so far is as good for this meaning.
  private mutating func isBetter(_ name: String, for meaning: ProgramMember) -> Bool {
    let plain = OtherProgram.plain(name)
    let rank = [plain, OtherProgram.withoutUnit(plain)].lazy.compactMap(meaning.names.firstIndex).first
    guard ranks[meaning].map({ rank ?? meaning.names.count < $0 }) ?? true else { return false }
    ranks[meaning] = rank ?? meaning.names.count
    return true
  }

  mutating func add(_ state: ProgramState) { statedState = statedState.map { max($0, state) } ?? state }

  /// Programs write a value that is not there in these ways.
  private static func isAbsent(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text):
      ["", "null", "undefined", "None", "nil", "(null)", "NULL"].contains(text) || text.hasPrefix("0001-01-01")
        || text.hasPrefix("01/01/0001") || text.hasPrefix("1/1/0001") || text.hasSuffix("<nil>)") || text == "<nil>"
    case .number, .bool: false
    case .array(let elements): elements.isEmpty
    // Go prints a struct without values with its names.
    case .object(let members):
      members.allSatisfy { $0.name == ProgramMember.surroundingWords || isAbsent($0.value) }
    }
  }

  private static func flag(_ value: JSONValue) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .number("1"): true
    case .number("0"): false
    case .string(let text) where ["true", "1", "yes"].contains(text.lowercased()): true
    case .string(let text) where ["false", "0", "no"].contains(text.lowercased()): false
    default: nil
    }
  }
}
