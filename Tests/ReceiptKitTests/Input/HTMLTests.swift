import Foundation
import ReceiptKit
import Testing

private typealias S = InputSamples

/// Receipts as mail programs and browsers copy them, with the tags around them.
@Suite("HTML around a receipt")
struct HTMLTests {
  private static func text(_ name: String) throws -> String {
    try PackageFiles.line("\(name)")
  }

  private func recognize(_ page: String) throws -> RecognizedInput {
    try InputRecognizer().recognize(page)
  }

  /// A receipt on one line, and on lines that break as pages break them.
  private static func pages(_ receipt: String) -> [String] {
    let breaks = S.wrapped(receipt, at: 76, with: "<br>\n")
    let lines = S.wrapped(receipt, at: 60, with: "</div><div>")
    return [
      "<p>\(receipt)</p>", "<p class=\"a\"><span lang=\"en\">\(receipt)</span></p>",
      "<html><head><title>Help</title></head><body><p>Hello,</p><p>here it is:</p><pre>\(receipt)</pre></body></html>",
      "<!DOCTYPE html>\n<html><body><table><tr><td>Receipt</td><td>\(receipt)</td></tr></table></body></html>",
      "<div>\(breaks)</div><div>Thank you, Jane</div>", "<DIV><div>\(lines)</div></DIV>",
      "<p>Hello</p>\n<div><div>\(lines)</div>\n</div><p>Jane</p>", "<span>Hello</span><span>\(receipt)</span>",
    ]
  }

  @Test("a receipt in elements is read, on one line and on many")
  func receipts() throws {
    let receipt = try Self.text("consumable.b64")
    let octets = Array(try #require(Data(base64Encoded: receipt)))
    for page in Self.pages(receipt) {
      let found = try #require(try? recognize(page), "\(page.prefix(80))")
      #expect(found.content == .signedData(octets) && found.unread.isEmpty, "\(page.prefix(80))")
    }
    let signed = try Self.text("jws-transaction.jws")
    for page in Self.pages(signed).prefix(4) {
      let signature = try #require(try recognize(page).content.signature)
      #expect(String(decoding: signature.text, as: UTF8.self) == signed)
    }
    let request = "<pre>\n{\"receipt-data\": \"\(receipt)\"}\n</pre>"
    #expect(try recognize(request).content == .signedData(octets))
  }

  /// A text whose characters are references in one of the forms that HTML has.
  private static func references(_ text: String, _ form: Int) -> String {
    let names: [Character: String] = ["+": "&plus;", "/": "&sol;", "=": "&equals;"]
    return text.map { character in
      let value = Int(character.asciiValue ?? 0)
      return switch form {
      case 0: names[character] ?? String(character)
      case 1: character.isLetter || character.isNumber ? String(character) : "&#\(value);"
      case 2: "&#x\(String(value, radix: 16));"
      default: "&#X000\(String(value, radix: 16, uppercase: true));"
      }
    }.joined()
  }

  @Test("a receipt of character references is what a browser shows, and a second one is found", arguments: 0...3)
  func references(_ form: Int) throws {
    let (one, other) = (try Self.text("consumable.b64"), try Self.text("production.b64"))
    let octets = Array(try #require(Data(base64Encoded: one)))
    let (first, second) = (Self.references(one, form), Self.references(other, form))
    #expect(try recognize("<p>\(first)</p>").content == .signedData(octets))
    for page in [
      "<p>\(one)</p><p>\(second)</p>", "<p>\(first)</p><p>\(other)</p>", "<p data-a=\"\(second)\">\(one)</p>",
      "<p>\(one)</p><!-- \(second) -->",
    ] {
      let error = #expect(throws: ReceiptError.self) { try recognize(page) }
      #expect(error?.cause == .severalReceipts, "\(page.prefix(60))")
    }
    let mail = "From: a@example.com\nContent-Type: text/html\n\n<p data-a=\"\(second)\">\(one)</p>\n"
    #expect(#expect(throws: ReceiptError.self) { try recognize(mail) }?.cause == .severalReceipts)
  }

  @Test("what is no reference, or one to another character, stays as it is")
  func otherReferences() throws {
    let receipt = try Self.text("consumable.b64")
    for text in ["&", "&;", "&#;", "&#x;", "&#0;", "&#128;", "&#99999999999;", "&copy;", "&plus", "&#xZ;", "&#"] {
      #expect(try recognize("<p>\(receipt)</p><p>\(text)</p>").unread.isEmpty, "\(text)")
    }
  }

  @Test("two receipts are two, wherever they stand, and a page without one is a page")
  func others() throws {
    let (one, other) = (try Self.text("consumable.b64"), try Self.text("production.b64"))
    for page in [
      "<p>\(one)</p><p>\(other)</p>", "<html><body><div>\(one)</div>\n<div>\(other)</div></body></html>",
      "<html><body data-last=\"\(other)\"><p>\(one)</p></body></html>",
    ] {
      let error = #expect(throws: ReceiptError.self) { try recognize(page) }
      #expect(error?.cause == .severalReceipts, "\(page.prefix(60))")
    }
    // The same one twice is one.
    let octets = Array(try #require(Data(base64Encoded: one)))
    #expect(try recognize("<p>\(one)</p><p>\(one)</p>").content == .signedData(octets))
    let gateway = "<html><body><h1>502 Bad Gateway</h1></body></html>"
    let error = #expect(throws: ReceiptError.self) { try recognize(gateway) }
    #expect(error?.message.description == "an HTML page, not a receipt")
    for text in ["<p", "<p <p <p", "<div><div>", "<html", "<!doctype html>", "<p>eyJ", "<p><"] {
      #expect(throws: ReceiptError.self) { try recognize(text) }
    }
  }
}
