import Foundation
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptMint
@testable import ReceiptReading

/// Ten questions that support is asked, answered by what stands above the first empty line of `inspect` and of `diff`.
///
/// The expected answers were written by hand from the table of scenarios: which event it was, and how many days a
/// period has. What the tool says is read by the words that docs/support.md explains.
@Suite("Ten tasks of support")
struct TenTasksTests {
  /// A moment in a life, and the facts. What is not mentioned is not so.
  struct Life: CustomTestStringConvertible, Sendable {
    let scenario: String
    /// The number of the event whose file is shown.
    let event: Int
    let kind: String
    /// Days after the event at which the question is asked.
    let later: Int64
    let environment: MintEnvironment
    /// `paid active until:37 renews`; days are counted from the first event.
    let facts: Set<String>

    var testDescription: String { "\(scenario) \(event) \(kind) +\(later)" }

    init(_ row: String) throws {
      let parts = row.components(separatedBy: " | ")
      let words = parts[0].split(separator: " ").map(String.init)
      (scenario, kind) = (words[0], words[2])
      event = try #require(Int(words[1]))
      later = try #require(Int64(words[3]))
      environment = words[4] == "real" ? .production : .sandbox
      facts = Set(parts[1].split(separator: " ").map(String.init))
    }
  }

  /// Periods are 30 days, the trial 7, a grace period 16 (`ScenarioTable.swift`). A receipt does not tell how it
  /// renews, nor who shares.
  static let lives = """
    trial-renew-refund 1 notification 2 real | real active until:7 trial renews
    trial-renew-refund 1 receipt 2 real | real active until:7 trial silent
    trial-renew-refund 1 receipt 9 real | real cannot-tell until:7
    trial-renew-refund 2 notification 1 real | real paid active until:37 renews
    trial-renew-refund 2 transaction 1 real | real paid active until:37 silent
    trial-renew-refund 4 notification 0 real | real refunded:14 why:other
    trial-renew-refund 4 receipt 3 real | real refunded:14 why:other
    trial-renew-refund 4 receipt 3 test | test refunded:14 why:other
    upgrade 2 notification 5 real | real paid active until:40 renews
    upgrade 3 receipt 1 test | test active until:70 silent
    downgrade 2 notification 1 real | real paid active until:30 renews
    downgrade 5 notification 1 real | real paid active until:60 renews
    crossgrade 3 notification 300 real | real paid active until:395 renews
    crossgrade 3 notification 400 real | real cannot-tell until:395
    billing-retry-recovered 2 notification 1 real | real retry:30
    billing-retry-recovered 3 notification 1 real | real paid active until:65 renews
    grace-period-recovered 2 notification 2 real | real grace active until:46
    grace-period-recovered 2 receipt 2 real | real expired:30
    grace-period-recovered 3 notification 1 real | real paid active until:60 renews
    grace-period-then-expired 4 notification 5 real | real retry:60
    grace-period-then-expired 5 notification 10 real | real expired:60
    price-increase-consent 3 notification 1 real | real paid active until:30 renews
    price-increase-expired 3 notification 1 real | real expired:30
    refund-reversed 2 notification 1 real | real refunded:4 why:other
    refund-reversed 3 notification 1 real | real paid active until:30 ends
    family-sharing-revoked 2 notification 1 real | real active until:60 shared renews
    family-sharing-revoked 3 notification 1 real | real unshared:41
    bundle-and-back 2 notification 1 real | real paid active until:42 renews
    bundle-and-back 3 notification 1 real | real cannot-tell
    bundle-and-back 6 notification 1 real | real paid active until:102 renews
    bundle-and-back 7 notification 1 real | real expired:72
    consumables 1 notification 1 real | real paid active bought:0
    consumables 4 notification 1 real | real refunded:6 why:other
    one-time-charge 1 receipt 100 real | real paid active bought:0
    one-time-charge 1 receipt 100 test | test active bought:0
    resubscribe 2 notification 1 real | real paid active until:30 ends
    resubscribe 3 receipt 1 real | real expired:30
    offer-code 1 notification 1 real | real active until:30 trial renews
    win-back 4 notification 1 real | real active offer until:105 renews
    cancel-auto-renew 4 notification 1 real | real paid active until:30 ends
    cancel-auto-renew 5 notification 30 real | real expired:30
    cancel-auto-renew 5 notification 30 test | test expired:30
    """.split(separator: "\n").map(String.init)

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
    if says("Test purchase: nobody paid.") { facts.insert("test") }
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

  @Test("nine of them by the first sentence of inspect, for forty-two lives", arguments: lives)
  func inspect(_ row: String) throws {
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
      ("xcode.b64", "! Test purchase, made by Xcode: nobody paid."),
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
