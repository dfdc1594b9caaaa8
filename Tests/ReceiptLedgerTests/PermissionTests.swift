import Foundation
import ReceiptLedger
import SystemLibrary
import Testing

/// The rule as a table of its own: what each digit of a mode does to each kind of file.
@Suite("Permissions")
struct PermissionTests {
  private enum Answer { case fine, said, refused }

  /// By digit, for the group and for everybody else: 0 nothing, 1 execute, 2 write, 3 write and execute, 4 read, and so
  /// on.
  private static let group: [Answer] = [.fine, .fine, .refused, .refused, .said, .said, .refused, .refused]
  private static let secretOthers: [Answer] = [
    .fine, .fine, .refused, .refused, .refused, .refused, .refused, .refused,
  ]
  private static let ledgerOthers: [Answer] = [.fine, .fine, .refused, .refused, .said, .said, .refused, .refused]
  private static let folderGroup: [Answer] = [.fine, .fine, .said, .said, .fine, .fine, .said, .said]
  private static let folderOthers: [Answer] = [.fine, .fine, .refused, .refused, .fine, .fine, .refused, .refused]

  private static func worse(_ one: Answer, _ other: Answer) -> Answer {
    [one, other].contains(.refused) ? .refused : [one, other].contains(.said) ? .said : .fine
  }

  private static func answer(_ assessment: FilePermissions.Assessment) -> Answer {
    switch assessment {
    case .fine: .fine
    case .noted: .said
    case .refused: .refused
    }
  }

  private static func folder() throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("permissions-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
  }

