import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

/// Blocks as HTML.
@Suite("HTML of a report")
struct HTMLPrinterTests {
  private typealias Sample = SignedDataSamples

  private func html(_ page: TextPage, _ language: SummaryLanguage = .english) -> String {
    var report = Report(in: language)
    report.append(page, name: "page", untitled: "Proof")
    return report.html
  }

  @Test("nothing in a text acts as markup, in an element or in the value of an attribute")
  func escaped() {
    #expect(HTMLWriter.escaped(#"<a b="c" d='e'>&"#) == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;")
    var writer = HTMLWriter(in: .english, masking: ValueMask(["2000000912345678"]))
    writer.element("b", ["title": "of 2000000912345678"], text: "it")
    #expect(writer.html == #"<b title="of …">it</b>"#)
  }

  /// The texts of elements, each in brackets of its kind: `<name>value`.
  private func outline(_ html: String) -> String {
    html.replacing(/<(\/?)(dt|dd|dl|h2|td|th)\b[^>]*?( class="inner")?>/) { match in
      switch (match.output.2, match.output.1.isEmpty) {
      case ("dl", true): "{"
      case ("dl", false): "}"
      case ("dt", true), ("th", true), ("td", true), ("h2", true): "; "
      case ("dd", true): "="
      default: ""
      }
    }.replacing(/<[^>]*>/, with: "")
  }

  @Test("objects in objects are lists in lists, with their words and money")
  func nested() throws {
    var page = TextPage(InspectSamples.layout(200))
    page.jws(try Sample.signature(NotificationSamples.payload("METADATA_UPDATE", nil)))
    let text = outline(html(page))
    #expect(text.contains("Notification: METADATA_UPDATE") && text.contains("; Transaction not verified"), "\(text)")
    #expect(text.contains("{; Product=com.example.reader.monthly; "), "\(text)")
    let item =
      "; Items 1 of 2={; SKU=books; Name=Books; Description=Books; Price=6.99 EUR; Offer={; Price=3.99 EUR; "
      + "Period=1 month; Periods=2; Reason=to win the customer back}}; Items 2 of 2={; SKU=news; "
    #expect(text.contains(item), "\(text)")
  }

  @Test("every text has its role, values are isolated, and moments can be read by programs")
  func roles() throws {
    let decoded = try InspectSamples.decode(.sandboxSample())
    let text = html(InspectReport(decoded, showsCertificates: false).page(InspectSamples.layout(200)))
    #expect(text.contains("<span class=\"warning\">! test-signed</span> — "), "\(text)")
    #expect(text.contains("<dt><span class=\"label\">App</span></dt><dd dir=\"auto\">com.example.test</dd>"))

    #expect(text.contains(/<time datetime="20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ">20\d\d-\d\d-\d\d \d\d:\d\d:\d\d<\/time>/))
  }

  @Test("a table has columns and rows; what is empty everywhere is left out, and many rows are folded")
  func table() throws {
    var page = TextPage(InspectSamples.layout(80))
    let cell = StyledText("a", .warning) + StyledText("b")
    page.table(TextTable([.init(""), .init("NONE"), .init("WHAT")], [[StyledText("1"), StyledText(""), cell]]))
    #expect(outline(html(page)).contains("; ; WHAT; 1; ab"), "\(html(page))")
    #expect(html(page).contains("data-name=\"WHAT\"") && !html(page).contains("NONE"))
    var long = TextPage(InspectSamples.layout(80))
    long.table(TextTable([.init("WHAT")], (1...1_100).map { [StyledText("row \($0)")] }))
    let text = html(long)
    #expect(text.components(separatedBy: "<table").count == 4 && text.contains("row 1100<"))
    #expect(text.contains("<summary>Show 500 more</summary>") && text.contains("<summary>Show 100 more</summary>"))
  }

  @Test("names and sentences are in the language asked for, and values stay")
  func languages() throws {
    var page = TextPage(InspectSamples.layout(80))
    page.field("Environment", "com.example.environment")
    page.heading("Purchases: \(grouped: 3) of \(grouped: 2) products, newest first")
    let text = outline(html(page, .german))
    #expect(text.contains("; Beweis{; Umgebung=com.example.environment}"), "\(text)")
    #expect(text.contains("; Käufe: 3, von 2 Produkten, die neuesten zuerst"), "\(text)")
  }

  @Test("a value without a name is another one of the name before it")
  func continued() throws {
    var page = TextPage(InspectSamples.layout(80))
    page.field("Repaired", "one")
    page.field("", "two")
    #expect(html(page).contains("<h2><span class=\"heading\">Proof</span></h2>"))
    #expect(outline(html(page)).contains("{; Repaired=one=two}"), "\(html(page))")
  }

  @Test("periods are drawn to scale if the shortest can be seen, and each has a place otherwise")
  func drawing() throws {
    func instant(_ day: Int64) -> Instant { Instant(milliseconds: day * 86_400_000) }
    func bar(_ start: Int64, _ end: Int64, hasGap: Bool = false) -> PeriodDrawing.Bar {
      .init(start: instant(start), end: instant(end), colorClass: "paid", name: "paid", title: "x", hasGap: hasGap)
    }
    func shapes(_ drawing: PeriodDrawing) -> [[String]] {
      var page = TextPage(InspectSamples.layout(80))
      page.drawing(drawing)
      return html(page).matches(of: /<rect class="paid" x="([^"]*)" y="6" width="([^"]*)"/).map {
        [String($0.output.1), String($0.output.2)]
      } + html(page).matches(of: /<line class="now" x1="([^"]*)"/).map { [String($0.output.1)] }
    }
    let now = PeriodDrawing.Mark(at: instant(75), colorClass: "now", title: "now")
    // 960 units for 100 days, each period 1.5 units shorter than its time.
    #expect(
      shapes(PeriodDrawing(bars: [bar(0, 50), bar(50, 100)], marks: [now]))
        == [["0.0", "478.5"], ["480.0", "478.5"], ["720.0"]])
    // A period of a day among years: two places and a gap of 0.6, 960 / 2.6 units each.
    #expect(
      shapes(PeriodDrawing(bars: [bar(0, 1), bar(1_000, 1_365, hasGap: true)]))
        == [["0.0", "367.7"], ["590.8", "367.7"]])
    #expect(shapes(PeriodDrawing(bars: [bar(2, 1)])).isEmpty && shapes(PeriodDrawing()).isEmpty)
  }
}
