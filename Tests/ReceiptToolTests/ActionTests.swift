import Foundation
import Testing

/// `Scripts/action`, which action.yml runs, on names and inputs that were chosen to mislead it. Scripts/try-action runs
/// the whole of action.yml with a wheel.
@Suite("The GitHub Action")
struct ActionTests {
  private struct Checkout {
    let scratch: Scratch
    private let vector: Data

    init() throws {
      scratch = try Scratch()
      vector = try Data(contentsOf: Package.vectors.appendingPathComponent("consumable.b64"))
      try add("receipts/good.b64")
    }

    /// Adds a receipt that passes, or what is no receipt.
    func add(_ name: String, isReceipt: Bool = true) throws {
      let file = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (isReceipt ? vector : Data("no receipt".utf8)).write(to: file)
    }

    /// One use of the action, with what it set as outputs, and its report if there is one.
    func run(_ inputs: [String: String] = [:]) throws -> (run: ToolRun, outputs: String, report: String?) {
      let own = try Scratch()
      let outputs = try own.file("outputs", []).path
      let tool = ToolRun.program(because: "a script runs it").deletingLastPathComponent().path
      var environment = [
        "PATH": tool + ":/usr/bin:/bin", "GITHUB_OUTPUT": outputs, "INPUT_FOLDER": "receipts", "PIP_NO_INDEX": "1",
        "INPUT_OPTIONS": "--trust-anchor=\(Package.vectors.path)/root.pem\n--allow-test-signed",
      ]
      environment.merge(inputs) { $1 }
      let run = try ToolRun(
        executable: Package.root.appendingPathComponent("Scripts/action"), [], environment: environment,
        directory: scratch.url)
      let report = scratch.url.appendingPathComponent(inputs["INPUT_REPORT"] ?? "receipts.xml")
      return (
        run, try String(contentsOfFile: outputs, encoding: .utf8), try? String(contentsOf: report, encoding: .utf8)
      )
    }

    func expectRefused(_ inputs: [String: String], _ words: String) throws {
      let (run, outputs, report) = try run(inputs)
      #expect(run.status == 1 && run.stderr.contains(words), "\(inputs): \(run.status) \(run.stderr)")
      #expect(outputs == "" && report == nil, "\(inputs)")
      // What begins a line with two colons is a command to the runner.
      #expect(!run.stderr.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("::") }, "\(run.stderr)")
    }
  }

  @Test("every file is read, whatever its name, and no other one in its place")
  func names() throws {
    let checkout = try Checkout()
    for name in [
      "receipts/-x", "receipts/--help", "receipts/a b/$(touch made)", "receipts/\"'`;&|<>*?", "receipts/a=b",
    ] {
      try checkout.add(name)
    }
    let (passed, outputs, report) = try checkout.run()
    #expect(passed.status == 0 && outputs == "report=receipts.xml\n", "\(passed.stderr)")
    #expect(report?.components(separatedBy: "<testsuite ").count == 7)
    #expect(!FileManager.default.fileExists(atPath: checkout.scratch.path + "/made"))
    // A list that is split at line breaks has these two files instead of the one between them.
    try checkout.add("receipts/e")
    try checkout.add("f/bad")
    try checkout.add("receipts/e\nf/bad", isReceipt: false)
    let (failed, _, _) = try checkout.run()
    #expect(failed.status == 65 && failed.stderr.contains("8 files validated"), "\(failed.status) \(failed.stderr)")
    #expect(failed.stderr.contains(#"receipts/e\u{a}f/bad"#), "\(failed.stderr)")
  }

  @Test("what is neither a file nor a folder is refused, unless it is hidden")
  func links() throws {
    let checkout = try Checkout()
    let link = checkout.scratch.path + "/receipts/link"
    for target in ["good.b64", "nowhere", ".", "/etc"] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try checkout.expectRefused([:], "no links or pipes: receipts/link")
      try FileManager.default.removeItem(atPath: link)
    }
    try checkout.add("receipts/.hidden/file", isReceipt: false)
    try FileManager.default.createSymbolicLink(
      atPath: checkout.scratch.path + "/receipts/.link", withDestinationPath: "nowhere")
    #expect(try checkout.run().run.status == 0)
    // The folder itself may be a link, and below a hidden one.
    try checkout.add(".github/receipts/good.b64")
    try checkout.add(".github/receipts/bad.b64", isReceipt: false)
    try FileManager.default.createSymbolicLink(
      atPath: checkout.scratch.path + "/linked", withDestinationPath: ".github/receipts")
    for folder in ["linked", ".github/receipts", checkout.scratch.path + "/.github/receipts"] {
      let (run, _, _) = try checkout.run(["INPUT_FOLDER": folder])
      #expect(run.status == 65 && run.stderr.contains("2 files validated"), "\(folder): \(run.stderr)")
    }
  }

  @Test("an input is no option, no other output and no command to the runner")
  func inputs() throws {
    let checkout = try Checkout()
    try checkout.expectRefused(["INPUT_REPORT": "r.xml\nreport=other.xml"], "control character")
    try checkout.expectRefused(["INPUT_FOLDER": "missing\n::error::made"], "control character")
    try checkout.expectRefused(["INPUT_OPTIONS": "--bundle-id=a\r::error::made"], "control character")
    try checkout.expectRefused(["INPUT_OPTIONS": "--quiet"], "reported on 0 of 1 files")
    for package in [
      "receipt-tool", "receipt-tool==1.0.0", "--index-url=https://packages.example receipt-tool",
      "-r receipts/good.b64",
      "receipt-tool @ https://packages.example/receipt_tool-1.0.0-py3-none-any.whl", "missing.whl",
      "receipt-tool==1.0.0 --hash=sha256:00",
    ] { try checkout.expectRefused(["INPUT_PACKAGE": package], "neither a wheel in the checkout nor a version") }
    let (run, outputs, report) = try checkout.run(["INPUT_REPORT": "-r=x.xml"])
    #expect(run.status == 0 && outputs == "report=./-r=x.xml\n" && report != nil, "\(run.stderr)")
  }

  @Test("workflows name the commits of other actions, and documents a release of this one")
  func pins() throws {
    let folder = Package.root.appendingPathComponent(".github/workflows")
    var uses = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let lines = try Package.text(".github/workflows/" + name).split(separator: "\n")
      for line in lines where line.contains("uses:") {
        uses += 1
        #expect(line.wholeMatch(of: /.*uses: [\w\/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+/) != nil, "\(name): \(line)")
      }
    }
    #expect(uses > 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: Package.root.path + "/docs")
    for page in pages.filter({ $0.hasSuffix(".md") }).map({ "docs/" + $0 }) + ["README.md"] {
      #expect(try !Package.text(page).contains("receipt-tool@main"), "\(page)")
    }
  }
}
