import Foundation
import TestSupport
import Testing

@testable import ReceiptCommands
@testable import receipt_tool_online

@Suite("The command line")
struct CommandLineTests {
  /// Commands whose exit status is a judgement.
  static let judging: [[String]] = [
    ["validate"], ["validate", "-q"], ["status", "--is-active", "pro"], ["compare", "--response", "answer.json"],
    ["verify"], ["ledger", "add", "--order", "1", "--account", "jane"], ["decode", "--require", "authentic"],
    ["inspect", "--require", "authentic"], ["status", "--require", "authentic"], ["--require", "authentic"],
  ]

  /// What a command line asks for, where these files exist.
  private func invocation(_ words: [String], files: Set<String> = []) throws(UsageError) -> Invocation {
    try Invocation(words[...], of: OnlineTool.self, .silent) { files.contains($0) }
  }

  private func error(_ words: [String], files: Set<String> = []) -> UsageError? {
    do throws(UsageError) {
      _ = try invocation(words, files: files)
      return nil
    } catch {
      return error
    }
  }

  private func text(
    _ words: [String], files: Set<String> = []
  ) throws -> (text: String, status: ReceiptCommands.ExitStatus)? {
    guard case .print(let text, let status) = try invocation(words, files: files) else { return nil }
    return (text, status)
  }

  private func command<Command>(_ words: [String], as type: Command.Type = Command.self) throws -> Command {
    guard case .run(let command) = try invocation(words) else { throw Wrong() }
    return try #require(command as? Command)
  }

  private struct Wrong: Error {}

