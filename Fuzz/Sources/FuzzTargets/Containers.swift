@testable import Decompression
@testable import ReceiptReading

extension FuzzTarget {
  /// A mail, whatever follows its first field, is taken apart or refused; its parts are no longer than it is.
  static let mail = FuzzTarget(name: "mail", usualLength: 2048) { input in
    let text = Array("MIME-Version: 1.0\n".utf8) + input
    guard let mail = MailParts(text, 0..<text.count) else { return }
    require(mail.parts.count <= MailParts.maximumParts, "the number of parts is limited")
    require(mail.parts.reduce(0) { $0 + $1.bytes.count } <= text.count, "nothing grows")
    _ = try InputText(text).readMail()
  }

  /// An archive is read or refused; of a file comes no more than was asked for, and no other length than it announces.
  static let zipArchive = FuzzTarget(name: "zip-archive", usualLength: 2048) { input in
    let archive = try ZipArchive(input)
    for entry in archive.entries.prefix(4) {
      for limit in [0, 1 << 16] {
        guard let content = try? archive.read(entry, upTo: limit) else { continue }
        require(
          content.count == limit + 1 || content.count <= limit && content.count == entry.size, "a length that fits")
      }
    }
  }
}
