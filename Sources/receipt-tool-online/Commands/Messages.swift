import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool messages`
struct MessagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ConnectedCommand.messages.rawValue,
    abstract: ConnectedCommand.messages.abstract,
    discussion: """
      The calls of Apple's Retention Messaging API: what customers see before they cancel a subscription. Images and \
      messages are uploaded under UUIDs of yours, approved by Apple (in the sandbox at once), and set as the default \
      of a product in a language; your own server can answer in their place, after a test in the sandbox.

      What Apple would refuse is refused before anything is sent: an image that is no PNG, is transparent or has \
      another size, a text that is too long, a message that is not approved. What changes something asks first.

      EXAMPLES
        receipt-tool messages images --app reader
        receipt-tool messages upload --app reader --yes "$MESSAGE" message.json
        receipt-tool messages set-default --app reader com.example.monthly \\
          en-US "$MESSAGE"

      \(CallHelp.changing)
      """,
    subcommands: [
      APIPlainRead<ReadImages>.self, APIChange<UploadImage>.self, APIChange<DeleteImage>.self,
      APIPlainRead<ReadMessages>.self, APIChange<UploadMessage>.self, APIChange<DeleteMessage>.self,
      APIPlainRead<ReadDefault>.self, APIChange<SetDefault>.self, APIChange<DeleteDefault>.self,
      APIPlainRead<ReadURL>.self, APIChange<SetURL>.self, APIChange<DeleteURL>.self, APIChange<TestURL>.self,
      APIPlainRead<ReadTestResult>.self,
    ])
}

private let invalid = UsageError(
  "give a UUID such as 7e3fb20b-4cdb-47cc-936d-99d65f608138, a product, and a language such as en-US")

/// Examples of a subcommand, none wider than a terminal.
private func examples(_ name: String, _ words: String = "", isOfSandbox: Bool = false) -> [String] {
  let environments = ["", " --environment sandbox", isOfSandbox ? " --tries 1" : " --environment production"]
  return environments.map { environment in
    let start = "messages \(name) --app reader\(environment)"
    guard !words.isEmpty else { return start }
    return start + (start.count + words.count > 60 ? " \\\n    " : " ") + words
  }
}

struct ReadImages: PlainReading {
  static let help = CallHelp(
    name: "images", abstract: "List the images that were uploaded, and their states.",
    text: "Apple's \"Get Image List\".", examples: examples("images"))
  func request() -> AppStoreServerRequest { .images }
}

struct ReadMessages: PlainReading {
  static let help = CallHelp(
    name: "list", abstract: "List the messages that were uploaded, and their states.",
    text: "Apple's \"Get Message List\".", examples: examples("list"))
  func request() -> AppStoreServerRequest { .messages }
}

struct ReadURL: PlainReading {
  static let help = CallHelp(
    name: "url", abstract: "Ask which URL of yours Apple asks for messages.",
    text: "Apple's \"Get Realtime URL\".", examples: examples("url"))
  func request() -> AppStoreServerRequest { .realtimeURL }
}

/// A product in a language.
struct MessagePlace: ParsableArguments {
  @Argument(help: "The product.")
  var product: String

  @Argument(help: "The language, such as en-US.")
  var locale: String
}

struct ReadDefault: PlainReading {
  static let help = CallHelp(
    name: "default", abstract: "Ask for the default message of a product in a language.",
    text: "Apple's \"Get Default Message\".",
    examples: examples("default", "com.example.monthly en-US"))

  @OptionGroup var place: MessagePlace

  func request() throws -> AppStoreServerRequest {
    try AppStoreServerRequest(.defaultMessage, place.product, place.locale).required(invalid)
  }
}

struct ReadTestResult: PlainReading {
  static let help = CallHelp(
    name: "test-result", abstract: "Ask what came of a test of the URL.",
    text: "Apple's \"Get Performance Test Results\", in the sandbox.",
    examples: examples("test-result", "\"$REQUEST\"", isOfSandbox: true))

  @Argument(help: "The requestId of the test.")
  var id: String

  func request() throws -> AppStoreServerRequest {
    try AppStoreServerRequest(.performanceTest, id).required(invalid)
  }
}

struct UploadImage: ChangingCall {
  static let help = CallHelp(
    name: "upload-image", abstract: "Upload an image for messages.",
    text: """
      Apple's "Upload Image". FILE is a PNG without transparency, 3,840 wide and 160 to 2,160 high, or with \
      --bullet-point 1,024 × 1,024. Look at `messages images` for its state.
      """,
    examples: [
      "messages upload-image --app reader \"$IMAGE\" image.png",
      "messages upload-image --app reader --yes \"$IMAGE\" image.png",
      "messages upload-image --app reader --yes --bullet-point \\\n    \"$IMAGE\" small.png",
    ], takesFile: true)

  @Argument(help: "The UUID, which you choose when you upload it.")
  var id: String

  @Argument(help: "The image.", completion: .file())
  var file: String

  @Flag(name: .customLong("bullet-point"), help: "It is for a bullet point.")
  var isBulletPoint = false

  func change(_ console: Console) throws -> PlannedChange {
    let size: MessageImageSize = isBulletPoint ? .bulletPoint : .full
    let png: [UInt8]
    do throws(ReceiptError) {
      png = try console.read(file, "image", maximumBytes: PNGImage.maximumBytes, searchesDirectories: false)
      try size.faults(in: png).refuse()
    } catch {
      throw CommandFailure(error, source: file)
    }
    let change = try AppStoreServerChange.uploadImage(id, png, size: size).required(invalid)
    return PlannedChange(change: change, what: "Upload the image \(id)")
  }
}

struct DeleteImage: ChangingCall {
  static let help = CallHelp(
    name: "delete-image", abstract: "Delete an image that no message has.", text: "Apple's \"Delete Image\".",
    examples: examples("delete-image", "--yes \"$IMAGE\""))

  @Argument(help: "The UUID, which you choose when you upload it.")
  var id: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.deleteImage(id).required(invalid)
    return PlannedChange(change: change, what: "Delete the image \(id)")
  }
}

struct UploadMessage: ChangingCall {
  static let help = CallHelp(
    name: "upload", abstract: "Upload a message.",
    text: """
      Apple's "Upload Message". FILE has Apple's UploadMessageRequestBody as JSON. Texts that are too long, and images \
      that are not there, rejected or of the other size are refused before anything is sent. A message cannot be \
      changed; upload another one.
      """,
    examples: [
      "messages upload --app reader \"$MESSAGE\" message.json",
      "messages upload --app reader --yes \"$MESSAGE\" message.json",
      "messages upload --app reader --yes \"$MESSAGE\" - < message.json",
    ], takesFile: true)

  @Argument(help: "The UUID, which you choose when you upload it.")
  var id: String

  @Argument(help: "The JSON of the message; - reads standard input.", completion: .file())
  var file: String

  func change(_ console: Console) throws -> PlannedChange {
    let body = try RequestRules.message.read(file, console)
    let change = try AppStoreServerChange.uploadMessage(id, body).required(invalid)
    var planned = PlannedChange(change: change, what: "Upload the message \(id)")
    var images: [(identifier: String, size: MessageImageSize)] = []
    if let image = body["image"]?["imageIdentifier"]?.stringValue { images.append((image.lowercased(), .full)) }
    if case .array(let points)? = body["bulletPoints"] {
      images += points.compactMap { $0["imageIdentifier"]?.stringValue }.map { ($0.lowercased(), .bulletPoint) }
    }
    if !images.isEmpty {
      planned.check = { connection in
        let known = try connection.listed(.images, "imageIdentifiers")
        for image in images {
          let found = known.first { $0["imageIdentifier"]?.stringValue?.lowercased() == image.identifier }
          guard let found else {
            throw CommandFailure(refusedWith: 4_040_014, "the image \(image.identifier) was not uploaded")
          }
          if found["imageState"]?.stringValue == "REJECTED" {
            throw CommandFailure(refusedWith: 4_030_018, "the image \(image.identifier) was rejected")
          }
          if let size = found["imageSize"]?.stringValue, size != image.size.rawValue {
            throw CommandFailure(refusedWith: 4_000_216, "the image \(image.identifier) is of the size \(size)")
          }
        }
      }
    }
    return planned
  }
}

struct DeleteMessage: ChangingCall {
  static let help = CallHelp(
    name: "delete", abstract: "Delete a message.", text: "Apple's \"Delete Message\".",
    examples: examples("delete", "--yes \"$MESSAGE\""))

  @Argument(help: "The UUID, which you choose when you upload it.")
  var id: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.deleteMessage(id).required(invalid)
    return PlannedChange(change: change, what: "Delete the message \(id)")
  }
}

struct SetDefault: ChangingCall {
  static let help = CallHelp(
    name: "set-default", abstract: "Set the default message of a product in a language.",
    text: """
      Apple's "Configure Default Message". Apple is asked for the state of the message first: one that is not approved \
      is refused.
      """,
    examples: examples("set-default", "\\\n    com.example.monthly en-US \"$MESSAGE\""))

  @OptionGroup var place: MessagePlace

  @Argument(help: "The UUID of the message.")
  var message: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.setDefaultMessage(message, product: place.product, locale: place.locale)
      .required(invalid)
    var planned = PlannedChange(
      change: change, what: "Show the message \(message) for \(place.product) in \(place.locale)")
    planned.check = { connection in
      let known = try connection.listed(.messages, "messageIdentifiers").first {
        $0["messageIdentifier"]?.stringValue?.lowercased() == message.lowercased()
      }
      guard let known else { throw CommandFailure(refusedWith: 4_040_015, "the message \(message) was not uploaded") }
      let state = known["messageState"]?.stringValue ?? "unknown"
      guard state == "APPROVED" else {
        throw CommandFailure(refusedWith: 4_030_017, "the message \(message) is \(state)")
      }
    }
    return planned
  }
}

struct DeleteDefault: ChangingCall {
  static let help = CallHelp(
    name: "delete-default", abstract: "Delete the default message of a product in a language.",
    text: "Apple's \"Delete Default Message\".",
    examples: examples("delete-default", "--yes \\\n    com.example.monthly en-US"))

  @OptionGroup var place: MessagePlace

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.deleteDefaultMessage(product: place.product, locale: place.locale).required(
      invalid)
    return PlannedChange(change: change, what: "Delete the default message for \(place.product) in \(place.locale)")
  }
}

struct SetURL: ChangingCall {
  static let help = CallHelp(
    name: "set-url", abstract: "Tell Apple which URL of yours to ask for messages.",
    text: "Apple's \"Configure Realtime URL\". In production it needs a test that was passed in the sandbox.",
    examples: [
      "messages set-url --app reader https://example.com/messages",
      "messages set-url --app reader --yes https://example.com/messages",
      "messages set-url --app reader --environment sandbox \\\n    https://example.com/messages",
    ])

  @Argument(help: "The URL, of at most 256 characters.")
  var url: String

  func change(_ console: Console) throws -> PlannedChange {
    guard let change = AppStoreServerChange.setRealtimeURL(url) else {
      let length = url.utf8.count
      throw UsageError(
        length > 256
          ? "the URL has \(length) characters, \(length - 256) more than Apple takes (4000215)"
          : "Apple takes https:// URLs (4000215)")
    }
    var planned = PlannedChange(change: change, what: "Have every cancelling customer's message asked from \(url)")
    if (try? Endpoint(url))?.isSecure != true {
      planned.check = { connection in
        guard connection.isLocal else { throw CommandFailure(refusedWith: 4_000_215, "Apple takes https:// URLs") }
      }
    }
    return planned
  }
}

struct DeleteURL: ChangingCall {
  static let help = CallHelp(
    name: "delete-url", abstract: "Have default messages shown only.", text: "Apple's \"Delete Realtime URL\".",
    examples: examples("delete-url", "--yes"))

  func change(_ console: Console) -> PlannedChange {
    PlannedChange(change: .deleteRealtimeURL, what: "Delete the URL for messages")
  }
}

struct TestURL: ChangingCall {
  static let help = CallHelp(
    name: "test", abstract: "Have Apple's sandbox ask your URL many times.",
    text: "Apple's \"Initiate Performance Test\", in the sandbox. `messages test-result` asks what came of it.",
    examples: examples("test", "--yes 2000000123456789", isOfSandbox: true))

  @Argument(help: "The original transaction of a purchase in the sandbox.")
  var id: String

  func change(_ console: Console) throws -> PlannedChange {
    let change = try AppStoreServerChange.performanceTest(id).required(invalid)
    return PlannedChange(change: change, what: "Test the URL for messages with the purchase \(id)")
  }
}

extension CommandFailure {
  /// A refusal by Apple that is predictable from Apple's own lists.
  fileprivate init(refusedWith code: Int64, _ message: Message) {
    self.init(
      "refused: \(message) (\(code))", hint: "nothing was sent; receipt-tool explain \(code) says more",
      status: .negative)
  }
}

extension AppStoreServerConnection {
  /// The objects of a list in Apple's answer.
  fileprivate func listed(_ request: AppStoreServerRequest, _ name: String) throws -> [JSONValue] {
    var found: [JSONValue] = []
    try all(request) { answer in
      if case .array(let elements)? = answer.document[name] { found += elements }
    }
    return found
  }
}
