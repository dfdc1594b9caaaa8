import ArgumentParser
import ReceiptKit
import SystemLibrary

/// The credentials of an app for the App Store Server API: its key, and the identifiers that belong to it.
package struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The In-App Purchase key of App Store Connect, a file SubscriptionKey_ID.p8. Or the environment variable \
      APPSTORE_KEY_FILE.
      """,
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

  package init() {}

  package func validate() throws {
    guard app == nil || !settings.hasOwn else {
      throw ValidationError("--app names key, ids and app; it excludes --key, --key-id, --issuer-id and --bundle-id")
    }
  }

  /// The values of these options, without ArgumentParser.
  package var settings: KeySettings {
    KeySettings(
      key: key, keyIdentifier: keyIdentifier, issuerIdentifier: issuerIdentifier, bundleIdentifier: bundleIdentifier,
      app: app)
  }
}

/// The user's options for a key. The environment and profiles provide the rest.
package struct KeySettings {
  /// The file of the key.
  package var key: String?
  package var keyIdentifier: String?
  package var issuerIdentifier: String?
  package var bundleIdentifier: String?
  /// The profile.
  package var app: String?

  package init(
    key: String? = nil, keyIdentifier: String? = nil, issuerIdentifier: String? = nil,
    bundleIdentifier: String? = nil, app: String? = nil
  ) {
    (self.key, self.keyIdentifier, self.issuerIdentifier) = (key, keyIdentifier, issuerIdentifier)
    (self.bundleIdentifier, self.app) = (bundleIdentifier, app)
  }

  /// Whether any of these options is given.
  package var isGiven: Bool { app != nil || hasOwn }

  fileprivate var hasOwn: Bool {
    key != nil || keyIdentifier != nil || issuerIdentifier != nil || bundleIdentifier != nil
  }
}

/// A key and its identifiers, from options, the environment and a profile.
package struct DeveloperKey {
  /// The path of the file, and where the path was given.
  package let file: String
  package let option: String
  private let content: [UInt8]
  private let ownIdentifier: String?
  private let issuerIdentifier: String?
  /// The app; `nil` if only the input can name it.
  package let bundleIdentifier: String?
  /// The server of the profile, instead of Apple's.
  package let endpoint: String?

  /// Reads the file of the key.
  ///
  /// - Parameter objection: returns why a server is not valid in a profile; see ``AppProfiles``.
  package init(
    _ options: KeySettings, objection: AppProfiles.Objection = { _, _ in nil }, _ console: Console
  ) throws {
    if let name = options.app {
      let profile = try AppProfiles.read(console, objection).profile(name)
      (file, option, endpoint) = (profile.keyFile, "--app \(name)", profile.endpoint)
      (ownIdentifier, issuerIdentifier) = (profile.keyIdentifier, profile.issuerIdentifier)
      bundleIdentifier = profile.bundleIdentifier
    } else {
      func value(_ option: String?, _ variable: String) -> String? {
        option ?? console.environment(variable)
      }
      guard let named = value(options.key, Self.variable) else {
        throw ValidationError(
          "the App Store Server API needs a key: give --key, APPSTORE_KEY_FILE, or --app with a profile")
      }
      (file, option, endpoint) = (named, options.key == nil ? Self.variable : "--key", nil)
      ownIdentifier = value(options.keyIdentifier, "APPSTORE_KEY_ID")
      issuerIdentifier = value(options.issuerIdentifier, "APPSTORE_ISSUER_ID")
      bundleIdentifier = value(options.bundleIdentifier, "APPSTORE_BUNDLE_ID")
    }
    try Self.refusePasted(file, option)
    do throws(ReceiptError) {
      content = try console.readPrivate(file, maximumBytes: InAppPurchaseKey.maximumBytes + 1)
    } catch {
      throw UnusableOption(option: option, source: file, error: error)
    }
  }

  package static let variable = "APPSTORE_KEY_FILE"

  /// The id of the key.
  package func identifier() throws -> String {
    guard let identifier = ownIdentifier ?? AppleKeyFileName(path: file)?.keyIdentifier else {
      throw ValidationError("give --key-id: the name of the key's file is not SubscriptionKey_ID.p8")
    }
    return identifier
  }

  /// The key itself.
  package func key() throws -> InAppPurchaseKey {
    do throws(InvalidInAppPurchaseKey) {
      return try InAppPurchaseKey(content)
    } catch {
      throw Self.unusable(option, file, error)
    }
  }

  /// Rejects a key that was given instead of the path of its file. No message may show the key.
  static func refusePasted(_ file: String, _ option: String) throws {
    guard file.contains("PRIVATE KEY") || file.contains(where: \.isNewline) || file.hasPrefix("MIG") else { return }
    throw UnusableOption(
      option: option, source: "(its argument looks like a key)",
      error: ReceiptError(
        .unreadable, "there is no such file", hint: "put the key into a file and give that file's path"))
  }

  static func unusable(_ option: String, _ file: String, _ error: InvalidInAppPurchaseKey) -> UnusableOption {
    UnusableOption(
      option: option, source: file,
      error: ReceiptError(
        .invalidEncoding, "this is not an In-App Purchase key: \(error.reason)",
        hint: "App Store Connect makes them under Users and Access, Integrations, In-App Purchase"))
  }

  /// The key together with its identifiers.
  ///
  /// - Parameter bundle: the app of a proven input.
  package func credentials(bundle: String? = nil) throws -> AppStoreServerCredentials {
    let identifier = try identifier()
    guard let issuerIdentifier else {
      throw ValidationError("give --issuer-id, or APPSTORE_ISSUER_ID: App Store Connect shows it above the keys")
    }
    guard let bundleIdentifier = bundleIdentifier ?? bundle else {
      throw ValidationError("give --bundle-id, or APPSTORE_BUNDLE_ID: nothing proven says which app it is about")
    }
    let key = try key()
    do throws(InvalidCredentials) {
      return try AppStoreServerCredentials(
        key: key, keyIdentifier: identifier, issuerIdentifier: issuerIdentifier,
        bundleIdentifier: bundleIdentifier)
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// Profiles of apps, so that a command names its app by one word.
///
///     {"apps": {"reader": {
///       "key": "SubscriptionKey_2X9R4HXF34.p8", "issuer_id": "…", "bundle_id": "com.example.reader"}}}
///
/// A profile without `endpoint` is for Apple's servers. `key` is relative to the folder of the file.
package struct AppProfiles {
  /// Returns why a server is not valid in a profile; `nil` if it is valid.
  package typealias Objection = (_ profile: String, _ endpoint: String) -> String?

  /// The profile of one app.
  package struct Profile {
    package let keyFile: String
    package let keyIdentifier: String?
    package let issuerIdentifier: String
    package let bundleIdentifier: String
    /// The server in place of Apple's.
    package let endpoint: String?
  }

  private static let maximumBytes = 1 << 20

  private static let form =
    #"{"apps": {"NAME": {"key": "FILE", "issuer_id": "…", "bundle_id": "…"}}}, also key_id and endpoint"#

  private let path: String
  package let profiles: [(name: String, profile: Profile)]

  /// - Throws: an ``UnusableOption``, even if there is no file.
  package static func read(_ console: Console, _ objection: Objection) throws -> AppProfiles {
    guard let path = places(console).first else {
      throw ValidationError("neither XDG_CONFIG_HOME nor HOME is set, so that there are no profiles")
    }
    return try AppProfiles(path, option: "--app", objection, console)
  }

  /// All profiles, including those in the place that XDG_CONFIG_HOME overrides.
  package static func everywhere(_ console: Console, _ objection: Objection) throws -> [AppProfiles] {
    let places = places(console)
    guard !places.isEmpty else {
      throw ValidationError("HOME names no folder, so that keys of profiles cannot be compared with this one")
    }
    return try places.filter { try !isAbsent($0) }.map {
      try AppProfiles($0, option: "profiles in", objection, console)
    }
  }

  /// Whether the file certainly does not exist. A dangling link, of the file or of a folder, does not prove that.
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

  package func profile(_ name: String) throws -> Profile {
    guard let found = profiles.first(where: { $0.name == name }) else {
      let known = profiles.map { $0.name.displayed(limit: 60) }.joined(separator: ", ")
      throw ValidationError(
        "\(path) has no profile \(name.displayed(limit: 60))" + (known.isEmpty ? "" : "; it has \(known)"))
    }
    return found.profile
  }

  private init(
    _ path: String, option: String, _ objection: Objection, _ console: Console
  ) throws {
    self.path = path
    func unusable(_ message: String) -> UnusableOption {
      UnusableOption(
        option: option, source: path,
        error: ReceiptError(
          .invalidEncoding, message, hint: Self.form))
    }
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try console.readPrivate(path, maximumBytes: Self.maximumBytes, ifMissing: "write it: " + Self.form)
    } catch {
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
      if let endpoint = texts["endpoint"], let reason = objection(app.name.displayed(limit: 60), endpoint) {
        throw unusable(reason)
      }
      return (
        app.name,
        Profile(
          keyFile: key.hasPrefix("/") ? key : folder + "/" + key, keyIdentifier: texts["key_id"],
          issuerIdentifier: issuer, bundleIdentifier: bundle, endpoint: texts["endpoint"])
      )
    }
  }

  /// The possible places of the profiles; the first one counts.
  private static func places(_ console: Console) -> [String] {
    let folders = [console.folder("XDG_CONFIG_HOME"), console.folder("HOME").map { $0 + "/.config" }]
    let places = folders.compactMap(\.self).map { $0 + "/receipt-tool/apps.json" }
    return places.count == 2 && places[0] == places[1] ? [places[0]] : places
  }
}
