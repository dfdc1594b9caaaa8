/// One pasted text, or one opened file.
package struct PastedItem: Sendable {
  /// The name of the file.
  package var name: String?
  /// Whether it is the text of a mail.
  var isTextOfMail = false
  /// The number of the item among the parts of one text or file.
  private var number: Int?
  /// The content; untrusted.
  package var bytes: [UInt8]

  package init(name: String? = nil, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The name of the item in the language; `nil` if it is the whole pasted text.
  func label(in language: SummaryLanguage) -> String? {
    let part = number.map { ("item \(grouped: $0)" as Message).text(in: language) }
    let parts = [name, part].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The maximum number of parts to try.
  private static let maximumParts = 1_000

  /// The texts between empty lines, and the single lines, as separate items; empty if there is only one, or if there
  /// are too many.
  var blocks: [PastedItem] { named(textBlocks) }
  var lines: [PastedItem] { named(textLines) }

  private func named(_ parts: [[UInt8]]) -> [PastedItem] {
    guard (2...Self.maximumParts).contains(parts.count) else { return [] }
    return parts.enumerated().map { index, bytes in
      var item = PastedItem(name: name, bytes)
      item.number = index + 1
      return item
    }
  }

  /// Whether the text begins like JSON, signed data or a receipt, so that it may be damaged data.
  var looksLikeData: Bool {
    ["{", "[", "eyJ", "MI"].contains { bytes.starts(with: $0.utf8) }
  }

  /// Whether a receipt, or what could be one, stands among other bytes.
  var hidesReceipt: Bool { InputRecognizer.findsOther(in: bytes, than: nil) }

  private var textLines: [[UInt8]] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map(Array.init).filter { !Self.isBlank($0) }
  }

  private var textBlocks: [[UInt8]] {
    var blocks: [[UInt8]] = [[]]
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if Self.isBlank(line) {
        if blocks.last?.isEmpty == false { blocks.append([]) }
      } else {
        blocks[blocks.count - 1] += line + [UInt8(ascii: "\n")]
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
  }
}
