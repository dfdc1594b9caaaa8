import ReceiptKit
import ReceiptRedaction

import SystemLibrary

/// The file with the key for pseudonyms.
enum KeyFile {
  /// The maximum size; real keys are never longer.
  private static let maximumBytes = 4096

  /// Reads a key.
  static func read(_ path: String, _ console: Console) throws(ReceiptError) -> RedactionKey {
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try console.readPrivate(path, maximumBytes: maximumBytes)
    } catch {
      guard error.code == .inputTooLarge else { throw error }
      throw ReceiptError(.unreadable, "this is not a key file: it has more than \(maximumBytes) bytes")
    }
    return try RedactionKey(file: bytes)
  }

  /// Writes a new key into a new file that only its owner can read.
  static func create(_ path: String, _ console: Console) throws(UnwritableFile) {
    console.holdSecret()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? UnwritableFile(path: path, reason: "there is a file of this name, and keys are never overwritten")
        : failure(path, errno)
    }
    // Sets the mode independently of the umask, which may have reduced it: the owner needs exactly this mode.
    let isPrivate = fchmod(descriptor, 0o600) == 0
    let isWritten = isPrivate && Console.writeAll(Array(RedactionKey.random().fileText.utf8), to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      unlink(path)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> UnwritableFile {
    UnwritableFile(path: path, reason: errorText(code))
  }
}
