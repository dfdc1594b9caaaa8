import ReceiptKit

/// The calls of retention messaging (Apple, "Retention Messaging API", 1.5). All ask one server: messages and images of
/// an app are read from the server on which they are changed. ``AppStoreServerCall`` explains the fields of a row.
extension AppStoreServerCall {
  package static let messaging = [
    images, uploadImage, deleteImage, messages, uploadMessage, deleteMessage, defaultMessage, setDefaultMessage,
    deleteDefaultMessage, realtimeURL, setRealtimeURL, deleteRealtimeURL, performanceTest, performanceTestResult,
  ]

  /// The images that were uploaded, and their states.
  package static let images = row(
    "images", "Get Image List", .get, "image/list", "imageList", [],
    "List the images that were uploaded, and their states.")

  /// Uploads an image, which ``MessageImageSize`` checks.
  package static let uploadImage = row(
    "upload-image", "Upload Image", .put, "image/{id}", "uploadImage",
    [
      image,
      CallParameter(
        place: .query, member: Member("imageSize", .word(MessageImageSize.self), optional: true, invalid: 4_000_216),
        input: .flag(
          "bullet-point", MessageImageSize.bulletPoint.rawValue, otherwise: MessageImageSize.full.rawValue),
        help: "It is for a bullet point.", example: ""),
    ], "Upload an image for messages.",
    """
    FILE is a PNG without transparency, 3,840 wide and 160 to 2,160 high, or with --bullet-point 1,024 × 1,024. Look \
    at `messages images` for its state.
    """
  ) {
    $0.body = .image
    $0.change = Change { "Upload the image \($0["id"])" }
  }

  /// Deletes an image that no message uses.
  package static let deleteImage = row(
    "delete-image", "Delete Image", .delete, "image/{id}", "deleteImage", [image],
    "Delete an image that no message has."
  ) {
    $0.change = Change { "Delete the image \($0["id"])" }
  }

  /// The messages that were uploaded, and their states.
  package static let messages = row(
    "list", "Get Message List", .get, "message/list", "messageList", [],
    "List the messages that were uploaded, and their states.")

  /// Uploads a message.
  package static let uploadMessage = row(
    "upload", "Upload Message", .put, "message/{id}", "uploadMessage", [message], "Upload a message.",
    """
    FILE has Apple's UploadMessageRequestBody as JSON. Texts that are too long, and images that are not there, \
    rejected or of the other size are refused before anything is sent. A message cannot be changed; upload another one.
    """
  ) {
    $0.body = .json(.message)
    $0.change = Change { "Upload the message \($0["id"])" }
  }

  /// Deletes a message.
  package static let deleteMessage = row(
    "delete", "Delete Message", .delete, "message/{id}", "deleteMessage", [message], "Delete a message."
  ) {
    $0.change = Change { "Delete the message \($0["id"])" }
  }

  /// The message for a product in a language.
  package static let defaultMessage = row(
    "default", "Get Default Message", .get, "default/{productId}/{locale}", "defaultMessage", productAndLocale,
    "Ask for the default message of a product in a language.")

  /// Sets the message for a product in a language.
  package static let setDefaultMessage = row(
    "set-default", "Configure Default Message", .put, "default/{productId}/{locale}", "setDefaultMessage",
    productAndLocale + [
      .body(
        Member("messageIdentifier", .uuid), .argument("message"), "The UUID of the message.", "\"$MESSAGE\"",
        isLowercase: true)
    ], "Set the default message of a product in a language.",
    "Apple is asked for the state of the message first: one that is not approved is refused."
  ) {
    $0.rate = 10
    $0.change = Change(isRepeatable: true) {
      "Show the message \($0["messageIdentifier"]) for \($0["productId"]) in \($0["locale"])"
    }
  }

