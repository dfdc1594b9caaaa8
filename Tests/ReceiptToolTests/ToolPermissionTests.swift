import Foundation
import Testing

import SystemLibrary

/// One rule for every file that is not everybody's; ReceiptLedgerTests hold it over all modes.
@Suite("Permissions of secrets, keys and tokens")
struct ToolPermissionTests {
  private static let modes: [(mode: Int, isUsed: Bool, isSaid: Bool)] = [
    (0o600, true, false), (0o640, true, true), (0o666, false, false), (0o620, false, false), (0o644, false, false),
  ]

  @Test("every kind of file is treated alike", arguments: modes.map(\.mode))
  func kinds(_ mode: Int) throws {
    let expected = try #require(Self.modes.first { $0.mode == mode })
    let scratch = try Scratch()
    let (key, ca) = (scratch.path + "/key", scratch.path + "/ca")
    #expect(try ToolRun(["redact", "--new-key", key]).status == 0)
    #expect(try ToolRun(["mint", "init", ca] + MintTests.quick).status == 0)
    let secret = try scratch.file("secret", Array("0123456789abcdef0123456789abcdef".utf8)).path
    let receipt = try scratch.file("receipt", Array(try Minted.receipt().base64.utf8)).path
    for (file, arguments) in [
      (key, ["redact", "--key-file", key, receipt]), (ca + "/root.key", ["mint", "--template", "empty", "--ca", ca]),
      // A port of this machine on which nothing listens: what cannot be used is refused before that is found out.
      (
        secret,
        ["verify", "--endpoint", "http://127.0.0.1:9/", "--tries", "1", "--shared-secret-file", secret, receipt]
      ),
      (secret, ["verify", "--endpoint", "http://127.0.0.1:9/", "--tries", "1", "--token-file", secret, receipt]),
    ] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      let run = try ToolRun(arguments)
      #expect((run.status != 66) == expected.isUsed, "\(arguments): \(run.stderr)")
      #expect(
        run.stderr.contains("note: \(file): its group can read it (mode 640)") == expected.isSaid, "\(run.stderr)")
      #expect(expected.isUsed || run.stderr.contains("(mode \(String(mode, radix: 8)))"))
      #expect(!run.stderr.contains("0123456789abcdef"))
    }
  }

  @Test("a secret in a folder that others can change is refused, also behind a link, and so is a pipe")
  func places() throws {
    let scratch = try Scratch()
    let secret = Array("0123456789abcdef0123456789abcdef".utf8)
    try scratch.file("open/secret", secret)
    try scratch.file("open/closed/secret", secret)
    try scratch.file("closed/secret", secret)
    for (link, target) in [("closed/link", "../open/closed/secret"), ("open/link", "../closed/secret")] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path + "/" + link, withDestinationPath: target)
    }
    let receipt = try scratch.file("receipt", Array(try Minted.receipt().base64.utf8)).path
    func verify(_ secret: String) throws -> ToolRun {
      try ToolRun(
        ["verify", "--endpoint", "http://127.0.0.1:9/", "--tries", "1", "--shared-secret-file", secret, receipt],
        directory: scratch.url)
    }
    func permit(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path + "/open")
    }
    let throughOpen = ["open/secret", "open/closed/secret", "closed/link", "open/link", scratch.path + "/open/secret"]
    for mode in [0o777, 0o707, 0o703] {
      try permit(mode)
      for file in throughOpen {
        let run = try verify(file)
        #expect(run.status == 66 && run.stderr.contains("others than its owner can change it (mode "), "\(file)")
      }
      #expect(try verify("closed/secret").status == 69)
    }
    // As /tmp, where others can add files but replace none.
    for mode in [0o1777, 0o755, 0o700] {
      try permit(mode)
      for file in throughOpen { #expect(try verify(file).status == 69, "\(file), mode \(String(mode, radix: 8))") }
    }
    try #require(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/to-pipe", withDestinationPath: "pipe")
    for pipe in ["pipe", "to-pipe"] {
      for arguments in [
        ["verify", "--endpoint", "http://127.0.0.1:9/", "--tries", "1", "--shared-secret-file", pipe, receipt],
        ["verify", "--endpoint", "http://127.0.0.1:9/", "--tries", "1", "--token-file", pipe, receipt],
        ["redact", "--key-file", pipe, receipt], ["history", "--key", pipe, "--issuer-id", "x", "1"],
        ["serve", "--listen", "127.0.0.1:0", "--token-file", pipe],
      ] {
        let run = try ToolRun(arguments, environment: ["HOME": scratch.path], directory: scratch.url)
        #expect(run.status == 66 && run.stderr.contains("it is a pipe"), "\(arguments): \(run.status) \(run.stderr)")
      }
    }
    // What a shell makes of <(…) is a descriptor, and is read.
    let script = #"""
      "$0" redact --new-key "$1/key" && exec "$0" redact --key-file <(cat "$1/key") "$1/receipt"
      """#
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      ["bash", "-c", script, ToolRun.program(because: "a shell opens a descriptor for it").path, scratch.path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.status == 0 && !run.stdout.isEmpty, "\(run.stderr)")
  }

  #if os(Linux)
    @Test("a process writes no core, because any input may be a key")
    func coresOfInputs() throws {
      let scratch = try Scratch()
      try scratch.file("key.p8", "-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkw\n".utf8)
      // What is read from the pipe does not end before the limits were looked at.
      let script = #"""
        ulimit -S -c "$(ulimit -H -c)"; mkfifo "$1/pipe"; "$0" "$2" <"$1/pipe" >/dev/null 2>&1 & pid=$!
        exec 3>"$1/pipe"; cat "$1/key.p8" >&3
        for try in 1 2 3 4 5 6 7 8 9 10; do
          core=$(grep "core file" /proc/$pid/limits); owner=$(stat -c %u /proc/$pid/environ)
          case $core in *' 0 '*' 0 '*) break ;; *) sleep 0.1 ;; esac
        done
        echo "$core"; echo "$owner"; exec 3>&-; wait $pid
        """#
      for command in ["diagnose", "inspect", "decode"] {
        let run = try ToolRun(
          executable: URL(fileURLWithPath: "/bin/sh"),
          [
            "-c", script, ToolRun.program(because: "its limits are looked at from outside").path, scratch.path, command,
          ],
          environment: ["PATH": "/usr/bin:/bin"])
        let lines = run.stdout.components(separatedBy: "\n")
        #expect(lines.first?.split(separator: " ").suffix(3).prefix(2) == ["0", "0"], "\(run.stdout)\(run.stderr)")
        // What belongs to a process that cannot be dumped is root's (proc(5)).
        #expect(lines.dropFirst().first == "0", "\(run.stdout)")
        try FileManager.default.removeItem(atPath: scratch.path + "/pipe")
      }
    }

    @Test("a server that holds a secret writes no core")
    func cores() throws {
      let scratch = try Scratch()
      let token = try scratch.file("token", Array("0123456789abcdef\n".utf8)).path
      // `serve` goes on until it is ended, so that its limits can be read.
      let script = """
        ulimit -S -c "$(ulimit -H -c)"; "$0" serve --listen 127.0.0.1:0 --quiet --token-file "$1" >ready & pid=$!
        while ! [ -s ready ]; do sleep 0.1; done
        grep "core file" /proc/$pid/limits; stat -c %u /proc/$pid/environ; kill $pid; wait $pid
        """
      let run = try ToolRun(
        executable: URL(fileURLWithPath: "/bin/sh"),
        ["-c", script, ToolRun.program(because: "its limits are looked at from outside").path, token],
        environment: ["PATH": "/usr/bin:/bin"], directory: scratch.url)
      let lines = run.stdout.components(separatedBy: "\n")
      #expect(lines.first?.split(separator: " ").suffix(3).prefix(2) == ["0", "0"], "\(run.stdout)\(run.stderr)")
      // What belongs to a process that cannot be dumped is root's (proc(5)).
      #expect(lines.dropFirst().first == "0", "\(run.stdout)")
    }
  #endif
}
