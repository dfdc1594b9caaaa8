import ArgumentParser
import ReceiptKit

/// The expectations that `validate` accepts as options. Each option replaces the key of the same name in the policy.
package struct ExpectationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read expectations from this JSON file (Schemas/policy-1.schema.json). An option below replaces the key of its \
      name.
      """,
      valueName: "file"),
    completion: .file())
  package var policy: String?

  @Option(.bundleIdentifiers) var bundleIdentifiers: [ExpectationRow.Change] = []
  @Option(.appAppleID) var appAppleID: ExpectationRow.Change?
  @Option(.environments) var environments: [ExpectationRow.Change] = []
  @Option(.applicationVersion) var applicationVersion: ExpectationRow.Change?
  @Option(.minimumApplicationVersion) var minimumApplicationVersion: ExpectationRow.Change?
  @Option(.originalVersionBelow) var originalVersionBelow: ExpectationRow.Change?
  @Option(.maximumAge) var maximumAge: ExpectationRow.Change?
  @Option(.deviceGUID) var deviceGUID: ExpectationRow.Change?
  @Option(.deviceID) var deviceID: ExpectationRow.Change?
  @Option(.accountToken) var accountToken: ExpectationRow.Change?
  @Option(.products) var products: [ExpectationRow.Change] = []
  @Option(.activeProducts) var activeProducts: [ExpectationRow.Change] = []
  @Option(.gracePeriod) var gracePeriod: ExpectationRow.Change?

  @Flag(
    name: .customLong(ExpectationRow.allowsTestSigned.name), inversion: .prefixedNo,
    help: ArgumentHelp(stringLiteral: ExpectationRow.allowsTestSigned.help))
  var allowsTestSigned: Bool?

  @Option(.requiredChecks) var requiredChecks: [ExpectationRow.Change] = []

  package init() {}

  package func validate() throws {
    guard applicationVersion == nil || minimumApplicationVersion == nil else {
      throw UsageError("--app-version", excludes: "--min-app-version")
    }
  }

  /// The policy with the options applied to it.
  package func expectations(_ console: Console) throws -> Expectations {
    var expectations = try policy.map { try Self.read($0, console) } ?? Expectations()
    if let contradiction = contradiction(of: expectations.applicationVersion) { throw UsageError(contradiction) }
    let once = [
      appAppleID, applicationVersion, minimumApplicationVersion, originalVersionBelow, maximumAge, deviceGUID, deviceID,
      accountToken, gracePeriod,
    ]
    for change in once { change?(&expectations) }
    let repeated: [(ExpectationRow, [ExpectationRow.Change])] = [
      (.bundleIdentifiers, bundleIdentifiers), (.environments, environments), (.products, products),
      (.activeProducts, activeProducts), (.requiredChecks, requiredChecks),
    ]
    for (row, changes) in repeated where !changes.isEmpty {
      if case .repeated(_, _, let clear) = row.reading { clear(&expectations) }
      for change in changes { change(&expectations) }
    }
    if let allowsTestSigned { expectations.allowsTestSigned = allowsTestSigned }
    do throws(ExpectationError) {
      try expectations.checkConsistency()
    } catch {
      throw UsageError(error.text)
    }
    return expectations
  }

  /// The environments that `--environment` names, whatever the policy says.
  package var givenEnvironments: [Expectations.Environment] {
    var expectations = Expectations()
    for change in environments { change(&expectations) }
    return expectations.environments
  }

  /// An option replaces only the policy key with its own name. It never removes another key silently.
  private func contradiction(of policy: Expectations.Version?) -> Message? {
    switch policy {
    case .equal where minimumApplicationVersion != nil:
      "--min-app-version and the policy's app_version exclude each other"
    case .atLeast where applicationVersion != nil: "--app-version and the policy's min_app_version exclude each other"
    default: nil
    }
  }

  private static func read(_ file: String, _ console: Console) throws -> Expectations {
    do throws(ReceiptError) {
      let bytes = try console.read(file, maximumBytes: 1 << 20, searchesDirectories: false)
      do throws(ExpectationError) {
        return try Policy(bytes).expectations
      } catch {
        throw ReceiptError(.invalidJSON, error.message, hint: error.hint)
      }
    } catch {
      throw UnusableOption(option: "--policy", source: file, error: error)
    }
  }
}

extension Option {
  /// An expectation that can be given once.
  fileprivate init(_ row: ExpectationRow) where Value == ExpectationRow.Change? {
    self.init(name: .customLong(row.name), help: row.argumentHelp, completion: row.completion, transform: row.option)
  }

  /// An expectation that can be given several times.
  fileprivate init(wrappedValue: [ExpectationRow.Change], _ row: ExpectationRow)
  where Value == [ExpectationRow.Change] {
    self.init(
      wrappedValue: wrappedValue, name: .customLong(row.name), help: row.argumentHelp, completion: row.completion,
      transform: row.option)
  }
}

extension ExpectationRow {
  fileprivate var argumentHelp: ArgumentHelp { ArgumentHelp(help, valueName: valueName) }

  private var form: Form? {
    switch reading {
    case .once(let form, _), .repeated(let form, _, _): form
    case .flag: nil
    }
  }

  fileprivate var completion: CompletionKind? {
    if case .word(let words)? = form { .list(words) } else { nil }
  }

  /// Reads the value of the option. ArgumentParser prints why a value is rejected.
  @Sendable fileprivate func option(_ text: String) throws -> Change {
    if case .name(let what)? = form, text.isEmpty { throw UsageError("an empty text is not \(what)") }
    do throws(ExpectationError) {
      switch reading {
      case .once(_, let read), .repeated(_, let read, _): return try read(text)
      case .flag(let set): return set(true)
      }
    } catch {
      throw UsageError(error.text)
    }
  }
}

extension ExpectationError {
  /// The fault and the remedy, as one text.
  fileprivate var text: Message { hint.map { "\(message); \($0)" } ?? message }
}
