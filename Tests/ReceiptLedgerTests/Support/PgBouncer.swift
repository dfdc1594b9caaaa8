import Foundation
import TestSupport

import SystemLibrary

/// PgBouncer between a test and its server, with a socket in a folder of its own. It ends with this object, and with
/// this process.
final class PgBouncer {
  /// `nil` where it is not installed. Debian has it outside of the PATH of users.
  static let program = Programs.path("pgbouncer", others: ["/usr/sbin"])

  static let canRun =
    SystemPart.postgresql.isExpected && (ProcessInfo.processInfo.environment["CI"] != nil || program != nil)

  let folder: String
  private let script: BackgroundScript

  /// - Parameter mode: `session`, `transaction` or `statement`.
  init(_ program: String, _ mode: String, before server: PostgreSQLServer) throws {
    // The path of a socket has at most 107 bytes.
    folder = NSTemporaryDirectory() + "/pb-\(getpid())-\(mode)"
    script = try BackgroundScript(Self.script, [folder, program, mode, server.folder])
  }

  deinit { script.end() }

  func url(_ database: String) -> String { "postgres://receipt@/\(database)?host=\(folder)" }

  /// Like PostgreSQL it refuses to run as root.
  private static let script = """
    set -eu
    folder=$1
    as=
    mkdir -m 755 "$folder"
    if [ "$(id -u)" -eq 0 ]; then
      chown nobody "$folder"
      as="setpriv --reuid nobody --regid $(id -g nobody) --clear-groups"
    fi
    cat >"$folder/ini" <<INI
    [databases]
    * = host=$4 user=receipt
    [pgbouncer]
    listen_addr =
    listen_port = 5432
    unix_socket_dir = $folder
    auth_type = any
    pool_mode = $3
    INI
    $as "$2" -q "$folder/ini" >/dev/null 2>&1 &
    trap 'kill $!; rm -rf "$folder"' EXIT
    trap '' INT TERM HUP
    tries=0
    until [ -S "$folder/.s.PGSQL.5432" ]; do
      [ $((tries += 1)) -lt 100 ]
      sleep 0.05
    done
    echo ready
    read -r _ || true
    """
}
