import ReceiptKit
import SystemLibrary

/// Private files: shared secrets, tokens, keys.
extension Console {
  /// Reads a file that others must not be able to read or change (``FilePermissions``).
  ///
  /// The function prints a note if the group of the file can read it.
  ///
  /// - Throws: `.unreadable`, `.inputTooLarge`.
  package func readPrivate(
    _ path: String, maximumBytes: Int, isQuiet: Bool = false, ifMissing hint: String = "check the path"
  ) throws(ReceiptError) -> [UInt8] {
    holdSecret()
    let descriptor = try open(path, ifMissing: hint)
    defer { close(descriptor) }
    let permissions = FilePermissions(descriptor: descriptor).flatMap { $0.isFolder ? nil : $0 }
    switch permissions?.judgement(of: .secret) {
    case .refused(let reason):
      throw ReceiptError(
        .unreadable, reason, hint: "chmod 600 it, and make another secret if somebody may have read or changed this one"
      )
    case .said(let text) where !isQuiet: note("note: \(path): \(text); chmod 600 keeps it yours")
    case .said, .fine, nil: break
    }
    return try readAll(descriptor, path, "text", maximumBytes)
  }

  /// Reads a file only to compare its content. Its permissions are not checked, because nothing is signed with it.
  ///
  /// - Throws: `.inputTooLarge`; `.unreadable`, even for a pipe, because reading it would wait for a writer.
  package func readToCompare(_ path: String, maximumBytes: Int) throws(ReceiptError) -> [UInt8] {
    holdSecret()
    guard !InputFile.isSpecial(path) else {
      throw ReceiptError(.unreadable, "it is a pipe, a socket or a device, and no file")
    }
    let descriptor = try open(path, ifMissing: "check the path")
    defer { close(descriptor) }
    return try readAll(descriptor, path, "text", maximumBytes)
  }
}
