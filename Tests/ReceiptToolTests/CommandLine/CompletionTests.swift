import Foundation
import Testing

/// The completion scripts, run by the shells themselves.
@Suite("Completions")
struct CompletionTests {
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  static func has(_ shell: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
  }

  /// What stands behind the tool's name, the last word being completed, and what has to be offered, and nothing else; `nil` is any.
  private static let cases: [(words: [String], offered: Set<String>)] = [
    (["v"], ["validate", "verify", "version"]),
    (
      ["ledger", ""],
      [
        "add", "run", "notify", "events", "show", "entitlements", "list", "stats", "apps", "merge", "erase", "export",
        "import", "check", "prune", "backup", "move",
      ]
    ),
    (["ledger", "a"], ["add", "apps"]), (["led"], ["ledger"]), (["xyz"], []), (["explain", ""], []),
    (["--in"], ["--in-app"]), (["decode", "--in"], ["--in-app"]), (["mint", "--te"], ["--template"]),
    (["decode", "--format", ""], ["json", "csv"]), (["validate", "--environment", "p"], ["production"]),
    (["validate", "--environment", ""], ["production", "sandbox", "xcode", "vpp"]),
    (["decode", "--require", ""], ["authentic", "test-signed"]), (["inspect", "--color", "a"], ["auto", "always"]),
    (["mint", "--template", "su"], ["subscription"]), (["mint", "--flaw", "bad-sig"], ["bad-signature"]),
    (["redact", "--coarsen", ""], ["day", "month"]), (["ledger", "list", "--state", "p"], ["pending"]),
    (["compare", "--fail-on", ""], ["unexpected", "any"]), (["redact", "--shift", ""], []),
    (["validate", "--max-age", ""], []), (["ledger", "show", ""], []),
    // What was given, what stands alone and what widens a judgement behind an input would be refused.
    (["decode", "--format", "json", "--f"], ["--field"]), (["decode", "--compact", "--h"], []),
    (["decode", "--h"], ["--help"]), (["validate", "r.b64", "--t"], ["--text", "--tsv"]),
    (["validate", "--trust-anchor", "r.b64", "--t"], ["--trust-anchor", "--text", "--tsv"]),
    (["decode", "--", "--f"], []), (["decode", "r"], ["r.b64"]), (["r"], ["redact", "r.b64"]),
    (["validate", "--policy", "r"], ["r.b64"]), (["mint", "--ca", "s"], ["sub"]), (["mint", "init", "s"], ["sub"]),
    (["mint", "init", "r"], []), (["ledger", "add", "r"], ["r.b64"]), (["ledger", "add", "r.b64", "r"], []),
    // What asks for help stands alone, behind `help` stand commands.
    (["help", "va"], ["validate"]), (["help", "ledger", "a"], ["add", "apps"]), (["help", "validate", ""], []),
    (["ledger", "help", "no"], ["notify"]), (["help", "r"], ["redact"]), (["help", "--"], []),
    (["validate", "--help", ""], []), (["validate", "-h", "--t"], []), (["--version", ""], []),
    (["ledger", "apps", "add", ""], []), (["validate", "help", "r"], ["r.b64"]),
    (["mint", "i"], ["init"]), (["mint", "rec"], []),
  ]

  /// Runs the cases in a shell, which prints a line of what it offers for each.
  private func expect(_ shell: String, _ script: (Scratch) throws -> [String]) throws {
    let scratch = try Scratch()
    try scratch.file("r.b64", [])
    try scratch.directory("sub")
    let completion = try ToolRun(["--generate-completion-script", shell])
    #expect(completion.status == 0)
    try scratch.file("completion", completion.stdout.utf8)
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), try script(scratch),
      environment: ["PATH": Self.path, "HOME": scratch.path, "LC_ALL": "C.UTF-8"], directory: scratch.url)
    let lines = run.stdout.components(separatedBy: "\n").dropLast()
    try #require(lines.count == Self.cases.count, "\(run.stdout)\(run.stderr)")
    for (expected, line) in zip(Self.cases, lines) {
      let offered = Set(line.split(separator: " ").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) })
      #expect(offered == expected.offered, "\(shell): \(expected.words)")
    }
    #expect(run.stderr == "", "\(run.stderr)")
  }

  private static func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }

  @Test("bash", .enabled(if: has("bash"), "bash is not here"))
  func bash() throws {
    try expect("bash") { scratch in
      let tries = Self.cases.map { "try receipt-tool \(Self.quoted($0.words))" }.joined(separator: "\n")
      try scratch.file(
        "script",
        """
        source ./completion
        rm completion script
        try() {
          COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
          _receipt_tool
          echo "${COMPREPLY[@]}"
        }
        \(tries)

        """.utf8)
      return ["bash", "--norc", "script"]
    }
  }

  @Test("zsh", .enabled(if: has("zsh"), "zsh is not here"))
  func zsh() throws {
    // The two builtins that add words need the line editor: these print what would be added.
    try expect("zsh") { scratch in
      let tries = Self.cases.map { "try receipt-tool \(Self.quoted($0.words))" }.joined(separator: "\n")
      try scratch.file(
        "script",
        """
        compdef() { : }
        compset() { PREFIX=${PREFIX#*=} }
        compadd() { [[ $1 == -- ]] && shift; local x; for x in "$@"; do [[ $x == $PREFIX* ]] && out+=($x); done; true }
        _files() { local x; for x in $PREFIX*(N); do [[ $1 != -/ || -d $x ]] && out+=($x); done; true }
        source ./completion
        rm completion script
        try() { words=("$@") CURRENT=$#words PREFIX=$words[$#words] out=(); _receipt_tool; print -r -- $out }
        \(tries)

        """.utf8)
      return ["zsh", "-f", "script"]
    }
  }

  @Test("fish", .enabled(if: has("fish"), "fish is not here"))
  func fish() throws {
    try expect("fish") { scratch in
      let tries = Self.cases.map { "try 'receipt-tool \($0.words.joined(separator: " "))'" }.joined(separator: "\n")
      try scratch.file(
        "script",
        """
        source ./completion
        rm completion script
        function try
          echo (complete -C $argv[1] | string split -f1 \\t)
        end
        \(tries)

        """.utf8)
      return ["fish", "--no-config", "script"]
    }
  }
}
