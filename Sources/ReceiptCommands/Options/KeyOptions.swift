import ArgumentParser

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
      throw UsageError("--app names key, ids and app; it excludes --key, --key-id, --issuer-id and --bundle-id")
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
    self.key = key
    self.keyIdentifier = keyIdentifier
    self.issuerIdentifier = issuerIdentifier
    self.bundleIdentifier = bundleIdentifier
    self.app = app
  }

  /// Whether any of these options is given.
  package var isGiven: Bool { app != nil || hasOwn }

  fileprivate var hasOwn: Bool {
    key != nil || keyIdentifier != nil || issuerIdentifier != nil || bundleIdentifier != nil
  }
}
