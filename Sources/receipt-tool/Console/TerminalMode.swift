import SystemLibrary

/// The mode of a terminal that is read without echo and without limits of its lines; the one place that changes modes.
///
/// The terminal is as before on every way out: a signal that ends or stops the process restores it first, and after a stop
/// it is set again. SIGKILL and SIGSTOP can be told of to no process.
enum TerminalMode {
  /// What is read.
  enum Use {
    /// One line, typed: what waits from before the prompt is not it.
    case secret
    /// A text: keys that make signals arrive as bytes, because in what is pasted they are no keys. Reading gives 0 bytes when
    /// nothing has come for a tenth of a second.
    case paste
    /// Lines that are worked while more of them come.
    case lines
  }

  /// What a signal needs to know. Behind a pointer, so that no access of a handler is an exclusive access of Swift's.
  private struct State {
    var isHeld = false
    var isSet = false
    var descriptor: Int32 = -1
    var use = Use.paste
    /// Where the terminal is told to mark pastes; -1 if it is not.
    var markers: Int32 = -1
    var saved = termios()
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: State())
    return pointer
  }()

  /// Signals that end a process or stop it, and the one after a stop. Those that are ignored stay so; the runtime's handlers, which
  /// print what a crash looked like, would leave the terminal as it is.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM,
    SIGTERM,
    SIGTSTP, SIGCONT, SIGXCPU, SIGSYS,
  ]
  nonisolated(unsafe) private static var taken: [(number: Int32, before: sigaction)] = []

  /// Changes the mode until ``release()``.
  ///
  /// - Returns: the mode before; `nil` if it cannot be changed.
  static func hold(_ descriptor: Int32, for use: Use) -> termios? {
    // A job in the background waits here until it is brought to the foreground, as it would in reading.
    if !isForeground(descriptor) { raise(SIGTTIN) }
    guard isForeground(descriptor), isatty(descriptor) == 1, !state.pointee.isHeld else { return nil }
    state.pointee = State(
      isHeld: true, descriptor: descriptor, use: use, markers: use == .paste ? output(descriptor) : -1)
    for number in signals {
      var before = sigaction()
      sigaction(number, nil, &before)
      let handler = signal(number, receive)
      if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      } else {
        taken.append((number, before))
      }
    }
    set()
    guard state.pointee.isSet else {
      release()
      return nil
    }
    return state.pointee.saved
  }

  /// Restores the mode. What was typed behind the end is thrown away: if it is the rest of a paste, no shell must run it.
  static func release() {
    guard state.pointee.isHeld else { return }
    unset()
    state.pointee.isHeld = false
    for signal in taken {
      var before = signal.before
      sigaction(signal.number, &before, nil)
    }
    taken = []
  }

  /// Sets the mode again if somebody has changed it: after a stop from outside, a shell has.
  static func keep() {
    var mode = termios()
    guard state.pointee.isHeld, tcgetattr(state.pointee.descriptor, &mode) == 0 else { return }
    if !state.pointee.isSet || mode.c_lflag & tcflag_t(ICANON | ECHO) != 0 { set() }
  }

  /// Sets the mode if this process is in the foreground. Safe in a signal handler, as is all below.
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
    mark(UInt8(ascii: "h"))
  }

  private static func unset() {
    guard state.pointee.isSet else { return }
    state.pointee.isSet = false
    // In the background the terminal is somebody else's, and has that one's mode.
    guard isForeground(state.pointee.descriptor) else { return }
    mark(UInt8(ascii: "l"))
    tcsetattr(state.pointee.descriptor, TCSAFLUSH, &state.pointee.saved)
  }

  /// Bracketed paste: what is pasted comes between `ESC [ 200 ~` and `ESC [ 201 ~` (xterm, "Bracketed Paste Mode").
  private static func mark(_ letter: UInt8) {
    guard state.pointee.markers >= 0 else { return }
    var text: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (
      0x1B, UInt8(ascii: "["), UInt8(ascii: "?"), UInt8(ascii: "2"), UInt8(ascii: "0"), UInt8(ascii: "0"),
      UInt8(ascii: "4"),
      letter
    )
    _ = write(state.pointee.markers, &text, 8)
  }

  /// Whether this process may set the mode; of a terminal that controls no job, everybody may.
  private static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Where sequences for this terminal can be written: itself, if it was opened for that.
  private static func output(_ descriptor: Int32) -> Int32 {
    guard Terminal.canMove else { return -1 }
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE == O_RDWR ? descriptor : -1
  }

  /// Restores the mode and does what the signal would have done; after a stop the mode is set again.
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
    // Only a stop comes back.
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(number, receive)
    set()
  }
}
