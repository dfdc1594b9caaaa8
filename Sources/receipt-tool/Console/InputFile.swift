import ReceiptKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads what an argument names: standard input, a file, a pipe or a device, or the receipt inside an app bundle.
enum InputFile {
  /// Where a receipt lies inside a directory, by preference.
  static let placesInDirectories = [
    // An app from the Mac App Store, and the folder inside it.
    "Contents/_MASReceipt/receipt", "_MASReceipt/receipt",
    // The container of an iOS app, and one that Xcode downloaded from a device (.xcappdata).
    "StoreKit/receipt", "StoreKit/sandboxReceipt", "AppData/StoreKit/receipt", "AppData/StoreKit/sandboxReceipt",
    // One of these folders itself.
    "receipt", "sandboxReceipt",
  ]

  /// Reads an argument to its end.
  ///
  /// - Parameters:
  ///   - argument: a path, or `-` for standard input.
  ///   - maximumBytes: the most bytes to accept; no more than one above it is ever read.
  /// - Throws: `.unreadable` with the system's reason, `.inputTooLarge`.
  static func read(_ argument: String, maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    if argument == "-" { return try readAll(STDIN_FILENO, "standard input", maximumBytes) }
    let path = isDirectory(argument) ? try receipt(inDirectory: argument) : argument
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    return try readAll(descriptor, quoted(path), maximumBytes)
  }

  private static func readAll(_ descriptor: Int32, _ name: String, _ maximumBytes: Int) throws(ReceiptError) -> [UInt8]
  {
    let limit = max(0, maximumBytes)
    var information = stat()
    let isRegular = fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    let size = isRegular ? Int(information.st_size) : 0
    // A file tells its size before it is read; its offset may be anywhere, so that only reading decides about
    // emptiness.
    if size > limit, lseek(descriptor, 0, SEEK_CUR) == 0 { throw tooLarge(name, size.description, limit) }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit))
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let wanted = min(chunk.count, limit - bytes.count + 1)
      let count = readSome(descriptor, &chunk, wanted)
      guard count >= 0 else { throw unreadable(name, errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw tooLarge(name, "more than \(limit)", limit) }
    }
  }

  private static func isDirectory(_ path: String) -> Bool { mode(path) == S_IFDIR }

  private static func mode(_ path: String) -> mode_t? {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
  }

  private static func receipt(inDirectory directory: String) throws(ReceiptError) -> String {
    let base = directory.hasSuffix("/") ? directory : directory + "/"
    for place in placesInDirectories where mode(base + place) == S_IFREG { return base + place }
    throw ReceiptError(
      .unreadable, "\(quoted(directory)) is a directory without a receipt in it",
      hint: "looked for \(placesInDirectories.joined(separator: ", ")); give the receipt's own path")
  }

  private static func tooLarge(_ name: String, _ size: String, _ limit: Int) -> ReceiptError {
    ReceiptError(
      .inputTooLarge, "\(name) has \(size) bytes; the limit is \(limit)", offset: limit,
      hint: "raise the limit with --max-size if this really is a receipt")
  }

  private static func unreadable(_ path: String, _ code: Int32) -> ReceiptError {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    // Somebody gave the receipt where its path belongs. It must not appear in a message.
    let isReceipt = path.utf8.count > 200 && (path.hasPrefix("MI") || path.hasPrefix("ewo") || path.hasPrefix("eyJ"))
    if isReceipt || code == ENAMETOOLONG {
      return ReceiptError(
        .unreadable, "the argument of \(path.utf8.count) characters is not the path of a file",
        hint: "if it is the receipt itself, pipe it into standard input and give - as the path")
    }
    let hint =
      switch code {
      case ENOENT, ENOTDIR: "check the path; - reads from standard input"
      case EACCES, EPERM: "the file is there, but not readable for you"
      default: "copy the file to another place and try again"
      }
    return ReceiptError(.unreadable, "\(quoted(path)) cannot be read: \(reason)", hint: hint)
  }

  /// Long paths by their end, which tells them apart.
  private static func quoted(_ path: String) -> String {
    path.unicodeScalars.count <= 120 ? path : "..." + String(path.suffix(100))
  }
}

/// `open`, again when a signal came in between.
private func openForReading(_ path: String) -> Int32 {
  while true {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

/// `read`, again when a signal came in between.
private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  while true {
    let result = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, min(count, $0.count)) }
    if result >= 0 || errno != EINTR { return result }
  }
}
