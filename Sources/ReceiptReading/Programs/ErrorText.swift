/// Finds the errors in what programs print when something fails: a line of a log, an exception, an object.
///
/// It recognises names that only errors have. Numbers count beside such a name, or in a text about an error of Apple's;
/// so an amount or an identifier is no error. A text about purchases is not about an error, whatever number it has.
package struct ErrorText {
  /// Errors are short; only the beginning of a longer text is searched.
  private static let maximumBytes = 65_536
  private static let maximumMentions = 8

  /// A run of letters, digits and `_`.
  private struct Word {
    let range: Range<Int>
    let isNumber: Bool
  }

  /// The text, with ASCII letters in lower case.
  private let bytes: [UInt8]
  private var words: [Word] = []
  /// The errors that were found, with their places in `bytes`.
  private var found: [(place: Int, mention: ErrorMention)] = []
  /// Numbers that stand beside the name of their domain. They are not those of other domains.
  private var numbersOfDomains: Set<Int> = []
  /// Rows for whole domains, which count if no other error of the domain is named.
  private var domains: [(place: Int, error: KnownError)] = []
  // What the text is about, by its words.
  private var isAboutError = false
  private var isAboutApple = false
  private var isAboutVerification = false
  private var isAboutRevenueCat = false
  private var isAboutGodot = false
  private var isStoreKit2 = false
  private var isAboutPlugin = false
  private var isAboutStatus = false
  /// Whether it is the App Store of a device that got an answer.
  private var isAboutDevice = false

  /// All errors that a text names, in its order, each once.
  package static func mentions(in text: some Collection<UInt8>) -> [ErrorMention] {
    var search = ErrorText(text)
    search.run()
    return search.result
  }

  private init(_ text: some Collection<UInt8>) {
    bytes = text.prefix(Self.maximumBytes).map(\.asciiLowercase)
  }

  /// Every text of more than 64 bytes that names an error has one of these in it.
  private static let marks: [StaticString] = [
    "error", "exception", "status", "fail", "verification", "revenuecat", "e_", "code", "6777", "6778", "storekit",
    "itunes", "appstore.application", "unity", "adapty", "transactionstate", "entitlement", "econn",
    "etimedout", "enotfound", "segments", "initializefail", "exit(173", "spaceship", "invalid product id",
  ]

  private mutating func run() {
    // Most texts that are read here name no error, and are not taken apart.
    guard bytes.count <= 64 || contains(anyOf: Self.marks) else { return }
    // Answers of verifyReceipt and transactions have statuses, too.
    if contains(anyOf: ["purchase_date", "purchasedate"]) { return }
    isAboutError = contains(anyOf: ["error", "exception", "status", "fail"])
    isAboutApple = contains(anyOf: ["appstore", "storekit", "apple", "itunes", "inapps", "apiexception"])
    isAboutVerification = contains(anyOf: ["verification"])
    isAboutRevenueCat = contains(anyOf: ["revenuecat", "readableerrorcode", "rc_code_name", "purchaseserrorcode"])
    isAboutDevice = contains(anyOf: ["amserrordomain", "amsstatuscode"])
    isAboutPlugin = contains(anyOf: KnownError.pluginMarks)
    // Godot's plug-in is called InAppStore.
    isAboutGodot = contains(anyOf: ["inappstore"])
    isAboutStatus = contains(anyOf: ["receiptinvalid", "receiptstatus"])
    isStoreKit2 = contains(anyOf: ["storekit", "verificationresult"])
    splitWords()
    let namesDomain = isAboutVerification || contains(anyOf: ["error", "storekit.", "robotmedia"])
    for index in words.indices {
      // Identifiers and texts in base64 are longer than any name.
      guard words[index].range.count <= 64 else { continue }
      if words[index].isNumber {
        lookAtNumber(index)
      } else {
        if namesDomain { lookAtDomain(index) }
        lookAtName(index)
      }
    }
    lookAtSentences()
  }

  private mutating func splitWords() {
    var index = 0
    while index < bytes.count {
      guard Self.isWordCharacter(bytes[index]) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !Self.isWordCharacter($0) } ?? bytes.count
      // No code has ten digits.
      let isNumber = end - index < 10 && bytes[index..<end].allSatisfy(\.isASCIIDigit)
      words.append(Word(range: index..<end, isNumber: isNumber))
      index = end
    }
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
  }

  /// What was found, in the order of the text, without what the rest of the text explains.
  private var result: [ErrorMention] {
    let named = Set(found.compactMap { if case .known(let error) = $0.mention { error.domain } else { nil } })
    // One row stands for all domains of the system.
    let namesSystem = !named.isDisjoint(with: [
      .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices, .storeServicesServer,
    ])
    let wholeDomains = domains.filter { row in
      !named.contains(row.error.domain) && !(namesSystem && row.error.domain == .appStoreDaemon)
    }.map { ($0.place, ErrorMention.known($0.error)) }
    var seen: [ErrorMention] = []
    for (_, mention) in (found + wholeDomains).sorted(by: { $0.0 < $1.0 })
    where !seen.contains(mention) && !isNumberOfDomain(mention) {
      if seen.count < Self.maximumMentions { seen.append(mention) }
    }
    return seen
  }

  /// Whether a number was taken for an error of Apple's servers or of a plug-in, and is that of another domain.
  private func isNumberOfDomain(_ mention: ErrorMention) -> Bool {
    switch mention {
    case .known(let error): error.domain == .plugin && error.code.map(numbersOfDomains.contains) ?? false
    case .status(let code), .server(let code): Int(code).map(numbersOfDomains.contains) ?? false
    case .unauthorized: false
    }
  }

  private func contains(anyOf parts: [StaticString]) -> Bool {
    parts.contains { part in bytes.firstOffset(of: part.withUTF8Buffer { Array($0) }) != nil }
  }

  private func text(_ index: Int) -> String { String(decoding: bytes[words[index].range], as: UTF8.self) }

  private func isWord(_ index: Int, _ text: StaticString) -> Bool {
    words[index].range.count == text.utf8CodeUnitCount && bytes[words[index].range].starts(with: text)
  }

  private mutating func add(_ error: KnownError?, at index: Int) {
    if let error { found.append((words[index].range.lowerBound, .known(error))) }
  }

  // -- Domains.

  /// The names of domains, the longer ones first; whether numbers in the text are those of the domain.
  private static let spellings: [(name: String, domain: KnownError.Domain, isNumbered: Bool)] = [
    ("skerrordomain", .storeKit, true), ("skerrorcode", .storeKit, true), ("skerror", .storeKit, true),
    ("storekiterror", .storeKit, false), ("purchaseerror", .storeKit, false), ("storekit", .storeKit, false),
    ("verificationerror", .verification, true), ("verificationstatus", .library, true),
    ("verificationexception", .library, true), ("asdservererrordomain", .appStoreServer, true),
    ("asderrordomain", .appStoreDaemon, true), ("amserrordomain", .mediaServices, true),
    ("ssservererrordomain", .storeServicesServer, true), ("sserrordomain", .storeServices, true),
    ("nsurlerrordomain", .network, true), ("rcpurchaseserrorcodedomain", .revenueCat, true),
    ("rcpurchaseserrordomain", .revenueCat, true), ("rcpurchaseserrorcode", .revenueCat, true),
    ("purchaseserrorcode", .revenueCat, true), ("mkstorekit", .mkStoreKit, true), ("robotmedia", .rmStore, true),
    ("rmstoreerrordomain", .rmStore, true),
  ]

  /// The first letters of ``spellings``, and that of `ESKERRORDOMAIN2`.
  private static let domainStarts = Set("epsvanrm".utf8)

  /// `SKErrorDomain Code=2`, `SKErrorDomain error 2`, `ESKERRORDOMAIN2` (React Native), `SKError.paymentCancelled`,
  /// `SKErrorPaymentCancelled`.
  private mutating func lookAtDomain(_ index: Int) {
    // The shortest name of a domain is `skerror`.
    guard words[index].range.count >= 7, Self.domainStarts.contains(bytes[words[index].range.lowerBound]) else {
      return
    }
    let text = self.text(index)
    // `RevenueCat.ErrorCode 2`, where the name is two words.
    if text == "errorcode", index > 0, isWord(index - 1, "revenuecat") {
      let number = self.number(of: index) ?? numberBefore(index - 1) ?? numberBefore(index)
      return add(number.flatMap { .numbered($0, in: .revenueCat) }, at: index)
    }
    let spelling = Self.spellings.first { text.hasPrefix($0.name) || text.hasPrefix("e" + $0.name) }
    guard let (name, domain, isNumbered) = spelling else { return }
    // The end of the word, if it has more than the name: `2` of `eskerrordomain2`, `paymentcancelled`.
    let rest = text.dropFirst(text.hasPrefix(name) ? name.utf8.count : name.utf8.count + 1)
    // The number in the word, or else near it.
    var number = Int(rest)
    if rest.isEmpty {
      number = self.number(of: index) ?? numberBefore(index)
      if number == nil { number = domain == .library ? status(behind: index) : numberBehindUserInfo(index) }
    }
    // Older versions of Apple's library for Node have one status less, so that any number above 1 may also be the next.
    if domain == .library, rest.isEmpty, let number, number > 1, let next = KnownError.numbered(number + 1, in: domain)
    {
      add(.numbered(number, in: domain), at: index)
      return add(next, at: index)
    }
    // Apple's library in Swift has a VerificationError, too, but no numbers.
    if isNumbered, let number, domain != .verification || isStoreKit2 {
      // A minus sign is part of the name in `ENSURLERRORDOMAIN-999`.
      if let error = KnownError.numbered(domain == .network ? -abs(number) : number, in: domain) {
        numbersOfDomains.insert(number)
        return add(error, at: index)
      }
    }
    // No number that is known: the name of the error, in the word or near it.
    let names = rest.isEmpty ? [nameBehind(index)] + namesBeside(index) : [String(rest)]
    if let error = names.lazy.compactMap({ Self.named($0, domain) }).first { return add(error, at: index) }
    // A longer word, such as `SKErrorHandler`, is no domain.
    guard rest.isEmpty || number != nil else { return }
    let wholeDomain: KnownError? =
      switch domain {
      case .storeKit: .named(isNumbered ? "skerrordomain" : name, in: domain)
      case .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices, .storeServicesServer:
        .named("asderrordomain", in: .appStoreDaemon)
      default: nil
      }
    guard let wholeDomain else { return }
    // Apple documents no numbers of the system's domains: one that has no row gets the words of its domain.
    if isNumbered, let number, domain != .storeKit {
      let row = KnownError(domain, number, String(number), wholeDomain.meaning, wholeDomain.action, isVague: true)
      return found.append((words[index].range.lowerBound, .known(row)))
    }
    domains.append((words[index].range.lowerBound, wholeDomain))
  }

  private static func named(_ name: String?, _ domain: KnownError.Domain) -> KnownError? {
    guard let name else { return nil }
    if let error = KnownError.named(name, in: domain) { return error }
    // Apple's library in Swift calls its errors as StoreKit does.
    return domain == .verification ? .named(name, in: .library) : nil
  }

  /// Words between a domain and its number, in the languages of Apple's systems.
  private static let fillers: Set = [
    "code", "error", "errorcode", "rawvalue", "status", "store", "fehler", "errore", "erreur", "erro", "fout", "fejl",
    "feil", "fel", "virhe", "hata",
  ]

  /// The number at most three words behind a domain, with nothing but ``fillers`` and a few signs between them.
  private func number(of index: Int) -> Int? {
    var next = index + 1
    while next < words.count, next <= index + 3, words[next].range.lowerBound - words[next - 1].range.upperBound <= 16 {
      if words[next].isNumber { return Int(text(next)) }
      guard Self.fillers.contains(text(next)) else { return nil }
      next += 1
    }
    return nil
  }

  /// The number in `(Virhe 2 kohteessa SKErrorDomain.)`, and in `{ code: 2, message: '…', domain: 'SKErrorDomain' }`.
  ///
  /// - Parameter index: the first word of the domain's name.
  private func numberBefore(_ index: Int) -> Int? {
    guard index >= 3 else { return nil }
    // Three words in a bracket: `(Virhe 2 kohteessa `.
    let start = words[index - 3].range.lowerBound
    let isInBrackets = words[index].range.lowerBound - start <= 40 && bytes[..<start].last == UInt8(ascii: "(")
    if isInBrackets, words[index - 2].isNumber { return Int(text(index - 2)) }
    // The member `code` of the same object, among the 40 words before.
    guard isWord(index - 1, "domain") else { return nil }
    // Without brackets only the code directly before it counts.
    let object = bytes[..<words[index].range.lowerBound].lastIndex { "{[".utf8.contains($0) }
    let before = words.indices[..<index].suffix(object == nil ? 3 : 40)
    let members = before.reversed().prefix { words[$0].range.lowerBound >= object ?? 0 }
    let number = members.first { words[$0].isNumber && $0 > 0 && isWord($0 - 1, "code") }
    return number.flatMap { Int(text($0)) }
  }

  /// The number in `{domain: ASDErrorDomain, userInfo: {…}, code: 907}` of Dart, and that behind `nativeErrorCode` of
  /// React Native.
  private func numberBehindUserInfo(_ index: Int) -> Int? {
    let rest = bytes[words[index].range.upperBound...].prefix(8_192)
    // It is the next member.
    guard rest.prefix(24).firstRange(of: "userinfo: {".utf8) != nil else { return nil }
    var depth = 0
    for place in rest.indices {
      if rest[place] == UInt8(ascii: "{") { depth += 1 }
      guard rest[place] == UInt8(ascii: "}") else { continue }
      depth -= 1
      guard depth == 0 else { continue }
      let behind = rest[(place + 1)...].prefix(32)
      guard let name = behind.firstRange(of: "code: ".utf8) else { return nil }
      let number = rest[name.upperBound...].drop { $0 == UInt8(ascii: "-") }
      return Int(String(decoding: number.prefix(9).prefix(while: \.isASCIIDigit), as: UTF8.self))
    }
    return nil
  }

  /// The number in `VerificationException … { status: 2, …`, which Node prints below the lines of the stack.
  private func status(behind index: Int) -> Int? {
    for next in words.indices[index...].prefix(400).dropLast() where isWord(next, "status") && words[next + 1].isNumber
    {
      return Int(text(next + 1))
    }
    return nil
  }

  /// The name in `SKError.paymentCancelled`, `SKError.Code.paymentCancelled` and `StoreKit.StoreKitError.notEntitled`.
  private func nameBehind(_ index: Int) -> String? {
    var next = index + 1
    while next < words.count, next <= index + 2, isJoined(next) {
      if !isWord(next, "code"), !isWord(next, "storekiterror") { return text(next) }
      next += 1
    }
    return nil
  }

  /// The names in `StoreKitError: userCancelled`, `StoreKitError(userCancelled)` and
  /// `PlatformException(userCancelled, StoreKitError, …)`.
  private func namesBeside(_ index: Int) -> [String] {
    [index, index - 1].compactMap { left in
      guard words.indices.contains(left), words.indices.contains(left + 1) else { return nil }
      let gap = bytes[words[left].range.upperBound..<words[left + 1].range.lowerBound]
      guard [": ", ", ", "("].contains(where: { gap.elementsEqual($0.utf8) }) else { return nil }
      let beside = left == index ? index + 1 : left
      return text(beside)
    }
  }

  private func isJoined(_ index: Int) -> Bool {
    let gap = words[index - 1].range.upperBound..<words[index].range.lowerBound
    return gap.count == 1 && bytes[gap.lowerBound] == UInt8(ascii: ".")
  }

  // -- Names and numbers of their own.

  private mutating func lookAtName(_ index: Int) {
    let word = bytes[words[index].range]
    if word.starts(with: "e_") {
      add(.named(text(index), in: .openIAP), at: index)
    } else if isWord(index, "code"), let name = quotedName(behind: index) {
      add(.named("e_" + name, in: .openIAP), at: index)
    } else if isWord(index, "apierror"), index + 1 < words.count, text(index + 1).contains("_") {
      found.append((words[index + 1].range.lowerBound, .server(text(index + 1).uppercased())))
    } else if isAboutGodot, isWord(index, "error"), let number = number(of: index) {
      add(.numbered(number, in: .godot), at: index)
    } else if word.starts(with: "storekittest_transaction_") {
      add(.named("storekittest_transaction", in: .identifier), at: index)
    } else {
      // `ECONNRESET`, beside a code, and in the middle of a sentence.
      if word.first == UInt8(ascii: "e") { add(.named(text(index), in: .sentence), at: index) }
      // The words alone are also those of other programs.
      if isAboutVerification, !isWord(index, "failure") { add(.named(text(index), in: .library), at: index) }
      if isAboutRevenueCat, !isWord(index, "unknown") { add(.named(text(index), in: .revenueCat), at: index) }
      if isAboutPlugin { add(.named(text(index), in: .plugin), at: index) }
      if isAboutStatus, let status = Self.statuses.firstIndex(of: text(index)) {
        found.append((words[index].range.lowerBound, .status(String(21_000 + status))))
      }
      // `unverified: invalidSignature`
      if isWord(index, "unverified"), index + 1 < words.count {
        add(.named(text(index + 1), in: .verification), at: index + 1)
      }
    }
  }

  /// SwiftyStoreKit's names of the statuses of verifyReceipt, from 21000 on. It has none for 21001.
  private static let statuses = [
    "jsonnotreadable", "", "malformedormissingdata", "receiptcouldnotbeauthenticated", "secretnotmatching",
    "receiptserverunavailable", "subscriptionexpired", "testreceipt", "productionenvironment",
  ]

  /// `user_cancelled` for `"code": "user-cancelled"`, as newer versions of OpenIAP write it.
  private func quotedName(behind index: Int) -> String? {
    let rest = bytes[words[index].range.upperBound...].prefix(64).drop { " \t:='\"".utf8.contains($0) }
    let name = rest.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "-") }
    guard rest.startIndex > words[index].range.upperBound, name.contains(UInt8(ascii: "-")) else { return nil }
    return String(decoding: name.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  private mutating func lookAtNumber(_ index: Int) {
    let place = words[index].range.lowerBound
    let text = self.text(index)
    // `(Error code: -1001)`
    if bytes[..<place].last == UInt8(ascii: "-"), index > 0, isWord(index - 1, "code"),
      let number = Int(text), let error = KnownError.numbered(-number, in: .network)
    {
      return add(error, at: index)
    }
    // Statuses of HTTP have 3 digits, codes of Adapty 4, statuses of verifyReceipt 5, and other codes 7.
    guard [3, 4, 5, 7].contains(text.utf8.count), let number = Int(text), !isLineOfSource(index) else { return }
    if isAboutPlugin, let error = KnownError.numbered(number, in: .plugin),
      isAboutError || index > 0 && isWord(index - 1, "code")
    {
      return add(error, at: index)
    }
    if let error = KnownError.numbered(number, in: .cordova) { return add(error, at: index) }
    // The whole text is the number, or the text is about an error.
    let isCode = words.count == 1 || isAboutError
    if isCode, Self.isServerCode(text) {
      found.append((place, .server(text)))
    } else if isCode, text.utf8.count == 5, (21_000...21_010).contains(number) || (21_100...21_199).contains(number) {
      // Of seven digits, such as 0021002, it is no status.
      found.append((place, .status(text)))
    } else if text == "401", isAboutError, isAboutApple, !isAboutDevice {
      found.append((place, .unauthorized))
    }
  }

  /// Whether a number is that of a line: `sk2_product_wrapper.dart:401:5`.
  private func isLineOfSource(_ index: Int) -> Bool {
    guard index > 1, isJoined(index - 1) else { return false }
    let gap = words[index - 1].range.upperBound..<words[index].range.lowerBound
    return gap.count == 1 && bytes[gap.lowerBound] == UInt8(ascii: ":")
  }

  /// Whether digits have the form of an error code of the App Store Server API: an HTTP status, and four digits that
  /// begin with 0.
  package static func isServerCode(_ digits: String) -> Bool {
    let statuses = ["400", "401", "403", "404", "409", "429", "500", "503"]
    return digits.utf8.count == 7 && statuses.contains { digits.hasPrefix($0 + "0") }
  }

  /// Words of Apple's systems that people write, too.
  private static let peoplesOwn: Set = ["Item Not Available", "Unable to Purchase"]

  /// Sentences of Apple's systems. Those that people write, too, count only if they are the whole text.
  private mutating func lookAtSentences() {
    for row in KnownError.sentences + KnownError.identifiers + (isAboutPlugin ? KnownError.plugins : []) {
      for name in [row.name] + row.otherNames where row.domain != .plugin || name.contains(" ") {
        let sentence = name.utf8.map(\.asciiLowercase)
        let isWhole = bytes.count <= sentence.count + 2
        let isOneWord = name.allSatisfy(\.isLetter)
        let isUnmistakable = row.domain == .identifier || !isOneWord && !Self.peoplesOwn.contains(name)
        guard isWhole || isUnmistakable, let place = bytes.firstOffset(of: sentence) else { continue }
        found.append((place, .known(row)))
      }
    }
  }
}

