/// The template of a `decode` document, without the judgement and the receipt. It is made once, with the writer that
/// writes whole documents, so that both agree.
struct DocumentFrame {
  /// Everything before the members of the head.
  private let start: OutputBuffer
  private let plainInput: OutputBuffer
  private let base64Input: OutputBuffer
  /// The member `environment` for each receipt type, followed by the key of the receipt.
  private let environments: [(type: [UInt8], members: OutputBuffer)]
  private let noEnvironment: OutputBuffer
  /// Everything after the receipt.
  private let end: OutputBuffer

  /// - Parameter verifies: whether there is a judgement; otherwise `authenticity` is null.
  init(verifies: Bool) {
    var start = OutputBuffer()
    start.append("{")
    start.append(Self.members(isFirst: true) { $0.member("schema", DecodeDocument.schema) })
    start.append(",")
    self.start = start
    func inputMembers(_ layers: [InputLayer]) -> OutputBuffer {
      Self.members(isFirst: false) { writer in
        writer.key("input")
        writer.input(RecognizedInput(content: .signedData([]), layers: layers), unread: [])
        writer.key("authenticity")
        if !verifies { writer.null() }
      }
    }
    plainInput = inputMembers([])
    base64Input = inputMembers([.base64])
    func environmentMembers(_ environment: ReceiptEnvironment?) -> OutputBuffer {
      Self.members(isFirst: false) { writer in
        writer.member("environment", environment?.rawValue)
        writer.key("receipt")
      }
    }
    environments = ReceiptEnvironment.receiptTypes.map { type in
      (Array(type.utf8), environmentMembers(ReceiptEnvironment(receiptType: type)))
    }
    noEnvironment = environmentMembers(nil)
    // The fast path writes only receipts without irregularities.
    var end = Self.members(isFirst: false) { writer in
      writer.key("irregularities")
      writer.irregularities([])
    }
    end.append("}\n")
    self.end = end
  }

  /// Compact members of an object without its braces.
  private static func members(isFirst: Bool, _ write: (inout JSONWriter) -> Void) -> OutputBuffer {
    var buffer = OutputBuffer()
    var writer = JSONWriter(appendingCompactMembersTo: &buffer)
    writer.isFirst = isFirst
    write(&writer)
    writer.returnBuffer(to: &buffer)
    return buffer
  }

  /// Appends everything before the judgement, or before the environment in a document without a judgement.
  func appendStart(to output: inout OutputBuffer, _ head: borrowing DocumentHead, isBase64: Bool) {
    output.append(start)
    output.append(head.members)
    output.append(isBase64 ? base64Input : plainInput)
  }

  /// Appends the environment that follows from the receipt type, and the key of the receipt.
  func appendEnvironment(_ type: AttributeSlot?, in bytes: RawSpan, to output: inout OutputBuffer) {
    if let type {
      for index in environments.indices
      where bytes.equal(type.start, type.start + type.count, environments[index].type) {
        output.append(environments[index].members)
        return
      }
    }
    output.append(noEnvironment)
  }

  func appendEnd(to output: inout OutputBuffer) { output.append(end) }
}
