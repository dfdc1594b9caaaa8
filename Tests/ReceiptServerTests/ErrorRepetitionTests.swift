import NIOConcurrencyHelpers
import Testing

@testable import ReceiptServer

@Suite("Errors in the log")
struct ErrorRepetitionTests {
  @Test("one and the same error is said once a minute, with how often it was not")
  func once() {
    let now = NIOLockedValueBox(ContinuousClock.now)
    let errors = ErrorRepetition { now.withLockedValue { $0 } }
    func wait(_ seconds: Int) { now.withLockedValue { $0 += .seconds(seconds) } }
    #expect(errors.words(for: "full") == "full")
    for _ in 0..<5 { #expect(errors.words(for: "full") == nil) }
    #expect(errors.words(for: "locked") == "locked")
    wait(59)
    #expect(errors.words(for: "full") == nil)
    wait(2)
    #expect(errors.words(for: "full") == "full (6 times more since it was last said)")
    #expect(errors.words(for: "full") == nil)
    wait(61)
    #expect(errors.words(for: "locked") == "locked")
  }

  @Test("many different errors take no more memory than some, and none is lost")
  func many() {
    let errors = ErrorRepetition()
    for number in 0..<1_000 { #expect(errors.words(for: "\(number)") == "\(number)") }
    #expect(errors.words(for: "0") == nil && errors.words(for: "999") == "999")
  }
}
