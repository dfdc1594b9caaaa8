/// The permission rule for private files: ledgers, shared secrets, tokens, keys.
///
/// A file that users other than the owner can write is rejected, because they could write anything. A secret that
/// everyone can read is rejected. A file that the group can read, and a ledger that everyone can read, cause a note.
/// The mode bits decide, not the rights of the current user, because root can do everything.
package struct FilePermissions: Equatable, Sendable {
  /// The content of the file.
  package enum Contents: Sendable {
    /// A shared secret, a token, a key.
    case secret
    case ledger
    /// The folder of a ledger, in which SQLite keeps its log, or a folder above it.
    case folder
  }

  /// The judgement by the rule.
  package enum Assessment: Equatable, Sendable {
    case fine
    /// The file is used, and the user gets this note.
    case noted(String)
    /// The file is not used, for this reason.
    case refused(String)
  }

  private let mode: mode_t
  private let owner: uid_t

  package init(mode: mode_t, owner: uid_t) {
    self.mode = mode
    self.owner = owner
  }

  /// The permissions of the opened file, not of a file that the path named a moment before.
  ///
  /// `nil` for terminals and other devices, which contain no data, and for a descriptor that is not open.
  package init?(descriptor: Int32) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    self.init(information)
  }

  /// The permissions of the file at a path; `nil` if there is no file, or a device, which contains no data.
  ///
  /// - Parameter followsLinks: whether to judge the target of a link instead of the link.
  package init?(path: String, followsLinks: Bool) {
    var information = stat()
    guard (followsLinks ? stat(path, &information) : lstat(path, &information)) == 0 else { return nil }
    self.init(information)
  }

  private init?(_ information: stat) {
    let kind = information.st_mode & S_IFMT
    guard kind != S_IFCHR, kind != S_IFBLK else { return nil }
    self.init(mode: information.st_mode, owner: information.st_uid)
  }

  /// The folder of a file and all folders above it: in the given path, in the path without links, and above the file
  /// to which a link leads. A user who can change one of them can replace the next one.
  package static func folders(above file: String) -> [String] {
    let innermost = folder(of: file)
    var folders: [String] = []
    for path in [innermost, resolved(innermost), resolved(file).map(Self.folder)].compactMap(\.self) {
      var above = path.hasPrefix("/") ? "/" : "."
      if !folders.contains(above) { folders.append(above) }
      for part in path.split(separator: "/") where part != "." {
        above = above == "." ? String(part) : (above == "/" ? "" : above) + "/" + part
        if !folders.contains(above) { folders.append(above) }
      }
    }
    return folders
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
  }

  /// The path without links; `nil` if there is no file.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether the file is a regular file, and not a link, folder or pipe.
  package var isRegular: Bool { mode & S_IFMT == S_IFREG }
  package var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Judges the permissions.
  ///
  /// - Parameter user: the user who uses the file.
  package func assessment(of contents: Contents, for user: uid_t = geteuid()) -> Assessment {
    let bits = "(mode \(String(mode & 0o777, radix: 8)))"
    // In a folder such as /tmp, others can add files, but cannot replace or remove this file.
    let isSticky = contents == .folder && mode & S_ISVTX != 0
    if mode & S_IWOTH != 0, !isSticky { return .refused("others than its owner can change it \(bits)") }
    // In many distributions, every user's folders are writable by a group that has no other member.
    if mode & S_IWGRP != 0, !isSticky {
      let text = "its group can change it \(bits)"
      return contents == .folder ? .noted(text) : .refused(text)
    }
    if contents == .secret, mode & S_IROTH != 0 { return .refused("everybody on this machine can read it \(bits)") }
    if contents != .folder {
      if owner != user, owner != 0 {
        let text = "it belongs to another user (\(owner)), who can change it"
        return user == 0 ? .noted(text) : .refused(text)
      }
      if mode & S_IROTH != 0 { return .noted("everybody on this machine can read it \(bits)") }
      if mode & S_IRGRP != 0 { return .noted("its group can read it \(bits)") }
    }
    return .fine
  }
}
