import ReceiptKit
import SystemLibrary

/// Properties of the standard streams and their terminal.
extension Console {
  /// Whether standard output is a terminal.
  package var isTerminal: Bool { isatty(output) == 1 }

  /// Whether standard input is a terminal.
  package var isInputTerminal: Bool { isatty(input) == 1 }

  /// Whether standard error is a terminal.
  package var isErrorTerminal: Bool { isatty(errorOutput) == 1 }

  /// The number of columns: of the terminal, otherwise from `COLUMNS`, otherwise 80.
  var width: Int { width(of: output) }

  /// The number of columns of the terminal at a descriptor; without a terminal, as for ``width``.
  func width(of descriptor: Int32) -> Int {
    extent(size(of: descriptor)?.ws_col, else: "COLUMNS") ?? 80
  }

  /// The number of lines of the terminal at standard output, otherwise from `LINES`, otherwise 24.
  var height: Int { extent(size(of: output)?.ws_row, else: "LINES") ?? 24 }

  private func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return isatty(descriptor) == 1 && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Terminals without a known size report 0.
  private func extent(_ known: UInt16?, else name: String) -> Int? {
    if let known, known > 0 { return Int(known) }
    return environment(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
  }

  /// Whether colours are wanted (no-color.org). A dumb terminal would print them as text.
  var likesColor: Bool {
    isTerminal && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
  }

  /// Whether the terminal shows links (OSC 8). A terminal cannot be asked, but most identify themselves in the
  /// environment. Others may print the addresses between the words. If `FORCE_HYPERLINK` is set, it decides, as in
  /// other programs: 0 means no.
  var showsLinks: Bool {
    if let forced = environment("FORCE_HYPERLINK") { return forced != "0" }
    guard environment("TERM") != "dumb" else { return false }
    // VTE supports links since 0.50, and reliably since 0.52; Konsole since 20.12.
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5_200 }
    if let version = environment("KONSOLE_VERSION").flatMap({ Int($0) }) { return version >= 201_200 }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "mintty"]
    return programs.contains(environment("TERM_PROGRAM") ?? "") || environment("WT_SESSION") != nil
      || ["xterm-kitty", "xterm-ghostty", "foot", "alacritty"].contains(environment("TERM") ?? "")
  }

  /// Whether terminals of this kind can return to the start of a line.
  var canMove: Bool { environment("TERM") != "dumb" }

  /// Whether the locale says that texts are in ASCII, or in another character set than UTF-8. Where nothing says so,
  /// they are in UTF-8.
  var isASCII: Bool {
    guard let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first else { return false }
    if locale == "C" || locale == "POSIX" { return true }
    guard let dot = locale.firstIndex(of: ".") else { return false }
    return !["utf-8", "utf8"].contains(locale[locale.index(after: dot)...].prefix { $0 != "@" }.lowercased())
  }

  /// The language of texts and errors: that of `--language`, otherwise the locale's (POSIX, "Internationalization
  /// Variables"), where the first variable that is set decides.
  var language: SummaryLanguage {
    if let language = chosenLanguage.current { return language }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first
    return SummaryLanguage(firstOf: locale.map { [$0] } ?? [])
  }
}

/// The clock of the system. Commands use the clock of their console.
package enum Clock {
  /// The current moment.
  static var now: Instant {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Instant(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
  }

  /// Seconds on a monotonic clock; only differences have a meaning.
  static var seconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
