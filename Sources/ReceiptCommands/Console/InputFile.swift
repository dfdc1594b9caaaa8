import Decompression
import ReceiptKit
import SystemLibrary

/// What kind of file a path leads to, which files are in a folder, and why an input cannot be read.
///
/// ``Console/read(_:_:maximumBytes:searchesDirectories:)`` reads the input that an argument names.
package enum InputFile {
  /// The error for a directory given as a source of lines.
  static func noLines(inDirectory path: String) -> ReceiptError {
    ReceiptError(
      .unreadable, "\(shortened(path)) is a directory",
      hint: "--stream reads files of lines; without it, the receipt in an app bundle is found")
  }

  /// The error for a ZIP archive given as a source of lines.
  static func noLines(inArchive path: String) -> ReceiptError {
    ReceiptError(
      .otherFormat, "a ZIP archive, which has no lines",
      hint:
        """
        unpack the file with the lines on the way: unzip -p \(path == "-" ? "FILE" : shortened(path)) NAME \
        | receipt-tool …; without --stream, the receipt in an archive is found
        """
    )
  }

  /// The paths of the files in a folder, except names that begin with a dot, ordered by name.
  ///
  /// - Throws: `.unreadable` with the system's reason, also if only a part of the folder can be read; and for anything
  ///   that is neither a file nor a folder, because reading a pipe would wait for a writer.
  package static func files(inFolder folder: String) throws(ReceiptError) -> [String] {
    guard let directory = opendir(FileName.bytes(folder)) else { throw unreadable(folder, errno) }
    defer { closedir(directory) }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    func nextEntry() -> UnsafeMutablePointer<dirent>? {
      // `readdir` returns `nil` at the end and after an error; only `errno` shows which.
      errno = 0
      return readdir(directory)
    }
    while let entry = nextEntry() {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { FileName.text(Array($0.prefix { $0 != 0 })) }
      guard !name.hasPrefix(".") else { continue }
      let path = start + name
      if isDirectory(path) { continue }
      guard !isSpecial(path) else {
        throw ReceiptError(
          .unreadable, "\(shortened(path)) is a pipe, a socket or a device, and no file",
          hint: "take it out of the folder"
        )
      }
      paths.append(path)
    }
    guard errno == 0 else { throw unreadable(folder, errno) }
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

  /// The kind of file at a path; `nil` and the system's error code if the path cannot be examined.
  private static func kind(_ path: String) -> (mode: mode_t?, code: Int32) {
    var information = stat()
    return stat(FileName.bytes(path), &information) == 0 ? (information.st_mode & S_IFMT, 0) : (nil, errno)
  }

  /// The path of the receipt in an app bundle.
  static func receipt(inDirectory directory: String) throws(ReceiptError) -> String {
    let base = directory.hasSuffix("/") ? directory : directory + "/"
    // The first place that cannot be examined, for a reason other than that nothing is there.
    var closed: (path: String, code: Int32)?
    for place in PackedInput.placesInDirectories {
      let (mode, code) = kind(base + place)
      if mode == S_IFREG { return base + place }
      let isMissing = code == ENOENT || code == ENOTDIR
      if closed == nil, mode == nil, !isMissing { closed = (base + place, code) }
    }
    if let closed {
      throw ReceiptError(
        .unreadable, "\(shortened(closed.path)) cannot be looked for: \(errorText(closed.code))",
        hint: "a folder on the way to it is closed to you, or broken; give a copy of the receipt by its own path")
    }
    throw ReceiptError(
      .unreadable, "\(shortened(directory)) is a directory without a receipt in it",
      hint: "looked for \(PackedInput.placesInDirectories.joined(separator: ", ")); give the receipt's own path")
  }

  /// Why a source cannot be read; `-` is standard input.
  static func unreadable(source: String, _ code: Int32) -> ReceiptError {
    source == "-" ? unreadableInput(code) : unreadable(source, code)
  }

  /// Why the file at a path cannot be read.
  ///
  /// - Parameter hint: the hint if there is no such file, which is then not an input; `nil` for an input.
  static func unreadable(_ path: String, _ code: Int32, ifMissing hint: Message? = nil) -> ReceiptError {
    let isMissing = code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG
    // The user gave the receipt itself instead of its path. It must not appear in a message.
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
      return ReceiptError(.unreadable, "\(shortened(path)) is a directory", hint: "give the path of a file in it")
    }
    if isMissing, hint == nil, let error = identifier(path) { return error }
    let hint: Message? =
      switch code {
      case ENOENT, ENOTDIR: hint ?? "check the path; - reads from standard input"
      case EACCES, EPERM: "the file is there, but not readable for you"
      default: "copy the file to another place and try again"
      }
    return ReceiptError(.unreadable, "\(shortened(path)) cannot be read: \(errorText(code))", hint: hint)
  }

  /// Why standard input cannot be read.
  static func unreadableInput(_ code: Int32) -> ReceiptError {
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
    // A shorter text is more likely the mistyped name of a file.
    guard name.utf8.count >= 8, let error = ReceiptError.identifier(name) else { return nil }
    let isArgumentOfHistory = error.code == .transactionIdentifier || error.cause == .orderNumber
    // A text as long as a shared secret may be one, so it is not shown.
    let shown: Message = name.utf8.count == 32 ? "the argument" : "\(shortened(text))"
    return ReceiptError(
      .unreadable, "\(shown) is not a file: \(error.message)",
      hint: isArgumentOfHistory ? "`receipt-tool history \(name)` asks Apple for it" : error.hint)
  }

  /// Whether the text begins like a receipt, and is too long to be the name of a file that begins so by chance.
  private static func looksLikeReceipt(_ text: String) -> Bool {
    text.utf8.count >= 24 && text.utf8.beginsLikeReceipt
  }

  /// Shortens a long path to its end, because the end distinguishes it.
  ///
  /// Text that does not begin like a full path may be the middle of a receipt, so less of it is shown.
  static func shortened(_ path: String) -> String {
    if path.hasPrefix("/") { return path.unicodeScalars.count <= 120 ? path : "..." + String(path.suffix(100)) }
    return path.unicodeScalars.count <= 60 ? path : "..." + String(path.suffix(57))
  }
}
