import ReceiptKit

import SystemLibrary

/// The work on the file of a ledger that SQLite does not do.
///
/// This type never opens a file that SQLite may have open. Closing any descriptor of a file drops all POSIX record
/// locks of the process on it (fcntl(2)), including SQLite's (sqlite.org/howtocorrupt.html, 2.2). Another process would
/// then believe that it is the last user of the ledger, and remove its log.
package struct LedgerFile {
  /// Bytes 68 to 71 of every ledger, "RTL1": SQLite's `application_id` (sqlite.org/fileformat.html, 1.3.17).
  static let applicationID: UInt32 = 0x5254_4C31
  /// "RTLg", which builds before the first release wrote.
  static let formerApplicationID: UInt32 = 0x5254_4C67

  let path: String
  /// The name of the ledger in messages.
  private let name: String

  package init(path: String, name: String = "ledger") {
    self.path = path
    self.name = name
  }

  /// Whether the file exists. Throws if it has several names or unsuitable permissions.
  func exists() throws(LedgerError) -> Bool {
    guard let found = try status() else { return false }
    guard found.st_mode & S_IFMT != S_IFDIR else { throw inaccessible("cannot be read", EISDIR) }
    guard found.st_mode & S_IFMT == S_IFREG else {
      throw LedgerError(
        .notALedger, "'\(path)' is not a ledger: it is a pipe, a socket or a device",
        hint: "give another path with --database")
    }
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
      throw inaccessible("cannot be opened", errno, Self.permissionHint)
    }
    // Only the refusals count here: ``permissionNotes()`` returns the notes.
    _ = try notes(on: FilePermissions(path: path, followsLinks: true), .ledger, path)
    try refuseOtherNames(found)
    return true
  }

  /// The system's information about the file; `nil` if it does not exist.
  private func status() throws(LedgerError) -> stat? {
    var found = stat()
    guard stat(path, &found) == 0 else {
      if errno == ENOENT { return nil }
      throw inaccessible("cannot be opened", errno, Self.permissionHint)
    }
    return found
  }

  /// Rejects a file with several names (hard links): SQLite keeps a separate log for each name, so changes under one
  /// name would be missing under the others.
  private func refuseOtherNames(_ found: stat) throws(LedgerError) {
    guard found.st_nlink > 1 else { return }
    removeTemporaryName(of: found)
    guard let now = try status(), now.st_nlink > 1 else { return }
    throw LedgerError(
      .inaccessible, "the \(name) '\(path)' has \(now.st_nlink) names (hard links), and SQLite keeps a log beside each",
      hint: "stop what uses it, and remove the other names: find DIRECTORY -samefile '\(path)'")
  }

  /// Finishes the creation of a file for a creator that was killed between `link` and `unlink`.
  private func removeTemporaryName(of file: stat) {
    let path = resolvedPath
    let folder = Self.folder(of: path)
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let other = folder == "/" ? "/" + name : folder + "/" + name
      var found = stat()
      guard other.hasPrefix(Self.temporaryPrefix(path)), lstat(other, &found) == 0, found.st_ino == file.st_ino,
        found.st_dev == file.st_dev
      else { continue }
      unlink(other)
    }
  }

  private static func temporaryPrefix(_ path: String) -> String { path + ".new-" }

  /// Rejects a file that is not a ledger, and a ledger of a newer version or of a build before the first release.
  ///
  /// - Parameter header: the first 100 bytes of the file, or the whole file if it is shorter, read without any lock, so
  ///   that files of other programs and newer versions stay untouched.
  func refuseOther(_ header: [UInt8], newestVersion: Int) throws(LedgerError) {
    // The file of a ledger never appears before it is complete, so an empty file is damaged.
    if header.isEmpty {
      throw LedgerError(
        .damaged, "'\(path)' is empty: if it was a ledger, all that it remembered is gone",
        hint: "take the last `ledger backup`; to begin anew, remove the file")
    }
    guard header.count == Self.headerLength, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw LedgerError(
        .notALedger, "'\(path)' is not a ledger: it is not a database of SQLite",
        hint: "give another path with --database, or move the file away")
    }
    let version = word(header, Self.userVersionOffset)
    let application = word(header, Self.applicationIDOffset)
    if application == Self.formerApplicationID { throw Self.former(path) }
    // A ledger has neither number as long as its first transaction is still in the write-ahead log.
    guard application == Self.applicationID || (application == 0 && version == 0) else {
      throw Self.foreign(path)
    }
    if Int(version) > newestVersion { throw Self.newer(path, Int(version), newestVersion) }
  }

  /// The length of the header of every SQLite database (sqlite.org/fileformat.html, 1.3).
  static let headerLength = 100
  /// The places of `user_version`, which is the version of the ledger's tables, and of `application_id`.
  private static let userVersionOffset = 60
  private static let applicationIDOffset = 68

  static func foreign(_ path: String) -> LedgerError {
    LedgerError(
      .notALedger, "'\(path)' is not a ledger: it is another program's database",
      hint: "give another path with --database"
    )
  }

  /// The error for a ledger of a build before the first release.
  static func former(_ path: String) -> LedgerError {
    LedgerError(
      .notALedger,
      "'\(path)' was made by a build before the first release and is not read: export it with the build that made it")
  }

  /// Creates the file completely or not at all.
  ///
  /// The file is first created under a temporary name of this process, readable and writable for its owner only, and
  /// then linked to its final name. SQLite gives its log the same permissions. No other process knows the temporary
  /// name, so closing descriptors of it is safe.
  ///
  /// - Parameter fill: writes the contents into the empty file at this path, and synchronises it to disk.
  /// - Returns: whether this process created it; `false` if a file already existed.
  func create(_ fill: (String) throws -> Void) throws -> Bool {
    _ = try folderNotes()
    let temporary = "\(Self.temporaryPrefix(path))\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw inaccessible("cannot be made", errno, Self.folderHint) }
    close(descriptor)
    defer { unlink(temporary) }
    try fill(temporary)
    // Unlike `rename`, `link` does not replace a file that was created in the meantime, and follows no link.
    guard link(temporary, path) == 0 else {
      if errno == EEXIST { return false }
      throw inaccessible("cannot be made", errno, Self.folderHint)
    }
    synchronizeFolder()
    return true
  }

  /// Synchronises the name to disk. If a folder cannot be synchronised, as on some network file systems, the server
  /// does so later.
  private func synchronizeFolder() {
    let descriptor = open(Self.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = synchronize(descriptor)
    close(descriptor)
  }

  /// The error for a link that leads to no file and at whose target none can be created.
  var danglingLink: LedgerError {
    LedgerError(
      .inaccessible, "the \(name) '\(path)' is a link that leads nowhere, which is not followed",
      hint: "remove the link, or give the path of the file itself")
  }

  /// The path of the file after following links. SQLite keeps its log there.
  package var resolvedPath: String {
    FilePermissions.resolved(path) ?? path
  }

  /// The notes on the permissions of the file, of its folder, and of the files that SQLite keeps beside it.
  ///
  /// Anyone who can create those files controls the content of the ledger.
  ///
  /// - Throws: `.inaccessible` if others can change any of them.
  func permissionNotes() throws(LedgerError) -> [String] {
    let file = resolvedPath
    var notes = try folderNotes()
    notes += try self.notes(on: FilePermissions(path: file, followsLinks: false), .ledger, path)
    for companion in ["-wal", "-shm", "-journal"].map({ file + $0 }) {
      guard let permissions = FilePermissions(path: companion, followsLinks: false) else { continue }
      guard permissions.isRegular else {
        throw LedgerError(
          .inaccessible, "'\(companion)' is not a file, and SQLite's log belongs there", hint: "remove it")
      }
      // Only the write permissions matter here: SQLite gives these files the ledger's read permissions, and the note
      // already names the ledger.
      _ = try self.notes(on: permissions, .ledger, companion)
    }
    return notes
  }

  /// The notes on all folders that lead to the file.
  private func folderNotes() throws(LedgerError) -> [String] {
    var notes: [String] = []
    for folder in FilePermissions.folders(above: path) {
      notes += try self.notes(on: FilePermissions(path: folder, followsLinks: true), .folder, folder)
    }
    return notes
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
  }

  /// The notes on a file; empty if it does not exist.
  private func notes(
    on permissions: FilePermissions?, _ contents: FilePermissions.Contents, _ path: String
  ) throws(LedgerError) -> [String] {
    switch permissions?.assessment(of: contents) {
    case .refused(let reason):
      throw LedgerError(
        .inaccessible, "'\(path)': \(reason)",
        hint: contents == .folder
          ? "chmod 700 the folder, or keep the \(name) in another"
          : "chmod 600 it, once it is certain that it is as it was")
    case .noted(let text): return ["'\(path)': \(text)"]
    case .fine, nil: return []
    }
  }

  /// Creates the missing folders of a path, for their owner only.
  package static func createFolders(for path: String) throws(LedgerError) {
    var folder = ""
    for name in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty && !path.hasPrefix("/") ? "" : "/") + name
      if mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR {
        throw LedgerError(.inaccessible, "the folder '\(folder)' cannot be made: \(errorText(errno))")
      }
    }
  }

  static func newer(_ path: String, _ version: Int, _ newest: Int) -> LedgerError {
    LedgerError(
      .newerVersion,
      "'\(path)' has version \(version), and this receipt-tool knows versions up to \(newest); it was not touched",
      hint: "use the receipt-tool that made it, or a later one")
  }

  /// The number in four bytes, the most significant first.
  private func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let permissionHint: Message = "the file has to be readable and writable for who runs this"

  private static let folderHint: Message = "the folder has to be writable too: SQLite keeps its log there"

  private func inaccessible(_ what: Message, _ code: Int32, _ hint: Message? = nil) -> LedgerError {
    LedgerError(
      .inaccessible, "the \(name) '\(path)' \(what): \(errorText(code))",
      hint: code == EACCES || code == EROFS ? hint : nil)
  }
}
