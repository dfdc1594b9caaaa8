import Foundation
import ReceiptCommands
import TestSupport
import Testing

@testable import receipt_tool
@testable import receipt_tool_online

import SystemLibrary

/// One run of `receipt-tool`, with what it wrote and how it ended.
struct ToolRun {
  let stdout: String
  let stderr: String
  let status: Int32

  /// Runs a command in this process, with an environment that holds nothing but what is given. Nothing of the process
  /// changes, so that any number of them can run at once.
  init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], directory: URL? = nil
  ) throws {
    let run = try ToolThread(arguments, input: input, environment: environment, directory: directory)
    guard let status = run.wait() else {
      self = try ToolRun(
        executable: ToolRun.program(because: "here a thread gets no working directory of its own"), arguments,
        input: input, environment: environment, directory: directory)
      return
    }
    (stdout, stderr, self.status) = (try run.output(), try run.errors(), status)
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

  private init(stdout: String, stderr: String, status: Int32) {
    (self.stdout, self.stderr, self.status) = (stdout, stderr, status)
  }

  /// Expects a command line to be refused as a mistake, with an explanation that has these words, and without output.
  static func expectUsage(
    _ arguments: [String], _ words: String = "error: ", directory: URL? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try ToolRun(arguments, directory: directory)
    #expect(
      run.status == 64 && run.stdout == "" && run.stderr.hasPrefix("error: ") && run.stderr.contains(words),
      "\(arguments): \(run.status) \(run.stderr)", sourceLocation: sourceLocation)
  }

  /// This run without the notes about waits of more than a second, which depend on how busy the machine is.
  var withoutWaits: ToolRun {
    let lines = stderr.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.filter { !($0.hasPrefix("waiting for ") && $0.hasSuffix(" s so far")) }
    return ToolRun(stdout: stdout, stderr: rest.joined(separator: "\n"), status: status)
  }

  /// Standard output as JSON.
  func json() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(stdout.utf8)) as? [String: Any])
  }

  /// The same as one line of JSON.
  func oneLine() throws -> String { try SchemaCheck.oneLine(stdout) }

  /// The lines of standard output.
  var lines: [String] { stdout.split(separator: "\n").map(String.init) }

  /// The lines of standard output as JSON.
  func documents() throws -> [[String: Any]] {
    try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  /// The built program, for a test that needs a process of it.
  ///
  /// - Parameter because: why this cannot be tested in this process. A test counts the places that say so.
  static func program(because: String) -> URL { tool }

  /// The binary that was built together with this test bundle.
  private static let tool: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("receipt-tool")
    #else
      return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt-tool")
    #endif
  }()
}

/// A command that runs in this process, on a thread of its own. Its streams are files: nothing can block, however much
/// is written before anything is read.
final class ToolThread: Sendable {
  private let streams: Streams
  private let outcome = Outcome()

  /// - Parameters:
  ///   - directory: the working directory; `nil` leaves that of the process.
  ///   - signals: for a server, which ends at once when there can be no more.
  init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], directory: URL? = nil,
    signals: @escaping Console.Signals = { $0(nil) }
  ) throws {
    let streams = try Streams(input)
    self.streams = streams
    let console = Console(
      input: streams.input, output: streams.output, error: streams.error, environment: { environment[$0] },
      signals: signals)
    let thread = Thread { [outcome] in
      // What the console writes to is open until the end, also where nobody waits for it.
      withExtendedLifetime(streams) {
        guard let directory else { return outcome.set(Self.status(of: arguments[...], console)) }
        outcome.set(Self.alone(in: directory) { Self.status(of: arguments[...], console) })
      }
    }
    // As that of the main thread.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for its end.
  ///
  /// - Returns: the exit status; `nil` if nothing was run, because a thread gets no working directory of its own here.
  func wait() -> Int32? { outcome.wait() }

  /// Whether the end has come.
  var isOver: Bool { outcome.isSet }

  /// What it has written to standard output so far.
  func output() throws -> String { try streams.read("out") }

  /// The same of standard error.
  func errors() throws -> String { try streams.read("err") }

  /// What the two programs do together: the offline one continues in the connected one.
  private static func status(of arguments: ArraySlice<String>, _ console: Console) -> Int32 {
    CommandForwarding(arguments).isWanted
      ? Program.run(OnlineTool.self, arguments, console).rawValue
      : Program.run(ReceiptTool.self, arguments, console).rawValue
  }

  /// Does something with a working directory that no other thread has but those that are started meanwhile. Among these
  /// are threads that the process goes on using for everything: afterwards, all of them are where the process is.
  ///
  /// - Returns: what it returned; `nil` if the system gives a thread no working directory of its own.
  static func alone(in directory: URL, _ work: () -> Int32) -> Int32? {
    #if os(Linux)
      // unshare(2); containers may forbid it.
      typealias Unshare = @convention(c) (Int32) -> Int32
      let shared: Int32 = 0x200  // CLONE_FS
      let before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(before) }
      guard before >= 0, let unshare = dlsym(nil, "unshare").map({ unsafeBitCast($0, to: Unshare.self) }),
        unshare(shared) == 0, chdir(directory.path) == 0
      else { return nil }
      defer { fchdir(before) }
      return work()
    #else
      // That of pthread_chdir_np would be for this thread alone, and the workers of a stream would find nothing by a
      // relative name.
      return nil
    #endif
  }

  /// How a run ended. `@unchecked Sendable` because its condition guards all of it.
  private final class Outcome: @unchecked Sendable {
    // Used with the condition's lock held only.
    private var status: Int32?
    private var isOver = false
    private let condition = NSCondition()

    func set(_ status: Int32?) {
      condition.withLock { (self.status, isOver) = (status, true) }
      condition.broadcast()
    }

    func wait() -> Int32? {
      condition.withLock {
        while !isOver { condition.wait() }
        return status
      }
    }

    var isSet: Bool { condition.withLock { isOver } }
  }

  private final class Streams: Sendable {
    let scratch: Scratch
    let input, output, error: Int32

    init(_ bytes: [UInt8]) throws {
      scratch = try Scratch()
      input = open(try scratch.file("in", bytes).path, O_RDONLY | O_CLOEXEC)
      output = open(try scratch.file("out", []).path, O_WRONLY | O_CLOEXEC)
      error = open(try scratch.file("err", []).path, O_WRONLY | O_CLOEXEC)
      try #require(input >= 0 && output >= 0 && error >= 0)
    }

    deinit { for descriptor in [input, output, error] where descriptor >= 0 { close(descriptor) } }

    func read(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: scratch.url.appendingPathComponent(name)), as: UTF8.self)
    }
  }
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

  /// A file of the package as text.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static let vectors = root.appendingPathComponent("TestReceipts")

  /// The names of the vectors: files that are neither sidecars, prose nor anchors.
  static func vectorFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: vectors.path).sorted()
      .filter { ![".json", ".md", ".py", "pem"].contains(where: $0.hasSuffix) || $0 == "pem.pem" }
  }

  static let realReceipts = Samples.receipts.folder

  /// The names of the published receipts.
  static func realReceiptFiles() throws -> [String] { try Samples.receipts.names().filter { $0.hasSuffix(".b64") } }

  static var hasRealReceipts: Bool { Samples.receipts.areHere }

  static let withoutRealReceipts = Comment(rawValue: Samples.receipts.missing)
}
