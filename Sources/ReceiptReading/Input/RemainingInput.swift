/// A part of an input that a format left out: text around the accepted text, or bytes after the receipt's end.
///
/// Every format reports the parts that it leaves out, and only ``OtherParts`` classifies them. So no receipt is dropped
/// silently because a format does not know its form.
struct RemainingInput {
  let bytes: [UInt8]
  /// The start of the bytes in the layer that contained them.
  let offset: Int
  /// Whether the part follows ASN.1 bytes. No byte should follow these: none of 226 Apple-signed receipts has a byte
  /// after its end.
  var isBehindBytes = false
  /// Whether the part is a file of another kind, such as a picture, in which bytes of an unknown kind mean nothing.
  var isOtherFile = false
  /// Whether the part has the same content in another form. A receipt that cannot be read may be a copy there.
  var isOtherForm = false
  /// The place of the text that contained the bytes.
  var pointer = ""
  /// The number of layers around that text.
  var layerCount = 0
}

extension InputText {
  /// The remaining input before and after a range of the core.
  func remainingInput(around range: Range<Int>) -> [RemainingInput] {
    [core.lowerBound..<range.lowerBound, range.upperBound..<core.upperBound].filter { !$0.isEmpty }
      .map { RemainingInput(bytes: Array(bytes[$0]), offset: $0.lowerBound) }
  }

  func repair(around range: Range<Int>) -> InputRepair {
    InputRepair(.surroundingCharacters, count: core.count - range.count)
  }
}

extension [RemainingInput] {
  /// The parts beside one receipt that may contain further purchases.
  ///
  /// - Throws: `.invalidEncoding` if there is another receipt, or the remains of one.
  func unread(beside content: RecognizedInput.Content, _ layers: [InputLayer], nesting: Int) throws(ReceiptError)
    -> [UnreadPart]
  {
    var tally = UnreadTally()
    var inside: [UnreadPart] = []
    for remaining in self {
      let core = Blank.trimmed(remaining.bytes, ofNULToo: true)
      guard !core.isEmpty else { continue }
      let text = [UInt8](remaining.bytes[core])
      let found = OtherParts(text, nesting: nesting + 1)
      for part in found.parts {
        switch part.text.relation(to: content) {
        case .nothing: continue
        case .part(let kind): tally.add(kind, place: remaining.pointer, pointer: remaining.pointer)
        case .copy(let unread): inside += unread.below(remaining.pointer)
        case .contradiction where remaining.isOtherForm && part.text.isUnreadable:
          tally.add(.receipt, place: remaining.pointer, pointer: remaining.pointer)
        case .contradiction:
          var error = ReceiptError.severalReceipts(at: remaining.offset + core.lowerBound + part.offset)
          error.addPlace(layers.prefix(remaining.layerCount))
          throw error
        }
      }
      if remaining.isOtherFile { continue }
      // Behind bytes anything is unknown that is none of the parts above; in a text, only binary data is.
      let isUnknown =
        remaining.isBehindBytes ? found.parts.isEmpty : !found.isWhole && text.contains(where: Self.isControl)
      if isUnknown {
        tally.add(.unknown, place: remaining.pointer, pointer: remaining.pointer)
      }
    }
    return tally.parts + inside
  }

  /// Whether a byte never occurs in text, although binary data often contains it. The escape character is not counted,
  /// because it occurs in coloured log lines.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !byte.isASCIISpace && byte != 0x1B || byte == 0x7F
  }
}
