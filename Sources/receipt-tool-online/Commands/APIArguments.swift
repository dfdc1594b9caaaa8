import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The arguments of a call's subcommand, which its row describes.
///
/// ArgumentParser takes the definitions from the mirror of an instance, and decodes each value under the name that it
/// has there.
struct APIArguments<Row: CallRow>: ParsableArguments, CustomReflectable {
  private var given: [String: [GivenValue]] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ArgumentName.self)
    for argument in Row.call.arguments { given[argument.name] = try argument.read(container) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Row.call.arguments.map { (label: $0.name, value: $0.definition) })
  }

  func has(_ name: ArgumentName) -> Bool { given[name.stringValue]?.isEmpty == false }

  subscript(_ name: ArgumentName) -> String? {
    if case .text(let text)? = given[name.stringValue]?.first { text } else { nil }
  }

  /// The values of the call's parameters.
  func values(_ console: Console) -> CallValues {
    var values: CallValues = [:]
    for parameter in Row.call.parameters {
      for value in given[parameter.name] ?? [] { values.add(value.text(console), to: parameter.name) }
    }
    return values
  }
}

/// The name of an argument: that of a parameter, or one of these.
struct ArgumentName: CodingKey {
  static let file = ArgumentName(stringValue: "file")
  static let yes = ArgumentName(stringValue: "yes")
  static let raw = ArgumentName(stringValue: "raw")
  static let compact = ArgumentName(stringValue: "compact")
  static let revision = ArgumentName(stringValue: "revision")

  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A value as it was given.
private enum GivenValue {
  case text(String)
  case time(JudgingTime)

  func text(_ console: Console) -> String {
    switch self {
    case .text(let text): text
    case .time(let time): String(time.instant(console).milliseconds)
    }
  }
}

/// One argument, option or flag.
private struct CallArgument {
  let name: String
  /// An `Argument`, `Option` or `Flag`.
  let definition: Any
  let read: (KeyedDecodingContainer<ArgumentName>) throws -> [GivenValue]

  init<Definition: Decodable>(
    _ name: String, _ definition: Definition, _ given: @escaping (Definition) -> [GivenValue]
  ) {
    self.name = name
    self.definition = definition
    read = { given(try $0.decode(Definition.self, forKey: ArgumentName(stringValue: name))) }
  }

  /// A flag, whose value is `given` if it is there and otherwise `otherwise`.
  init(flag name: String, long: String, _ help: String, given: String = "true", otherwise: String? = nil) {
    self.init(name, Flag(wrappedValue: false, name: .customLong(long), help: ArgumentHelp(stringLiteral: help))) {
      [$0.wrappedValue ? given : otherwise].compactMap { $0.map(GivenValue.text) }
    }
  }

  init(option name: String, long: String, _ help: ArgumentHelp) {
    self.init(name, Option<String?>(name: .customLong(long), help: help)) {
      [$0.wrappedValue].compactMap { $0.map(GivenValue.text) }
    }
  }
}

/// A word as an argument.
private struct Word<Of: RequestWord>: ExpressibleByArgument, Sendable {
  let word: Of

  init(_ word: Of) { self.word = word }

  init?(argument: String) {
    guard let word = Of(rawValue: argument) else { return nil }
    self.word = word
  }

  static var allValueStrings: [String] { Of.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { word.rawValue }
  var given: GivenValue { .text(word.value) }
}

extension AppStoreServerCall {
  fileprivate var arguments: [CallArgument] {
    var arguments = parameters.compactMap(\.argument)
    if takesFile {
      let help = hasImage ? "The image." : "The JSON of the request; - reads standard input."
      arguments.append(
        CallArgument(
          "file", Argument<String>(help: ArgumentHelp(stringLiteral: help), completion: .file())
        ) { [.text($0.wrappedValue)] })
    }
    if change != nil { arguments.append(CallArgument(flag: "yes", long: "yes", "Do it without asking.")) }
    if isSigned {
      arguments += [
        CallArgument(flag: "raw", long: "raw", "Print the answers as they came."),
        CallArgument(flag: "compact", long: "compact", "Print each answer on one line."),
        CallArgument(
          option: "revision", long: "since-revision",
          ArgumentHelp(
            "Begin with this revision of an earlier answer, for calls with pages.", valueName: "revision")),
      ]
    }
    return arguments
  }

