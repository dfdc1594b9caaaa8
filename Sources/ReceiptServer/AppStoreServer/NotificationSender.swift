import ReceiptKit
import ReceiptRemote

/// Sends notifications to the backend under test, one after another.
final class NotificationSender: Sendable {
  private let standIn: StandIn
  private let endpoint: Endpoint
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The time limit for the backend. Apple's limit is unknown.
  private static let patience: Duration = .seconds(10)
  /// The backend's answer does not matter. No more than this is read.
  private static let maximumAnswer = 1 << 20

  init(_ standIn: StandIn, to endpoint: Endpoint) { (self.standIn, self.endpoint) = (standIn, endpoint) }

  /// Reports that something may be due: the clock was moved, or a notification was added.
  func wake() { changes.continuation.yield() }

  /// Sends notifications when they are due, until the task is cancelled.
  func run() async {
    let transport = HTTPTransport(connectTimeout: Self.patience, userAgent: "receipt-tool serve")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.sendDue(transport)
        for await _ in self.changes.stream { await self.sendDue(transport) }
      }
      // A running clock passes due dates by itself.
      if standIn.clock.speed > 0 {
        group.addTask {
          while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(100))
            self.wake()
          }
        }
      }
    }
    await transport.shutdown()
  }

  private func sendDue(_ transport: HTTPTransport) async {
    while !Task.isCancelled, let (place, date, notification) = standIn.deliveries.takeDue(by: standIn.clock.now) {
      let (result, status) = await send(notification, transport)
      defer { standIn.deliveries.record(result, place: place, date: date) }
      standIn.journal.note(
        JournalEntry(
          date: date, kind: .notification, title: "POST " + endpoint.url.prefix { $0 != "?" }, status: status,
          detail: result, asked: notification.payload.compactText))
    }
  }

  private func send(_ notification: ScenarioNotification, _ transport: HTTPTransport) async -> (String, Int?) {
    guard let payload = try? standIn.signer.sign(notification: notification.payload, at: notification.signed) else {
      return ("OTHER", nil)
    }
    let body = JSONValue.members(("signedPayload", .string(payload))).compactBytes
    do throws(RemoteFault) {
      let answer = try await transport.send(
        RemoteRequest(body: body, to: endpoint, timeout: Self.patience, maximumBytes: Self.maximumAnswer))
      return ((200...206).contains(answer.status) ? "SUCCESS" : "UNSUCCESSFUL_HTTP_RESPONSE_CODE", answer.status)
    } catch {
      return (Self.result(error.code), nil)
    }
  }

  /// Apple's word for what happened (Apple, sendAttemptResult).
  static func result(_ code: RemoteFault.Code) -> String {
    switch code {
    case .connectTimeout, .answerTimeout, .answerUnfinished: "TIMED_OUT"
    case .certificate, .tls: "TLS_ISSUE"
    case .hostNotFound, .connectionRefused, .unreachable: "SOCKET_ISSUE"
    case .connectionClosed: "PREMATURE_CLOSE"
    case .invalidHTTP, .answerTooLarge: "INVALID_RESPONSE"
    case .redirect, .httpStatus, .serverBusy: "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    default: "OTHER"
    }
  }
}
