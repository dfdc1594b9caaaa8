import ReceiptCommands
import ReceiptKit
import ReceiptRemote

extension PlannedCall {
  /// Asks Apple for what decides whether it would refuse the call. Nothing is changed.
  ///
  /// - Throws: what Apple would refuse.
  func check(_ connection: AppStoreServerConnection) throws {
    switch call.operation {
    case AppStoreServerCall.uploadMessage.operation: try checkImages(connection)
    case AppStoreServerCall.setDefaultMessage.operation: try checkState(connection)
    case AppStoreServerCall.setRealtimeURL.operation:
      // This machine is for a stand-in.
      guard connection.isLocal || (try? Endpoint(values["realtimeURL"]))?.isSecure == true else {
        throw CommandFailure(refusedWith: 4_000_215, "Apple takes https:// URLs")
      }
    default: break
    }
  }

  /// The images of a message have to be uploaded, not rejected, and of the size that their place needs.
  private func checkImages(_ connection: AppStoreServerConnection) throws {
    var images: [(identifier: String, size: MessageImageSize)] = []
    if let image = document?["image"]?["imageIdentifier"]?.stringValue { images.append((image.lowercased(), .full)) }
    if case .array(let points)? = document?["bulletPoints"] {
      images += points.compactMap { $0["imageIdentifier"]?.stringValue }.map { ($0.lowercased(), .bulletPoint) }
    }
    guard !images.isEmpty else { return }
    let uploads = try connection.listed(.images, "imageIdentifiers")
    for image in images {
      let found = uploads.first { $0["imageIdentifier"]?.stringValue?.lowercased() == image.identifier }
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

  /// A message that is shown has to be approved.
  private func checkState(_ connection: AppStoreServerConnection) throws {
    let message = values["messageIdentifier"]
    let found = try connection.listed(.messages, "messageIdentifiers").first {
      $0["messageIdentifier"]?.stringValue?.lowercased() == message.lowercased()
    }
    guard let found else { throw CommandFailure(refusedWith: 4_040_015, "the message \(message) was not uploaded") }
    let state = found["messageState"]?.stringValue ?? "unknown"
    guard state == "APPROVED" else {
      throw CommandFailure(refusedWith: 4_030_017, "the message \(message) is \(state)")
    }
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
  fileprivate func listed(_ call: AppStoreServerCall, _ name: String) throws -> [JSONValue] {
    guard let request = AppStoreServerRequest(call) else { return [] }
    var found: [JSONValue] = []
    try askForAll(request) { answer in
      if case .array(let elements)? = answer.document[name] { found += elements }
    }
    return found
  }
}
