import ReceiptKit
import SystemLibrary

#if canImport(MachO)
  import MachO
#endif

/// The connected program of this tool, which runs the commands that need a network or a database.
///
/// The offline program replaces itself with it (`exec`), so that signals, standard streams and the exit status belong
/// to a single process. Users never type its name.
package struct ConnectedProgram {
  /// The name of the program's file.
  package static let name = "receipt-tool-online"
  /// The first argument of a connected program that the offline program started. The caller's version and path follow.
  private static let mark = "--handed-over"

  private let path: String
  private let caller: String

  /// Finds the connected program beside this program, or in the folder for programs that users do not call.
  ///
  /// - Returns: `nil` if it is not installed.
  /// - Throws: an error if it must not be run because another user could have written it.
  package static func find() throws(CommandFailure) -> ConnectedProgram? {
    guard let caller = ownPath else { return nil }
    let folder = parent(of: caller)
    for place in [folder, parent(of: folder) + "/libexec/" + ToolFacts.name] {
      let path = place + "/" + name
      var information = stat()
      guard lstat(path, &information) == 0 else { continue }
      try check(path)
      return ConnectedProgram(path: path, caller: caller)
    }
    return nil
  }

  /// The failure of a command whose program is not installed.
  package static func missing(for what: String) -> CommandFailure {
    CommandFailure(
      misinstalled: "\(what) needs \(name), which is not installed beside this program",
      hint: "install it as well; everything that reads receipts works without it, and without a network")
  }

  /// Continues in the connected program with these arguments.
  ///
  /// - Throws: an error if that is not possible. Otherwise the function does not return.
  package func run(_ arguments: ArraySlice<String>) throws(CommandFailure) -> Never {
    let words = [ToolFacts.name, Self.mark, ToolFacts.release, caller] + arguments
    var pointers = words.map { strdup(FileName.bytes($0)) }
    pointers.append(nil)
    execv(path, pointers)
    throw CommandFailure(misinstalled: "\(path) cannot be run: \(errorText(errno))")
  }

  /// The user's arguments of the connected program, whether the offline program started it or not.
  ///
  /// - Throws: an error if the caller has another version.
  package static func arguments(_ arguments: ArraySlice<String>) throws(CommandFailure) -> ArraySlice<String> {
    guard arguments.first == mark else { return arguments }
    let handedOver = arguments.dropFirst()
    guard let release = handedOver.first, let caller = handedOver.dropFirst().first else {
      throw CommandFailure(misinstalled: "\(mark) is for \(ToolFacts.name) alone")
    }
    guard release == ToolFacts.release else {
      throw CommandFailure(
        misinstalled: "\(caller) is version \(release), and \(ownPath ?? name) is version \(ToolFacts.release)",
        hint: "install both from one release")
    }
    return handedOver.dropFirst(2)
  }

  /// Checks that only root and the user own the program and its folder and may change them, and that no link leads
  /// elsewhere.
  private static func check(_ path: String) throws(CommandFailure) {
    guard realPath(path) == path else {
      throw CommandFailure(
        misinstalled: "\(path) is not run: a link is on the way to it", hint: "put the program itself there")
    }
    for path in [parent(of: path), path] {
      var information = stat()
      guard lstat(path, &information) == 0 else {
        throw CommandFailure(misinstalled: "\(path) cannot be examined: \(errorText(errno))")
      }
      guard information.st_uid == 0 || information.st_uid == geteuid() else {
        throw CommandFailure(
          misinstalled: "\(path) is not run: it belongs to another user (\(information.st_uid))",
          hint: "it has to belong to you or to root")
      }
      guard information.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        let mode = String(information.st_mode & 0o777, radix: 8)
        throw CommandFailure(
          misinstalled: "\(path) is not run: others than its owner can change it (mode \(mode))",
          hint: "chmod go-w \(path.shellQuoted)")
      }
    }
  }

  private static func parent(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }
}

extension CommandFailure {
  /// Why the connected program does not run.
  fileprivate init(misinstalled reason: Message, hint: Message? = nil) {
    self.init(reason, hint: hint, status: .misinstalled)
  }
}

extension ConnectedProgram {
  /// The path of this program, with links resolved.
  private static var ownPath: String? {
    #if os(Linux)
      realPath("/proc/self/exe")
    #else
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return realPath(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    #endif
  }

  private static func realPath(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
