import ArgumentParser
import ReceiptKit
import SystemLibrary

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

  private static let form: Message =
    #"{"apps": {"NAME": {"key": "FILE", "issuer_id": "…", "bundle_id": "…"}}}, also key_id and endpoint"#

  private let path: String
  package let profiles: [(name: String, profile: Profile)]

  /// The profiles for `--app`.
  ///
  /// - Throws: an ``UnusableOption``, even if there is no file; a ``UsageError`` if no folder for it is known.
  package static func read(_ console: Console, _ objection: Objection) throws -> AppProfiles {
    guard let path = places(console).first else {
      throw UsageError("neither XDG_CONFIG_HOME nor HOME is set, so that there are no profiles")
    }
    return try AppProfiles(path, option: "--app", objection, console)
  }

  /// All profiles, including those in the place that XDG_CONFIG_HOME overrides.
  package static func everywhere(_ console: Console, _ objection: Objection) throws -> [AppProfiles] {
    let places = places(console)
    guard !places.isEmpty else {
      throw UsageError("HOME names no folder, so that keys of profiles cannot be compared with this one")
    }
    return try places.filter { !isAbsent($0) }.map {
      try AppProfiles($0, option: "profiles in", objection, console)
    }
  }

  /// Whether the file certainly does not exist. A dangling link, of the file or of a folder, does not prove that.
  private static func isAbsent(_ path: String) -> Bool {
    var information = stat()
    guard lstat(path, &information) != 0 else { return false }
    guard errno == ENOENT || errno == ENOTDIR, let end = path.lastIndex(of: "/"), end > path.startIndex else {
      return errno == ENOENT
    }
    let folder = String(path[..<end])
    guard lstat(folder, &information) == 0 else { return isAbsent(folder) }
    return stat(folder, &information) == 0
  }

  package func profile(_ name: String) throws -> Profile {
    guard let found = profiles.first(where: { $0.name == name }) else {
      let known = profiles.map { $0.name.displayed(limit: 60) }.joined(separator: ", ")
      throw UsageError(
        "\(path) has no profile \(name.displayed(limit: 60))" + (known.isEmpty ? "" : "; it has \(known)"))
    }
    return found.profile
  }

  private init(
    _ path: String, option: String, _ objection: Objection, _ console: Console
  ) throws {
    self.path = path
    func unusable(_ message: Message) -> UnusableOption {
      UnusableOption(
        option: option, source: path,
        error: ReceiptError(
          .invalidEncoding, message, hint: Self.form))
    }
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try console.readPrivate(path, maximumBytes: Self.maximumBytes, ifMissing: "write it: \(Self.form)")
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
        throw unusable(Message(english: reason))
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
