import SystemLibrary

/// Separates keys from text in the input of a terminal that does not process keys itself.
///
/// Input that a terminal marks as pasted is always text, except for the keys that end or stop the process: if the end
/// of a paste is lost, these keys must still work. A text that is longer than the limit is counted but not stored.
struct TerminalKeys {
  /// The action of a key.
  enum Event: Equatable {
    case end
    case signal(Int32)
  }

  private(set) var text: [UInt8] = []
  /// The number of bytes of the text, including those beyond the limit.
  private(set) var count = 0
  /// Whether the terminal announced the start of a paste, but not its end yet.
  private(set) var isInPaste = false
  /// The last key event. The caller that handles it resets it.
  var event: Event?

  var isTooLong: Bool { count > limit }

  /// A partial marker.
  private var marker: [UInt8] = []
  private let limit: Int
  private let endKey, eraseKey, killKey: UInt8
  private let signals: [(key: UInt8, number: Int32)]

  private static let pasteBegins = Array("\u{1B}[200~".utf8)
  private static let pasteEnds = Array("\u{1B}[201~".utf8)

  /// - Parameter mode: the user's normal mode of the terminal, with its keys.
  init(_ mode: termios, limit: Int) {
    self.limit = limit
    var mode = mode
    func key(_ index: Int32) -> UInt8 { withUnsafeBytes(of: &mode.c_cc) { $0[Int(index)] } }
    endKey = key(VEOF)
    eraseKey = key(VERASE)
    killKey = key(VKILL)
    let makesSignals = mode.c_lflag & tcflag_t(ISIG) != 0
    signals = makesSignals ? [(key(VINTR), SIGINT), (key(VQUIT), SIGQUIT), (key(VSUSP), SIGTSTP)] : []
  }

  /// Processes bytes that were read.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      // This branch handles nearly every byte of a paste.
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
        if byte == Self.pasteBegins[0] { marker = [byte] } else { handle(byte) }
      }
    }
  }

  /// Called on a pause in the input: an incomplete marker is text, and a paste without an end marker has ended.
  mutating func settle() {
    settleMarker()
    isInPaste = false
  }

  private mutating func settleMarker() {
    for byte in marker { add(byte) }
    marker = []
  }

  private mutating func handle(_ byte: UInt8) {
    let backspace: UInt8 = 0x08
    let delete: UInt8 = 0x7F
    // In a terminal mode, 0 means that the key does not exist. Printable characters are text in every mode.
    let isKey = byte > 0 && byte < 0x20 || byte == delete
    if isKey, let signal = signals.first(where: { $0.key == byte }) {
      event = .signal(signal.number)
    } else if isKey, !isInPaste, byte == endKey {
      event = event ?? .end
    } else if isKey, !isInPaste, byte == eraseKey || byte == backspace || byte == delete {
      // In UTF-8, every byte of a character but the first begins with the bits 10.
      erase(from: text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex)
    } else if isKey, !isInPaste, byte == killKey {
      erase(from: text.startIndex)
    } else {
      add(byte)
    }
  }

  private mutating func add(_ byte: UInt8) {
    // Input after the end, or after cancelling, does not belong to the text.
    guard event == nil || event == .signal(SIGTSTP) else { return }
    count += 1
    if !isTooLong { text.append(byte) }
  }

  private mutating func erase(from start: Int) {
    // Nothing can be deleted from a text that was not stored.
    guard !isTooLong else { return }
    text.removeSubrange(start...)
    count = text.count
  }
}
