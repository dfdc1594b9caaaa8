import ArgumentParser
import ReceiptKit
import SystemLibrary

/// The file of `--summary`. It is tested before the work begins, so that a wrong path is reported immediately, and
/// written as a whole at the end. Until then the file does not exist, so that an old summary is never mistaken for the
/// summary of a run that failed.
struct SummaryFile {
  private let path: String
  /// A target that cannot be replaced by another file: a pipe, a device, or a file in a folder that is not writable.
  private let descriptor: Int32?
  private let mode: mode_t

  /// Removes an existing summary.
  ///
  /// - Parameter others: paths that the run reads and that the summary must not replace; `-` is standard input.
  /// - Throws: ``CommandFailure``; `UsageError` if the path is one of these, receives results or messages, or is a
  ///   file that is not a summary.
  init(_ path: String, notIn others: [String], _ console: Console) throws {
    try Self.checkIsUnused(path, others, console)
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
    try Self.checkIsSummary(self.path, named: path, console)
    var information = stat()
    // With a dangling link, the file would be created at the link's target, and the link would be replaced later.
    let noFollow = stat(self.path, &information) == 0 ? 0 : O_NOFOLLOW
    let descriptor = open(self.path, O_WRONLY | O_CREAT | O_CLOEXEC | noFollow, 0o644)
    guard descriptor >= 0, fstat(descriptor, &information) == 0 else { throw Self.failure(path) }
    mode = information.st_mode & 0o777
    if information.st_mode & S_IFMT == S_IFREG, unlink(self.path) == 0 {
      close(descriptor)
      self.descriptor = nil
    } else {
      _ = ftruncate(descriptor, 0)
      self.descriptor = descriptor
    }
  }

  /// Writes the whole file.
  func write(_ bytes: [UInt8]) throws {
    if let descriptor {
      guard Console.writeAll(bytes, to: descriptor), close(descriptor) == 0 else { throw Self.failure(path) }
      return
    }
    // The temporary file is in the same folder, so that renaming it gives the final path either the whole file or none.
    var temporary = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw Self.failure(path) }
    // With EINVAL or ENOTSUP, the file system cannot synchronise, and the file is written all the same.
    let isWritten =
      Console.writeAll(bytes, to: descriptor) && fchmod(descriptor, mode) == 0
      && (synchronize(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP)
    guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
      let failure = Self.failure(path)
      unlink(temporary)
      throw failure
    }
  }

  /// Rejects a file that the run reads as an input, or that receives its results or messages.
  private static func checkIsUnused(_ path: String, _ others: [String], _ console: Console) throws {
    var summary = stat()
    guard stat(path, &summary) == 0 else { return }
    func isSame(_ other: stat) -> Bool { other.st_dev == summary.st_dev && other.st_ino == summary.st_ino }
    var other = stat()
    if fstat(console.output, &other) == 0, isSame(other), !isNull(summary) {
      throw UsageError("--summary \(path) is where the results go; give it a file of its own")
    }
    if fstat(console.errorOutput, &other) == 0, isSame(other), !isNull(summary) {
      throw UsageError("--summary \(path) is where the messages go; give it a file of its own")
    }
    for source in others {
      let found = source == "-" ? fstat(console.input, &other) : stat(source, &other)
      guard found == 0, isSame(other), !isNull(summary) else { continue }
      throw UsageError("--summary \(path) would write over an input; give it a file of its own")
    }
  }

  /// The maximum size; real summaries are smaller, with one line per source.
  private static let maximumBytes = 64 << 20

  /// Rejects a file that is not exactly one whole summary: it is the user's own file, and is kept.
  private static func checkIsSummary(_ path: String, named given: String, _ console: Console) throws {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size > 0 else {
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(given) }
    defer { close(descriptor) }
    let bytes = try? console.readAll(descriptor, path: given, what: "summary", maximumBytes: maximumBytes)
    guard let bytes, StreamSummary.isSummary(bytes) else {
      throw UsageError("--summary \(given) is there and is not a summary of a stream; give it a file of its own")
    }
  }

  /// Whether the target is the null device, which any number of outputs may share.
  private static func isNull(_ information: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_dev == information.st_dev && null.st_ino == information.st_ino
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(unwritable: path, errorText(errno))
  }
}
