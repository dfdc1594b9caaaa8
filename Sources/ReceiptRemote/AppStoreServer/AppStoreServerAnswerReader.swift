import ReceiptKit

/// Decodes an answer, and proves all signed data in it. If one piece is not valid, the whole answer is rejected.
struct AppStoreServerAnswerReader {
  let request: AppStoreServerRequest
  let bundleIdentifier: String
  let server: RemoteServer
  let endpoint: Endpoint
  let decoder: InputDecoder

  /// The answer with its signed data, all of it proven.
  func proven(_ answer: AppStoreServerAnswer, _ chains: JWSChains) throws(RemoteFault) -> AppStoreServerAnswer {
    let document = answer.document
    guard case .object = document else { throw notAnAnswer("it is \(document.kind), where it has to be an object") }
    if let twice = document.repeatedName { throw notAnAnswer("it has `\(twice.displayed(limit: 60))` twice") }
    var answer = answer
    switch request.call.answer {
    case .member(let name, let kind):
      guard let value = document[name] else { throw notAnAnswer("it has no `\(name)`") }
      try add(value, kind, "/" + name, chains, &answer)
    case .transactions:
      for (index, value) in try list(document, "signedTransactions").enumerated() {
        try add(value, .transaction, "/signedTransactions/\(index)", chains, &answer)
      }
    case .statuses:
      for (group, value) in try list(document, "data").enumerated() {
        for (index, status) in try list(value, "lastTransactions").enumerated() {
          try addSubscription(status, "/data/\(group)/lastTransactions/\(index)", chains, &answer)
        }
      }
    case .notifications:
      for (index, value) in try list(document, "notificationHistory").enumerated() {
        guard let payload = value["signedPayload"] else { throw notAnAnswer("a notification has no `signedPayload`") }
        try add(payload, .notification, "/notificationHistory/\(index)/signedPayload", chains, &answer)
      }
    case .purchase:
      for (name, kind) in [("signedTransactionInfo", SignedPayloadKind.transaction), ("signedRenewalInfo", .renewal)] {
        guard let value = document[name], value != .null else { continue }
        try add(value, kind, "/" + name, chains, &answer)
      }
      guard Set(answer.items.map { $0.payload["originalTransactionId"]?.stringValue }).count < 2 else {
        throw foreign("it joins what belongs to different subscriptions")
      }
    case .extended, .identifier, .anything: break
    }
    try compare(document, with: &answer)
    try readPage(document, &answer)
    return answer
  }

  /// Adds a subscription: its transaction and its renewal information.
  private func addSubscription(
    _ status: JSONValue, _ pointer: String, _ chains: JWSChains, _ answer: inout AppStoreServerAnswer
  ) throws(RemoteFault) {
    guard let transaction = status["signedTransactionInfo"], let renewal = status["signedRenewalInfo"] else {
      throw notAnAnswer("\(pointer) has no signedTransactionInfo or no signedRenewalInfo")
    }
    try add(transaction, .transaction, pointer + "/signedTransactionInfo", chains, &answer)
    try add(renewal, .renewal, pointer + "/signedRenewalInfo", chains, &answer)
    // Renewal information names no app, so it counts only beside a transaction of the same subscription.
    let places = [status] + answer.items.suffix(2).map(\.payload)
    let identifiers = places.map { $0["originalTransactionId"]?.stringValue }
    guard let first = identifiers[0], identifiers.allSatisfy({ $0 == first }) else {
      throw foreign("\(pointer) joins what belongs to different subscriptions")
    }
  }

  /// Adds a piece of signed data, if it is proven and belongs to the app that asked.
  private func add(
    _ value: JSONValue, _ kind: SignedPayloadKind, _ pointer: String, _ chains: JWSChains,
    _ answer: inout AppStoreServerAnswer
  ) throws(RemoteFault) {
    let decoded = try decode(value, pointer, chains)
    guard case .jws(let signature) = decoded.document, let authenticity = decoded.authenticity else {
      throw unproven("\(pointer) is not signed data")
    }
    let verdict = authenticity.verdict
    // All signed data from Apple's servers is signed by Apple's authority.
    guard verdict == .authentic || verdict == .testSigned && !endpoint.isApple else {
      throw unproven("\(pointer) is not proven (\(verdict.rawValue)): \(authenticity.reason)")
    }
    let payload = signature.payload
    guard Self.kind(of: payload) == kind else { throw unproven("\(pointer) is signed data of another kind") }
    // A notification names app and environment in one of its members.
    let named = kind == .notification ? PayloadTable.content(of: payload) ?? .null : payload
    if kind != .renewal, named["bundleId"]?.stringValue != bundleIdentifier {
      throw foreign("\(pointer) is of the app \(short(named["bundleId"])), not of \(bundleIdentifier)")
    }
    let environment = (named["environment"] ?? named["receiptType"])?.stringValue
    if let environment {
      try setEnvironment(environment, pointer, &answer)
    } else if payload["externalPurchaseToken"] == nil {
      // Only tokens of external purchases state the environment in another way.
      throw foreign("\(pointer) names no environment")
    }
    if request.call.operation == AppStoreServerCall.transaction.operation,
      payload["transactionId"]?.stringValue != request.identifier
    {
      throw foreign("\(pointer) is the transaction \(short(payload["transactionId"])), which was not asked for")
    }
    answer.items.append(
      SignedItem(
        kind: kind, pointer: pointer, text: value.stringValue ?? "", payload: payload, authenticity: authenticity))
  }

