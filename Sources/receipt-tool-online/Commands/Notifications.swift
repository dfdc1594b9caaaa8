import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool notifications`
struct Notifications: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.notifications.rawValue,
    abstract: ConnectedCommand.notifications.abstract,
    discussion: """
      Apple keeps what it sent to the server of an app: 180 days in production, 30 in the sandbox.

      EXAMPLES
        receipt-tool notifications list --app reader --failed
        receipt-tool notifications list --app reader --type DID_RENEW
        receipt-tool notifications list --app reader --replay http://127.0.0.1:8080/
        receipt-tool notifications test --app reader

      \(ExitStatus.help(
        [
          .success: "all is well; each subcommand says what that means",
          .negative: "it is not; each subcommand says what that means",
        ], and: .unreadable, .unreachable, .tryAgain))
      """,
    subcommands: [NotificationsList.self, NotificationsTest.self])
}

/// `receipt-tool notifications list`
struct NotificationsList: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what Apple sent, what each notification means, and what came of each attempt.",
    discussion: """
      Every notification is verified, with the signed data inside, and must be about your app; otherwise the whole \
      answer is refused. --replay posts each to your own server, as Apple did, the oldest first.

      EXAMPLES
        receipt-tool notifications list --app reader --failed
        receipt-tool notifications list --app reader --transaction 2000000123456789
        receipt-tool notifications list --app reader --json | jq .type

      \(ExitStatus.help(
        [
          .success: "Apple answered; with --replay, your server took all of them",
          .negative: "Apple refused the request, or your server did not take one",
        ], and: .unreadable, .unreachable, .tryAgain))
      """)

  @Flag(help: "Only those that your server has not taken.")
  var failed = false

  @Option(help: ArgumentHelp("Only this type, or TYPE/SUBTYPE.", valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("Only those of the customer of this transaction.", valueName: "id"))
  var transaction: String?

  @Option(
    help: ArgumentHelp("Only from this moment on. (default: 30 days before --until)", valueName: "time"),
    transform: JudgingTime.init)
  var since: JudgingTime?

  @Option(help: ArgumentHelp("Only before this moment. (default: now)", valueName: "time"), transform: JudgingTime.init)
  var until: JudgingTime?

  @Flag(help: "Print a line of JSON for each.")
  var json = false

  @Flag(help: "Print the answers as they came, one after the other.")
  var raw = false

  @Option(endpoint: "Post each to this URL: on this machine, or with --allow-remote by https:// to another.")
  var replay: Endpoint?

  @Flag(name: .customLong("allow-remote"), help: "Let --replay post to another machine. Customers' data goes there.")
  var allowsRemote = false

  @OptionGroup var text: TextOptions

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func validate() throws {
    guard !(json && raw) else { throw UsageError("--json", excludes: "--raw") }
    guard type == nil || transaction == nil else {
      throw UsageError("Apple takes --type or --transaction, and not both")
    }
    guard replay == nil || !(json || raw) else { throw UsageError("--replay excludes --json and --raw") }
    guard !allowsRemote || replay != nil else { throw UsageError("--allow-remote", needs: "--replay") }
    if let replay, !replay.isLoopback, !allowsRemote {
      throw UsageError("--replay to another machine sends customers' data there: give --allow-remote")
    }
    if let replay, replay.isApple { throw UsageError("--replay is for your own server") }
    guard transaction.map(AppStoreServerRequest.isIdentifier) ?? true else {
      throw UsageError("--transaction is not an id: Apple's have 1 to 64 letters, digits, - and _")
    }
  }

  private func request(_ console: Console) throws -> AppStoreServerRequest {
    let end = until?.instant(console) ?? console.now
    let start = since?.instant(console) ?? Instant(milliseconds: end.milliseconds - 30 * 86_400_000)
    guard start < end else { throw UsageError("--since is not before --until") }
    return .notifications(from: start, until: end, type: type, transaction: transaction, onlyFailures: failed)
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let request = try request(console)
    return try options.asking(console) { connection, _ in
      var count = 0
      var undelivered = 0
      var untried = 0
      var toReplay: [SentNotification] = []
      try connection.askForAll(request) { answer in
        if raw { try console.writeAnswer(answer.bytes) }
        for item in answer.items {
          let sent = SentNotification(item, in: answer.document)
          count += 1
          switch sent.isDelivered {
          case true?: break
          case false?: undelivered += 1
          case nil: untried += 1
          }
          if replay != nil {
            toReplay.append(sent)
          } else if json {
            try console.write(sent.line)
          } else if !raw {
            try console.write(sent.text(text.report(console)))
          }
        }
      }
      if let replay {
        return try post(toReplay.sorted { $0.signed < $1.signed }, to: replay, console)
      }
      let all: Message = count == 1 ? "1 notification" : "\(grouped: count) notifications"
      let lost: Message = "\(all); \(grouped: undelivered) did not reach your server"
      console.note(untried > 0 ? "\(lost); \(grouped: untried) not tried" : lost)
      return .success
    }
  }

  /// Posts notifications to the user's server, as Apple does.
  private func post(
    _ notifications: [SentNotification], to endpoint: Endpoint, _ console: Console
  ) throws -> ExitStatus {
    let exchange = options.exchange.settings
    let limits = exchange.limits
    let transport = exchange.transport()
    defer { transport.end() }
    var failures = 0
    for notification in notifications {
      var writer = JSONWriter(layout: .compact)
      writer.object { $0.member("signedPayload", notification.signedPayload) }
      let request = RemoteRequest(
        body: writer.bytes, to: endpoint, timeout: limits.timeout, maximumBytes: 1 << 20, maximumErrorBytes: 0)
      let name = "\(notification.signed.rfc3339) \(notification.type.terminalSafe)"
      let message: Message
      do throws(RemoteFault) {
        let answer = try waiting { () async throws(RemoteFault) -> HTTPAnswer in try await transport.send(request) }
        if (200...206).contains(answer.status) {
          message = "\(name): \(answer.status)"
        } else {
          message = "\(name): \(answer.status), which Apple takes for a failure"
          failures += 1
        }
      } catch {
        message = "\(name): \(error.message)"
        failures += 1
      }
      try console.write(line: message)
    }
    console.note("\(grouped: notifications.count) posted, \(grouped: failures) not taken")
    return failures == 0 ? .success : .negative
  }
}

extension SentNotification {
  /// - Parameter answer: the answer that contains the notification.
  init(_ item: SignedItem, in answer: JSONValue) {
    // `/notificationHistory/3/signedPayload`, or `/signedPayload` for a test notification.
    let index = item.pointer.split(separator: "/").dropFirst().first.flatMap { Int($0) }
    // The object with the notification and its attempts.
    var around = answer
    if let index, case .array(let elements)? = answer["notificationHistory"], elements.indices.contains(index) {
      around = elements[index]
    }
    self.init(item.text, item.payload, item.authenticity.verdict, around: around)
  }
}

/// `receipt-tool notifications test`
struct NotificationsTest: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Ask for a test notification, and wait for what comes of it.",
    discussion: """
      Apple sends a notification of the type TEST to the URL that App Store Connect has for the environment. It is \
      asked for in production unless --environment says sandbox.

      EXAMPLES
        receipt-tool notifications test --app reader
        receipt-tool notifications test --app reader --environment sandbox
        receipt-tool notifications test --app reader --wait 5m

      \(ExitStatus.help(
        [
          .success: "your server took it",
          .negative: "your server did not take it, or Apple refused the request",
        ], and: .unreadable, .unreachable, .tryAgain))
      """)

  @Option(
    help: ArgumentHelp("How long to wait for the result: 30s, 2m. (default: 1m)", valueName: "time"),
    transform: Duration.argument)
  var wait = Duration.seconds(60)

  @OptionGroup var text: TextOptions

  @OptionGroup(title: "Asking") var options: AppStoreServerOptions

  func perform(_ console: Console) throws -> ExitStatus {
    try options.asking(console) { connection, _ in
      let asked = try connection.change(.testNotification)
      guard let token = asked.document?["testNotificationToken"]?.stringValue,
        let request = AppStoreServerRequest(.testNotification, token)
      else {
        console.report(message: "the answer has no usable testNotificationToken", hint: "look at what answered")
        return .unreachable
      }
      console.note("asked for a test notification (\(asked.record.cost))")
      let clock = ContinuousClock()
      let end = clock.now + wait
      while true {
        var found: SentNotification?
        do {
          try connection.askForAll(request) { answer in
            found = answer.items.first.map { SentNotification($0, in: answer.document) }
          }
        } catch let failure as AppStoreServerFailure where failure.fault.apiCode == 4_040_008 {
          // Apple's server may not know the token of the test notification until a moment after the request.
        }
        if let found, !found.attempts.isEmpty {
          try console.write(found.text(text.report(console)))
          return found.isDelivered == true ? .success : .negative
        }
        guard clock.now + .seconds(2) < end else {
          console.note("Apple has not tried yet; `receipt-tool api test-notification \(token)` asks again")
          return .tryAgain
        }
        waiting { try? await clock.sleep(for: .seconds(2)) }
      }
    }
  }
}
