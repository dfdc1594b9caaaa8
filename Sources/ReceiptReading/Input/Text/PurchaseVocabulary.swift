/// What a text says with the names of App Store purchases, if it has no form that is read. Nothing in it counts as a
/// purchase: it is named, with the ids in it and with what to ask for.
struct PurchaseVocabulary {
  /// Products and apps: both have names such as `com.example.pro`.
  private var names: [String] = []
  private var transactions: [String] = []
  /// Whether a word in it is written by programs only: `purchaseDetailsList`, `product_id`, `"purchase-date"`.
  fileprivate private(set) var isPrinted = false
  /// Whether a word in it is about purchases.
  private var isAboutPurchases = false
  private var program: Program?

  private static let maximumSearched = 16_384
  private static let maximumNames = 5

  /// A program, by a part of one of its words.
  private struct Program {
    let marks: [String]
    let name: String
    /// What its purchases can be asked for.
    let hint: Message

    init(_ name: String, _ marks: String, _ hint: Message) {
      self.name = name
      self.marks = marks.split(separator: " ").map(String.init)
      self.hint = hint
    }
  }

  private static let programs = [
    Program(
      "RevenueCat", "entitlementinfo customerinfo purchaserinfo revenuecat",
      "print all of it as JSON (customerInfo.rawData); for a proof ask for the receipt itself"),
    Program(
      "Flutter's in_app_purchase", "purchasedetails purchasestatus", "print verificationData.serverVerificationData"),
    Program(
      "StoreKit", "skpayment skproduct skreceipt verificationresult",
      "print jwsRepresentation, or the receipt in base64"),
  ]

  private static let subjects = ["purchase", "transaction", "subscription", "entitlement", "receipt", "product"]

  init(_ text: ArraySlice<UInt8>) {
    let words = text.prefix(Self.maximumSearched).split { byte in
      !byte.isASCIILetter && !byte.isASCIIDigit && !"_-.".utf8.contains(byte)
    }
    for word in words {
      let isAddress = text[..<word.startIndex].last.map { "/@".utf8.contains($0) } ?? false
      if InputText.mayBeTransaction(word) {
        Self.add(word, to: &transactions)
      } else if Self.mayBeProduct(word), !isAddress {
        Self.add(word, to: &names)
      } else {
        let isQuoted = text[..<word.startIndex].last == UInt8(ascii: "\"")
        for part in word.split(separator: UInt8(ascii: ".")) { note(part, isQuoted: isQuoted) }
      }
    }
  }

  private static func add(_ word: ArraySlice<UInt8>, to list: inout [String]) {
    let name = String(decoding: word, as: UTF8.self)
    if list.count < maximumNames, !list.contains(name) { list.append(name) }
  }

  /// Notes what a word says of the text.
  private mutating func note(_ word: ArraySlice<UInt8>, isQuoted: Bool) {
    guard word.count <= PrintedValue.maximumName else { return }
    let name = String(decoding: word.map(\.asciiLowercase), as: UTF8.self)
    program = program ?? Self.programs.first { $0.marks.contains { name.contains($0) } }
    guard Self.subjects.contains(where: name.contains) else { return }
    isAboutPurchases = true
    let hasCapitalInside = zip(word, word.dropFirst()).contains { left, right in
      left.isASCIILetter && left == left.asciiLowercase && right != right.asciiLowercase
    }
    isPrinted =
      isPrinted || hasCapitalInside || name.contains("_") || isQuoted && name.contains("-")
  }

  /// Whether a word is the name of a product or of an app, which begins with that of a domain: `com.example.pro`.
  private static func mayBeProduct(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 2, word.count <= PrintedValue.maximumName, let first = parts.first else { return false }
    let isOfDomain = (2...4).contains(first.count) && first.allSatisfy { $0.isASCIILetter && $0 == $0.asciiLowercase }
    return isOfDomain && !parts.contains { $0.isEmpty } && !word.starts(with: "www.".utf8)
  }

  /// Whether the text is about purchases, and not only in the words that people use.
  var isKnown: Bool { isPrinted || hasIdentifiers || isAboutPurchases && program != nil }

  /// Whether a product, an app or a transaction is named beside words about purchases.
  var hasIdentifiers: Bool { isAboutPurchases && !(names.isEmpty && transactions.isEmpty) }

  /// What a text is, with the ids in it.
  func named(_ what: Message) -> Message {
    let ids = (names + transactions).map { $0.displayed(limit: 60) }.joined(separator: ", ")
    return ids.isEmpty ? "\(what), and no receipt" : "\(what), with \(ids), and no receipt"
  }

  /// The error that names the text.
  func error(at offset: Int, isJSON: Bool = false) -> ReceiptError {
    let what: Message =
      program.map { "words about a purchase, as \($0.name) prints them" } ?? "words about a purchase"
    let hint: Message =
      isJSON
      ? "for a proof use the receipt itself, or the signed transaction (jwsRepresentation in StoreKit)"
      : "ask for the receipt itself or the signed transaction (jwsRepresentation in StoreKit), or print it as JSON"
    var error = ReceiptError(.invalidJSON, named(what), offset: offset, hint: program?.hint ?? hint)
      .withCause(.printedObject)
    if let transaction = transactions.first {
      error.hint = "receipt-tool history \(transaction) asks Apple for it; or ask for the receipt itself"
      error.namesCommand = true
    }
    return error
  }
}

extension InputText {
  /// The error for a text of words about a purchase, in which nothing has a form that is read.
  var wordsAboutPurchase: ReceiptError? {
    let vocabulary = PurchaseVocabulary(bytes[core])
    // Where people write a number, the number counts.
    if !vocabulary.isPrinted, let error = sentenceWithNumber { return error }
    return vocabulary.isKnown ? vocabulary.error(at: core.lowerBound) : nil
  }
}
