import ReceiptKit

/// The calls of retention messaging (Apple, "Retention Messaging API", 1.5). They share one path prefix.
extension AppStoreServerCall {
  fileprivate static let messaging = "/inApps/v1/messaging/"

  /// The images that were uploaded, and their states.
  public static let images = reading("images", "Get Image List", "image/list")
  /// The messages that were uploaded, and their states.
  public static let messages = reading("list", "Get Message List", "message/list")
  /// The message for a product in a language.
  public static let defaultMessage = reading("default", "Get Default Message", "default/")
  /// The URL at which Apple asks for messages.
  public static let realtimeURL = reading("url", "Get Realtime URL", "realtime/url")
  /// The result of a performance test of the realtime URL.
  public static let performanceTest = reading(
    "test-result", "Get Performance Test Results", "performanceTest/result/", isOfSandbox: true)

  private static func reading(
    _ name: String, _ title: String, _ path: String, isOfSandbox: Bool = false
  ) -> AppStoreServerCall {
    // The state of an app is read from the server on which it is changed.
    AppStoreServerCall(
      name: name, title: title, path: messaging + path, rate: 1, since: "1.5", content: .nothing, paging: nil,
      isOfSandbox: isOfSandbox, stays: true)
  }
}

extension AppStoreServerRequest {
  /// Asks for the images of an app.
  public static let images = AppStoreServerRequest(of: .images)
  /// Asks for the messages of an app.
  public static let messages = AppStoreServerRequest(of: .messages)
  /// Asks for the realtime URL of an app.
  public static let realtimeURL = AppStoreServerRequest(of: .realtimeURL)
}

extension AppStoreServerChange {
  /// Makes the request that uploads an image. The image is not checked here: see ``MessageImageSize``.
  ///
  /// - Parameters:
  ///   - identifier: a UUID for the image.
  ///   - png: the file.
  ///   - size: the size that the image is for.
  /// - Returns: `nil` for an identifier that is not a UUID.
  public static func uploadImage(
    _ identifier: String, _ png: [UInt8], size: MessageImageSize
  ) -> AppStoreServerChange? {
    guard let uuid = uuid(identifier) else { return nil }
    return messaging(
      "upload-image", "Upload Image", .put, "image/\(uuid)?imageSize=\(size.rawValue)", png, contentType: "image/png")
  }

  /// Deletes an image that no message uses.
  ///
  /// - Returns: `nil` for an identifier that is not a UUID.
  public static func deleteImage(_ identifier: String) -> AppStoreServerChange? {
    uuid(identifier).flatMap { messaging("delete-image", "Delete Image", .delete, "image/\($0)") }
  }

  /// Uploads a message that `RequestRules` accepts.
  package static func uploadMessage(_ identifier: String, _ body: JSONValue) -> AppStoreServerChange? {
    uuid(identifier).flatMap { messaging("upload", "Upload Message", .put, "message/\($0)", body.compactBytes) }
  }

  /// Deletes a message.
  ///
  /// - Returns: `nil` for an identifier that is not a UUID.
  public static func deleteMessage(_ identifier: String) -> AppStoreServerChange? {
    uuid(identifier).flatMap { messaging("delete", "Delete Message", .delete, "message/\($0)") }
  }

  /// Sets the message for a product in a language.
  ///
  /// - Parameters:
  ///   - identifier: the UUID of the message.
  ///   - product: the product identifier.
  ///   - locale: the language, such as `de-DE`.
  /// - Returns: `nil` for values that Apple does not accept.
  public static func setDefaultMessage(
    _ identifier: String, product: String, locale: String
  ) -> AppStoreServerChange? {
    guard let uuid = uuid(identifier), let place = AppStoreServerRequest.path(product, locale) else { return nil }
    return messaging(
      "set-default", "Configure Default Message", .put, "default/" + place,
      JSONWriter.object { $0.member("messageIdentifier", uuid) }, isRepeatable: true, rate: 10)
  }

  /// Deletes the message for a product in a language.
  ///
  /// - Returns: `nil` for values that Apple does not accept.
  public static func deleteDefaultMessage(product: String, locale: String) -> AppStoreServerChange? {
    AppStoreServerRequest.path(product, locale).flatMap {
      messaging("delete-default", "Delete Default Message", .delete, "default/" + $0)
    }
  }

  /// Sets the URL at which Apple asks for messages.
  ///
  /// - Returns: `nil` unless the text is an `https` URL, or an `http` URL of this machine, of at most 256 characters.
  public static func setRealtimeURL(_ url: String) -> AppStoreServerChange? {
    guard Endpoint.isRealtimeURL(url) else { return nil }
    return messaging(
      "set-url", "Configure Realtime URL", .put, "realtime/url", JSONWriter.object { $0.member("realtimeURL", url) },
      isRepeatable: true)
  }

  /// Deletes the realtime URL.
  public static let deleteRealtimeURL = messaging("delete-url", "Delete Realtime URL", .delete, "realtime/url")

  /// Makes Apple's sandbox send many requests to the realtime URL.
  ///
  /// - Parameter originalTransactionIdentifier: a purchase in the sandbox.
  /// - Returns: `nil` for an identifier that does not have the form of Apple's.
  public static func performanceTest(_ originalTransactionIdentifier: String) -> AppStoreServerChange? {
    guard AppStoreServerRequest.isIdentifier(originalTransactionIdentifier) else { return nil }
    var change = messaging(
      "test", "Initiate Performance Test", .post, "performanceTest",
      JSONWriter.object { $0.member("originalTransactionId", originalTransactionIdentifier) },
      expectation: .identifier("requestId", nil))
    change.isOfSandbox = true
    return change
  }

  private static func messaging(
    _ name: String, _ title: String, _ method: RemoteRequest.Method, _ path: String, _ body: [UInt8] = [],
    contentType: String = "application/json", isRepeatable: Bool = false, rate: Int = 1,
    expectation: Expectation = .nothing
  ) -> AppStoreServerChange {
    AppStoreServerChange(
      name: name, title: title, rate: rate, method: method, target: AppStoreServerCall.messaging + path, body: body,
      isRepeatable: isRepeatable, expectation: expectation, stays: true, contentType: contentType)
  }

  private static func uuid(_ text: String) -> String? { text.utf8.isUUID ? text.lowercased() : nil }
}

extension Endpoint {
  /// Whether Apple's server accepts a URL at which it asks for messages or, for this machine, a stand-in does.
  package static func isRealtimeURL(_ text: String) -> Bool {
    text.utf8.count <= 256 && ((try? Endpoint(text)) != nil)
  }
}
