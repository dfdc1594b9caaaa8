import Foundation
import Testing

import SystemLibrary

/// `receipt-tool serve` on a port of its own; ended with the test.
final class RunningServer {
  /// What a server needs a process of its own for; without a need it runs in this one.
  enum Need {
    case signals
    case limit(openFiles: Int)
    /// Standard error is this pipe, from which nothing is read.
    case log(FileHandle)
  }

  /// Signals for a server of this process. `@unchecked Sendable` because its lock guards the handler.
  fileprivate final class Signals: @unchecked Sendable {
    private let lock = NSLock()
    // Used with the lock held only.
    private var handler: (@Sendable (Int32?) -> Void)?

    func take(_ handler: @escaping @Sendable (Int32?) -> Void) { lock.withLock { self.handler = handler } }

    func send(_ number: Int32?) { lock.withLock { handler }?(number) }
  }

  fileprivate enum Host {
    case thread(ToolThread, Signals)
    case process(Process, Scratch)
  }

  let url: String
  let port: Int
  private let host: Host

  /// Starts it and waits for its URL.
  init(
    _ arguments: [String] = [], host: String = "127.0.0.1", environment: [String: String] = [:], needs: Need? = nil
  ) throws {
    let serve = ["serve", "--listen", "\(host):0"] + arguments
    let run: Host
    if let needs {
      let scratch = try Scratch()
      run = .process(try Self.process(serve, environment, needs, scratch), scratch)
    } else {
      let signals = Signals()
      run = .thread(try ToolThread(serve, environment: environment, signals: { signals.take($0) }), signals)
    }
    self.host = run
    var line = ""
    let deadline = Date() + 60
    while !line.hasSuffix("\n"), Date() < deadline, run.isRunning {
      usleep(2_000)
      line = try run.output()
    }
    url = line.trimmingCharacters(in: .newlines)
    port = try #require(url.split(separator: ":").last.flatMap { Int($0) }, "no URL: \(line)")
    #expect(url == "http://\(host):\(port)")
  }

  private static func process(
    _ serve: [String], _ environment: [String: String], _ need: Need, _ scratch: Scratch
  ) throws -> Process {
    let process = Process()
    let program = ToolRun.program(because: "signals, limits and pipes that block are those of a process")
    (process.executableURL, process.arguments) = (program, serve)
    process.standardOutput = try FileHandle(forWritingTo: try scratch.file("out", []))
    process.standardError = try FileHandle(forWritingTo: try scratch.file("err", []))
    switch need {
    case .signals: break
    case .limit(let openFiles):
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(openFiles); exec \"$0\" \"$@\"", program.path] + serve
    case .log(let pipe): process.standardError = pipe
    }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    try process.start()
    return process
  }

  deinit {
    switch host {
    case .thread(_, let signals): signals.send(nil)
    case .process(let process, _):
      guard process.isRunning else { return }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// One line a request.
  var log: String {
    switch host {
    case .thread(let thread, _): (try? thread.errors()) ?? ""
    case .process(_, let scratch):
      (try? String(contentsOf: scratch.url.appendingPathComponent("err"), encoding: .utf8)) ?? ""
    }
  }

  /// Whether the log has these words, soon: it is written behind the answers.
  func logs(_ words: String) -> Bool { becomes { log.contains(words) } }

  /// The process that it runs in.
  var process: pid_t {
    switch host {
    case .thread: getpid()
    case .process(let process, _): process.processIdentifier
    }
  }

  func signal(_ number: Int32) {
    switch host {
    case .thread(_, let signals): signals.send(number)
    case .process(let process, _): kill(process.processIdentifier, number)
    }
  }

  /// Waits for its end.
  func waitForEnd() -> Int32 {
    switch host {
    case .thread(let thread, _): return thread.wait() ?? -1
    case .process(let process, _):
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
  }

  /// Ends it as an administrator does.
  func end() -> Int32 {
    signal(SIGTERM)
    return waitForEnd()
  }

  /// One request on a connection of its own.
  func ask(
    _ method: String, _ target: String, _ headers: [String] = [], _ body: [UInt8] = [], host: String? = nil
  ) throws -> WireAnswer {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n"
    if !headers.contains(where: { $0.lowercased().hasPrefix("transfer-encoding") }) {
      head += "Content-Length: \(body.count)\r\n"
    }
    for header in headers { head += header + "\r\n" }
    let connection = try WireConnection(port: port)
    try connection.send(Array((head + "\r\n").utf8) + body)
    return try connection.answer(toHead: method == "HEAD")
  }

  func post(_ target: String, _ body: String, _ headers: [String] = []) throws -> WireAnswer {
    try ask("POST", target, headers, Array(body.utf8))
  }

  /// `status` of the answer to a receipt in base64.
  func status(_ receipt: String, _ target: String = "/sandbox/verifyReceipt", password: String? = nil) throws -> Int? {
    let secret = password.map { #","password":"\#($0)""# } ?? ""
    return try post(target, #"{"receipt-data":"\#(receipt)"\#(secret)}"#).json()["status"] as? Int
  }
}

/// Whether something is true within a minute.
func becomes(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Date() + 60
  while try !condition(), Date() < deadline { usleep(20_000) }
  return try condition()
}

extension RunningServer.Host {
  fileprivate var isRunning: Bool {
    switch self {
    case .thread(let thread, _): !thread.isOver
    case .process(let process, _): process.isRunning
    }
  }

  /// What is on standard output so far.
  fileprivate func output() throws -> String {
    switch self {
    case .thread(let thread, _): try thread.output()
    case .process(_, let scratch): try String(contentsOf: scratch.url.appendingPathComponent("out"), encoding: .utf8)
    }
  }
}
