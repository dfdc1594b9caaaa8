import ReceiptKit
import Testing

@testable import ReceiptRemote

@Suite("Retry-After")
struct RetryAfterTests {
  /// 1994-11-06T08:49:37Z, the example of RFC 9110, by `date -ud '1994-11-06 08:49:37' +%s`.
  private static let example: Int64 = 784_111_777_000

  private static func wait(_ text: String, date: String? = nil, now: Instant) -> Duration? {
    let fields = [(name: "Retry-After", value: text)] + (date.map { [(name: "Date", value: $0)] } ?? [])
    return HTTPAnswer(status: 503, fields: fields).retryAfter(now: now)
  }

  @Test(
    "the three forms of dates",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func dates(_ text: String) {
    #expect(Instant(httpDate: text)?.milliseconds == Self.example)
    let minuteBefore = Instant(milliseconds: Self.example - 60_000)
    #expect(Self.wait(text, now: minuteBefore) == .seconds(60))
    #expect(Self.wait(text, now: Instant(milliseconds: Self.example + 1)) == .zero)
    // The server's clock counts where it tells it.
    #expect(
      Self.wait(text, date: "Sun, 06 Nov 1994 08:49:30 GMT", now: Instant(milliseconds: 0)) == .seconds(7))
  }

  @Test("seconds", arguments: [("0", 0), ("120", 120), (" 7 ", 7), ("99999999999999999999999", 1_000_000_000)])
  func seconds(_ text: String, _ expected: Int) {
    #expect(Self.wait(text, now: Instant(milliseconds: 0)) == .seconds(expected))
  }

  @Test(
    "anything else is ignored",
    arguments: [
      "", " ", "-1", "1.5", "soon", "7 s", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "06 Nov 1994", "Sun, 06-Nov-1994 08:49:37 GMT",
    ])
  func neither(_ text: String) {
    #expect(Self.wait(text, now: Instant(milliseconds: 0)) == nil)
  }
}
