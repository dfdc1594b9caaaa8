import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The servers of a command, its retries, and its secret.
struct RemoteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whom to ask: auto (production, then sandbox on 21007, and back on 21008), production or sandbox.",
      valueName: "which"))
  var environment: EnvironmentChoice = .auto

  @Option(
    help: ArgumentHelp(
      "Another server in place of Apple's production: https://, or http:// on this machine. With this or --sandbox-endpoint nothing is sent to Apple.",
      valueName: "url"),
    transform: RemoteOptions.endpoint)
  var endpoint: Endpoint?

  @Option(
    name: .customLong("sandbox-endpoint"),
    help: ArgumentHelp("Another server in place of Apple's sandbox.", valueName: "url"),
    transform: RemoteOptions.endpoint)
  var sandboxEndpoint: Endpoint?

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp(
      "Show the token in this file to those servers, as receipt-tool serve asks for it: Authorization: Bearer TOKEN.",
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @OptionGroup var secret: SecretOptions

  @Flag(
    name: .customLong("exclude-old-transactions"),
    help: "Ask for the latest transaction of each subscription only.")
  var excludesOldTransactions = false

  @Option(
    name: .customLong("connect-timeout"),
    help: ArgumentHelp("Time to reach the server and agree on encryption. (default: 10)", valueName: "seconds"),
    transform: Seconds.init)
  var connectTimeout = Seconds(.seconds(10))

  @Option(help: ArgumentHelp("Time for one try in all. (default: 30)", valueName: "seconds"), transform: Seconds.init)
  var timeout = Seconds(.seconds(30))

  @Option(
    help: ArgumentHelp("Time for one receipt in all, tries and pauses together. (default: 90)", valueName: "seconds"),
    transform: Seconds.init)
  var deadline = Seconds(.seconds(90))

  @Option(help: ArgumentHelp("How often a server is asked at most, from 1 to 20.", valueName: "count"))
  var tries = 4

  func validate() throws {
    guard (1...20).contains(tries) else { throw ValidationError("--tries \(tries) is not from 1 to 20") }
    _ = try servers()
    guard tokenFile == nil || endpoint != nil || sandboxEndpoint != nil else {
      throw ValidationError("--token-file is for a server of your own: give --endpoint; Apple's ask for none")
    }
    guard tokenFile == nil || ![endpoint, sandboxEndpoint].contains(where: { $0?.isApple ?? false }) else {
      throw ValidationError("--token-file is for a server of your own, and not to be shown to Apple's")
    }
  }

  /// The token of `--token-file`.
  func token() throws -> BearerToken? { try tokenFile.map { try SecretFile.token($0) } }

  /// Whether any option is given that has an effect only on an exchange.
  var isGiven: Bool {
    environment != .auto || endpoint != nil || sandboxEndpoint != nil || tokenFile != nil
      || secret.file != nil || secret.asks || excludesOldTransactions
  }

  /// Which servers may be asked. If the user names a server, Apple's are not asked at all: a 21007 of that server would
  /// otherwise upload to Apple what was meant to stay.
  ///
  /// - Parameter token: the credential that they require.
  func servers(token: BearerToken? = nil) throws -> RemoteServers {
    let isReplaced = endpoint != nil || sandboxEndpoint != nil
    var production = isReplaced ? endpoint : .production
    var sandbox = isReplaced ? sandboxEndpoint : .sandbox
    if isReplaced {
      production?.token = token
      sandbox?.token = token
    }
    switch (environment, production, sandbox) {
    case (.auto, let production?, let sandbox?): return RemoteServers(both: production, sandbox)
    case (.auto, let production?, nil), (.production, let production?, _):
      return RemoteServers(only: .production, production)
    case (.auto, nil, let sandbox?), (.sandbox, _, let sandbox?): return RemoteServers(only: .sandbox, sandbox)
    case (.production, nil, _):
      throw ValidationError("--environment production with --sandbox-endpoint needs --endpoint")
    case (.sandbox, _, nil): throw ValidationError("--environment sandbox with --endpoint needs --sandbox-endpoint")
    case (.auto, nil, nil): return .apple
    }
  }

  private static func endpoint(_ text: String) throws -> Endpoint {
    do throws(InvalidEndpoint) {
      return try Endpoint(text)
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// `--environment` of commands that send requests to Apple.
enum EnvironmentChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, production, sandbox
}

/// A length of time on the command line: `30`, `0.5`, `30s`, `500ms`, `2m`.
struct Seconds: CustomStringConvertible {
  let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  init(_ text: String) throws {
    let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("", 1_000)]
    let unit = units.first { text.hasSuffix($0.suffix) } ?? ("", 1_000)
    let digits = text.dropLast(unit.suffix.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits), (1...86_400_000).contains(number * unit.milliseconds)
    else {
      throw ValidationError("'\(text)' is no length of time; use seconds (30, 0.5) or 500ms, 30s, 2m, at most a day")
    }
    duration = .milliseconds(Int64((number * unit.milliseconds).rounded()))
  }

  var description: String { duration.text.hasSuffix(" s") ? String(duration.text.dropLast(2)) : duration.text }
}
