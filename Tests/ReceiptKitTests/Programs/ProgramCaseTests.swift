import ReceiptKit
import TestSupport
import Testing

/// The inputs of the public reports that other programs' objects are about, each with its right answer.
@Suite("Cases of other programs", .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct ProgramCaseTests {
  private static func answer(_ name: String) throws -> (text: String, history: PurchaseHistory) {
    let history = try PurchaseHistoryReader().read(try Samples.cases.read(name))
    let moment = Instant(milliseconds: 1_795_737_600_000)
    let text = SummaryText(PurchaseSummary(SubscriptionStatus(history, at: moment)), in: .english)
    return ((text.lines.map(\.text) + text.remarks).joined(separator: "\n"), history)
  }

  private static func error(_ name: String) throws -> ReceiptError? {
    let bytes = try Samples.cases.read(name)
    do throws(ReceiptError) {
      _ = try PurchaseHistoryReader().read(bytes)
      return nil
    } catch { return error }
  }

  @Test(
    "what a program says is its claim",
    arguments: try TableCase.read("pasted-cases", "claims of programs"))
  func programs(_ row: TableCase) throws {
    let (text, history) = try Self.answer(row.text)
    #expect(text.contains(row.expected[0]) && !text.contains("Bought"), "\(text)")
    #expect(text.contains("nothing in it is signed by Apple"), "\(text)")
    #expect(history.kind == .otherProgram)
  }

  @Test("ids of a purchase are told: Apple can be asked about them")
  func identifiers() throws {
    #expect(try Self.answer("S75-id.json").text.contains("2000001020000002"))
  }

  @Test(
    "decoded data is a claim, also in a database's wrapping, with other units, and as text in an object",
    arguments: try TableCase.read("pasted-cases", "decoded data"))
  func decoded(_ row: TableCase) throws {
    let (text, history) = try Self.answer(row.text)
    #expect(text.contains(row.expected[0]) && !text.contains("1970"), "\(text)")
    #expect(history.kind == .decodedPayload && history.irregularities.isEmpty, "\(history.irregularities)")
  }

  @Test("other units and lost digits are said")
  func notes() throws {
    #expect(try Self.answer("S61-seconds.json").history.notes.contains { $0.contains("seconds since 1970") })
    #expect(
      try Self.answer("S36.json").history.notes.contains { $0.contains("504319184420155600 lost its last digits") })
  }

  @Test("a purchase of Google Play is named, and a missing receipt too")
  func others() throws {
    #expect(try Self.error("S73.json")?.cause == .googlePlay)
    let undefined = try #require(try Self.error("S71-undef.json"))
    #expect(undefined.message.description.contains("`undefined`"))
    #expect(undefined.hint?.description.contains("had no receipt") == true)
  }
}
