import ReceiptKit
import Testing

/// For whom and for which app signed data was made. The members are those of Apple's documentation.
@Suite("Checks: the account and the number of the app")
struct AccountCheckTests {
  private typealias Samples = CombinedSamples

  private func outcome(
    _ check: String, of kind: SignedPayloadKind, _ payload: String, _ change: (inout Expectations) -> Void
  ) throws -> CheckOutcome? {
    var expectations = Expectations()
    change(&expectations)
    let decoded = try InputDecoder().decode(try Samples.sign(kind, payload))
    return Validator(expectations: expectations, now: Samples.date(2)).validate(decoded)[check]?.outcome
  }

  @Test(
    "a purchase is good for the account that the app named, in any case of letters",
    arguments: [
      ("7c9e6679-7425-40de-944b-e07fc1f90ae7", .passed), ("7C9E6679-7425-40DE-944B-E07FC1F90AE7", .passed),
      ("7c9e6679-7425-40de-944b-e07fc1f90ae8", .failed), (nil, .failed),
    ] as [(String?, CheckOutcome)])
  func account(named: String?, expected: CheckOutcome) throws {
    let member = named.map { #","appAccountToken":"\#($0)""# } ?? ""
    let found = try outcome("account_token", of: .transaction, Samples.transaction(1, signed: 1, member)) {
      $0.accountToken = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    }
    #expect(found == expected)
  }

  /// Apple, appAppleId: "available for apps that users download from the App Store. It isn't present in the sandbox".
  @Test(
    "a notification of production names the number of the app; one of the sandbox need not",
    arguments: [
      ("Production", 5, .passed), ("Production", 6, .failed), ("Production", nil, .failed), ("Sandbox", nil, .skipped),
      ("Sandbox", 6, .failed),
    ] as [(String, Int?, CheckOutcome)])
  func number(environment: String, named: Int?, expected: CheckOutcome) throws {
    let payload = Samples.notification(
      "TEST", nil, signed: 1, uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb20", Samples.transaction(1, signed: 1)
    )
    .replacing("Sandbox", with: environment)
    .replacing(#""data":{"#, with: #""data":{"# + (named.map { #""appAppleId":\#($0),"# } ?? ""))
    #expect(try outcome("app_apple_id", of: .notification, payload) { $0.appAppleID = 5 } == expected)
    let seats = payload.replacing(#""data":{"#, with: #""unclaimInfo":{"#).replacing("TEST", with: "UNCLAIM_SEATS")
    #expect(try outcome("app_apple_id", of: .notification, seats) { $0.appAppleID = 5 } == expected)
  }
}
