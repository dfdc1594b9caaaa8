/// The width, colours and time for which a text is laid out.
///
/// The library queries no terminal and no clock; the printing caller does.
package struct TextLayout: Sendable {
  /// The narrowest width in which tables are still useful; smaller widths are raised to it.
  package static let minimumWidth = 30

  /// The maximum number of columns of a line, as ``displayWidth(of:)`` counts them.
  package let width: Int
  /// Whether parts of the text are marked with colours (SGR sequences of ECMA-48).
  package let usesColor: Bool
  /// Whether the terminal shows links (OSC 8).
  package let usesLinks: Bool
  /// Whether the reader's locale has no more than ASCII.
  package let isASCII: Bool
  /// The language of the text; English if only ASCII may be written.
  package let language: SummaryLanguage
  /// The moment from which ages are counted.
  package let now: Instant

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal or the page; at least ``minimumWidth`` is used.
  ///   - usesColor: whether escape sequences for colours may be written.
  ///   - usesLinks: whether escape sequences for links may be written.
  ///   - isASCII: whether only ASCII may be written.
  ///   - language: the reader's language.
  ///   - now: the moment from which ages are counted.
  package init(
    width: Int, usesColor: Bool, usesLinks: Bool = false, isASCII: Bool = false,
    language: SummaryLanguage = .english, now: Instant
  ) {
    self.width = max(TextLayout.minimumWidth, width)
    self.usesColor = usesColor
    self.usesLinks = usesLinks
    self.isASCII = isASCII
    self.language = isASCII ? .english : language
    self.now = now
  }

  /// The same layout with ages counted from another moment.
  func asOf(_ moment: Instant) -> TextLayout {
    TextLayout(
      width: width, usesColor: usesColor, usesLinks: usesLinks, isASCII: isASCII, language: language, now: moment)
  }

  /// The width of prose. On a wide terminal, prose is broken earlier, because lines of 200 columns are unreadable.
  var proseWidth: Int { min(width, 100) }

  /// `2025-12-26 18:39:47, 11 months ago`
  func dated(_ instant: Instant) -> Message {
    if instant.isOfYear1 { return "at an unknown time (Xcode writes the year 1)" }
    return "\(instant.utcText), \(age(of: instant))"
  }

  /// `11 months ago`, `in 3 hours`, `just now`.
  func age(of instant: Instant) -> Message {
    // Moments invented by callers may be further apart than 64 bits can express.
    let seconds = (Double(now.milliseconds) - Double(instant.milliseconds)) / 1_000
    let (count, unit) = TimeUnit.rounded(seconds: seconds.magnitude)
    guard count > 0 else { return "just now" }
    return seconds > 0 ? unit.ago(count) : unit.ahead(count)
  }
}

extension Instant {
  /// Whether the moment is in year 1 of the Julian calendar, which Xcode writes for unknown dates.
  var isOfYear1: Bool { milliseconds < -62_000_000_000_000 }
}

/// The number of terminal columns of a text, which must not contain escape sequences.
///
/// The number is the sum over the scalars, computed like `wcwidth`: two for East Asian wide characters and emoji, zero
/// for combining marks. Terminals differ in emoji sequences; no known terminal uses more columns than this number.
package func displayWidth(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
}

extension Unicode.Scalar {
  /// Columns on a terminal.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      // U+FE0F selects the emoji form of the narrow character before it, which takes one column more.
      return value == 0xFE0F ? 1 : 0
    case .format: return 0
    default: break
    }
    switch value {
    // Hangul vowels and final consonants join the syllable before them.
    case 0x1160...0x11FF: return 0
    // East Asian Wide and Fullwidth (Unicode UAX #11), in blocks.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1B000...0x1B2FF,
      0x1F200...0x1F2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Whether a line may begin with this character directly after another one, without a space: beside a wide character,
  /// as in Chinese (Unicode UAX #14, ID), but neither with closing punctuation (CL) nor after opening punctuation (OP).
  func canBegin(lineAfter other: Unicode.Scalar) -> Bool {
    (displayWidth == 2 || other.displayWidth == 2) && displayWidth > 0 && self != " " && other != " "
      && !Self.closing.contains(self) && !Self.opening.contains(other)
  }

  private static let closing = Set("。．，、；：？！）］｝】〕〉》」』”’…—％.,;:?!)]}%".unicodeScalars)
  private static let opening = Set("（［｛【〔〈《「『“‘([{".unicodeScalars)
}
