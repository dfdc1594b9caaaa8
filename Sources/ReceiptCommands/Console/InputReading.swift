import Decompression
import ReceiptKit
import SystemLibrary

/// Reading an input: standard input, a file, a pipe or a device, or the receipt inside an app bundle, plain or
/// compressed.
extension Console {
  /// Reads an argument to its end, and unpacks it if it is compressed or an archive.
  ///
  /// - Parameters:
  ///   - argument: a path, or `-` for standard input.
  ///   - what: the name of the input in a terminal's prompt; `nil` prints no prompt.
  ///   - maximumBytes: the maximum number of bytes to accept; no more than one above it is ever read.
  ///   - searchesDirectories: whether a directory means the receipt inside it.
  /// - Throws: `.unreadable` with the system's reason, `.inputTooLarge`.
  package func read(
    _ argument: String, _ what: Message? = "text", maximumBytes: Int, searchesDirectories: Bool = true
  ) throws(ReceiptError) -> [UInt8] {
    try read(argument, what, maximumBytes, searchesDirectories: searchesDirectories, unpack: PackedInput.plain)
  }

  /// Reads an argument to its end, as one item or as the files of an archive.
  package func readItems(
    _ argument: String, _ what: Message?, maximumBytes: Int
  ) throws(ReceiptError) -> [PastedItem] {
    try read(argument, what, maximumBytes, searchesDirectories: true, unpack: PackedInput.items)
  }

  private func read<Content>(
    _ argument: String, _ what: Message?, _ maximumBytes: Int, searchesDirectories: Bool,
    unpack: ([UInt8], String?, Int) throws(ReceiptError) -> Content
  ) throws(ReceiptError) -> Content {
    if argument == "-" {
      let bytes = try readAll(input, path: nil, what: what, maximumBytes: maximumBytes)
      return try unpacked(bytes, path: nil, maximumBytes: maximumBytes, unpack)
    }
    let path =
      InputFile.isDirectory(argument) && searchesDirectories ? try InputFile.receipt(inDirectory: argument) : argument
    let descriptor = try open(path)
    defer { close(descriptor) }
    let bytes = try readAll(descriptor, path: path, what: what, maximumBytes: maximumBytes)
    return try unpacked(bytes, path: path, maximumBytes: maximumBytes, unpack)
  }

  /// The content of compressed bytes and archives. The limit also applies to the decompressed size.
  private func unpacked<Content>(
    _ bytes: [UInt8], path: String?, maximumBytes: Int,
    _ unpack: ([UInt8], String?, Int) throws(ReceiptError) -> Content
  ) throws(ReceiptError) -> Content {
    do throws(ReceiptError) {
      return try unpack(bytes, path.map(InputFile.shortened), max(0, maximumBytes))
    } catch {
      var error = error
      // The caller that prints an error names the input, except for unreadable ones.
      if error.code == .unreadable, let path { error.message = "\(InputFile.shortened(path)): \(error.message)" }
      throw error
    }
  }

  /// Reads standard input to its end. On a terminal, reads one line, which the user can see and correct.
  func readName(maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    guard isInputTerminal else { return try readAll(input, path: nil, what: "name", maximumBytes: maximumBytes) }
    note("Type the name, then Enter.")
    var line = [UInt8](repeating: 0, count: maximumBytes)
    let count = line.withUnsafeMutableBytes { readSome(input, into: $0) }
    guard count >= 0 else { throw InputFile.unreadableInput(errno) }
    return Array(line[..<count])
  }

  /// Reads a line that the user types at a terminal, up to Enter; empty at the end of the input.
  package func readLine() throws(ReceiptError) -> String {
    var line = [UInt8](repeating: 0, count: 1_024)
    let count = line.withUnsafeMutableBytes { readSome(input, into: $0) }
    guard count >= 0 else { throw InputFile.unreadableInput(errno) }
    return String(decoding: line[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Opens a file, a pipe or a device for reading; the caller must close it.
  ///
  /// - Parameter hint: what the error suggests if the file is missing. With `nil` the file is an input, and the error
  ///   suggests `-` for standard input.
  /// - Throws: `.unreadable` with the system's reason.
  func open(_ path: String, ifMissing hint: Message? = nil) throws(ReceiptError) -> Int32 {
    guard !path.isEmpty else {
      throw ReceiptError(
        .unreadable, "an empty path was given",
        hint: "a variable of the shell may be unset; - reads from standard input")
    }
    guard !isDatabase(path) else {
      throw ReceiptError(
        .unreadable, "\(InputFile.shortened(path)) is the ledger of this command, and no input",
        hint: "name the file that is meant")
    }
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { throw InputFile.unreadable(path, errno, ifMissing: hint) }
    return descriptor
  }

  /// Whether a path leads to a file of an open ledger, on which SQLite has locks.
  private func isDatabase(_ path: String) -> Bool {
    let databases = openDatabases
    guard !databases.isEmpty, let file = Self.status(path) else { return false }
    return databases.flatMap { [$0, $0 + "-shm"] }.compactMap(Self.status).contains {
      $0.st_ino == file.st_ino && $0.st_dev == file.st_dev
    }
  }

  /// What the system says of the file at a path; `nil` if it cannot be examined.
  private static func status(_ path: String) -> stat? {
    var found = stat()
    return stat(FileName.bytes(path), &found) == 0 ? found : nil
  }

  /// Reads a descriptor to its end, without decompression.
  ///
  /// - Parameters:
  ///   - path: for errors; `nil` for standard input.
  ///   - what: see ``read(_:_:maximumBytes:searchesDirectories:)``.
  func readAll(
    _ descriptor: Int32, path: String?, what: Message?, maximumBytes: Int
  ) throws(ReceiptError) -> [UInt8] {
    let limit = max(0, maximumBytes)
    if isatty(descriptor) == 1, let text = try TerminalInput.read(self, descriptor, what, maximumBytes: limit) {
      return text
    }
    var information = stat()
    let isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    let size = isRegular ? Int(information.st_size) : 0
    // A file at its beginning is rejected before it is read. At another offset, which a shell may have set, only
    // reading shows how much is left.
    if size > limit, lseek(descriptor, 0, SEEK_CUR) == 0 { throw .tooLarge(size.grouped, limit) }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit))
    // The buffer is at most one octet larger than the file, so that a small file needs little memory.
    var chunk = [UInt8](repeating: 0, count: size > 0 ? min(size + 1, 1 << 16) : 1 << 16)
    while true {
      let wanted = min(chunk.count, limit - bytes.count + 1)
      let count = chunk.withUnsafeMutableBytes {
        readSome(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
      }
      guard count >= 0 else { throw path.map { InputFile.unreadable($0, errno) } ?? InputFile.unreadableInput(errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk.prefix(count))
      if bytes.count > limit { throw .tooLarge("more than \(limit.grouped)", limit) }
    }
  }
}

/// `open`, repeated after an interruption by a signal.
private func openForReading(_ path: String) -> Int32 {
  let name = FileName.bytes(path)
  while true {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}
