import ReceiptKit
import Testing

@testable import ReceiptDocuments
@testable import ReceiptServer

@Suite("The form of a page")
struct PageFormTests {
  /// The text `x`, made by gzip.
  private static let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xAB, 0, 0, 0x83, 0x16, 0xDC, 0x8C, 1, 0, 0, 0,
  ]

  private static func form(_ files: [(name: String, bytes: [UInt8])], upTo limit: Int) throws -> PageForm {
    var body: [UInt8] = []
    for (name, bytes) in files {
      body += "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n".utf8
      body += bytes + Array("\r\n".utf8)
    }
    body += "--b--\r\n".utf8
    return try PageForm(body, type: "multipart/form-data; boundary=b", upTo: limit, [])
  }

  @Test("a part with two names is no form: readers differ in which they take")
  func twoNames() {
    let field = "Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n"
    for (fields, isForm) in [(field, true), (field + field.replacing("file\"", with: "other\""), false)] {
      let body = Array("--b\r\n\(fields)\r\nx\r\n--b--\r\n".utf8)
      #expect(((try? PageForm(body, type: "multipart/form-data; boundary=b", upTo: 10, [])) != nil) == isForm)
    }
  }

  @Test("ten archives of a form are opened, and the others stay as they are")
  func archives() throws {
    let form = try Self.form((0..<12).map { ("\($0).gz", Self.packed) }, upTo: 1_000)
    #expect(form.items.map(\.bytes) == Array(repeating: [0x78], count: 10) + [Self.packed, Self.packed])
    #expect(form.items.map(\.name) == (0..<12).map { "\($0).gz" })
  }

  @Test("all archives together hold as much as one form, and those that fail count, too")
  func room() throws {
    let limited = try Self.form((0..<3).map { ("\($0).gz", Self.packed) }, upTo: 2)
    #expect(limited.items.map(\.bytes) == [[0x78], [0x78], Self.packed])
    let cut = Array(Self.packed.dropLast(4))
    let damaged = try Self.form((0..<11).map { ("\($0).gz", $0 < 10 ? cut : Self.packed) }, upTo: 1_000)
    #expect(damaged.items.map(\.bytes) == Array(repeating: cut, count: 10) + [Self.packed])
  }
}
