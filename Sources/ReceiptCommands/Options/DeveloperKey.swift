import ArgumentParser
import ReceiptKit

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
      file = profile.keyFile
      option = "--app \(name)"
      endpoint = profile.endpoint
      ownIdentifier = profile.keyIdentifier
      issuerIdentifier = profile.issuerIdentifier
      bundleIdentifier = profile.bundleIdentifier
    } else {
      func value(_ given: String?, _ variable: String) -> String? {
        given ?? console.environment(variable)
      }
      guard let named = value(options.key, Self.variable) else {
        throw UsageError(
          "a private key is needed: give --key, APPSTORE_KEY_FILE, or --app with a profile")
      }
      file = named
      option = options.key == nil ? Self.variable : "--key"
      endpoint = nil
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
      throw UsageError("give --key-id: the name of the key's file is not SubscriptionKey_ID.p8")
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
    // The base64 text of a P-256 key in PKCS #8 begins with MIG and has 184 symbols; a file name has an ending.
    let isBase64 = file.hasPrefix("MIG") && file.utf8.count > 40 && !file.contains(".")
    guard isBase64 || file.contains("PRIVATE KEY") || file.contains(where: \.isNewline) else { return }
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
      throw UsageError("give --issuer-id, or APPSTORE_ISSUER_ID: App Store Connect shows it above the keys")
    }
    guard let bundleIdentifier = bundleIdentifier ?? bundle else {
      throw UsageError("give --bundle-id, or APPSTORE_BUNDLE_ID: nothing proven says which app it is about")
    }
    let key = try key()
    do throws(InvalidCredentials) {
      return try AppStoreServerCredentials(
        key: key, keyIdentifier: identifier, issuerIdentifier: issuerIdentifier,
        bundleIdentifier: bundleIdentifier)
    } catch {
      throw UsageError(error.message)
    }
  }
}
