import ReceiptKit
import Testing

/// The sample was made at 2025-12-26T18:39:47Z.
@Suite("Dates of the receipt itself")
struct ReceiptDateCheckTests {
  private func age(_ now: String, maximum: String? = nil) throws -> CheckOutcome? {
    try CheckSamples.validate(try CheckSamples.decoded(), now: CheckSamples.moment(now)) {
      $0.maximumAge = try maximum.map { try DurationText($0) }
    }["creation_date"]?.outcome
  }

  @Test("the future begins when no clock could be that slow")
  func future() throws {
    #expect(try age("2025-12-26T18:34:47Z") == .passed)
    #expect(try age("2025-12-26T18:34:46Z") == .failed)
    #expect(try age("2125-12-26T18:34:46Z") == .passed)
  }

  @Test("the age is counted to the second")
  func maximum() throws {
    #expect(try age("2025-12-27T18:39:47Z", maximum: "1d") == .passed)
    #expect(try age("2025-12-27T18:39:48Z", maximum: "1d") == .failed)
    #expect(try age("2025-12-26T18:39:47Z", maximum: "0s") == .passed)
    #expect(try age("2025-12-26T18:34:46Z", maximum: "1d") == .failed)
  }

  @Test("without a date nothing is proven, and an age that was asked for is not passed")
  func missing() throws {
    for date in [nil, "", "2024-13-01T00:00:00Z"] {
      let decoded = try CheckSamples.decoded { $0.creationDate = date }
      let validation = try CheckSamples.validate(decoded) { $0.maximumAge = try DurationText("1d") }
      #expect(validation["creation_date"]?.outcome == .skipped)
      #expect(validation["creation_date"]?.wasRequested == true)
      #expect(validation["certificate_chain"]?.outcome == .failed)
      #expect(validation.verdict == .failed)
    }
  }

  @Test(
    "an expiry counts from its second on, and one that cannot be read is no good",
    arguments: [
      (nil, CheckOutcome.skipped), ("", .skipped), ("2025-12-26T19:00:00Z", .failed), ("2025-12-26T19:00:01Z", .passed),
      ("2025-12-26T20:00:00+0100", .failed), ("4001-01-01T02:00:00+0200", .passed), ("soon", .failed),
    ])
  func expiration(_ date: String?, _ outcome: CheckOutcome) throws {
    let decoded = try CheckSamples.decoded { $0.expirationDate = date }
    #expect(try CheckSamples.validate(decoded)["expiration_date"]?.outcome == outcome)
  }
}
