import Foundation
import Testing

/// The oldest macOS stands in `Package.swift`; what else names one must name the same.
@Suite("The oldest macOS")
struct DeploymentTargetTests {
  private static func version(_ manifest: String) throws -> String {
    let found = try #require(manifest.firstMatch(of: /\.macOS\(\.v(\d+)\)/))
    return String(found.1)
  }

  @Test(
    "the other manifests and the page of the library",
    arguments: [
      "Fuzz/Package.swift", "Benchmarks/Package.swift", "Examples/library/Package.swift",
      "Examples/server/Package.swift", "docs/library.md",
    ])
  func manifests(_ path: String) throws {
    #expect(try Self.version(Package.text(path)) == Self.version(Package.text("Package.swift")))
  }

  @Test("what stays the same, the README, the formula and the workflow")
  func pages() throws {
    let version = try Self.version(Package.text("Package.swift"))
    #expect(try Package.text("docs/compatibility.md").contains("macOS \(version) or later"))
    #expect(try Package.text("README.md").contains("For macOS \(version) it compiles"))
    #expect(try Package.text(".github/workflows/ci.yml").contains("macos-\(version)"))
    let name = try #require(["15": "sequoia", "26": "tahoe"][version])
    #expect(try Package.text("Packaging/receipt-tool.rb").contains("depends_on macos: :\(name)\n"))
  }
}
