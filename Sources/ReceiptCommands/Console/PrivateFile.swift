import ReceiptKit
import SystemLibrary

/// Private files: shared secrets, tokens, keys.
extension Console {
  /// Reads a file that others must not be able to read, change or replace (``FilePermissions``).
  ///
  /// The function prints a note if the group of the file can read it. The shell's `<(…)` is read, but no pipe with a
  /// name, because that would wait until somebody writes.
  ///
  /// - Throws: `.unreadable`, `.inputTooLarge`.
  package func readPrivate(
    _ path: String, maximumBytes: Int, isQuiet: Bool = false, ifMissing hint: Message = "check the path"
  ) throws(ReceiptError) -> [UInt8] {
    guard !InputFile.isNamedPipe(path) else {
      throw ReceiptError(.unreadable, "it is a pipe, and no file", hint: "put it into a file that only you can read")
    }
    let descriptor = try open(path, ifMissing: hint)
    defer { close(descriptor) }
    // A folder is not judged: reading it fails below, with the system's reason.
    let permissions = FilePermissions(descriptor: descriptor).flatMap { $0.isFolder ? nil : $0 }
    switch permissions?.assessment(of: .secret) {
    case .refused(let reason):
      throw ReceiptError(
        .unreadable, Message(english: reason),
        hint: "chmod 600 it, and make another secret if somebody may have read or changed this one"
      )
    case .noted(let text) where !isQuiet: note("note: \(path): \(text); chmod 600 keeps it yours")
    case .noted, .fine, nil: break
    }
    if permissions != nil { try Self.refuseReplaceable(path) }
    return try readAll(descriptor, path: path, what: "text", maximumBytes: maximumBytes)
  }

  /// Rejects a file that others can replace, because they can change a folder on the way to it.
  private static func refuseReplaceable(_ path: String) throws(ReceiptError) {
    for folder in FilePermissions.folders(above: path) {
      guard
        case .refused(let reason)? = FilePermissions(path: folder, followsLinks: true)?.assessment(of: .folder)
      else { continue }
      throw ReceiptError(
        .unreadable, "the folder \(InputFile.shortened(folder)), through which it is found: \(reason)",
        hint: "chmod 700 the folder, or keep the file in another")
    }
  }

  /// Reads a file only to compare its content. Its permissions are not checked, because nothing is signed with it.
  ///
  /// - Throws: `.inputTooLarge`; `.unreadable`, even for a pipe, because reading it would wait for a writer.
  package func readToCompare(_ path: String, maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    guard !InputFile.isSpecial(path) else {
      throw ReceiptError(.unreadable, "it is a pipe, a socket or a device, and no file")
    }
    let descriptor = try open(path, ifMissing: "check the path")
    defer { close(descriptor) }
    return try readAll(descriptor, path: path, what: "text", maximumBytes: maximumBytes)
  }
}
