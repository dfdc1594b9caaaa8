import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// The servers that a command asks, the number of tries, and the time limits.
struct ExchangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whom to ask: auto (production, and the sandbox if its answer says so), production or sandbox.",
      valueName: "which"))
  var environment: EnvironmentChoice = .auto

  @Option(
    endpoint:
      """
      Another server in place of Apple's production: https://, or http:// on this machine. With this or \
      --sandbox-endpoint nothing is sent to Apple.
      """)
  var endpoint: Endpoint?

  @Option(endpoint: "Another server in place of Apple's sandbox.", name: .customLong("sandbox-endpoint"))
  var sandboxEndpoint: Endpoint?

  @Option(
    name: .customLong("connect-timeout"),
    help: ArgumentHelp("Time to reach the server and agree on encryption. (default: 10)", valueName: "seconds"),
    transform: Duration.argument)
  var connectTimeout = ExchangeSettings().connectTimeout

  @Option(
    help: ArgumentHelp("Time for one try in all. (default: 30)", valueName: "seconds"), transform: Duration.argument)
  var timeout = ExchangeSettings().timeout

  @Option(
    help: ArgumentHelp(
      "Time for one receipt or page in all, tries and pauses together. (default: 90)", valueName: "seconds"),
    transform: Duration.argument)
  var deadline = ExchangeSettings().deadline

  @Option(help: ArgumentHelp("How often a server is asked at most, from 1 to 20.", valueName: "count"))
  var tries = ExchangeSettings().tries

  func validate() throws {
    guard (1...20).contains(tries) else { throw UsageError("--tries \(tries) is not from 1 to 20") }
    _ = try settings.servers(apple: .apple)
  }

  /// The values of these options, without ArgumentParser.
  var settings: ExchangeSettings {
    ExchangeSettings(
      environment: environment, endpoint: endpoint, sandboxEndpoint: sandboxEndpoint, connectTimeout: connectTimeout,
      timeout: timeout, deadline: deadline, tries: tries)
  }
}

extension Option where Value == Endpoint? {
  /// The URL of a server.
  init(endpoint help: String, name: NameSpecification = .long) {
    self.init(name: name, help: ArgumentHelp(help, valueName: "url")) { (text: String) throws in
      do throws(InvalidEndpoint) {
        return try Endpoint(text)
      } catch {
        throw UsageError(error.message)
      }
    }
  }
}

/// The servers, the number of tries, and the time limits.
struct ExchangeSettings {
  var environment: EnvironmentChoice = .auto
  /// The server to ask in place of Apple's production server.
  var endpoint: Endpoint?
  var sandboxEndpoint: Endpoint?
  var connectTimeout = Duration.seconds(10)
  var timeout = Duration.seconds(30)
  var deadline = Duration.seconds(90)
  var tries = 4

  /// Whether a server of the user replaces Apple's.
  var replacesApple: Bool { endpoint != nil || sandboxEndpoint != nil }

  /// Whether an option chooses the server. Time limits and the number of tries do not count.
  var isGiven: Bool { environment != .auto || replacesApple }

  var limits: RemoteLimits { RemoteLimits(timeout: timeout, deadline: deadline) }

  /// Makes a transport with these time limits.
  func transport() -> HTTPTransport {
    HTTPTransport(connectTimeout: connectTimeout, userAgent: "receipt-tool/" + ToolFacts.version)
  }

  /// Which servers may be asked. If the user names a server, Apple's servers are never asked: an answer of the user's
  /// server that points to the sandbox must not send data to Apple.
  ///
  /// - Parameters:
  ///   - apple: Apple's two servers.
  ///   - token: the credential that the user's servers require.
  func servers(apple: RemoteServers, token: BearerToken? = nil) throws -> RemoteServers {
    var production = replacesApple ? endpoint : apple[.production]
    var sandbox = replacesApple ? sandboxEndpoint : apple[.sandbox]
    if replacesApple {
      production?.token = token
      sandbox?.token = token
    }
    switch (environment, production, sandbox) {
    case (.auto, let production?, let sandbox?): return RemoteServers(both: production, sandbox)
    case (.auto, let production?, nil), (.production, let production?, _):
      return RemoteServers(only: .production, production)
    case (.auto, nil, let sandbox?), (.sandbox, _, let sandbox?): return RemoteServers(only: .sandbox, sandbox)
    case (.production, nil, _):
      throw UsageError("--environment production with --sandbox-endpoint needs --endpoint")
    case (.sandbox, _, nil): throw UsageError("--environment sandbox with --endpoint needs --sandbox-endpoint")
    // Never reached: Apple has two servers, and the user who replaces them names at least one.
    case (.auto, nil, nil): return apple
    }
  }
}

/// `--environment` of commands that send requests to Apple.
enum EnvironmentChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, production, sandbox
}
