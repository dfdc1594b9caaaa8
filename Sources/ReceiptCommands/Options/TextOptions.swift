import ArgumentParser
import ReceiptKit

/// Options of every command that prints text for people.
package struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  package init() {}

  /// The layout for standard output, at the present time.
  package var layout: TextLayout {
    TextLayout(width: Terminal.width, usesColor: color.usesColor, now: Clock.now)
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
