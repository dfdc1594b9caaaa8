import ReceiptKit
import Testing

@Suite("Input: every form of a receipt")
struct InputDamageTests {
  private static let originals = [
    InputSamples.der, InputSamples.unpaddedDER, InputSamples.oncePaddedDER, InputSamples.ber,
  ]

  /// Their base64 begins with `MIJ`, `MIK`, `MIL` and `MIM`.
  private static let large = [20_000, 40_000, 60_000, 70_000].map(InputSamples.contentInfo)

  @Test(
    "is unwrapped to the very bytes, with its layers and repairs", .thorough,
    arguments: try InputDamage.all.get().indices)
  func damage(_ index: Int) throws {
    let damage = try InputDamage.all.get()[index]
    // Of the large ones each form gets one, in turn.
    for original in Self.originals + [Self.large[index % Self.large.count]] {
      let (pasted, repairs) = damage.apply(InputSamples.base64(original))
      let found = try InputRecognizer().recognize(pasted)
      #expect(found.content == .signedData(original))
      #expect(found.layers == damage.layers)
      #expect(found.repairs.map(\.description) == repairs)
    }
  }

  @Test("removed plus signs and a hole are told from a lost end")
  func losses() throws {
    let text = String(decoding: try PackageFiles.read("TestReceipts/sandbox-subscription.b64"), as: UTF8.self)
      .filter { !$0.isWhitespace }
    func hint(_ text: String) throws -> String {
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(text) }
      #expect(error.code == .truncated, "\(error)")
      return try #require(error.hint).description
    }
    let without = text.replacing("+", with: "")
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(without) }
    #expect(error.cause == .plusSignsLost)
    #expect(try hint(without).hasPrefix("there is no plus sign in it: something removed them all"))
    // It ends with padding, at a multiple of four characters.
    #expect(text.last == "=")
    #expect(
      try hint(String(text.prefix(2_000) + text.dropFirst(2_400)))
        == "paste all of it: its end is here, so a part is missing somewhere before it")
    #expect(try hint(String(text.prefix(2_400))).contains("a part was lost on the way"))
  }

  @Test(
    "words on the lines behind signed data are never a part of it",
    arguments: [
      "tx: JWS\nMany thanks", "tx: JWS\n\nBest regards", "INFO got tx: JWS\nINFO done",
      "10:00:01 INFO tx: JWS\n10:00:02 Bob\n", "10:00 JWS\n10:01 Bob\n10:02 Tom\n", "tx: JWS\ntx: done",
    ])
  func behindSignedData(_ form: String) throws {
    let jws = try PackageFiles.read("TestReceipts/jws-transaction.jws").filter { !$0.isASCIISpace }
    let text = form.replacing("JWS", with: String(decoding: jws, as: UTF8.self))
    let signature = try #require(try InputRecognizer().recognize(text).content.signature)
    #expect(signature.text == jws)
  }

  @Test("what is missing of a receipt behind a word is said of the receipt")
  func behindWord() throws {
    let text = "Hi\n\n" + InputSamples.base64(InputSamples.der).prefix(800)
    let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(text) }
    #expect(error.code == .truncated && error.missingBytes == 619)
  }

  @Test("raw bytes need nothing", arguments: originals)
  func rawBytes(_ original: [UInt8]) throws {
    let found = try InputRecognizer().recognize(original)
    #expect(found.content == .signedData(original))
    #expect(found.layers.isEmpty && found.repairs.isEmpty)
  }

  @Test("bytes behind the receipt are left out and reported", arguments: originals)
  func trailingBytes(_ original: [UInt8]) throws {
    let lineFeed = try InputRecognizer().recognize(original + [0x0A])
    #expect(lineFeed.content == .signedData(original))
    #expect(lineFeed.repairs.map(\.description) == ["trailing bytes ignored: 1"])

    let padded = try InputRecognizer().recognize(InputSamples.base64(original + [0, 0, 0, 0, 0]))
    #expect(padded.content == .signedData(original))
    #expect(padded.repairs.map(\.description) == ["trailing bytes ignored: 5"])
  }

  @Test("a bare payload")
  func payload() throws {
    let text = Array(InputSamples.base64(InputSamples.payload).utf8)
    #expect(try InputRecognizer().recognize(InputSamples.payload).content == .payload(InputSamples.payload))
    #expect(try InputRecognizer().recognize(text).content == .payload(InputSamples.payload))
  }

  @Test("an iOS 6 transaction receipt, as text and in base64")
  func transactionReceipt() throws {
    let list = InputSamples.propertyList
    #expect(try InputRecognizer().recognize(list + [0x0A]).content == .transactionReceipt(list))
    let found = try InputRecognizer().recognize(InputSamples.base64(list))
    #expect(found.content == .transactionReceipt(list))
    #expect(found.layers == [.base64])
  }

  @Test("a receipt in the messages of a chat is joined without their times and names")
  func chat() throws {
    let text = InputSamples.base64(InputSamples.der)
    let pieces = [text.prefix(800), text.dropFirst(800)].map { "[30.11.26, 09:02:30] Jane Doe: \($0)" }
    let question = "[30.11.26, 09:01:12] Support: Please send the code."
    let lines = [question] + pieces + ["[30.11.26, 09:07:40] Jane Doe: done"]
    for given in [lines, Array(lines.prefix(3))] {
      let found = try InputRecognizer().recognize(given.joined(separator: "\n"))
      #expect(found.content == .signedData(InputSamples.der))
    }
  }

  @Test("hexadecimal in all its spellings")
  func hex() throws {
    let pairs = InputSamples.hex(InputSamples.der)
    var words: [String] = []
    for start in stride(from: 0, to: pairs.count, by: 4) {
      words.append(pairs[start..<min(start + 4, pairs.count)].joined())
    }
    let run = pairs.joined()
    let colons = pairs.joined(separator: ":").uppercased()
    let prefixed = pairs.map { "0x\($0)" }.joined(separator: ", ")
    let escaped = pairs.map { "\\x\($0)" }.joined()
    let spaced = words.joined(separator: " ")
    let lines = words.joined(separator: "\r\n")
    let spellings: [String] = [
      run, pairs.joined(separator: " "), colons, "0x\(run)", prefixed, "<\(spaced)>", escaped, "\(lines)\r\n",
      "{length = 1219, bytes = 0x\(spaced) }",
    ]
    for spelling in spellings {
      let found = try InputRecognizer().recognize(spelling)
      #expect(found.content == .signedData(InputSamples.der), "\(spelling.prefix(24))")
      #expect(found.layers == [.hex], "\(spelling.prefix(24))")
      #expect(found.repairs.isEmpty, "\(spelling.prefix(24))")
    }
  }

  @Test("the dumps of xxd and hexdump -C, and their damages")
  func hexDumps() throws {
    let pairs = InputSamples.hex(InputSamples.der)
    var xxd = ""
    var hexdump = ""
    for start in stride(from: 0, to: pairs.count, by: 16) {
      let row = Array(pairs[start..<min(start + 16, pairs.count)])
      let digits = String(start, radix: 16)
      let offset = String(repeating: "0", count: 8 - digits.count) + digits
      let words = stride(from: 0, to: row.count, by: 2).map { row[$0] + ($0 + 1 < row.count ? row[$0 + 1] : "") }
      // The last columns are the same bytes as characters, here as misleading as they can be.
      xxd += "\(offset): \(words.joined(separator: " "))  abcdef0123456789\n"
      let halves = [row.prefix(8), row.dropFirst(8)].map { $0.joined(separator: " ") }
      hexdump += "\(offset)  \(halves[0])  \(halves[1])  |abcdef0123456789|\n"
    }
    let end = String(InputSamples.der.count, radix: 16)
    for dump in [xxd, hexdump + "00000\(end)\n"] {
      let found = try InputRecognizer().recognize(dump)
      #expect(found.content == .signedData(InputSamples.der))
      #expect(found.layers == [.hex] && found.repairs.isEmpty)
    }
    let lines = xxd.split(separator: "\n")
    let gap = (lines.prefix(3) + lines.dropFirst(4)).joined(separator: "\n")
    let squeezed = lines.prefix(3).joined(separator: "\n") + "\n*\n" + lines.dropFirst(5).joined(separator: "\n")
    for (dump, code) in [(gap, ReceiptError.Code.invalidEncoding), (squeezed, .truncated)] {
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(dump) }
      #expect(error.code == code)
      #expect(error.offset == lines.prefix(3).joined(separator: "\n").utf8.count + 1)
    }
  }

  @Test("a JSON array of numbers, also signed and as Node prints a Buffer")
  func byteArrays() throws {
    let numbers = InputSamples.der.map { "\($0)" }.joined(separator: ",")
    let signed = InputSamples.der.map { "\(Int8(bitPattern: $0))" }.joined(separator: ", ")
    for text in ["[\(numbers)]", "[\(signed)]", "{\"type\":\"Buffer\",\"data\":[\(numbers)]}"] {
      let found = try InputRecognizer().recognize(text)
      #expect(found.content == .signedData(InputSamples.der))
      #expect(found.layers == [.json])
      #expect(found.copies == nil)
    }
  }

  @Test("a StoreKit 2 signature object, alone and in a notification")
  func jws() throws {
    let header = "{\"alg\":\"ES256\",\"x5c\":[\"MIIE\"]}"
    let payload = "{\"transactionId\":\"2000000123456789\",\"price\":12345678901234567890}"
    let parts = [header, payload, "not a signature ??>"].map { part in
      let text = InputSamples.base64(Array(part.utf8))
      return InputSamples.replacing(
        InputSamples.replacing(InputSamples.replacing(text, "=", with: ""), "+", with: "-"), "/", with: "_")
    }
    let compact = parts.joined(separator: ".")
    let expected = JSONWebSignature(
      header: .object([.init("alg", .string("ES256")), .init("x5c", .array([.string("MIIE")]))]),
      payload: .object([
        .init("transactionId", .string("2000000123456789")), .init("price", .number("12345678901234567890")),
      ]),
      text: Array(compact.utf8))
    let forms: [(String, [InputLayer])] = [
      (compact, []), ("\"\(compact)\"", [.jsonString]), ("{\"signedPayload\":\"\(compact)\"}", [.notification]),
      ("{\"signedTransactionInfo\":\"\(compact)\"}", [.json]),
      ("{\"signedTransactions\":[\"\(compact)\"],\"revision\":\"1\"}", [.json]),
    ]
    for (text, layers) in forms {
      let found = try InputRecognizer().recognize(text)
      #expect(found.content == .jws(expected))
      #expect(found.layers == layers)
      #expect(found.repairs.isEmpty)
    }
    // What is signed has no line breaks.
    let folded = compact.prefix(20) + "\n" + compact.dropFirst(20)
    let wrapped = try InputRecognizer().recognize((folded + "\n"))
    #expect(wrapped.content == .jws(expected))
    #expect(wrapped.repairs.map(\.description) == ["line breaks removed: 1"])
  }
}
