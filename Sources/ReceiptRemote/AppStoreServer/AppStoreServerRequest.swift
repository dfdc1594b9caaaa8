import ReceiptKit

/// The values of a call's parameters in Apple's form, by Apple's names.
package struct CallValues: Sendable, ExpressibleByDictionaryLiteral {
  private var texts: [String: [String]] = [:]

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, text) in elements { add(text, to: name) }
  }

  package mutating func add(_ text: String, to name: String) { texts[name, default: []].append(text) }

  /// All values of a parameter.
  package func all(_ name: String) -> [String] { texts[name] ?? [] }

  /// The value of a parameter that has one; otherwise an empty text.
  package subscript(name: String) -> String { all(name).first ?? "" }

  /// The value of a parameter, and the noun that it counts.
  func count(_ name: String, _ noun: String) -> String { self[name] == "1" ? "1 \(noun)" : "\(self[name]) \(noun)s" }
}

/// A request of one of Apple's calls, whose parameters Apple accepts.
package struct AppStoreServerRequest: Sendable {
  /// The call.
  package let call: AppStoreServerCall
  private let values: CallValues
  /// Where the page begins, in a call with pages: `revision` or `paginationToken` of an earlier answer to the same
  /// request.
  package var revision: String?
  /// The JSON that is sent; `nil` if none is.
  private let document: JSONValue?
  let body: [UInt8]

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - values: its parameters.
  ///   - revision: the start in a call with pages.
  ///   - document: the body of a call that takes a file with JSON; it must follow ``AppStoreServerCall/fault(in:)``.
  ///   - bytes: an image, or the body of an earlier request in place of the parameters.
  /// - Returns: `nil` if Apple would refuse a parameter.
  package init?(
    _ call: AppStoreServerCall, _ values: CallValues = [:], revision: String? = nil, document: JSONValue? = nil,
    bytes: [UInt8]? = nil
  ) {
    for parameter in call.parameters where bytes == nil || parameter.place != .body {
      let given = values.all(parameter.name)
      guard parameter.isRepeatable || given.count < 2, !given.isEmpty || !parameter.member.isRequired,
        given.allSatisfy({ parameter.fault(in: $0) == nil })
      else { return nil }
    }
    self.init(call, accepted: values, revision: revision, document: document, bytes: bytes)
    if let sent = self.document, document == nil, call.fault(in: sent) != nil { return nil }
  }

  /// Makes a request about an identifier.
  ///
  /// - Returns: `nil` for an identifier that does not have the form of Apple's: 1 to 64 letters, digits, hyphens and
  ///   underscores.
  package init?(_ call: AppStoreServerCall, _ identifier: String, revision: String? = nil, bytes: [UInt8]? = nil) {
    self.init(call, ["id": identifier], revision: revision, bytes: bytes)
  }

  /// Asks for notifications (Apple, "NotificationHistoryRequest"). Apple accepts a type or a transaction, or neither.
  ///
  /// - Parameters:
  ///   - start: the first moment; Apple keeps 180 days of production, 30 of the sandbox.
  ///   - end: the exclusive end: the notifications were sent before it.
  ///   - type: a type such as `DID_RENEW`, or a type and a subtype with a slash between them.
  ///   - transaction: a transaction of the customer.
  ///   - onlyFailures: whether to return only notifications that have not reached the app's server.
  package static func notifications(
    from start: Instant, until end: Instant, type: String? = nil, transaction: String? = nil, onlyFailures: Bool = false
  ) -> AppStoreServerRequest {
    var values: CallValues = ["startDate": String(start.milliseconds), "endDate": String(end.milliseconds)]
    let words = (type ?? "").split(separator: "/", maxSplits: 1)
    for (name, word) in zip(["notificationType", "notificationSubtype"], words) { values.add(String(word), to: name) }
    if let transaction { values.add(transaction, to: "transactionId") }
    if onlyFailures { values.add("true", to: "onlyFailures") }
    return AppStoreServerRequest(.notifications, accepted: values)
  }

  /// Asks for a notification to the server of the app.
  package static let testNotification = AppStoreServerRequest(.requestTest, accepted: [:])

  /// - Parameter values: parameters that Apple accepts.
  private init(
    _ call: AppStoreServerCall, accepted values: CallValues, revision: String? = nil, document: JSONValue? = nil,
    bytes: [UInt8]? = nil
  ) {
    self.call = call
    self.values = values
    self.revision = revision
    self.document = bytes == nil ? document ?? call.document(of: values) : nil
    body = bytes ?? self.document?.compactBytes ?? []
  }

  /// Whether a text has the form of Apple's identifiers: 1 to 64 letters, digits, hyphens and underscores.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "-_".utf8.contains($0) }
  }

  /// Whether a text can be a product in App Store Connect.
  package static func isProduct(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "._-".utf8.contains($0) }
  }

  /// What the request is about.
  var identifier: String { values["id"] }

  /// The path and query after the host.
  var target: String {
    var path = call.path
    var query: [String] = []
    for parameter in call.parameters {
      for text in values.all(parameter.name) {
        let sent = parameter.sent(text).percentEncoded
        switch parameter.place {
        case .path: path = path.replacing("{\(parameter.name)}", with: sent)
        case .query: query.append("\(parameter.name)=\(sent)")
        case .body: break
        }
      }
    }
    if let revision, let paging = call.paging { query.append("\(paging.rawValue)=\(revision.percentEncoded)") }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Whether filters may exclude parts of the answer.
  var isNarrowed: Bool {
    call.parameters.contains { $0.place == .query && $0.name != "sort" && !values.all($0.name).isEmpty }
  }

  /// Whether Apple may receive the request twice.
  var isRepeatable: Bool { call.change?.isRepeatable ?? true }

  /// Whether only Apple's sandbox can answer.
  var isOfSandbox: Bool {
    // Only the sandbox knows a sandbox token of external purchases.
    call.isOfSandbox || document?["externalPurchaseId"]?.stringValue?.hasPrefix("SANDBOX_") ?? false
  }

  /// Why an answer of 2xx does not confirm a change; `nil` if the answer confirms it or is Apple's refusal
  /// (`"success":false`).
  func objection(to answer: JSONValue?) -> String? {
    if let answer {
      guard case .object = answer else { return "it is \(answer.kind), where it has to be an object" }
      if let twice = answer.repeatedName { return "it has `\(twice.displayed(limit: 60))` twice" }
      if answer["errorCode"] != nil { return "it has an `errorCode`, which does not go with its HTTP status" }
    }
    switch call.answer {
    case .extended:
      guard let answer else { return "it is empty" }
      let named = answer["originalTransactionId"]
      // A refusal need not name the subscription.
      guard answer["success"] != .bool(false) || named != nil else { return nil }
      guard named?.stringValue == identifier else { return "its `originalTransactionId` is not the one of the request" }
      if case .bool? = answer["success"] { return nil }
      return "its `success` is not true or false"
    case .identifier(let name, let isRepeated):
      let identifier = answer?[name]?.stringValue ?? ""
      let sent = isRepeated ? document?[name]?.stringValue : nil
      let isUsable = sent.map { $0.lowercased() == identifier.lowercased() } ?? Self.isIdentifier(identifier)
      return isUsable ? nil : "it has no usable `\(name)`"
    case .purchase: return answer == nil ? "it is empty" : nil
    case .member, .transactions, .statuses, .notifications, .anything: return nil
    }
  }
}

extension AppStoreServerCall {
  /// The JSON that is sent with these values; `nil` if the call has no parameter there.
  package func document(of values: CallValues) -> JSONValue? {
    let members = parameters.filter { $0.place == .body }
    guard !members.isEmpty else { return nil }
    return .object(
      members.compactMap { parameter in
        parameter.value(of: values.all(parameter.name).map(parameter.sent)).map { .init(parameter.name, $0) }
      })
  }
}

extension CallParameter {
  /// The value in the body of these texts; `nil` for none.
  fileprivate func value(of texts: [String]) -> JSONValue? {
    guard case .each(let kind) = member.kind else { return texts.first.map(member.kind.value) }
    return texts.isEmpty ? nil : .array(texts.map(kind.value))
  }

  /// A text as it is sent.
  fileprivate func sent(_ text: String) -> String { isLowercase ? text.lowercased() : text }
}

extension Endpoint {
  /// Whether Apple's server accepts a URL at which it asks for messages or, for this machine, a stand-in does.
  package static func isRealtimeURL(_ text: String) -> Bool {
    text.utf8.count <= 256 && ((try? Endpoint(text)) != nil)
  }
}
