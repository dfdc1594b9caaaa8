import CProcess
import ReceiptKit

import SystemLibrary

/// The user's pager, for reports on a terminal that are longer than its screen; used as git does.
///
/// A report is held until it is known to be too long for the screen, and then goes through the pager, with what is said on a
/// standard error that is a terminal. The exit status stays that of the tool, and a pager that is quit early is no error.
/// The offline program's pager can open no connection either: it inherits the filter of system calls.
enum Pager {
  /// The state for the signal handler. Behind a pointer, so that its accesses are not exclusive accesses for Swift.
  private struct State {
    /// The shell command; `nil` without a pager.
    var command: String?
    var held: [(bytes: [UInt8], descriptor: Int32)] = []
    var rows = 0
    var process: pid_t = 0
    /// The writing end of the pipe; -1 without a pager, or after the user has quit it.
    var pipe: Int32 = -1
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: State())
    return pointer
  }()

  /// Signals at which the process ends, but not before the pager has left the terminal.
  private static let signals = [SIGINT, SIGHUP, SIGTERM, SIGQUIT]

  /// From now on, what is written to standard output goes through the pager if it is longer than the screen.
  static func begin() {
    guard Terminal.isTerminal, Terminal.environment("TERM") != "dumb" else { return }
    state.pointee.command = command
  }

  /// `RECEIPT_TOOL_PAGER`, `PAGER` or `less`; empty or `cat` means none.
  private static var command: String? {
    guard let chosen = getenv("RECEIPT_TOOL_PAGER") ?? getenv("PAGER") else { return hasLess ? "less" : nil }
    let command = String(cString: chosen)
    return command.isEmpty || command == "cat" ? nil : command
  }

  private static var hasLess: Bool {
    let folders = Terminal.environment("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access($0 + "/less", X_OK) == 0 }
  }

  /// Whether the pager draws on the terminal now.
  static var hasTerminal: Bool { state.pointee.process > 0 }

  /// Takes what would be written to standard output or standard error; returns whether it did.
  static func take(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    guard state.pointee.command != nil else { return false }
    if descriptor == STDERR_FILENO {
      // Prompts come before a report, and errors that go elsewhere are not for the screen.
      guard !state.pointee.held.isEmpty || state.pointee.process > 0, Terminal.isErrorTerminal else { return false }
    }
    guard state.pointee.process == 0 else {
      send(bytes)
      return true
    }
    state.pointee.held.append((bytes, descriptor))
    state.pointee.rows += bytes.count { $0 == UInt8(ascii: "\n") }
    if state.pointee.rows >= Terminal.height { start() }
    return true
  }

  /// Ends the report, and waits until the user has read it.
  ///
  /// - Returns: whether it could be shown.
  static func finish() -> Bool {
    let process = state.pointee.process
    guard process > 0 else {
      writeHeld()
      return true
    }
    closePipe()
    let status = wait(for: process)
    state.pointee = State()
    // What a shell ends with when it cannot run a command.
    guard status == 126 << 8 || status == 127 << 8 else { return true }
    Console.report(message: "the pager cannot be run; the report was not shown", hint: "--no-pager, or set PAGER")
    return false
  }

  private static func start() {
    var ends: [Int32] = [-1, -1]
    guard let command = state.pointee.command, pipe(&ends) == 0 else { return writeHeld() }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let process = cprocess_start_shell(script(command), ends[0])
    close(ends[0])
    guard process > 0 else {
      close(ends[1])
      return writeHeld()
    }
    (state.pointee.process, state.pointee.pipe) = (process, ends[1])
    signal(SIGPIPE, SIG_IGN)
    for number in signals {
      let before = signal(number, leave)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
    let held = state.pointee.held
    state.pointee.held = []
    for part in held { send(part.bytes) }
  }

  /// A simple command replaces the shell, which Ctrl-C would end while the pager goes on.
  private static func script(_ command: String) -> String {
    let isSimple = !command.contains { "|&;<>()$`\\\"'*?[#~=%{\n".contains($0) }
    // Reports are UTF-8, also where the locale that the user asked for is not installed.
    return "LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8} LV=${LV--c}; export LESS LESSCHARSET LV\n"
      + (isSimple ? "exec " : "") + command
  }

  /// Without a pager what was held is written where it belongs.
  private static func writeHeld() {
    let held = state.pointee.held
    state.pointee = State()
    for part in held {
      if part.descriptor == STDOUT_FILENO {
        Console.write(part.bytes)
      } else {
        _ = Console.writeAll(part.bytes, to: part.descriptor)
      }
    }
  }

  private static func send(_ bytes: [UInt8]) {
    let text = TerminalLink.removed(from: bytes)
    guard state.pointee.pipe >= 0, !Console.writeAll(text, to: state.pointee.pipe) else { return }
    // The user has seen enough; the judgement goes on.
    closePipe()
  }

  /// Safe in a signal handler, as is everything below.
  private static func closePipe() {
    if state.pointee.pipe >= 0 { close(state.pointee.pipe) }
    state.pointee.pipe = -1
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// The pager has the terminal until the user leaves it; then the signal ends this process as usual.
  private static let leave: @convention(c) (Int32) -> Void = { number in
    closePipe()
    _ = wait(for: state.pointee.process)
    signal(number, SIG_DFL)
    var this = sigset_t()
    sigemptyset(&this)
    sigaddset(&this, number)
    pthread_sigmask(SIG_UNBLOCK, &this, nil)
    raise(number)
  }
}
