import Foundation
import TestSupport
import Testing

/// One run of the built binary, with what it wrote and how it ended.
struct ToolRun {
  let stdout: String
  let stderr: String
  let status: Int32

  /// Runs `receipt-tool` with an environment that holds nothing but what is given.
  init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], directory: URL? = nil
  ) throws {
    try self.init(executable: ToolRun.tool, arguments, input: input, environment: environment, directory: directory)
  }

  /// Runs any program.
  init(
    executable: URL, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    directory: URL? = nil
  ) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    if let directory { process.currentDirectoryURL = directory }
    // Files instead of pipes: nothing can block, however much is written before anything is read.
    let scratch = try Scratch()
    let files = try ["in", "out", "err"].map { name in
      try scratch.file(name, name == "in" ? input : [])
    }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.start()
    process.waitUntilExit()
    stdout = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    stderr = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    // A process that a signal ended must never look like one that exited.
    status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// Standard output as JSON.
  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(stdout.utf8)) as? [String: Any])
  }

  /// The binary that was built together with this test bundle.
  static let tool: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("receipt-tool")
    #else
      return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt-tool")
    #endif
  }()
}

extension Process {
  /// Starts the process as a shell does, with no signal blocked, and ends it after ten minutes: what hangs fails.
  func start() throws {
    // The threads that run tests block signals, which a child inherits; of these it would not end.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [weak self] in
      if let self, isRunning { kill(processIdentifier, SIGKILL) }
    }
  }
}

/// The package's folder, and files that are read from it.
enum Package {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let realReceipts = Samples.receipts.folder

  static var hasRealReceipts: Bool { Samples.receipts.areHere }

  static let withoutRealReceipts = Comment(rawValue: Samples.receipts.missing)
}
