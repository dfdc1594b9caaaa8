import ReceiptKit
import SystemLibrary

/// The environment of one run of a program: its standard streams, environment variables and clock.
///
/// Standard output is for data, standard error for messages. A console is passed as an argument and never global, so
/// that any number of runs can share a process. The programs create the real one, and tests create others.
package final class Console: Sendable {
  /// The descriptors of standard input, standard output and standard error. The caller owns them.
  let input, output, errorOutput: Int32
  private let variables: @Sendable (String) -> String?
  private let clock: @Sendable () -> Instant
  /// Whether the process does nothing but this run. The run may then change the handling of signals and memory.
  package let ownsProcess: Bool
  /// Calls back with the number of each signal for this run, and with `nil` when no more can come.
  package typealias Signals = @Sendable (@escaping @Sendable (Int32?) -> Void) -> Void
  /// The signals for this run; `nil` means the signals of the process.
  package let signals: Signals?
  /// Why standard output could not be written, if the error could not be thrown.
  private let outputFailure = Locked<UnwrittenOutput?>(nil)
  /// `--language`; `nil` for the locale's.
  let chosenLanguage = Locked<SummaryLanguage?>(nil)
  /// The open ledgers.
  private let databases = Locked<[String]>([])
  /// The pager. The thread that runs the command sets it before a report is written. Other threads write only while
  /// that thread waits.
  nonisolated(unsafe) var pager: Pager?

  /// - Parameters:
  ///   - environment: the value of a variable, even if it is empty; `nil` if it is not set.
  ///   - clock: returns the current time.
  ///   - signals: see the property.
  package init(
    input: Int32, output: Int32, error: Int32, environment: @escaping @Sendable (String) -> String?,
    clock: @escaping @Sendable () -> Instant = { Clock.now }, signals: Signals? = nil,
    ownsProcess: Bool = false
  ) {
    self.input = input
    self.output = output
    errorOutput = error
    variables = environment
    self.clock = clock
    self.signals = signals
    self.ownsProcess = ownsProcess
  }

  /// The console of this process.
  package static func ofProcess() -> Console {
    Console(
      input: STDIN_FILENO, output: STDOUT_FILENO, error: STDERR_FILENO,
      environment: { getenv($0).map { String(cString: $0) } }, ownsProcess: true)
  }

  /// The current time.
  package var now: Instant { clock() }

  /// The value of an environment variable that is set, even to an empty text.
  func variable(_ name: String) -> String? { variables(name) }

  /// The value of an environment variable that is set and not empty.
  package func environment(_ name: String) -> String? {
    guard let value = variables(name), !value.isEmpty else { return nil }
    return value
  }

  /// The folder that a variable names. According to the XDG base directory specification, relative paths are ignored.
  package func folder(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// Records that a ledger is open. It must not be read as an input: closing a file drops SQLite's locks on it.
  package func opened(database path: String) { databases.withLock { $0.append(path) } }

  /// The ledgers that are open.
  var openDatabases: [String] { databases.current }
}

/// The error for unwritable standard output. The command ends: truncated output must not look like success.
package struct UnwrittenOutput: Error {
  /// `errno`
  let code: Int32
}

extension Console {
  /// Writes all bytes to standard output.
  package func write(_ bytes: [UInt8]) throws(UnwrittenOutput) {
    try check()
    if let pager, try pager.take(bytes, to: output) { return }
    guard Self.writeAll(bytes, to: output) else { throw UnwrittenOutput(code: errno) }
  }

  /// Writes text to standard output.
  package func write(_ text: String) throws(UnwrittenOutput) {
    try write(Array(text.utf8))
  }

  /// Writes a line for people to standard output.
  package func write(line message: Message) throws(UnwrittenOutput) { try write(said(message) + "\n") }

  /// Writes a JSON document for people to standard output, piece by piece.
  package func writeJSON(_ body: (inout JSONWriter) -> Void) throws(UnwrittenOutput) {
    var writer = JSONWriter(layout: .pretty, handingOverTo: pass)
    body(&writer)
    try write(writer.bytes)
  }

  /// Writes for a caller that cannot throw. If writing fails, ``check()`` and the next ``write(_:)`` throw the error.
  package func pass(on bytes: [UInt8]) {
    do throws(UnwrittenOutput) { try write(bytes) } catch { remember(error) }
  }

  /// Writes the contents of a buffer in the same way.
  func pass(on buffer: borrowing OutputBuffer) {
    guard !hasFailed else { return }
    buffer.withUnsafeBytes { bytes in
      if Self.writeUntilFailure(bytes, to: output) < bytes.count { remember(UnwrittenOutput(code: errno)) }
    }
  }

  /// - Throws: why earlier output could not be written.
  package func check() throws(UnwrittenOutput) {
    if let failure = outputFailure.current { throw failure }
  }

  /// Whether earlier output could not be written.
  package var hasFailed: Bool { outputFailure.current != nil }

  private func remember(_ error: UnwrittenOutput) {
    outputFailure.withLock { $0 = $0 ?? error }
  }

  /// Writes whole lines to standard output. On failure no partial line remains in a file.
  func writeLines(_ lines: borrowing OutputBuffer) throws(UnwrittenOutput) {
    var failure: UnwrittenOutput?
    lines.withUnsafeBytes { bytes in
      let written = Self.writeUntilFailure(bytes, to: output)
      guard written < bytes.count else { return }
      failure = UnwrittenOutput(code: errno)
      removePartialLine(length: bytes[..<written].reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
    }
    if let failure { throw failure }
  }

  /// Removes a partial line after a failed write, if possible: at the end of a regular file.
  private func removePartialLine(length: Int) {
    var information = stat()
    guard length > 0, fstat(output, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      lseek(output, 0, SEEK_CUR) == information.st_size, information.st_size >= off_t(length)
    else { return }
    _ = ftruncate(output, information.st_size - off_t(length))
  }

  /// Writes a fault and its remedy to standard error.
  package func report(message: Message, hint: Message?) {
    talk(labelled("error: ", message) + (hint.map { labelled("hint: ", $0) } ?? ""))
  }

  /// A message with its label. At a terminal its lines break between words, and begin below the first word.
  private func labelled(_ label: String, _ message: Message) -> String {
    let text = said(message)
    guard isErrorTerminal else { return label + text + "\n" }
    let lines = StyledText(drawn: text, .plain).wrapped(to: max(20, width(of: errorOutput) - label.count))
    return label + lines.map(\.text).joined(separator: "\n" + String(repeating: " ", count: label.count)) + "\n"
  }

  /// The message in the language of the run, safe for terminals.
  func said(_ message: Message) -> String {
    // Translations have letters beyond ASCII. A line break in a file name or a certificate's subject must not start a
    // new line.
    message.text(in: isASCII ? .english : language).terminalSafe
  }

  /// Writes the fault of one input to standard error.
  package func report(_ error: ReceiptError, source: String) {
    _ = report(CommandFailure(error, source: source))
  }

  /// Writes the failure to standard error, and returns its exit status.
  package func report(_ failure: CommandFailure) -> ExitStatus {
    report(message: failure.message, hint: failure.hint)
    return failure.status
  }

  /// Writes a note to standard error that is neither data nor an error.
  package func note(_ text: Message) { talk(labelled("", text)) }

  /// Reports the unread parts of an input on standard error, for output that has no place for them.
  func noteUnread(_ parts: [UnreadPart], source: String) {
    guard !parts.isEmpty else { return }
    note(("only a part of it was read; not read: \(UnreadPart.sentence(parts))" as Message).of(source))
  }

  private func talk(_ text: String) {
    let bytes = Array(text.utf8)
    if let pager {
      do throws(UnwrittenOutput) {
        if try pager.take(bytes, to: errorOutput) { return }
      } catch {
        remember(error)
      }
    }
    _ = Self.writeAll(bytes, to: errorOutput)
  }

  /// Draws on the terminal of standard error. Only this text may move the cursor, so it must not contain external text.
  func draw(_ text: String) {
    guard pager?.hasTerminal != true else { return }
    _ = Self.writeAll(Array(text.utf8), to: errorOutput)
  }

  /// Writes all bytes; on failure `errno` gives the reason.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { writeUntilFailure($0, to: descriptor) } == bytes.count
  }

  /// Writes all bytes, or as many as possible before a failure, whose reason is then in `errno`.
  ///
  /// - Returns: the number of bytes that were written.
  private static func writeUntilFailure(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = SystemLibrary.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    return written
  }
}

extension Console {
  /// Sends further standard output through the user's pager if it is longer than the screen.
  func usePager() {
    if pager == nil { pager = Pager(self) }
  }

  /// Ends the output. Every run calls this.
  ///
  /// - Returns: whether all output could be shown.
  func finish() throws(UnwrittenOutput) -> Bool {
    let isShown = try pager?.finish() ?? true
    pager = nil
    if !isShown {
      report(message: "the pager cannot be run; the report was not shown", hint: "--no-pager, or set PAGER")
    }
    try check()
    return isShown
  }
}
