import CProcess
import ReceiptKit
import SystemLibrary

/// The user's pager, used like git's: for reports on a terminal that are longer than the screen.
///
/// A report is held until it is too long for the screen, and then goes through the pager, together with messages to
/// standard error if that is a terminal. The tool keeps its own exit status, and quitting the pager early is not an
/// error. The pager of the offline program cannot open a connection, either: it inherits the filter of system calls.
final class Pager {
  /// The data for the signal handler. Code reaches it through a pointer, so that Swift does not treat accesses to it as
  /// exclusive.
  private struct Running {
    var process: pid_t = 0
    /// The writing end of the pipe; -1 without a pager, or after the user has quit it.
    var pipe: Int32 = -1
  }

  nonisolated(unsafe) private static let running: UnsafeMutablePointer<Running> = {
    let pointer = UnsafeMutablePointer<Running>.allocate(capacity: 1)
    pointer.initialize(to: Running())
    return pointer
  }()

  /// Signals that end the process, but only after the pager has left the terminal.
  private static let signals = [SIGINT, SIGHUP, SIGTERM, SIGQUIT]

  private let command: String
  private let console: Console
  private var held: [(bytes: [UInt8], descriptor: Int32)] = []
  private var rows = 0
  /// What was sent to the pager, to be written if its shell could not run it. `nil` for a simple command, of which
  /// ``isRunnable`` says beforehand whether it exists.
  private var sent: [UInt8]?
  /// A pager that has taken more than this exists.
  private static let maximumSent = 16 << 20

  /// Makes a pager for standard output that is longer than the screen.
  ///
  /// - Returns: `nil` if no pager is wanted.
  init?(_ console: Console) {
    guard console.ownsProcess, console.isTerminal, console.environment("TERM") != "dumb",
      let command = Self.command(console)
    else { return nil }
    self.command = command
    self.console = console
  }

  /// `RECEIPT_TOOL_PAGER`, `PAGER` or `less`; empty or `cat` means none.
  private static func command(_ console: Console) -> String? {
    guard let command = console.variable("RECEIPT_TOOL_PAGER") ?? console.variable("PAGER") else {
      return hasProgram("less", console) ? "less" : nil
    }
    return command.isEmpty || command == "cat" ? nil : command
  }

  private static func hasProgram(_ name: String, _ console: Console) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let folders = console.environment("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access($0 + "/" + name, X_OK) == 0 }
  }

  /// Whether the command can be run, as far as that can be known without a shell.
  private var isRunnable: Bool {
    guard Self.isSimple(command), let program = command.split(separator: " ").first else { return true }
    return Self.hasProgram(String(program), console)
  }

  /// Whether the pager currently draws on the terminal.
  var hasTerminal: Bool { Self.running.pointee.process > 0 }

  /// Takes bytes for standard output or standard error; returns `false` if the caller must write them.
  func take(_ bytes: [UInt8], to descriptor: Int32) throws(UnwrittenOutput) -> Bool {
    if descriptor == console.errorOutput {
      // Prompts come before a report, and errors that are redirected do not belong on the screen.
      guard !held.isEmpty || hasTerminal, console.isErrorTerminal else { return false }
    }
    guard !hasTerminal else {
      send(bytes)
      return true
    }
    held.append((bytes, descriptor))
    rows += bytes.count { $0 == UInt8(ascii: "\n") }
    if rows >= console.height { try start() }
    return true
  }

  /// Ends the report, and waits until the user has read it.
  ///
  /// - Returns: whether the report could be shown.
  func finish() throws(UnwrittenOutput) -> Bool {
    guard hasTerminal else {
      try writeHeld()
      return true
    }
    Self.closePipe()
    let status = Self.wait(for: Self.running.pointee.process)
    Self.running.pointee = Running()
    // A shell ends with 126 or 127 if it cannot run a command (POSIX); `waitpid` has that in the second byte.
    guard status == 126 << 8 || status == 127 << 8 else { return true }
    // The report is lost if it was not kept, or became too long to be kept.
    guard let sent else { return false }
    console.pager = nil
    try console.write(sent)
    console.note(cannotBeRun)
    return true
  }

  private var cannotBeRun: Message { "note: the pager '\(command.displayed(limit: 100))' cannot be run" }

  private func start() throws(UnwrittenOutput) {
    guard isRunnable else {
      // The report matters more than its pager, as for git.
      try writeHeld()
      return console.note(cannotBeRun)
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return try writeHeld() }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let process = cprocess_start_shell(Self.script(command), ends[0])
    close(ends[0])
    guard process > 0 else {
      close(ends[1])
      return try writeHeld()
    }
    Self.running.pointee = Running(process: process, pipe: ends[1])
    signal(SIGPIPE, SIG_IGN)
    for number in Self.signals {
      // A signal that was ignored, as by nohup, stays ignored. Functions of C can be compared only by their addresses.
      let before = signal(number, Self.leave)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
    if !Self.isSimple(command) { sent = [] }
    for (bytes, _) in held { send(bytes) }
    held = []
  }

  /// A simple command replaces the shell. Otherwise Ctrl-C would end the shell while the pager goes on.
  private static func script(_ command: String) -> String {
    // Reports are UTF-8, even if the requested locale is not installed.
    return "LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8} LV=${LV--c}; export LESS LESSCHARSET LV\n"
      + (isSimple(command) ? "exec " : "") + command
  }

  /// Whether the command has none of the characters that a shell does not take as they are.
  private static func isSimple(_ command: String) -> Bool {
    !command.contains { "|&;<>()$`\\\"'*?[#~=%{\n".contains($0) }
  }

  /// Writes the held bytes to their own streams, without a pager.
  private func writeHeld() throws(UnwrittenOutput) {
    let held = held
    self.held = []
    console.pager = nil
    for (bytes, descriptor) in held {
      if descriptor == console.output {
        try console.write(bytes)
      } else {
        _ = Console.writeAll(bytes, to: descriptor)
      }
    }
  }

  private func send(_ bytes: [UInt8]) {
    sent?.append(contentsOf: bytes)
    if let count = sent?.count, count > Self.maximumSent { sent = nil }
    let text = StyledText.withoutLinks(bytes)
    let pipe = Self.running.pointee.pipe
    guard pipe >= 0, !Console.writeAll(text, to: pipe) else { return }
    // The user has seen enough. The command continues to its verdict.
    Self.closePipe()
  }

  /// Closes the pipe. It is safe in a signal handler, as is everything below.
  private static func closePipe() {
    if running.pointee.pipe >= 0 { close(running.pointee.pipe) }
    running.pointee.pipe = -1
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Handles a signal: the pager keeps the terminal until the user leaves it. Then the signal ends this process as
  /// usual.
  private static let leave: @convention(c) (Int32) -> Void = { number in
    closePipe()
    _ = wait(for: running.pointee.process)
    signal(number, SIG_DFL)
    var this = sigset_t()
    sigemptyset(&this)
    sigaddset(&this, number)
    pthread_sigmask(SIG_UNBLOCK, &this, nil)
    raise(number)
  }
}
