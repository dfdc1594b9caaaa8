import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool api`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.api.rawValue,
    abstract: ConnectedCommand.api.abstract,
    discussion: """
      One call for each subcommand. The token is made anew for every request, from an In-App Purchase key of App Store \
      Connect, and is valid for five minutes. Production is asked first, and the sandbox if production does not know \
      the id (4040010) or does not accept the token (401), as it does for an app that was never released.

      All signed data of an answer is verified and must be about your app; otherwise the whole answer is refused. What \
      is printed is the document of `receipt-tool decode`, one line for each piece where there can be several; --raw \
      prints the answers as they came.

      Subcommands that change something ask on the terminal before they do, and need --yes elsewhere.

      EXAMPLES
        receipt-tool api transaction --app reader 2000000123456789
        receipt-tool api statuses --app reader 2000000123456789 | jq .
        receipt-tool api extend --app reader --days 7 2000000123456789
        receipt-tool explain 4040010

      \(ExitStatus.help(
        [
          .success: "Apple answered",
          .negative: "Apple refused the request for good",
        ], and: .unreadable, .unreachable, .tryAgain))
      """,
    subcommands: [
      APIRead<ReadTransaction>.self, APIRead<ReadHistory>.self, APIRead<ReadStatuses>.self, APIRead<ReadOrder>.self,
      APIRead<ReadRefunds>.self, APIRead<ReadAppTransaction>.self, APIRead<ReadTestNotification>.self,
      APIPlainRead<ReadGroups>.self, APIPlainRead<ReadGroupMembers>.self, APIPlainRead<ReadSeats>.self,
      APIPlainRead<ReadMassExtension>.self,
      APIChange<Extend>.self, APIChange<ExtendAll>.self, APIChange<Consume>.self, APIChange<ConsumeV1>.self,
      APIChange<SetToken>.self, APIChange<Finish>.self, APIChange<ClaimSeat>.self, APIChange<UnclaimSeat>.self,
      APIChange<AssociateSeat>.self, APIChange<AdvancedCommerce>.self,
    ])
}

/// A call that reads data about an id, with the options that narrow the request.
protocol ReadingCall: ParsableArguments {
  static var call: AppStoreServerCall { get }
  static var abstract: String { get }
  /// The description of the id.
  static var identifier: String { get }
  /// An example of an identifier.
  static var example: String { get }
  /// The options as query parameters.
  func parameters(_ console: Console) throws -> [AppStoreServerRequest.Filter]
}

extension ReadingCall {
  static var example: String { "2000000123456789" }
  func parameters(_ console: Console) throws -> [AppStoreServerRequest.Filter] { [] }
}

struct ReadTransaction: ReadingCall {
  static let call = AppStoreServerCall.transaction
  static let abstract = "Ask for one transaction."
  static let identifier = "The id of the transaction."
}

struct ReadHistory: ReadingCall {
  static let call = AppStoreServerCall.history
  static let abstract = "Ask for all transactions of a customer."
  static let identifier = "Any transaction of the customer, or the id of the AppTransaction."

  @Option(
    name: .customLong("product"), help: ArgumentHelp("Only of this product. Repeat it for more.", valueName: "id"))
  var products: [String] = []

  @Option(name: .customLong("type"), help: ArgumentHelp("Only of this type. Repeat it for more.", valueName: "type"))
  var types: [ProductType] = []

  @Option(
    name: .customLong("group"),
    help: ArgumentHelp("Only of this subscription group. Repeat it for more.", valueName: "id"))
  var groups: [String] = []

  @Option(
    help: ArgumentHelp("Only what was purchased from this moment on.", valueName: "time"), transform: JudgingTime.init)
  var since: JudgingTime?

  @Option(
    help: ArgumentHelp("Only what was purchased before this moment.", valueName: "time"), transform: JudgingTime.init)
  var until: JudgingTime?

  @Option(help: ArgumentHelp("Only with this ownership.", valueName: "ownership"))
  var ownership: Ownership?

  @Option(help: ArgumentHelp("Only what is revoked, or only what is not.", valueName: "yes|no"))
  var revoked: YesOrNo?

  @Option(help: ArgumentHelp("The order, by the time of the last change.", valueName: "order"))
  var sort: Order?

  /// Raw values are Apple's.
  enum ProductType: String, CaseIterable, ExpressibleByArgument {
    case autoRenewable = "AUTO_RENEWABLE"
    case nonRenewable = "NON_RENEWABLE"
    case consumable = "CONSUMABLE"
    case nonConsumable = "NON_CONSUMABLE"
  }

  /// Raw values are Apple's.
  enum Ownership: String, CaseIterable, ExpressibleByArgument {
    case purchased = "PURCHASED"
    case shared = "FAMILY_SHARED"
    case assigned = "ASSIGNED"
  }

  enum YesOrNo: String, CaseIterable, ExpressibleByArgument { case yes, no }

  /// Raw values are Apple's.
  enum Order: String, CaseIterable, ExpressibleByArgument {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  func parameters(_ console: Console) throws -> [AppStoreServerRequest.Filter] {
    let (start, end) = (since?.instant(console), until?.instant(console))
    if let start, let end, start >= end { throw UsageError("--since is not before --until") }
    let all: [(String, [String])] = [
      ("productId", products), ("productType", types.map(\.rawValue)), ("subscriptionGroupIdentifier", groups),
      ("startDate", [start].compactMap { $0.map { String($0.milliseconds) } }),
      ("endDate", [end].compactMap { $0.map { String($0.milliseconds) } }),
      ("inAppOwnershipType", [ownership?.rawValue].compactMap(\.self)),
      ("revoked", [revoked.map { $0 == .yes ? "true" : "false" }].compactMap(\.self)),
      ("sort", [sort?.rawValue].compactMap(\.self)),
    ]
    return all.flatMap { name, values in values.map { AppStoreServerRequest.Filter(name, $0) } }
  }
}

struct ReadStatuses: ReadingCall {
  static let call = AppStoreServerCall.statuses
  static let abstract = "Ask for the state of each subscription of a customer."
  static let identifier = "Any transaction of the customer, or the id of the AppTransaction."

  @Option(
    name: .customLong("status"),
    help: ArgumentHelp(
      "Only subscriptions with this status: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked. Repeat it "
        + "for more.", valueName: "number"))
  var statuses: [Int] = []

  func validate() throws {
    guard statuses.allSatisfy((1...5).contains) else { throw UsageError("--status is 1 to 5") }
  }

  func parameters(_ console: Console) -> [AppStoreServerRequest.Filter] {
    statuses.map { AppStoreServerRequest.Filter("status", String($0)) }
  }
}

struct ReadOrder: ReadingCall {
  static let call = AppStoreServerCall.order
  static let abstract = "Ask for the transactions of an order."
  static let identifier = "The order id on the customer's invoice."
  static let example = "MK5TTTVWJH"
}

struct ReadRefunds: ReadingCall {
  static let call = AppStoreServerCall.refunds
  static let abstract = "Ask for the refunded transactions of a customer."
  static let identifier = "Any transaction of the customer."
}

struct ReadAppTransaction: ReadingCall {
  static let call = AppStoreServerCall.appTransaction
  static let abstract = "Ask when and where a customer downloaded the app."
  static let identifier = "Any transaction of the customer, or the id of the AppTransaction."
}

struct ReadTestNotification: ReadingCall {
  static let call = AppStoreServerCall.testNotification
  static let abstract = "Ask what became of a test notification."
  static let identifier = "The token that `notifications test` was given."
  static let example = #""$TOKEN""#
}

extension Console {
  /// Prints an answer unchanged, with a line feed at its end.
  func writeAnswer(_ bytes: [UInt8]) throws(UnwrittenOutput) {
    if isTerminal { return try write(bytes.jsonForTerminal) }
    try write(bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")])
  }
}

/// `receipt-tool api transaction` and similar commands.
struct APIRead<Reading: ReadingCall>: ReceiptCommand {
  static var configuration: CommandConfiguration {
    let call = Reading.call
    let rate = call.rate.map { String($0) } ?? "few"
    return CommandConfiguration(
      commandName: call.name, abstract: Reading.abstract,
      discussion: """
        Apple's "\(call.title)". Apple allows \(rate) requests a second in production, and a tenth of that in \
        the sandbox.

        EXAMPLES
          receipt-tool api \(call.name) --app reader \(Reading.example)
          receipt-tool api \(call.name) --app reader --compact \(Reading.example)
          receipt-tool api \(call.name) --app reader --raw \(Reading.example) > raw

        \(CallHelp.reading)
        """)
  }

  @Argument(help: ArgumentHelp(stringLiteral: Reading.identifier))
  var id: String

  @OptionGroup var reading: Reading

  @Flag(help: "Print the answers as they came.")
  var raw = false

  @Flag(help: "Print each answer on one line.")
  var compact = false

  @OptionGroup var json: JSONOption

  @Option(
    name: .customLong("since-revision"),
    help: ArgumentHelp(
      "Begin with this revision of an earlier answer, for calls with pages.", valueName: "revision"))
  var revision: String?

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard !(raw && compact) else { throw UsageError("--raw", excludes: "--compact") }
    _ = try request([])
    guard revision == nil || Reading.call.hasRevisions else {
      throw UsageError("\(Reading.call.title) has no revisions, and takes no --since-revision")
    }
  }

  private func request(_ filters: [AppStoreServerRequest.Filter]) throws -> AppStoreServerRequest {
    guard let request = AppStoreServerRequest(Reading.call, id, revision: revision, filters: filters) else {
      throw UsageError("'\(id.displayed(limit: 80))' is not an id: Apple's have 1 to 64 letters, digits, - and _")
    }
    return request
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let request = try request(try reading.parameters(console))
    return try options.asking(console) { connection, decoder in
      var revision = revision
      var latest: AppStoreServerAnswer?
      var hasItems = false
      let renderer = DecodeRenderer(ReceiptWorker(decoder))
      var pages = AppStoreServerPages(request)
      while let answer = try connection.next(of: &pages) {
        try print(answer, renderer, console)
        hasItems = hasItems || !answer.items.isEmpty
        revision = answer.revision ?? revision
        latest = answer
      }
      if !hasItems, let latest {
        if !raw { try console.writeAnswer(latest.bytes) }
        console.note("there is no signed data in the answer")
      }
      if !hasItems, Reading.call.name == AppStoreServerCall.order.name {
        throw HistoryQuestion.unknownOrder.of(id)
      }
      if let revision { console.note("later changes: --since-revision \(revision.shellQuoted)") }
      return .success
    }
  }

  /// Prints an answer with proven signed data, each piece in the form of `decode`: on one line if there can be several.
  private func print(_ answer: AppStoreServerAnswer, _ renderer: DecodeRenderer, _ console: Console) throws {
    if raw { return try console.writeAnswer(answer.bytes) }
    for item in answer.items {
      let decoded = try renderer.read(Array(item.text.utf8))
      var writer = JSONWriter(layout: compact || Reading.call.hasSeveral ? .compact : .pretty)
      renderer.write(decoded, head: DocumentHead(source: nil), to: &writer)
      try console.write(writer.bytes)
    }
  }
}

extension CallHelp {
  /// The exit statuses of calls that read.
  static let reading = ExitStatus.help(
    [.success: "Apple answered", .negative: "Apple refused the request for good"],
    and: .unreadable, .unreachable, .tryAgain)
  /// The exit statuses of changes.
  static let changing = ExitStatus.help(
    [.success: "Apple took it", .negative: "Apple refused the request for good, or you said no"],
    and: .unreadable, .unreachable, .tryAgain)
  /// The exit statuses of changes that send a file.
  static let sending = ExitStatus.help(
    [
      .success: "Apple took it", .negative: "Apple refused the request for good, or you said no",
      .notAReceipt: "the file breaks a rule of Apple's, and was not sent",
    ],
    and: .unreadable, .unreachable, .tryAgain)
}

extension AppStoreServerOptions {
  /// Asks Apple, reports failures, and closes connections.
  func asking(
    _ console: Console, _ work: (AppStoreServerConnection, InputDecoder) throws -> ExitStatus
  ) throws -> ExitStatus {
    let decoder = try decoder(console)
    let exchange = exchange.settings
    let connection = try AppStoreServerConnection(
      try AppAccess(key.settings, exchange, console), exchange, decoder: decoder, console)
    defer { connection.end() }
    do {
      return try work(connection, decoder)
    } catch let failure as AppStoreServerFailure {
      return connection.report(failure, hasPrinted: true)
    }
  }
}

/// A call whose answer is printed unchanged, because nothing in it is signed.
protocol PlainReading: ParsableArguments {
  static var help: CallHelp { get }
  func request() throws -> AppStoreServerRequest
}

/// `receipt-tool api mass-extension` and similar commands.
struct APIPlainRead<Reading: PlainReading>: ReceiptCommand {
  static var configuration: CommandConfiguration { Reading.help.configuration(CallHelp.reading) }

  @OptionGroup var reading: Reading

  @OptionGroup var json: JSONOption

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    let request = try reading.request()
    return try options.asking(console) { connection, _ in
      try connection.all(request) { try console.writeAnswer($0.bytes) }
      return .success
    }
  }
}

struct ReadMassExtension: PlainReading {
  static let help = CallHelp(
    name: AppStoreServerCall.massExtension.name, abstract: "Ask how far an extension for all subscribers is.",
    text: "Apple's \"\(AppStoreServerCall.massExtension.title)\".",
    examples: [
      "api mass-extension --app reader com.example.monthly \"$REQUEST\"",
      "api mass-extension --app reader com.example.yearly \"$REQUEST\"",
      "api mass-extension --app reader com.x.pro \"$REQUEST\" | jq .",
    ])

  @Argument(help: "The product that was extended.")
  var product: String

  @Argument(help: "The requestIdentifier of the extension.")
  var id: String

  func request() throws -> AppStoreServerRequest {
    guard let request = AppStoreServerRequest(.massExtension, product, id) else {
      throw UsageError("a product has 1 to 255 characters, and the id of a request is a UUID")
    }
    return request
  }
}
