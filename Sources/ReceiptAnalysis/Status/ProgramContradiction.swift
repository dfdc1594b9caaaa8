/// Decides whether something in an object of another program may contradict a purchase in it: whether it may say that
/// nothing was bought, or that the purchase was taken back.
///
/// Programs have too many words for this to know them all. In doubt the answer is yes, and the state of the purchase is
/// then unknown.
enum ProgramContradiction {
  /// Whether something around the purchases of a document may contradict them: a state, a flag or a date in an object
  /// that contains them or stands beside them, the name of such an object, or a word in a list. The purchases are left
  /// out, because each is read by itself.
  static func isPossible(aroundPurchasesIn document: JSONValue) -> Bool {
    isPossible(in: document, skipsPurchases: true)
  }

  /// Whether something beside the lists of a program's object, or beside the purchases in a list, may contradict the
  /// purchases.
  static func isPossible(besideListsOf program: OtherProgram, _ members: [JSONValue.Member]) -> Bool {
    let lists = Set(program.lists.compactMap(\.path.first).map(OtherProgram.plain))
    return members.contains { member in
      if contradicts(member) { return true }
      guard lists.contains(OtherProgram.plain(member.name)) else { return isPossible(in: member.value) }
      guard case .object(let inner) = member.value else { return false }
      return inner.contains { $0.value.form.hasContents && contradicts($0) }
    }
  }

  /// Whether a member of a purchase that is not known may contradict it.
  ///
  /// - Parameter plain: the plain name of the member.
  static func isPossible(in value: JSONValue, named plain: String) -> Bool {
    if ProgramPurchase.flag(value) == false || ["none", "0.00"].contains(value.stringValue?.lowercased()) {
      // No to `hasAccess` contradicts the purchase, no to `isRefunded` does not.
      return (plain == "ok" || confirmations.contains(where: plain.contains)) && !isRefusal(plain)
    }
    if isRefusal(plain) { return true }
    // Whether the customer agrees to a higher price, what is offered, and what is written for customers.
    if plain.contains("priceincrease") || isOffer(plain) { return false }
    if value.form.hasContents { return isPossible(in: value) }
    return value.stringValue.map(isPossible(inText:)) ?? false
  }

