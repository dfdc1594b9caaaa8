import ArgumentParser
import ReceiptKit

/// Options of every command that prints text for people.
package struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @Flag(
    name: .customLong("no-pager"),
    help: "Write long reports straight to the terminal, not through PAGER (default: less).")
  var noPager = false

  package init() {}

  /// The layout for a report on standard output. If it is longer than the screen, it goes through the pager.
  ///
  /// - Parameters:
  ///   - sources: inputs that are still to be read.
  ///   - moment: the time of the report.
  package func report(reading sources: [String] = [], at moment: Instant = Clock.now) -> TextLayout {
    // A pager and a prompt would read from the same terminal.
    let mayPrompt = sources.count > 1 && sources.contains("-")
    if !noPager, !mayPrompt { Pager.begin() }
    return TextLayout(
      width: Terminal.width, usesColor: color.usesColor, usesLinks: Terminal.isTerminal && Terminal.showsLinks,
      now: moment)
  }
}

/// `--color`
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  var usesColor: Bool {
    switch self {
    case .auto: Terminal.likesColor
    case .always: true
    case .never: false
    }
  }
}
