import ReceiptKit

/// A command that an assistant can call. Only commands that read are tools.
struct AssistantTool: Sendable {
  /// An input, as text or as the path of a file.
  struct Input: Sendable {
    let text: String
    let path: String
    let meaning: String
    var isOptional = false

    static let single = Input(text: "text", path: "path", meaning: "The input")
  }

  /// The name of the command.
  let name: String
  let title: String
  let summary: String
  /// `schema` of the documents.
  let schema: String
  var inputs = [Input.single]
  let parameters: [Parameter]
  let perform: @Sendable (ToolCall) throws -> ToolResult

  static let all = [inspect, diagnose, validate, compare, explain, redact]

  /// The tool for `tools/list`.
  func description(readsFiles: Bool) -> JSONValue {
    let arguments = arguments(readsFiles: readsFiles)
    // If files can be named, an input has two arguments, of which either is enough.
    let required =
      inputs.filter { !$0.isOptional && !readsFiles }.map(\.text) + parameters.filter(\.isNeeded).map(\.key)
    return .members(
      ("name", .string(name)), ("title", .string(title)), ("description", .string(summary)),
      (
        "inputSchema",
        .members(
          ("type", .string("object")),
          ("properties", .object(arguments.map { JSONValue.Member($0.key, $0.argument) })),
          ("required", .array(required.map(JSONValue.string))), ("additionalProperties", .bool(false)))
      ),
      ("annotations", .members(("readOnlyHint", .bool(true)), ("openWorldHint", .bool(false)))))
  }

  /// Calls the tool.
  ///
  /// - Throws: a fault of the arguments. An input that cannot be read is a result, too.
  func call(_ arguments: JSONValue?, _ settings: AssistantSettings) throws(RPCFault) -> ToolResult {
    let known = self.arguments(readsFiles: !settings.folders.isEmpty)
    let call = ToolCall(arguments: try ToolArguments(arguments, known), settings: settings)
    do {
      return try perform(call)
    } catch let fault as RPCFault {
      throw fault
    } catch {
      return call.failure(error as? ReceiptError ?? ReceiptError(.defect, "an unexpected error"), schema)
    }
  }

  private func arguments(readsFiles: Bool) -> [Parameter] {
    inputs.flatMap { input in
      let text = Parameter(input.text, "\(input.meaning), as text in any form.", example: "MII…")
      guard readsFiles else { return [text] }
      let path = Parameter(
        input.path, "\(input.meaning), as the path of a file below a named folder, in place of \(input.text).",
        example: "receipt.b64")
      return [text, path]
    } + parameters
  }
}

extension Parameter {
  static let question = Parameter(
    "what", "A name, a number, field=value, or the text of an error.", example: "expiration_intent=2")

  /// Whether a tool means nothing without it.
  fileprivate var isNeeded: Bool { name == Self.question.name }
}
