import Foundation
import Testing

@testable import ReceiptCommands
import SystemLibrary

/// The offline program and the connected one are one tool.
@Suite("Handing over to the connected program")
struct CommandForwardingTests {
  private static let folder = ToolRun.program(because: "one program continues in the other by exec")
    .deletingLastPathComponent()

  /// A copy of the offline program, with or without the connected one beside it.
  private struct Installation {
    let scratch: Scratch
    let tool: URL
    let connected: URL

    init(companionIn folder: String = "", copiesCompanion: Bool = true) throws {
      scratch = try Scratch()
      let root = URL(fileURLWithPath: scratch.path)
      let bin = root.appendingPathComponent("bin")
      tool = bin.appendingPathComponent("receipt-tool")
      connected = (folder.isEmpty ? bin : root.appendingPathComponent(folder)).appendingPathComponent(
        ConnectedProgram.name)
      for place in [bin, connected.deletingLastPathComponent()] {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(chmod(place.path, 0o755) == 0)
      }
      try FileManager.default.copyItem(
        at: CommandForwardingTests.folder.appendingPathComponent("receipt-tool"), to: tool)
      guard copiesCompanion else { return }
      try FileManager.default.copyItem(
        at: CommandForwardingTests.folder.appendingPathComponent(ConnectedProgram.name), to: connected)
    }

    func run(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(executable: tool, arguments, environment: ["COLUMNS": "80"])
    }
  }

  @Test(
    "the connected program is found beside the offline one and in libexec", arguments: ["", "libexec/receipt-tool"])
  func places(_ folder: String) throws {
    let installation = try Installation(companionIn: folder)
    for arguments in [["verify", "--help"], ["help", "ledger"], ["serve", "--help"], ["compare", "--help"]] {
      let run = try installation.run(arguments)
      #expect(run.status == 0 && run.stderr == "")
      #expect(run.stdout == (try ToolRun(arguments, environment: ["COLUMNS": "80"]).stdout))
    }
    // Its own messages name the tool, not the program.
    let run = try installation.run(["verify", "--nonsense"])
    #expect(run.status == 64)
    #expect(run.stderr.hasPrefix("error: Unknown option '--nonsense'\nhint: receipt-tool verify --help"))
  }

  @Test("Scripts/run builds the connected program for its commands")
  func script() throws {
    let script = try Package.text("Scripts/run")
    let pattern = try #require(
      script.components(separatedBy: "programs=all").first?.components(separatedBy: " in\n").last)
    let named = Set(pattern.split { !($0.isLetter || $0 == "-") }.map(String.init))
    for command in ConnectedCommand.allCases { #expect(named.contains(command.rawValue), "\(command)") }
  }

