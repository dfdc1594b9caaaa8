import ReceiptKit

/// The body that the page sends: the pasted text or the opened files, and a second input to compare with.
struct PastedBody {
  let items: [PastedItem]
  let other: [UInt8]?

  /// Reads `{"text": "…"}` or `{"files": [{"name": "…", "base64": "…"}]}`, each with or without `"other": "…"`.
  ///
  /// - Throws: ``Problem/body(_:hint:status:)`` for anything else.
  init(_ body: [UInt8]) throws {
    let reader = JSONReader(maximumDepth: 4, maximumValues: 5 * InputsBody.maximumInputs)
    guard let value = try? reader.read(body), case .object(let members) = value,
      members.allSatisfy({ ["text", "files", "other"].contains($0.name) })
    else { throw Self.wrong }
    if case .string(let text)? = value["text"], value["files"] == nil {
      items = [PastedItem(Array(text.utf8))]
    } else if case .array(let files)? = value["files"], value["text"] == nil,
      (1...InputsBody.maximumInputs).contains(files.count)
    {
      items = try files.map { file in
        guard case .string(let name)? = file["name"], case .string(let text)? = file["base64"],
          let bytes = text.isEmpty ? [] : Base64.decodeCanonical(Array(text.utf8))
        else { throw Self.wrong }
        return PastedItem(name: name, bytes)
      }
    } else {
      throw Self.wrong
    }
    switch value["other"] {
    case .string(let text)?: other = Array(text.utf8)
    case nil: other = nil
    default: throw Self.wrong
    }
  }

  private static let wrong = Problem.body(
    #"the body is not {"text": "…"}, or {"files": [{"name": "…", "base64": "…"}]}"#,
    hint: "other may stand beside either of them")
}
