import Foundation
import Testing

import SystemLibrary

/// `receipt-tool serve` on a port of its own; ended with the test.
final class RunningServer {
  let url: String
  let port: Int
  private let process = Process()
  private let scratch: Scratch
  private let logFile: URL

  /// Starts it and waits for its URL.
  init(
    _ arguments: [String] = [], host: String = "127.0.0.1", openFiles: Int? = nil, log: FileHandle? = nil,
    environment: [String: String] = [:]
  ) throws {
    scratch = try Scratch()
    let output = try scratch.file("out", [])
    logFile = try scratch.file("log", [])
    let serve = ["serve", "--listen", "\(host):0"] + arguments
    if let openFiles {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        [
          "-c", "ulimit -n \(openFiles); exec \"$0\" \"$@\"",
          ToolRun.program(because: "a limit of the process (ulimit)").path,
        ] + serve
    } else {
      process.executableURL = ToolRun.program(because: "a signal ends it")
      process.arguments = serve
    }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try log ?? FileHandle(forWritingTo: logFile)
    try process.start()
    var line = ""
    let deadline = Date() + 60
    while !line.hasSuffix("\n"), Date() < deadline, process.isRunning {
      usleep(20_000)
      line = try String(contentsOf: output, encoding: .utf8)
    }
    url = line.trimmingCharacters(in: .newlines)
    port = try #require(url.split(separator: ":").last.flatMap { Int($0) }, "no URL: \(line)")
    #expect(url == "http://\(host):\(port)")
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// One line a request.
  var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

  /// Whether the log has these words, soon: it is written behind the answers.
  func logs(_ words: String) -> Bool {
    let deadline = Date() + 60
    while !log.contains(words), Date() < deadline { usleep(20_000) }
    return log.contains(words)
  }

  var identifier: pid_t { process.processIdentifier }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the end of the process.
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
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
