import Foundation
import TestSupport
import Testing

@testable import ReceiptLedger

import SystemLibrary

/// A server of PostgreSQL in a folder of its own, with a socket there and no port. It ends with this process, however
/// that ends.
final class PostgreSQLServer: Sendable {
  /// Started at the first use; `nil` where PostgreSQL is not installed.
  static let shared = Result<PostgreSQLServer?, any Error> {
    try programs.map { try PostgreSQLServer(programs: $0) }
  }

  private static let programs = SystemPart.postgresql.isHere ? PostgreSQLPrograms.folder : nil

  let folder: String
  private let script: BackgroundScript

  /// Another server, for a test that breaks it.
  convenience init() throws {
    try self.init(programs: #require(Self.programs), name: "b")
  }

  private init(programs: String, name: String = "a") throws {
    // The path of a socket has at most 107 bytes.
    folder = NSTemporaryDirectory() + "/pg-\(getpid())\(name)"
    script = try BackgroundScript(Self.script, [folder, programs])
  }

  /// PostgreSQL refuses to run as root.
  private static let script = """
    set -eu
    trap '' INT TERM HUP
    folder=$1 PATH=$2:$PATH
    as=
    mkdir -m 700 "$folder"
    if [ "$(id -u)" -eq 0 ]; then
      user=postgres
      id "$user" >/dev/null 2>&1 || user=nobody
      chown "$user" "$folder"
      as="setpriv --reuid $user --regid $(id -g "$user") --clear-groups"
    fi
    stop() {
      $as pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
      cd /
      rm -rf "$folder"
    }
    trap stop EXIT
    cd "$folder"
    $as initdb -D "$folder/data" -U receipt --auth=trust -E UTF8 --locale=C >/dev/null
    $as pg_ctl -D "$folder/data" -w -l "$folder/log" -o "-k $folder -c listen_addresses= -c fsync=off -c max_connections=400" \\
      start >/dev/null
    chmod 755 "$folder"
    echo ready
    read -r _ || true
    """

  func url(_ database: String) -> String { "postgres://receipt@/\(database)?host=\(folder)" }

  /// An empty database.
  func makeDatabase() throws -> String {
    let name = "l" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    try administer("CREATE DATABASE \(name)")
    return name
  }

  func drop(_ database: String) {
    try? administer("DROP DATABASE \(database) WITH (FORCE)")
  }

  func administer(_ sql: String) throws {
    let library = try LibPQ.loaded.get()
    try PostgreSQLConnection(PostgreSQLAddress(url("postgres"), library), library).command(sql)
  }
}

/// The storage of the shops of a test.
enum TestStorage {
  @TaskLocal static var isPostgreSQL = false

  static let canRun =
    SystemPart.postgresql.isExpected
    && (ProcessInfo.processInfo.environment["CI"] != nil || (try? PostgreSQLServer.shared.get()) != nil)
}

/// Runs each test a second time over PostgreSQL. Without CI=true, only where PostgreSQL is installed.
struct OverBothStorages: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard TestStorage.canRun else { return }
    try await TestStorage.$isPostgreSQL.withValue(true) { try await function() }
  }
}

extension Trait where Self == OverBothStorages {
  static var overBothStorages: Self { OverBothStorages() }
}
