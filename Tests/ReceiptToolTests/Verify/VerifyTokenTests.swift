import Foundation
import LoopbackServer
import Testing

@Suite("verify and the token of a server")
struct VerifyTokenTests {
  private static let token = "T0ken/with+signs=and-16-more"

  private func file(_ asking: Asking, _ text: String = token + "\n") throws -> String {
    let file = try asking.file("it's a \"token\" $HOME.txt", Array(text.utf8))
    chmod(file, 0o600)
    return file
  }

  private func expectNoToken(_ run: ToolRun) {
    #expect(!run.stdout.contains("T0ken") && !run.stderr.contains("T0ken"), "\(run.stdout)\(run.stderr)")
  }

  @Test("goes into the head of every request, and into no output", arguments: ["verify", "compare"])
  func sent(_ command: String) throws {
    try Asking.with { request, _ in
      request.line.path == "/production" ? .status(21007) : .json(#"{"status":21003,"x":"\#(Self.token)"}"#)
    } _: { asking throws in
      let run = try ToolRun([command] + asking.endpoints + ["--token-file", try file(asking), asking.receipt])
      #expect(run.status == 1, "\(run.stderr)")
      #expect(asking.paths == ["production", "sandbox"])
      for request in asking.server.requests { #expect(request.field("Authorization") == "Bearer " + Self.token) }
      expectNoToken(run)
      #expect(run.stderr.contains("note: the server repeated the token; it is masked here"))
      // Without the option there is no such header.
      _ = try ToolRun([command] + asking.endpoints + [asking.receipt])
      #expect(asking.server.requests.last?.field("Authorization") == nil)
    }
  }

  @Test("is for servers of one's own, and has to be one")
  func unusable() throws {
    try Asking.with(.status(0)) { asking throws in
      let good = try file(asking)
      let short = try asking.file("short.txt", Array("T0ken-of-15-xxx".utf8))
      let two = try asking.file("two.txt", Array("T0ken T0ken T0ken T0ken".utf8))
      for (arguments, status) in [
        (["--token-file", good], 64),
        (["--endpoint", "https://buy.itunes.apple.com/verifyReceipt", "--token-file", good], 64),
        (asking.endpoints + ["--token-file", short], 64), (asking.endpoints + ["--token-file", two], 64),
        (asking.endpoints + ["--token-file", "/nonexistent/token"], 66),
        (asking.endpoints + ["--token-file", "T0ken-where-its-file-belongs"], 66),
        (["--endpoint", "http://any:T0ken@127.0.0.1:8080/"], 64), (["--endpoint", "any:T0ken@127.0.0.1:8080"], 64),
        (["--endpoint", "http://any:T0/k'en@127.0.0.1:8080/"], 64), (["--endpoint=http://any:T0ken@host"], 64),
        (["--timeout", "http://any:T0ken@host"], 64),
      ] as [([String], Int32)] {
        let run = try ToolRun(["verify"] + arguments + [asking.receipt])
        #expect(run.status == status && run.stdout == "", "\(arguments): \(run.stderr)")
        #expect(run.stderr.hasPrefix("error: ") && run.stderr.contains("hint: "))
        #expect(!run.stderr.contains("T0"), "\(run.stderr)")
      }
      #expect(asking.paths == [])
    }
  }

  @Test("a server that asks for one is understood")
  func asked() throws {
    try Asking.with(.http(401)) { asking throws in
      let without = try asking.verify()
      #expect(without.status == 69 && without.stderr.contains("hint: give it with --token-file"), "\(without.stderr)")
      let other = try asking.verify(["--token-file", try file(asking)])
      #expect(other.status == 69 && other.stderr.contains("hint: it is another one"), "\(other.stderr)")
    }
  }

  @Test(
    "--curl prints a command that shows the same, and not the token",
    .enabled(if: PosixShell.hasCurl, PosixShell.withoutCurl),
    arguments: [[:], ["APPSTORE_SHARED_SECRET": Asking.secret]])
  func curl(_ environment: [String: String]) throws {
    try Asking.with(.status(0)) { asking throws in
      let printed = try asking.verify(["--curl", "--token-file", try file(asking)], environment: environment)
      #expect(printed.status == 0 && asking.paths == [])
      expectNoToken(printed)
      let run = try PosixShell.run(printed.stdout, environment: environment)
      #expect(run.status == 0 && run.stdout == #"{"status":0}"#, "\(run.stderr)")
      #expect(asking.server.requests.first?.field("Authorization") == "Bearer " + Self.token)
      #expect(try asking.body(0)["password"] as? String == environment.values.first)
    }
  }
}
