import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// What programs get that lay a text out themselves.
@Suite("Text as a document")
struct TextDocumentTests {
  private typealias Sample = SignedDataSamples

  private func document(_ page: TextPage) throws -> JSONValue {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.key("sections")
      writer.array { writer in for section in page.sections() { section.write(to: &writer) } }
    }
    return try JSONReader().read(writer.bytes)
  }

  private func page(_ payload: String) throws -> TextPage {
    var page = TextPage(InspectSamples.layout(200))
    page.jws(try Sample.signature(payload))
    return page
  }

  private func text(_ pieces: JSONValue?) -> String {
    (pieces?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }.joined()
  }

  /// `name=text`, and what is inside of a line in braces.
  private func outline(_ lines: JSONValue?) -> String {
    (lines?.arrayValue ?? []).map { line in
      let name = line["name"].map { text($0) + "=" } ?? ""
      return name + (line["lines"].map { "{\(outline($0))}" } ?? text(line["text"]))
    }.joined(separator: "; ")
  }

  private func outlines(_ section: JSONValue) -> [String] { (section["groups"]?.arrayValue ?? []).map(outline) }

  @Test("objects in objects are lines in lines, with their words and money")
  func nested() throws {
    let document = try document(page(NotificationSamples.payload("METADATA_UPDATE", nil)))
    let sections = try #require(document["sections"]?.arrayValue)
    #expect(sections.map { text($0["title"]) } == ["Notification: METADATA_UPDATE", "Transaction", "Renewal info"])
    #expect(sections.map { text($0["remark"]) } == ["", "not verified", "not verified"])
    let transaction = outlines(sections[1]).joined()
    #expect(transaction.hasPrefix("Product=com.example.reader.monthly; "))
    let item =
      "Items 1 of 2={SKU=books; Name=Books; Description=Books; Price=6.99 EUR; Offer={Price=3.99 EUR; Period=1 month; "
      + "Periods=2; Reason=to win the customer back}}; Items 2 of 2={SKU=news; "
    #expect(transaction.contains(item), "\(transaction)")
  }

  @Test("what stands apart is apart, and every part has its role")
  func groups() throws {
    let decoded = try InspectSamples.decode(.sandboxSample())
    let page = InspectReport(decoded).page(InspectSamples.layout(200), hasAnswer: false)
    let sections = try #require(try document(page)["sections"]?.arrayValue)
    #expect(sections[0]["title"] == nil && sections.count == 2)
    let verdict = try #require(sections[0]["groups"]?.arrayValue?.first?.arrayValue?.first?["text"]?.arrayValue)
    #expect(verdict.map { $0["role"]?.stringValue } == ["warning", "plain"])
    #expect(verdict[0]["text"]?.stringValue == "! test-signed")
    #expect(outlines(sections[0])[1].hasPrefix("App=com.example.test; Version="))
  }

  @Test("a table has columns and rows")
  func table() throws {
    var page = TextPage(InspectSamples.layout(80))
    page.table(
      TextTable([.init(""), .init("WHAT")], [[StyledText("1"), StyledText("a", .warning) + StyledText("b")]]))
    #expect(page.text == "     WHAT\n  1  ab\n")
    let line = try #require(
      try document(page)["sections"]?.arrayValue?.first?["groups"]?.arrayValue?.first?.arrayValue?.first)
    #expect(line["columns"] == .array([.string(""), .string("WHAT")]))
    let cells = try #require(line["rows"]?.arrayValue?.first?["cells"]?.arrayValue)
    #expect(cells.map { text($0["text"]) } == ["1", "ab"])
  }

  @Test("names and sentences are in the language asked for, values stay, and each says which")
  func languages() throws {
    var page = TextPage(InspectSamples.layout(80))
    page.field("Environment", "com.example.environment")
    page.heading("Purchases: \(grouped: 3) of \(grouped: 2) products, newest first")
    var writer = JSONWriter(layout: .compact)
    writer.array { writer in
      for section in page.said(in: .german).sections(untitled: "Beweis") { section.write(to: &writer) }
    }
    let sections = try #require(try JSONReader().read(writer.bytes).arrayValue)
    #expect(sections.map { text($0["title"]) } == ["Beweis", "Käufe: 3, von 2 Produkten, die neuesten zuerst"])
    let title = try #require(sections[1]["title"]?.arrayValue)
    #expect(title.map { $0["language"]?.stringValue } == ["de"])
    #expect(sections[0]["groups"]?.arrayValue.map { $0.map(outline) } == ["Umgebung=com.example.environment"])
  }

  @Test("a value without a name is another one of the name before it")
  func continued() throws {
    var page = TextPage(InspectSamples.layout(80))
    page.field("Repaired", "one")
    page.field("", "two")
    let sections = try #require(try document(page)["sections"]?.arrayValue)
    let lines = try #require(sections.first?["groups"]?.arrayValue?.first?.arrayValue)
    #expect(lines.map { $0["name"]?.arrayValue?.count } == [1, 0] && lines.map { text($0["text"]) } == ["one", "two"])
  }
}

extension JSONValue {
  fileprivate var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
