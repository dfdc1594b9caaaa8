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
    let wanted = ["run": ["./Scripts/run"], "test": ["./Scripts/test", "./Scripts/check"]]
    #expect(Set(jobs.keys) == Set(wanted.keys))
    for (name, expected) in wanted {
      let commands = try Self.steps(ci, name).compactMap { $0["run"] as? String }.filter {
        !$0.hasPrefix("git config ")
      }
      #expect(commands == expected, "\(name)")
      let matrix = (jobs[name]?["strategy"] as? [String: Any])?["matrix"] as? [String: [[String: String]]]
      #expect(
        matrix?["include"]?.compactMap { $0["machine"] } == ["macos-26", "ubuntu-24.04", "ubuntu-24.04-arm"], "\(name)")
    }
    let readme = try Package.text("README.md")
    #expect(readme.contains("\n./Scripts/run ") && readme.contains("\n./Scripts/test "))

    let index = try Self.read(".spi.yml")
    let builder = try #require((index["builder"] as? [String: [[String: Any]]])?["configs"])
    let manifest = try Package.text("Package.swift")
    let targets = try #require(builder.first?["documentation_targets"] as? [String])
    #expect(targets.contains("ReceiptKit"))
    for target in targets { #expect(manifest.contains("name: \"\(target)\""), "\(target)") }
  }

  @Test(
    "the release workflow uses scripts and files that are there, and each job what the one before made",
    .enabled(if: (try? Python.run(["-c", "import yaml"]))?.status == 0, "PyYAML is not here"))
  func release() throws {
    let release = try Self.read(".github/workflows/release.yml")
    #expect(release["permissions"] as? [String: String] == ["contents": "read"])
    let commands = try ["packages", "provenance"].map { job in
      try Self.steps(release, job).compactMap { $0["run"] as? String }.joined(separator: "\n")
    }
    for match in (commands[0] + "\n").matches(of: /\.\/(Scripts\/[a-z-]+)(.*)\n/) {
      let script = Package.root.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.isExecutableFile(atPath: script), "\(match.1)")
      #expect(match.2.isEmpty, "\(match.0)")
    }
    // In this order: what packages are made of, a look at its version, the packages.
    let order = [
      "Packaging/publisher", "./Scripts/release", "receipt-tool --version", "./Scripts/package", ".build/packages",
    ]
    var rest = commands[0][...]
    for word in order { rest = rest[try #require(rest.range(of: word), "\(word)").upperBound...] }

    // Scripts/package writes what is attested, and the list of what is inside.
    let script = try Package.text("Scripts/package") + Package.text("Scripts/wheel")
    let attested = try Self.steps(release, "provenance").compactMap { $0["with"] as? [String: Any] }
    let patterns = attested.compactMap { $0["subject-path"] as? String }.joined().split(separator: "\n")
    let made = [
      ".deb": ".deb", ".rpm": ".rpm", ".whl": ".whl", ".tgz": "npm pack", "-oci-": "-oci-$", "-linux-": "-linux-$",
    ]
    #expect(patterns.count == made.count)
    for (ending, maker) in made {
      #expect(patterns.contains { $0.contains(ending) } && script.contains(maker), "\(ending)")
    }
    #expect(script.contains("receipt-tool-$version.spdx.json") && script.contains("$packages/SHA256SUMS"))
    #expect(
      attested.contains { $0["sbom-path"] as? String == "packages/receipt-tool-${{ github.ref_name }}.spdx.json" })
    #expect(attested.contains { $0["subject-checksums"] as? String == "packages/SHA256SUMS" })

    // What one job uploads the other downloads, and docs/releasing.md names both artifacts.
    func names(_ job: String, _ action: String) throws -> [String] {
      try Self.steps(release, job).filter { ($0["uses"] as? String)?.contains(action) == true }
        .compactMap { ($0["with"] as? [String: Any])?["name"] as? String }
        .map { $0.replacing("${{ matrix.processor }}", with: "x86_64") }
    }
    #expect(try names("packages", "upload-artifact") == names("provenance", "download-artifact"))
    let guide = try Package.text("docs/releasing.md")
    for name in try names("packages", "upload-artifact") + names("provenance", "upload-artifact") {
      #expect(guide.contains("gh run download --name \(name) "), "\(name)")
    }

    // Both workflows build on both processors, in the same image, with the Swift that the manifest asks for.
    let images = try ["ci", "release"].map { workflow in
      try Package.text(".github/workflows/\(workflow).yml").firstMatch(of: /swift:(\d+\.\d+)-\w+/)?.output
    }
    #expect(images[0]?.0 == images[1]?.0)
    #expect(try Package.text("Package.swift").hasPrefix("// swift-tools-version: \(images[0]?.1 ?? "")\n"))
  }

  private static func steps(_ workflow: [String: Any], _ job: String) throws -> [[String: Any]] {
    let jobs = try #require(workflow["jobs"] as? [String: [String: Any]])
    return try #require(jobs[job]?["steps"] as? [[String: Any]])
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
