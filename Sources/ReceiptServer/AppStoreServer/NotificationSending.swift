import ReceiptKit
import ReceiptRemote

/// Sends notifications to the backend under test, one after another.
extension StandIn {
  /// The time limit for the backend. Apple's limit is unknown.
  private static let backendTimeout: Duration = .seconds(10)
  /// The backend's answer does not matter. No more than this is read.
  private static let maximumBackendAnswer = 1 << 20

  /// Sends notifications when they are due, until the task is cancelled.
  func sendNotifications(to endpoint: Endpoint) async {
    let transport = HTTPTransport(connectTimeout: Self.backendTimeout, userAgent: "receipt-tool serve")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.sendDue(to: endpoint, transport)
        for await _ in self.deliveries.changes { await self.sendDue(to: endpoint, transport) }
      }
      // A running clock passes due dates by itself.
      if clock.speed > 0 {
        group.addTask {
          while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(100))
            self.deliveries.wake()
          }
        }
      }
    }
    await transport.shutdown()
  }

  private func sendDue(to endpoint: Endpoint, _ transport: HTTPTransport) async {
    while !Task.isCancelled, let (index, date, notification) = deliveries.takeDue(by: clock.now) {
      let (result, status) = await send(notification, to: endpoint, transport)
      defer { deliveries.record(result, index: index, date: date) }
      journal.note(
        JournalEntry(
          date: date, isSent: true, title: "POST " + endpoint.url.prefix { $0 != "?" }, status: status,
          detail: result, asked: notification.payload.compactText))
    }
  }

  private func send(
    _ notification: ScenarioNotification, to endpoint: Endpoint, _ transport: HTTPTransport
  ) async -> (String, Int?) {
    guard let payload = try? signer.sign(notification: notification.payload, at: notification.signed) else {
      return ("OTHER", nil)
    }
    let body = JSONValue.members(("signedPayload", .string(payload))).compactBytes
    do throws(RemoteFault) {
      let answer = try await transport.send(
        RemoteRequest(body: body, to: endpoint, timeout: Self.backendTimeout, maximumBytes: Self.maximumBackendAnswer))
      // Apple takes these for a success ("Responding to App Store Server Notifications").
      return ((200...206).contains(answer.status) ? "SUCCESS" : "UNSUCCESSFUL_HTTP_RESPONSE_CODE", answer.status)
    } catch {
      return (Self.sendAttemptResult(error.code), nil)
    }
  }

  /// Apple's word for what happened (Apple, sendAttemptResult).
  static func sendAttemptResult(_ code: RemoteFault.Code) -> String {
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
