import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote
import SystemLibrary

/// What an app shows to the App Store Server API: its key, and the names that belong to it.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The In-App Purchase key of App Store Connect, a file SubscriptionKey_ID.p8. Or the environment variable APPSTORE_KEY_FILE.",
      valueName: "file"),
    completion: .file())
  var key: String?

  @Option(
    name: .customLong("key-id"),
    help: ArgumentHelp(
      "The id of the key, if the name of its file does not say it. Or APPSTORE_KEY_ID.", valueName: "id"))
  var keyIdentifier: String?

  @Option(
    name: .customLong("issuer-id"),
    help: ArgumentHelp(
      "The issuer id that App Store Connect shows above the keys. Or APPSTORE_ISSUER_ID.", valueName: "id"))
  var issuerIdentifier: String?

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp(
      "The app. Or APPSTORE_BUNDLE_ID; without both the one of an input that is proven.", valueName: "id"))
  var bundleIdentifier: String?

  @Option(
    help: ArgumentHelp(
      "Key and names of this profile in $XDG_CONFIG_HOME/receipt-tool/apps.json, or in ~/.config.", valueName: "name"))
  var app: String?

  func validate() throws {
    guard app == nil || !settings.hasOwn else {
      throw ValidationError("--app names key, ids and app; it excludes --key, --key-id, --issuer-id and --bundle-id")
    }
  }

  /// The same without ArgumentParser.
  var settings: KeySettings {
    KeySettings(
      key: key, keyIdentifier: keyIdentifier, issuerIdentifier: issuerIdentifier, bundleIdentifier: bundleIdentifier,
      app: app)
  }
}

/// What the user says of a key; the environment and profiles say the rest.
struct KeySettings {
  /// Its file.
  var key: String?
  var keyIdentifier: String?
  var issuerIdentifier: String?
  var bundleIdentifier: String?
  /// The profile.
  var app: String?

  /// Whether any of them is given.
  var isGiven: Bool { app != nil || hasOwn }

  fileprivate var hasOwn: Bool {
    key != nil || keyIdentifier != nil || issuerIdentifier != nil || bundleIdentifier != nil
  }
}

/// A key, its names, and the servers that it signs for.
struct AppAccess {
  /// The file, and how it was named.
  private let keyFile: String
  private let option: String
  /// What is in it.
  private let content: [UInt8]
  private let keyIdentifier: String?
  private let issuerIdentifier: String?
  /// The app; `nil` if only the input can say it.
  let bundleIdentifier: String?
  let servers: RemoteServers

  /// Finds out what options, the environment and profiles say, and reads the file of the key.
  init(_ options: KeySettings, _ exchange: ExchangeSettings, _ console: Console) throws {
    if let name = options.app {
      guard !exchange.replacesApple else {
        throw ValidationError("--app names its server in its profile; it excludes --endpoint and --sandbox-endpoint")
      }
      let profile = try AppProfiles.read(console).profile(name)
      guard profile.endpoint == nil || exchange.environment == .auto else {
        throw ValidationError("the profile \(name.displayed(limit: 60)) names its server; it excludes --environment")
      }
      (keyFile, option) = (profile.keyFile, "--app \(name)")
      (keyIdentifier, issuerIdentifier) = (profile.keyIdentifier, profile.issuerIdentifier)
      bundleIdentifier = profile.bundleIdentifier
      servers =
        try profile.endpoint.map { RemoteServers(only: .production, $0) } ?? exchange.servers(apple: .appStoreServer)
      content = try Self.read(keyFile, option, console)
      return
    }
    func value(_ option: String?, _ variable: String) -> String? {
      option ?? console.environment(variable)
    }
    guard let file = value(options.key, Self.variable) else {
      throw ValidationError(
        "the App Store Server API needs a key: give --key, APPSTORE_KEY_FILE, or --app with a profile")
    }
    guard options.key != nil || !exchange.replacesApple else {
      throw ValidationError("the key of APPSTORE_KEY_FILE signs for Apple only: give --key with --endpoint")
    }
    (keyFile, option) = (file, options.key == nil ? Self.variable : "--key")
    keyIdentifier = value(options.keyIdentifier, "APPSTORE_KEY_ID")
    issuerIdentifier = value(options.issuerIdentifier, "APPSTORE_ISSUER_ID")
    bundleIdentifier = value(options.bundleIdentifier, "APPSTORE_BUNDLE_ID")
    servers = try exchange.servers(apple: .appStoreServer)
    content = try Self.read(keyFile, option, console)
  }

  private static func read(_ file: String, _ option: String, _ console: Console) throws -> [UInt8] {
    do throws(ReceiptError) {
      return try console.readPrivate(file, maximumBytes: InAppPurchaseKey.maximumBytes + 1)
    } catch {
      throw UnusableOption(option: option, source: file, error: error)
    }
  }

