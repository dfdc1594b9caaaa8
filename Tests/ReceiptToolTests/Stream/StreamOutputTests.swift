import Foundation
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptCommands

@Suite("Output of streams", .serialized)
struct StreamOutputTests {
  /// More than a pipe holds, and more than one chunk.
  private func scratch(times: Int = 15) throws -> Scratch {
    let scratch = try Scratch()
    let lines = try StreamInputs.receipts(10).map { $0 + "\n" }.joined() + "bad\n\n"
    try scratch.file("all", String(repeating: lines, count: times).utf8)
    return scratch
  }

  @Test("any number of threads writes the same; unordered writes the same lines")
  func order() throws {
    let scratch = try scratch()
    func run(_ arguments: [String]) throws -> ToolRun {
      try ToolRun(["decode", "--stream"] + arguments + ["all"], directory: scratch.url)
    }
    let one = try run(["--jobs", "1"])
    // The empty last line is no input.
    #expect(one.stdout.split(separator: "\n").count == 179)
    #expect(try run(["--jobs", "2"]).stdout == one.stdout)
    #expect(try run(["--jobs", "9"]).stdout == one.stdout)
    // Small chunks, of which many are in work at once.
    let piped = try StreamInputs.shell("cat all | receipt-tool decode --stream --jobs 16", directory: scratch.url)
    #expect(piped.stdout.replacingOccurrences(of: "\"source\":\"-\"", with: "\"source\":\"all\"") == one.stdout)
    let unordered = try run(["--jobs", "5", "--unordered"]).stdout
    #expect(unordered.split(separator: "\n").sorted() == one.stdout.split(separator: "\n").sorted())
  }

  @Test("a line is answered as soon as it is there, however little comes behind it")
  func promptness() throws {
    let scratch = try Scratch()
    try scratch.file("r", try StreamInputs.receipts(1)[0].utf8 + [0x0A])
    let command = """
      mkfifo in out; receipt-tool decode --stream --jobs 2 < in > out 2>/dev/null & exec 3> in 4< out
      for n in 1 2 3; do cat r >&3; read -r line <&4; echo "$line" | cut -c 1-62; done; exec 3>&-; wait
      """
    let run = try StreamInputs.shell(command, directory: scratch.url)
    let heads = (1...3).map { "{\"schema\":\"receipt-tool/decode/1\",\"source\":\"-\",\"line\":\($0),\"" }
    #expect(run.stdout.split(separator: "\n").map { $0.prefix(56) } == heads.map { $0.prefix(56) })
  }

  @Test("head ends the stream at once and without a word")
  func head() throws {
    let scratch = try scratch()
    let run = try StreamInputs.shell(
      "{ receipt-tool decode --stream all; echo $? >&2; } | head -n 1", directory: scratch.url)
    #expect(run.stdout.split(separator: "\n").count == 1)
    // 128 + SIGPIPE, as with every other tool.
    #expect(run.stderr == "141\n")
    let ignored = try StreamInputs.shell(
      "trap '' PIPE; { receipt-tool decode --stream all; echo $? >&2; } | head -n 1", directory: scratch.url)
    #expect(ignored.stderr == "error: standard output cannot be written: Broken pipe\n74\n")
  }

  @Test(
    "a full disk ends the stream with a message",
    .enabled(if: SystemPart.full.isHere, "there is no /dev/full here"))
  func fullDisk() throws {
    let scratch = try scratch()
    let full = try StreamInputs.shell("receipt-tool decode --stream --jobs 3 all > /dev/full", directory: scratch.url)
    #expect(full.stderr == "error: standard output cannot be written: No space left on device\n")
    #expect(full.status == 74)
  }

  @Test("a file that may not grow ends the stream with a message, and no part of a line stays behind")
  func largestFile() throws {
    let scratch = try scratch()
    // The largest file has this many blocks of 512 bytes: the write that reaches it is cut off in the middle.
    for (format, blocks) in [("json", 300), ("csv", 50)] {
      let limited = try StreamInputs.shell(
        "ulimit -f \(blocks); receipt-tool decode --stream --format \(format) all > out",
        directory: scratch.url)
      #expect(limited.stderr == "error: standard output cannot be written: File too large\n")
      #expect(limited.status == 74)
      let written = try String(contentsOf: scratch.url.appendingPathComponent("out"), encoding: .utf8)
      #expect(written.hasSuffix("\n") && written.utf8.count > 400 * blocks)
    }
  }

  /// Standard error is a terminal, the file of the results has no room for more than a moment of them.
  @Test("an error comes in place of the progress, not behind it", .enabled(if: StreamInputs.canMeasure))
  func errorAfterProgress() throws {
    let scratch = try Scratch()
    let script = """
      import os, pty, resource, select, subprocess, time
      ours, theirs = pty.openpty()
      limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
      tool = subprocess.Popen(["receipt-tool", "decode", "--stream"], stdin=subprocess.PIPE, stdout=open("out", "w"),
                              stderr=theirs, preexec_fn=limit)
      os.close(theirs)
      text = b""
      while b" inputs" not in text:  # it fails only after it has shown how far it is
          tool.stdin.write(b"bad\\n"); tool.stdin.flush()
          while select.select([ours], [], [], 0.4)[0]: text += os.read(ours, 4096)
      try:
          while tool.poll() is None:
              tool.stdin.write(b"bad\\n" * 4); tool.stdin.flush(); time.sleep(0.1)
      except BrokenPipeError: pass
      try:
          while True: text += os.read(ours, 4096)
      except OSError: pass
      print(tool.wait()); print(repr(text))
      """
    try scratch.file("script.py", script.utf8)
    let run = try StreamInputs.shell("python3 script.py", directory: scratch.url)
    #expect(run.stdout.hasPrefix("74\n"), "\(run.stderr)")
    #expect(run.stdout.contains(" inputs, "))
    #expect(
      run.stdout.contains(#"\r\x1b[Kerror: standard output cannot be written: File too large\r\n"#), "\(run.stdout)")
  }

  @Test("progress: rate, errors, share and time left")
  func progress() {
    var tally = StreamTally()
    for _ in 0..<12_000 { tally.add(DocumentVerdict("authentic", exitCode: 0)) }
    tally.add(DocumentVerdict(ReceiptError(.emptyInput, "nothing")))
    #expect(
      StreamProgress.text(tally, bytesRead: 250, of: 1_000, after: 40, width: 80)
        == "12,001 inputs, 300/s, 1 error, 25%, 2:00 left")
    #expect(
      StreamProgress.text(tally, bytesRead: 1, of: 400, after: 10, width: 80)
        == "12,001 inputs, 1,200/s, 1 error, 0%, 1:06:30 left")
    func text(width: Int) -> String {
      StreamProgress.text(tally, bytesRead: 250, of: nil, after: 0, width: width)
    }
    #expect(text(width: 80) == "12,001 inputs, 0/s, 1 error")
    // One column stays free.
    #expect(text(width: 28) == "12,001 inputs, 0/s, 1 error")
    #expect(text(width: 27) == "12,001 inputs, 0/s")
    #expect(text(width: 10) == "12,001 in")
    #expect(text(width: 1) == "")
    #expect(tally.text == "12,000 authentic, 1 error (1 empty_input)")
  }
}
