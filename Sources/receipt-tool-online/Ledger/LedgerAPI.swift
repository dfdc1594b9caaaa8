import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// Asks the App Store Server API for a ledger.
struct LedgerAPI {
  private let console: Console
  private let settings: LedgerAPIAccess
  private let ledger: Ledger
  private let app: String
  private let connection: AppStoreServerConnection

  init(_ settings: LedgerAPIAccess, _ ledger: Ledger, _ console: Console) throws {
    guard let app = settings.access.bundleIdentifier else {
      throw UsageError("give --bundle-id, or APPSTORE_BUNDLE_ID: --api asks about one app of the ledger")
    }
    self.settings = settings
    self.ledger = ledger
    self.app = app
    self.console = console
    // The ledger is for one environment. A server other than Apple's serves both environments.
    let server: RemoteServer = ledger.environment == .production ? .production : .sandbox
    let access = settings.access
    let only = access.asksApple ? access.servers[server].map { RemoteServers(only: server, $0) } : nil
    connection = try AppStoreServerConnection(
      access, settings.exchange, servers: only, decoder: settings.decoder,
      console)
  }

  /// Closes connections.
  func end() { connection.end() }

  /// Asks about the ledger's subscriptions of the app.
  var subscriptions: RemoteSubscriptions {
    RemoteSubscriptions(
      connection.client, decoder: settings.decoder, bundleID: app, timeout: settings.exchange.timeout)
  }

  /// Records the notifications that Apple's history has had since the last time.
  ///
  /// - Parameter report: receives the events, as lines of JSON.
  /// - Returns: the exit status, and whether there was an answer. Unless the status is success, the next call asks for
  ///   the same notifications again.
  func catchUp(report: @escaping ([UInt8]) throws -> Void) throws -> (status: ExitStatus, isAnswered: Bool) {
    let end = console.now
    let missing = try ledger.notificationsMissing(of: app, now: end)
    if let lost = missing.lostSince {
      console.note(
        """
        what Apple sent from \(lost.rfc3339) to \(missing.start.rfc3339) is not kept any more: receipt-tool history \
        asks about one customer
        """
      )
    }
    var recorder = NotificationRecorder(
      console: console, ledger: ledger, decoder: settings.decoder, allowsTestSigned: settings.allowsTestSigned,
      report: report)
    do {
      var pages = AppStoreServerPages(.notifications(from: missing.start, until: end))
      while let answer = try connection.next(of: &pages) { try recorder.record(answer) }
    } catch let failure as AppStoreServerFailure {
      return (connection.report(failure), false)
    }
    // Notifications of a server other than Apple's must not reduce what Apple is asked for.
    if settings.access.asksApple, recorder.status == .success, let newest = recorder.newest {
      try ledger.tookNotifications(of: app, until: newest)
    }
    // Cron mails all output. So if all is well, the note is printed only at a terminal.
    if console.isErrorTerminal {
      console.note(
        """
        of \(recorder.count.grouped) notifications since \(missing.start.rfc3339), \(recorder.new.grouped) had been \
        missed
        """)
    }
    return (recorder.status, true)
  }
}

/// Records notifications, and reports the events.
private struct NotificationRecorder {
  let console: Console
  let ledger: Ledger
  let decoder: InputDecoder
  let allowsTestSigned: Bool
  private(set) var count = 0
  /// The number of notifications that the ledger did not know.
  private(set) var new = 0
  /// The signing date of the newest notification.
  private(set) var newest: Instant?
  private(set) var status = ExitStatus.success
  let report: ([UInt8]) throws -> Void

  init(
    console: Console, ledger: Ledger, decoder: InputDecoder, allowsTestSigned: Bool,
    report: @escaping ([UInt8]) throws -> Void
  ) {
    self.console = console
    self.ledger = ledger
    self.decoder = decoder
    self.allowsTestSigned = allowsTestSigned
    self.report = report
  }

  /// - Throws: the ledger's error; the remaining notifications are then not recorded.
  mutating func record(_ answer: AppStoreServerAnswer) throws {
    for item in answer.items {
      count += 1
      do {
        try record(item)
      } catch let fault as ReceiptError {
        refuse(item, fault.message.description)
      } catch let fault as LedgerError where fault.code == .otherEnvironment || fault.code == .otherApp {
        refuse(item, fault.message.description)
      }
    }
  }

  private mutating func record(_ item: SignedItem) throws {
    guard let notification = try SignedNotification(Array(item.text.utf8), decoder: decoder) else {
      return refuse(item, "it is not a notification")
    }
    let taken = try ledger.receiveNotification(notification, allowsTestSigned: allowsTestSigned, now: console.now)
    if let doubt = taken.doubt { return refuse(item, doubt) }
    if taken.isNew { new += 1 }
    newest = max(newest ?? notification.signedAt, notification.signedAt)
    var writer = JSONWriter(layout: .compact)
    for event in taken.events { event.write(to: &writer) }
    try report(writer.bytes)
  }

  private mutating func refuse(_ item: SignedItem, _ reason: String) {
    status = .negative
    let name = item.payload["notificationUUID"]?.stringValue?.displayed(limit: 100) ?? item.pointer
    console.report(message: "the notification \(name) was not taken in: \(reason)", hint: nil)
  }
}
