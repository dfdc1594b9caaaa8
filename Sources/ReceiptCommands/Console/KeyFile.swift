import ReceiptKit
import ReceiptRedaction
import SystemLibrary

/// The file with the key for pseudonyms.
extension RedactionKey {
  /// The maximum size; real keys are never longer.
  private static let maximumBytes = 4096

  /// Reads the key of `--key-file`.
  ///
  /// - Throws: ``UnusableOption``.
  static func read(_ path: String, _ console: Console) throws -> RedactionKey {
    do throws(ReceiptError) {
      return try RedactionKey(file: try console.readPrivate(path, maximumBytes: maximumBytes))
    } catch {
      let isTooLong = error.code == .inputTooLarge
      throw UnusableOption(
        option: "--key-file", source: path,
        error: isTooLong
          ? ReceiptError(.unreadable, "this is not a key file: it has more than \(maximumBytes) bytes") : error)
    }
  }

  /// Writes a new key into a new file that only its owner can read.
  static func create(_ path: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(
        unwritable: path,
        errno == EEXIST ? "there is a file of this name, and keys are never overwritten" : errorText(errno))
    }
    // Sets the mode independently of the umask, which may have reduced it: the owner needs exactly this mode.
    let isPrivate = fchmod(descriptor, 0o600) == 0
    let isWritten = isPrivate && Console.writeAll(Array(RedactionKey.random().fileText.utf8), to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      unlink(path)
      throw CommandFailure(unwritable: path, errorText(code))
    }
  }
}
