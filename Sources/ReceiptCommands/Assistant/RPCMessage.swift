import ReceiptKit

/// A fault of a message, with the code that JSON-RPC 2.0 gives it. Its text quotes nothing that is not the client's.
struct RPCFault: Error {
  let code: Int
  let message: String

  static func unparsable(_ message: String) -> RPCFault { RPCFault(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> RPCFault { RPCFault(code: -32600, message: message) }
  static let unknownMethod = RPCFault(code: -32601, message: "this method is not known")
  static func invalidParameters(_ message: String) -> RPCFault { RPCFault(code: -32602, message: message) }
}

/// One message of JSON-RPC 2.0.
struct RPCMessage {
  /// The id of a request; `nil` for a notification, and if the message has none that can be answered.
  let id: JSONValue?
  /// What the message asks for.
  let call: Result<(method: String, parameters: JSONValue?), RPCFault>
  /// Whether it needs an answer. Notifications do not, and neither do answers: nothing is asked here.
  let needsAnswer: Bool

  init(_ value: JSONValue) {
    let given = value["id"]
    id =
      switch given {
      case .string, .number: given
      default: nil
      }
    let isAnswer = value["method"] == nil && (value["result"] != nil || value["error"] != nil)
    let fault: RPCFault? =
      if case .object = value { Self.fault(in: value, isIdentified: given == nil || id != nil) } else {
        .invalidRequest("a message is an object")
      }
    needsAnswer = fault == nil ? given != nil && !isAnswer : !isAnswer
    guard let method = value["method"]?.stringValue, fault == nil else {
      call = .failure(fault ?? .invalidRequest("method has to be a string"))
      return
    }
    call = .success((method, value["params"]))
  }

  private static func fault(in value: JSONValue, isIdentified: Bool) -> RPCFault? {
    if value.repeatedName != nil { return .invalidRequest("an object has a name twice") }
    if value["jsonrpc"] != .string("2.0") { return .invalidRequest("jsonrpc has to be \"2.0\"") }
    if !isIdentified { return .invalidRequest("id has to be a string or a number") }
    if value["method"]?.stringValue == nil { return .invalidRequest("method has to be a string") }
    return nil
  }

  /// The answer to a request, as one line without a line feed.
  ///
  /// - Parameters:
  ///   - id: `nil` if the request has none, or if it is unknown.
  ///   - result: writes the result.
  static func answer(
    _ id: JSONValue?, _ result: Result<(inout JSONWriter) -> Void, RPCFault>
  ) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.key("id")
      writer.value(id ?? .null)
      switch result {
      case .success(let write):
        writer.key("result")
        write(&writer)
      case .failure(let fault):
        writer.key("error")
        writer.value(.members(("code", .number("\(fault.code)")), ("message", .string(fault.message))))
      }
    }
    return writer.bytes
  }
}
