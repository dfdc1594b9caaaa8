import ArgumentParser
import ReceiptKit

/// Options of every command that prints text for people.
package struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  /// `Program` reads it before the arguments are parsed, since errors in them are said in it, too.
  @Option(
    help: "The language of reports and errors: en, de or zh-Hans (default: the locale's).")
  var language: SummaryLanguage?

  @Flag(
    name: .customLong("no-pager"),
    help: "Write long reports straight to the terminal, not through PAGER (default: less).")
  var noPager = false

  package init() {}

  /// The layout for a report on standard output. If it is longer than the screen, it goes through the pager.
  ///
  /// - Parameters:
  ///   - sources: inputs that have not been read yet.
  ///   - moment: the time of the report.
  package func report(
    _ console: Console, reading sources: [String] = [], at moment: Instant? = nil
  ) -> TextLayout {
    // A pager and a prompt would read from the same terminal.
    let mayPrompt = sources.count > 1 && sources.contains("-")
    if !noPager, !mayPrompt { console.usePager() }
    return TextLayout(
      width: console.width, usesColor: color.usesColor(console), usesLinks: console.isTerminal && console.showsLinks,
      isASCII: console.isASCII, language: console.language, now: moment ?? console.now)
  }
}

/// `--language`
extension SummaryLanguage: ExpressibleByArgument {
  package init?(argument: String) {
    // The one Chinese that there is.
    self.init(rawValue: argument == "zh" ? "zh-Hans" : argument)
  }
}

/// `--color`
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  func usesColor(_ console: Console) -> Bool {
    switch self {
    case .auto: console.likesColor
    case .always: true
    case .never: false
    }
  }
}