  private static func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("all modes of every kind of file, on the open descriptor")
  func modes() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(
      FileHandle(
        forUpdatingAtPath: { (path: String) -> String in
          _ = FileManager.default.createFile(atPath: path, contents: nil)
          return path
        }(folder + "/file")))
    for mode in 0...0o777 {
      #expect(fchmod(file.fileDescriptor, mode_t(mode)) == 0)
      let permissions = try #require(FilePermissions(descriptor: file.fileDescriptor))
      let (group, others) = (mode / 8 % 8, mode % 8)
      let octal = String(mode, radix: 8)
      #expect(
        Self.answer(permissions.assessment(of: .secret)) == Self.worse(Self.group[group], Self.secretOthers[others]),
        "secret \(octal)")
      #expect(
        Self.answer(permissions.assessment(of: .ledger)) == Self.worse(Self.group[group], Self.ledgerOthers[others]),
        "ledger \(octal)")
      #expect(
        Self.answer(permissions.assessment(of: .folder))
          == Self.worse(Self.folderGroup[group], Self.folderOthers[others]),
        "folder \(octal)")
      // Sticky, as /tmp is: only its owner replaces a file.
      let sticky = FilePermissions(mode: mode_t(mode) | S_ISVTX, owner: geteuid())
      #expect(Self.answer(sticky.assessment(of: .folder)) == .fine, "sticky \(octal)")
      if case .refused(let text) = permissions.assessment(of: .secret) { #expect(text.contains("(mode \(octal))")) }
    }
  }

  @Test("a file of another user is refused, root's is not, and root is told")
  func owners() {
    func answer(_ owner: uid_t, _ user: uid_t) -> Answer {
      Self.answer(FilePermissions(mode: S_IFREG | 0o600, owner: owner).assessment(of: .secret, for: user))
    }
    #expect(answer(1000, 1000) == .fine && answer(0, 1000) == .fine && answer(0, 0) == .fine)
    #expect(answer(1001, 1000) == .refused && answer(1000, 0) == .said)
  }

  private static let ledgerModes: [(mode: Int, isOpened: Bool, isSaid: Bool)] = [
    (0o600, true, false), (0o640, true, true), (0o644, true, true), (0o666, false, false), (0o620, false, false),
    (0o602, false, false), (0o660, false, false),
  ]

  @Test("a ledger, its folder and the files of its log are looked at before they are used")
  func ledgers() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/ledger.sqlite"
    _ = try Ledger(path: path, environment: .sandbox, makingFor: ["com.example.app"])
    for (bits, isOpened, isSaid) in Self.ledgerModes {
      try Self.setMode(bits, path)
      let notes = try? Ledger(path: path).notes
      #expect((notes != nil) == isOpened, "\(String(bits, radix: 8))")
      #expect((notes ?? []).isEmpty != isSaid, "\(String(bits, radix: 8))")
    }
    try Self.setMode(0o600, path)
    for suffix in ["-wal", "-shm", "-journal"] {
      let companion = path + suffix
      try FileManager.default.createSymbolicLink(atPath: companion, withDestinationPath: folder + "/elsewhere")
      #expect(throws: LedgerError.self, "\(suffix)") { try Ledger(path: path) }
      try FileManager.default.removeItem(atPath: companion)
      #expect(FileManager.default.createFile(atPath: companion, contents: nil))
      try Self.setMode(0o666, companion)
      #expect(throws: LedgerError.self, "\(suffix)") { try Ledger(path: path) }
      try FileManager.default.removeItem(atPath: companion)
    }
    try Self.setMode(0o777, folder)
    #expect(throws: LedgerError.self) { try Ledger(path: path) }
    try Self.setMode(0o1777, folder)
    _ = try Ledger(path: path)
  }

  @Test("nor is a ledger used in a folder that others can replace, above it or behind a link")
  func foldersAbove() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (above, inner) = (folder + "/shared", folder + "/shared/a/b")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let path = inner + "/ledger.sqlite"
    _ = try Ledger(path: path, environment: .sandbox, makingFor: ["com.example.app"])
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inner)
    // A folder of its own, in which the link to the ledger's folder is.
    let (open, linked) = (folder + "/open", folder + "/open/link")
    try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: inner)
    for (changed, mode, refused) in [
      (above, 0o777, [path, link + "/ledger.sqlite"]), (above, 0o1777, []), (above, 0o755, []),
      (above + "/a", 0o757, [path, link + "/ledger.sqlite"]), (open, 0o777, [linked + "/ledger.sqlite"]),
    ] {
      try Self.setMode(mode, changed)
      for name in [path, link + "/ledger.sqlite", linked + "/ledger.sqlite"] {
        let isRefused = refused.contains(name) || changed.hasPrefix(above) && !refused.isEmpty
        if isRefused {
          let error = #expect(throws: LedgerError.self, "\(name)") { try Ledger(path: name) }
          #expect(error?.code == .inaccessible && error?.message.contains("'\(changed)'") == true)
        } else {
          #expect(throws: Never.self, "\(name)") { try Ledger(path: name) }
        }
      }
      try Self.setMode(0o755, changed)
    }
    try Self.setMode(0o775, above)
    #expect(try Ledger(path: path).notes.contains { $0.hasPrefix("'\(above)': its group can change it") })
  }

  @Test("in a folder that others can change nothing is made, neither a ledger nor a backup")
  func openFolder() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/ledger.sqlite"
    let ledger = try Ledger(path: path, makingFor: ["com.example.app"])
    let open = folder + "/open"
    try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
    try Self.setMode(0o777, open)
    for make: () throws -> Void in [
      { _ = try Ledger(path: open + "/ledger.sqlite", makingFor: ["com.example.app"]) },
      { try ledger.backUp(to: open + "/backup.sqlite") },
    ] {
      #expect {
        try make()
      } throws: { error in
        (error as? LedgerError)?.code == .inaccessible
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: open) == [])
  }

  @Test("a link that leads nowhere makes no ledger, and one that leads to a ledger is followed")
  func links() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (link, target) = (folder + "/link.sqlite", folder + "/target.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect {
      _ = try Ledger(path: link, makingFor: ["com.example.app"])
    } throws: { error in
      (error as? LedgerError)?.code == .inaccessible && "\(error)".contains("leads nowhere")
    }
    #expect(!FileManager.default.fileExists(atPath: target))
    _ = try Ledger(path: target, makingFor: ["com.example.app"])
    _ = try Ledger(path: link)
  }
}
