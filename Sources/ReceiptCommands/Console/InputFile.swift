import Decompression
import ReceiptKit

import SystemLibrary

/// The input that an argument names.
///
/// The input is standard input, a file, a pipe or a device, or the receipt inside an app bundle, plain or compressed.
package enum InputFile {
  /// The content of compressed bytes and archives. The limit also applies to the decompressed size.
  fileprivate static func unpacked<Content>(
    _ bytes: [UInt8], _ path: String?, _ maximumBytes: Int,
    _ unpack: ([UInt8], String?, Int) throws(ReceiptError) -> Content
  ) throws(ReceiptError) -> Content {
    do throws(ReceiptError) {
      return try unpack(bytes, path.map(quoted), max(0, maximumBytes))
    } catch {
      var error = error
      // The caller that prints an error names the input, except for unreadable ones.
      if error.code == .unreadable, let path { error.message = "\(quoted(path)): \(error.message)" }
      throw error
    }
  }

  /// The error for a directory given as a source of lines.
  static func noLines(_ path: String) -> ReceiptError {
    ReceiptError(
      .unreadable, "\(quoted(path)) is a directory",
      hint: "--stream reads files of lines; without it, the receipt in an app bundle is found")
  }

  /// The error for a ZIP archive given as a source of lines.
  static func noLines(inArchive path: String) -> ReceiptError {
    ReceiptError(
      .otherFormat, "a ZIP archive, which has no lines",
      hint:
        """
        unpack the file with the lines on the way: unzip -p \(path == "-" ? "FILE" : quoted(path)) NAME \
        | receipt-tool …; without --stream, the receipt in an archive is found
        """
    )
  }

  /// The paths of the files in a folder, except names that begin with a dot, ordered by name.
  ///
  /// - Throws: `.unreadable` with the system's reason, and for anything that is neither a file nor a folder: reading a
  ///   pipe would wait for a writer.
  package static func files(inFolder folder: String) throws(ReceiptError) -> [String] {
    guard let directory = opendir(FileName.bytes(folder)) else { throw unreadable(folder, errno) }
    defer { closedir(directory) }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { FileName.text(Array($0.prefix { $0 != 0 })) }
      guard !name.hasPrefix(".") else { continue }
      let path = start + name
      if isDirectory(path) { continue }
      guard !isSpecial(path) else {
        throw ReceiptError(
          .unreadable, "\(quoted(path)) is a pipe, a socket or a device, and no file", hint: "take it out of the folder"
        )
      }
      paths.append(path)
    }
    return paths.sorted()
  }

  /// Whether a path leads to a directory.
  static func isDirectory(_ path: String) -> Bool { kind(path).mode == S_IFDIR }

  /// Whether a path leads to a pipe, a socket or a device. Returns `false` if the path cannot be examined; reading then
  /// reports the reason.
  static func isSpecial(_ path: String) -> Bool {
    guard let mode = kind(path).mode else { return false }
    return mode != S_IFREG && mode != S_IFDIR
  }

  /// Whether a path leads to a pipe that has a name in the file system. `/dev/fd/63`, an end of a pipe that this
  /// process already has, does not count: Linux resolves it to no file, and other systems resolve it to itself.
  static func isNamedPipe(_ path: String) -> Bool {
    guard kind(path).mode == S_IFIFO, let resolved = FilePermissions.resolved(path) else { return false }
    return !resolved.hasPrefix("/dev/fd/")
  }

  /// The kind of file at a path, or the error if unknown.
  private static func kind(_ path: String) -> (mode: mode_t?, code: Int32) {
    var information = stat()
    return stat(FileName.bytes(path), &information) == 0 ? (information.st_mode & S_IFMT, 0) : (nil, errno)
  }

  fileprivate static func receipt(inDirectory directory: String) throws(ReceiptError) -> String {
    let base = directory.hasSuffix("/") ? directory : directory + "/"
    var closed: (path: String, code: Int32)?
    for place in PackedInput.placesInDirectories {
      let (mode, code) = kind(base + place)
      if mode == S_IFREG { return base + place }
      if closed == nil, mode == nil, code != ENOENT, code != ENOTDIR { closed = (base + place, code) }
    }
    if let closed {
      throw ReceiptError(
        .unreadable, "\(quoted(closed.path)) cannot be looked for: \(errorText(closed.code))",
        hint: "a folder on the way to it is closed to you, or broken; give a copy of the receipt by its own path")
    }
    throw ReceiptError(
      .unreadable, "\(quoted(directory)) is a directory without a receipt in it",
      hint: "looked for \(PackedInput.placesInDirectories.joined(separator: ", ")); give the receipt's own path")
  }

  /// Why a source cannot be read; `-` is standard input.
  static func unreadable(source: String, _ code: Int32) -> ReceiptError {
    source == "-" ? unreadableInput(code) : unreadable(source, code)
  }

  fileprivate static func unreadable(_ path: String, _ code: Int32, ifMissing hint: Message? = nil) -> ReceiptError {
    // The user gave the receipt itself instead of its path. It must not appear in a message.
    let isMissing = code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG
    if isMissing, looksLikeReceipt(path) {
      return ReceiptError(
        .unreadable,
        """
        the argument of \(grouped: path.utf8.count) characters is not a path: it looks like a receipt pasted as an \
        argument
        """,
        hint: "pipe it into standard input and give - as the path")
    }
    if code == ENAMETOOLONG {
      return ReceiptError(
        .unreadable, "the argument of \(grouped: path.utf8.count) characters is not the path of a file",
        hint: "if it is the receipt itself, pipe it into standard input and give - as the path")
    }
    if code == EISDIR {
      return ReceiptError(.unreadable, "\(quoted(path)) is a directory", hint: "give the path of a file in it")
    }
    if isMissing, hint == nil, let error = identifier(path) { return error }
    let hint: Message? =
      switch code {
      case ENOENT, ENOTDIR: hint ?? "check the path; - reads from standard input"
      case EACCES, EPERM: "the file is there, but not readable for you"
      default: "copy the file to another place and try again"
      }
    return ReceiptError(.unreadable, "\(quoted(path)) cannot be read: \(errorText(code))", hint: hint)
  }

  fileprivate static func unreadableInput(_ code: Int32) -> ReceiptError {
    code == EISDIR
      ? ReceiptError(
        .unreadable, "standard input is a directory", hint: "give the directory as an argument, without <")
      : ReceiptError(
        .unreadable, "standard input cannot be read: \(errorText(code))",
        hint: "pipe the receipt into standard input, or give its path as an argument")
  }

  /// The error if the name of a purchase, an app or a secret is given instead of the path of a file; `nil` otherwise.
  private static func identifier(_ text: String) -> ReceiptError? {
    // Plug-ins write `appstore:2000000912345678`.
    let name = String(text.trimmingPrefix("appstore:"))
    guard name.utf8.count >= 8, let error = ReceiptError.identifier(name) else { return nil }
    let isAsked = error.code == .transactionIdentifier || name.hasPrefix("M")
    // A text as long as a shared secret may be one, so it is not shown.
    let shown: Message = name.utf8.count == 32 ? "the argument" : "\(quoted(text))"
    return ReceiptError(
      .unreadable, "\(shown) is not a file: \(error.message)",
      hint: isAsked ? "`receipt-tool history \(name)` asks Apple for it" : error.hint)
  }

  /// Whether the text is longer than any file name and begins like a receipt.
  private static func looksLikeReceipt(_ text: String) -> Bool {
    text.utf8.count >= 24 && text.utf8.beginsLikeReceipt
  }

  /// Shortens a long path to its end, because the end distinguishes it.
  ///
  /// Text that does not begin like a full path may be the middle of a receipt, so less of it is shown.
  static func quoted(_ path: String) -> String {
    if path.hasPrefix("/") { return path.unicodeScalars.count <= 120 ? path : "..." + String(path.suffix(100)) }
    return path.unicodeScalars.count <= 60 ? path : "..." + String(path.suffix(57))
  }
}

