import Foundation
import ReceiptKit
import Testing

@testable import ReceiptMint

/// Ten questions that support is asked, answered by what stands above the first empty line of `inspect` and of `diff`.
///
/// The expected answers were written by hand from the table of scenarios: which event it was, and how many days a
/// period has. What the tool says is read by the words that docs/support.md explains.
@Suite("Ten tasks of support")
struct TenTasksTests {
  /// A moment in a life, and the facts. What is not mentioned is not so.
  private struct Life {
    let scenario: String
    /// The number of the event whose file is shown.
    let event: Int
    let kind: String
    /// Days after the event at which the question is asked.
    let later: Int64
    let environment: MintEnvironment
    /// `paid active until:37 renews`; days are counted from the first event.
    let facts: Set<String>

    init(_ row: TableCase) throws {
      let words = row.text.split(separator: " ").map(String.init)
      (scenario, kind) = (words[0], words[2])
      event = try #require(Int(words[1]))
      later = try #require(Int64(words[3]))
      environment = words[4] == "real" ? .production : .sandbox
      facts = Set(row.words())
    }
  }

  /// Periods are 30 days, the trial 7, a grace period 16 (`ScenarioTable.swift`). A receipt does not tell how it
  /// renews, nor who shares.
  static let lives = Result { try TableCase.read("lives") }

  /// Day 0 is that of the first event; what happens does so a minute before Apple signs it.
  private static func date(_ day: Int, of scenario: Scenario) throws -> String {
    let end = try #require(ReceiptDate("2026-01-15T12:00:00Z")).instant
    let begin = end.milliseconds - (try scenario.length())
    let seconds = Double(begin) / 1_000 + Double(day) * 86_400 - 60
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_GB"), TimeZone(identifier: "UTC"))
    formatter.dateFormat = "d MMMM yyyy"
    return formatter.string(from: Date(timeIntervalSince1970: seconds))
  }

  /// What a supporter learns from the words above the first empty line.
  private static func facts(_ text: String, day: (String) throws -> String) rethrows -> Set<String> {
    var facts: Set<String> = []
    func says(_ words: String) -> Bool { text.contains(words) }
    if says("Test purchase: nothing was paid.") { facts.insert("test") }
    if says(", from production") { facts.insert("real") }
    if says("paid until ") || (says("Bought ") && !facts.contains("test")) { facts.insert("paid") }
    if says("with an offer until ") { facts.insert("offer") }
    if says("Free trial until ") { facts.insert("trial") }
    if says("Shared by a family member until ") { facts.insert("shared") }
    if says("access continues until ") { facts.insert("grace") }
    let running = ["Subscribed", "Free trial", "Shared", "Payment failed; access continues", "Bought "]
    if running.contains(where: says) { facts.insert("active") }
    if says(", auto-renew on") || says(", then renews as ") { facts.insert("renews") }
    if says(", auto-renew off") { facts.insert("ends") }
    if says("This does not say whether the subscription will renew.") { facts.insert("silent") }
    if says("Cannot tell: ") { facts.insert("cannot-tell") }
    if says(" (another reason)") { facts.insert("why:other") }
    for (words, fact) in [
      (" until ", "until"), ("period ended on ", "until"), ("Refunded on ", "refunded"), (" %) on ", "refunded"),
      ("not paid since ", "retry"), ("Expired on ", "expired"), ("by the family since ", "unshared"),
      ("Bought on ", "bought"),
    ] {
      guard let place = text.range(of: words) else { continue }
      let date = text[place.upperBound...].split(separator: " ").prefix(3).joined(separator: " ")
      facts.insert("\(fact):" + (try day(date.trimmingCharacters(in: .punctuationCharacters))))
    }
    return facts
  }

  @Test("nine of them by the first sentence of inspect, for forty-two lives", arguments: try lives.get())
  func inspect(_ row: TableCase) throws {
    let life = try Life(row)
    let scenario = try #require(Scenario.named(life.scenario))
    let files = try ScenarioTests.files(scenario, life.environment)
    let event = try #require(try ScenarioTests.events(files).first { $0.number == life.event })
    var decoded = try ScenarioTests.decoder(files).decode(try event.bytes(life.kind))
    // Nobody can mint what Apple signs, so the verdict is put in.
    if life.environment == .production { decoded = InspectSamples.authentic(decoded) }
    let moment = Instant(milliseconds: event.moment.milliseconds + life.later * 86_400_000 + 3_600_000)
    let layout = TextLayout(width: 2_000, usesColor: false, now: moment)
    let head = try #require(try Inspection(decoded, at: moment).text(layout).components(separatedBy: "\n\n").first)
    // A sentence may stand in several lines.
    let text = head.replacingOccurrences(of: "\n  ", with: " ")
    let days = try Dictionary((0...400).map { (try Self.date($0, of: scenario), String($0)) }) { first, _ in first }
    let told = Self.facts(text) { days[$0] ?? $0 }
    #expect(told == life.facts, "\(text)")
    // Is it our app?
    let app = try #require(try event.json("notification")["data"] as? [String: Any])["bundleId"] as? String
    #expect(text.contains("App: \(try #require(app))"), "\(text)")
    let other = try Inspection(decoded, bundleIDs: ["com.example.else"], at: moment).text(layout)
    #expect(other.hasPrefix("✗ Of another app: \(try #require(app))."), "\(other)")
  }

  @Test("which of the two is newer, and by how much: the first sentence of diff", arguments: Scenario.all.map(\.name))
  func newer(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let files = try ScenarioTests.files(scenario)
    let events = try ScenarioTests.events(files)
    let reader = PurchaseHistoryReader(try ScenarioTests.decoder(files))
    for (old, new) in zip(scenario.events.indices, scenario.events.indices.dropFirst()) {
      let days = scenario.events[new].day - scenario.events[old].day
      for kind in ["receipt", "notification"] {
        let (one, other) = (try reader.read(try events[old].bytes(kind)), try reader.read(try events[new].bytes(kind)))
        for (first, second, word) in [(one, other, "second"), (other, one, "first")] {
          let difference = HistoryDifference(first, second, at: events[new].moment)
          let sentence = DifferenceText(difference, in: .english).sentence
          let length = days == 1 ? "24 hours" : days > 60 ? "3 months" : "\(days) days"
          #expect(sentence.hasPrefix("The \(word) is newer, by \(length); "), "\(name) \(new): \(sentence)")
        }
      }
    }
  }

  @Test(
    "what is no proof says so first",
    arguments: [
      ("xcode.b64", "! Test purchase, made by Xcode: nothing was paid."),
      ("unsigned.b64", "✗ Not from Apple: it is not signed."),
      ("bad-signature.b64", "✗ Not from Apple: contents and signature do not belong together."),
      ("flaw-unknown-signer.b64", "✗ Not from Apple: the signer is not trusted."),
      ("jws-app-transaction.jws", "! Test: Cannot tell: this is about the app itself"),
      ("empty.b64", "! Test: No purchases, as of this receipt of "),
    ])
  func unproven(_ name: String, _ start: String) throws {
    let anchors = try TrustAnchor.read(try PackageFiles.read("TestReceipts/root.pem"))
    let decoded = try InputDecoder(authenticator: Authenticator(anchors: anchors)).decode(
      try PackageFiles.read("TestReceipts/\(name)"))
    let text = try Inspection(decoded).text(TextLayout(width: 2_000, usesColor: false, now: InspectSamples.now))
    #expect(text.hasPrefix(start), "\(text.prefix(300))")
    #expect(!text.components(separatedBy: "\n\n")[0].contains("from production"))
  }
}