  private func decode(_ value: JSONValue, _ pointer: String, _ chains: JWSChains) throws(RemoteFault) -> DecodedInput {
    guard let text = value.stringValue else { throw unproven("\(pointer) is \(value.kind), where signed data belongs") }
    let decoded: DecodedInput
    do throws(ReceiptError) {
      decoded = try decoder.decode(Array(text.utf8), chains: chains)
    } catch {
      throw unproven("\(pointer): \(error.message)")
    }
    // The whole text must be the JWS, without anything around it.
    guard case .jws(let signature) = decoded.document, signature.text.elementsEqual(text.utf8), decoded.unread.isEmpty
    else { throw unproven("\(pointer) is not signed data alone") }
    return decoded
  }

  /// Determines the kind by members that no other kind has (Apple, JWSTransactionDecodedPayload and similar types).
  private static func kind(of payload: JSONValue) -> SignedPayloadKind? {
    if payload["notificationType"] != nil { return .notification }
    if payload["receiptType"] != nil { return .appTransaction }
    if payload["transactionId"] != nil { return .transaction }
    return payload["autoRenewStatus"] != nil ? .renewal : nil
  }

  /// Notes the environment of a piece, which has to be that of the answer: each of Apple's servers has its own, and the
  /// first piece decides for other servers.
  private func setEnvironment(
    _ environment: String, _ pointer: String, _ answer: inout AppStoreServerAnswer
  ) throws(RemoteFault) {
    let environmentOfServer = server == .production ? "Production" : "Sandbox"
    let expected = endpoint.isApple ? environmentOfServer : answer.environment
    if let expected, environment != expected {
      throw foreign("\(pointer) is of the environment \(short(.string(environment))), not of \(expected)")
    }
    answer.environment = environment
  }

  /// Checks that the members outside the signed data do not contradict it.
  private func compare(_ document: JSONValue, with answer: inout AppStoreServerAnswer) throws(RemoteFault) {
    if let bundle = document["bundleId"], bundle != .null, bundle.stringValue != bundleIdentifier {
      throw foreign("it is of the app \(short(bundle)), not of \(bundleIdentifier)")
    }
    guard let environment = document["environment"], environment != .null else { return }
    guard let name = environment.stringValue else { throw notAnAnswer("`environment` is \(environment.kind)") }
    try setEnvironment(name, "/environment", &answer)
  }

  /// Reads whether there is a next page, and where it begins.
  private func readPage(_ document: JSONValue, _ answer: inout AppStoreServerAnswer) throws(RemoteFault) {
    guard let paging = request.call.paging else { return }
    switch document["hasMore"] {
    case .bool(let hasMore)?: answer.hasMore = hasMore
    case nil: throw notAnAnswer("it has no `hasMore`")
    case let other?: throw notAnAnswer("`hasMore` is \(other.kind)")
    }
    answer.revision = document[paging.rawValue]?.stringValue
    guard let revision = answer.revision else {
      guard !answer.hasMore else { throw notAnAnswer("it has more pages and no `\(paging.rawValue)`") }
      return
    }
    guard !revision.isEmpty, revision.utf8.count <= 1_024 else {
      throw notAnAnswer("its `\(paging.rawValue)` has no usable length")
    }
  }

  private func list(_ value: JSONValue, _ name: String) throws(RemoteFault) -> [JSONValue] {
    guard case .array(let elements)? = value[name] else { throw notAnAnswer("`\(name)` is not a list") }
    return elements
  }

  private func short(_ value: JSONValue?) -> String {
    value.map { ($0.stringValue ?? $0.kind.description).displayed(limit: 100) } ?? "no name"
  }

  private func notAnAnswer(_ what: String) -> RemoteFault {
    RemoteFault(
      .notAnAnswer, "\(endpoint.host) gave no answer of \(request.call.title): \(what)",
      hint: "look at what answered, and at proxies on the way")
  }

  private func unproven(_ what: String) -> RemoteFault {
    RemoteFault(
      .unprovenAnswer, "the answer of \(endpoint.host) is refused as a whole: \(what)",
      hint: "nothing of it may be believed; a server of your own signs with a key of its own: give --trust-anchor")
  }

  private func foreign(_ what: String) -> RemoteFault {
    RemoteFault(
      .foreignAnswer, "the answer of \(endpoint.host) is refused as a whole: \(what)",
      hint: "nothing of it may be used for this app; look at what answered")
  }
}
