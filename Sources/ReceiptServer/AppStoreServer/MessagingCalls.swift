import ReceiptKit
import ReceiptRemote

/// An app's images, messages and settings for retention messages.
struct MessagingState: Sendable {
  /// The images and messages by identifier, each with the moment of its upload, in milliseconds since 1970.
  var images: [String: (size: MessageImageSize, uploaded: Int64)] = [:]
  var messages: [String: (images: Set<String>, uploaded: Int64)] = [:]
  /// The default messages by product and locale.
  var defaults: [String: String] = [:]
  var url: String?
  /// The performance tests by identifier.
  var tests: [String: RealtimeTest] = [:]

  /// The key of a default message. Neither part of a message that was set has a space.
  static func defaultKey(_ product: String, _ locale: String) -> String { "\(product) \(locale)" }
}

/// The calls of retention messaging (Apple, "Retention Messaging API", 1.5). `receipt-tool explain CODE` says what the
/// code of an error means.
extension StandIn {
  /// The maximum number of images, and of messages, for an app.
  private static let maximumUploads = 2_000
  private static let maximumTests = 100
  private static let maximumDefaults = 10_000
  /// The duration of the approval in production, in milliseconds: a choice of this software. The sandbox approves at
  /// once.
  private static let approvalDuration: Int64 = 86_400_000

  private func approvalState(_ uploaded: Int64, _ question: APIQuestion) -> String {
    let isApproved = data.environment != "Production" || question.now - uploaded >= Self.approvalDuration
    return isApproved ? "APPROVED" : "PENDING"
  }

  /// Reads or changes the state of the app.
  private func withState<Value>(
    _ question: APIQuestion, _ work: (inout MessagingState) throws -> Value
  ) throws -> Value {
    try messaging.withLockedValue { all in
      try work(&all[question.bundle, default: MessagingState()])
    }
  }

  private func uuid(_ question: APIQuestion) throws(APIError) -> String {
    guard question.identifier.utf8.isUUID else { throw APIError(4_000_000) }
    return question.identifier.lowercased()
  }

  /// Upload Image.
  func uploadImage(_ question: APIQuestion) throws -> JSONValue? {
    let identifier = try uuid(question)
    let size = question.query["imageSize"].flatMap(MessageImageSize.init) ?? .full
    if let fault = size.faults(in: question.body).first { throw APIError(fault.code, fault.reason) }
    try withState(question) { state in
      guard state.images[identifier] == nil else { throw APIError(4_090_000) }
      guard state.images.count < Self.maximumUploads else { throw APIError(4_030_014) }
      state.images[identifier] = (size, question.now)
    }
    return nil
  }

  /// Delete Image.
  func deleteImage(_ question: APIQuestion) throws -> JSONValue? {
    let identifier = try uuid(question)
    try withState(question) { state in
      guard state.images[identifier] != nil else { throw APIError(4_040_014) }
      guard !state.messages.values.contains(where: { $0.images.contains(identifier) }) else {
        throw APIError(4_030_019)
      }
      state.images[identifier] = nil
    }
    return nil
  }

  /// Get Image List.
  func imageList(_ question: APIQuestion) throws -> JSONValue {
    let images = try withState(question) { state in state.images }
    return .members(
      (
        "imageIdentifiers",
        .array(
          images.sorted { $0.key < $1.key }.map { identifier, image in
            .members(
              ("imageIdentifier", .string(identifier)),
              ("imageState", .string(approvalState(image.uploaded, question))),
              ("imageSize", .string(image.size.rawValue)))
          })
      ))
  }

  /// Upload Message.
  func uploadMessage(_ question: APIQuestion) throws -> JSONValue? {
    let identifier = try uuid(question)
    let body = try question.object()
    var images: [(identifier: String, size: MessageImageSize)] = []
    if let image = body["image"]?["imageIdentifier"]?.stringValue { images.append((image.lowercased(), .full)) }
    if case .array(let points)? = body["bulletPoints"] {
      images += points.compactMap { $0["imageIdentifier"]?.stringValue }.map { ($0.lowercased(), .bulletPoint) }
    }
    try withState(question) { state in
      guard state.messages[identifier] == nil else { throw APIError(4_090_001) }
      for image in images {
        guard let uploaded = state.images[image.identifier] else { throw APIError(4_040_014) }
        guard uploaded.size == image.size else { throw APIError(4_000_216) }
      }
      guard state.messages.count < Self.maximumUploads else { throw APIError(4_030_016) }
      state.messages[identifier] = (Set(images.map(\.identifier)), question.now)
    }
    return nil
  }

  /// Delete Message. A product of which it was the default message then has no default message. Apple's behaviour in
  /// this case is unknown.
  func deleteMessage(_ question: APIQuestion) throws -> JSONValue? {
    let identifier = try uuid(question)
    try withState(question) { state in
      guard state.messages.removeValue(forKey: identifier) != nil else { throw APIError(4_040_015) }
      state.defaults = state.defaults.filter { $0.value != identifier }
    }
    return nil
  }

