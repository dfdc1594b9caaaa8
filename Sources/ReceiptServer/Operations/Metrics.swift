import NIOConcurrencyHelpers

/// Metrics of requests, in the text format of Prometheus (version 0.0.4).
final class Metrics: Sendable {
  /// The labels of a request.
  struct Labels: Hashable {
    let route: String
    let method: String
    /// The HTTP status; 0 if the connection was closed without an answer.
    let code: Int
    /// `status` of Apple's answer.
    let appleStatus: Int?
  }

  private struct Histogram {
    var counts = [Int](repeating: 0, count: Metrics.bounds.count + 1)
    var sum = 0.0
  }

  private struct Figures {
    var requests: [Labels: Int] = [:]
    var durations: [String: Histogram] = [:]
    var brokenOff: [String: Int] = [:]
    var bytesReceived = 0
    var bytesSent = 0
    var inFlight = 0
  }

  /// Upper bounds of the histogram, in seconds.
  private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  private let figures = NIOLockedValueBox(Figures())

  func began() {
    figures.withLockedValue { $0.inFlight += 1 }
  }

  func ended(_ labels: Labels, seconds: Double, received: Int, sent: Int, isBrokenOff: Bool) {
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    figures.withLockedValue { figures in
      figures.inFlight -= 1
      figures.requests[labels, default: 0] += 1
      figures.durations[labels.route, default: Histogram()].counts[bucket] += 1
      figures.durations[labels.route, default: Histogram()].sum += seconds
      figures.bytesReceived += received
      figures.bytesSent += sent
      if isBrokenOff { figures.brokenOff[labels.route, default: 0] += 1 }
    }
  }

  /// The whole page.
  ///
  /// - Parameters:
  ///   - connections: the number of connections that are open.
  ///   - service: the purchase service, if there is one.
  func text(connections: Int, _ service: PurchaseService?) -> String {
    let figures = figures.withLockedValue { $0 }
    var text = ""
    text.header("receipt_tool_requests_total", "counter", "Requests by route, method, HTTP code and Apple's status.")
    for (labels, count) in figures.requests.sorted(by: { $0.key.sortKey < $1.key.sortKey }) {
      let pairs = [
        ("route", labels.route), ("method", labels.method), ("code", String(labels.code)),
        ("status", labels.appleStatus.map { String($0) } ?? ""),
      ]
      text.sample("receipt_tool_requests_total", pairs, String(count))
    }
    let duration = "receipt_tool_request_duration_seconds"
    text.header(duration, "histogram", "Seconds from the head of a request to the end of its answer.")
    for (route, histogram) in figures.durations.sorted(by: { $0.key < $1.key }) {
      var total = 0
      for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        total += count
        text.sample(duration + "_bucket", [("route", route), ("le", bound)], String(total))
      }
      text.sample(duration + "_sum", [("route", route)], "\(histogram.sum)")
      text.sample(duration + "_count", [("route", route)], String(total))
    }
    let brokenOff = "receipt_tool_answers_broken_off_total"
    text.header(brokenOff, "counter", "Answers that were begun and not sent to their end.")
    for (route, count) in figures.brokenOff.sorted(by: { $0.key < $1.key }) {
      text.sample(brokenOff, [("route", route)], String(count))
    }
    let totals = [
      ("receipt_tool_request_bytes_total", "counter", "Bytes of bodies received.", figures.bytesReceived),
      ("receipt_tool_response_bytes_total", "counter", "Bytes of bodies sent.", figures.bytesSent),
      ("receipt_tool_requests_in_flight", "gauge", "Requests that are being answered.", figures.inFlight),
      ("receipt_tool_connections", "gauge", "Connections that are open.", connections),
    ]
    for (name, type, help, value) in totals {
      text.header(name, type, help)
      text.sample(name, [], String(value))
    }
    return text + (service?.metrics ?? "")
  }
}

extension PurchaseService {
  fileprivate var metrics: String {
    var text = ""
    let name = "receipt_tool_notifications_total"
    text.header(
      name, "counter", "Server notifications: taken, known before, refused for good, or delayed to another time.")
    let counts = notificationCounts.withLockedValue { $0 }
    for outcome in NotificationResult.allCases {
      text.sample(name, [("outcome", outcome.rawValue)], String(counts[outcome] ?? 0))
    }
    let followers = "receipt_tool_followers"
    let (following, refused) = notifier.figures
    text.header(followers, "gauge", "Clients that wait for events.")
    text.sample(followers, [], String(following))
    text.header(
      followers + "_refused_total", "counter", "Clients that were turned away, because too many wait for events.")
    text.sample(followers + "_refused_total", [], String(refused))
    if let webhooks = webhooks?.sortedFigures, !webhooks.isEmpty {
      text += Self.deliveries(
        "webhook", webhooks, postsHelp: "Events posted to webhooks: acknowledged, or tried in vain.",
        goneHelp: "Whether a webhook answered 410, and gets nothing before the webhooks are read again.")
    }
    guard let forwards = forwards?.sortedFigures, !forwards.isEmpty else { return text }
    text += Self.deliveries(
      "forward", forwards,
      postsHelp: "Notifications of Apple's posted to other receivers: acknowledged, or tried in vain.",
      goneHelp: "Whether a receiver answered 410, and gets nothing before its file is read again.")
    let dropped = "receipt_tool_forward_dropped_total"
    text.header(dropped, "counter", "Notifications that a receiver will never get, because too many waited for it.")
    for (name, figure) in forwards { text.sample(dropped, [("forward", name)], String(figure.dropped)) }
    return text
  }

  /// - Parameters:
  ///   - kind: the kind of the receivers, as names of metrics and labels have it.
  ///   - postsHelp: the help of the counter of requests.
  ///   - goneHelp: the help of the gauge of receivers that are gone.
  private static func deliveries(
    _ kind: String, _ receivers: [(name: String, figure: WebhookDelivery.Figure)], postsHelp: String, goneHelp: String
  ) -> String {
    var text = ""
    let posted = "receipt_tool_\(kind)_posts_total"
    text.header(posted, "counter", postsHelp)
    for (name, figure) in receivers {
      text.sample(posted, [(kind, name), ("outcome", "delivered")], String(figure.delivered))
      text.sample(posted, [(kind, name), ("outcome", "failed")], String(figure.failed))
    }
    let gone = "receipt_tool_\(kind)_gone"
    text.header(gone, "gauge", goneHelp)
    for (name, figure) in receivers { text.sample(gone, [(kind, name)], figure.isGone ? "1" : "0") }
    return text
  }
}

extension Metrics.Labels {
  fileprivate var sortKey: String { "\(route) \(method) \(code) \(appleStatus ?? -1)" }
}

/// Writes the lines. The server chooses all names and values of labels itself, so they need no escapes.
extension String {
  fileprivate mutating func header(_ name: String, _ type: String, _ help: String) {
    self += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  fileprivate mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
    let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
    self += name + (list.isEmpty ? "" : "{\(list)}") + " " + value + "\n"
  }
}
