import Foundation

import SystemLibrary

/// What not every system has. `RECEIPT_HIDE` names parts, separated by commas, that the tests have to do without
/// (`Scripts/test elsewhere` names all): then they are not used although they are here, also where CI runs.
public enum SystemPart: String, CaseIterable, Sendable {
  /// `/dev/full`, on which every write fails: Linux has it.
  case full
  /// `/proc/locks`: Linux has it.
  case locks
  /// The programs of a server of PostgreSQL.
  case postgresql
  /// A browser and its driver.
  case chromium

  /// Whether the tests have to do without it.
  public var isHidden: Bool { Self.hidden.contains(rawValue) }

  /// Whether it can be used.
  public var isHere: Bool { !isHidden && isFound }

  /// Whether tests that need it are run: where CI runs, a test that cannot run is a failure and not a skip.
  public var isExpected: Bool { !isHidden && (isFound || ProcessInfo.processInfo.environment["CI"] != nil) }

  private var isFound: Bool {
    switch self {
    case .full: access("/dev/full", W_OK) == 0
    case .locks: access("/proc/locks", R_OK) == 0
    case .postgresql: PostgreSQLPrograms.folder != nil
    case .chromium: Programs.path("chromedriver") != nil
    }
  }

  private static let hidden = Set(
    (ProcessInfo.processInfo.environment["RECEIPT_HIDE"] ?? "").split(separator: ",").map { String($0) })
}

/// Programs, by their names.
public enum Programs {
  /// The path of a program in one of the folders of `PATH`, then in `others`.
  public static func path(_ name: String, others: [String] = []) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { String($0) }
    return (folders + others).map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}

/// Where `initdb` and `pg_ctl` are: Debian has them outside of PATH, and so has Homebrew, each version in a folder.
public enum PostgreSQLPrograms {
  /// `nil` where PostgreSQL is not installed.
  public static let folder: String? = {
    let debian = versions("/usr/lib/postgresql", prefix: "").map { "/usr/lib/postgresql/\($0)/bin" }
    let homebrew = ["/opt/homebrew/opt", "/usr/local/opt"].flatMap { root in
      versions(root, prefix: "postgresql@").map { "\(root)/postgresql@\($0)/bin" }
    }
    let inPath = Programs.path("initdb").map { String($0.dropLast("/initdb".count)) }
    return (debian + [inPath].compactMap { $0 } + homebrew).first { access("\($0)/initdb", X_OK) == 0 }
  }()

  /// The newest first.
  private static func versions(_ root: String, prefix: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }.sorted(by: >)
  }
}
