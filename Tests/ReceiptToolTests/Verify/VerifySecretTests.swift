import Foundation
import LoopbackServer
import Testing

@Suite("verify and its shared secret")
struct VerifySecretTests {
  @Test("comes from a file or the environment; the file counts more; one line break is left out")
  func sources() throws {
    try Asking.with(.status(0)) { asking throws in
      let file = try asking.file("secret.txt", Array((Asking.secret + "\n").utf8))
      chmod(file, 0o600)
      let given = try asking.verify(
        ["--shared-secret-file", file], environment: ["APPSTORE_SHARED_SECRET": "other-secret"])
      #expect(given.status == 0 && !given.stderr.contains("can read it"))
      _ = try asking.verify(environment: ["APPSTORE_SHARED_SECRET": Asking.secret])
      _ = try asking.verify(environment: ["APPSTORE_SHARED_SECRET": ""])
      let sent = try (0..<3).map { try asking.body($0)["password"] as? String }
      #expect(sent == [Asking.secret, Asking.secret, nil])
      chmod(file, 0o644)
      let open = try asking.verify(["--shared-secret-file", file], environment: [:])
      #expect(open.status == 66 && open.stderr.contains("\(file): everybody on this machine can read it (mode 644)"))
      #expect(asking.paths.count == 3)
    }
  }

  @Test(
    "a server that repeats it does not get it into output", arguments: [[], ["--compact"], ["--in-app"], ["--latest"]])
  func echoed(_ arguments: [String]) throws {
    let secret = Asking.secret
    let answer =
      #"{ "status": 0, "receipt": {"in_app": ["\#(secret)"]}, "latest_receipt_info": [{"\#(secret.uppercased())": 1}], "#
      + #""x": "\u00\#(String(secret.utf8.first ?? 0, radix: 16))\#(secret.dropFirst())" }"#
    try Asking.with(.json(answer)) { asking throws in
      let run = try asking.verify(arguments)
      #expect(run.status == 0 && run.stdout.contains("********"))
      #expect(run.stderr.contains("note: the server repeated the shared secret; it is masked here"))
      let unescaped = try JSONSerialization.jsonObject(with: Data(run.stdout.utf8))
      #expect(!"\(unescaped)".contains(secret))
    }
    for before in ["", "a", "ab", "{\"password\":\""] {
      let encoded = Data((before + secret + "\"}").utf8).base64EncodedString()
      let urlSafe = encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      for text in [encoded, urlSafe] {
        try Asking.with(.json(#"{"status":0,"receipt":{"in_app":["\#(text)"]},"latest_receipt_info":["\#(text)"]}"#)) {
          asking in
          let run = try asking.verify(arguments)
          // All but the ends, whose bits belong to the neighbours as well.
          #expect(
            run.status == 0 && run.stdout.contains("********") && !run.stdout.contains(text.dropFirst(8).prefix(16)))
        }
      }
    }
    try Asking.with(.http(302, fields: ["Location: https://x.example/\(secret)"])) { asking throws in
      #expect(try asking.verify(arguments).stderr.contains("https://x.example/********"))
    }
    try Asking.with(.json("<html>\(secret)")) { asking throws in
      #expect(try asking.verify(arguments).status == 69)
    }
    try Asking.with(.json(secret)) { asking throws in
      #expect(try asking.verify(arguments).status == 69)
    }
  }

  @Test(
    "--curl prints a command that sends the same, and not the secret",
    .enabled(if: PosixShell.hasCurl, PosixShell.withoutCurl))
  func curl() throws {
    try Asking.with(.status(0)) { asking throws in
      let file = try asking.file("it's a \"secret\" $HOME.txt", Array((Asking.secret + "\n").utf8))
      chmod(file, 0o600)
      let cases: [(arguments: [String], environment: [String: String])] = [
        (["--shared-secret-file", file, "--exclude-old-transactions"], [:]),
        ([], ["APPSTORE_SHARED_SECRET": Asking.secret]),
        ([], [:]), (["--exclude-old-transactions"], [:]),
      ]
      for (index, test) in cases.enumerated() {
        let printed = try asking.verify(["--curl"] + test.arguments, environment: test.environment)
        #expect(printed.status == 0)
        #expect(asking.paths.count == 2 * index, "--curl sends nothing")
        let run = try PosixShell.run(printed.stdout, environment: test.environment)
        #expect(run.status == 0 && run.stdout == #"{"status":0}"#, "\(run.stderr)")
        _ = try asking.verify(test.arguments, environment: test.environment)
        let requests = asking.server.requests
        try #require(requests.count == 2 * index + 2)
        #expect(requests[2 * index].body == requests[2 * index + 1].body)
        #expect(requests[2 * index].line == ("POST", "/production"))
        #expect(requests[2 * index].field("Content-Type") == "application/json")
      }
    }
  }

  @Test("--curl needs no secret that can be read, and says where the sandbox is")
  func curlAlone() throws {
    try Asking.with(.status(0)) { asking throws in
      let run = try asking.verify(["--curl", "--shared-secret-file", "/nonexistent/secret"], environment: [:])
      #expect(run.status == 0 && run.stdout.contains("tr -d '\\r\\n' <'/nonexistent/secret'"))
      #expect(run.stderr == "on status 21007 send the same to \(asking.server.url("sandbox"))\n")
      let asked = try asking.verify(["--curl", "--ask-shared-secret"], environment: [:])
      #expect(asked.stdout.contains("printf %s \"$APPSTORE_SHARED_SECRET\""))
    }
    let apple = try ToolRun(["verify", "--curl", "TestReceipts/production.b64"], directory: Package.root)
    #expect(apple.status == 0 && apple.stdout.contains("'https://buy.itunes.apple.com/verifyReceipt'"))
  }

  @Test(
    "--ask-shared-secret asks on the terminal without echo", .enabled(if: PseudoTerminal.canRun, PseudoTerminal.missing)
  )
  func prompt() throws {
    try Asking.with(.json("{\"status\":0,\"x\":\"\u{9B}31m\u{7F}\"}")) { asking throws in
      // With a slip of the finger: the backspace takes the x away.
      let scene = try PseudoTerminal.play(
        [["type", Asking.secret + "x\u{7F}\n"]],
        ["verify"] + asking.endpoints + ["--ask-shared-secret", asking.receipt],
        prompt: "Shared secret (not shown): ", showsOutput: true)
      #expect(scene.status == 0 && !scene.shown.contains(Asking.secret), "\(scene.shown)")
      #expect(try asking.body(0)["password"] as? String == Asking.secret)
      // Standard output is a terminal here: what could act on it is escaped, and still the same JSON.
      #expect(scene.shown.contains(#"{"status":0,"x":"\u009b31m\u007f"}"#), "\(scene.shown)")
    }
  }

  @Test(
    "Ctrl-C at the prompt leaves, with the terminal as it was",
    .enabled(if: PseudoTerminal.canRun, PseudoTerminal.missing))
  func interruptedPrompt() throws {
    try Asking.with(.status(0)) { asking throws in
      let scene = try PseudoTerminal.play(
        [["type", "abc\u{3}"]], ["verify"] + asking.endpoints + ["--ask-shared-secret", asking.receipt],
        prompt: "Shared secret (not shown): ")
      // It dies of the signal, as it always does, so that a shell's script ends, too.
      #expect(scene.status == -SIGINT, "\(scene.shown)")
      #expect(asking.paths == [])
    }
  }
}
