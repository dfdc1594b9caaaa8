import ReceiptKit
import Testing

@testable import ReceiptDocuments

@Suite("Inspect: text")
struct InspectTextTests {
  private static let day: Int64 = 86_400_000
  private static let ageTable: [(Int64, String)] = [
    (0, "just now"), (999, "just now"), (1_000, "1 second ago"), (119_999, "119 seconds ago"),
    (120_000, "2 minutes ago"), (7_200_000, "2 hours ago"), (172_799_000, "48 hours ago"), (2 * day, "2 days ago"),
    (330 * day, "11 months ago"), (731 * day, "2 years ago"), (1_365 * day, "3 years ago"),
    (-3_600_000, "in 60 minutes"),
    (-365_000 * day, "in 999 years"),
  ]

  @Test("ages", arguments: ageTable)
  func age(_ milliseconds: Int64, _ text: String) {
    let layout = InspectSamples.layout(80)
    #expect(layout.age(of: Instant(milliseconds: layout.now.milliseconds - milliseconds)).description == text)
  }

  @Test("ages of moments that are as far apart as can be")
  func extremes() {
    let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
    let layout = InspectSamples.layout(80)
    #expect(layout.asOf(last).age(of: first).hasSuffix(" years ago"))
    #expect(layout.asOf(first).age(of: last).hasPrefix("in "))
  }

  @Test(
    "display widths",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("宽", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2),
      ("❤️", 2), ("✓", 1), ("—", 1), ("ｱ", 1), ("Ａ", 2), ("קבלה", 4),
    ])
  func widths(_ text: String, _ width: Int) {
    #expect(displayWidth(of: text) == width)
  }

  private let plain = TextLayout(width: 80, usesColor: false, now: Instant(milliseconds: 0))
  private let colored = TextLayout(width: 80, usesColor: true, now: Instant(milliseconds: 0))

  @Test("words wrap, long words break, nothing is lost", arguments: 1...40)
  func wrapping(_ width: Int) {
    for text in [
      "the quick brown fox jumps over thelazydogthatsleepsintheafternoon", "宽宽 宽宽宽 a宽", "a  b   c    d", "   ",
    ] {
      guard width > 3 else { continue }
      let lines = StyledText(text).wrapped(to: width).map { $0.rendered(plain) }
      #expect(lines.allSatisfy { displayWidth(of: $0) <= width })
      #expect(lines.joined().replacing(" ", with: "") == text.replacing(" ", with: ""))
      let cut = StyledText(text).cut(to: width).rendered(plain)
      #expect(displayWidth(of: cut) <= width)
    }
  }

  @Test(
    "no line of Chinese is a mark alone, begins with closing punctuation or ends with opening punctuation",
    arguments: 16...60)
  func wrappingWideText(_ width: Int) {
    for text in [
      "✗ 无法判断：该周期已于2025年12月26日结束，晚于此收据（2025年12月25日），其中没有之后的续订；请顾客恢复购买后重新发送。", "! 测试购买：没有人付费。（已订阅）",
      "✗ 并非来自 Apple：没有签名。产品：“com.example”",
    ] {
      let lines = StyledText(text).wrapped(to: width).map { $0.rendered(plain) }
      #expect(lines.allSatisfy { displayWidth(of: $0) <= width })
      #expect(lines.joined().replacing(" ", with: "") == text.replacing(" ", with: ""))
      #expect(!lines.contains { ["✗", "!"].contains($0) }, "\(lines)")
      #expect(!lines.contains { line in "。，：；）”".contains(line.prefix(1)) && !line.isEmpty }, "\(lines)")
      #expect(!lines.contains { line in "（“".contains(line.suffix(1)) && !line.isEmpty }, "\(lines)")
    }
  }

  @Test("styled text is safe, whoever makes it")
  func safety() {
    #expect(StyledText("a\u{1B}[2Jb", .bad).rendered(colored) == "\u{1B}[31ma\\u{1b}[2Jb\u{1B}[0m")
  }

  @Test("a link ends with its line, is not counted, and can be taken out again")
  func links() {
    let linked = TextLayout(width: 80, usesColor: false, usesLinks: true, now: Instant(milliseconds: 0))
    let (start, end) = ("\u{1B}]8;;https://example.com\u{1B}\\", "\u{1B}]8;;\u{1B}\\")
    let text = StyledText("see ") + StyledText("one two", .plain, link: "https://example.com") + StyledText(" end")
    #expect(text.displayWidth == 15)
    #expect(text.wrapped(to: 8).map { $0.rendered(linked) } == ["see \(start)one\(end)", "\(start)two\(end) end"])
    #expect(text.wrapped(to: 8).map { $0.rendered(plain) } == ["see one", "two end"])
    #expect(StyledText.withoutLinks(Array(text.rendered(linked).utf8)) == Array("see one two end".utf8))
    // What an input says is never a link.
    let claimed = StyledText(start + "x" + end).rendered(linked)
    #expect(!claimed.contains("\u{1B}") && StyledText.withoutLinks(Array(claimed.utf8)) == Array(claimed.utf8))
  }

  @Test("the heading of an input is safe too, and one line however long its name is")
  func heading() {
    #expect(InspectSamples.layout(80).heading(source: "-") == "==> standard input <==\n")
    #expect(
      InspectSamples.layout(80).heading(source: String(repeating: "\u{1B}x", count: 99))
        == "==> " + String(repeating: "\\u{1b}x", count: 99) + " <==\n")
  }
}
