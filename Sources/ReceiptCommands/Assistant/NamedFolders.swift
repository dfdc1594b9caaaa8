import ReceiptKit
import SystemLibrary

/// The folders that were named when a server started. Files are read below them and nowhere else.
struct NamedFolders {
  /// The paths without links.
  private let folders: [String]
  /// What an absolute path may begin with: the folders as they were named, and without links.
  private let beginnings: [[[UInt8]]]

  /// - Throws: ``CommandFailure`` for a path that leads to no folder.
  init(_ paths: [String]) throws {
    folders = try paths.map { path in
      guard let resolved = FilePermissions.resolved(path), InputFile.isDirectory(resolved) else {
        throw CommandFailure("\(InputFile.shortened(path)) is no folder", status: .unreadable)
      }
      return resolved
    }
    beginnings = (paths.filter { $0.utf8.first == UInt8(ascii: "/") } + folders).map(Self.names)
  }

  var isEmpty: Bool { folders.isEmpty }

  /// Opens a regular file for reading; the caller must close it.
  ///
  /// The path is compared as text first: an absolute path that does not begin with a named folder never reaches the
  /// file system, whose answer would tell what lies elsewhere.
  ///
  /// - Parameter path: untrusted. A path that does not begin with a slash is looked for below each folder.
  /// - Returns: `nil` if no such file is below a folder once all links are followed, or if it cannot be opened. Callers
  ///   must not say which: it would tell what lies elsewhere.
  func open(_ path: String) -> Int32? {
    let names = Self.names(path)
    guard !path.utf8.contains(0), !names.contains(Array("..".utf8)) else { return nil }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    guard !isAbsolute || beginnings.contains(where: { names.starts(with: $0) }) else { return nil }
    let candidates = isAbsolute ? [path] : folders.map { $0 + "/" + path }
    for resolved in candidates.compactMap(FilePermissions.resolved) {
      for folder in folders where resolved.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8) {
        if let descriptor = Self.open(resolved.utf8.dropFirst(folder.utf8.count), below: folder) { return descriptor }
      }
    }
    return nil
  }

  /// The names in a path as bytes, which is how the system divides it; those that lead nowhere are left out.
  private static func names(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }.filter { $0 != [UInt8(ascii: ".")] }
  }

  /// Opens a file step by step. A step that has become a link since the path was resolved is not taken.
  private static func open(_ path: Substring.UTF8View, below folder: String) -> Int32? {
    let names = path.split(separator: UInt8(ascii: "/")).compactMap(String.init)
    var descriptor = SystemLibrary.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() where descriptor >= 0 {
      let isLast = index == names.count - 1
      // The opening of a pipe must not wait for its writer.
      let next = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (isLast ? O_NONBLOCK : O_DIRECTORY))
      close(descriptor)
      descriptor = next
    }
    guard descriptor >= 0 else { return nil }
    guard FilePermissions(descriptor: descriptor)?.isRegular ?? false else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
