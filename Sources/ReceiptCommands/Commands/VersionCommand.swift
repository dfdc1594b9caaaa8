import ArgumentParser
import CBuildFacts
import ReceiptKit

/// `receipt-tool version`
struct VersionCommand: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version, and what it was built with.",
    discussion: """
      The version, the commit and its date, the Swift compiler, OpenSSL when it was built and as it runs now, and the \
      SHA-256 fingerprints of the Apple roots that make a receipt authentic. A build that Scripts/release did not make \
      knows no commit.

      EXAMPLES
        receipt-tool version
        receipt-tool --version
        receipt-tool version --json | jq -r .openssl.running

      \(ExitStatus.help([.success: "it was printed"]))
      """
  )

  @Flag(help: "Print JSON.")
  var json = false

  func perform(_ console: Console) throws -> ExitStatus {
    if json {
      try console.writeJSON { writer in
        ToolFacts.writeVersion(to: &writer)
        writer.endLine()
      }
    } else {
      try console.write(ToolFacts.versionText)
    }
    return .success
  }
}

/// The known facts about this build.
extension ToolFacts {
  /// The commit; `nil` in builds that Scripts/release did not make.
  private static let commit = fact(cbuildfacts_commit)
  private static let commitDate = fact(cbuildfacts_commit_date)
  private static let swift = fact(cbuildfacts_swift)

  /// `1.0.0`; for a release `1.0.0 (016509a1b2c3, 2026-11-22)`. Two programs belong together only if this text is
  /// equal.
  static var release: String {
    let origin = [commit, commitDate].compactMap(\.self).joined(separator: ", ")
    return version + (origin.isEmpty ? "" : " (\(origin))")
  }

  static var versionText: String {
    let roots = AppleRoots.all.map { "  \($0.fingerprint)  \($0.name)\n" }.joined()
    return """
      receipt-tool \(release)
      \(swift.map { "Swift \($0)\n" } ?? "")\(OpenSSL.runningVersion) (built with \(OpenSSL.builtVersion))
      Pinned roots, by SHA-256:

      """ + roots
  }

  fileprivate static func writeVersion(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/version/1")
      writer.member("version", version)
      for (name, value) in [("commit", commit), ("commit_date", commitDate), ("swift", swift)] {
        writer.member(name, value)
      }
      writer.key("openssl")
      writer.object { writer in
        writer.member("built", OpenSSL.builtVersion)
        writer.member("running", OpenSSL.runningVersion)
      }
      writer.objects("pinned_roots", AppleRoots.all) { writer, root in
        writer.member("name", root.name)
        writer.member("sha256", root.fingerprint)
      }
    }
  }

  private static func fact(_ text: UnsafePointer<CChar>?) -> String? {
    text.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
