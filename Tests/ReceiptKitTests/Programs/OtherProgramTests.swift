import ReceiptKit
import TestSupport
import Testing

/// Objects that other programs make of purchases: what they say is their claim, and nothing that gives nothing is
/// called bought.
@Suite("Objects of other programs")
struct OtherProgramTests {
  private static let moment = Instant(milliseconds: 1_795_737_600_000)

  /// The first sentences about an input, and the marks in front of them.
  private static func answer(
    _ text: String, at moment: Instant = moment, in language: SummaryLanguage = .english
  ) throws -> (text: String, tones: [PurchaseSummary.Tone], history: PurchaseHistory) {
    let history = try PurchaseHistoryReader().read(text)
    let summary = PurchaseSummary(SubscriptionStatus(history, at: moment))
    let words = SummaryText(summary, in: language)
    return ((words.lines.map(\.text) + words.remarks).joined(separator: "\n"), words.lines.map(\.tone), history)
  }

  private static func error(_ text: String) -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try PurchaseHistoryReader().read(text)
      return nil
    } catch { return error }
  }

  /// Objects of each program: `STATE` is replaced by a member that says its state.
  private static let rows = Result { try TableCase.read("other-programs", "programs") }
  /// Members that say that a purchase gives nothing, or whose meaning the reader does not know.
  private static let states = Result { try TableCase.read("other-programs", "states") }

  @Test("each program of the table has a row here")
  func everyProgram() throws {
    let named = try Self.rows.get().map { row in
      try Self.answer(row.text.replacing("STATE", with: #""quantity":1"#)).history.claims?.program
    }
    for program in OtherProgram.all where !program.isGooglePlay {
      #expect(named.contains(program.name), "\(program.name ?? "")")
    }
  }

  @Test("no row says bought, and none is green, beside a state that gives nothing", arguments: try rows.get())
  func neverBought(_ row: TableCase) throws {
    for state in try Self.states.get().map(\.text) {
      let (text, tones, history) = try Self.answer(row.text.replacing("STATE", with: state))
      #expect(!text.contains("Bought") && !text.contains("Subscribed") && !tones.contains(.good), "\(state): \(text)")
      #expect(text.contains(row.expected[0]), "\(state): \(text)")
      #expect(!SubscriptionStatus(history, at: Self.moment).claimsAccess(to: "com.example.pro"), "\(state)")
    }
  }

  @Test("a stated purchase is told as the program's claim, never in green", arguments: try rows.get())
  func bought(_ row: TableCase) throws {
    let program = row.expected[0]
    let (text, tones, history) = try Self.answer(row.text.replacing("STATE", with: #""quantity":1"#))
    let says = program == "It" ? "It claims: " : " says: "
    #expect(text.contains(program) && text.contains(says + "Bought on 21 September 2026"), "\(text)")
    #expect(tones == [.caution])
    #expect(history.kind == .otherProgram && history.authenticity == nil)
  }

  @Test("members whose names are few are no payload of Apple's")
  func fewNames() throws {
    let refunded = #"{"transactionId":"2000001020000004","productId":"com.example.monthly","status":"refunded"}"#
    let (answer, _, history) = try Self.answer(refunded)
    #expect(history.kind == .otherProgram && answer.contains("It claims: Refunded"), "\(answer)")
    for text in [
      #"{"transactionId":"2000001020000004","productId":"com.example.monthly"}"#,
      #"{"originalApplicationVersion":"1.0","transactionId":"2000001020000004","productId":"a.b"}"#,
    ] {
      let error = try #require(Self.error(text))
      #expect(error.cause == .otherProgram)
      #expect(error.message.description.contains("2000001020000004"), "\(error.message)")
    }
    // An id alone is no purchase.
    #expect(Self.error(#"{"transactionId":"2000001020000004","note":"a"}"#)?.cause != .otherProgram)
  }

  @Test(
    "prints of logs, consoles and frameworks are claims, and what is not there says nothing",
    arguments: try TableCase.read("other-programs", "prints"))
  func prints(_ row: TableCase) throws {
    let (answer, tones, history) = try Self.answer(row.text)
    let said = ([answer, "Environment \(history.environment ?? "none")"] + history.notes.map { "\($0)" })
      .joined(separator: "\n")
    for words in row.expected { #expect(said.contains(words), "\(said)") }
    #expect(history.kind == .otherProgram && !tones.contains(.good))
  }

  @Test(
    "an object that is cut off anywhere says what stands there, and nothing is bought", .thorough,
    arguments: try rows.get())
  func cut(_ row: TableCase) throws {
    let whole = row.text.replacing("STATE", with: #""quantity":1,"comment":"thank you""#)
    var count = 0
    for length in stride(from: 1, to: whole.count, by: 3) {
      for part in [String(whole.prefix(length)), "\(whole.prefix(length))...", "[info] \(whole.prefix(length))"] {
        guard let (text, tones, history) = try? Self.answer(part) else { continue }
        count += 1
        #expect(!text.contains("Bought") && !tones.contains(.good), "\(part): \(text)")
        #expect(text.contains("a part of it is missing") && history.unread.isCut, "\(part): \(text)")
      }
    }
    #expect(count > 5)
  }

  @Test(
    "what stands in an object that is cut off is said, and that a part of it is missing",
    arguments: try TableCase.read("other-programs", "cut"))
  func cutFacts(_ row: TableCase) throws {
    let (answer, tones, _) = try Self.answer(row.text)
    #expect(answer.contains("a part of it is missing") && answer.contains(row.expected[0]), "\(answer)")
    #expect(!tones.contains(.good))
  }

  @Test(
    "the date of an event is the latest at which it was refunded",
    arguments: try TableCase.read("other-programs", "dates of events"))
  func eventDates(_ row: TableCase) throws {
    let answer = try Self.answer(row.text).text
    #expect(answer.contains(row.expected[0]), "\(answer)")
  }

  @Test(
    "what stands beside a purchase, or is missing from it",
    arguments: try TableCase.read("other-programs", "other forms")
  )
  func otherForms(_ row: TableCase) throws {
    let (answer, _, history) = try Self.answer(row.text)
    let said = ([answer] + history.notes.map(\.description)).joined(separator: "\n")
    for words in row.expected {
      #expect(words.hasPrefix("! ") ? !said.contains(words.dropFirst(2)) : said.contains(words), "\(words): \(said)")
    }
    let status = SubscriptionStatus(history, at: Self.moment)
    if row.expected.contains("! Bought") { #expect(!status.claimsAccess(to: "com.example.pro"), "\(said)") }
    guard said.contains("Bought"), said.contains("Words beside it") else { return }
    #expect(throws: BelievedStatus.Objection.self) { try status.believed(admittingUnverified: true) }
  }

  @Test("what may say otherwise beside a purchase takes it back")
  func doubtful() throws {
    let receipt = String(decoding: try PackageFiles.read("TestReceipts/expired.b64"), as: UTF8.self)
    for row in try TableCase.read("other-programs", "doubtful") {
      let text = row.text.replacing("RECEIPT", with: receipt.filter { !$0.isNewline })
      let (answer, tones, history) = try Self.answer(text)
      #expect(!answer.contains("Bought") && !tones.contains(.good), "\(text): \(answer)")
      #expect(row.expected.allSatisfy(answer.contains), "\(text): \(answer)")
      #expect(!SubscriptionStatus(history, at: Self.moment).claimsAccess(to: "com.example.pro"), "\(text)")
    }
    let ruby = try TableCase.read("other-programs", "other forms").last?.lines.last ?? ""
    let refund = try Self.answer("Refund: " + ruby).text
    #expect(refund.contains("Whether it was paid for is not said") && !refund.contains("Bought"), "\(refund)")
    // Without a beginning, something is missing, and it is not read as a whole.
    let loose = try #require(TableCase.read("other-programs", "other forms").first { $0.text.hasPrefix("log: ") }).text
    #expect((try? Self.answer(String(loose.dropFirst(5))).text)?.contains("a part of it is missing") ?? true)
    // Nothing that another program says is believed, whatever is asked for.
    let alone = try Self.answer(#"{"productId":"com.example.pro","transactionId":"1","purchaseDate":1790000000000}"#)
    #expect(throws: BelievedStatus.Objection.self) {
      try SubscriptionStatus(alone.history, at: Self.moment).believed(admittingUnverified: true)
    }
  }

  @Test("what contains a purchase, or stands beside it, is heeded")
  func around() throws {
    let purchases = try TableCase.read("other-programs", "purchases").map(\.text)
    var answered = 0
    for purchase in purchases {
      for row in try TableCase.read("other-programs", "around a purchase") {
        // Some are refused.
        let text = row.text.replacing("X", with: purchase)
        guard let (said, _, history) = try? Self.answer(text) else { continue }
        answered += 1
        #expect(!said.contains("Subscribed") || said.contains("Words beside it"), "\(text): \(said)")
        let status = SubscriptionStatus(history, at: Self.moment)
        let believed = try? status.believed(admittingUnverified: true)
        #expect(believed == nil || !status.claimsAccess(to: "com.example.pro"), "\(text): \(said)")
      }
      let (plain, _, _) = try Self.answer(#"{"success":true,"status":200,"error":null,"purchase":\#(purchase)}"#)
      #expect(plain.contains("Subscribed") && !plain.contains("Words beside it"), "\(plain)")
    }
    #expect(answered > 18, "\(answered) of 24")
    // However much stands before it.
    let padding = String(repeating: #"{"a":{}},"#, count: 11_000)
    let far = try Self.answer(#"{"purchase":\#(purchases[0]),"list":[\#(padding){}],"more":{"refunded":true}}"#)
    #expect(!far.text.contains("Subscribed"), "\(far.text)")
  }

  @Test(
    "nothing counts as bought if something beside the object may say otherwise",
    arguments: try TableCase.read("other-programs", "beside an object"))
  func besideObject(_ row: TableCase) throws {
    let (said, tones, history) = try Self.answer(row.text)
    #expect(!said.contains("Bought") && !said.contains("Subscribed") && !tones.contains(.good), "\(said)")
    let status = SubscriptionStatus(history, at: Self.moment)
    #expect((try? status.believed(admittingUnverified: true)) == nil || history.purchases.isEmpty, "\(said)")
  }

  @Test(
    "what denies a purchase by its name, deeper in it or behind a date takes it back",
    arguments: try TableCase.read("other-programs", "denied by what stands in or around it"))
  func denied(_ row: TableCase) throws {
    let (said, tones, history) = try Self.answer(row.text)
    let claims = said.contains("Bought") || said.contains("Subscribed")
    let isQualified = ["Words beside it", "Members that were not understood"].contains(where: said.contains)
    #expect(!claims || isQualified, "\(said)")
    let status = SubscriptionStatus(history, at: Self.moment)
    let believed = try? status.believed(admittingUnverified: true)
    #expect(!tones.contains(.good) && believed?.isActive(product: "com.example.pro") != true, "\(said)")
  }

  @Test(
    "what is possible, offered or written for customers denies nothing",
    arguments: try TableCase.read("other-programs", "denied by nothing"))
  func notDenied(_ row: TableCase) throws {
    let said = try Self.answer(row.text).text
    #expect(said.contains("Subscribed until 5 November 2027"), "\(said)")
  }

  @Test("an object beside a purchase is said not to be understood, also in a long text")
  func besideOther() throws {
    let object = #"log {"productId":"pro","transactionId":"1","purchaseDate":1790000000000}"#
    for length in [1, 70_000] {
      let text = object + #" log {"note":"\#(String(repeating: "a ", count: length))"}"#
      let said = try Self.answer(text).text
      #expect(said.contains("Words beside it were not understood"), "\(length): \(said)")
    }
  }

  @Test("a purchase in Unity's fake store counts as no purchase")
  func fakeStore() {
    let text = #"{"Store":"fake","TransactionID":"1","Payload":"{ \"this\" : \"is a fake receipt\" }"}"#
    #expect(Self.error(text)?.message.description.contains("Unity's fake store") == true)
  }

  @Test("an iOS purchase without a token is not Google's, and Google's is")
  func google() throws {
    for token in [#""""#, "null", #""2000001020000001""#] {
      let text = #"{"productId":"a.b","platform":"ios","purchaseState":"purchased","purchaseToken":\#(token)}"#
      #expect(try Self.answer(text).history.kind == .otherProgram)
    }
    #expect(Self.error(#"{"productId":"a.b","purchaseToken":"abc","packageName":"a"}"#)?.cause == .googlePlay)
    #expect(Self.error(#"{"productId":"a.b","purchaseToken":"","transactionId":"1"}"#)?.cause != .googlePlay)
  }

  @Test("what is said in German and Chinese has no English in it")
  func languages() throws {
    for state in try Self.states.get().map(\.text) {
      let object = try Self.rows.get()[0].text.replacing("STATE", with: state)
      let english = Set(try Self.answer(object).text.split(separator: "\n"))
      for language in [SummaryLanguage.german, .chinese] {
        let other = try Self.answer(object, in: language).text.split(separator: "\n")
        #expect(english.isDisjoint(with: other), "\(state)")
      }
    }
  }

  @Test("of more than a thousand purchases, those that were not read are named")
  func many() throws {
    let row = try Self.rows.get()[0].text.replacing("STATE", with: #""status":"pending""#)
    for (count, isWhole) in [(1_000, true), (1_001, false)] {
      let list = "[" + Array(repeating: row, count: count).joined(separator: ",") + "]"
      #expect(try Self.answer(list).history.unread.isEmpty == isWhole, "\(count)")
    }
  }

  @Test("hostile objects: many, deep and wide")
  func hostile() throws {
    let object = try Self.rows.get()[0].text.replacing("STATE", with: #""status":"pending""#)
    _ = Self.error("[" + Array(repeating: object, count: 20_000).joined(separator: ",") + "]")
    _ = Self.error(String(repeating: #"{"a":"#, count: 400) + object + String(repeating: "}", count: 400))
    let wide = (0..<20_000).map { #""productId\#($0)":"\#($0)""# }.joined(separator: ",")
    _ = Self.error(#"{"transactionId":"1","productId":"a","status":"pending",\#(wide)}"#)
  }
}

extension SubscriptionStatus {
  fileprivate func claimsAccess(to product: String) -> Bool {
    Holdings(history, at: moment).access(to: product) == .yes
  }
}