  private var hasImage: Bool { if case .image = body { true } else { false } }
}

extension CallParameter {
  /// How the subcommand takes the parameter; `nil` if it does not.
  fileprivate var argument: CallArgument? {
    switch (input, form) {
    case (.none, _): return nil
    case (.flag(let long, let given, let otherwise), _):
      return CallArgument(flag: name, long: long, help, given: given, otherwise: otherwise)
    case (.argument(let label), .word(let words, hasDefault: _)): return argument(of: words, label)
    case (.argument(let label), _):
      return CallArgument(name, Argument<String>(help: ArgumentHelp(stringLiteral: help).named(label))) {
        [.text($0.wrappedValue)]
      }
    case (.option(let long, let valueName), _):
      return option(long, ArgumentHelp(stringLiteral: help).named(valueName))
    }
  }

  private func option(_ long: String, _ help: ArgumentHelp) -> CallArgument {
    let names = NameSpecification.customLong(long)
    switch form {
    case .word(let words, let hasDefault): return option(of: words, names, help, hasDefault: hasDefault)
    case .time:
      return CallArgument(name, Option<JudgingTime?>(name: names, help: help, transform: JudgingTime.init)) {
        [$0.wrappedValue].compactMap { $0.map(GivenValue.time) }
      }
    case .percentage:
      return CallArgument(name, Option<String?>(name: names, help: help, transform: Self.thousandths)) {
        [$0.wrappedValue].compactMap { $0.map(GivenValue.text) }
      }
    case .newUUID: return CallArgument(option: name, long: long, help)
    case .asItIs where isRepeatable:
      return CallArgument(name, Option<[String]>(wrappedValue: [], name: names, help: help)) {
        $0.wrappedValue.map(GivenValue.text)
      }
    case .asItIs where member.isRequired:
      return CallArgument(name, Option<String>(name: names, help: help)) { [.text($0.wrappedValue)] }
    case .asItIs: return CallArgument(option: name, long: long, help)
    }
  }

  private func argument<Of: RequestWord>(of words: Of.Type, _ label: String) -> CallArgument {
    CallArgument(name, Argument<Word<Of>>(help: ArgumentHelp(stringLiteral: help).named(label))) {
      [$0.wrappedValue.given]
    }
  }

  private func option<Of: RequestWord>(
    of words: Of.Type, _ names: NameSpecification, _ help: ArgumentHelp, hasDefault: Bool
  ) -> CallArgument {
    if hasDefault, let first = Of.allCases.first {
      return CallArgument(name, Option(wrappedValue: Word(first), name: names, help: help)) { [$0.wrappedValue.given] }
    }
    if isRepeatable {
      return CallArgument(name, Option<[Word<Of>]>(wrappedValue: [], name: names, help: help)) {
        $0.wrappedValue.map(\.given)
      }
    }
    if member.isRequired {
      return CallArgument(name, Option<Word<Of>>(name: names, help: help)) { [$0.wrappedValue.given] }
    }
    return CallArgument(name, Option<Word<Of>?>(name: names, help: help)) {
      [$0.wrappedValue].compactMap { $0.map(\.given) }
    }
  }

  /// A percentage in thousandths of a percent: `12.5` becomes `12500`.
  @Sendable
  private static func thousandths(_ text: String) throws -> String {
    guard let thousandths = ConsumptionInformation.thousandths(text)
    else { throw UsageError("'\(text)' is not a percentage; use a number from 0 to 100, such as 40 or 12.5") }
    return String(thousandths)
  }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}
