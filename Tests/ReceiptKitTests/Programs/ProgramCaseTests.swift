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
    arguments: [
      ("S02-nojws.json", "says: Test: Subscribed until 20 December 2026"),
      ("S75-id.json", "says: Test: Subscribed until 20 December 2026"),
      ("S21-customer.json", "RevenueCat says: Expired on 12 March 2026"),
      ("S44.json", "says: Pending: nothing was paid yet"),
      ("S73-pending.json", "says: Pending: nothing was paid yet"),
      ("S74-min.json", "It claims: Refunded on 1 November 2026"),
      ("S54-go.txt", "It claims: The last known period ended on 17 December 2021"),
    ])
  func programs(_ name: String, _ words: String) throws {
    let (text, history) = try Self.answer(name)
    #expect(text.contains(words) && !text.contains("Bought"), "\(text)")
    #expect(text.contains("nothing in it is signed by Apple"), "\(text)")
    #expect(history.kind == .otherProgram)
  }

  @Test("ids of a purchase are told: Apple can be asked about them")
  func identifiers() throws {
    #expect(try Self.answer("S75-id.json").text.contains("2000001020000002"))
  }

  @Test(
    "decoded data is a claim, also in a database's wrapping, with other units, and as text in an object",
    arguments: [
      ("S61-firestore.json", "Subscribed until 20 December 2026"),
      ("S61-seconds.json", "Subscribed until 20 December 2026"), ("S25.json", "Bought on 21 April 2026"),
      ("S36.json", "Shared by a family member until 1 December 2026"),
    ])
  func decoded(_ name: String, _ words: String) throws {
    let (text, history) = try Self.answer(name)
    #expect(text.contains(words) && !text.contains("1970"), "\(text)")
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
