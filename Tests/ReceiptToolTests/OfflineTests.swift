#if os(Linux)
  import Foundation
  import Testing

  @testable import ReceiptCommands

  /// "The offline program contains no code that opens a network connection": in its objects, in its system calls, and
  /// by force.
  @Suite("The offline program reaches no network")
  struct OfflineTests {
    /// Functions of the C library that make or use a connection, or find an address for one.
    private static let forbidden: Set<String> = [
      "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
      "getaddrinfo",
      "gethostbyname", "gethostbyname_r", "getnameinfo", "res_query", "io_uring_setup", "ptrace", "syscall", "popen",
      "system",
    ]
    private static let receipt = Package.vectors.appendingPathComponent("sandbox-subscription.b64").path

    private static func undefined(_ arguments: [String]) throws -> Set<String> {
      let run = try ToolRun(executable: URL(fileURLWithPath: "/usr/bin/nm"), arguments)
      #expect(run.status == 0, "\(run.stderr)")
      return Set(
        run.stdout.split(separator: "\n").compactMap { line in
          line.split(separator: " ").last.map { String($0.prefix { $0 != "@" }) }
        })
    }

    @Test("no object of ours and of our packages refers to a function that does")
    func objects() throws {
      let build = ToolRun.program(because: "what is linked into it").deletingLastPathComponent()
      // What the linker was given, so that no module can be forgotten.
      let list = try String(
        contentsOf: build.appendingPathComponent("receipt-tool.product/Objects.LinkFileList"), encoding: .utf8)
      let objects = list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }.filter {
        $0.hasSuffix(".o")
      }
      let modules = Set(objects.map { URL(fileURLWithPath: $0).deletingLastPathComponent().lastPathComponent })
      #expect(modules.isSuperset(of: ["ReceiptReading.build", "ReceiptCommands.build", "ArgumentParser.build"]))
      #expect(modules.isDisjoint(with: ["ReceiptRemote.build", "ReceiptServer.build", "ReceiptLedger.build"]))
      #expect(!modules.contains { $0.hasPrefix("NIO") || $0.contains("HTTP") })
      let used = try Self.undefined(["--undefined-only"] + objects)
      #expect(used.contains("read") && used.contains("prctl"))
      #expect(used.isDisjoint(with: Self.forbidden), "\(used.intersection(Self.forbidden))")
      // The whole program, which loads Swift's libraries and OpenSSL's.
      let imported = try Self.undefined([
        "--dynamic", "--undefined-only", ToolRun.program(because: "what is linked into it").path,
      ])
      #expect(imported.contains("read") && imported.isDisjoint(with: Self.forbidden))
      // The same look at the connected program finds them: it can see.
      let connected = build.appendingPathComponent(ConnectedProgram.name).path
      #expect(try Self.undefined(["--dynamic", "--undefined-only", connected]).isSuperset(of: ["socket", "connect"]))
    }

    /// A run of every offline command that reads, judges, writes or explains.
    private static func commands(_ scratch: Scratch) throws -> [[String]] {
      let anchor = scratch.path + "/anchor.pem"
      let minted = scratch.path + "/minted.b64"
      let key = scratch.path + "/key"
      let answer = try scratch.file("answer.json", Array(#"{"status":21003}"#.utf8)).path
      let signed = Package.vectors.appendingPathComponent("jws-transaction.jws").path
      return [
        [receipt], ["decode", "--stream", receipt], ["decode", "--stream", "--jobs", "2", receipt],
        ["inspect", receipt],
        ["inspect", "--asn1", receipt], ["validate", receipt], ["status", "--unverified", receipt],
        ["diagnose", receipt],
        ["compare", receipt, "--response", answer], ["compare", receipt, "--transactions", signed],
        ["mint", "--write-anchor", anchor, "--template", "subscription"],
        ["mint", "init", scratch.path + "/authority"], ["explain"], ["explain", "21002"],
        ["account-hash", "jane"], ["token", "--key", key], ["offer", "check", "--key", key, receipt],
        ["offer", "sign", "promotional", "--key", key, "--product-id", "p", "--offer-id", "o"],
        ["redact", "--new-key", key, receipt], ["redact", "--key-file", key, receipt],
        ["decode", minted], ["--help"], ["--version"], ["version", "--json"], ["mint", "--help"],
        ["decode", "--nonsense"],
      ]
    }

    @Test("no command makes a system call for one (strace)")
    func systemCalls() throws {
      let scratch = try Scratch()
      let log = scratch.path + "/calls"
      let calls = "trace=%network,io_uring_setup,io_uring_enter,io_uring_register,ptrace,execve,execveat"
      for command in try Self.commands(scratch) {
        let run = try ToolRun(
          executable: URL(fileURLWithPath: "/usr/bin/env"),
          [
            "strace", "-f", "-qqq", "-e", calls, "-e", "signal=none", "-o", log,
            ToolRun.program(because: "its system calls are traced").path,
          ] + command)
        #expect([0, 1, 64, 65, 66].contains(run.status), "\(command): \(run.status) \(run.stderr)")
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("execve("), "\(command): \(lines)")
      }
    }

    @Test("what only asks for a text is denied it as well, also if the connected program writes the text (strace)")
    func texts() throws {
      let scratch = try Scratch()
      let log = scratch.path + "/calls"
      for (command, isDenied) in [
        (["help", "serve"], true), (["serve", "--help"], true), (["ledger", "add", "-h"], true),
        (["help", "compare"], true), (["compare", "--help"], true), (["--generate-completion-script", "bash"], true),
        (["serve", "--nonsense"], false), (["verify", "--", "--help"], false),
      ] as [([String], Bool)] {
        let run = try ToolRun(
          executable: URL(fileURLWithPath: "/usr/bin/env"),
          [
            "strace", "-f", "-qqq", "-e", "trace=execve,prctl", "-e", "signal=none", "-o", log,
            ToolRun.program(because: "its system calls are traced, and it continues in the other program").path,
          ] + command)
        #expect(!isDenied || run.status == 0 && run.stdout.count > 500, "\(command): \(run.stderr)")
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let handing = try #require(lines.lastIndex { $0.contains("execve(") && $0.contains(ConnectedProgram.name) })
        let filter = lines[..<handing].firstIndex { $0.contains("PR_SET_SECCOMP") && $0.hasSuffix("= 0") }
        #expect((filter != nil) == isDenied, "\(command): \(lines)")
      }
    }

    @Test("the kernel denies it: socket, connect, sendto, io_uring_setup and ptrace fail in the running program")
    func denied() throws {
      let scratch = try Scratch()
      // Loaded into the program, this tries when the program reads, which is after its start.
      let source = try scratch.file(
        "probe.c",
        Array(
          """
          #include <dlfcn.h>
          #include <errno.h>
          #include <stdio.h>
          #include <sys/ptrace.h>
          #include <sys/syscall.h>
          #include <sys/types.h>
          #include <unistd.h>
          #define TRY(number) (errno = 0, syscall(number, 2, 1, 0, 0) < 0 ? errno : 0)
          ssize_t read(int file, void *bytes, size_t count) {
            static int tried;
            if (!tried++)
              fprintf(stderr, "probe %d %d %d %d %d\\n", TRY(SYS_socket), TRY(SYS_connect), TRY(SYS_sendto), TRY(SYS_io_uring_setup), TRY(SYS_ptrace));
            return syscall(SYS_read, file, bytes, count);
          }
          """.utf8))
      let library = scratch.path + "/probe.so"
      let compiler = try ToolRun(
        executable: URL(fileURLWithPath: "/usr/bin/env"), ["clang", "-shared", "-fPIC", "-o", library, source.path],
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
      try #require(compiler.status == 0, "\(compiler.stderr)")
      func probe(_ program: URL, _ arguments: [String]) throws -> String? {
        try ToolRun(executable: program, arguments, environment: ["LD_PRELOAD": library]).stderr
          .split(separator: "\n").first { $0.hasPrefix("probe ") }.map(String.init)
      }
      #expect(
        try probe(ToolRun.program(because: "the filter of system calls holds in a process"), ["decode", "-"])
          == "probe 1 1 1 1 1")
      // The probe can tell: the connected program makes a socket.
      let connected = ToolRun.program(because: "the other program is beside it").deletingLastPathComponent()
        .appendingPathComponent(ConnectedProgram.name)
      #expect(try #require(try probe(connected, ["decode", "-"])).hasPrefix("probe 0 "))
    }

    @Test(
      "the arguments are found where a library that was loaded before has changed the environment",
      .enabled(if: fakeTime != nil, "libfaketime is not here: Scripts/setup tests installs it"))
    func changedEnvironment() throws {
      let program = ToolRun.program(because: "a library is loaded into its process")
      let connected = program.deletingLastPathComponent().appendingPathComponent(ConnectedProgram.name)
      for program in [program, connected] {
        let run = try ToolRun(
          executable: program, ["--version"], environment: ["LD_PRELOAD": try #require(Self.fakeTime)])
        #expect(run.status == 0 && run.stdout.contains("receipt-tool "), "\(run.stderr)")
      }
    }

    private static let fakeTime: String? = {
      var folders: [String] = []
      for root in ["/usr/lib", "/usr/lib64"] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        folders += [root] + names.map { root + "/" + $0 }
      }
      return folders.map { $0 + "/faketime/libfaketime.so.1" }.first { access($0, R_OK) == 0 }
    }()
  }
#endif
