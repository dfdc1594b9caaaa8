import Foundation
import ReceiptKit
import Testing

/// What people do at a terminal, on a terminal: Python's `pty` plays the scenes (Tests/Fixtures/terminal.py).
@Suite("At a terminal", .serialized, .enabled(if: PseudoTerminal.canRun, PseudoTerminal.missing))
struct TerminalTests {
  private static let decode = ["decode", "--in-app", "--compact"]

  private static func play(
    _ steps: [[Any]], _ arguments: [String] = decode, prompt: String = "Ctrl-C cancels"
  ) throws -> PseudoTerminal.Scene {
    try PseudoTerminal.play(steps, arguments, prompt: prompt)
  }

  private static func pasted() throws -> (text: String, purchases: String) {
    let text = try Minted.receipt().base64
    return (text, try ToolRun(decode, input: Array(text.utf8)).stdout)
  }

  @Test("a receipt is read when it is complete, on one line, on many, between marks, in JSON, and without Ctrl-D")
  func complete() throws {
    let (text, purchases) = try Self.pasted()
    let filling = String(repeating: "A", count: 5_000)
    let wrapped = text.enumerated().map { $0 % 76 == 75 ? "\($1)\r" : "\($1)" }.joined()
    let request = "{\r  \"receipt-data\": \"\(text)\",\r  \"x\": \"\(filling)\"\r}\r"
    for (name, step) in [
      ("one line", ["type", text]), ("with its end", ["type", text + "\r"]), ("wrapped", ["type", wrapped]),
      ("marked", ["paste", wrapped]), ("JSON", ["type", request]),
      ("after a slip", ["type", "x\u{7F}junk\u{15}" + text]),
    ] {
      let scene = try Self.play([["modes"], step])
      #expect(scene.status == 0 && scene.stdout == purchases, "\(name): \(scene.shown)")
      #expect(scene.noted != [scene.before])
      #expect(!scene.shown.contains(text.prefix(20)), "it is not shown")
    }
  }

  @Test("lines of any length", .thorough, arguments: [4_094, 4_095, 4_096, 7_500, 100_000])
  func lengths(_ length: Int) throws {
    let large = try Minted.receipt { $0.opaqueValue = [UInt8](repeating: 65, count: length * 3 / 4) }.base64
    #expect(large.utf8.count > length)
    let scene = try Self.play([["type", large]], ["diagnose", "--canonical"])
    #expect(scene.status == 0 && scene.stdout.trimmingCharacters(in: .newlines) == large)
    let cut = try Self.play([["type", String(large.prefix(length))], ["pause", 0.5], ["type", "\u{4}"]])
    #expect(cut.status == 65 && cut.shown.contains("incomplete"))
  }

  @Test("a megabyte is counted while it arrives, and the report follows on the same terminal")
  func megabyte() throws {
    let text = try Minted.receipt { $0.opaqueValue = [UInt8](repeating: 65, count: 750_000) }.base64
    #expect(text.utf8.count > 1_000_000)
    let (first, second) = (text.prefix(300_000), text.dropFirst(300_000))
    // In three parts with a time in between: a busy machine may take all that is there between two looks at the clock.
    let seen: [[Any]] = [["await", " characters"], ["pause", 0.3]]
    let scene = try PseudoTerminal.play(
      [["type", "\u{1B}[200~\(first)"]] + seen + [["type", String(second.prefix(300_000))]] + seen
        + [["type", "\(second.dropFirst(300_000))\u{1B}[201~"]],
      ["inspect"], prompt: "Ctrl-C cancels", showsOutput: true, size: (24, 80), environment: ["PAGER": ""])
    #expect(scene.status == 0 && !scene.shown.contains(text.prefix(20)))
    let counts = scene.shown.components(separatedBy: " characters").dropLast().compactMap { part in
      part.components(separatedBy: "\u{1B}[K").last.flatMap { Int($0.replacingOccurrences(of: ",", with: "")) }
    }
    #expect(counts.count >= 3 && counts == counts.sorted() && counts.last == text.utf8.count, "\(counts)")
    #expect(scene.shown.contains("Not from Apple: the signer is not trusted."))
  }

