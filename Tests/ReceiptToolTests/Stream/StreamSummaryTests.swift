import Foundation
import TestSupport
import Testing

@Suite("Summaries of streams, and what they must not write over", .serialized)
struct StreamSummaryTests {
  /// A summary of another run, by hand.
  private static let older = """
    {"schema":"receipt-tool/stream-summary/1","command":"decode","sources":["-"],"exit_code":0,"inputs":1,"errors":0,
    "outcomes":{"authentic":1},"error_codes":{},"failed_sources":[],"jobs":1,"seconds":0.10,"inputs_per_second":10}

    """

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.file("in", try StreamInputs.receipts(3).map { $0 + "\n" }.joined().utf8)
    return scratch
  }

  private func content(_ name: String, _ scratch: Scratch) -> String? {
    (try? Data(contentsOf: scratch.url.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// POSIX: the first file that is opened gets the lowest descriptor that is free, which may be that of standard
  /// output.
  @Test(
    "a closed descriptor is nobody else's: results never end up in another file", arguments: ["0", "1", "2", "1 2"])
  func closedDescriptors(_ closed: String) throws {
    let scratch = try scratch()
    let before = content("in", scratch)
    try scratch.file("one", try StreamInputs.receipts(1)[0].utf8)
    let closing = closed.split(separator: " ").map { $0 + ">&-" }.joined(separator: " ")
    let output = closed.contains("1") ? "" : "> out"
    for command in ["decode --stream --jobs 2 --summary s in", "decode one"] {
      try scratch.file("out", [])
      let run = try StreamInputs.shell(
        "receipt-tool \(command) \(output) \(closing); echo $? > status", directory: scratch.url)
      #expect(content("status", scratch) == (closed.contains("1") ? "74\n" : "0\n"))
      if !closed.contains("2") && closed.contains("1") {
        #expect(run.stderr.contains("error: standard output cannot be written: Bad file descriptor\n"))
      }
      if !closed.contains("1"), command != "decode one" {
        #expect(content("out", scratch)?.split(separator: "\n").count == 3)
      }
      // Nothing but a summary is ever in its file.
      if let summary = content("s", scratch) {
        #expect(summary.hasPrefix("{\n  \"schema\": \"receipt-tool/stream-summary/1\","))
      }
    }
    #expect(content("in", scratch) == before)
    let read = try StreamInputs.shell("receipt-tool decode --stream <&-", directory: scratch.url)
    #expect(read.status == 66)
    #expect(read.stderr.hasPrefix("error: standard input cannot be read: Bad file descriptor"))
  }

  @Test(
    "a summary that would take the place of the output or of an input is refused before anything is touched",
    arguments: [
      "--summary out in > out", "--summary /dev/stdout in > out", "--summary ./out in >> out", "--summary in in > out",
      "--summary link in > out", "--summary hard in > out", "--summary in < in > out", "--summary in keep - < in > out",
      "--summary log in > out 2> log", "--trust-anchor root.pem --summary root.pem in > out",
    ])
  func sameFile(_ arguments: String) throws {
    let scratch = try scratch()
    let before = content("in", scratch)
    try scratch.file("root.pem", try Minted.anchor().utf8)
    try scratch.file("log", "so far\n".utf8)
    let run = try StreamInputs.shell(
      "echo kept > out; ln -s in link; ln in hard; receipt-tool decode --stream \(arguments); echo $? > status",
      directory: scratch.url)
    #expect(content("status", scratch) == "64\n")
    #expect(content("in", scratch) == before)
    #expect(content("root.pem", scratch) == (try Minted.anchor()))
    // What the shell has emptied is empty, what it has not is as it was.
    #expect(content("out", scratch) == (arguments.contains(">>") ? "kept\n" : arguments.contains("> out") ? "" : nil))
    let said = arguments.contains("2> log") ? content("log", scratch) ?? "" : run.stderr
    #expect(said.hasPrefix("error: --summary ") && said.contains("hint: "), "\(said)")
  }

  @Test("- is no file for a summary")
  func dash() throws {
    let scratch = try scratch()
    let run = try ToolRun(["decode", "--stream", "--summary", "-", "in"], directory: scratch.url)
    #expect(run.status == 64)
    #expect(content("-", scratch) == nil)
  }

  @Test(
    "a run that does not come to its end leaves no summary, neither its own nor one from before",
    .enabled(if: SystemPart.full.isHere, "there is no /dev/full here"))
  func noStaleSummary() throws {
    let scratch = try scratch()
    try scratch.file("s", Self.older.utf8)
    let full = try StreamInputs.shell("receipt-tool decode --stream --summary s in > /dev/full", directory: scratch.url)
    #expect(full.status == 74)
    #expect(content("s", scratch) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["in"])
  }

  @Test(
    "only an older summary is replaced; what else is there stays, also behind a link",
    arguments: [
      "my notes\n", "{}", "{\"schema\":\"receipt-tool/validate/1\"}", "[\"receipt-tool/stream-summary/1\"]", " ", "\0",
      "{\"other\":1,\"schema\":\"receipt-tool/stream-summary/1\"}", "{\"schema\":\"receipt-tool/stream-summary/11\"}",
      // What merely begins like one.
      "{\"schema\":\"receipt-tool/stream-summary/1\"}", "\n{ \"schema\" : \"receipt-tool/stream-summary/1\"",
      older + "{}",
      older.replacingOccurrences(of: "\"jobs\":1,", with: ""), String(older.dropLast(2)),
    ])
  func others(_ text: String) throws {
    let scratch = try scratch()
    try scratch.file("f", text.utf8)
    // One file decides it for all commands.
    for command in text == "{}" ? ["decode", "validate -q", "diagnose", "redact"] : ["decode"] {
      for (name, make) in [("f", ":"), ("link", "ln -sf f link"), ("hard", "ln -f f hard")] {
        let run = try StreamInputs.shell(
          "\(make); receipt-tool \(command) --stream --summary \(name) in > out; echo $?", directory: scratch.url)
        #expect(run.stdout == "64\n" && run.stderr.contains("not a summary of a stream"), "\(command): \(run.stderr)")
        #expect(content("f", scratch) == text)
      }
    }
    // An empty file, as mktemp makes it, and every older summary are replaced.
    for before in [
      "", Self.older, " " + Self.older.replacingOccurrences(of: "\"jobs\"", with: "\"later\":[1],\"jobs\""),
    ] {
      try scratch.file("s", before.utf8)
      let run = try ToolRun(["decode", "--stream", "--summary", "s", "in"], directory: scratch.url)
      #expect(run.status == 0 && content("s", scratch)?.contains("\"inputs\": 3") == true)
    }
  }

  /// Where there was nothing to judge, the status says so; a stream without inputs is empty, or a table without rows.
  @Test(
    "the summary has the exit status of the process",
    arguments: [
      ("validate", 65), ("diagnose", 65), ("decode --require authentic", 65), ("decode", 0), ("decode --format csv", 0),
      ("decode --format csv --require authentic", 65), ("redact", 0),
    ])
  func statusOfNothing(_ command: String, _ status: Int) throws {
    let scratch = try scratch()
    try scratch.file("empty", [])
    try scratch.file("head", "receipt,id\n".utf8)
    for source in ["empty", "--csv --field receipt head"] {
      let run = try StreamInputs.shell(
        "receipt-tool \(command) --stream --summary s \(source) > out; echo $?", directory: scratch.url)
      #expect(run.stdout == "\(status)\n", "\(source): \(run.stderr)")
      #expect(content("s", scratch)?.contains("\"exit_code\": \(status),") == true, "\(source)")
    }
    let mixed = try ToolRun(["validate", "--stream", "--summary", "s", "in", "empty"], directory: scratch.url)
    #expect(mixed.status == 1 && content("s", scratch)?.contains("\"exit_code\": 1,") == true)
  }

  @Test("a link that leads nowhere is no place for a summary, and nothing is made there")
  func dangling() throws {
    let scratch = try scratch()
    let run = try StreamInputs.shell(
      "ln -s none link; receipt-tool decode --stream --summary link in > out; echo $?; ls", directory: scratch.url)
    #expect(run.stdout == "74\nin\nlink\nout\n" && run.stderr.hasPrefix("error: link cannot be written: "))
  }

  @Test("a file that is there keeps its permissions and its links; what is no file is written to")
  func places() throws {
    let scratch = try scratch()
    let run = try StreamInputs.shell(
      """
      mkdir d; receipt-tool decode --stream --summary d/s in > out 2> d/l; chmod 600 d/s; ln -s d/s link
      receipt-tool decode --stream --summary link in > out && test -L link && ls -l d/s | cut -c 1-10 && head -n 2 d/s
      umask 027; receipt-tool decode --stream --summary new in > out; ls -l new | cut -c 1-10
      receipt-tool decode --stream --summary /dev/fd/5 in 5>&1 > out | head -n 1
      receipt-tool decode --stream --summary /dev/null in > out; echo $?; ls
      """, directory: scratch.url)
    #expect(
      run.stdout == """
        -rw-------
        {
          "schema": "receipt-tool/stream-summary/1",
        -rw-r-----
        {
        0
        d
        in
        link
        new
        out

        """)
  }
}
