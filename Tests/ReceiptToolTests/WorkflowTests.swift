import Foundation
import Testing

/// Files for services that read this repository, of which no program here would notice that they are broken.
@Suite("Files for hosted services")
struct WorkflowTests {
  @Test(
    "they are YAML, and what the workflow runs are the commands of the README, and the rest",
    .enabled(if: (try? Python.run(["-c", "import yaml"]))?.status == 0, "PyYAML is not here"))
  func yaml() throws {
    let ci = try Self.read(".github/workflows/ci.yml")
    let jobs = try #require(ci["jobs"] as? [String: [String: Any]])
    #expect(Set(jobs.keys) == ["linux", "macos"])
    for (name, job) in jobs {
      let steps = try #require(job["steps"] as? [[String: String]])
      #expect(steps.compactMap { $0["run"] } == ["./Scripts/run", "./Scripts/test", "./Scripts/check"], "\(name)")
    }
    let readme = try String(contentsOf: Package.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("\n./Scripts/run ") && readme.contains("\n./Scripts/test "))

    let index = try Self.read(".spi.yml")
    let builder = try #require((index["builder"] as? [String: [[String: Any]]])?["configs"])
    let manifest = try String(contentsOf: Package.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let targets = try #require(builder.first?["documentation_targets"] as? [String])
    #expect(targets.contains("ReceiptKit"))
    for target in targets { #expect(manifest.contains("name: \"\(target)\""), "\(target)") }
  }

  private static func read(_ path: String) throws -> [String: Any] {
    // YAML reads `on` as true, which is no name in JSON.
    let script = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str, skipkeys=True)"
    let bytes = try Data(contentsOf: Package.root.appendingPathComponent(path))
    let run = try Python.run(["-c", script], input: [UInt8](bytes))
    try #require(run.status == 0, "\(path): \(run.stderr)")
    return try run.json()
  }
}
