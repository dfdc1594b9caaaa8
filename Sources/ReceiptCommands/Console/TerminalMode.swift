import SystemLibrary

/// Switches a terminal to a mode without echo and without line limits. No other code changes modes.
///
/// Every exit restores the original mode. A signal that ends or stops the process restores it first, and after a stop
/// the special mode is set again. No process can handle SIGKILL and SIGSTOP.
enum TerminalMode {
  /// The purpose of reading.
  enum Use {
    /// One typed line: input from before the prompt is discarded.
    case secret
    /// A pasted text. Bytes that are keys for signals arrive as bytes, because in pasted text they are not keys.
    /// Reading returns 0 bytes after a tenth of a second without input.
    case paste
    /// Lines that are processed while more of them arrive.
    case lines
  }

  /// The data for the signal handler. Code reaches it through a pointer, so that Swift does not treat accesses to it as
  /// exclusive.
  private struct State {
    var isHeld = false
    var isSet = false
    var descriptor: Int32 = -1
    var use = Use.paste
    /// The descriptor for the sequences that switch paste markers on and off; -1 if they are not used.
    var markers: Int32 = -1
    var saved = termios()
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: State())
    return pointer
  }()

  /// Signals that end or stop a process, and the signal that continues it.
  ///
  /// Ignored signals stay ignored. The runtime's handlers, which print a backtrace after a crash, would not restore the
  /// terminal.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM,
    SIGTERM, SIGTSTP, SIGCONT, SIGXCPU, SIGSYS,
  ]
  /// The handlers of these signals before ``hold(_:for:canMove:)``, except ignored ones.
  nonisolated(unsafe) private static var replacedHandlers: [(number: Int32, before: sigaction)] = []

  /// Changes the mode until ``release()``.
  ///
  /// - Parameter canMove: whether the terminal knows escape sequences.
  /// - Returns: the previous mode; `nil` if the mode cannot be changed.
  static func hold(_ descriptor: Int32, for use: Use, canMove: Bool) -> termios? {
    // A background job waits here until it is brought to the foreground, as it would when reading.
    if !isForeground(descriptor) { raise(SIGTTIN) }
    guard isForeground(descriptor), isatty(descriptor) == 1, !state.pointee.isHeld else { return nil }
    state.pointee = State(
      isHeld: true, descriptor: descriptor, use: use, markers: use == .paste && canMove ? output(descriptor) : -1)
    for number in signals {
      var before = sigaction()
      sigaction(number, nil, &before)
      let handler = signal(number, receive)
      if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      } else {
        replacedHandlers.append((number, before))
      }
    }
    set()
    guard state.pointee.isSet else {
      release()
      return nil
    }
    return state.pointee.saved
  }

  /// Restores the mode. Input after the end is discarded: it may be the rest of a paste, which no shell must run.
  static func release() {
    guard state.pointee.isHeld else { return }
    unset()
    state.pointee.isHeld = false
    for signal in replacedHandlers {
      var before = signal.before
      sigaction(signal.number, &before, nil)
    }
    replacedHandlers = []
  }

  /// Sets the mode again if another process has changed it, as a shell does after a stop.
  static func keep() {
    var mode = termios()
    guard state.pointee.isHeld, tcgetattr(state.pointee.descriptor, &mode) == 0 else { return }
    if !state.pointee.isSet || mode.c_lflag & tcflag_t(ICANON | ECHO) != 0 { set() }
  }

  /// Sets the mode if this process is in the foreground. It is safe in a signal handler, as is everything below.
  private static func set() {
    guard state.pointee.isHeld, isForeground(state.pointee.descriptor) else { return }
    let isFirst = !state.pointee.isSet
    if isFirst, tcgetattr(state.pointee.descriptor, &state.pointee.saved) != 0 { return }
    let use = state.pointee.use
    var mode = state.pointee.saved
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | (use == .paste ? ISIG : 0))
    withUnsafeMutableBytes(of: &mode.c_cc) { keys in
      keys[Int(VMIN)] = use == .paste ? 0 : 1
      keys[Int(VTIME)] = use == .paste ? 1 : 0
    }
    guard tcsetattr(state.pointee.descriptor, isFirst && use == .secret ? TCSAFLUSH : TCSANOW, &mode) == 0 else {
      return
    }
    state.pointee.isSet = true
    setBracketedPaste(true)
  }

  private static func unset() {
    guard state.pointee.isSet else { return }
    state.pointee.isSet = false
    // If this process is in the background, the terminal belongs to another job and has that job's mode.
    guard isForeground(state.pointee.descriptor) else { return }
    setBracketedPaste(false)
    tcsetattr(state.pointee.descriptor, TCSAFLUSH, &state.pointee.saved)
  }

  /// Switches bracketed paste on or off: pasted text then comes between `ESC [ 200 ~` and `ESC [ 201 ~` (xterm,
  /// "Bracketed Paste Mode").
  private static func setBracketedPaste(_ isOn: Bool) {
    guard state.pointee.markers >= 0 else { return }
    // A tuple and not an array, because a signal handler must not allocate memory.
    var sequence: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (
      0x1B, UInt8(ascii: "["), UInt8(ascii: "?"), UInt8(ascii: "2"), UInt8(ascii: "0"), UInt8(ascii: "0"),
      UInt8(ascii: "4"), isOn ? UInt8(ascii: "h") : UInt8(ascii: "l")
    )
    _ = write(state.pointee.markers, &sequence, 8)
  }

  /// Whether this process may set the mode. Every process may if the terminal controls no job.
  private static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// The descriptor for writing escape sequences to this terminal: the terminal's own descriptor, if it is writable.
  private static func output(_ descriptor: Int32) -> Int32 {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & (O_RDONLY | O_WRONLY | O_RDWR) == O_RDWR ? descriptor : -1
  }

  /// Restores the mode and performs the signal's default action. After a stop, it sets the mode again.
  private static let receive: @convention(c) (Int32) -> Void = { number in
    let code = errno
    defer { errno = code }
    if number == SIGCONT { return set() }
    unset()
    signal(number, SIG_DFL)
    var this = sigset_t()
    var before = sigset_t()
    sigemptyset(&this)
    sigaddset(&this, number)
    pthread_sigmask(SIG_UNBLOCK, &this, &before)
    raise(number)
    // The code continues here only after a signal that stopped the process.
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(number, receive)
    set()
  }
}
