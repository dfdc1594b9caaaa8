import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The key with which `ledger run` asks the App Store Server API, and the server.
struct LedgerAPIOptions: ParsableArguments {
  @Flag(help: "Ask the App Store Server API: first for missed notifications, with --poll about subscriptions.")
  var api = false

  @Option(endpoint: "Another server in place of the App Store Server API.", name: .customLong("api-endpoint"))
  var endpoint: Endpoint?

  @OptionGroup var consumption: ConsumptionPolicyOption

  @OptionGroup var key: KeyOptions

  @OptionGroup var trust: LedgerTrustOptions

  func validate() throws {
    guard api || !(endpoint != nil || key.settings.isGiven) else {
      throw UsageError("--api-endpoint and options of the key need --api")
    }
    guard api || consumption.file == nil else { throw UsageError("--consumption-policy", needs: "--api") }
    if let endpoint, endpoint.isApple {
      throw UsageError("--api-endpoint is for another server than Apple's, which is asked without it")
    }
  }

  /// The values of these options, without ArgumentParser; `nil` without --api.
  var settings: LedgerAPISettings? {
    guard api else { return nil }
    return LedgerAPISettings(
      key: key.settings, endpoint: endpoint, trustAnchors: trust.anchors, allowsTestSigned: trust.allowsTestSigned,
      consumption: consumption)
  }
}

/// The key with which a ledger asks the App Store Server API, the server, and the trust anchors.
struct LedgerAPISettings {
  let key: KeySettings
  /// The server to ask in place of Apple's.
  var endpoint: Endpoint?
  var trustAnchors: [String] = []
  var allowsTestSigned = false
  /// What Apple is told about the use of purchases.
  var consumption = ConsumptionPolicyOption()

  /// Reads the files that the settings name.
  ///
  /// - Parameters:
  ///   - connectTimeout: the time to reach the server.
  ///   - timeout: the time for one try.
  func read(_ console: Console, connectTimeout: Duration, timeout: Duration) throws -> LedgerAPIAccess {
    let policy = try consumption.policy(console)
    let decoder = try InputSettings(sources: [], trustAnchors: trustAnchors).decoder(console)
    let exchange = ExchangeSettings(endpoint: endpoint, connectTimeout: connectTimeout, timeout: timeout)
    return LedgerAPIAccess(
      access: try AppAccess(key, exchange, console), exchange: exchange, decoder: decoder,
      allowsTestSigned: allowsTestSigned, consumption: policy)
  }
}

/// The result of reading the settings.
struct LedgerAPIAccess {
  let access: AppAccess
  let exchange: ExchangeSettings
  let decoder: InputDecoder
  let allowsTestSigned: Bool
  /// `nil` tells Apple nothing about the use of purchases.
  let consumption: ConsumptionPolicy?
}