extension ErrorText {
  private static let maximumMembers = 200
  private static let maximumDepth = 8

  /// The errors that a JSON document names: its names and values are read as a text.
  package static func mentions(in document: some JSONNode) -> [ErrorMention] {
    var text = ""
    var members = 0
    append(document, name: nil, depth: maximumDepth, to: &text, &members)
    return mentions(in: text.utf8)
  }

  private static func append<Node: JSONNode>(
    _ value: Node, name: String?, depth: Int, to text: inout String, _ members: inout Int
  ) {
    guard depth > 0, members < maximumMembers else { return }
    members += 1
    if let scalar = value.stringValue ?? value.numberValue {
      text += (name.map { $0.prefix(80) + ": " } ?? "") + scalar.prefix(4_096) + "\n"
    }
    // A domain and its number are members of their own: they are put beside each other.
    let numbers = ["nativeErrorCode", "code"].lazy.compactMap { key in
      value[key]?.numberValue ?? value[key]?.stringValue.flatMap { Int($0).map(String.init) }
    }
    if let domain = value["domain"]?.stringValue, let code = numbers.first {
      text += "\(domain.prefix(80)) code \(code.prefix(20))\n"
    }
    value.forEachChild { _, name, child in append(child, name: name, depth: depth - 1, to: &text, &members) }
  }

  /// The error for an input that is nothing but the text of an error; `nil` if the text names none.
  static func error(_ mentions: [ErrorMention], at offset: Int? = nil) -> ReceiptError? {
    let errors = mentions.filter { if case .known(let error) = $0 { error.domain != .identifier } else { true } }
    // The error below is what happened, where the one above says nothing.
    let definite = errors.filter { !$0.isVague }
    guard let first = definite.first(where: { !$0.refersToAnother }) ?? definite.first ?? errors.first else {
      return nil
    }
    let question = first.question.contains(" ") ? "\"\(first.question)\"" : first.question
    let titles = errors.prefix(3).map(\.title).joined(separator: ", ")
    let isState = if case .known(let error) = first { error.name.contains("TransactionState") } else { false }
    // Whether Apple documents a code is known in a module above.
    let isServer = if case .server = first { true } else { false }
    return ReceiptError(
      .otherFormat,
      isState ? "a payment in the state \(titles), and no receipt" : "the text of an error (\(titles)), and no receipt",
      offset: offset,
      hint: isServer
        ? "receipt-tool diagnose says what is known of it" : "receipt-tool explain \(question) says what it means"
    ).withCause(.errorText)
  }
}
