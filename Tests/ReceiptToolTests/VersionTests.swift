import Foundation
import TestSupport
import Testing

@testable import ReceiptCommands

@Suite("version")
struct VersionTests {
  @Test(
    "--version says the same as version; the JSON is valid by its schema",
    .enabled(if: SchemaCheck.canRun, SchemaCheck.missing))
  func documents() throws {
    let text = try ToolRun(["--version"])
    #expect(text.status == 0 && text.stderr == "")
    #expect(text.stdout.hasPrefix("receipt-tool \(ToolFacts.version)"))
    #expect(try ToolRun(["version"]).stdout == text.stdout)
    let json = try ToolRun(["version", "--json"])
    #expect(try json.json()["version"] as? String == ToolFacts.version)
    try SchemaCheck.expectValid([try json.oneLine()], "version-1")
  }

  @Test("the changelog begins with this version, and no document names another one")
  func named() throws {
    let changelog = try Package.text("CHANGELOG.md")
    let section = changelog.components(separatedBy: "\n## ").dropFirst().first
    #expect(section?.hasPrefix("\(ToolFacts.version) (") == true)
    var named = 0
    for page in ["docs/packages.md", "docs/backends.md", "Sources/ReceiptKit/ReceiptKit.docc/GettingStarted.md"] {
      for match in try Package.text(page).matches(of: /(?:receipt[-_]tool[-_]|from: ")(\d+\.\d+\.\d+)/) {
        #expect(String(match.1) == ToolFacts.version, "\(page)")
        named += 1
      }
    }
    #expect(named >= 2)
  }

  @Test("OpenSSL is the one that openssl version names, and the roots are those of Apple's certificates")
  func facts() throws {
    let document = try ToolRun(["version", "--json"]).json()
    let library = try #require(document["openssl"] as? [String: String])
    let program = try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/env"), [OpenSSLCommand.program, "version"])
      .stdout
    // `OpenSSL 3.0.17 1 Jul 2025 (Library: OpenSSL 3.0.17 1 Jul 2025)`
    #expect(program.hasSuffix("(Library: \(library["running"] ?? ""))\n"), "\(program)")
    #expect((library["built"] ?? "").hasPrefix("OpenSSL 3."))
    let roots = try #require(document["pinned_roots"] as? [[String: String]])
    // Apple publishes these at apple.com/certificateauthority.
    #expect(
      roots.map { $0["sha256"]?.prefix(8) } == ["b0b1730e", "c2b9b042", "63343abf"])
    #expect(roots.map { $0["name"] } == ["Apple Inc. Root", "Apple Root CA - G2", "Apple Root CA - G3"])
  }
}
