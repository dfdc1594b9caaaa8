import ReceiptKit
import ReceiptRedaction

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file with the key of pseudonyms. Nobody but its owner may read it.
enum KeyFile {
  /// Longer than any key that anybody makes.
  private static let maximumBytes = 4096

  /// Reads a key; the permissions are those of what was opened, not of what the path named a moment before.
  static func read(_ path: String) throws(ReceiptError) -> RedactionKey {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot be read", errno) }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw failure("cannot be read", errno) }
    guard information.st_mode & S_IFMT != S_IFDIR else { throw failure("cannot be read", EISDIR) }
    guard information.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
      throw ReceiptError(
        .unreadable, "others can read or change this key file (mode \(octal(information.st_mode)))",
        hint: "chmod 600 it, or make another key with --new-key if somebody may have read it")
    }
    var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          Darwin.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #elseif canImport(Musl)
          Musl.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #else
          Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        #endif
      }
      if more < 0 && errno == EINTR { continue }
      guard more >= 0 else { throw failure("cannot be read", errno) }
      if more == 0 { break }
      count += more
    }
    guard count <= maximumBytes else {
      throw ReceiptError(.unreadable, "this is no key file: it has more than \(maximumBytes) bytes")
    }
    return try RedactionKey(file: Array(bytes[..<count]))
  }

  /// Writes a new key into a file that was not there, readable for its owner alone.
  static func create(_ path: String) throws(ReceiptError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? ReceiptError(.unreadable, "there is a file of this name, and keys are never overwritten")
        : failure("cannot be written", errno)
    }
    // Whatever umask says: the mode may have become less, but for the owner it has to be this.
    let isPrivate = fchmod(descriptor, 0o600) == 0
    let isWritten = isPrivate && Console.writeAll(Array(RedactionKey.random().fileText.utf8), to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else {
      unlink(path)
      throw failure("cannot be written", code)
    }
  }

  private static func failure(_ what: String, _ code: Int32) -> ReceiptError {
    ReceiptError(.unreadable, "the key file \(what): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")")
  }

  private static func octal(_ mode: mode_t) -> String { String(mode & 0o777, radix: 8) }
}
