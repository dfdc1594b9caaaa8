import ReceiptKit
import ReceiptMint
import Testing

@Suite("iOS 6 receipts, validated")
struct TransactionReceiptCheckTests {
  private func validate(_ change: (inout Expectations) throws -> Void = { _ in }) throws -> Validation {
    let chain = try Mint.authority.transactionChain(.two)
    let minted = try chain.mint(.sample)
    let anchor = try Certificate(der: chain.issuer.der)
    let decoder = InputDecoder(authenticator: Authenticator(anchors: [TrustAnchor(anchor)]))
    let decoded = try decoder.decode(minted.base64)
    return try CheckSamples.validate(decoded, now: CheckSamples.moment("2026-01-01T00:00:00Z"), change)
  }

  @Test("are checked as far as they say something")
  func silent() throws {
    let validation = try validate()
    #expect(validation.verdict == .passed, "\(validation.checks.filter { $0.outcome == .failed })")
    for check in ["creation_date", "expiration_date", "product_type_known", "attributes"] {
      #expect(validation[check]?.outcome == .skipped, "\(check)")
    }
    for check in ["signature", "certificate_chain", "purchase_dates", "duplicate_transactions", "quantity"] {
      #expect(validation[check]?.outcome == .passed, "\(check)")
    }
  }

  @Test("are held to app, version and product")
  func expectations() throws {
    let info = TransactionDescription.sample.purchaseInfo
    let right = try validate {
      $0.bundleIdentifiers = [info[.bundleIdentifier] ?? ""]
      $0.applicationVersion = .equal(info[.applicationVersion] ?? "")
      $0.products = [info[.productID] ?? ""]
    }
    #expect(right.verdict == .passed)
    let wrong = try validate {
      $0.bundleIdentifiers = ["com.example.other"]
      $0.products = ["other"]
    }
    #expect(wrong.checks.filter { $0.outcome == .failed }.map(\.identifier) == ["bundle_identifier", "products"])
  }

  @Test("prove nothing about environment, device and age, so that asking is in vain")
  func unproven() throws {
    for environment in Expectations.Environment.allCases {
      #expect(try validate { $0.environments = [environment] }.verdict == .incomplete)
    }
    #expect(try validate { $0.maximumAge = try DurationText("36525d") }.verdict == .incomplete)
    #expect(try validate { $0.deviceGUID = try DeviceGUID("001B638445E6") }.verdict == .incomplete)
    #expect(try validate { $0.originalVersionBelow = try DottedVersion(expected: "9") }.verdict == .incomplete)
  }
}