  /// Whether anything in a value may contradict a purchase. A value that is too large to be examined may do so.
  ///
  /// - Parameter skipsPurchases: whether purchases in it are left out, because they are read by themselves.
  static func isPossible(in value: JSONValue, skipsPurchases: Bool = false) -> Bool {
    var left = 10_000
    func visit(_ value: JSONValue, _ depth: Int) -> Bool {
      guard value.form.hasContents else { return false }
      left -= 1
      guard depth > 0, left > 0 else { return true }
      switch value {
      case .object(let members):
        if skipsPurchases, isPurchase(value) { return false }
        return members.contains { member in
          contradicts(member) || !isOffer(OtherProgram.plain(member.name)) && visit(member.value, depth - 1)
        }
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

  /// Whether a member that Apple's payloads and answers do not have may contradict a purchase: `is_refunded` in a row
  /// of a database whose other columns have Apple's names. A member that Apple may have added since decides nothing,
  /// unless its name or its value denies a purchase.
  static func isPossible(inForeignMembersOf document: some JSONNode) -> Bool {
    var left = 1_000_000
    func visit<Node: JSONNode>(_ value: Node, _ depth: Int) -> Bool {
      guard value.form.hasContents else { return false }
      left -= 1
      guard depth > 0, left > 0 else { return true }
      if let elements = value.elementNodes { return elements.contains { visit($0, depth - 1) } }
      return value.memberNodes?.contains { member in
        if visit(member.value, depth - 1) { return true }
        // Apple's `status` is a number.
        let isApples = applesNames.contains(member.name) && (member.name != "status" || member.value.form != .string)
        guard !isApples, member.name != ProgramMember.surroundingWords else { return false }
        // What is in an object or a list has been examined, but not that it is there.
        var value = member.value.shallow
        if member.value.form.hasContents {
          var isEmpty = true
          member.value.forEachChild { _, _, _ in isEmpty = false }
          value = isEmpty ? .null : .array([.null])
        }
        return contradicts(JSONValue.Member(member.name, value))
      } ?? false
    }
    return visit(document, 64)
  }

  /// The names of all members of Apple's answers and decoded payloads.
  private static let applesNames: Set<String> = {
    var names: Set = ["exception", "latest_receipt", "unified_receipt", "latest_expired_receipt_info"]
    for entry in ReferenceEntry.fields { names.formUnion([entry.key] + entry.aliases) }
    for table in PayloadTable.all { names.formUnion(table.members.map(\.name)) }
    return names
  }()

  /// Whether the words of a text may contradict a purchase. An address, a token or a long text is no statement.
  static func isPossible(inText text: String) -> Bool {
    guard text.utf8.count <= 200, !text.contains("://") else { return false }
    if ProgramState(word: text) > .unknown { return true }
    let words = text.split { !$0.isLetter }
    return words.contains { word in
      ProgramState.isDoubtful(String(word)) && !(words.count > 1 && ProgramState.vague.contains(word.lowercased()))
    }
  }

  private static func isPurchase(_ value: JSONValue) -> Bool {
    OtherProgram.isOwnObject(value) || DecodedKind(value) != nil || PurchaseHistory.isResponse(value)
  }

  /// Whether a member that stands around a purchase may contradict it, by its name or by its own value. Members of its
  /// value are not examined.
  private static func contradicts(_ member: JSONValue.Member) -> Bool {
    if ProgramPurchase.isAbsent(member.value) { return false }
    let meaning = OtherProgram.unknown.meaning(member.name)
    if member.value.form.hasContents {
      return meaning == nil && isRefusal(OtherProgram.withoutUnit(OtherProgram.plain(member.name)))
    }
    switch meaning {
    case .state?:
      // Two to nine are states of StoreKit, of a subscription or of a program, of which few say that it is paid for.
      if let number = member.value.numberValue { return number.count == 1 && number > "1" }
      guard let word = member.value.stringValue else { return member.value == .bool(false) }
      return ProgramState(word: word) > .unknown || ProgramState.isDoubtful(word)
    case .revoked?: return member.value.numberValue != "0"
    case nil: return ProgramPurchase.isSignAgainst(member)
    default: return false
    }
  }

  /// Whether a member of an unknown program's purchase, whose name nobody knows, says nothing of its state: its name is
  /// one of those, or its value is an identifier, a text or an amount. A flag, a word, a small number or a date may say
  /// that the purchase is over.
  static func isHarmless(_ value: JSONValue, named plain: String) -> Bool {
    let isNegative = value.numberValue?.hasPrefix("-") ?? false
    if !isNegative, hasHarmlessName(plain) || isOffer(plain) { return true }
    switch value {
    case .bool: return false
    case .number(let digits): return digits.contains(".") && !digits.hasPrefix("-")
    case .string(let text):
      let isIdentifier = text.contains(where: \.isNumber) && ProgramDate(value) == nil
      return isIdentifier || text.utf8.count > 40 || ProgramState(word: text) == .purchased
        || kinds.contains(OtherProgram.plain(text))
    default: return true
    }
  }

  private static func hasHarmlessName(_ plain: String) -> Bool {
    let isIdentifier = plain.hasSuffix("id") && !["paid", "void", "valid"].contains(where: plain.hasSuffix)
    return isIdentifier || ["count", "index"].contains(where: plain.hasSuffix)
      || harmless.contains(where: plain.contains)
  }

  /// Parts of names that say nothing of a state.
  private static let harmless = [
    "name", "price", "currency", "amount", "country", "storefront", "locale", "language", "user", "customer", "email",
    "phone", "device", "model", "version", "platform", "created", "updated", "fetched", "received", "request", "signed",
    "signature", "receipt", "jws", "hash", "uri", "group", "class", "object", "source", "channel", "bundle", "store",
    "environment", "timezone", "tax", "quantity", "original", "loglevel", "file",
  ]
  /// Kinds of products, and of stores.
  private static let kinds: Set = [
    "consumable", "nonconsumable", "autorenewable", "autorenewablesubscription", "nonrenewing",
    "nonrenewingsubscription", "subscription", "subs", "inapp", "iap", "purchase", "apple", "appstore", "ios", "macos",
    "month", "year", "week", "monthly", "yearly", "weekly", "lifetime",
  ]

  // -- Plain names.

  /// Whether a name says that something was taken back, or was never bought.
  private static func isRefusal(_ plain: String) -> Bool {
    if possibilities.contains(where: plain.contains) { return false }
    return refusals.contains(where: plain.contains)
      || ["ended", "onhold", "upgraded"].contains(plain)
      || plain.hasPrefix("pending") && !["completepurchase", "renewalinfo"].contains(where: plain.hasSuffix)
  }

  /// Whether a name says that something was bought or is active, so that `false` contradicts it.
  static func isConfirmation(_ plain: String) -> Bool {
    confirmations.contains(plain) || ProgramMember.flags[plain]?.ifFalse != nil
  }

  /// Whether a name is about what is offered, or about a text for customers.
  private static func isOffer(_ plain: String) -> Bool {
    descriptions.contains(plain) || possibilities.contains(where: plain.contains)
  }

  /// Parts of names that say that something was taken back or was never bought, in several languages.
  private static let refusals = [
    "refund", "revo", "chargeback", "chargedback", "void", "cancel", "expire", "fail", "declin", "reject", "deferred",
    "purchasing", "unpaid", "notpaid", "disput", "reversed", "billingissue", "inactive", "invalid", "denied", "fraud",
    "lapsed", "unverified", "billingretry", "endedsub", "abgelaufen", "returned", "reimburs", "takenback", "takenaway",
    "terminat", "suspend", "blocked", "deletedat", "erstatt", "storn",
    "widerruf", "k\u{FC}ndig", "rembours", "reembols", "rimbors", "\u{9000}\u{6B3E}",
  ]
  /// Parts of names that are about what is possible or is offered, and not about what happened.
  private static let possibilities = [
    "able", "policy", "url", "cancancel", "eligib", "offer", "coupon", "promotion", "discount", "avoid", "failsafe",
    "session", "token",
  ]
  /// Names of texts that are written for customers.
  private static let descriptions: Set = [
    "title", "description", "terms", "name", "displayname", "productname", "localizedtitle", "localizeddescription",
    "user", "segment",
  ]
  /// Parts of names that say that something was bought, so that the value `false` contradicts it.
  private static let confirmations = [
    "paid", "purchased", "valid", "verified", "success", "entitled", "hasaccess", "hasactive", "isactive", "active",
    "subscribed", "premium", "bought", "completed", "access",
  ]
}
