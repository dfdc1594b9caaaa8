import ArgumentParser
import ReceiptKit

/// What every command that prints text for people takes.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colours: auto (on a terminal, unless NO_COLOR is set), always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  /// The layout for standard output, now.
  var layout: TextLayout {
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
