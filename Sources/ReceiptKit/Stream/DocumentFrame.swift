/// What stands in a `decode` document around the judgement and the receipt, written once by the writers of the document.
struct DocumentFrame {
  private let schema: OutputBuffer
  private let plainInput: OutputBuffer
  private let base64Input: OutputBuffer
  private let receiptKey: OutputBuffer
  private let end: OutputBuffer
  /// The member `environment` by receipt type.
  private let environments: [(type: [UInt8], member: OutputBuffer)]
  private let noEnvironment: OutputBuffer

  init() {
    schema = DocumentFrame.members(isFirst: true) { $0.member("schema", DecodeDocument.schema) }
    plainInput = DocumentFrame.input([])
    base64Input = DocumentFrame.input([.base64])
    receiptKey = DocumentFrame.members { $0.key("receipt") }
    end = DocumentFrame.members { writer in
      writer.key("irregularities")
      writer.irregularities([])
    }
    environments = ReceiptEnvironment.receiptTypes.map { type in
      (
        Array(type.utf8),
        DocumentFrame.members { $0.member("environment", ReceiptEnvironment(receiptType: type)?.rawValue) }
      )
    }
    noEnvironment = DocumentFrame.members { $0.member("environment", nil as String?) }
  }

  private static func members(isFirst: Bool = false, _ write: (inout JSONWriter) -> Void) -> OutputBuffer {
    var buffer = OutputBuffer()
    var writer = JSONWriter(compactMembersBehind: &buffer)
    writer.isFirst = isFirst
    write(&writer)
    writer.giveBack(&buffer)
    return buffer
  }

  private static func input(_ layers: [InputLayer]) -> OutputBuffer {
    members { writer in
      writer.key("input")
      writer.input(RecognizedInput(content: .signedData([]), layers: layers))
      writer.key("authenticity")
    }
  }

  /// Everything before the value of `authenticity`.
  func appendStart(to output: inout OutputBuffer, _ head: DocumentHead, isBase64: Bool) {
    output.append(UInt8(ascii: "{"))
    output.append(schema)
    output.append(UInt8(ascii: ","))
    output.append(head.members)
    output.append(isBase64 ? base64Input : plainInput)
  }

  func appendNull(to output: inout OutputBuffer) { output.append("null") }

  /// The environment that follows from the receipt type, and the key of the receipt.
  func appendEnvironment(_ type: AttributeSlot?, in bytes: RawSpan, to output: inout OutputBuffer) {
    let known = type.flatMap { type in
      environments.first { bytes.equal(type.start, type.start + type.count, $0.type) }
    }
    output.append(known?.member ?? noEnvironment)
    output.append(receiptKey)
  }

  /// Everything behind the receipt.
  func appendEnd(to output: inout OutputBuffer) {
    output.append(end)
    output.append(UInt8(ascii: "}"))
    output.append(UInt8(ascii: "\n"))
  }
}

/// Rows of a plain receipt that decide more than what is printed.
enum PlainReceipt {
  /// Attribute 0, from which the environment follows.
  static let type = index { $0.type == 0 }
  /// Attribute 12, at which certificates are judged.
  static let creationDate = index { $0.type == 12 }
  /// Attribute 6, which tells an App Attest receipt from an app receipt.
  private static let appAttest = index { $0.type == 6 }

  private static func index(_ isWanted: (AttributeRow<Receipt>) -> Bool) -> Int {
    Receipt.table.rows.firstIndex(where: isWanted) ?? 0
  }

  /// Whether ``ForeignPayload/refuseAppAttest(_:_:)`` has to be asked: real values of attribute 6 are longer.
  static func mayBeAppAttest(_ slots: borrowing AttributeSlots, _ bytes: RawSpan) -> Bool {
    guard let slot = slots[appAttest] else { return false }
    return (6...9).contains(slot.count)
  }
}
