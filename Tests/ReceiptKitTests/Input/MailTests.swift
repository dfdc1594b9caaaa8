import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptReading

private typealias S = InputSamples

/// Mails as programs save them. The encodings are written here and not by the code under test.
@Suite("Mails, saved with their encodings")
struct MailTests {
  private static func receipt(_ name: String = "consumable") throws -> (text: String, octets: [UInt8]) {
    let text = try PackageFiles.line("\(name).b64")
    return (text, try #require(Base64.decodeCanonical(Array(text.utf8), 0..<text.utf8.count)))
  }

  /// RFC 2045, 6.8: lines of 76 characters.
  private static func base64(_ octets: [UInt8]) -> String { S.wrapped(S.base64(octets), at: 76, with: "\r\n") + "\r\n" }
  private static func base64(_ text: String) -> String { base64(Array(text.utf8)) }

  /// RFC 2045, 6.7: lines of at most 76 characters with soft breaks.
  private static func quoted(_ text: String) -> String {
    var lines = ""
    var width = 0
    for byte in text.utf8 {
      let isPlain = (0x20...0x7E).contains(byte) && byte != 0x3D
      let code = isPlain ? String(UnicodeScalar(byte)) : byte == 0x0A ? "\r\n" : "=" + hexadecimal([byte]).uppercased()
      if width + code.utf8.count > 75 {
        lines += "=\r\n"
        width = 0
      }
      lines += code
      width = byte == 0x0A ? 0 : width + code.utf8.count
    }
    return lines + "\r\n"
  }

  private static let head =
    "Return-Path: <jane@example.com>\r\nFrom: =?utf-8?q?Jane_D=C3=B6e?= <jane@example.com>\r\nSubject: it does not work\r\n"
    + "Date: Thu, 26 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n"

  private static func single(_ encoding: String, _ body: String, type: String = "text/plain; charset=utf-8") -> String {
    head + "Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n" + body
  }

  private static func part(_ type: String, _ encoding: String, _ body: String) -> String {
    "Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n" + body
  }

  private static func multipart(_ kind: String, _ parts: [String], boundary: String = "=_b 1", isClosed: Bool = true)
    -> String
  {
    "Content-Type: multipart/\(kind);\r\n boundary=\"\(boundary)\"\r\n\r\nThis is a mail in parts.\r\n"
      + parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + (isClosed ? "--\(boundary)--\r\n" : "")
  }

  private static let words = "Hello,\n\nmy purchase does not work – please help:\n\n"
  private static let hello = part("text/plain", "quoted-printable", quoted("Hello – see the attachment."))
  private static let picture = part(
    "image/png; name=\"logo.png\"", "base64", base64([0x89, 0x50, 0x4E, 0x47, 0, 1, 2]))

  /// Mails by how the receipt stands in them.
  private static func mails(_ text: String, _ octets: [UInt8]) -> [(name: String, mail: String)] {
    let page = "<html><body>Hello,<br>\n<p>\(S.wrapped(text, at: 60, with: "<br>\n"))</p></body></html>"
    let request = #"{"receipt-data": "\#(text)", "password": "x"}"#
    let file = part("application/octet-stream; name=receipt", "base64", base64(octets))
    return [
      ("base64", single("base64", base64(words + text + "\n\nJane\n"))),
      ("base64 of a folded text", single("BASE64", base64(words + S.wrapped(text, at: 64, with: "\n")))),
      ("quoted-printable", single("quoted-printable", quoted(words + text + "\n\nJane\n"))),
      ("quoted-printable request", single("quoted-printable", quoted(request), type: "application/json")),
      ("page alone", single("quoted-printable", quoted(page), type: "text/html")),
      ("page that is not encoded", single("7bit", page, type: "text/html; charset=\"us-ascii\"")),
      ("attached file", head + multipart("mixed", [hello, file])),
      ("attached file and picture", head + multipart("mixed", [hello, picture, file])),
      ("attached text", head + multipart("mixed", [hello, part("text/plain; name=a.txt", "base64", base64(text))])),
      ("not closed", head + multipart("mixed", [hello, file], isClosed: false)),
      (
        "two forms of one text",
        head
          + multipart(
            "alternative",
            [
              part("text/plain", "quoted-printable", quoted(words + text)),
              part("text/html", "quoted-printable", quoted(page)),
            ])
      ),
      (
        "parts in parts",
        head
          + multipart("mixed", [multipart("related", [hello, picture], boundary: "inner"), file], boundary: "outer")
      ),
      (
        "forwarded",
        head + multipart("mixed", [hello, "Content-Type: message/rfc822\r\n\r\n" + single("base64", base64(text))])
      ),
      ("mailbox", "From jane@example.com Thu Nov 26 10:00:00 2026\n" + single("base64", base64(text))),
      ("line feeds only", single("base64", base64(words + text)).replacing("\r\n", with: "\n")),
    ]
  }

  @Test("a receipt in a mail is read, however it is encoded there")
  func read() throws {
    let (text, octets) = try Self.receipt()
    for (name, mail) in Self.mails(text, octets) {
      let found = try #require(try? InputRecognizer().recognize(mail), "\(name)")
      #expect(found.content == .signedData(octets), "\(name)")
      #expect(found.layers.first == .mail && found.unread.isEmpty, "\(name): \(found.layers) \(found.unread)")
      let diagnosis = Diagnostician().diagnose(mail)
      #expect(diagnosis.canonical == text && diagnosis.findings.contains { $0.cause == .mailMarks }, "\(name)")
    }
    let jws = String(decoding: try PackageFiles.read("TestReceipts/jws-transaction.jws"), as: UTF8.self)
    for mail in [Self.single("base64", Self.base64(jws)), Self.single("quoted-printable", Self.quoted(jws))] {
      guard case .jws = try InputRecognizer().recognize(mail).content else {
        Issue.record("no signed data")
        continue
      }
    }
  }

  @Test("a receipt that was cut on the way is called so, and never taken for none")
  func cut() throws {
    let (text, octets) = try Self.receipt()
    let half = String(text.prefix(text.utf8.count / 2))
    for (name, mail) in Self.mails(half, Array(octets.prefix(octets.count / 2))) {
      let diagnosis = Diagnostician().diagnose(mail)
      #expect([.truncated, .columnLimit, .brokenJSON].contains(diagnosis.cause), "\(name): \(diagnosis.summary)")
      #expect(diagnosis.canonical == nil, "\(name)")
      #expect(diagnosis.summary.description.contains("inside mail"), "\(name): \(diagnosis.summary)")
    }
  }

  @Test("two receipts are not chosen from; one beside signed data is named as unread")
  func several() throws {
    let (one, _) = try Self.receipt()
    let (_, other) = try Self.receipt("non-consumable")
    let file = Self.part("application/octet-stream; name=receipt", "base64", Self.base64(other))
    let both = Self.head + Self.multipart("mixed", [Self.part("text/plain", "base64", Self.base64(one)), file])
    #expect(Diagnostician().diagnose(both).cause == .severalReceipts)
    let jws = String(decoding: try PackageFiles.read("TestReceipts/jws-transaction.jws"), as: UTF8.self)
    let beside = Self.head + Self.multipart("mixed", [file, Self.part("text/plain", "base64", Self.base64(jws))])
    #expect(try InputRecognizer().recognize(beside).unread.map(\.kind) == [.signedData])
  }

  @Test("a mail without a receipt says what to open or to ask for")
  func nothing() throws {
    let archive = Self.part(
      "application/zip; name=\"logs.zip\"", "base64", Self.base64([0x50, 0x4B, 3, 4, 0, 0, 0, 0]))
    let many = Self.multipart("mixed", Array(repeating: Self.hello, count: MailParts.maximumParts + 1))
    // Forwarded again and again.
    let deep = String(repeating: "Content-Type: message/rfc822\r\n\r\n", count: 10) + Self.hello
    for (mail, cause, said) in [
      (Self.single("base64", Self.base64(Self.words)), Cause.otherFormat, "ask for it as an attachment"),
      (Self.head + Self.multipart("mixed", [deep]), .otherFormat, "deep in each other"),
      (Self.head + Self.multipart("mixed", [Self.hello, archive]), .otherFormat, "attachment logs.zip"),
      (Self.head + Self.multipart("mixed", [Self.hello, Self.picture]), .picture, "with logo.png"),
      (Self.head + many, .otherFormat, "more than 100 parts"),
      (Self.single("base64", Self.base64("My order MK5TSQRX9H is lost – help!")), .orderNumber, "history MK5TSQRX9H"),
      (
        Self.single("quoted-printable", Self.quoted("Transaction 2000000123456789 – where is it?")),
        .transactionIdentifier, "history 2000000123456789"
      ),
    ] {
      let diagnosis = Diagnostician().diagnose(mail)
      let text = diagnosis.said.joined(separator: "\n")
      #expect(diagnosis.cause == cause && text.contains(said), "\(text)")
    }
  }

  @Test("any damage to a mail is an error, or the same receipt", .thorough)
  func damaged() throws {
    let (text, octets) = try Self.receipt()
    var generator = SplitMix(seed: 39)
    for (_, mail) in Self.mails(text, octets) {
      let good = Array(mail.utf8)
      for _ in 0..<40 {
        var bytes = good
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case 1:
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...80, using: &generator)))
        default:
          for _ in 0..<3 {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
          }
        }
        guard case .signedData(let found)? = try? InputRecognizer().recognize(bytes).content else { continue }
        #expect(found.count <= bytes.count)
      }
    }
  }
}
