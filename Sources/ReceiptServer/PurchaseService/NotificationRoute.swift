import HTTPTypes
import ReceiptKit
import ReceiptLedger

extension PurchaseService {
  /// `POST /v1/notifications`: the URL for App Store server notifications, versions 1 and 2.
  ///
  /// Apple sends no token, so anyone may send here. Unproven statements change nothing. What has not the form of a
  /// notification is refused at once (``NotificationBody``). Then the claims of a notification are examined: one for
  /// another app or environment, or one that was recorded before, is answered without a proof.
  var notificationRoute: Route {
    Route(
      "/v1/notifications", [.post], isOpen: true, operation: Self.notificationOperation,
      begin: { [self] _ in
        .whenRead(
          WholeBody(reader: openReader, limit: notificationLimit) { [self] bytes in
            let body: NotificationBody
            do throws(Problem) {
              body = try NotificationBody(bytes, secret: service.sharedSecret)
            } catch {
              count(.refused)
              throw error
            }
            return try await answer(body)
          })
      })
  }

  /// The largest body. Notifications of version 2 have about 20 KB. Those of version 1 contain a receipt, of which
  /// verifyReceipt accepts 3 MiB, and the latest hundred purchases. Without the shared secret, no notification of
  /// version 1 is believed.
  private var notificationLimit: Int { service.sharedSecret == nil ? NotificationBody.largestSigned : 4 << 20 }

  private func answer(_ body: NotificationBody) async throws -> Reply {
    do {
      let taken = try await take(body)
      if let doubt = taken.doubt { throw Problem.disbelieved(doubt) }
      count(taken.isNew || !taken.events.isEmpty ? .taken : .known)
      if !taken.events.isEmpty { notifier.wake() }
      return .object { writer in writer.member("events", taken.events.count) }
    } catch let error as ReceiptError {
      count(.refused)
      throw Problem.body(error.message.description, hint: error.hint?.description)
    } catch let problem as Problem {
      count(problem.status == .serviceUnavailable ? .delayed : .refused)
      throw problem
    }
  }

  private func count(_ outcome: NotificationResult) {
    notificationCounts.withLockedValue { $0[outcome, default: 0] += 1 }
  }

  private func take(_ body: NotificationBody) async throws -> StatementOutcome {
    switch body {
    case .unsigned(let bytes):
      return try await record(.unsigned(WorkerThreads.open.run { try AppleStatement(bytes) }))
    case .signed(let text, let bytes):
      let outcome = try await prover.prove(text) { [self] claims in
        do {
          return try refusing { try service.reading.answer(to: claims) }
        } catch let error as LedgerError {
          throw Problem(error, settings.log)
        }
      }
      switch outcome {
      case .answered(let answer): return answer
      case .proven(let notification): return try await record(.signed(notification, body: bytes))
      }
    }
  }

  private func record(_ statement: ReceivedStatement) async throws -> StatementOutcome {
    try await LedgerThreads.writing.run(reportingTo: settings.log) { [self] in
      try refusing {
        try service.ledger.receive(
          statement, provenBy: service.sharedSecret, allowsTestSigned: service.expectations.allowsTestSigned,
          now: settings.clock())
      }
    }
  }

  /// Refuses a notification of another app or environment, and tells the sender no more than that.
  private func refusing<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as LedgerError where error.code == .otherApp {
      throw Problem.disbelieved("it is about an app that is not served here")
    } catch let error as LedgerError where error.code == .otherEnvironment {
      throw Problem.disbelieved("it is about another environment than \(service.ledger.environment.rawValue)")
    }
  }

  private static let notificationOperation = Operation(
    "notifications", "Take in a server notification of Apple's",
    """
    The URL for App Store Connect. No token is asked for, because Apple sends none: a notification of version 2 is \
    believed if it and all signed data in it are proven, one of version 1 if it has the app's shared secret. 200 is \
    sent once it is recorded; with 503 Apple sends it again later. What was taken in before is answered without \
    another proof. With --forward-file other receivers get the body of version 2 as it came, after that; they change \
    nothing about the answer.
    """,
    body: [("application/json", "any")],
    answers: [
      .json("Taken in, now or before: the number of events that it caused"),
      .problem("400", "Not believed, or not for this ledger: sending it again does not help"),
    ])
}

extension Problem {
  /// A notification that is not believed.
  static func disbelieved(_ reason: String) -> Problem {
    Problem(.notification, "The notification is not believed", .badRequest, reason)
  }
}

/// What became of a notification, for the metrics.
enum NotificationResult: String, CaseIterable { case taken, known, refused, delayed }
