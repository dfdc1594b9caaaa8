import ReceiptKit
import ReceiptMint

extension StoreKitConfiguration {
  /// The maximum size; real files of products are shorter.
  private static let maximumBytes = 16 << 20

  /// Reads the file of `--products`, and reports its version and its ignored members.
  ///
  /// - Throws: ``UnusableOption``.
  package static func read(_ path: String, _ console: Console, isQuiet: Bool = false) throws -> StoreKitConfiguration {
    let configuration: StoreKitConfiguration
    do throws(ReceiptError) {
      configuration = try StoreKitConfiguration(
        try console.read(path, "StoreKit configuration", maximumBytes: maximumBytes, searchesDirectories: false))
    } catch {
      var error = error
      if error.code == .inputTooLarge { error.hint = "no StoreKit configuration is as long" }
      throw UnusableOption(option: "--products", source: path, error: error, isInput: true)
    }
    if !isQuiet { console.note("note: \(configuration.versionNote)") }
    return configuration
  }

  private var versionNote: String {
    let format =
      version.map { isKnownVersion ? "version \($0)" : "version \($0), which is not known here" } ?? "no version"
    let rest = unread.isEmpty ? "" : "; not read: \(unread.joined(separator: ", "))"
    return "the StoreKit configuration has \(format)\(rest)"
  }
}
