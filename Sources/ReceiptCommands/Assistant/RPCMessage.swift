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

/// Messages of JSON-RPC 2.0.
enum RPCMessage {
  /// The id of a request; `nil` if it has none that can be answered.
  static func id(_ message: JSONValue) -> JSONValue? {
    switch message["id"] {
    case let id? where id.stringValue != nil: id
    case .number(let digits)?: .number(digits)
    default: nil
    }
  }

  /// Whether a message answers a request. This server asks its client nothing, so it ignores such messages.
  static func isAnswer(_ message: JSONValue) -> Bool {
    message["method"] == nil && (message["result"] ?? message["error"]) != nil
  }

  /// The method of a request or a notification.
  static func method(_ message: JSONValue) throws(RPCFault) -> String {
    guard case .object = message else { throw .invalidRequest("a message is an object") }
    if message.repeatedName != nil { throw .invalidRequest("an object has a name twice") }
    if message["jsonrpc"] != .string("2.0") { throw .invalidRequest("jsonrpc has to be \"2.0\"") }
    if message["id"] != id(message) { throw .invalidRequest("id has to be a string or a number") }
    guard let method = message["method"]?.stringValue else { throw .invalidRequest("method has to be a string") }
    return method
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
