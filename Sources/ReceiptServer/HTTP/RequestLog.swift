import ReceiptKit

/// The log data of one request. It contains neither names nor secrets: the route represents the path.
struct RequestRecord: Sendable {
  let route: String
  /// The name of the method in log and metrics.
  let method: String
  var received = 0
  var sent = 0
  /// The HTTP status; 0 if the connection was closed without an answer.
  var code = 0
  var appleStatus: Int?
  /// Whether the answer was begun but not completed.
  var isBrokenOff = false

  init(route: String, method: String) {
    self.route = route
    self.method = method
  }
}

/// Whether a message of the log needs attention.
package enum LogLevel: String, Sendable { case info, error }

/// Receives the messages of a server that are not about one request, in words.
package typealias ServerLog = @Sendable (LogLevel, String) -> Void

/// The form of the lines of a log.
package enum LogFormat: String, CaseIterable, Sendable {
  /// Lines of text, for people.
  case text
  /// One JSON object on each line.
  case json

  /// The line for an event other than a request.
  package func line(_ level: LogLevel, _ message: String, at now: Instant) -> String {
    let message = (level == .error ? "error: " : "") + message
    guard self == .json else { return message }
    return Self.object { writer in
      writer.member("time", now.rfc3339)
      writer.member("level", level.rawValue)
      writer.member("message", message)
    }
  }

  /// The line for a request.
  func line(_ request: RequestRecord, seconds: Double, at now: Instant) -> String {
    // The duration in tenths of a millisecond.
    let tenths = Int(seconds * 10_000)
    guard self == .json else {
      let code = request.code == 0 ? "closed" : String(request.code) + (request.isBrokenOff ? " broken-off" : "")
      let status = request.appleStatus.map { " status=\($0)" } ?? ""
      return "\(now.rfc3339) \(request.method) \(request.route) \(code)\(status) \(Double(tenths) / 10)ms "
        + "in=\(request.received) out=\(request.sent)"
    }
    return Self.object { writer in
      writer.member("time", now.rfc3339)
      writer.member("level", "info")
      writer.member("method", request.method)
      writer.member("route", request.route)
      writer.member("status", request.code == 0 ? nil : request.code)
      writer.member("apple_status", request.appleStatus)
      writer.member("is_broken_off", request.isBrokenOff)
      writer.member("duration_ms", tenths / 10)
      writer.member("bytes_in", request.received)
      writer.member("bytes_out", request.sent)
    }
  }

  private static func object(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(layout: .compact, reservingCapacity: 256)
    writer.object { writer in members(&writer) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
