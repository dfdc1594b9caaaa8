/// The role of a part of a text, for readers who see colours. No information is expressed only by colour.
package enum TextRole: String, Sendable {
  case plain
  case heading
  case label
  case good
  case bad
  case warning
  case faint

  /// Parameters of SGR (ECMA-48, 8.3.117). These colours can be configured in every terminal.
  var sgr: String {
    switch self {
    case .plain: ""
    case .heading: "1"
    case .label: "36"
    case .good: "32"
    case .bad: "31"
    case .warning: "33"
    case .faint: "2"
    }
  }
}