  private static let variable = "APPSTORE_KEY_FILE"

  private var endpoints: [Endpoint] { RemoteServer.allCases.compactMap { servers[$0] } }

  /// Whether any of the servers is Apple's.
  var asksApple: Bool { endpoints.contains(where: \.isApple) }

  /// Who is asked, in a sentence.
  var place: String { asksApple ? "Apple" : endpoints.map(\.host).joined(separator: " or ") }

  /// Whether the name of the file is that of a key for another service of Apple's.
  var hasNameOfOtherKey: Bool { AppleKeyFileName(path: keyFile).map { !$0.isForInAppPurchase } ?? false }

  /// Makes a key of the file.
  ///
  /// - Parameter bundle: the app of a proven input.
  /// - Throws: what is missing or wrong; nothing of the key is quoted.
  func credentials(bundle: String?, _ console: Console) throws -> AppStoreServerCredentials {
    guard let identifier = keyIdentifier ?? AppleKeyFileName(path: keyFile)?.keyIdentifier else {
      throw ValidationError("give --key-id: the name of the key's file is not SubscriptionKey_ID.p8")
    }
    guard let issuerIdentifier else {
      throw ValidationError("give --issuer-id, or APPSTORE_ISSUER_ID: App Store Connect shows it above the keys")
    }
    guard let bundleIdentifier = bundleIdentifier ?? bundle else {
      throw ValidationError("give --bundle-id, or APPSTORE_BUNDLE_ID: nothing proven says which app it is about")
    }
    let key: InAppPurchaseKey
    do throws(InvalidInAppPurchaseKey) {
      key = try InAppPurchaseKey(content)
    } catch {
      throw UnusableOption(
        option: option, source: keyFile,
        error: ReceiptError(
          .invalidEncoding, "this is not a In-App Purchase key: \(error.reason)",
          hint: "App Store Connect makes them under Users and Access, Integrations, In-App Purchase"))
    }
    if !endpoints.allSatisfy(\.isApple) { try refuseKeyForApple(key, identifier, console) }
    do throws(InvalidCredentials) {
      return try AppStoreServerCredentials(
        key: key, keyIdentifier: identifier, issuerIdentifier: issuerIdentifier, bundleIdentifier: bundleIdentifier)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// A key that is known to be for Apple signs for no other server. Where that cannot be found out, it does not, either.
  private func refuseKeyForApple(
    _ key: InAppPurchaseKey, _ identifier: String, _ console: Console
  ) throws {
    var owner: String?
    if try AppProfiles.everywhere(console).contains(where: { try $0.signsForApple(identifier, key, console) }) {
      owner = "a profile uses this key for Apple"
    } else if let file = console.environment(Self.variable),
      try Self.isSame(key, file, Self.variable, console)
    {
      owner = "\(Self.variable) names this key, for Apple"
    }
    guard let owner else { return }
    throw UnusableOption(
      option: option, source: keyFile,
      error: ReceiptError(
        .unreadable, "\(owner); it signs for no other server",
        hint: "a token is as good as a password for five minutes; receipt-tool mint init makes a key for tests"))
  }

  /// Whether a file has the same key.
  ///
  /// - Throws: if that cannot be found out, also because the file has no key that this software reads: other software may read it.
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
      throw incomparable(error.message)
    }
    do throws(InvalidInAppPurchaseKey) {
      return key.isSame(as: try InAppPurchaseKey(content))
    } catch {
      throw incomparable(error.reason)
    }
  }
}

/// Profiles of apps, so that a command names its app by one word.
///
///     {"apps": {"reader": {"key": "SubscriptionKey_2X9R4HXF34.p8", "issuer_id": "…", "bundle_id": "com.example.reader"}}}
///
/// A profile without `endpoint` is for Apple's servers. `key` is relative to the folder of the file.
struct AppProfiles {
  /// One app.
  struct Profile {
    let keyFile: String
    let keyIdentifier: String?
    let issuerIdentifier: String
    let bundleIdentifier: String
    /// The server in place of Apple's.
    let endpoint: Endpoint?
  }

  private static let maximumBytes = 1 << 20

  private static let form =
    #"{"apps": {"NAME": {"key": "FILE", "issuer_id": "…", "bundle_id": "…"}}}, also key_id and endpoint"#

  private let path: String
  private let profiles: [(name: String, profile: Profile)]

  /// - Throws: an ``UnusableOption``, also if there is no file.
  static func read(_ console: Console) throws -> AppProfiles {
    guard let path = places(console).first else {
      throw ValidationError("neither XDG_CONFIG_HOME nor HOME is set, so that there are no profiles")
    }
    return try AppProfiles(path, option: "--app", console)
  }

