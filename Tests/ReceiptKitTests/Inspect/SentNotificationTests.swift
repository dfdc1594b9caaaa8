import Foundation
import ReceiptKit
import Testing
import TestSupport

@testable import ReceiptDocuments

/// Saved answers of Get Notification History and Get Test Notification Status.
@Suite(
  "What came of the attempts to send notifications",
  .enabled(if: Samples.cases.areHere, Comment(rawValue: Samples.cases.missing)))
struct SentNotificationTests {
  private static func text(_ bytes: [UInt8], _ decoder: InputDecoder) throws -> String {
    let now = try #require(ReceiptDate(moment: "2026-11-29")?.instant)
    let inspection = try Inspection(bytes, decoder, at: now)
    return inspection.text(TextLayout(width: 200, usesColor: false, now: now))
  }

  @Test("each notification of a history is shown, of several customers, too, with what came of it")
  func history() throws {
    let bytes = try Samples.cases.read("S32.json")
    let anchors = try TrustAnchor.read(try Samples.cases.read("anchor-2.pem"))
    let proven = InputDecoder(authenticator: Authenticator(anchors: anchors))
    for (decoder, isProven) in [(InputDecoder(), false), (proven, true)] {
      let text = try Self.text(bytes, decoder)
      let list = try #require(text.range(of: "3 notifications in the answer  and whether your server took it"))
      let shown = text[list.upperBound...]
      for words in [
        "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "TEST", "yes, at once",
        "no, after 1 attempt", "TIMED_OUT, your server did not answer in time",
        "UNSUCCESSFUL_HTTP_RESPONSE_CODE, your server answered with another status than 200 to 206",
      ] { #expect(shown.contains(words), "\(words): \(shown)") }
      // The app must not act on a notification that is not proven.
      #expect(shown.contains("Access") == isProven && shown.contains("What to do") == isProven, "\(shown)")
    }
    let document = PageDocument(bytes, in: .german, at: Instant(milliseconds: 1_796_000_000_000), InputDecoder())
    #expect(document.report.html.contains("3 Mitteilungen in der Antwort"))
    #expect(document.report.html.contains("ja, sofort"))
  }

  @Test("an answer about a test notification, and what is neither")
  func others() throws {
    let bytes = try Samples.cases.read("S32.json")
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let first = try #require((answer["notificationHistory"] as? [[String: Any]])?.first)
    let text = try Self.text(Array(try JSONSerialization.data(withJSONObject: first)), InputDecoder())
    #expect(text.contains("1 notification in the answer"), "\(text)")
    let worker = ReceiptWorker(InputDecoder())
    for other in [#"{"notificationHistory":[]}"#, #"{"sendAttempts":7,"signedPayload":"x"}"#, "hello"] {
      #expect(SentNotification.all(in: Array(other.utf8), [], worker).isEmpty, "\(other)")
    }
  }
}