  /// Get Message List.
  func messageList(_ question: APIQuestion) throws -> JSONValue {
    let messages = try withState(question) { state in state.messages }
    return .members(
      (
        "messageIdentifiers",
        .array(
          messages.sorted { $0.key < $1.key }.map { identifier, message in
            .members(
              ("messageIdentifier", .string(identifier)),
              ("messageState", .string(approvalState(message.uploaded, question))))
          })
      ))
  }

  /// The key of the default message in the path.
  private func defaultKey(_ question: APIQuestion) throws(APIError) -> String {
    let product = question.parameters["productId"] ?? ""
    let locale = question.parameters["locale"] ?? ""
    guard AppStoreServerRequest.isProduct(product) else { throw APIError(4_000_023) }
    guard Self.isLocale(locale) else { throw APIError(4_000_164) }
    return MessagingState.defaultKey(product, locale)
  }

  /// Whether a text has the form of a locale: a language, perhaps with a script and a region. Apple's list of locales
  /// is not known for sure.
  private static func isLocale(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return (1...3).contains(parts.count) && (2...3).contains(parts[0].utf8.count)
      && parts.allSatisfy { part in
        (2...4).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      }
  }

  /// Configure Default Message.
  func setDefaultMessage(_ question: APIQuestion) throws -> JSONValue? {
    let key = try defaultKey(question)
    let body = try question.object()
    let identifier = body["messageIdentifier"]?.stringValue?.lowercased() ?? ""
    try withState(question) { state in
      guard let message = state.messages[identifier] else { throw APIError(4_040_015) }
      guard approvalState(message.uploaded, question) == "APPROVED" else { throw APIError(4_030_017) }
      let images = message.images.compactMap { state.images[$0] }
      guard images.allSatisfy({ approvalState($0.uploaded, question) == "APPROVED" }) else { throw APIError(4_030_018) }
      guard state.defaults.count < Self.maximumDefaults || state.defaults[key] != nil else { throw APIError(4_290_000) }
      state.defaults[key] = identifier
    }
    return nil
  }

  /// Delete Default Message.
  func deleteDefaultMessage(_ question: APIQuestion) throws -> JSONValue? {
    let key = try defaultKey(question)
    try withState(question) { state in
      guard state.defaults.removeValue(forKey: key) != nil else { throw APIError(4_040_020) }
    }
    return nil
  }

  /// Get Default Message.
  func defaultMessage(_ question: APIQuestion) throws -> JSONValue {
    let key = try defaultKey(question)
    guard let identifier = try withState(question, { state in state.defaults[key] }) else { throw APIError(4_040_020) }
    return .members(("messageIdentifier", .string(identifier)))
  }

  /// Configure Realtime URL. In production, it requires a passed test.
  func setRealtimeURL(_ question: APIQuestion) throws -> JSONValue? {
    let url = try question.object()["realtimeURL"]?.stringValue ?? ""
    guard mayAskBackend(url) else {
      throw APIError(4_000_215, "It is on another machine, which this server asks with --allow-remote only.")
    }
    try withState(question) { state in
      guard data.environment != "Production" || state.tests.values.contains(where: { $0.verdict == "PASS" })
      else { throw APIError(4_030_026) }
      state.url = url
    }
    return nil
  }

  /// Delete Realtime URL.
  func deleteRealtimeURL(_ question: APIQuestion) throws -> JSONValue? {
    try withState(question) { state in
      guard state.url != nil else { throw APIError(4_040_021) }
      state.url = nil
    }
    return nil
  }

  /// Get Realtime URL.
  func realtimeURL(_ question: APIQuestion) throws -> JSONValue {
    guard let url = try withState(question, { state in state.url }) ?? realtime?.url else { throw APIError(4_040_021) }
    return .members(("realtimeURL", .string(url)))
  }

  /// Initiate Performance Test.
  func performanceTest(_ question: APIQuestion) throws -> JSONValue {
    let identifier = try question.object()["originalTransactionId"]?.stringValue ?? ""
    let customer = try customer(of: identifier, in: question.bundle, at: question.now)
    guard identifier != customer.appTransactionID else { throw APIError(4_000_048) }
    let transactions = transactions(of: customer, at: question.now)
    guard let transaction = transactions.first(where: { $0.original == identifier }) else { throw APIError(4_000_187) }
    guard !transaction.isShared else { throw APIError(4_000_185) }
    let test = newIdentifier()
    let url = try withState(question) { state in
      guard let url = state.url ?? realtime?.url else { throw APIError(4_040_021) }
      guard state.tests.values.allSatisfy({ $0.verdict != "PENDING" }) else { throw APIError(4_000_213) }
      guard state.tests.count < Self.maximumTests else { throw APIError(4_290_000) }
      state.tests[test] = RealtimeTest(target: url)
      return url
    }
    beginTest(test, url, RealtimeQuestion(transaction, bundle: question.bundle, at: question.now))
    return .members(("config", RealtimeTest.config), ("requestId", .string(test)))
  }

  /// Get Performance Test Results.
  func performanceTestResult(_ question: APIQuestion) throws -> JSONValue {
    let identifier = question.identifier.lowercased()
    guard identifier.utf8.isUUID else { throw APIError(4_000_212) }
    guard let test = try withState(question, { state in state.tests[identifier] }) else { throw APIError(4_040_018) }
    return test.document
  }
}