  /// All that there are, also in the place that XDG_CONFIG_HOME replaces.
  static func everywhere(_ console: Console) throws -> [AppProfiles] {
    let places = places(console)
    guard !places.isEmpty else {
      throw ValidationError("HOME names no folder, so that keys of profiles cannot be compared with this one")
    }
    return try places.filter { try !isAbsent($0) }.map { try AppProfiles($0, option: "profiles in", console) }
  }

  /// Whether there is certainly no file. A link that leads nowhere, of the file or of a folder, is no proof of that.
  private static func isAbsent(_ path: String) throws -> Bool {
    var information = stat()
    guard lstat(path, &information) != 0 else { return false }
    guard errno == ENOENT || errno == ENOTDIR, let end = path.lastIndex(of: "/"), end > path.startIndex else {
      return errno == ENOENT
    }
    let folder = String(path[..<end])
    guard lstat(folder, &information) == 0 else { return try isAbsent(folder) }
    return stat(folder, &information) == 0
  }

  func profile(_ name: String) throws -> Profile {
    guard let found = profiles.first(where: { $0.name == name }) else {
      let known = profiles.map { $0.name.displayed(limit: 60) }.joined(separator: ", ")
      throw ValidationError(
        "\(path) has no profile \(name.displayed(limit: 60))" + (known.isEmpty ? "" : "; it has \(known)"))
    }
    return found.profile
  }

  /// Whether a key is that of a profile for Apple: by its id, or because it is the same.
  func signsForApple(_ identifier: String, _ key: InAppPurchaseKey, _ console: Console) throws -> Bool {
    try profiles.contains { (name, profile) in
      guard profile.endpoint == nil else { return false }
      let known = profile.keyIdentifier ?? AppleKeyFileName(path: profile.keyFile)?.keyIdentifier
      if known == identifier { return true }
      return try AppAccess.isSame(key, profile.keyFile, "the profile \(name.displayed(limit: 60))", console)
    }
  }

  private init(_ path: String, option: String, _ console: Console) throws {
    self.path = path
    func unusable(_ message: String) -> UnusableOption {
      UnusableOption(
        option: option, source: path,
        error: ReceiptError(
          .invalidEncoding, message, hint: Self.form))
    }
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try console.readPrivate(path, maximumBytes: Self.maximumBytes)
    } catch {
      var error = error
      if error.hint == "check the path" { error.hint = "write it: " + Self.form }
      throw UnusableOption(option: option, source: path, error: error)
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONReader().tree(bytes, 0..<bytes.count)
    } catch {
      throw unusable("it is not JSON: \(error.message)")
    }
    guard document.repeatedName == nil else { throw unusable("it has a name twice") }
    guard case .object(let top) = document, top.map(\.name) == ["apps"], case .object(let apps)? = top.first?.value
    else { throw unusable("it has to be an object with `apps` alone") }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    profiles = try apps.map { app in
      guard case .object(let members) = app.value else { throw unusable("a profile is not an object") }
      var texts: [String: String] = [:]
      for member in members {
        guard ["key", "key_id", "issuer_id", "bundle_id", "endpoint"].contains(member.name),
          let text = member.value.stringValue
        else { throw unusable("`\(member.name.displayed(limit: 60))` is not known, or no text") }
        texts[member.name] = text
      }
      guard let key = texts["key"], let issuer = texts["issuer_id"], let bundle = texts["bundle_id"] else {
        throw unusable("the profile \(app.name.displayed(limit: 60)) lacks key, issuer_id or bundle_id")
      }
      func endpoint(_ text: String) throws -> Endpoint {
        let found: Endpoint
        do throws(InvalidEndpoint) {
          found = try Endpoint(text)
        } catch {
          throw unusable("the endpoint of the profile \(app.name.displayed(limit: 60)): \(error.message)")
        }
        guard !found.isApple else {
          throw unusable("the profile \(app.name.displayed(limit: 60)) has Apple's server as endpoint: leave it out")
        }
        return found
      }
      return (
        app.name,
        Profile(
          keyFile: key.hasPrefix("/") ? key : folder + "/" + key, keyIdentifier: texts["key_id"],
          issuerIdentifier: issuer, bundleIdentifier: bundle, endpoint: try texts["endpoint"].map(endpoint))
      )
    }
  }

  /// Where profiles are: the first place counts.
  private static func places(_ console: Console) -> [String] {
    func folder(_ name: String) -> String? {
      // According to the XDG base directory specification, relative paths are ignored.
      console.environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let folders = [folder("XDG_CONFIG_HOME"), folder("HOME").map { $0 + "/.config" }]
    let places = folders.compactMap(\.self).map { $0 + "/receipt-tool/apps.json" }
    return places.count == 2 && places[0] == places[1] ? [places[0]] : places
  }
}
