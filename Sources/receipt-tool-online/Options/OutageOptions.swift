import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptServer

/// The simulated faults.
struct OutageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Answer this status, HTTP status or error code of the App Store Server API to this share of requests: 21005:0.1, \
      503:5%, 4290000:1%. Repeat for more.
      """,
      valueName: "status:share"),
    transform: Self.failure)
  var fail: [Outage.FailureRate] = []

  @Option(
    help: ArgumentHelp("Close the connection of this share of requests without an answer: 0.05.", valueName: "share"),
    transform: Self.share)
  var drop: Double?

  @Option(
    help: ArgumentHelp("Hold every answer back: 1.5, 250ms, or a range like 200ms-2s.", valueName: "seconds"),
    transform: Duration.delay)
  var delay: ClosedRange<Duration>?

  @Option(
    help: ArgumentHelp(
      "Where chance begins: the same number brings the same outages for the same order of requests.",
      valueName: "number"
    ))
  var seed: UInt64?

  func validate() throws {
    // The sum may be a little more than 1, because shares such as 0.1 are rounded.
    guard fail.map(\.rate).reduce(drop ?? 0, +) <= 1 + 1e-9 else {
      throw UsageError("the shares of --fail and --drop are more than all requests")
    }
  }

  var outage: Outage {
    var outage = Outage()
    outage.failures = fail
    if let drop { outage.failures.append(Outage.FailureRate(.dropped, rate: drop)) }
    outage.delay = delay
    outage.seed = seed ?? UInt64.random(in: 0...UInt64.max)
    return outage
  }

  private static func failure(_ text: String) throws -> Outage.FailureRate {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let code = Int32(parts[0]).map(Int.init) else {
      throw UsageError("'\(text)' is not a failure with its share; use 21005:0.1 or 503:5%")
    }
    let failure: Outage.Failure
    switch code {
    case 21000...21010, 21100...21199: failure = .status(code)
    case 400...599: failure = .http(code)
    case 4_000_000...5_999_999 where AppStoreServerError.of(Int64(code)) != nil: failure = .api(Int64(code))
    default:
      throw UsageError(
        """
        \(code) is neither a status of verifyReceipt (21000 to 21010, 21100 to 21199) nor of HTTP (400 to 599), and \
        no error code of the App Store Server API
        """
      )
    }
    return Outage.FailureRate(failure, rate: try share(String(parts[1])))
  }

  /// A share of all requests: 0.1 or 10%.
  private static func share(_ text: String) throws -> Double {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text[...]
    let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isNumber, let number = Double(digits), (0...(isPercent ? 100 : 1)).contains(number) else {
      throw UsageError("'\(text)' is not a share; use 0 to 1, or 0% to 100%")
    }
    return isPercent ? number / 100 : number
  }
}
