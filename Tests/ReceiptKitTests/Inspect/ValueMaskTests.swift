import Testing

@testable import ReceiptDocuments

@Suite("Values that identify people")
struct ValueMaskTests {
  @Test("values are replaced as a whole text, and within texts if they are long enough")
  func masked() {
    let mask = ValueMask(["7", "jane", "2000000123456789", "20000", "姓名", "a\u{e9}e\u{301}bcd"])
    for (text, expected) in [
      ("7", "…"), (" jane\n", "…"), ("7 of jane", "7 of jane"), ("姓名", "…"), ("姓名：", "姓名："),
      ("order 2000000123456789.", "order …."), ("2000000", "…00"), ("200002000000123456789", "……"),
      ("xa\u{e9}e\u{301}bcdx", "x…x"), ("", ""), ("2000", "2000"),
    ] { #expect(mask.masked(text) == expected, "\(text)") }
    #expect(ValueMask([]).masked("jane") == "jane")
  }

  @Test("of a long value nothing is left, and many values that begin alike take little time", .timeLimit(.minutes(1)))
  func long() {
    for count in [64, 65, 68, 69, 128, 129, 1_000] {
      let value = String(repeating: "aé0", count: count / 3) + String(repeating: "z", count: count % 3)
      #expect(ValueMask([value]).masked("<\(value)>").allSatisfy { "<…>".contains($0) }, "\(count)")
    }
    let values = (0..<50_000).map { "20000\(1_000_000 + $0)" }
    #expect(ValueMask(values).masked(values.joined(separator: " ")).count == 2 * values.count - 1)
    let alike = (5..<2_000).map { String(repeating: "a", count: $0) + "b" }
    #expect(ValueMask(alike).masked(String(repeating: "a", count: 200_000)).count == 200_000 / 64)
  }
}
