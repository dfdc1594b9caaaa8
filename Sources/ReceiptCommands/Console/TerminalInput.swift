import ReceiptKit
import SystemLibrary

/// Reads a text of any length that a user pastes at a terminal. Without this, the terminal cuts lines at 4,095
/// characters.
///
/// The text ends when it is complete according to its own length, at an empty line if it has no length, or with Ctrl-D.
/// In each case, it ends only after a pause in the input, so that the rest of a paste does not become shell commands.
struct TerminalInput {
  /// The pause after which a paste has ended, in tenths of a second: the time after which a read returns without input.
  private static let pause = 2
  /// The pause after which a paste counts as ended although its announced end did not arrive, also in tenths.
  private static let pauseWithoutEnd = 20
  /// The seconds for which input may still arrive after a key that ends or stops the process.
  private static let secondsAfterKey = 2.0

  private let descriptor: Int32
  private var keys: TerminalKeys
  private var counter: CharacterCounter

  /// - Parameter what: the name of the input, for the prompt; `nil` prints no prompt.
  /// - Returns: the text; `nil` if the terminal cannot be read in this way.
  /// - Throws: `.inputTooLarge`, after the whole text has arrived.
  static func read(
    _ console: Console, _ descriptor: Int32, _ what: Message?, maximumBytes: Int
  ) throws(ReceiptError) -> [UInt8]? {
    guard let mode = TerminalMode.hold(descriptor, for: .paste, canMove: console.canMove) else { return nil }
    defer { TerminalMode.release() }
    // The prompt comes last: the user may paste as soon as it is visible.
    if let what {
      console.note("Paste the \(what). It is not shown, and it is read when it is complete.")
      console.note("Ctrl-D ends it, Ctrl-U starts over, Ctrl-C cancels.")
    }
    var input = TerminalInput(console, descriptor, mode, maximumBytes, isQuiet: what == nil)
    input.readAll()
    guard !input.keys.isTooLong else { throw .tooLarge(input.keys.count.grouped, maximumBytes) }
    return input.keys.text
  }

  private init(
    _ console: Console, _ descriptor: Int32, _ mode: termios, _ limit: Int, isQuiet: Bool
  ) {
    counter = CharacterCounter(console, isQuiet: isQuiet)
    self.descriptor = descriptor
    keys = TerminalKeys(mode, limit: limit)
  }

  private mutating func readAll() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    // Reads without input since the last input.
    var emptyReads = 0
    // Whether the text has not changed since the last pause.
    var isJudged = true
    // When a key takes effect although input still arrives: an endless paste must not delay Ctrl-C.
    var deadline: Double?
    while true {
      let count = buffer.withUnsafeMutableBytes { readSome(descriptor, into: $0) }
      if count < 0 { break }
      if count > 0 {
        keys.take(buffer[..<count])
        emptyReads = 0
        isJudged = false
        counter.show(keys.count)
      } else {
        emptyReads += 1
        if !terminalExists { break }
        TerminalMode.keep()
      }
      if keys.event != nil, deadline == nil { deadline = Clock.seconds + Self.secondsAfterKey }
      let isLate = deadline.map { Clock.seconds > $0 } ?? false
      let waitsForEnd = keys.isInPaste && keys.event == nil
      guard isLate || emptyReads >= (waitsForEnd ? Self.pauseWithoutEnd : Self.pause) else { continue }
      if handlePause(&isJudged) { break }
      deadline = nil
    }
    counter.end()
  }

  /// Handles a pause in the input: acts on a key, and judges a text that is new.
  ///
  /// - Returns: whether the text has ended.
  private mutating func handlePause(_ isJudged: inout Bool) -> Bool {
    keys.settle()
    if let event = keys.event {
      keys.event = nil
      guard case .signal(let number) = event else { return true }
      counter.end()
      Self.send(number, descriptor)
      if number == SIGTSTP { counter.show(keys.count) }
    }
    if isJudged { return false }
    isJudged = true
    // A text that is too long was discarded. It ends with the paste.
    if keys.isTooLong { return true }
    let completeness = InputCompleteness(of: keys.text)
    counter.show(keys.count, completeness)
    return completeness == .complete || (completeness == .unknown && endsWithEmptyLine)
  }

  private var endsWithEmptyLine: Bool {
    keys.text.suffix(2).elementsEqual([0x0A, 0x0A]) && keys.text.contains { $0 > 0x20 }
  }

  /// Whether the terminal still exists. A read alone cannot tell a terminal that was disconnected from a user who
  /// pauses.
  private var terminalExists: Bool {
    var mode = termios()
    return tcgetattr(descriptor, &mode) == 0
  }

  /// Sends the signal of the key: to the whole job, if the terminal belongs to the job.
  private static func send(_ number: Int32, _ descriptor: Int32) {
    if tcgetpgrp(descriptor) == getpgrp() { kill(0, number) } else { raise(number) }
  }
}

/// `7,512 characters`, updated in one line of standard error, if that is a terminal.
private struct CharacterCounter {
  private let console: Console
  private let isShown: Bool
  private var shownAt = 0.0
  private var isOpen = false

  init(_ console: Console, isQuiet: Bool) {
    self.console = console
    isShown = !isQuiet && console.isErrorTerminal && console.canMove
  }

  mutating func show(_ count: Int) {
    guard isShown, Clock.seconds > shownAt + 0.1 else { return }
    draw(Self.characters(count))
  }

  mutating func show(_ count: Int, _ completeness: InputCompleteness) {
    guard isShown else { return }
    let characters = Self.characters(count)
    switch completeness {
    case .complete: draw(characters)
    case .cut: draw("\(characters), not all of it yet")
    case .unknown: draw("\(characters); Ctrl-D ends it")
    }
  }

  private static func characters(_ count: Int) -> Message {
    count == 1 ? "1 character" : "\(grouped: count) characters"
  }

  mutating func end() {
    if isOpen { console.draw("\n") }
    isOpen = false
  }

  private mutating func draw(_ message: Message) {
    console.draw("\r\u{1B}[K" + console.said(message))
    isOpen = true
    shownAt = Clock.seconds
  }
}
