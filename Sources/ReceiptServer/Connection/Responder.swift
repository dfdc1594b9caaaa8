import HTTPTypes
import NIOHTTP1
import ReceiptKit

/// Finds the routes of requests, decides which requests are answered, and records their results.
struct Responder: Sendable {
  /// The routes by path, one for each group of methods.
  private let routes: [String: [Route]]
  /// The routes whose paths have segments in braces.
  private let patterns: [Route]
  private let paths: [String]
  private let gatekeeper: Gatekeeper
  private let metrics: Metrics
  private let log: (@Sendable (String) -> Void)?
  private let format: LogFormat
  private let date: DateHeader
  private let largestBody: Int

  init(_ routes: [Route], settings: ServerSettings, access: AccessControl?, metrics: Metrics) {
    self.routes = Dictionary(grouping: routes) { $0.path }
    patterns = routes.filter { !$0.parameterNames.isEmpty }
    var paths: [String] = []
    // Routes with the same path are adjacent.
    for route in routes where route.path != paths.last { paths.append(route.path) }
    self.paths = paths
    gatekeeper = Gatekeeper(address: settings.address, access: access)
    self.metrics = metrics
    log = settings.requestLog
    format = settings.logFormat
    date = DateHeader(clock: settings.clock)
    largestBody = max(settings.limits.input, ServerLimits.appleBody)
  }

  /// The value of `Date` now.
  var dateHeader: String { date.value }

  /// The route of a path, for the method of the call if possible. The call gets the values of the segments in braces.
  func route(of call: inout Call) -> Route? {
    var found = routes[call.path] ?? []
    if found.isEmpty {
      let segments = Route.segments(of: call.path)
      for route in patterns {
        guard let parameters = route.parameters(in: segments) else { continue }
        call.parameters = parameters
        found.append(route)
      }
    }
    return found.first { $0.allowed.contains(call.method) } ?? found.first
  }

  /// The route for a request that may use it; throws if there is none. No part of the body has been read or requested
  /// yet.
  func permittedRoute(for call: inout Call, _ route: Route?) throws -> Route {
    let acceptsMethod = route.map { $0.isApple || $0.allowed.contains(call.method) } ?? false
    // If the method is wrong, the scope of another method is not required.
    call.token = try gatekeeper.admit(call, isOpen: route?.isOpen ?? false, scope: acceptsMethod ? route?.scope : nil)
    guard let route else { throw Problem.notFound(paths) }
    guard acceptsMethod else { throw Problem.method(allowed: routes[route.path, default: [route]].flatMap(\.allowed)) }
    return route
  }

  /// Whether the announced length of a body exceeds the limits of all routes. The request is then refused before the
  /// body is sent.
  func isTooLarge(_ call: Call) -> Bool { call.announcedLength ?? 0 > largestBody }

  /// The methods that appear in log and metrics; a client may send any word.
  private static let knownMethods: [HTTPRequest.Method] = [
    .get, .post, .head, .put, .delete, .options, .patch, .trace, .connect,
  ]

  static func name(of method: HTTPRequest.Method) -> String {
    knownMethods.contains(method) ? method.rawValue : "other"
  }

  /// Records that a request has begun.
  func began() { metrics.began() }

  /// Records that a request has ended, with an answer or without.
  func note(_ record: RequestRecord, _ duration: Duration) {
    let labels = Metrics.Labels(
      route: record.route, method: record.method, code: record.code, appleStatus: record.appleStatus)
    let seconds = duration / .seconds(1)
    metrics.ended(
      labels, seconds: seconds, received: record.received, sent: record.sent, isBrokenOff: record.isBrokenOff)
    log?(format.line(record, seconds: seconds, at: date.now))
  }
}
