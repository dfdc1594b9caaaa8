import ReceiptKit

/// Reads secrets from files: on a command line every user of the machine could see them.
enum SecretFile {
  /// No secret of Apple's and no token is longer.
  private static let maximumBytes = 4096

  /// Reads the one line of a file.
  ///
  /// - Throws: an ``UnusableOption`` that names the option.
  static func read(_ file: String, option: String) throws -> Secret {
    do throws(ReceiptError) {
      var bytes = try InputFile.read(file, maximumBytes: maximumBytes, searchesDirectories: false)
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      guard !bytes.isEmpty else {
        throw ReceiptError(.emptyInput, "the file is empty", hint: "put the secret into it, on one line")
      }
      guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw ReceiptError(
          .otherFormat, "the file holds more than one word of printable ASCII",
          hint: "put the secret into it and nothing else, on one line")
      }
      return Secret(bytes)
    } catch {
      throw UnusableOption(option: option, source: file, error: error)
    }
  }
}
