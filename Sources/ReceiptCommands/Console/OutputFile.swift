import ReceiptKit
import SystemLibrary

/// Creates files for this tool. It never overwrites an existing file.
package enum OutputFile {
  /// Creates a file with these contents and synchronises it to disk. On failure, nothing remains.
  ///
  /// - Parameter mode: permissions, further limited by the umask; 0600 for secrets.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o644) throws(CommandFailure) {
    let descriptor = open(FileName.bytes(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw CommandFailure(
          "\(path) already exists", hint: "nothing is ever overwritten: choose another name", status: .outputFailed)
      }
      throw failure("\(path) cannot be made")
    }
    defer { close(descriptor) }
    // With EINVAL or ENOTSUP, the file system cannot synchronise, and the file is written all the same.
    guard Console.writeAll(bytes, to: descriptor),
      synchronize(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
    else {
      let failure = failure("\(path) cannot be written")
      unlink(FileName.bytes(path))
      throw failure
    }
  }

  /// Creates all files of a folder. On failure, none remains.
  ///
  /// - Parameter isNew: whether the folder was created for them, so that it is removed, too.
  static func create(
    _ files: [(path: String, bytes: [UInt8], mode: mode_t)], in folder: String, isNew: Bool
  ) throws(CommandFailure) {
    for (index, file) in files.enumerated() {
      do throws(CommandFailure) {
        try create(file.path, file.bytes, mode: file.mode)
      } catch {
        for made in files[..<index] { unlink(FileName.bytes(made.path)) }
        if isNew { rmdir(FileName.bytes(folder)) }
        throw error
      }
    }
  }

  /// Creates a folder that only its owner can access.
  ///
  /// An existing folder is not changed; it is rejected if others can create files in it.
  ///
  /// - Returns: whether it was created.
  static func createFolder(_ path: String) throws(CommandFailure) -> Bool {
    if mkdir(FileName.bytes(path), 0o700) == 0 { return true }
    if errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex {
      let above = String(path[..<end])
      throw CommandFailure(
        "\(path) cannot be made: there is no folder \(above)",
        hint: "mkdir -p \(above.shellQuoted) makes it", status: .outputFailed)
    }
    guard errno == EEXIST else { throw failure("\(path) cannot be made") }
    var information = stat()
    guard stat(FileName.bytes(path), &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure(
        "\(path) already exists and is not a folder", hint: "choose another name", status: .outputFailed)
    }
    guard information.st_mode & 0o022 == 0 else {
      let mode = String(information.st_mode & 0o777, radix: 8)
      throw CommandFailure(
        "others than its owner can change \(path): its mode is \(mode)",
        hint: "chmod 700 \(path), or choose a folder that is not there yet", status: .outputFailed)
    }
    return false
  }

  /// Whether a folder can be read and is empty.
  static func isEmptyFolder(_ path: String) -> Bool {
    guard let folder = opendir(FileName.bytes(path)) else { return false }
    defer { closedir(folder) }
    // Every folder contains `.` and `..`; a third name is that of a file.
    for _ in 0..<3 {
      errno = 0
      // `readdir` returns `nil` at the end and after an error; only `errno` shows which.
      if readdir(folder) == nil { return errno == 0 }
    }
    return false
  }

  /// Whether a file exists at the path, including a dangling link.
  package static func exists(_ path: String) -> Bool {
    var information = stat()
    return lstat(FileName.bytes(path), &information) == 0
  }

  private static func failure(_ what: Message) -> CommandFailure {
    CommandFailure("\(what): \(errorText(errno))", status: .outputFailed)
  }
}
