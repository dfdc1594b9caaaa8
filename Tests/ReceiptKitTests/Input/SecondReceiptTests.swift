import ReceiptKit
import Testing

private typealias S = InputSamples

/// A second receipt in the places of mails, pages and JSON that people do not see.
@Suite("Input: a second receipt where nobody looks")
struct SecondReceiptTests {
  private static let first = S.contentInfo(noise: 300)
  private static let second = S.contentInfo(noise: 311)

  private static func folded(_ octets: [UInt8], _ separator: String = "\r\n") -> String {
    S.wrapped(S.base64(octets), at: 76, with: separator)
  }

  private static func part(_ type: String, _ encoding: String, _ body: String) -> String {
    "Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n\(body)\r\n"
  }

  /// RFC 2046, 5.1.1: text may stand before the first boundary and behind the last.
  private static func mail(
    as kind: String = "mixed", fields: String = "", before: String = "", _ parts: [String], behind: String = ""
  ) -> [UInt8] {
    let body = parts.map { "--b\r\n\($0)\r\n" }.joined()
    return Array(
      ("From: jane@example.com\r\nSubject: my receipt\r\nMIME-Version: 1.0\r\n\(fields)"
        + "Content-Type: multipart/\(kind); boundary=b\r\n\r\n\(before)\r\n\(body)--b--\r\n\(behind)").utf8)
  }

  /// Inputs with the first receipt, by the place of another one.
  private static func inputs(_ other: [UInt8]) -> [(place: String, input: [UInt8])] {
    let file = part("application/octet-stream", "base64", folded(first))
    let text = part("text/plain", "7bit", "Hello,\r\n\r\n\(folded(first))\r\n")
    let line = S.base64(other)
    let forwarded =
      "From: bob@example.com\r\nSubject: fwd\r\nMIME-Version: 1.0\r\n"
      + part("application/octet-stream", "base64", folded(other))
    func page(_ body: String) -> String { part("text/html", "7bit", "<html><body>\(body)</body></html>") }
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 0] + Array(line.utf8) + [0xFF, 0xD9]
    let request = S.base64(first)
    return [
      ("mail: page of the same text", mail(as: "alternative", [text, page("<p>\(line)</p>")])),
      (
        "mail: text of the same page",
        mail(as: "alternative", [page("<p>\(S.base64(first))</p>"), part("text/plain", "7bit", line)])
      ),
      ("mail: comment of a page", mail([text, page("<!-- \(line) -->Hello")])),
      ("mail: attribute of a page", mail(as: "alternative", [text, page("<p data-r=\"\(line)\">Hello</p>")])),
      ("mail: another part", mail([file, part("text/plain", "7bit", line)])),
      ("mail: another file", mail([file, part("application/octet-stream", "base64", folded(other))])),
      ("mail: field", mail(fields: "X-Note: \(folded(other, "\r\n "))\r\n", [file])),
      ("mail: field of a part", mail(["X-Note: \(folded(other, "\r\n "))\r\n" + file])),
      ("mail: preamble", mail(before: line, [file])),
      ("mail: epilogue", mail([file], behind: line)),
      (
        "mail: behind the padding",
        mail([part("application/octet-stream", "base64", folded(first + [0]) + "\r\n\(line)")])
      ),
      ("mail: forwarded", mail([file, "Content-Type: message/rfc822\r\n\r\n" + forwarded])),
      ("mail: forwarded, encoded", mail([file, part("message/rfc822", "base64", folded(Array(forwarded.utf8)))])),
      ("mail: named as a signature", mail([file, part("application/pkcs7-signature", "base64", folded(other))])),
      ("mail: picture", mail([file, part("image/jpeg", "base64", folded(jpeg))])),
      ("page: text", Array("<html><p>\(request)</p><p>\(line)</p></html>".utf8)),
      ("page: comment", Array("<html><!-- \(line) --><p>\(request)</p></html>".utf8)),
      ("page: attribute", Array("<html><p title=\"\(line)\">\(request)</p></html>".utf8)),
      ("page: script", Array("<html><script>var r='\(line)'</script><p>\(request)</p></html>".utf8)),
      ("JSON: member", Array(#"{"receipt-data":"\#(request)","note":"\#(line)"}"#.utf8)),
      ("JSON: name", Array(#"{"receipt-data":"\#(request)","\#(line)":1}"#.utf8)),
      ("JSON: name inside", Array(#"{"receipt-data":"\#(request)","a":[{"x\#(line)":[]}]}"#.utf8)),
      ("JSON: list", Array(#"{"receipt-data":"\#(request)","a":[[["\#(line)"]]]}"#.utf8)),
      ("JSON: octets", Array(#"{"receipt-data":"\#(request)","a":\#(other)}"#.utf8)),
      ("JSON: JSON in a text", Array(#"{"receipt-data":"\#(request)","a":"{\"b\":\"\#(line)\"}"}"#.utf8)),
    ]
  }

  @Test("is refused or named, and a copy of the first is neither")
  func everyPlace() throws {
    for (copy, another) in zip(Self.inputs(Self.first), Self.inputs(Self.second)) {
      let one = try #require(try? InputRecognizer().recognize(copy.input), "a copy in \(copy.place)")
      #expect(one.content == .signedData(Self.first) && one.unread.isEmpty, "a copy in \(copy.place): \(one.unread)")
      do throws(ReceiptError) {
        let two = try InputRecognizer().recognize(another.input)
        #expect(!two.unread.isEmpty, "\(another.place)")
      } catch {
        #expect(error.cause == .severalReceipts, "\(another.place): \(error.message)")
      }
    }
  }

  @Test("the signature of a mail and a profile of an app are none, and a form that was damaged on the way is named")
  func others() throws {
    let file = Self.part("application/octet-stream", "base64", Self.folded(Self.first))
    let text = Self.part("text/plain", "7bit", Self.folded(Self.first))
    let detached = try PackageFiles.read("TestReceipts/flaw-detached.b64")
    let signed = Self.mail([
      file, Self.part("application/octet-stream", "7bit", String(decoding: detached, as: UTF8.self)),
    ])
    #expect(try InputRecognizer().recognize(signed).unread.isEmpty)
    let cut = Self.mail(
      as: "alternative", [text, Self.part("text/html", "7bit", "<p>\(S.base64(Self.first).prefix(300))</p>")])
    let found = try InputRecognizer().recognize(cut)
    #expect(found.content == .signedData(Self.first) && found.unread.map(\.kind) == [.receipt], "\(found.unread)")
  }
}
