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
    try Invocation(words[...], of: OnlineTool.self) { files.contains($0) }
  }

  private func error(_ words: [String], files: Set<String> = []) -> UsageError? {
    do throws(UsageError) {
      _ = try invocation(words, files: files)
      return nil
    } catch {
      return error
    }
  }

  @Test("help and version stand alone behind every command, and nowhere else")
  func requests() throws {
    let tree = try CommandTree()
    for command in tree.commands.map(\.words) + tree.groups.map({ $0.split(separator: " ").map(String.init) }) {
      for request in ["--help", "-h", "-help", "--version"] {
        guard case .print(let text) = try invocation(command + [request]) else {
          Issue.record("\(command) \(request)")
          continue
        }
        #expect(text.hasPrefix("OVERVIEW: ") == (request != "--version"), "\(command) \(request)")
        for words in [["a.b64", request], [request, "a.b64"], [request, request], [request, "--"]] {
          #expect(error(command + words) != nil, "\(command + words)")
        }
        // A file of this name may have been meant.
        #expect(error(command + [request], files: [request]) != nil, "\(command) \(request)")
      }
      guard case .print(let text) = try invocation(["help"] + command) else {
        Issue.record("help \(command)")
        continue
      }
      #expect(text.hasPrefix("OVERVIEW: "))
    }
  }

  @Test(
    "a word with a dash that names a file is refused by every command, with what to write",
    arguments: [
      "-q", "-h", "--help", "--version", "-forged-ha.b64", "--bundle-id=com.evil.b64", "--trust-anchor", "--stream",
      "--generate-completion-script", "--experimental-dump-help", "---completion", "-", "--",
    ])
  func fileNames(_ name: String) throws {
    for command in try CommandTree().commands {
      let words = command.words + [name, "a.b64"]
      let refusal = error(words, files: [name])
      #expect(refusal?.message.contains("a file has this name") == true, "\(words): \(refusal?.message ?? "taken")")
      #expect(refusal?.hint?.contains("./") == true, "\(words)")
    }
  }

  @Test(
    "- and -- are what they are where no file has these names, and - is an option's value where it is written with =")
  func dashes() throws {
    for words in [["-"], ["--"], ["--", "-"], ["--", "a"], ["--policy", "-", "a"], ["--policy=-", "a"]] {
      #expect(error(["validate"] + words) == nil, "\(words)")
    }
    #expect(error(["validate", "--", "a", "-"], files: ["-"])?.hint?.contains("/dev/stdin") == true)
    #expect(error(["validate", "--policy", "-", "a"], files: ["-"])?.hint?.contains("--policy=-") == true)
    #expect(error(["validate", "--policy=-", "a"], files: ["-"]) == nil)
    #expect(error(["a.b64", "-"], files: ["-"])?.hint?.contains("./-") == true)
    #expect(error(["-"], files: ["-"])?.hint?.contains("./-") == true)
  }

  @Test("of the files of a folder, as a shell lists them, every one is judged or none", arguments: judging)
  func folders(_ command: [String]) throws {
    let names = [
      "-", "--", "---", "-q", "-h", "--help", "--stream", "--at=now", "--policy=p", "a.b64", "b.b64", "validate",
      "help",
      "+", " ", "-=", "\n", "Z", "0",
    ]
    var generator = SplitMix(seed: 15)
    var counts = (taken: 0, refused: 0)
    // ArgumentParser checks itself in debug builds: a line takes 20 ms.
    for _ in 0..<60 {
      // Shells sort by the language's order; any order may come.
      let files = names.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }.shuffled(using: &generator)
      guard !files.isEmpty else { continue }
      for words in [files, ["--"] + files] {
        do throws(UsageError) {
          let line = command + words
          _ = try invocation(line, files: Set(files))
          let (path, rest) = CommandPath.find(line[...], in: OnlineTool.self)
          let parts = try CommandLineWords(rest, of: path) { files.contains($0) }
          #expect(parts.inputs == files && !files.contains("-"), "\(line)")
          counts.taken += 1
        } catch {
          counts.refused += 1
        }
      }
    }
    #expect(counts.taken > 0 && counts.refused > 0)
  }

  @Test("such a file is taken behind -- and with its folder")
  func escapes() throws {
    for name in ["-forged-ha.b64", "--bundle-id=com.evil.b64", "-q", "--help"] {
      for words in [["--", name], ["./" + name]] {
        guard case .run(let command) = try invocation(["validate"] + words, files: [name]) else {
          Issue.record("\(words)")
          continue
        }
        #expect((command as? Validate)?.options.inputs == [words.last ?? ""])
      }
    }
  }

  @Test("the value of an option is no option, and may be a file")
  func values() throws {
    guard case .run(let command) = try invocation(["redact", "--shift", "-41d", "a"]) else {
      Issue.record("--shift")
      return
    }
    #expect((command as? Redact)?.shift != nil)
    #expect(error(["redact", "--shift", "-41d", "a"], files: ["-41d"])?.hint?.contains("--shift=./-41d") == true)
    #expect(error(["validate", "--policy", "-p.json", "a"])?.hint?.contains("--policy=-p.json") == true)
    #expect(error(["validate", "--policy", "-p.json", "a"], files: ["-p.json"])?.hint?.contains("./-p.json") == true)
    #expect(error(["validate", "--policy", "--", "a"])?.message == "--policy needs a value behind it")
    #expect(error(["validate", "--policy"])?.message == "--policy needs a value behind it")
    #expect(error(["validate", "--policy=", "a"])?.message == "--policy has an empty value")
    #expect(error(["validate", "--bundle-id", "", "a"])?.message == "--bundle-id has an empty value")
    #expect(error(["ledger", "show", "a", "--as", "order", "--as", "account"])?.message.contains("twice") == true)
    #expect(error(["validate", "--policy=-p.json", "a"], files: ["-p.json"]) == nil)
  }

  @Test("letters in one word are all options, and -h is none of them")
  func letters() {
    #expect(error(["validate", "-qq", "a"]) == nil)
    for word in ["-qh", "-hq", "-x", "-qx", "-quiet", "-q=1", "-5", "-forged.b64"] {
      let refusal = error(["validate", word, "a"])
      #expect(refusal?.hint?.contains("./\(word)") == true || refusal?.hint?.contains("'./\(word)'") == true, "\(word)")
    }
    #expect(error(["decode", "-q", "a"])?.message == "receipt-tool decode has no option --quiet")
  }

  @Test("behind an input nothing widens a judgement")
  func order() {
    for words in [
      ["validate", "a", "--trust-anchor", "t"], ["validate", "a", "--allow-test-signed"],
      ["validate", "a", "--at", "now"],
      ["validate", "a", "--active", "p", "--grace-period", "1d"], ["validate", "a", "--policy", "p"],
      ["validate", "--bundle-id", "x", "a", "--bundle-id", "y"],
      ["validate", "a", "--bundle-id", "x", "--bundle-id", "y"],
      ["validate", "--environment", "production", "a", "--environment", "sandbox"],
      ["validate", "--policy", "p", "a", "--max-age", "5200w"], ["validate", "--policy", "p", "a", "--bundle-id", "x"],
      ["validate", "-", "--at", "now"],
      ["status", "--is-active", "p", "a", "--unverified"], ["status", "a", "--at", "now", "--is-active", "p"],
      ["status", "a", "--require", "test-signed", "--trust-anchor", "t"],
      ["compare", "a", "--response", "b", "--trust-anchor", "t"],
      ["compare", "a", "--endpoint", "https://example.com"],
      ["verify", "a", "--endpoint", "https://example.com"], ["verify", "a", "--curl"],
      ["decode", "a", "--require", "test-signed", "--trust-anchor", "t"],
      ["a", "--require", "test-signed", "--at", "now"],
      ["inspect", "a", "--require", "test-signed", "--at", "now"],
      ["ledger", "add", "a", "--order", "1", "--account", "j", "--allow-restore"],
      ["ledger", "add", "a", "--order", "1", "--account", "j", "--environment", "sandbox"],
      ["ledger", "add", "a", "--order", "1", "--account", "j", "--database", "d"],
      ["ledger", "notify", "--bundle-id", "x", "a", "--bundle-id", "y"],
    ] {
      let refusal = error(words)
      #expect(refusal?.message.contains("widens what is accepted") == true, "\(words): \(refusal?.message ?? "taken")")
    }
    for words in [
      ["validate", "a", "--bundle-id", "x"], ["validate", "a", "--max-age", "1d", "--product", "p", "-q"],
      ["validate", "a", "--environment", "production", "--no-allow-test-signed"],
      ["validate", "--trust-anchor", "t", "--allow-test-signed", "--at", "now", "a", "b"],
      ["decode", "a", "--trust-anchor", "t"], ["inspect", "a", "--at", "now"],
      ["status", "a", "--at", "now", "--json"],
      ["compare", "a", "--response", "b", "--fail-on", "any"],
      ["ledger", "add", "a", "--order", "1", "--account", "j"],
    ] {
      #expect(error(words) == nil, "\(words): \(error(words)?.message ?? "")")
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
      guard case .print = try invocation(words) else {
        Issue.record("\(words)")
        continue
      }
    }
  }

  /// Words as an attacker, a pattern of the shell or a slip may bring them.
  struct Words {
    private var generator: SplitMix
    private let words: [String]

    init(seed: UInt64, options: [String], files: [String]) {
      generator = SplitMix(seed: seed)
      let fragments = options.flatMap {
        [String($0.dropFirst()), String($0.prefix(5)), $0 + "=", $0 + "=1", $0 + "=-"]
      }
      words =
        options + fragments + files + files.map { "-" + $0 } + files.map { "--" + $0 } + [
          "", "-", "--", "---", "-h", "-help", "--help", "--version", "help", "-qh", "-hq", "-q", "0", "-1", "1", "now",
          "--generate-completion-script", "bash", "--experimental-dump-help", "---completion", "--help-hidden", "-=",
          "--=", "-h=1", "--help=", "authentic", "production", "com.example", "ledger", "validate", "\n", " ", "=",
        ]
    }

    mutating func next(_ count: Int) -> [String] {
      (0..<Int.random(in: 0...count, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }
    }
  }

  @Test("arbitrary words behind a judging command never become a text to print", arguments: judging)
  func arbitrary(_ command: [String]) throws {
    let options = try CommandTree().commands.flatMap(\.options).map(\.name)
    let files = ["a.b64", "-forged-ha.b64", "--trust-anchor"]
    var words = Words(seed: 13, options: Array(Set(options)).sorted(), files: files)
    var (taken, refused) = (0, 0)
    for _ in 0..<150 {
      let line = command + words.next(5)
      do throws(UsageError) {
        switch try Invocation(line[...], of: OnlineTool.self, exists: { files.contains($0) }) {
        case .run, .decode: taken += 1
        case .print:
          // Alone behind its name a command has nothing to judge.
          let behind = line.dropFirst(CommandPath.find(line[...], in: OnlineTool.self).0.names.count)
          #expect(behind.count == 1, "\(line)")
        }
      } catch {
        refused += 1
      }
    }
    #expect(taken > 0 && refused > 0)
  }

  @Test("a process never leaves with 0 for a receipt that must be refused, whatever stands around it")
  func processes() throws {
    let scratch = try Scratch()
    let bad = try Data(contentsOf: Package.root.appendingPathComponent("TestReceipts/bad-signature.b64"))
    let answer = try Data(contentsOf: Package.root.appendingPathComponent("TestReceipts/verifyreceipt-answer.body"))
    let root = try Data(contentsOf: Package.root.appendingPathComponent("TestReceipts/root.pem"))
    let files = ["bad.b64", "-forged-ha.b64", "--bundle-id=com.evil.b64", "-q", "-", "--"]
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
    let options = try CommandTree().commands.filter { ["validate", "status", "ledger add"].contains($0.name) }
      .flatMap(\.options).map(\.name)
    // Nothing here may ask a server, and a summary or a ledger has to stay in this folder.
    let unwanted = ["--endpoint", "--sandbox-endpoint", "--curl"]
    var words = Words(
      seed: 14, options: Array(Set(options)).sorted().filter { !unwanted.contains($0) }, files: files + ["root.pem"])
    var statuses: [Int32: Int] = [:]
    for number in 0..<320 {
      let command = commands[number % commands.count]
      let line = command + words.next(3) + [number % 3 == 0 ? "./-forged-ha.b64" : "bad.b64"] + words.next(2)
      let run = try ToolRun(
        line, input: Array(bad), environment: ["HOME": scratch.path], directory: scratch.url)
      #expect(run.status != 0, "\(line): \(run.stdout.prefix(200))")
      #expect(run.status > 0, "\(line): a signal")
      statuses[run.status, default: 0] += 1
    }
    // What stands behind `--` in a list is not all that is judged.
    try scratch.file("0-good.b64", try Data(contentsOf: Package.root.appendingPathComponent("TestReceipts/empty.b64")))
    let trusting = ["--quiet", "--trust-anchor", "root.pem", "--allow-test-signed"]
    #expect(try ToolRun(["validate"] + trusting + ["0-good.b64"], directory: scratch.url).status == 0)
    for words in [["--", "0-good.b64"], ["0-good.b64", "--"], ["0-good.b64", "-"], ["-"]] {
      let good = try Data(contentsOf: scratch.url.appendingPathComponent("0-good.b64"))
      let run = try ToolRun(["validate"] + trusting + words, input: Array(good), directory: scratch.url)
      #expect(run.status == 64 && run.stderr.contains("a file has this name"), "\(words): \(run.status)")
    }
    // Both were met: refusals of the command line, and judgements.
    #expect((statuses[64] ?? 0) > 0 && (statuses[1] ?? 0) > 0, "\(statuses)")
  }
}
