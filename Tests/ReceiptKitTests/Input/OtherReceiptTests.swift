import ReceiptKit
import Testing

private typealias S = InputSamples
private typealias Form = OtherReceiptForm
private typealias Place = OtherReceiptPlace

/// Whatever form a second receipt has and wherever it stands, an input with two of them is never taken for one.
@Suite("Input: another receipt in any form")
struct OtherReceiptTests {
  /// Their base64 has no padding, one character and two: where it is left out, the next text begins at another bit.
  private static let firsts = (300...302).map { S.contentInfo(noise: $0) }
  private static let second = S.contentInfo(noise: 311)

  /// Whether an input is taken for one receipt, all of it read.
  private static func isTakenForOne(_ input: [UInt8]) -> Bool {
    guard let found = try? InputRecognizer().recognize(input) else { return false }
    return found.unread.isEmpty
  }

  /// Every form beside every other; the first receipts take turns.
  private static func failures(_ firstForms: [Form], _ secondForms: [Form], _ places: [Place]) -> [String] {
    var failures: [String] = []
    for place in places {
      for (row, firstForm) in firstForms.enumerated() {
        for (column, secondForm) in secondForms.enumerated() {
          let first = firsts[(row + column) % firsts.count]
          guard isTakenForOne(place.join(firstForm.apply(first), secondForm.apply(second))) else { continue }
          failures.append("\(first.count): \(firstForm.name) + \(secondForm.name) (\(place.name))")
        }
      }
    }
    return failures
  }

  @Test("one behind the other", .thorough, arguments: Place.text.indices)
  func text(_ place: Int) {
    let failures = Self.failures(Form.files, Form.files, [Place.text[place]])
    #expect(failures.isEmpty, "\(failures.count): \(failures.joined(separator: "; "))")
  }

  @Test("in JSON members and form fields", arguments: Place.members.indices)
  func members(_ place: Int) {
    let failures = Self.failures(Form.texts, Form.texts, [Place.members[place]])
    #expect(failures.isEmpty, "\(failures.count): \(failures.joined(separator: "; "))")
  }

  @Test("one of which only a piece is there", .thorough, arguments: [true, false])
  func pieces(_ inText: Bool) {
    let failures = Self.failures(inText ? Form.files : Form.texts, Form.pieces, inText ? Place.text : Place.members)
    #expect(failures.isEmpty, "\(failures.count): \(failures.joined(separator: "; "))")
  }

  @Test("what stands around receipts is a repair, and the same receipt twice is one")
  func accepted() throws {
    for first in Self.firsts {
      let text = S.base64(first)
      let (unpadded, pem) = (Form.unpadded(text), S.pem(text))
      for input in [
        text + "\n" + text, unpadded + "\n" + unpadded, unpadded + " " + unpadded, pem + pem, pem + text,
        text + "\n" + pem,
        pem + S.hex(first).joined(), pem + "{\"receipt\":\"\(text)\"}", unpadded + "\nthanks\nBob",
        unpadded + "\nmany thanks", "Hello,\n\n" + pem + "\nMany thanks, Bob\n", "$ cat r.b64\n" + text + "\n$ ",
        "> " + S.wrapped(text, at: 76, with: "\n> ") + "\n",
      ] {
        let found = try InputRecognizer().recognize(input)
        #expect(found.content == .signedData(first) && found.unread.isEmpty, "\(input.suffix(40))")
        #expect(!found.repairs.isEmpty, "\(input.suffix(40))")
      }
      for rest in [[0x0A], [0x0D, 0x0A, 0x20], [UInt8](repeating: 0, count: 512)] {
        #expect(try InputRecognizer().recognize(first + rest).unread.isEmpty)
      }
      #expect(try InputRecognizer().recognize(first + [0x78, 0x0A]).unread == [UnreadPart(.unknown, at: "")])
    }
  }

  @Test("signed data beside a receipt, and a receipt beside signed data, are parts that were not read")
  func signedData() throws {
    func encode(_ text: String) -> String { Form.urlSafe(Form.unpadded(S.base64(Array(text.utf8)))) }
    let header = encode("{\"alg\":\"ES256\",\"x5c\":[\"\(S.base64(S.noise(300)))\"]}")
    let jws = [header, encode("{\"transactionId\":\"1\"}"), Form.urlSafe(Form.unpadded(S.base64(S.noise(64))))]
      .joined(separator: ".")
    for first in Self.firsts {
      for form in [S.base64(first), S.pem(S.base64(first)), "{\"receipt-data\":\"\(S.base64(first))\"}"] {
        for separator in ["\n", "\n\n", " | "] {
          for input in [form + separator + jws, jws + separator + form] {
            // What cannot be read at all is not read in silence.
            guard let found = try? InputRecognizer().recognize(input) else { continue }
            var isSignedData = false
            if case .jws = found.content { isSignedData = true }
            let other: UnreadPart.Kind = isSignedData ? .receipt : .signedData
            #expect(found.unread.contains { $0.kind == other }, "\(input.prefix(20))")
            #expect(!found.repairs.isEmpty, "\(input.prefix(20))")
          }
        }
      }
    }
    let found = try InputRecognizer().recognize((jws + "\n" + S.base64(Self.second)))
    #expect(found.unread == [UnreadPart(.receipt, at: "")])
    // Each piece is counted, on lines of their own as well.
    for separator in ["\n", "\n\n", ", "] {
      let several = [S.base64(Self.second)] + Array(repeating: jws, count: 5)
      let found = try InputRecognizer().recognize(several.joined(separator: separator))
      #expect(found.unread == [UnreadPart(.signedData, at: "", count: 5)])
    }
  }

  @Test("are not judged as one by validate")
  func validation() throws {
    let receipt = try PackageFiles.read("TestReceipts/consumable.b64")
    let other = try InputDecoder().recognizer.recognize(try PackageFiles.read("TestReceipts/bad-signature.b64"))
    let second = try #require(other.content.octets)
    let decoder = try InputDecoder.ofVectors
    var expectations = Expectations()
    expectations.allowsTestSigned = true
    expectations.bundleIdentifiers = ["com.example.reader"]
    let date = try #require(ReceiptDate("2027-01-01T00:00:00Z"))
    let validator = Validator(expectations: expectations, now: date.instant)
    #expect(validator.validate(try decoder.decode(receipt)).verdict == .passed)
    let text = Form.unpadded(String(decoding: receipt, as: UTF8.self))
    for form in Form.files {
      for first in [Array(text.utf8), Array(S.pem(text).utf8), receipt] {
        let input = first + [0x0A] + form.apply(second)
        guard let decoded = try? decoder.decode(input) else { continue }
        #expect(validator.validate(decoded).verdict != .passed, "\(form.name)")
      }
    }
  }
}
