import Foundation
import Testing

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

  #if os(Linux)
    @Test("a process that holds a secret writes no core")
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
