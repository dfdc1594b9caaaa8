import ReceiptKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file of `--summary`: opened before the work begins, so that a wrong path costs no more than a moment.
struct SummaryFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  /// Writes the whole file.
  func write(_ bytes: [UInt8]) throws {
    guard ftruncate(descriptor, 0) == 0 || errno == EINVAL, Console.writeAll(bytes, to: descriptor),
      close(descriptor) == 0
    else { throw Self.failure(path) }
  }

  private static func failure(_ path: String) -> UnwritableFile {
    UnwritableFile(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A file that cannot be written.
struct UnwritableFile: Error {
  let path: String
  let reason: String
}
