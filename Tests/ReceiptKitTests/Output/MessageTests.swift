import Testing

@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
@testable import ReceiptReading

@Suite("Messages")
struct MessageTests {
  @Test("a literal without values is its own key")
  func literal() {
    let message: Message = "the end of a receipt"
    #expect(message.key == "the end of a receipt" && message.values.isEmpty)
    #expect(message.description == "the end of a receipt")
  }

  @Test("values become placeholders, numbered in order")
  func placeholders() {
    let (name, count, inner): (Substring, Int, Message) = ("a.b64".dropFirst(2), 5_615, "byte \(7)")
    let message: Message = "\(name) has \(grouped: count) bytes, \(inner), \(count) \("x") \(Int64.min) \(UInt64.max)"
    #expect(message.key == "{1} has {2} bytes, {3}, {4} {5} {6} {7}")
    #expect(message.description == "b64 has 5,615 bytes, byte 7, 5615 x -9223372036854775808 18446744073709551615")
  }

  @Test("braces in a value and in the code stay what they are")
  func braces() {
    let (first, second) = ("{2} {1}", "{1}")
    let message: Message = "GET /{id}/ of \(first) and \(second), {"
    #expect(message.description == "GET /{id}/ of {2} {1} and {1}, {")
    #expect(Message(english: "{1} and {2}").description == "{1} and {2}")
  }

  @Test("a message of many values has a number for each")
  func manyValues() {
    var message: Message = ""
    for index in 0..<100 { message += "\("t\(index)") \(index);" }
    #expect(message.key.hasSuffix("{199} {200};"))
    #expect(message.description == (0..<100).map { "t\($0) \($0);" }.joined())
  }

  @Test("a sentence on several lines is one key")
  func sum() {
    let (name, count) = ("x", 2)
    let message: Message = "\(name) of \(count) " + "and \(name) of \(grouped: count)" + "."
    #expect(message == "\(name) of \(count) and \(name) of \(grouped: count).")
    #expect(message.key == "{1} of {2} and {3} of {4}.")
  }

  @Test("equal are messages of the same sentence and the same values")
  func equality() {
    let name = "x"
    #expect("\(name) is empty" as Message == "\("x") is empty")
    #expect("\(name) is empty" as Message != "x is empty")
    #expect("\(name) is empty" as Message != "\("y") is empty")
  }

  @Test("a translation has the values, and what is a message in it is translated")
  func translation() {
    let place: Message = "\(grouped: 1_234) characters end in its header"
    let error = ReceiptError(.truncated, "the JWS is cut off: \(place)")
    #expect(error.message.description == "the JWS is cut off: 1,234 characters end in its header")
    #expect(error.message.text(in: .english) == error.message.description)
    #expect(error.message.text(in: .german) == "das JWS ist abgeschnitten: 1.234 Zeichen enden im Kopf")
    #expect(error.message.text(in: .chinese) == "JWS 被截断：1,234 个字符止于标头中")
    // A value is never a key, nor a placeholder.
    let value: Message = "`\("{1} payload")` at byte \(1_234) is not base64"
    #expect(value.text(in: .german) == "`{1} payload` bei Byte 1234 ist kein Base64")
  }

  @Test("punctuation marks between values need no translation, and are those of the language")
  func marks() {
    let source = "a.b64"
    let message: Message = "\(source): \("header" as Message); \("payload" as Message)"
    #expect(message.text(in: .german) == "a.b64: Kopf; Inhalt")
    #expect(message.text(in: .chinese) == "a.b64：标头；内容")
  }

  @Test("values with roles have the same spaces around them")
  func styledValues() {
    func moved(to account: StyledText) -> StyledText { StyledText("Moved to {1}", in: .chinese, [account]) }
    let (known, other) = (StyledText("jane", .good), StyledText("another account", .good).said(in: .chinese))
    #expect(moved(to: known).text == "已转移至 jane" && moved(to: other).text == "已转移至另一账户")
    #expect(moved(to: other).pieces.map(\.role) == [.plain, .good])
    #expect(StyledText("Moved to {1}", in: .chinese, []).text == "已转移至 {1}")
  }

  @Test("what has no translation stays English as a whole")
  func untranslated() {
    let message: Message = "\("header" as Message) of a sentence that nobody translated"
    #expect(message.wholly(in: .german) == nil)
    #expect(message.text(in: .german) == "header of a sentence that nobody translated")
  }

  @Test("of a list the first three are said, each translated")
  func lists() {
    let reasons = (2...6).map { "\("7") occurs \($0) times" as Message }
    #expect(reasons.summarized().description == "7 occurs 2 times; 7 occurs 3 times; 7 occurs 4 times; and 2 more")
    #expect(
      reasons.summarized().text(in: .german)
        == "7 kommt 2-mal vor; 7 kommt 3-mal vor; 7 kommt 4-mal vor; und 2 weitere")
    #expect(Array(reasons.prefix(2)).summarized().text(in: .chinese) == "7 出现 2 次；7 出现 3 次")
    #expect([Message]().summarized() == "")
  }
}
