/// A program that makes its own object of a purchase: one row of the table ``all``.
package struct OtherProgram: Sendable {
  /// Where an object lists its purchases, if it is not about one purchase itself.
  package struct List: Sendable {
    /// Names of members; `*` stands for every member or element.
    package let path: [String]
    /// What the name of the member of `*` is; `nil` if it means nothing.
    package let key: ProgramMember?
    /// What a value is that is no object; `nil` if it means nothing.
    package let value: ProgramMember?
    /// What it means to be in the list.
    package let state: ProgramState?

    init(_ path: String, key: ProgramMember? = nil, value: ProgramMember? = nil, state: ProgramState? = nil) {
      self.path = path.split(separator: ".").map(String.init)
      self.key = key
      self.value = value
      self.state = state
    }
  }

  /// The name of the program; `nil` for one that is not known.
  package let name: String?
  /// Alternatives: members that the object has together. `name=value` also compares the value, `name^value` its start,
  /// and `name!` requires a text that is not empty.
  let marks: [[Mark]]
  /// Where the purchases are; empty if the object is about one.
  package let lists: [List]
  /// What names mean in this program alone, by their plain names: ``plain(_:)``.
  package let members: [String: ProgramMember]
  /// What words and numbers of a state mean in this program alone, in lower case without separators.
  package let states: [String: ProgramState]
  /// The state of ``states`` that says that a purchase was restored.
  package let restored: String?
  /// The member with the signed form, if the program gives one.
  package let signedForm: String?
  /// Whether it is a purchase of Google Play.
  package let isGooglePlay: Bool

  init(
    _ name: String?, _ marks: [String], lists: [List] = [], members: [String: ProgramMember] = [:],
    states: [String: ProgramState] = [:], restored: String? = nil, signedForm: String? = nil, isGooglePlay: Bool = false
  ) {
    self.name = name
    self.marks = marks.map { $0.split(separator: " ").map(Mark.init) }
    self.lists = lists
    self.members = members
    self.states = states
    self.restored = restored
    self.signedForm = signedForm
    self.isGooglePlay = isGooglePlay
  }

  /// A member that an object must have: one word of ``marks``. `kind^androidpublisher#` has the name `kind`, the sign
  /// `^` and the value `androidpublisher#`.
  struct Mark: Sendable {
    let name: String
    let sign: Character?
    let value: String

    init(_ text: Substring) {
      let end = text.firstIndex { "=^!".contains($0) }
      name = String(text[..<(end ?? text.endIndex)])
      sign = end.map { text[$0] }
      value = end.map { String(text[text.index(after: $0)...]) } ?? ""
    }

    func isMet(by text: String?) -> Bool {
      guard let sign else { return true }
      guard let text else { return false }
      switch sign {
      case "=": return text.lowercased() == value
      case "^": return text.lowercased().hasPrefix(value)
      default: return !text.isEmpty
      }
    }
  }

  private static let separators = Set("_-. $".utf8)

  /// A name without separators and in lower case; empty for names that are longer than any known one.
  package static func plain(_ name: String) -> String {
    guard name.utf8.count <= 80 else { return "" }
    return String(decoding: name.utf8.lazy.filter { !separators.contains($0) }.map(\.asciiLowercase), as: UTF8.self)
  }

  /// The meaning of a name: that in this program alone, else that of the name as it is, without its unit, or without
  /// its prefix. `expirationDateIOS` is `expirationDate`.
  package func meaning(_ name: String) -> ProgramMember? {
    let plain = Self.plain(name)
    return members[plain] ?? Self.meanings[plain] ?? Self.meanings[Self.withoutUnit(plain)]
      ?? Self.withoutPrefix(plain).flatMap { Self.meanings[$0] }
  }

  /// A plain name without what programs put before a name of Apple's; `nil` if nothing stands there.
  package static func withoutPrefix(_ plain: String) -> String? {
    prefixes.first(where: plain.hasPrefix).map { String(plain.dropFirst($0.count)) }
  }

  /// What programs put before a name of Apple's.
  private static let prefixes = ["apple", "appstore", "ios", "subscription"]

  /// A plain name without what programs add to it: the system, or the unit of a date.
  package static func withoutUnit(_ plain: String) -> String {
    let ending = ["ios", "millis", "ms"].first(where: plain.hasSuffix)
    return ending.map { String(plain.dropLast($0.count)) } ?? plain
  }

  private static let meanings: [String: ProgramMember] = {
    var meanings: [String: ProgramMember] = [:]
    for member in ProgramMember.allCases {
      for name in member.names { meanings[name] = member }
    }
    return meanings
  }()

  // -- Recognition.

  /// Real documents have a few objects. In one with more than this, the rest is not looked at.
  private static let maximumObjects = 10_000
  private static let maximumDepth = 8

  /// The first object of a known program in a document, or else the first that has the shape of a purchase.
  package static func first<Node: JSONNode>(in document: Node) -> (program: OtherProgram, object: Node)? {
    var search = Search<Node>()
    search.visit(document, depth: maximumDepth)
    return search.known.first ?? search.unknown.first
  }

  /// Whether an object says in which state a purchase is, or when it ended.
  package static func statesPurchase(in document: some JSONNode) -> Bool {
    let statements: [ProgramMember] = [.end, .revoked, .state]
    return objects(in: document).contains { program, object in
      object.memberNodes?.contains { member in
        guard let meaning = program.meaning(member.name), statements.contains(meaning) else { return false }
        if case .null = member.value.shallow { return false }
        // Some programs print null as a text.
        return member.value.stringValue != "null"
      } ?? false
    }
  }

  /// All objects of other programs in a document, those of known programs first.
  package static func objects<Node: JSONNode>(in document: Node) -> [(program: OtherProgram, object: Node)] {
    var search = Search<Node>()
    search.visit(document, depth: maximumDepth)
    return search.known + search.unknown
  }

  private struct Search<Node: JSONNode> {
    var known: [(program: OtherProgram, object: Node)] = []
    var unknown: [(program: OtherProgram, object: Node)] = []
    private var visited = 0

    mutating func visit(_ value: Node, depth: Int) {
      guard value.form.hasContents, depth > 0, visited < maximumObjects else { return }
      visited += 1
      if value.form == .object, let members = value.memberNodes {
        let texts = OtherProgram.texts(of: members)
        let isFromAnswer = DecodedKind.isPurchaseOfAnswer(value)
        // A decoded transaction in it, as Apple spells it, is read by itself below.
        let hasPayload = value["transactionInfo"].flatMap { DecodedKind($0) } != nil
        if !isFromAnswer, !hasPayload, let program = all.first(where: { $0.recognizes(texts) }) {
          return known.append((program, value))
        }
        // A purchase of Apple's answer counts only inside an object that a program made of it.
        if isFromAnswer && depth == maximumDepth || DecodedKind(value) != nil { return }
        if isPurchase(texts) { unknown.append((OtherProgram.unknown, value)) }
        for member in members { visit(member.value, depth: depth - 1) }
      } else if let elements = value.elementNodes {
        for element in elements { visit(element, depth: depth - 1) }
      }
    }
  }

  /// Whether an object is a purchase, or a known program's object.
  package static func isOwnObject(_ value: some JSONNode) -> Bool {
    guard let members = value.memberNodes else { return false }
    let texts = texts(of: members)
    return isPurchase(texts) || all.contains { $0.recognizes(texts) }
  }

  /// The texts and numbers of members by their plain names; `nil` for values of other kinds.
  private static func texts<Node: JSONNode>(of members: some Sequence<(name: String, value: Node)>) -> [String: String?]
  {
    var texts: [String: String?] = [:]
    for member in members {
      let plain = plain(member.name)
      if !plain.isEmpty, texts[plain] == nil {
        texts[plain] = .some(member.value.stringValue ?? member.value.numberValue)
      }
    }
    return texts
  }

  private func recognizes(_ texts: [String: String?]) -> Bool {
    marks.contains { alternative in
      alternative.allSatisfy { mark in texts[mark.name].map { mark.isMet(by: $0) } ?? false }
    }
  }

  package static let unknown = OtherProgram(nil, [])

  /// Whether the names of members are those of a purchase: an id with a product, a state, or its original and a date, a
  /// product with two of a state, a flag and dates, or a product with its end and whether it renews.
  private static func isPurchase(_ texts: [String: String?]) -> Bool {
    let found = Set(texts.keys.compactMap { unknown.meaning($0) })
    let hasID = found.contains(.transaction) || found.contains(.original)
    if hasID {
      return found.contains(.product) || found.contains(.state)
        || found.isSuperset(of: [.transaction, .original, .purchased])
    }
    // What is offered has a product, a start and an end, too.
    if texts.keys.contains(where: { name in offers.contains(where: name.contains) }) { return false }
    // Lines of an old receipt.
    if texts["purchasedate"] != nil, texts["expiresdateformatted"] != nil { return true }
    var facts = found.intersection([.state, .purchased, .end, .revoked])
    if texts.keys.contains(where: { ProgramMember.flags[$0] != nil }) { facts.insert(.state) }
    return found.contains(.product) && (facts.count > 1 || facts == [.end] && found.contains(.renews))
  }

  /// Parts of names in offers, prices and coupons.
  private static let offers = ["territory", "coupon", "discountpercent", "campaign", "offertype", "pricetier"]

  /// The error for an object of another program, which has no signed data in it.
  ///
  /// - Parameter onlyKnown: whether objects of programs that are not in ``all`` give no error.
  static func error(in document: some JSONNode, onlyKnown: Bool) -> ReceiptError? {
    guard let (program, object) = first(in: document), !onlyKnown || program.name != nil else { return nil }
    if program.isGooglePlay { return googlePlay }
    let name: Message = program.name.map(Message.init(english:)) ?? "another program"
    var names: [Message] = []
    for member in object.memberNodes.map(Array.init) ?? [] {
      guard let meaning = program.meaning(member.name), [.product, .transaction].contains(meaning),
        names.count < 5, let text = member.value.stringValue ?? member.value.numberValue, !text.isEmpty
      else { continue }
      let found = "\(member.name.displayed(limit: 40)) \(text.displayed(limit: 60))"
      names.append("\(found)")
    }
    return ReceiptError(
      .invalidJSON,
      names.isEmpty
        ? "an object of \(name): nothing in it is signed by Apple"
        : "an object of \(name), with \(names.joined { "\($0) and \($1)" }): nothing in it is signed by Apple",
      hint: program.signedForm.map { "the signed form of it would be in \(Message(english: $0))" }
        ?? "for a proof use the receipt itself, or the signed transaction (jwsRepresentation in StoreKit)"
    ).withCause(.otherProgram)
  }

  private static var googlePlay: ReceiptError {
    ReceiptError(
      .otherFormat, "a purchase of Google Play, not of the App Store",
      hint: "Google's purchases are verified with the Google Play Developer API, by their purchaseToken"
    ).withCause(.googlePlay)
  }
}