extension Console {
  /// Reads an argument to its end.
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
      return try InputFile.unpacked(try readAll(input, nil, what, maximumBytes), nil, maximumBytes, unpack)
    }
    let path =
      InputFile.isDirectory(argument) && searchesDirectories ? try InputFile.receipt(inDirectory: argument) : argument
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try InputFile.unpacked(try readAll(descriptor, path, what, maximumBytes), path, maximumBytes, unpack)
  }

  /// Reads standard input to its end. On a terminal, reads one line, which the user can see and correct.
  func readName(maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    guard isInputTerminal else { return try readAll(input, nil, "name", maximumBytes) }
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
        .unreadable, "\(InputFile.quoted(path)) is the ledger of this command, and no input",
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

  private static func status(_ path: String) -> stat? {
    var found = stat()
    return stat(FileName.bytes(path), &found) == 0 ? found : nil
  }

  /// Reads to the end; `path` is `nil` for standard input.
  func readAll(
    _ descriptor: Int32, _ path: String?, _ what: Message?, _ maximumBytes: Int
  ) throws(ReceiptError) -> [UInt8] {
    let limit = max(0, maximumBytes)
    if isatty(descriptor) == 1, let text = try TerminalInput.read(self, descriptor, what, maximumBytes: limit) {
      return text
    }
    var information = stat()
    let isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    let size = isRegular ? Int(information.st_size) : 0
    // The size of a file is known before reading, but its offset may be anywhere. So only reading shows whether it is
    // empty.
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