  /// Deletes the message for a product in a language.
  package static let deleteDefaultMessage = row(
    "delete-default", "Delete Default Message", .delete, "default/{productId}/{locale}", "deleteDefaultMessage",
    productAndLocale,
    "Delete the default message of a product in a language."
  ) {
    $0.change = Change { "Delete the default message for \($0["productId"]) in \($0["locale"])" }
  }

  /// The URL at which Apple asks for messages.
  package static let realtimeURL = row(
    "url", "Get Realtime URL", .get, "realtime/url", "realtimeURL", [],
    "Ask which URL of yours Apple asks for messages.")

  /// Sets the URL at which Apple asks for messages: `https`, or `http` to this machine.
  package static let setRealtimeURL = row(
    "set-url", "Configure Realtime URL", .put, "realtime/url", "setRealtimeURL",
    [
      .body(
        Member("realtimeURL", .form("is not a URL with https", Endpoint.isRealtimeURL), invalid: 4_000_215),
        .argument("url"),
        "The URL, of at most 256 characters.", "https://example.com/messages")
    ], "Tell Apple which URL of yours to ask for messages.",
    "In production it needs a test that was passed in the sandbox."
  ) {
    $0.change = Change(isRepeatable: true) {
      "Have every cancelling customer's message asked from \($0["realtimeURL"])"
    }
  }

  /// Deletes the realtime URL.
  package static let deleteRealtimeURL = row(
    "delete-url", "Delete Realtime URL", .delete, "realtime/url", "deleteRealtimeURL", [],
    "Have default messages shown only."
  ) {
    $0.change = Change { _ in "Delete the URL for messages" }
  }

  /// Makes Apple's sandbox send many requests to the realtime URL.
  package static let performanceTest = row(
    "test", "Initiate Performance Test", .post, "performanceTest", "performanceTest",
    [
      .body(
        Member("originalTransactionId", .identifier, invalid: 4_000_211), .argument("id"),
        "The original transaction of a purchase in the sandbox.", "2000000123456789")
    ], "Have Apple's sandbox ask your URL many times.",
    "Apple has it in the sandbox only. `messages test-result` asks what came of it."
  ) {
    $0.isOfSandbox = true
    $0.answer = .identifier("requestId")
    $0.change = Change { "Test the URL for messages with the purchase \($0["originalTransactionId"])" }
  }

  /// The result of a performance test of the realtime URL.
  package static let performanceTestResult = row(
    "test-result", "Get Performance Test Results", .get, "performanceTest/result/{id}", "performanceTestResult",
    [.id("The requestId of the test.", "\"$REQUEST\"")], "Ask what came of a test of the URL.",
    "Apple has it in the sandbox only."
  ) {
    $0.isOfSandbox = true
  }

  /// A call of retention messaging, whose path begins like that of all others.
  ///
  /// - Parameters:
  ///   - abstract: the first sentence of the help of its subcommand.
  ///   - text: further sentences.
  ///   - fill: sets what only some of the calls have.
  private static func row(
    _ name: String, _ title: String, _ method: RemoteRequest.Method, _ path: String, _ operation: String,
    _ parameters: [CallParameter], _ abstract: String, _ text: String = "",
    _ fill: (inout AppStoreServerCall) -> Void = { _ in }
  ) -> AppStoreServerCall {
    var call = AppStoreServerCall(
      name: name, title: title, operation: operation, method: method, path: "/inApps/v1/messaging/" + path,
      parameters: parameters, rate: 1, since: "1.5", asksOneServer: true, command: Command(.messages, abstract, text))
    fill(&call)
    return call
  }

  private static let image = uuid("\"$IMAGE\"")
  private static let message = uuid("\"$MESSAGE\"")
  private static let productAndLocale: [CallParameter] = [
    .path("productId", "product", "The product.", "com.example.monthly", .productSegment),
    .path("locale", "locale", "The language, such as en-US.", "en-US"),
  ]

  private static func uuid(_ example: String) -> CallParameter {
    .path("id", "id", "The UUID, which you choose when you upload it.", example, .uuid, isLowercase: true)
  }
}

extension MessageImageSize: RequestWord {}