  @Test("without the connected program everything offline works, and the rest says what to install")
  func missing() throws {
    let installation = try Installation(copiesCompanion: false)
    let receipt = Package.vectors.appendingPathComponent("sandbox-subscription.b64").path
    #expect(try installation.run([receipt]).status == 0)
    #expect(try installation.run(["--help"]).stdout == ToolRun(["--help"], environment: ["COLUMNS": "80"]).stdout)
    for (arguments, what) in [
      (["verify", receipt], "`receipt-tool verify`"), (["ledger", "show", "7"], "`receipt-tool ledger`"),
      (["serve"], "`receipt-tool serve`"), (["serve", "--help"], "`receipt-tool serve`"),
      (["help", "ledger"], "the help of `receipt-tool ledger`"),
      (["compare", receipt], "`receipt-tool compare` without an answer or signed data"),
      (["compare", receipt, "--api", "--app", "reader"], "`receipt-tool compare` without an answer or signed data"),
    ] {
      let run = try installation.run(arguments)
      #expect(run.status == 78 && run.stdout == "", "\(arguments)")
      #expect(
        run.stderr.hasPrefix(
          "error: \(what) needs receipt-tool-online, which is not installed beside this program\nhint: "),
        "\(run.stderr)")
    }
    for words in [[receipt, "--response", receipt], [receipt, receipt], [receipt, "--", receipt]] {
      let saved = try installation.run(["compare"] + words)
      #expect(saved.status == 65, "\(words): \(saved.stderr)")
    }
    let signed = try installation.run(["compare", receipt, "--transactions", receipt])
    #expect(signed.status == 65 && signed.stderr.contains("no signed data of StoreKit 2"))
    let help = try installation.run(["compare", "--help"])
    #expect(help.status == 0 && help.stdout.contains("--response <file>"))
    let unknown = try installation.run(["compare", receipt, "--response", receipt, "--tries", "3"])
    #expect(unknown.status == 64)
    for shell in ["bash", "zsh", "fish"] {
      #expect(try installation.run(["--generate-completion-script", shell]).status == 0)
    }
  }

  @Test("a connected program of another version is refused, with both versions and both paths")
  func versions() throws {
    for version in ["0.0.9", "9.0.0", ""] {
      let run = try ToolRun(
        executable: Self.folder.appendingPathComponent(ConnectedProgram.name),
        ["--handed-over", version, "/somewhere/receipt-tool", "verify", "--help"])
      #expect(run.status == 78 && run.stdout == "")
      #expect(run.stderr.contains("/somewhere/receipt-tool is version \(version)"), "\(run.stderr)")
      #expect(run.stderr.contains("/\(ConnectedProgram.name) is version \(ToolFacts.release)"), "\(run.stderr)")
    }
    for arguments in [["--handed-over"], ["--handed-over", ToolFacts.release]] {
      let run = try ToolRun(executable: Self.folder.appendingPathComponent(ConnectedProgram.name), arguments)
      #expect(run.status == 78 && run.stdout == "", "\(arguments)")
    }
  }

  @Test("a connected program that others can change is not run")
  func permissions() throws {
    let installation = try Installation()
    for (path, mode) in [
      (installation.connected.path, mode_t(0o775)), (installation.connected.path, 0o757),
      (installation.connected.deletingLastPathComponent().path, 0o775),
      (installation.connected.deletingLastPathComponent().path, 0o1777),
    ] {
      #expect(chmod(path, mode) == 0)
      for arguments in [["verify", "--help"], ["--generate-completion-script", "bash"]] {
        let run = try installation.run(arguments)
        #expect(run.status == 78 && run.stdout == "")
        #expect(
          run.stderr.contains(
            "is not run: others than its owner can change it (mode \(String(mode & 0o777, radix: 8)))"))
        #expect(run.stderr.contains("hint: chmod go-w "))
      }
      #expect(chmod(path, 0o755) == 0)
      #expect(try installation.run(["verify", "--help"]).status == 0)
    }
    guard geteuid() == 0 else { return }
    #expect(chown(installation.connected.path, 12_345, 12_345) == 0)
    let run = try installation.run(["verify", "--help"])
    #expect(run.status == 78 && run.stderr.contains("is not run: it belongs to another user (12345)"))
  }

  @Test(
    "no link leads to another program: not the file, and not a folder on the way",
    arguments: ["", "libexec/receipt-tool"])
  func links(_ folder: String) throws {
    let installation = try Installation(companionIn: folder)
    let manager = FileManager.default
    let root = URL(fileURLWithPath: installation.scratch.path)
    let other = root.appendingPathComponent("other")
    try manager.moveItem(at: installation.connected, to: other)
    for target in [other.path, "/usr/bin/true", "/usr/bin/env"] {
      #expect(symlink(target, installation.connected.path) == 0)
      let run = try installation.run(["verify", "--help"])
      #expect(
        run.status == 78 && run.stdout == "" && run.stderr.contains("a link is on the way to it"), "\(run.stderr)")
      #expect(unlink(installation.connected.path) == 0)
    }
    try manager.moveItem(at: other, to: installation.connected)
    #expect(try installation.run(["verify", "--help"]).status == 0)
    guard !folder.isEmpty else { return }
    let libexec = root.appendingPathComponent("libexec")
    try manager.moveItem(at: libexec, to: root.appendingPathComponent("elsewhere"))
    #expect(symlink("elsewhere", libexec.path) == 0)
    #expect(try installation.run(["verify", "--help"]).status == 78)
  }

  #if os(Linux)
    @Test(
      "without /proc, where the command line cannot be read, no command is taken for another",
      .enabled(if: geteuid() == 0))
    func noProc() throws {
      for program in ["receipt-tool", ConnectedProgram.name] {
        let path = Self.folder.appendingPathComponent(program).path
        let run = try ToolRun(
          executable: URL(fileURLWithPath: "/usr/bin/unshare"),
          ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" validate --bundle-id com.example.app", path])
        #expect(run.status != 0 && run.stdout == "", "\(run.stderr)")
        #expect(run.status == 78 && run.stderr.contains("the command line cannot be read"), "\(run.stderr)")
      }
    }
  #endif
}
