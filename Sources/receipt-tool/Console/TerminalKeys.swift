import SystemLibrary

/// Tells keys from text in what comes from a terminal without modes of its own.
///
/// What a terminal marks as pasted is text, whatever is in it, but for the keys that end or stop the process: they would
/// otherwise be lost where the end of a paste is. A text that is longer than the limit is counted and not kept.
struct TerminalKeys {
  /// What a key asks for.
  enum Event: Equatable {
    case end
    case signal(Int32)
  }

  private(set) var text: [UInt8] = []
  /// All bytes of the text, also those beyond the limit.
  private(set) var count = 0
  /// Whether the terminal announced a paste and not its end.
  private(set) var isInPaste = false
  /// Taken away by who acts on it.
  var event: Event?

  var isTooLong: Bool { count > limit }

  /// A marker that has begun.
  private var marker: [UInt8] = []
  private let limit: Int
  private let end, erase, kill: UInt8
  private let signals: [(key: UInt8, number: Int32)]

  private static let pasteBegins = Array("\u{1B}[200~".utf8)
  private static let pasteEnds = Array("\u{1B}[201~".utf8)

  /// - Parameter mode: the mode of the terminal in which its user knows it, with the keys.
  init(_ mode: termios, limit: Int) {
    self.limit = limit
    var mode = mode
    func key(_ index: Int32) -> UInt8 { withUnsafeBytes(of: &mode.c_cc) { $0[Int(index)] } }
    (end, erase, kill) = (key(VEOF), key(VERASE), key(VKILL))
    let makesSignals = mode.c_lflag & tcflag_t(ISIG) != 0
    signals = makesSignals ? [(key(VINTR), SIGINT), (key(VQUIT), SIGQUIT), (key(VSUSP), SIGTSTP)] : []
  }

  /// Takes what was read.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      // Nearly every byte of a paste.
      if byte >= 0x20, byte != 0x7F, marker.isEmpty {
        add(byte)
        continue
      }
      marker.append(byte)
      if marker == Self.pasteBegins || marker == Self.pasteEnds {
        isInPaste = marker == Self.pasteBegins
        marker = []
      } else if !Self.pasteBegins.starts(with: marker), !Self.pasteEnds.starts(with: marker) {
        marker.removeLast()
        settleMarker()
        if byte == Self.pasteBegins[0] { marker = [byte] } else { take(byte) }
      }
    }
  }

  /// Nothing has come for a while: what has begun like a marker is none, and a paste whose end was lost has ended.
  mutating func settle() {
    settleMarker()
    isInPaste = false
  }

  private mutating func settleMarker() {
    for byte in marker { add(byte) }
    marker = []
  }

  private mutating func take(_ byte: UInt8) {
    // 0 is how a mode says that there is no such key; what is printed is text, whatever the mode says.
    let isKey = byte > 0 && byte < 0x20 || byte == 0x7F
    if isKey, let signal = signals.first(where: { $0.key == byte }) {
      event = .signal(signal.number)
    } else if isKey, !isInPaste, byte == end {
      event = event ?? .end
    } else if isKey, !isInPaste, byte == erase || byte == 0x08 || byte == 0x7F {
      erase(text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex)
    } else if isKey, !isInPaste, byte == kill {
      erase(text.startIndex)
    } else {
      add(byte)
    }
  }

  private mutating func add(_ byte: UInt8) {
    // What comes behind the end, or the cancelling, is not the text.
    guard event == nil || event == .signal(SIGTSTP) else { return }
    count += 1
    if !isTooLong { text.append(byte) }
  }

  private mutating func erase(_ start: Int) {
    // Of a text that was not kept nothing can be taken away.
    guard !isTooLong else { return }
    text.removeSubrange(start...)
    count = text.count
  }
}
