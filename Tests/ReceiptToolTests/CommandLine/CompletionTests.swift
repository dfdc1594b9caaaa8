import Foundation
import Testing

/// The completion scripts, run by the shells themselves: it needs processes.
@Suite("Completions")
struct CompletionTests {
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  static func has(_ shell: String) -> Bool {
    path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
  }

  /// What stands behind the tool's name, the last word being completed, and what has to be offered, and nothing else.
  private static let cases: [(words: [String], offered: Set<String>)] = [
    (["v"], ["validate", "verify", "version"]), (["ledger", "a"], ["add", "apps"]), (["led"], ["ledger"]),
    (["decode", "--in"], ["--in-app"]), (["decode", "--format", ""], ["json", "csv"]),
    (["validate", "--environment", "p"], ["production"]), (["decode", "--require", ""], ["authentic", "test-signed"]),
    (["inspect", "--color", "a"], ["auto", "always"]), (["mint", "receipt", "--template", "su"], ["subscription"]),
    (["mint", "receipt", "--flaw", "bad-sig"], ["bad-signature"]), (["redact", "--coarsen", ""], ["day", "month"]),
    (["ledger", "list", "--state", "p"], ["pending"]), (["compare", "--fail-on", ""], ["unexpected", "any"]),
    (["validate", "r.b64", "--te"], ["--text"]), (["verify", "--en"], ["--endpoint", "--environment"]),
    (["decode", "q"], ["q.b64"]), (["validate", "--policy", "q"], ["q.b64"]), (["compare", "r.b64", "q"], ["q.b64"]),
    (["mint", "init", "s"], ["sub"]), (["ledger", "add", "q"], ["q.b64"]),
    (["compare", "r.b64", "--ap"], ["--api", "--app"]),
    (["ledger", "apps", "l"], ["list"]),
    // Options of the default command, and values: of the command that was named, and of no other one.
    (["--in"], ["--in-app"]), (["--format", ""], ["json", "csv"]), (["validate", "--format", "ju"], ["junit"]),
    (["mint", "--sc"], ["--scenario"]), (["mint", "--scenario", "trial"], ["trial-renew-refund"]),
    (["mint", "receipt", "--scenario", "trial"], ["trial-renew-refund"]), (["mint", "in"], ["init"]),
    (["explain", "DID_FAIL"], ["DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD"]),
  ]

  /// Runs the cases in a shell, which prints a line of what it offers for each.
  private func expect(
    _ shell: String, _ more: [(words: [String], offered: Set<String>)], _ script: ([[String]]) -> String
  ) throws {
    let scratch = try Scratch()
    try scratch.file("q.b64", [])
    try scratch.directory("sub")
    let completion = try ToolRun(["--generate-completion-script", shell])
    #expect(completion.status == 0)
    let own = try Scratch()
    try own.file("completion", completion.stdout.utf8)
    let cases = Self.cases + more
    try own.file("script", script(cases.map(\.words)).utf8)
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), [shell, own.path + "/script"],
      environment: ["PATH": Self.path, "HOME": own.path, "LC_ALL": "C.UTF-8", "OWN": own.path, "TERM": "dumb"],
      directory: scratch.url)
    let lines = run.stdout.components(separatedBy: "\n").dropLast()
    try #require(lines.count == cases.count, "\(run.stdout)\(run.stderr)")
    for (expected, line) in zip(cases, lines) {
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
    // Where nothing fits, bash itself offers files, because the script says so.
    try expect("bash", [(["xyz"], ["default"])]) { cases in
      """
      source "$OWN/completion"
      try() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=() COMP_LINE="$*"
        COMP_POINT=${#COMP_LINE}
        _receipt-tool receipt-tool "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        case $(complete -p receipt-tool) in *' -o default '*) : ;; *) echo 'no default' ;; esac
        [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=(default)
        echo "${COMPREPLY[@]}"
      }
      \(cases.map { "try receipt-tool \(Self.quoted($0))" }.joined(separator: "\n"))

      """
    }
  }

  @Test("zsh", .enabled(if: has("zsh"), "zsh is not here"))
  func zsh() throws {
    // Completion works in the line editor of an interactive shell only, so that one runs on a pseudo-terminal. It
    // writes what is offered to a file, and then END to the terminal.
    try expect("zsh", [(["q"], ["q.b64"]), (["xyz"], [])]) { cases in
      """
      zmodload zsh/zpty
      cat >"$OWN/inside" <<'END_OF_FILE'
      PROMPT=
      autoload -U compinit
      compinit -u -D
      source "$OWN/completion"
      compadd() {
        case " $* " in *' -O '* | *' -A '* | *' -D '*) builtin compadd "$@"; return ;; esac
        local -a hits
        builtin compadd -A hits "$@"
        (( $#hits )) && print -r -- $hits >>"$OWN/hits"
        builtin compadd "$@"
      }
      ended() { comppostfuncs=(ended); print END }
      comppostfuncs=(ended)
      zle -C offer list-choices _main_complete
      bindkey '^I' offer
      print START
      END_OF_FILE
      zpty shell zsh -f -i
      wait_for() {
        local text='' part
        while [[ $text != *$1* ]]; do zpty -r shell part || return; text+=$part; done
      }
      zpty -w shell ". $OWN/inside"
      wait_for START
      try() {
        : >"$OWN/hits"
        zpty -w -n shell "$*"$'\\t'
        wait_for END
        print -r -- ${(f)"$(<"$OWN/hits")"}
        zpty -w -n shell $'\\x15'
      }
      \(cases.map { "try \(Self.quoted(["receipt-tool \($0.joined(separator: " "))"]))" }.joined(separator: "\n"))
      zpty -d shell

      """
    }
  }

  @Test("fish", .thorough, .enabled(if: has("fish"), "fish is not here"))
  func fish() throws {
    try expect("fish", [(["q"], ["q.b64"]), (["xyz"], [])]) { cases in
      """
      source $OWN/completion
      function try
        echo (complete -C $argv[1] | string split -f1 \\t)
      end
      \(cases.map { "try 'receipt-tool \($0.joined(separator: " "))'" }.joined(separator: "\n"))

      """
    }
  }
}