  @Test("Ctrl-D ends it in the middle of a line; so does an empty line behind what announces no length")
  func ends() throws {
    for typed in ["hello\u{4}", "hello\r\r", "hello\r\u{4}"] {
      let scene = try Self.play([["type", typed]])
      #expect(scene.status == 65 && scene.shown.contains("a text of 5 characters, not a receipt"), "\(scene.shown)")
    }
    #expect(try Self.play([["type", "\u{4}"]]).shown.contains("the input is empty"))
  }

  @Test("Ctrl-C and signals end it with the terminal as it was, and what follows in a paste runs nowhere")
  func signals() throws {
    for (steps, signal) in [
      ([["type", "MII\u{3}"]], SIGINT), ([["paste", "MII\u{3}\rtouch x\r"]], SIGINT), ([["type", "\u{1C}"]], SIGQUIT),
      ([["type", "MII"], ["kill", "TERM"]], SIGTERM), ([["kill", "HUP"]], SIGHUP), ([["kill", "QUIT"]], SIGQUIT),
      ([["kill", "INT"]], SIGINT), ([["kill", "SEGV"]], SIGSEGV), ([["kill", "PIPE"]], SIGPIPE),
    ] as [([[String]], Int32)] {
      let scene = try Self.play(steps)
      #expect(scene.status == -signal && scene.stdout == "", "\(steps): \(String(describing: scene.status))")
    }
  }

  @Test(
    "stopped and continued it goes on, and a shell has its own terminal meanwhile", arguments: ["key", "TSTP", "STOP"])
  func stops(_ how: String) throws {
    let (text, purchases) = try Self.pasted()
    let stop = how == "key" ? ["type", "\u{1A}"] : ["kill", how]
    let (begin, rest) = (String(text.prefix(900)), String(text.dropFirst(900)))
    let scene = try Self.play([
      ["type", begin], ["pause", 0.4], stop, ["stopped"], ["continue"], ["pause", 0.5], ["modes"], ["type", rest],
    ])
    #expect(scene.status == 0 && scene.stdout == purchases, "\(scene.shown)")
    #expect(how == "STOP" || scene.noted.first == scene.before)
    #expect(scene.noted.last != scene.before)
  }

  @Test("hostile pastes are text: escapes, zero bytes, keys between the marks; and no more than --max-size is kept")
  func hostile() throws {
    for step in [["paste", "\u{1B}[31m\0\u{4}\u{15}\u{7F}\u{1B}]0;x\u{7}"], ["type", "\u{1B}[2\u{1B}[31m\0\u{9B}"]] {
      let scene = try Self.play([step, ["pause", 0.4], ["type", "\u{4}"]])
      #expect(scene.status == 65 && !scene.shown.contains("\u{1B}[31m") && !scene.shown.contains("\u{9B}"))
    }
    let long = try Self.play(
      [["type", String(repeating: "A", count: 300_000)]], Self.decode + ["--max-size", "100000"])
    #expect(
      long.status == 65 && long.shown.contains("an input of 300,000 bytes; the limit is 100,000"), "\(long.shown)")
  }

  @Test("errors and hints break between words at the width of the terminal", arguments: [40, 80, 140])
  func width(_ columns: Int) throws {
    for language in ["en", "de", "zh-Hans"] {
      let scene = try PseudoTerminal.play(
        [], ["verify", "--shared-secret", "x", "--language", language], size: (24, columns))
      // The scene has a character for every octet.
      let shown = String(
        decoding: scene.shown.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, as: UTF8.self)
      let lines = shown.split(whereSeparator: \.isNewline)
      #expect(scene.status == 64 && lines.count >= (columns == 140 ? 2 : 3), "\(shown)")
      for line in lines { #expect(displayWidth(of: String(line)) <= columns, "\(line)") }
      // The second line stands below the first word.
      #expect(columns == 140 || lines.dropFirst().first?.hasPrefix("       ") ?? false, "\(shown)")
    }
  }

  @Test("lines of a stream, and names, end as they should")
  func others() throws {
    let (text, _) = try Self.pasted()
    let scene = try Self.play([["type", "\(text)\r\(text)\rbad\u{4}"]], ["decode", "--stream"])
    #expect(scene.status == 65 && scene.stdout.components(separatedBy: "\n").count == 4)
    let name = try Self.play([["type", "jane@example.com\r"]], ["account-hash"], prompt: "Enter")
    // printf %s jane@example.com | sha256sum
    #expect(name.status == 0 && name.stdout.hasPrefix("8c87b489-ce35cf2e-"))
  }
}
