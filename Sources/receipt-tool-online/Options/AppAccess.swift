import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// A key, its identifiers, and the servers for which it signs.
struct AppAccess {
  private let key: DeveloperKey
  let servers: RemoteServers

  /// Combines options, the environment and profiles, and reads the file of the key.
  init(_ options: KeySettings, _ exchange: ExchangeSettings, _ console: Console) throws {
    if let name = options.app {
      guard !exchange.replacesApple else {
        throw UsageError("--app names its server in its profile; it excludes --endpoint and --sandbox-endpoint")
      }
      key = try DeveloperKey(options, objection: Self.objection, console)
      guard key.endpoint == nil || exchange.environment == .auto else {
        throw UsageError("the profile \(name.displayed(limit: 60)) names its server; it excludes --environment")
      }
      // The server of a profile is the only one, and is asked as production is.
      servers =
        try key.endpoint.map { RemoteServers(only: .production, try Endpoint($0)) }
        ?? exchange.servers(apple: .appStoreServer)
      return
    }
    let usesKeyOfEnvironment = options.key == nil && console.environment(DeveloperKey.variable) != nil
    guard !usesKeyOfEnvironment || !exchange.replacesApple else {
      throw UsageError("the key of APPSTORE_KEY_FILE signs for Apple only: give --key with --endpoint")
    }
    servers = try exchange.servers(apple: .appStoreServer)
    key = try DeveloperKey(options, console)
  }

  /// The app; `nil` if only the input can name it.
  var bundleIdentifier: String? { key.bundleIdentifier }

  private var endpoints: [Endpoint] { RemoteServer.allCases.compactMap { servers[$0] } }

  /// The addresses of the servers.
  var urls: [String] { endpoints.map(\.url) }

  /// Whether any of the servers is Apple's.
  var asksApple: Bool { endpoints.contains(where: \.isApple) }

  /// The servers, as a phrase for sentences.
  var serverName: String { asksApple ? "Apple" : endpoints.map(\.host).joined(separator: " or ") }

  /// Whether the name of the file is that of a key for another Apple service.
  var hasNameOfOtherKey: Bool { AppleKeyFileName(path: key.file).map { !$0.isForInAppPurchase } ?? false }

  /// Makes credentials from the file.
  ///
  /// - Parameter bundle: the app of a proven input.
  /// - Throws: the missing or invalid part, without quoting the key.
  func credentials(bundle: String?, _ console: Console) throws -> AppStoreServerCredentials {
    let credentials = try key.credentials(bundle: bundle)
    if !endpoints.allSatisfy(\.isApple) {
      try refuseKeyForApple(try key.key(), credentials.keyIdentifier, console)
    }
    return credentials
  }

  /// Rejects a key that is known to be for Apple if another server is asked. If this cannot be determined, the key is
  /// rejected, too.
  private func refuseKeyForApple(
    _ signingKey: InAppPurchaseKey, _ identifier: String, _ console: Console
  ) throws {
    var owner: String?
    if try AppProfiles.everywhere(console, Self.objection).contains(where: {
      try $0.signsForApple(identifier, signingKey, console)
    }) {
      owner = "a profile uses this key for Apple"
    } else if let file = console.environment(DeveloperKey.variable),
      try Self.isSame(signingKey, file, DeveloperKey.variable, console)
    {
      owner = "\(DeveloperKey.variable) names this key, for Apple"
    }
    guard let owner else { return }
    throw UnusableOption(
      option: key.option, source: key.file,
      error: ReceiptError(
        .unreadable, "\(owner); it signs for no other server",
        hint: "a token is as good as a password for five minutes; receipt-tool mint init makes a key for tests"))
  }

  /// Whether a file has the same key.
  ///
  /// - Throws: an error if that cannot be determined. This includes a file without a key that this software can read:
  ///   other software may be able to.
  fileprivate static func isSame(
    _ key: InAppPurchaseKey, _ file: String, _ option: String, _ console: Console
  ) throws -> Bool {
    func incomparable(_ reason: String) -> UnusableOption {
      UnusableOption(
        option: option, source: file,
        error: ReceiptError(
          .unreadable, "it cannot be compared with the key for another server than Apple's: \(reason)",
          hint: "a key for Apple signs for no other server"))
    }
    let content: [UInt8]
    do throws(ReceiptError) {
      content = try console.readToCompare(file, maximumBytes: InAppPurchaseKey.maximumBytes + 1)
    } catch {
      throw incomparable(error.message.description)
    }
    do throws(InvalidInAppPurchaseKey) {
      return key.isSame(as: try InAppPurchaseKey(content))
    } catch {
      throw incomparable(error.reason)
    }
  }

  /// Why a text cannot be the endpoint of a profile.
  private static func objection(_ profile: String, _ text: String) -> String? {
    do throws(InvalidEndpoint) {
      return try Endpoint(text).isApple
        ? "the profile \(profile) has Apple's server as endpoint: leave it out" : nil
    } catch {
      return "the endpoint of the profile \(profile): \(error.message)"
    }
  }
}

extension AppProfiles {
  /// Whether a key belongs to a profile for Apple: it has the same identifier, or is the same key.
  fileprivate func signsForApple(_ identifier: String, _ key: InAppPurchaseKey, _ console: Console) throws -> Bool {
    try profiles.contains { (name, profile) in
      guard profile.endpoint == nil else { return false }
      let known = profile.keyIdentifier ?? AppleKeyFileName(path: profile.keyFile)?.keyIdentifier
      if known == identifier { return true }
      return try AppAccess.isSame(key, profile.keyFile, "the profile \(name.displayed(limit: 60))", console)
    }
  }
}
