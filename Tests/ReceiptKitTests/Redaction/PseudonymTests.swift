import ReceiptKit
import Testing

@testable import ReceiptRedaction

@Suite("Pseudonyms")
struct PseudonymTests {
  /// RFC 4231, test cases 1, 2 and 6.
  @Test(
    "HMAC-SHA-256 is that of RFC 4231",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func hmac(_ key: [UInt8], _ message: String, _ expected: String) throws {
    #expect(hexadecimal(try DigestAlgorithm.hmacSHA256(Array(message.utf8), key: key)[...]) == expected)
  }

  @Test(
    "it is one cycle through all texts of a shape",
    arguments: [[1, 2], [9, 10], [9, 10, 10], [26, 10, 16], [2, 3, 4, 5], [256, 7]])
  func permutation(_ radices: [Int]) throws {
    let (texts, images) = try images(radices)
    let next = Dictionary(uniqueKeysWithValues: zip(texts, images))
    // From one text on, all the others come before it comes again.
    var seen: Set<[UInt8]> = []
    var text = try #require(texts.first)
    while seen.insert(text).inserted { text = try #require(next[text]) }
    #expect(seen == Set(texts) && text == texts.first)
  }

  @Test("of one place none is its own image, and no two have the same", arguments: [2, 10, 26, 256])
  func onePlace(_ radix: Int) throws {
    let (texts, images) = try images([radix])
    #expect(Set(images) == Set(texts) && zip(texts, images).allSatisfy { $0 != $1 })
  }

  /// Every text of a shape, and what becomes of it.
  private func images(_ radices: [Int]) throws -> (texts: [[UInt8]], images: [[UInt8]]) {
    var numbers = try KeyedNumbers(RedactionSamples.key(1))
    let permutation = KeyedPermutation(domain: [1], highest: radices.map { UInt8($0 - 1) })
    var texts: [[UInt8]] = [[]]
    for radix in radices { texts = texts.flatMap { text in (0..<radix).map { text + [UInt8($0)] } } }
    return (texts, try texts.map { try permutation.image(of: $0, &numbers) })
  }

  @Test("every number of four digits becomes another one of four digits")
  func fourDigits() throws {
    let pseudonyms = try RedactionSamples.pseudonyms()
    let numbers = stride(from: 1000, through: 9999, by: 7).map { String($0) }
    let images = try numbers.map { try pseudonyms.text($0, .transaction) }
    #expect(Set(images).count == numbers.count)
    #expect(images.allSatisfy { $0.count == 4 && $0.first != "0" && $0.allSatisfy(\.isNumber) })
    #expect(zip(numbers, images).allSatisfy { $0 != $1 })
  }

  @Test("formats stay", arguments: try TableCase.read("values", "formats of pseudonyms"))
  func formats(_ row: TableCase) throws {
    let image = try RedactionSamples.pseudonyms().text(row.text, .transaction)
    #expect(try image.contains(Regex(row.expected[0])), "\(image)")
    if row.text.contains(where: { $0 != "0" && $0 != "-" }) { #expect(image != row.text) }
  }

  @Test(
    "numbers stay where readers can take them",
    arguments: [
      Int64(1), 7, 9_007_199_254_740_991, 9_007_199_254_740_992, .max, .max - 1, .min, -1, -500,
      1_000_000_000_000_000_000,
    ])
  func integers(_ number: Int64) throws {
    for key in UInt8(1)...20 {
      let image = try RedactionSamples.pseudonyms(key).integer(number, .download)
      #expect((image < 0) == (number < 0))
      if number > 0 {
        #expect(image != number)
        #expect(String(image).count == String(number).count)
        #expect((image > 9_007_199_254_740_991) == (number > 9_007_199_254_740_991))
      }
    }
    #expect(try RedactionSamples.pseudonyms().integer(0, .download) == 0)
  }

  @Test("kinds and keys have nothing to do with each other; one kind is the same in every form")
  func domains() throws {
    let pseudonyms = try RedactionSamples.pseudonyms()
    let text = "1000000692879214"
    let images = try ValueKind.allCases.map { try pseudonyms.text(text, $0) }
    #expect(Set(images).count == images.count)
    #expect(try RedactionSamples.pseudonyms(2).text(text, .transaction) != pseudonyms.text(text, .transaction))
    #expect(
      String(try pseudonyms.integer(1_000_000_692_879_214, .transaction)) == (try pseudonyms.text(text, .transaction)))
    let identifier = "4e5e1a3b-f01a-4855-820f-f349f1242148"
    #expect(
      try pseudonyms.text(identifier.uppercased(), .account) == pseudonyms.text(identifier, .account).uppercased())
  }

  @Test("a product that begins with the app's name still does")
  func names() throws {
    let pseudonyms = try RedactionSamples.pseudonyms()
    let app = try pseudonyms.name("com.example.reader")
    let product = try pseudonyms.name("com.example.reader.monthly_1")
    #expect(product.hasPrefix(app + "."))
    #expect(try product.contains(Regex("^[a-z]{3}\\.[a-z]{7}\\.[a-z]{6}\\.[a-z]{7}_[0-9]$")), "\(product)")
    #expect(try pseudonyms.name("com.example.other") != app)
    for part in ["com", "example", "reader", "monthly"] { #expect(!product.contains(part)) }
    // The same part means nothing elsewhere.
    #expect(try pseudonyms.name("reader.com").split(separator: ".")[1] != app.split(separator: ".")[0])
  }

  /// Where base64 has its capitals, digits and signs is decided by the octets that it encodes.
  @Test("the shape of base64 tells nothing: it is another one under every key")
  func shapes() throws {
    func shape(_ text: String) -> String {
      String(text.map { $0.isNumber ? "9" : $0.isUppercase ? "A" : $0.isLowercase ? "a" : $0 })
    }
    let certificate = "MIIB" + Base64.encode((0..<1_500).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    let verification = Base64.encode(Array(7..<55))
    let short = "aZ3+bY4/cX5="
    for text in [certificate, verification, "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln", short, "MII0123456789012"] {
      let images = try (UInt8(1)...8).map { try RedactionSamples.pseudonyms($0).unknown(text) }
      #expect(!images.map(shape).contains(shape(text)), "\(text.prefix(30))")
      if text != short { #expect(images.allSatisfy { $0.allSatisfy(\.isLowercase) && $0.count <= 64 }) }
    }
    let values = try (UInt8(1)...8).map { try RedactionSamples.pseudonyms($0).base64(verification, .device) }
    #expect(Set(values.map(shape)).count == values.count)
    #expect(values.allSatisfy { Base64.decodeCanonical(Array($0.utf8), 0..<$0.utf8.count)?.count == 48 })
  }

  @Test(
    "a long text ends in its own format, whatever it is made of",
    arguments: ["A", "a", "Aa", "a.A", "1a", "1-", "+A/b="])
  func walks(_ unit: String) throws {
    for count in [11, 12, 13, 19, 20, 127, 128, 129, 5_000] {
      let text = String(String(repeating: unit, count: count).prefix(count))
      let image = try RedactionSamples.pseudonyms().text(text, .account)
      let (before, after) = (TextFormat(Array(text.utf8)), TextFormat(Array(image.utf8)))
      #expect(image != text && (before == after || (before == .opaque && image.allSatisfy(\.isLowercase))))
    }
  }

  @Test(
    "octets keep their number, and different ones stay different", arguments: [1, 2, 8, 16, 20, 64, 128, 129, 1_000])
  func octets(_ count: Int) throws {
    let pseudonyms = try RedactionSamples.pseudonyms()
    let first = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var second = first
    second[count - 1] ^= 1
    let images = try [first, second].map { try pseudonyms.octets($0, .opaqueValue) }
    #expect(images.allSatisfy { $0.count == count })
    #expect(images[0] != images[1] && images[0] != first)
  }

  @Test("a key is long enough, and an editor's line feed does not count")
  func keys() throws {
    let text = RedactionKey.random().fileText
    #expect(text.utf8.count == 65)
    let key = try RedactionKey(file: Array(text.utf8))
    #expect(key.octets == (try RedactionKey(file: Array(("  " + text + "\r\n\n").utf8))).octets)
    #expect(!"\(key)".contains(text.prefix(8)))
    #expect(throws: ReceiptError.self) { try RedactionKey(file: Array(repeating: 0x41, count: 31)) }
    #expect(throws: ReceiptError.self) { try RedactionKey(file: Array(repeating: 0x20, count: 64)) }
    #expect(RedactionKey.random().octets != RedactionKey.random().octets)
  }

  /// Each number is as likely as the others: of 26,000 letters each one is there 1,000 times, give or take six standard
  /// deviations.
  @Test("numbers are spread evenly", arguments: [2, 3, 10, 26, 62, 200, 256])
  func even(_ radix: Int) throws {
    var numbers = try KeyedNumbers(RedactionSamples.key(1))
    var counts = [Int](repeating: 0, count: radix)
    try numbers.setTopic(domain: Array("even".utf8), shape: [UInt8(radix - 1)])
    try numbers.begin(step: 0, Span(), drawing: 1_000 * radix)
    for _ in 0..<1_000 * radix { counts[try numbers.next(below: radix)] += 1 }
    #expect(counts.allSatisfy { (810...1_190).contains($0) }, "\(counts)")
  }

  @Test("what was made before changes no pseudonym")
  func order() throws {
    let used = try RedactionSamples.pseudonyms()
    let texts = (0..<500).flatMap { ["name_\($0)", "some text number \($0)", String(1_000_000 + $0)] }
    let first = try texts.map { try used.unknown($0) }
    #expect(Set(first).count == texts.count)
    #expect(try texts.reversed().map { try used.unknown($0) } == first.reversed())
    for index in stride(from: 0, to: texts.count, by: 97) {
      #expect(try RedactionSamples.pseudonyms().unknown(texts[index]) == first[index])
    }
    // One text for Swift, and two values.
    let accents = ["caf\u{E9} and more", "cafe\u{301} and more"]
    #expect(try used.unknown(accents[0]) != used.unknown(accents[1]))
    // As an identifier and as something that nobody has described.
    #expect(try used.unknown("abcdefgh-ijkl") != used.text("abcdefgh-ijkl", .unknown))
  }

  /// Files that were redacted with one key years apart have to fit together, so these may never change. Computed by
  /// `Tests/Fixtures/pseudonyms.py` from the descriptions, under the key of 32 octets 01.
  @Test("pseudonyms are for ever")
  func knownAnswers() throws {
    let pseudonyms = try RedactionSamples.pseudonyms(1)
    for row in try TableCase.read("pseudonyms") {
      let pseudonym =
        switch row.words()[0] {
        case "unknown": try pseudonyms.unknown(row.text)
        case "name": try pseudonyms.name(row.text)
        case let kind:
          try pseudonyms.text(row.text, try #require(ValueKind.allCases.first { "\($0)" == kind }))
        }
      #expect(pseudonym == row.words()[1], "\(row.text)")
    }
    #expect(
      try pseudonyms.text(String(repeating: "Jane Doe. ", count: 500), .account)
        == "evzjhfabyveybtwqejjpbmtmhswrgjaifbeirzbgizniiokipswsqhhwjuvximfs")
    func octets(_ octets: some Sequence<Int>) throws -> [UInt8] {
      try pseudonyms.octets(octets.map { UInt8(truncatingIfNeeded: $0) }, .opaqueValue)
    }
    #expect(hexadecimal(try octets(16..<32)[...]) == "7067c5dcbe0d845b0a846b9bec380f02")
    let longest =
      "c26a2205efa61c70eb66c0d63c3bf8257f8fbbd7cbb172e8f9da336a731962c139475bf52b53b51a249405d9529aa0ddca9f8071151ecd8d"
      + "ce0b42670967c3bc1cee41fb04b26336d6bf08b71b235508cac5c9c8ffddf3afb5b0909ede727a6fc0fa99f2df14ed8f5832198e3cb5120e"
      + "8e03c298337b4e7391b6d5e9e08f9118"
    #expect(hexadecimal(try octets(0..<128)[...]) == longest)
    let masked = DigestAlgorithm.sha256.digest(try octets((0..<3_000).map { $0 % 251 }))
    #expect(hexadecimal(masked[...]) == "ed15061b6bcaac1edfbafe57f0cbcce7480e144a571dc9e57f46c8ba81b3a949")
  }
}