  @Test("help and version are printed wherever they stand, and end with 0 only where they stand alone")
  func requests() throws {
    let tree = try CommandTree.shared()
    for command in tree.commands.map(\.words) + tree.groups.map({ $0.split(separator: " ").map(String.init) }) {
      // ArgumentParser takes many milliseconds for a help: only some commands are asked in every way.
      let isThorough = [["validate"], [], ["mint"], ["ledger", "add"]].contains(command)
      for request in isThorough ? ["--help", "-h", "-help", "--version"] : ["--help"] {
        let alone = try #require(try text(command + [request]), "\(command) \(request)")
        #expect(alone.text.hasPrefix("OVERVIEW: ") == (request != "--version") && alone.status == .success)
        let before = try #require(try text([request] + command))
        #expect(before.text == alone.text && before.status == .success, "\(request) \(command)")
        let all = [["a.b64", request], [request, "a.b64"], [request, request], [request, "--"], ["--at", request]]
        for words in isThorough ? all : [all[0]] {
          let beside = try #require(try text(command + words), "\(command + words)")
          #expect(beside.text.hasPrefix("OVERVIEW: ") == (request != "--version"), "\(command + words)")
          #expect(beside.status == .usage, "\(command + words)")
        }
      }
    }
    for words in [[], ["ledger", "add"]] { #expect(try text(["help"] + words)?.text == text(words + ["--help"])?.text) }
    #expect(try text(["validate", "a", "--help"])?.text == text(["validate", "--help"])?.text)
    #expect(try text(["a", "--help"])?.text == text(["decode", "--help"])?.text)
  }

  @Test("help and version end with 64 where a file has this name: a script may have meant it")
  func requestsThatAreFiles() throws {
    for request in ["--help", "-h", "-help", "--version"] {
      for command in Self.judging.filter({ $0.count == 1 && !$0[0].hasPrefix("-") }) + [[], ["decode"]] {
        #expect(try text(command + [request], files: [request])?.status == .usage, "\(command) \(request)")
        #expect(try text(command + [request], files: ["help"])?.status == .success, "\(command) \(request)")
      }
    }
    let scratch = try Scratch()
    try scratch.file("--help", Array(try Minted.receipt().base64.utf8))
    let run = try ToolRun(["validate", "--help"], directory: scratch.url)
    #expect(run.status == 64 && run.stdout.hasPrefix("OVERVIEW: ") && run.stderr.contains("--"), "\(run.stderr)")
    for words in [["--", "--help"], ["./--help"]] {
      #expect(try ToolRun(["validate"] + words, directory: scratch.url).status == 1, "\(words)")
    }
  }

  @Test("options stand before or behind inputs, for every command")
  func order() throws {
    for (words, inputs) in [
      (["validate", "--trust-anchor", "X"], ["a"]), (["validate", "-q", "--at", "now"], ["a", "b"]),
      (["ledger", "add", "--database", "X", "--order", "1", "--account", "j"], ["a"]),
      (["diff", "--trust-anchor", "X"], ["a", "b"]), (["history", "--app", "NAME"], ["2000000123456789"]),
      (["verify", "--curl"], ["a"]), (["decode", "--require", "authentic"], ["a", "b"]),
      (["--require", "authentic"], ["a"]), (["inspect", "--at", "2026-01-01"], ["a"]),
      (["status", "--is-active", "p", "--unverified"], ["a"]), (["compare", "--fail-on", "any"], ["a", "b"]),
      (["redact", "--shift", "-41d"], ["a"]), (["mint", "receipt", "--count", "3"], ["a"]),
      (["ledger", "notify", "--bundle-id", "x", "--bundle-id", "y"], ["a"]), (["api", "order", "--app", "x"], ["1"]),
      (["explain", "--json"], ["21007"]), (["mint", "init", "--key-size", "2048"], ["ca"]),
    ] {
      // What moments are is asked of the clock.
      let name = words.prefix { !$0.hasPrefix("-") }
      let options = Array(words.dropFirst(name.count))
      guard case .run(let before) = try invocation(words + inputs),
        case .run(let behind) = try invocation(name + inputs + options),
        case .run(let ended) = try invocation(words + ["--"] + inputs)
      else {
        Issue.record("\(words)")
        continue
      }
      guard !options.contains("now") else { continue }
      #expect(String(reflecting: before) == String(reflecting: behind), "\(words)")
      #expect(String(reflecting: before) == String(reflecting: ended), "\(words)")
    }
  }

  @Test("what is missing is said in one sentence")
  func missing() {
    for (words, said) in [
      (["ledger", "add", "a", "--database", "X", "--order", "1"], "--account"),
      (["diff", "a", "--trust-anchor", "X"], "two inputs"), (["ledger", "show"], "<name>"),
      (["validate", "--policy"], "--policy"), (["validate", "--policy", "--at", "now", "a"], "--policy"),
      (["validate", "--policy", "--", "a"], "--policy"), (["api", "extend", "1"], "--days"),
      (["ledger"], "needs a subcommand"),
    ] {
      let message = error(words)?.message ?? ""
      #expect(message.contains(said) && !message.contains("\n"), "\(words): \(message)")
    }
  }

  @Test("the second input of compare is the answer, and nothing else may be one besides")
  func compare() throws {
    for words in [["r", "a"], ["r", "--response", "a"], ["--response", "a", "r"], ["--all", "r", "a"]] {
      let compare = try command(["compare"] + words, as: receipt_tool_online.Compare.self).compare
      #expect(compare.source == "r" && compare.savedAnswer == "a" && compare.isSaved, "\(words)")
    }
    #expect(try command(["compare", "--response", "a"], as: receipt_tool_online.Compare.self).compare.source == "-")
    #expect(try !command(["compare", "r"], as: receipt_tool_online.Compare.self).compare.isSaved)
    for words in [
      ["r", "a", "--response", "a"], ["r", "a", "--transactions", "t"], ["r", "a", "--api"],
      ["r", "a", "--app", "x", "--api"], ["r", "a", "--endpoint", "https://example.com"], ["-", "-"],
      ["--response", "-"], ["r", "--response", "a", "--transactions", "t"],
    ] {
      #expect(error(["compare"] + words) != nil, "\(words)")
    }
    #expect(try ToolRun(["compare", "r", "a", "b"]).status == 64)
  }

  @Test("behind -- and with its folder a file may be called as it likes")
  func fileNames() throws {
    for name in ["-forged-ha.b64", "--bundle-id=com.evil.b64", "-q", "-h", "--help", "--version", "--"] {
      for words in [["--", name], ["./" + name], ["-q", "--", name]] {
        let inputs = try command(["validate"] + words, as: Validate.self).options.inputs
        #expect(inputs == words.suffix(1), "\(words)")
      }
    }
    for words in [["-"], ["--", "-"]] {
      #expect(try command(["validate", "-q"] + words, as: Validate.self).options.inputs == ["-"])
    }
  }

  @Test(
    "letters behind one dash are flags, each of them, or an unknown option; with an h they print help and end with 64")
  func letters() throws {
    #expect(error(["validate", "-qq", "a"]) == nil)
    for word in ["-x", "-qx", "-quiet", "-q=1", "-h=1", "-forged.b64", "-forged-ha.b64", "-hx", "-xh"] {
      for words in [["validate", word, "a"], ["validate", "a", word], [word, "--require", "authentic", "a"]] {
        let refusal = error(words)
        #expect(refusal?.message == "Unknown option '\(word)'", "\(words)")
        #expect(refusal?.hint?.contains("./" + word) == true || refusal?.hint?.contains("'./\(word)'") == true)
      }
    }
    for word in ["-qh", "-hq"] { #expect(try text(["validate", word, "a"])?.status == .usage) }
    #expect(error(["decode", "-z", "a"])?.message == "Unknown option '-z'")
  }

  @Test("an unknown option is named, whatever else is wrong, and none that is known")
  func unknownOptions() throws {
    let names = ["validate", "ledger add", "api extend"]
    for command in try CommandTree.shared().commands where names.contains(command.name) {
      for words in [["--nonsense=value"], ["a", "--nonsense"]] {
        let refusal = error(command.words + words)
        #expect(refusal?.message == "Unknown option '--nonsense'", "\(command.name): \(refusal?.message ?? "taken")")
      }
      for option in command.options.prefix(6) {
        let message = error(command.words + [option.name])?.message ?? ""
        #expect(!message.contains("Unknown"), "\(command.name) \(option.name): \(message)")
      }
    }
  }

  @Test("a value is there, is not empty, and is one where one is meant")
  func values() throws {
    for command in try CommandTree.shared().commands {
      for option in command.options where !option.isFlag {
        let isThorough = ["validate", "ledger add"].contains(command.name)
        for words in [[option.name + "="]] + (isThorough ? [[option.name, ""]] : []) {
          #expect(error(command.words + words)?.message == "\(option.name) has an empty value", "\(command.name)")
        }
      }
    }
    for words in [
      ["ledger", "show", "a", "--as", "order", "--as", "account"], ["validate", "--policy", "p", "a", "--policy=p"],
      ["decode", "--require", "authentic", "a", "--require", "test-signed"],
      ["verify", "a", "--tries", "1", "--tries=2"],
    ] {
      #expect(error(words)?.message.hasSuffix("is given twice; which one counts?") == true, "\(words)")
    }
    for words in [
      ["validate", "--bundle-id", "x", "--bundle-id", "y", "a"], ["validate", "--quiet", "-q", "--quiet", "a"],
      ["validate", "--policy", "p", "--", "--policy", "--policy"],
      // As everywhere, the last counts.
      ["validate", "--allow-test-signed", "--no-allow-test-signed", "a"],
    ] {
      #expect(error(words) == nil, "\(words): \(error(words)?.message ?? "")")
    }
    #expect(try command(["redact", "--shift", "-41d", "a"], as: Redact.self).shift != nil)
    #expect(error(["validate", "--policy=-p.json", "a"]) == nil)
  }

  @Test("a secret is taken as no argument, and repeated in no message")
  func secrets() throws {
    for command in try CommandTree.shared().commands {
      for words in [
        ["--password", "hunter2"], ["--password=hunter2"], ["--secret", "hunter2"], ["--shared-secret=hunter2"],
        ["--ask-shared-secret=hunter2"], ["a", "b", "--password", "hunter2", "c"],
      ] {
        let refusal = try #require(error(command.words + words), "\(command.name) \(words)")
        #expect(refusal.message.hasPrefix("the shared secret is not an argument"), "\(command.name) \(words)")
        #expect(!refusal.message.contains("hunter2") && refusal.hint?.contains("hunter2") != true)
      }
    }
  }

  @Test("ArgumentParser's other entrances are closed to commands, and open where nothing is judged")
  func entrances() throws {
    for command in Self.judging + [[]] {
      for words in [
        ["---completion", "validate", "--", "--x", "0", "0"], ["---completion"], ["--help-hidden"],
        ["--generate-completion-script", "bash", "a"], ["--experimental-dump-help", "a"],
        ["--generate-completion-script=bash", "a"], ["--generate-completion-script"],
        ["--generate-completion-script", "ksh"],
      ] {
        #expect(error(command + words) != nil, "\(command + words)")
      }
    }
    for command in Self.judging {
      for words in [["--generate-completion-script", "bash"], ["--experimental-dump-help"]] {
        #expect(error(command + words) != nil, "\(command + words)")
      }
    }
    for words in [
      ["--generate-completion-script", "fish"], ["--generate-completion-script=zsh"], ["--experimental-dump-help"],
    ] {
      #expect(try text(words)?.status == .success, "\(words)")
    }
  }

  /// Words as an attacker, a pattern of the shell or a slip may bring them.
  struct Words {
    private var generator: SplitMix
    private let words: [String]

    init(seed: UInt64, options: [String], files: [String]) {
      generator = SplitMix(seed: seed)
      let fragments = options.flatMap { option -> [String] in
        [String(option.dropFirst()), String(option.prefix(5)), option + "=", option + "=1", option + "=-"]
      }
      let others: [String] = [
        "", "-", "--", "---", "-h", "-help", "--help", "--version", "help", "-qh", "-hq", "-q", "0", "-1", "1", "now",
        "--generate-completion-script", "bash", "--experimental-dump-help", "---completion", "--help-hidden", "-=",
        "--=", "-h=1", "--help=", "authentic", "production", "com.example", "ledger", "validate", "\n", " ", "=",
      ]
      words = [options, fragments, files, files.map { "-" + $0 }, files.map { "--" + $0 }, others].flatMap(\.self)
    }

    mutating func next(_ count: Int) -> [String] {
      (0..<Int.random(in: 0...count, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }
    }
  }

  @Test("arbitrary words behind a judging command end with 0 for help alone", arguments: judging)
  func arbitrary(_ command: [String]) throws {
    let options = try CommandTree.shared().commands.flatMap(\.options).map(\.name)
    let files = ["a.b64", "-forged-ha.b64", "--trust-anchor"]
    var words = Words(seed: 13, options: Array(Set(options)).sorted(), files: files)
    var (taken, refused) = (0, 0)
    for number in 0..<12 {
      // The first is the command alone.
      let line = command + words.next(number == 0 ? 0 : 5)
      do throws(UsageError) {
        switch try Invocation(line[...], of: OnlineTool.self, .silent, exists: { files.contains($0) }) {
        case .run, .decode: taken += 1
        case .print(_, let status):
          // Alone behind its name a command has nothing to judge.
          let isAlone = CommandPath.find(line[...], in: OnlineTool.self).1.count == 1
          #expect(status == (isAlone ? .success : .usage), "\(line)")
        }
      } catch {
        refused += 1
      }
    }
    #expect(taken > 0 && refused > 0)
  }

  // It needs processes: their status is what scripts see.
  @Test("a process never leaves with 0 for a receipt that must be refused, whatever stands around it", .thorough)
  func processes() throws {
    let scratch = try Scratch()
    let bad = try Data(contentsOf: Package.vectors.appendingPathComponent("bad-signature.b64"))
    let answer = try Data(contentsOf: Package.vectors.appendingPathComponent("verifyreceipt-answer.body"))
    let root = try Data(contentsOf: Package.vectors.appendingPathComponent("root.pem"))
    let files = ["bad.b64", "-forged-ha.b64", "--bundle-id=com.evil.b64", "-q"]
    for file in files { try scratch.file(file, bad) }
    try scratch.file("answer.json", Data(#"{"status":0,"receipt":{"bundle_id":"com.other"}}"#.utf8))
    try scratch.file("root.pem", root)
    #expect(!answer.isEmpty)
    let commands: [[String]] = [
      ["validate"], ["validate", "-q"], ["status", "--is-active", "com.example.reader.monthly"],
      ["compare", "--response", "answer.json"], ["decode", "--require", "authentic"],
      ["inspect", "--require", "test-signed"], ["--require", "test-signed"],
      ["ledger", "add", "--order", "1", "--account", "jane"],
    ]
    let options = try CommandTree.shared().commands.filter { ["validate", "status", "ledger add"].contains($0.name) }
      .flatMap(\.options).map(\.name)
    // Nothing here may ask a server, and a summary or a ledger has to stay in this folder.
    let unwanted = ["--endpoint", "--sandbox-endpoint", "--curl"]
    var words = Words(
      seed: 14, options: Array(Set(options)).sorted().filter { !unwanted.contains($0) }, files: files + ["root.pem"])
    var statuses: [Int32: Int] = [:]
    for number in 0..<80 {
      let command = commands[number % commands.count]
      let line = command + words.next(3) + [number % 3 == 0 ? "./-forged-ha.b64" : "bad.b64"] + words.next(2)
      let run = try ToolRun(
        line, input: Array(bad), environment: ["HOME": scratch.path], directory: scratch.url)
      #expect(run.status != 0, "\(line): \(run.stdout.prefix(200))")
      #expect(run.status > 0, "\(line): a signal")
      statuses[run.status, default: 0] += 1
    }
    // Both were met: refusals of the command line, and judgements.
    #expect((statuses[64] ?? 0) > 0 && (statuses[1] ?? 0) > 0, "\(statuses)")
  }
}
